//! `cairn play`: a game in the terminal.

mod board;
mod chances;
mod go;
mod greeting;
mod loading;
mod saving;
mod score;
mod terminal_game;
mod turn;
mod typed;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use cairn_core::spec::AGENTS;
use cairn_lab::{AnyGame, SavedGame};

use crate::End;
use crate::arguments::{random_seed, seed};
use crate::output::{
    bad_input, check_not_a_game, printable, read_game_at, start_reading, warn_of_few_nodes,
};
use loading::Loaded;
use terminal_game::{NextStep, TerminalGame};

/// Play a game in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn play                                       9×9 Go, you are Black
  cairn play human grave:time=3s                   an opponent that thinks for three seconds
  cairn play grave:playouts=500 human --game hex   you move second, against a weaker one
  cairn play grave uct --game othello              watch two agents
  cairn play human human --game morris             two people
  cairn play --save game.txt                       saved after every move
  cairn play --load game.txt                       continue it with the same players
  cairn play --save game.sgf                       a game of Go in SGF; --load reads it too

Type a move in the game's notation (a turn of several parts in one line, or part by part) or a \
command: rules, hint, undo, moves, board, agent SPEC, save FILE, resign, quit, help. While an agent \
thinks, Ctrl-C makes it move at once; at the prompt Ctrl-C ends the game.

The last turn is in brackets on the board. The line of bars is the first player's chance of winning \
after each turn, as estimated by the agents. The default opponent has a second per move; 'cairn \
games' shows which agent it is. If the game cannot be saved, it goes on, and the exit code is 1.

In Go an agent passes when that wins or everything is settled, and resigns when two of its turns in \
a row look lost. After two passes every stone on the board counts as alive, so capture dead stones \
before you pass.")]
pub struct Args {
    /// For each seat 'human' or an agent (see 'cairn agents') [default: human, then agents]
    players: Vec<String>,
    /// The game (see 'cairn games')
    #[arg(long, default_value = "go9")]
    game: String,
    /// The first moves, separated by blanks or commas
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// The starting position in the game's notation [default: the usual start]
    #[arg(long)]
    position: Option<String>,
    /// Save the game to this file after every turn [default: the file of --load, if Cairn wrote it]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Continue a saved game or an SGF record, with its players unless others are named
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "moves", "position"])]
    load: Option<PathBuf>,
    /// The seed of the agents and the dice [default: random]
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
}

/// The default opponent: the game's default agent with a second per move and 4 MiB. It recycles
/// nodes if it can, so that it never runs out of them.
pub fn opponent(game: &AnyGame) -> String {
    let agent = game.default_agent();
    let (name, keys) = agent.split_once(':').unwrap_or((agent, ""));
    let recycling = format!("{name}r");
    let name = match AGENTS.iter().any(|agent| agent.name == recycling) {
        true => &recycling,
        false => name,
    };
    let comma = if keys.is_empty() { "" } else { "," };
    format!("{name}:{keys}{comma}memory=4MiB,time=1s,counters=32")
}

/// The name of a person as a player.
pub const HUMAN: &str = "human";

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let Loaded { mut saved, own } = match &args.load {
        Some(path) => Loaded::read(path).map_err(|error| {
            bad_input(format_args!("{}: {error}", printable(&path.display().to_string())))
        })?,
        None => {
            let (game, position) = (args.game.clone(), args.position.clone());
            let moves = args.moves.replace(',', " ");
            let (players, resigned) = (Vec::new(), None);
            Loaded { saved: SavedGame { game, position, players, moves, resigned }, own: false }
        }
    };
    if !args.players.is_empty() {
        saved.players = args.players.clone();
    }
    let game = read_game_at(&saved.game, saved.position.as_deref())?;
    let players = seats(&saved.players, &game)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    for agent in players.iter().filter(|name| *name != HUMAN) {
        warn_of_few_nodes(&game, agent);
    }
    // First, because without input nothing can be played.
    let lines = lines()?;
    let mut terminal = TerminalGame::new(&game, SavedGame { players, ..saved }, seed)?;
    match (&args.save, &args.load) {
        (Some(path), loaded) if own && loaded.as_ref() == Some(path) => {
            terminal.continue_file(path)
        }
        (Some(path), _) => terminal.save_to(path)?,
        (None, Some(path)) if own => terminal.continue_file(path),
        (None, Some(path)) => writeln!(
            out,
            "{} contains more than 'cairn play' writes, so it will not be changed;\n\
             use 'save FILE' or '--save FILE' to save this game",
            printable(&path.display().to_string())
        )?,
        (None, None) => {}
    }
    let interactive = io::stdin().is_terminal();
    greeting::greet(&game, &terminal.history, &terminal.saved, out)?;
    terminal.show(out)?;
    loop {
        let next = match terminal.turn(out)? {
            NextStep::Ask => {
                write!(out, "{}", terminal.prompt())?;
                out.flush()?;
                let line = next_line(&lines, &terminal);
                // A terminal shows what is typed; with input from a file, show it too.
                match &line {
                    Some(line) if !interactive => writeln!(out, "{}", printable(line))?,
                    None => writeln!(out)?,
                    _ => {}
                }
                match line {
                    Some(line) => terminal.answer(line.trim(), out)?,
                    None => NextStep::Leave,
                }
            }
            next => next,
        };
        if matches!(next, NextStep::Leave) {
            terminal.farewell(out)?;
            if let Some(error) = terminal.unsaved() {
                anyhow::bail!("the game is not saved: {error}");
            }
            return Ok(if terminal.is_stopped() { End::Stopped } else { End::Done });
        }
    }
}

/// Whether the file is in SGF.
fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// The lines of standard input, read in another thread: a read cannot be interrupted, but Ctrl-C at
/// the prompt must end the game.
fn lines() -> anyhow::Result<Receiver<String>> {
    let (sender, receiver) = mpsc::channel();
    start_reading(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// The next line; `None` after the last, or after Ctrl-C.
fn next_line(lines: &Receiver<String>, terminal: &TerminalGame<'_>) -> Option<String> {
    loop {
        match lines.recv_timeout(Duration::from_millis(50)) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) if !terminal.is_stopped() => {}
            Err(_) => return None,
        }
    }
}

/// A player for every seat.
fn seats(given: &[String], game: &AnyGame) -> anyhow::Result<Vec<String>> {
    given.iter().try_for_each(|name| check_not_a_game(name))?;
    let wanted = game.players();
    if given.len() > wanted {
        return Err(bad_input(format_args!(
            "{} has {wanted} players, but {} are named",
            game.name(),
            given.len()
        )));
    }
    let mut players = given.to_vec();
    if players.is_empty() {
        players.push(HUMAN.into());
    }
    players.resize(wanted, opponent(game));
    Ok(players)
}

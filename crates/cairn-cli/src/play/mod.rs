//! `cairn play`: a game in the terminal.

mod board;
mod go;
mod greeting;
mod history;
mod loading;
mod saving;
mod score;
mod session;
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
use crate::output::{bad_input, not_a_game, plain, read_game_at, start_reading, warn_of_few_nodes};
use loading::Loaded;
use session::{Next, Session};

/// Play a game in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn play                                       9×9 Go, you are Black
  cairn play human grave:time=3s                   an opponent that thinks for three seconds
  cairn play grave:playouts=500 human --game hex   you move second, against a weaker one
  cairn play grave uct --game othello              two agents, to look on
  cairn play human human --game morris             two people
  cairn play --save game.txt                       saved after every move
  cairn play --load game.txt                       and on with it, the same players
  cairn play --save game.sgf                       a game of Go as Go programs read it; --load too

While you play: a move in the game's notation (a turn of several parts in one line or part by part), \
or rules, hint, undo, moves, board, agent SPEC, save FILE, resign, quit, help. While an agent thinks, \
Ctrl-C makes it move at once; at the prompt it ends the game. The last turn is in brackets on the \
board. The line of bars is the first player's chance of winning, turn by turn, as the agents saw it. \
The opponent has a second for each move unless you name another; 'cairn games' shows which it is. \
If the game cannot be saved, it goes on, and the exit code at the end is 1. \
In Go an agent passes when that wins or all is settled, and resigns when two of its turns in a row \
look lost; after two passes stones count as they stand, so take dead ones off before you pass.")]
pub struct Args {
    /// Who plays, a seat each: 'human' or an agent (see 'cairn agents') [default: human, then agents]
    players: Vec<String>,
    /// The game (see 'cairn games')
    #[arg(long, default_value = "go9")]
    game: String,
    /// Moves to begin with, separated by blanks or commas
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    moves: String,
    /// Where the moves begin, in the game's notation, instead of its usual start
    #[arg(long)]
    position: Option<String>,
    /// Save the game here after every move [default: the file of --load, if Cairn wrote it]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a saved game, or a record in SGF: with its players, unless others are named
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "moves", "position"])]
    load: Option<PathBuf>,
    /// What the agents' chance follows from [default: another each time]
    #[arg(long, value_parser = seed)]
    seed: Option<u64>,
}

/// The opponent unless another is named: the game's own agent with a second of thought and 64 MiB.
/// If it can, it recycles nodes, so that it never runs out of them.
pub fn opponent(game: &AnyGame) -> String {
    let agent = game.default_agent();
    let (name, keys) = agent.split_once(':').unwrap_or((agent, ""));
    let recycling = format!("{name}r");
    let name = match AGENTS.iter().any(|agent| agent.name == recycling) {
        true => &recycling,
        false => name,
    };
    let comma = if keys.is_empty() { "" } else { "," };
    format!("{name}:{keys}{comma}memory=64MiB,time=1s,counters=32")
}

/// The word for a person.
pub const HUMAN: &str = "human";

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let Loaded { mut saved, own } = match &args.load {
        Some(path) => Loaded::read(path).map_err(|error| {
            bad_input(format_args!("{}: {error}", plain(&path.display().to_string())))
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
    // First, because nothing can be played without it.
    let lines = lines()?;
    let mut session = Session::new(&game, SavedGame { players, ..saved }, seed)?;
    match (&args.save, &args.load) {
        (Some(path), loaded) if own && loaded.as_ref() == Some(path) => session.continue_file(path),
        (Some(path), _) => session.save_to(path)?,
        (None, Some(path)) if own => session.continue_file(path),
        (None, Some(path)) => writeln!(
            out,
            "{} has more in it than 'cairn play' writes, and stays as it is;\n\
             'save FILE' or '--save FILE' keeps what you play",
            plain(&path.display().to_string())
        )?,
        (None, None) => {}
    }
    let interactive = io::stdin().is_terminal();
    greeting::greet(&game, &session.play, &session.saved, out)?;
    session.show(out)?;
    loop {
        let next = match session.turn(out)? {
            Next::Ask => {
                write!(out, "{}", session.prompt())?;
                out.flush()?;
                let line = next_line(&lines, &session);
                // What is typed shows by itself; with a file it should look the same.
                match &line {
                    Some(line) if !interactive => writeln!(out, "{}", plain(line))?,
                    None => writeln!(out)?,
                    _ => {}
                }
                match line {
                    Some(line) => session.answer(line.trim(), out)?,
                    None => Next::Leave,
                }
            }
            next => next,
        };
        if matches!(next, Next::Leave) {
            session.farewell(out)?;
            if let Some(error) = session.unsaved() {
                anyhow::bail!("the game is not saved: {error}");
            }
            return Ok(if session.is_stopped() { End::Stopped } else { End::Done });
        }
    }
}

/// Whether a game goes to, or comes from, a record that Go programs read.
fn is_sgf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// The lines that are typed. They are read in a thread of their own, because a read cannot be
/// interrupted, and Ctrl-C at the prompt ends the game.
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

/// The next line; none after the last, or after Ctrl-C.
fn next_line(lines: &Receiver<String>, session: &Session<'_>) -> Option<String> {
    loop {
        match lines.recv_timeout(Duration::from_millis(50)) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) if !session.is_stopped() => {}
            Err(_) => return None,
        }
    }
}

/// A name for every seat.
fn seats(given: &[String], game: &AnyGame) -> anyhow::Result<Vec<String>> {
    given.iter().try_for_each(|name| not_a_game(name))?;
    let wanted = game.players();
    if given.len() > wanted {
        return Err(bad_input(format_args!(
            "{} has {wanted} seats, but {} players are named",
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

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::registry::GAMES;

    #[test]
    fn every_game_has_an_opponent() {
        for info in GAMES {
            let game = AnyGame::new(info.name).unwrap();
            game.summary(&opponent(&game)).unwrap_or_else(|error| panic!("{error}"));
        }
        let go = AnyGame::new("go9").unwrap();
        assert_eq!(opponent(&go), "graver:memory=64MiB,time=1s,counters=32");
    }
}

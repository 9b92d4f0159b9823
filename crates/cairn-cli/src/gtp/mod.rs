//! `cairn gtp`: the Go Text Protocol on standard input and output.

mod desktop;
mod games;

use std::fmt::Display;
use std::io::Write;

use cairn_core::spec::Spec;
use cairn_games::go::{DEFAULT_KOMI_TEXT, parse_komi};
use cairn_gtp::{AnySizeSession, GameMemory, Host, Options};

use crate::End;
use crate::arguments;
use crate::output::{bad_input, read_game};
use crate::pipes::Log;
use desktop::Desktop;
use games::GameSession;

/// Play Go in Sabaki, GoGui and other Go programs
#[derive(clap::Args)]
#[command(after_help = "\
Set it up once in the program you like, with the full path of cairn:
  Sabaki       Engines, Manage Engines, Add: path to cairn, arguments 'gtp'; then attach it, and
               choose Analyze for win rates on the board
  GoGui        Program, New Program: command 'cairn gtp'; Tools, Analyze Commands shows visits, win
               rates, AMAF, ownership and (with playout=mast) MAST as heat maps
  Lizzie       engine command 'cairn gtp'
  KGS          kgsGtp with engine=cairn gtp
  CGOS         cgos client with 'cairn gtp --resign never'
(KaTrain speaks the analysis protocol of KataGo, not this one.)

Examples:
  cairn gtp
  cairn gtp --agent grave:time=5s                 five seconds a move
  cairn gtp --memory 64KiB                        as strong as 64 KiB allow
  cairn gtp --game hex:size=11                    Hex; GoGui shows it with Game, Rules, Attach
  gogui-twogtp -black 'cairn gtp' -white 'gnugo --mode gtp' -games 10 -auto -sgffile games

A move takes the agent's time, or less if the game's clock demands it: for long games give an agent \
with a long time. final_score counts the area without the stones that look dead; before the end of a \
game that is a guess. It passes when the game is decided, and resigns when two of its turns in a row \
look lost. An analysis goes on until the next command, or until the agent's number of playouts. With \
--seed a whole series of games can be repeated; the seed that 'cairn-stats' shows repeats one game. \
'list_commands' lists all commands; 'cairn-agent SPEC' changes the agent.")]
pub struct Args {
    /// The agent (see 'cairn agents') [default: graver:memory=4MiB,time=1s,counters=32; with
    /// --memory graver:time=1s]
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Another game than Go, if its moves are points of a square board: hex, othello, atarigo, nogo or
    /// tictactoe, with options as in 'cairn games'
    #[arg(long, value_name = "GAME", conflicts_with_all = ["memory", "komi", "size", "resign"])]
    game: Option<String>,
    /// The most memory that the player may use, like 64KiB or 16MiB, whatever the agent asks for. A
    /// board that needs more is refused
    #[arg(long, value_name = "SIZE", value_parser = arguments::bytes)]
    memory: Option<u64>,
    /// The seed. Each game of a run gets its own seed from it, which cairn-stats shows; with that as
    /// --seed, a run begins with the same game. Without --seed every run is different
    #[arg(long, value_parser = arguments::seed)]
    seed: Option<u64>,
    /// Komi, unless the other program sets it
    #[arg(long, default_value = DEFAULT_KOMI_TEXT, value_parser = read_komi, value_name = "POINTS")]
    komi: i16,
    /// The board's size, unless the other program sets it
    #[arg(long, default_value_t = 9, value_parser = arguments::whole::<usize>(2..=19))]
    size: usize,
    /// Resign when the chance to win is below this, from 0 to 1, or 'never'
    #[arg(long, default_value = "0.05", value_name = "RATE", value_parser = read_resign)]
    resign: Resign,
    /// Write all input and output to a file
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
}

/// When to give up.
#[derive(Clone, Copy)]
struct Resign(Option<f32>);

/// In half points.
fn read_komi(text: &str) -> Result<i16, String> {
    let wanted = || "expected a number of whole or half points, such as 7.5".to_string();
    parse_komi(text).ok_or_else(wanted)
}

fn read_resign(text: &str) -> Result<Resign, String> {
    if text == "never" {
        return Ok(Resign(None));
    }
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.map(|rate| Resign(Some(rate)))
        .ok_or_else(|| "expected a number from 0 to 1, or never".into())
}

/// The agent if none is asked for, as results/go has measured what helps.
fn default_agent(memory: Option<u64>) -> &'static str {
    match memory {
        None => "graver:memory=4MiB,time=1s,counters=32",
        Some(_) => "graver:time=1s",
    }
}

/// The most moves of a game.
const MOVES: usize = 16_384;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let log = args.log.as_deref().map(Log::create).transpose()?;
    let seed = args.seed.unwrap_or_else(arguments::random_seed);
    let mut host = Desktop::new(out, log, args.memory)?;
    host.write_log(format!("# cairn gtp --seed {seed}\n").as_bytes());
    if let Some(game) = &args.game {
        let mut session = GameSession::new(game, args.agent.as_deref(), seed)?;
        return host.serve(|input, host| session.answer(input, host));
    }
    let text = args.agent.as_deref().unwrap_or(default_agent(args.memory));
    let wrong = |error: &dyn Display| bad_input(format_args!("agent {text}: {error}"));
    let mut options = Options::new(Spec::parse(text).map_err(|error| wrong(&error))?);
    (options.seed, options.komi, options.resign) = (seed, args.komi, args.resign.0);
    host.accepts(args.size, &options.agent).map_err(|error| wrong(&error))?;
    let board = read_game(&format!("go:size={}", args.size))?;
    let agent = options.agent.with_defaults(board.defaults()).unwrap_or(options.agent);
    let held = args.memory.map_or(agent, |bytes| agent.within(bytes));
    if let Some(warning) = board.warning(&held) {
        let _ = writeln!(std::io::stderr(), "cairn: warning: {warning}");
    }
    let mut memory = Box::new(GameMemory::<MOVES>::new());
    let mut session =
        AnySizeSession::new(args.size, &mut options, memory.lists()).map_err(bad_input)?;
    host.serve(|input, host| session.answer(input, host))
}

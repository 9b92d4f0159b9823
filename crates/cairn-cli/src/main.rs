//! The `cairn` program: one file per subcommand.
//!
//! A command reads its arguments, asks the libraries and writes what came out; whatever a user of
//! the libraries would miss belongs there.

mod agents;
mod arguments;
mod bench;
mod bench_games;
mod demo;
mod games;
mod gtp;
mod lab;
mod r#match;
mod output;
mod play;
mod progress;
mod records;
mod search;
mod signature;
mod stop;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use output::{BadInput, bad_input, plain};

/// Game search inside a byte budget
///
/// You say how many bytes a player may use, and it plays its best inside them.
#[derive(Parser)]
#[command(name = "cairn", version = cairn_lab::PROGRAM, after_help = ENDS)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Agents(agents::Args),
    Play(play::Args),
    Search(search::Args),
    Match(r#match::Args),
    Gtp(gtp::Args),
    Lab(lab::Args),
    Bench(bench::Args),
}

const ENDS: &str = "\
Ctrl-C once ends a command with what it has by then, marked as incomplete; again after a second, it \
leaves at once.

Exit codes: 0 done, 1 something failed, 2 bad input, 130 stopped by Ctrl-C.";

const OVERVIEW: &str = "\
cairn: game search inside a byte budget

  cairn match                       what 32 KiB can do: a match to watch, for a minute or two
  cairn play                        a game against it, here in the terminal
  cairn search --moves \"E5 C3\"      the best move in a position of 9×9 Go
  cairn gtp                         play Go in Sabaki, GoGui and other Go programs
  cairn games                       the games it knows
  cairn agents                      the players, and every key you can set
  cairn lab run FILE                an experiment: many matches, every game kept
  cairn bench                       how fast they are on this machine

Add --help to any of them for examples.
";

/// How a command ended when nothing failed.
enum End {
    Done,
    /// By Ctrl-C.
    Stopped,
    /// Done but for something that failed, as it has said on standard error.
    Flawed,
}

fn main() -> ExitCode {
    let command = arguments::with_negative_numbers(Cli::command());
    let command = arguments::with_flowing_help(command);
    let matches = command.clone().try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let words: Vec<String> =
                std::env::args_os().skip(1).map(|word| word.to_string_lossy().into()).collect();
            return failed(&bad_input(arguments::explain(&error, command, &words)));
        }
        Err(help) => {
            return match help.print().and_then(|()| io::stdout().flush()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => unwritten(&error.into()),
            };
        }
    };
    let mut out = io::stdout().lock();
    let end = run(cli, &mut out).and_then(|end| Ok(out.flush().map(|()| end)?));
    match end {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::Stopped) => ExitCode::from(130),
        Ok(End::Flawed) => ExitCode::FAILURE,
        Err(error) => unwritten(&error),
    }
}

/// What went wrong, unless it is that somebody who closed the pipe has read enough.
fn unwritten(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) { ExitCode::SUCCESS } else { failed(error) }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    let _ = writeln!(io::stderr(), "cairn: {}", plain(&format!("{error:#}")));
    ExitCode::from(if error.is::<BadInput>() { 2 } else { 1 })
}

fn run(cli: Cli, out: &mut dyn Write) -> anyhow::Result<End> {
    match cli.command {
        None => {
            write!(out, "{OVERVIEW}")?;
            Ok(End::Done)
        }
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Agents(args)) => agents::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Search(args)) => search::run(&args, out),
        Some(Command::Match(args)) => r#match::run(&args, out),
        Some(Command::Gtp(args)) => gtp::run(&args, out),
        Some(Command::Lab(args)) => lab::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

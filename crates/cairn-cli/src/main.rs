//! The `cairn` program: one file per subcommand.
//!
//! A command reads its arguments, calls the libraries and writes the results. What users of
//! the libraries would need too belongs in the libraries.

mod agents;
mod arguments;
mod bench;
mod bench_games;
mod demo;
mod findings;
mod games;
mod gtp;
mod lab;
mod r#match;
mod output;
mod pipes;
mod play;
mod progress;
mod records;
mod search;
mod signature;
mod solve;
mod stop;
mod uci;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use output::{BadInput, printable};

/// Game search inside a byte budget
///
/// You say how many bytes a player may use, and it plays as well as it can within them.
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
    Solve(solve::Args),
    Match(r#match::Args),
    Gtp(gtp::Args),
    Uci(uci::Args),
    Lab(lab::Args),
    Bench(bench::Args),
}

const ENDS: &str = "\
Ctrl-C ends a command with its results so far, marked as incomplete. Pressed again after a second, it \
exits at once.

Exit codes: 0 success, 1 failure, 2 bad input, 130 stopped by Ctrl-C.";

const OVERVIEW: &str = "\
cairn: game search inside a byte budget

  cairn match                       watch what 32 KiB can do, in a minute or two
  cairn play                        play against it, here in the terminal
  cairn search --moves \"E5 C3\"      find the best move in a position of 9×9 Go
  cairn solve --game connect4       find out who wins, if that can be proved
  cairn gtp                         play Go in Sabaki, GoGui and other Go programs
  cairn uci                         play chess in any chess program
  cairn games                       list the games
  cairn agents                      list the agents and their settings
  cairn lab run FILE                run an experiment: many matches, every game kept
  cairn bench                       measure speed on this machine

Add --help to any of them for examples.
";

/// How a command ended, unless with an error.
enum End {
    Done,
    /// Stopped by Ctrl-C.
    Stopped,
    /// Done, but something failed; stderr says what.
    Flawed,
}

fn main() -> ExitCode {
    let matches = arguments::with_negative_numbers(Cli::command()).try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        // Help, or what is wrong with the arguments.
        Err(message) => {
            let printed = message.print().and_then(|()| io::stdout().flush());
            return match printed {
                Err(error) if !message.use_stderr() => failed_to_write(&error.into()),
                _ => ExitCode::from(message.exit_code() as u8),
            };
        }
    };
    let mut out = io::stdout().lock();
    let end = run(cli, &mut out).and_then(|end| Ok(out.flush().map(|()| end)?));
    match end {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::Stopped) => ExitCode::from(130),
        Ok(End::Flawed) => ExitCode::FAILURE,
        Err(error) => failed_to_write(&error),
    }
}

/// Fails, unless the error is that the reader closed the pipe.
fn failed_to_write(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) { ExitCode::SUCCESS } else { failed(error) }
}

fn failed(error: &anyhow::Error) -> ExitCode {
    let _ = writeln!(io::stderr(), "cairn: {}", printable(&format!("{error:#}")));
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
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Match(args)) => r#match::run(&args, out),
        Some(Command::Gtp(args)) => gtp::run(&args, out),
        Some(Command::Uci(args)) => uci::run(&args, out),
        Some(Command::Lab(args)) => lab::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

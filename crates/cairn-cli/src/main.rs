//! The `cairn` program: one file per subcommand.
//!
//! A command reads its arguments, asks the libraries and writes what came out; whatever a user of
//! the libraries would miss belongs there.

mod agents;
mod bench;
mod bench_games;
mod games;
mod gtp;
mod r#match;
mod output;
mod search;
mod sgf;
mod signature;
mod stop;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::BadInput;

/// Game search inside a byte budget
///
/// You say how many bytes a player may use, and it plays its best inside them.
#[derive(Parser)]
#[command(name = "cairn", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Agents(agents::Args),
    Search(search::Args),
    Match(r#match::Args),
    Gtp(gtp::Args),
    Bench(bench::Args),
}

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 something failed, 2 bad input, 130 stopped by Ctrl-C (what there was by then \
is printed and marked).";

const OVERVIEW: &str = "\
cairn: game search inside a byte budget

  cairn match                       160 nodes against 10,000: the paper's headline
  cairn search --moves \"E5 C3\"      the best move in a position of 9×9 Go
  cairn gtp                         play Go in Sabaki, GoGui and other Go programs
  cairn games                       the games it knows
  cairn agents                      the players, and every key you can set
  cairn bench                       how fast they are on this machine

Add --help to any of them for examples.
";

/// How a command ended when nothing failed.
enum End {
    Done,
    /// By Ctrl-C.
    Stopped,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // If even this cannot be written, nobody is reading.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let mut out = io::stdout().lock();
    let end = run(cli, &mut out).and_then(|end| Ok(out.flush().map(|()| end)?));
    match end {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::Stopped) => ExitCode::from(130),
        // Whoever closed the pipe has read enough.
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cairn: {error:#}");
            ExitCode::from(if error.is::<BadInput>() { 2 } else { 1 })
        }
    }
}

fn run(cli: Cli, out: &mut dyn Write) -> anyhow::Result<End> {
    match cli.command {
        None => {
            write!(out, "{OVERVIEW}")?;
            Ok(End::Done)
        }
        Some(Command::Games(args)) => games::run(&args, out),
        Some(Command::Agents(args)) => agents::run(&args, out),
        Some(Command::Search(args)) => search::run(&args, out),
        Some(Command::Match(args)) => r#match::run(&args, out),
        Some(Command::Gtp(args)) => gtp::run(&args, out),
        Some(Command::Bench(args)) => bench::run(&args, out),
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

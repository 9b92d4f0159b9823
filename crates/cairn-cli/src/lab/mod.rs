//! `cairn lab`: experiments.

mod collect;
mod export;
mod report;
mod run;
mod status;
mod submit;
mod verify;

use std::io::Write;
use std::path::{Path, PathBuf};

use cairn_lab::{Experiment, MAX_GAMES, Store, StoreError};
use clap::Subcommand;

use crate::End;
use crate::arguments::whole;
use crate::output::{bad_input, read_file};

/// Run experiments and keep every game
#[derive(clap::Args)]
#[command(
    arg_required_else_help = false,
    after_help = "\
An experiment is a file:

  name = \"playouts\"
  game = \"go:size=7\"
  games = 100                      # of each pairing
  openings = 2                     # random plies; each opening is played with both colours

  [agents]
  base = \"grave:playouts=200\"

  [[sweep]]
  a = \"grave:playouts={playouts}\"
  b = \"base\"
  over.playouts = [100, 200, 400]

  [plot]
  x = \"playouts\"

  cairn lab run playouts.toml      play the missing games; Ctrl-C, a kill or a crash lose nothing
  cairn lab status playouts.toml   show the results so far, also while it runs
  cairn lab report playouts.toml   write a page with tables and plots

docs/lab.md describes everything that an experiment can have."
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Status(status::Args),
    Report(report::Args),
    Verify(verify::Args),
    Export(export::Args),
    Submit(submit::Args),
    Collect(collect::Args),
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    match &args.command {
        Command::Run(args) => run::run(args, out),
        Command::Status(args) => status::run(args, out),
        Command::Report(args) => report::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Submit(args) => submit::run(args, out),
        Command::Collect(args) => collect::run(args, out),
    }
}

/// The default store.
const STORE: &str = "cairn-lab.db";

/// The option --store.
#[derive(clap::Args)]
pub struct StoreArgs {
    /// The file with the games
    #[arg(long, default_value = STORE, value_name = "FILE")]
    store: PathBuf,
}

impl StoreArgs {
    /// The store, unless it is the default one.
    pub fn given(&self) -> Option<&Path> {
        (self.store != Path::new(STORE)).then_some(&self.store)
    }

    /// Whether the store exists.
    pub fn exists(&self) -> bool {
        self.store.exists()
    }

    /// Opens the store; creates it if it does not exist.
    pub fn open(&self) -> anyhow::Result<Store> {
        Store::open(&self.store).map_err(store_error)
    }

    /// Opens an existing store to read it.
    pub fn existing(&self) -> anyhow::Result<Store> {
        if !self.store.exists() {
            let path = self.store.display();
            return Err(bad_input(format_args!(
                "there is no store {path}: 'cairn lab run' creates it, --store names another"
            )));
        }
        Store::open_existing(&self.store).map_err(store_error)
    }
}

/// The exit code: a file that is not a store is bad input, a full disk is a failure.
pub fn store_error(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::Foreign(_) | StoreError::Newer { .. } | StoreError::NoName => bad_input(error),
        _ => error.into(),
    }
}

/// The options that select a part of an experiment.
#[derive(clap::Args)]
pub struct PartArgs {
    /// How many games of each pairing [default: as in the file]
    #[arg(long, value_parser = whole::<u32>(1..=MAX_GAMES.into()))]
    games: Option<u32>,
    /// Only the pairings whose label contains this text (may be repeated)
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
}

/// Reads an experiment and selects a part of it.
pub fn read_part(path: &Path, part: &PartArgs) -> anyhow::Result<Experiment> {
    let mut experiment = read_experiment(path)?;
    if !part.only.is_empty() {
        let wanted = |label: &str| part.only.iter().any(|text| label.contains(text.as_str()));
        let labels: Vec<_> =
            experiment.contests.iter().map(|contest| contest.label.clone()).collect();
        experiment.contests.retain(|contest| wanted(&contest.label));
        if experiment.contests.is_empty() {
            return Err(bad_input(format_args!(
                "--only matches no label: the labels are {}",
                labels.join("; ")
            )));
        }
    }
    Ok(match part.games {
        Some(games) => experiment.with_games(games),
        None => experiment,
    })
}

/// Reads an experiment.
pub fn read_experiment(path: &Path) -> anyhow::Result<Experiment> {
    let shown = path.display();
    let bytes = read_file(path).map_err(|error| bad_input(format_args!("{shown}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        bad_input(format_args!("{shown}:{line}: this is not UTF-8 text"))
    })?;
    Experiment::parse(&text)
        .map_err(|error| bad_input(format_args!("{shown}:{}: {}", error.line, error.message)))
}

//! `cairn lab collect`: games from shards and files into a store.

use std::io::Write;
use std::path::{Path, PathBuf};

use cairn_lab::shard::{Manifest, ShardError, add_all, read_file};
use cairn_lab::{Added, GameRecord, Pairing, Store};

use super::{StoreArgs, store_error};
use crate::End;
use crate::output::{bad_input, grouped};

/// Put the games of shards or files into a store
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn lab collect cairn-example                   the shards of a directory
  cairn lab collect results/paper/games.jsonl --store paper.db

Every game is first checked by the rules. A game that breaks them is an error, and so is one that \
differs from the same game in the store; then nothing of its file is added. Collecting twice adds \
nothing. If shards are missing, the others are collected and the exit code is 1.")]
pub struct Args {
    /// Directories of shards, or files that 'cairn lab export' wrote
    #[arg(required = true)]
    from: Vec<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    // Check the names before a store is created.
    for from in &args.from {
        from.metadata().map_err(|error| bad_input(format_args!("{}: {error}", from.display())))?;
    }
    let mut store = if args.store.exists() { Some(args.store.open()?) } else { None };
    let mut lacking = Vec::new();
    for from in &args.from {
        let (added, missing) = collect(from, &args.store, &mut store)?;
        let new = grouped(added.new as u64);
        write!(out, "{}: {new} games added", from.display())?;
        match added.same {
            0 => writeln!(out)?,
            same => writeln!(out, ", {} were already there", grouped(same as u64))?,
        }
        if !missing.is_empty() {
            lacking.push(format!("{} is missing shards {}", from.display(), ranges(&missing)));
        }
    }
    if !lacking.is_empty() {
        anyhow::bail!("{}: play them and collect again", lacking.join("; "));
    }
    Ok(End::Done)
}

/// Rising numbers as `sbatch --array=` takes them: 0-3,7.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [.., only] => only.to_string(),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// Adds the games of a directory or file. A new store is created only when there are valid games.
fn collect(
    from: &Path,
    args: &StoreArgs,
    store: &mut Option<Store>,
) -> anyhow::Result<(Added, Vec<usize>)> {
    let mut add = |path: &Path, games: &[(Pairing, GameRecord)]| -> anyhow::Result<Added> {
        let store = match &mut *store {
            Some(store) => store,
            none => none.insert(args.open()?),
        };
        Ok(add_all(store, path, games)?)
    };
    let result = if from.is_dir() {
        Manifest::read(from).map_err(Into::into).and_then(|manifest| manifest.collect(from, add))
    } else {
        let games = read_file(from).map_err(Into::into);
        games.and_then(|games| Ok((add(from, &games)?, Vec::new())))
    };
    result.map_err(|error| match error.downcast() {
        Ok(ShardError::Store(error)) => store_error(error),
        Ok(error @ ShardError::Differs(_)) => error.into(),
        Ok(error) => bad_input(error),
        Err(error) => error,
    })
}

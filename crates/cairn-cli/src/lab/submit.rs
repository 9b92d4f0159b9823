//! `cairn lab submit`: split an experiment into shards for many machines.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cairn_lab::shard::{MANIFEST, Manifest};
use cairn_lab::slurm::{Script, quoted};
use cairn_lab::{contest_results, make_directory, missing_games};

use super::{PartArgs, StoreArgs, read_part, store_error};
use crate::End;
use crate::arguments::{jobs, whole};
use crate::output::bad_input;

/// Split an experiment into shards for a cluster
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn lab submit --slurm experiments/example.toml --shards 64
  sbatch cairn-example/job.sh
  cairn lab collect cairn-example

  cairn lab submit experiments/example.toml --shards 8      without Slurm
  seq 0 7 | parallel -q cairn lab run cairn-example --shard {} --jobs 1
  seq 0 7 | xargs -P 4 -I{} cairn lab run cairn-example --shard {} --jobs 1     or 4 at a time

Writes a manifest of the games that the store does not have, and with --slurm a job script, to a \
directory that all machines must share. A shard's games appear there when all of them have been \
played; a shard that was killed or requeued continues. (Slurm accepts arrays of up to 1,001 tasks \
unless its MaxArraySize is larger.)")]
pub struct Args {
    /// The experiment
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    /// Write a job script for Slurm
    #[arg(long)]
    slurm: bool,
    /// How many shards
    #[arg(long, default_value_t = 16, value_parser = whole::<u32>(1..=100_000))]
    shards: u32,
    /// Cores per shard
    #[arg(long, default_value = "1", value_parser = jobs)]
    cores: NonZero<usize>,
    /// The directory for the shards [default: cairn-NAME]
    #[arg(long)]
    dir: Option<PathBuf>,
    #[command(flatten)]
    part: PartArgs,
    /// Another option for sbatch, such as --sbatch=--partition=long (may be repeated)
    #[arg(long, value_name = "OPTION", requires = "slurm", allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let experiment = read_part(&args.file, &args.part)?;
    let directory = args.dir.clone().unwrap_or_else(|| format!("cairn-{}", experiment.name).into());
    if directory.join(MANIFEST).exists() {
        return Err(bad_input(format_args!(
            "{} already has shards: collect them and remove it, or name another with --dir",
            directory.display()
        )));
    }
    let store = match args.store.existing() {
        Ok(store) => Some(store),
        Err(_) if !args.store.store.exists() => None,
        Err(error) => return Err(error),
    };
    if let Some(store) = &store {
        // Reading the games finds damaged ones, which would be missing in the shards.
        contest_results(&experiment, store).map_err(store_error)?;
    }
    let jobs = missing_games(&experiment, store.as_ref()).map_err(store_error)?;
    if jobs.is_empty() {
        writeln!(out, "All games of {} are already in the store.", experiment.name)?;
        return Ok(End::Done);
    }
    let manifest = Manifest::new(&experiment, &jobs, args.shards as usize);
    make_directory(&directory).with_context(|| directory.display().to_string())?;
    let shards = manifest.shards.len();
    let shown = quoted(&directory.display().to_string());
    let now = if args.slurm {
        let program = std::env::current_exe().context("the path of this program is unknown")?;
        let script = Script {
            program: &program,
            directory: &absolute(&directory)?,
            name: &experiment.name,
            shards,
            cores: args.cores.get(),
            options: &args.sbatch,
        };
        let path = directory.join("job.sh");
        std::fs::write(&path, script.text()).with_context(|| path.display().to_string())?;
        format!("sbatch {}", quoted(&path.display().to_string()))
    } else {
        let (last, cores) = (shards - 1, args.cores);
        format!("seq 0 {last} | parallel -q cairn lab run {shown} --shard {{}} --jobs {cores}")
    };
    // Last, because the manifest makes the directory complete.
    manifest.write(&directory)?;
    writeln!(
        out,
        "{} games in {shards} shards: {}",
        jobs.len(),
        directory.join(MANIFEST).display()
    )?;
    writeln!(out, "Now: {now}")?;
    let store = quoted(&args.store.store.display().to_string());
    writeln!(out, "Then: cairn lab collect {shown} --store {store}")?;
    Ok(End::Done)
}

fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    std::fs::canonicalize(path).with_context(|| path.display().to_string())
}

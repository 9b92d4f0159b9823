//! `cairn lab verify`: play recorded games again and compare.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;

use cairn_lab::records::differences;
use cairn_lab::verify::{sample, verify};
use cairn_lab::{FewerThreads, GameRecord, Tournament, contest_results, matchups};
use indicatif::ProgressBar;
use serde_json::{Map, Value, json};

use super::{StoreArgs, read_experiment, store_error};
use crate::arguments::{jobs, seed, threads, whole};
use crate::output::{bad_input, write_json};
use crate::progress::warn;
use crate::{End, stop};

/// Play a sample of recorded games again and compare
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn lab verify experiments/example.toml
  cairn lab verify experiments/example.toml --sample 200 --seed 2

Games of agents with a time limit cannot be reproduced; they are counted separately. The exit code is \
1 if a game differs.

JSON: {sampled, same, differing: [{label, number, was, is}], timed, complete}; was and is have the \
fields that differ.")]
pub struct Args {
    /// The experiment
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    /// How many games to play again
    #[arg(long, default_value_t = 20, value_parser = whole::<u32>(1..=u32::MAX.into()))]
    sample: u32,
    /// The seed of the sample
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// How many games to play at the same time [default: one per core]
    #[arg(long, value_parser = jobs)]
    jobs: Option<NonZero<usize>>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let experiment = read_experiment(&args.file)?;
    let store = args.store.existing()?;
    let results = contest_results(&experiment, &store).map_err(store_error)?;
    let pairings = experiment.pairings();
    let records: Vec<&[GameRecord]> = results.iter().map(|result| &result.games[..]).collect();
    let games: Vec<_> = pairings.iter().zip(records.iter().copied()).collect();
    let (jobs, timed) = sample(&games, args.sample as usize, args.seed);
    if jobs.is_empty() && timed == 0 {
        return Err(bad_input(
            "the store has no game of this experiment: 'cairn lab run' plays them",
        ));
    }
    let stop = stop::on_ctrl_c()?;
    let bar = ProgressBar::new(jobs.len() as u64);
    let threads = threads(args.jobs);
    let warn = |fewer: &FewerThreads| warn(&bar, fewer);
    let matchups = matchups(&pairings).map_err(bad_input)?;
    let tournament = Tournament { matchups: &matchups, threads, limit: None, stop, warn: &warn };
    let verified = verify(&tournament, &jobs, &records, |_| bar.inc(1));
    bar.finish_and_clear();
    let verified = verified.map_err(bad_input)?;
    let sampled = verified.same + verified.differing.len();
    let label = |index: usize| &results[index].contest.label;
    if args.json {
        let differing: Vec<_> = verified
            .differing
            .iter()
            .map(|(index, was, is)| {
                let differences = differences(was, is);
                let side = |side: usize| -> Map<String, Value> {
                    let fields = differences.iter();
                    fields.map(|(name, values)| (name.clone(), values[side].clone())).collect()
                };
                json!({"label": label(*index), "number": was.number, "was": side(0), "is": side(1)})
            })
            .collect();
        let value = json!({"sampled": sampled, "same": verified.same, "differing": differing,
            "timed": timed, "complete": sampled == jobs.len()});
        write_json(out, &value)?;
    } else {
        if !jobs.is_empty() {
            let same = verified.same;
            writeln!(out, "{same} of {sampled} games are the same, move for move")?;
        }
        if timed > 0 {
            writeln!(out, "{timed} games cannot be reproduced because of a time limit")?;
        }
        for (index, was, is) in &verified.differing {
            writeln!(out, "{}, game {}:", label(*index), was.number)?;
            for (field, [was, is]) in differences(was, is) {
                writeln!(out, "  {field} was {was}, is {is}")?;
            }
        }
    }
    if !verified.differing.is_empty() {
        anyhow::bail!("{} of {sampled} games differ", verified.differing.len());
    }
    Ok(if sampled == jobs.len() { End::Done } else { End::Stopped })
}

//! `cairn lab status`: the results of an experiment so far.

use std::io::{self, Write};
use std::path::PathBuf;

use cairn_lab::{ContestResult, Experiment, GameStatus, Score, contest_results};
use serde_json::{Value, json};

use super::{StoreArgs, read_experiment, store_error};
use crate::End;
use crate::output::{merged, score_json, table, write_json, write_table};

/// Show the results of an experiment so far
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn lab status experiments/example.toml
  cairn lab status experiments/example.toml --json

Games that crashed, took too long or had an illegal move are listed as failed and are not in the \
score; 'cairn lab run --retry' plays them again.

JSON: {name, contests: [{label, game, a, b, wanted, games, wins, draws, losses, rate, ci95: [low, \
high], wilson95: [low, high], elo: {difference, low, high}, los, failed: {crash, timeout, illegal}, \
published}]}, all from A's side; rate is from 0 to 1 and counts a draw as half a win (null before the \
first game), ci95 its Agresti–Coull and wilson95 its Wilson 95 % interval; elo is null where it is \
infinite, los the likelihood that A is stronger (both null in games of three); published is a rate \
in percent, as in the file.")]
pub struct Args {
    /// The experiment
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let experiment = read_experiment(&args.file)?;
    let store = args.store.existing()?;
    let results = contest_results(&experiment, &store).map_err(store_error)?;
    write_results(&experiment, &results, args.json, out)?;
    Ok(End::Done)
}

/// Writes the results of every contest.
pub fn write_results(
    experiment: &Experiment,
    results: &[ContestResult<'_>],
    as_json: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if as_json {
        let contests: Vec<Value> = results.iter().map(contest_json).collect();
        return write_json(out, &json!({"name": experiment.name, "contests": contests}));
    }
    let failures = results.iter().any(|result| result.failed() > 0);
    let published = results.iter().any(|result| result.contest.published.is_some());
    let mut header = vec!["", ">games", ">won", ">drawn", ">lost", ">rate", "95 % interval"];
    header.extend(published.then_some(">published"));
    header.extend(failures.then_some(">failed"));
    let mut list = table(&header);
    for result in results {
        let score = result.score();
        let (low, high) = score.interval();
        let done = score.games() as usize;
        // Failed games are not missing.
        let wanted = (result.contest.games as usize).saturating_sub(result.failed());
        let mut row = vec![
            result.contest.label.clone(),
            if done < wanted {
                format!("{done} of {}", result.contest.games)
            } else {
                done.to_string()
            },
            score.wins.to_string(),
            score.draws.to_string(),
            score.losses.to_string(),
        ];
        if score.games() > 0 {
            row.push(percent(score));
            row.push(format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high));
        } else {
            row.extend([String::new(), String::new()]);
        }
        if published {
            let rate = result.contest.published;
            row.push(rate.map(|rate| format!("{rate:.1} %")).unwrap_or_default());
        }
        if failures {
            row.push(result.failed().to_string());
        }
        list.add_row(row);
    }
    writeln!(out, "{}\n", experiment.title)?;
    write_table(out, list)
}

/// The rate in percent.
pub fn percent(score: Score) -> String {
    format!("{:.1} %", 100.0 * score.rate())
}

fn contest_json(result: &ContestResult<'_>) -> Value {
    let contest = result.contest;
    merged([
        json!({
            "label": contest.label, "game": contest.pairing.game,
            "a": contest.pairing.a, "b": contest.pairing.b, "wanted": contest.games,
        }),
        score_json(&result.score(), contest.pairing.players().unwrap_or(2)),
        json!({
            "failed": {
                "crash": result.count(GameStatus::Crash),
                "timeout": result.count(GameStatus::Timeout),
                "illegal": result.count(GameStatus::Illegal),
            },
            "published": contest.published,
        }),
    ])
}

//! `cairn lab run`: play the missing games.

use std::collections::VecDeque;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;

use cairn_lab::shard::{MANIFEST, Manifest};
use cairn_lab::{
    Experiment, FewerThreads, GameRecord, RunError, Score, Tournament, contest_results, matchups,
    missing_games, play_and_store,
};
use indicatif::{MultiProgress, ProgressBar};

use super::status::{percent, write_results};
use super::{PartArgs, StoreArgs, read_part, store_error};
use crate::arguments::{jobs, threads, whole};
use crate::output::bad_input;
use crate::progress::{bar, keep_ticking, style, warn};
use crate::{End, stop};

/// Play the missing games of an experiment
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn lab run experiments/example.toml
  cairn lab run experiments/example.toml --games 500        500 games of each pairing
  cairn lab run experiments/example.toml --retry            failed games again
  seq 0 7 | parallel -q cairn lab run DIR --shard {} --jobs 1   a shard each, see 'cairn lab submit'

Each finished game is stored at once. Started again after Ctrl-C, a kill or a crash, it plays the \
games that are still missing. Every move of a game is determined by the experiment's seed and the \
game's number, so it does not matter which machine plays it, or when. Ctrl-C ends the run (exit code \
130) and shows the results so far; pressed again after a second, it exits at once.")]
pub struct Args {
    /// The experiment, or with --shard the directory that 'cairn lab submit' created
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    part: PartArgs,
    /// How many games to play at the same time [default: one per core]
    #[arg(long, value_parser = jobs)]
    jobs: Option<NonZero<usize>>,
    /// Play games again that crashed, took too long, had an illegal move or are damaged
    #[arg(long)]
    retry: bool,
    /// Play shard K of a directory and write its games there
    #[arg(long, value_name = "K", conflicts_with_all = ["games", "only", "store", "retry"],
        value_parser = whole::<usize>(0..=99_999))]
    shard: Option<usize>,
    /// Write JSON
    #[arg(long, conflicts_with = "shard")]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    match args.shard {
        Some(shard) => run_shard(args, shard, out),
        None => run_all(args, out),
    }
}

fn run_all(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    if args.file.join(MANIFEST).exists() {
        let text = "a directory of shards: choose one with --shard K";
        return Err(bad_input(format_args!("{} is {text}", args.file.display())));
    }
    let experiment = read_part(&args.file, &args.part)?;
    let mut store = args.store.open()?;
    if args.retry {
        for contest in &experiment.contests {
            store.forget_failed(&contest.pairing).map_err(store_error)?;
        }
    }
    let jobs = missing_games(&experiment, Some(&store)).map_err(store_error)?;
    let pairings = experiment.pairings();
    let matchups = matchups(&pairings).map_err(bad_input)?;
    let stop = stop::on_ctrl_c()?;
    let mut progress = RunProgress::new(&experiment, jobs.len());
    for (index, result) in
        contest_results(&experiment, &store).map_err(store_error)?.iter().enumerate()
    {
        progress.scores[index] = result.score();
    }
    let bar = progress.bar.clone();
    let tournament = Tournament {
        matchups: &matchups,
        threads: threads(args.jobs),
        limit: experiment.timeout,
        stop,
        warn: &|fewer| warn(&bar, fewer),
    };
    let count = |index, game: &GameRecord| progress.count(index, game);
    let result =
        play_and_store(&tournament, &pairings, &jobs, |games| store.add(games).map(drop), count);
    progress.clear();
    result.map_err(|error| match error {
        RunError::Store(error) => store_error(error),
        error => bad_input(error),
    })?;
    let results = contest_results(&experiment, &store).map_err(store_error)?;
    write_results(&experiment, &results, args.json, out)?;
    Ok(if progress.done == jobs.len() { End::Done } else { End::Stopped })
}

fn run_shard(args: &Args, shard: usize, out: &mut dyn Write) -> anyhow::Result<End> {
    let directory = &args.file;
    let manifest = Manifest::read(directory).map_err(bad_input)?;
    let jobs = manifest.jobs(shard).map_err(bad_input)?;
    let stop = stop::on_ctrl_c()?;
    let template = "{bar:30} {pos}/{len} games  {elapsed}, about {eta} left";
    let bar = bar(jobs.len() as u64, template);
    let warn = |fewer: &FewerThreads| warn(&bar, fewer);
    let whole = manifest.play(directory, shard, threads(args.jobs), stop, &warn, |_, _| bar.inc(1));
    bar.finish_and_clear();
    let whole = whole?;
    let games = jobs.len();
    if whole {
        writeln!(out, "shard {shard} of {}: all {games} games have been played", manifest.name)?;
        Ok(End::Done)
    } else {
        writeln!(out, "shard {shard} of {}: stopped; run it again to continue", manifest.name)?;
        Ok(End::Stopped)
    }
}

/// How many pairings the progress shows: those that finished a game last.
const SHOWN: usize = 6;

/// A bar and the latest pairings, on stderr if that is a terminal.
struct RunProgress<'a> {
    experiment: &'a Experiment,
    scores: Vec<Score>,
    done: usize,
    bars: MultiProgress,
    bar: ProgressBar,
    lines: Vec<ProgressBar>,
    recent: VecDeque<usize>,
}

impl<'a> RunProgress<'a> {
    fn new(experiment: &'a Experiment, games: usize) -> Self {
        let bars = MultiProgress::new();
        let bar = bars.add(bar(games as u64, "{bar:30} {pos}/{len} games  {elapsed}"));
        let _ = keep_ticking(&bar);
        let lines = SHOWN.min(experiment.contests.len());
        let line = |_| bars.add(ProgressBar::new_spinner().with_style(style("  {msg}")));
        let lines = (0..lines).map(line).collect();
        let scores = vec![Score::default(); experiment.contests.len()];
        RunProgress { experiment, scores, done: 0, bars, bar, lines, recent: VecDeque::new() }
    }

    fn count(&mut self, index: usize, game: &GameRecord) {
        self.done += 1;
        // After the first game there is an estimate of the time left.
        self.bar.set_style(style("{bar:30} {pos}/{len} games  {msg}  {elapsed}, about {eta} left"));
        let rate = self.done as f64 / self.bar.elapsed().as_secs_f64().max(1e-3);
        self.bar.set_message(match rate {
            1.0.. => format!("{rate:.0} per second"),
            _ => format!("{:.1} per minute", 60.0 * rate),
        });
        self.bar.inc(1);
        game.count(&mut self.scores[index]);
        self.recent.retain(|other| *other != index);
        self.recent.push_front(index);
        self.recent.truncate(self.lines.len());
        for (line, &index) in self.lines.iter().zip(&self.recent) {
            let (label, score) = (&self.experiment.contests[index].label, self.scores[index]);
            let games = score.games();
            let games = if games == 1 { "1 game".into() } else { format!("{games} games") };
            line.set_message(format!("{label}: {} after {games}", percent(score)));
        }
    }

    fn clear(&self) {
        self.lines.iter().for_each(ProgressBar::finish_and_clear);
        self.bar.finish_and_clear();
        let _ = self.bars.clear();
    }
}

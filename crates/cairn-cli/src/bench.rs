//! `cairn bench`: the signature, and how fast the agents are on this machine.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cairn_core::rng::{Rng, derive_seed};
use cairn_lab::{AnyGame, Player};
use serde_json::json;

use crate::arguments::{seconds, seed};
use crate::output::{bad_input, grouped, printable, read_game, table, write_json, write_table};
use crate::progress::bar;
use crate::signature::signature;
use crate::{End, bench_games, stop};

/// The agents that are measured by default, without the game's default keys, so that games can be
/// compared.
const AGENTS: [&str; 9] = [
    "uct:playouts=10000",
    "rave:playouts=10000",
    "grave:playouts=10000",
    "grave:playouts=10000,playout=mast",
    "grave:playouts=10000,playout=patterns,prior=10",
    "graver:nodes=1536,playouts=10000",
    "grave2:nodes=200",
    "graver2:nodes=160,top=160,second=80",
    "graver2:paper,nodes=160,top=160,second=80",
];

/// How many times each is measured, in turn with the others. The median counts, so that a short
/// disturbance does not matter.
pub const ROUNDS: u32 = 5;

/// Measure speed and memory, and print the signature
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cairn bench                                   everything, in about six seconds
  cairn bench --signature                       only the signature
  cairn bench --agent graver2 --agent grave2:nodes=500 --seconds 3
  cairn bench --games                           every game instead of every agent

The signature is a hash of the visit counts of a fixed set of searches. It is the same on every \
machine and in every build, and changes when any search plays differently. 'cairn-signature' in \
'cairn gtp' prints the same number.

The default agents do not use the game's default keys (see 'cairn games NAME'); agents named with \
--agent do. Whole searches of the starting position are timed, in interleaved rounds, and the median \
round counts. Cycles are ticks of the time-stamp counter, at the processor's base clock (x86-64 \
only). Ctrl-C shows the measurements so far; pressed again after a second, it exits at once.

JSON: {signature, game, seed, complete, agents: [{agent, playouts_per_second, cycles_per_playout, \
bytes_per_node, bytes}]}; null where a figure does not apply; 'uniform playouts' are \
playouts without a search. With --games: {seed, complete, games: [{game, uniform, mast, grave}]}, in \
playouts per second.")]
pub struct Args {
    /// An agent to measure instead of the default ones (may be repeated)
    #[arg(long)]
    agent: Vec<String>,
    /// The game
    #[arg(long, default_value = "go9")]
    game: String,
    /// Measure every game: uniform playouts, playouts with MAST, and GRAVE
    #[arg(long, conflicts_with_all = ["agent", "game", "signature"])]
    games: bool,
    /// The time for each agent in seconds; a round finishes the search it is in, so it may take longer
    #[arg(long, default_value_t = 0.5, value_parser = seconds)]
    seconds: f64,
    /// The seed of the timed searches (not of the signature)
    #[arg(long, default_value_t = 1, value_parser = seed)]
    seed: u64,
    /// Print only the signature
    #[arg(long, conflicts_with_all = ["agent", "game", "seconds", "seed"])]
    signature: bool,
    /// The signature of a microcontroller, as the firmware's 'cairn-signature' prints it: only of the
    /// searches that fit there
    #[arg(long, requires = "signature")]
    small: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let round = Duration::from_secs_f64(args.seconds / f64::from(ROUNDS));
    if args.games {
        return bench_games::run(args.seed, round, args.json, out);
    }
    if !args.signature {
        return measure(args, round, out);
    }
    let signature = format!("{:016x}", signature(args.small));
    match args.json {
        true => write_json(out, &json!({"signature": signature}))?,
        false => writeln!(out, "{signature}")?,
    }
    Ok(End::Done)
}

/// What is measured.
enum Subject {
    Playouts(Rng),
    Player(Box<Player>),
}

/// A row of the table, with its rounds so far.
pub struct BenchRow {
    name: String,
    subject: Subject,
    /// Seconds and ticks per playout.
    rounds: Vec<(f64, Option<f64>)>,
}

fn measure(args: &Args, round: Duration, out: &mut dyn Write) -> anyhow::Result<End> {
    let game = read_game(&args.game)?;
    let mut rows = match args.agent.is_empty() {
        true => default_rows(&game, args.seed, &AGENTS)?,
        false => rows(&game, args.agent.iter().map(String::as_str))?,
    };
    let stop = stop::on_ctrl_c()?;
    let bar = bar(u64::from(ROUNDS) * rows.len() as u64, BAR);
    bar.tick();
    bar.set_message("signature");
    let signature = format!("{:016x}", signature(false));
    for number in 0..ROUNDS {
        for row in &mut rows {
            bar.set_message(row.name.clone());
            row.measure(&game, round, derive_seed(args.seed, number.into()), stop);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let complete = !stop.load(Ordering::Relaxed);
    if args.json {
        let agents: Vec<_> = rows.iter().map(BenchRow::json).collect();
        let value = json!({"signature": signature, "game": args.game, "seed": args.seed,
            "complete": complete, "agents": agents});
        write_json(out, &value)?;
    } else {
        writeln!(out, "signature {signature}\n")?;
        write_rows(&rows, out)?;
        if !complete {
            writeln!(out, "\nStopped early: the figures are from the finished rounds.")?;
        }
    }
    Ok(if complete { End::Done } else { End::Stopped })
}

fn rows<'a>(
    game: &AnyGame,
    agents: impl IntoIterator<Item = &'a str>,
) -> anyhow::Result<Vec<BenchRow>> {
    let row = |name: &str| {
        let subject = Subject::Player(Box::new(game.player(name).map_err(bad_input)?));
        Ok(BenchRow { name: name.into(), subject, rounds: Vec::new() })
    };
    agents.into_iter().map(row).collect()
}

/// Uniform playouts, then the agents without the game's default keys.
pub fn default_rows(game: &AnyGame, seed: u64, agents: &[&str]) -> anyhow::Result<Vec<BenchRow>> {
    let subject = Subject::Playouts(Rng::new(seed));
    let uniform = BenchRow { name: "uniform playouts".into(), subject, rounds: Vec::new() };
    let mut all = vec![uniform];
    all.extend(rows(&game.clone().without_defaults(), agents.iter().copied())?);
    Ok(all)
}

/// The progress bar.
pub const BAR: &str = "{bar:30} {percent} %  {msg}";

/// The time-stamp counter, if the processor has one.
fn ticks() -> Option<u64> {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has the instruction.
    #[allow(unused_unsafe)]
    return Some(unsafe { core::arch::x86_64::_rdtsc() });
    #[cfg(not(target_arch = "x86_64"))]
    None
}

impl BenchRow {
    /// One round: at least one search (or a hundred playouts), and more until `time` is over.
    pub fn measure(&mut self, game: &AnyGame, time: Duration, seed: u64, stop: &AtomicBool) {
        let mut start = game.history();
        start.set_dice(seed);
        let (begun, first_tick) = (Instant::now(), ticks());
        let mut playouts = 0;
        while !stop.load(Ordering::Relaxed) {
            playouts += match &mut self.subject {
                Subject::Playouts(rng) => {
                    game.random_playouts(100, rng);
                    100
                }
                Subject::Player(player) => {
                    player.new_game();
                    player.choose(&start, seed, &mut || stop.load(Ordering::Relaxed)).playouts
                }
            };
            if begun.elapsed() >= time {
                break;
            }
        }
        if playouts > 0 && !stop.load(Ordering::Relaxed) {
            let each = |sum: f64| sum / playouts as f64;
            let ticks = ticks().zip(first_tick).map(|(last, first)| each((last - first) as f64));
            self.rounds.push((each(begun.elapsed().as_secs_f64()), ticks));
        }
    }

    /// The median round's seconds and ticks per playout.
    pub fn median(&self) -> Option<(f64, Option<f64>)> {
        let mut rounds = self.rounds.clone();
        rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
        rounds.get(rounds.len() / 2).copied()
    }

    fn memory(&self) -> Option<(Option<f64>, usize)> {
        match &self.subject {
            Subject::Playouts(_) => None,
            Subject::Player(player) => {
                let summary = player.summary();
                Some((summary.bytes_per_node(), summary.bytes))
            }
        }
    }

    fn json(&self) -> serde_json::Value {
        let (median, memory) = (self.median(), self.memory());
        json!({
            "agent": self.name,
            "playouts_per_second": median.map(|(seconds, _)| (1.0 / seconds).round()),
            "cycles_per_playout": median.and_then(|(_, ticks)| ticks).map(f64::round),
            "bytes_per_node": memory.and_then(|(node, _)| node),
            "bytes": memory.map(|(_, bytes)| bytes),
        })
    }
}

fn write_rows(rows: &[BenchRow], out: &mut dyn Write) -> anyhow::Result<()> {
    let header = ["agent", ">playouts/s", ">cycles/playout", ">bytes/node", ">bytes"];
    let mut list = table(&header);
    let whole =
        |value: Option<f64>| value.map_or("–".into(), |value| grouped(value.round() as u64));
    for row in rows {
        let (median, memory) = (row.median(), row.memory());
        list.add_row([
            printable(&row.name),
            whole(median.map(|(seconds, _)| 1.0 / seconds)),
            whole(median.and_then(|(_, ticks)| ticks)),
            whole(memory.and_then(|(node, _)| node)),
            whole(memory.map(|(_, bytes)| bytes as f64)),
        ]);
    }
    write_table(out, list)?;
    if ticks().is_some() {
        writeln!(out, "\nCycles are ticks of the time-stamp counter (base clock).")?;
    }
    Ok(())
}

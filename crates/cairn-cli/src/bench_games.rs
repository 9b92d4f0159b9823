//! `cairn bench --games`: the speed of every game.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_core::rng::derive_seed;
use cairn_games::registry::GAMES;
use cairn_lab::AnyGame;
use serde_json::{Value, json};

use crate::bench::{BAR, ROUNDS, default_rows};
use crate::output::{grouped, read_game, table, write_json, write_table};
use crate::progress::bar;
use crate::{End, stop};

/// Measured besides uniform playouts: flat Monte Carlo, which is hardly more than its playouts, and a
/// search.
const AGENTS: [&str; 2] = ["mc:playouts=1000,playout=mast", "grave:playouts=10000"];

pub fn run(seed: u64, round: Duration, json: bool, out: &mut dyn Write) -> anyhow::Result<End> {
    let stop = stop::on_ctrl_c()?;
    let bar = bar(GAMES.len() as u64, BAR);
    bar.tick();
    let mut games = Vec::new();
    for info in GAMES {
        bar.set_message(info.name);
        let speeds = measure(&read_game(info.name)?, seed, round, stop)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        games.push((info, speeds));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let complete = games.len() == GAMES.len();
    if json {
        let list: Vec<Value> = games
            .iter()
            .map(|(info, [uniform, mast, grave])| {
                json!({"game": info.name, "uniform": uniform, "mast": mast, "grave": grave})
            })
            .collect();
        write_json(out, &json!({"seed": seed, "complete": complete, "games": list}))?;
    } else {
        let mut list = table(&["game", ">uniform", ">MAST", ">GRAVE"]);
        for (info, speeds) in &games {
            let speeds = speeds.iter().map(|&speed| grouped(speed));
            list.add_row([info.name.to_owned()].into_iter().chain(speeds));
        }
        write_table(out, list)?;
        writeln!(out, "\nPlayouts per second from the start of the game.")?;
        if !complete {
            writeln!(out, "Stopped early: the other games were not measured.")?;
        }
    }
    Ok(if complete { End::Done } else { End::Stopped })
}

/// Playouts per second: uniform ones, and those of each agent.
fn measure(
    game: &AnyGame,
    seed: u64,
    round: Duration,
    stop: &AtomicBool,
) -> anyhow::Result<[u64; 1 + AGENTS.len()]> {
    let mut rows = default_rows(game, seed, &AGENTS)?;
    // With `--seconds 0`, for a try, one round is enough.
    for number in 0..if round.is_zero() { 1 } else { ROUNDS } {
        for row in &mut rows {
            row.measure(game, round, derive_seed(seed, number.into()), stop);
        }
    }
    let mut speeds = [0; 1 + AGENTS.len()];
    for (speed, row) in speeds.iter_mut().zip(&rows) {
        *speed = row.median().map_or(0, |(seconds, _)| (1.0 / seconds).round() as u64);
    }
    Ok(speeds)
}

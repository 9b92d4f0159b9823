//! Is the store a bottleneck? Games recorded in a second: made-up ones, and real ones that are as
//! short as can be, beside the same games played into nothing.
//!
//! `cargo bench -p cairn-lab --bench store [-- THREADS]`; the store is a file in the directory for
//! temporary files (TMPDIR), which should be on a disk.
#![allow(missing_docs)]

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cairn_lab::{
    Conditions, GameRecord, GameStatus, Openings, Pairing, Store, Tournament, matchups, missing,
    play_and_store,
};

const GAMES: u32 = 10_000;
const ROUNDS: usize = 5;

/// The median of several measurements of how many games a second `f` takes.
fn rate(mut f: impl FnMut()) -> f64 {
    let mut rates: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begun = Instant::now();
            f();
            f64::from(GAMES) / begun.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[ROUNDS / 2]
}

fn with_store(f: impl FnOnce(&mut Store)) {
    let directory = tempfile::tempdir().unwrap();
    f(&mut Store::open(&directory.path().join("games.db")).unwrap());
}

fn made_up(number: u32) -> GameRecord {
    GameRecord {
        number,
        seat: number as usize % 2,
        status: GameStatus::Done,
        reward: number % 3,
        denominator: 2,
        opening: 0,
        plies: 9,
        moves: "b2 a1 c3 a3 a2 c2 b1 b3 c1".into(),
        playouts: [50, 20],
        seconds: f64::from(number) / 1e6,
        program: cairn_lab::PROGRAM.into(),
    }
}

fn play<E: std::fmt::Debug>(
    pairing: &Pairing,
    threads: usize,
    store: impl FnMut(&[(&Pairing, GameRecord)]) -> Result<(), E>,
) {
    let jobs = missing(&[GAMES], &[vec![]]);
    let (pairings, stop) = ([pairing.clone()], AtomicBool::new(false));
    let matchups = matchups(&pairings).unwrap();
    let tournament =
        Tournament { matchups: &matchups, threads, limit: None, stop: &stop, warn: &|_| {} };
    play_and_store(&tournament, &pairings, &jobs, store, |_, _| {}).unwrap();
}

fn main() {
    let threads = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let threads = threads
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));
    let conditions = Conditions { seed: 1, openings: Openings::None };
    let pairing = |a| Pairing::new("tictactoe", a, "mc:playouts=5", &conditions).unwrap();
    println!("{GAMES} games of tictactoe, median of {ROUNDS}, games/s");
    for batch in [1, 20, 512] {
        let pairing = pairing("mc:playouts=6");
        let recorded = rate(|| {
            with_store(|store| {
                let games: Vec<_> = (0..GAMES).map(|number| (&pairing, made_up(number))).collect();
                for batch in games.chunks(batch) {
                    assert_eq!(store.add(batch).unwrap().new, batch.len());
                }
            });
        });
        println!("{recorded:9.0}  made-up games, {batch} in a transaction");
    }
    for agent in ["mc:playouts=5", "uct:playouts=20"] {
        let pairing = pairing(agent);
        let nowhere = rate(|| play(&pairing, threads, |_| Ok::<_, Infallible>(())));
        let stored = rate(|| {
            with_store(|store| play(&pairing, threads, |games| store.add(games).map(drop)))
        });
        println!("{nowhere:9.0}  {agent} v mc:playouts=5 on {threads} threads, not recorded");
        println!("{stored:9.0}  the same, recorded");
    }
}

//! Playing recorded games again.

use std::collections::HashMap;

use cairn_arena::{GameRecord, GameStatus, Job};
use cairn_core::Rng;

use crate::pairing::Pairing;
use crate::records::Sink;
use crate::run::{Run, RunError};

/// The result of playing games again.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// How many games were the same.
    pub same: usize,
    /// The others: the pairing's index, the recorded game and the new one.
    pub differing: Vec<(usize, GameRecord, GameRecord)>,
}

/// A random sample of `size` reproducible games of all pairings, and how many games are not
/// reproducible because of a time limit.
pub fn sample(games: &[(&Pairing, &[GameRecord])], size: usize, seed: u64) -> (Vec<Job>, usize) {
    let mut jobs: Vec<Job> = Vec::new();
    let mut timed = 0;
    for (index, (pairing, games)) in games.iter().enumerate() {
        for game in *games {
            if pairing.is_replayable() && game.status != GameStatus::Timeout {
                jobs.push((index, game.number));
            } else {
                timed += 1;
            }
        }
    }
    // The first steps of a Fisher-Yates shuffle.
    let mut rng = Rng::new(seed);
    let size = size.min(jobs.len());
    for index in 0..size {
        let other = index + rng.below((jobs.len() - index) as u32) as usize;
        jobs.swap(index, other);
    }
    jobs.truncate(size);
    jobs.sort_unstable();
    (jobs, timed)
}

/// Plays the run's games again and compares them with the records.
pub fn verify(
    run: &Run<'_>,
    records: &[&[GameRecord]],
    mut progress: impl FnMut(&Verified),
) -> Result<Verified, RunError<std::convert::Infallible>> {
    struct Nowhere;
    impl Sink for Nowhere {
        type Error = std::convert::Infallible;
        fn put(&mut self, _: &[(&Pairing, GameRecord)]) -> Result<(), Self::Error> {
            Ok(())
        }
    }
    let mut known = HashMap::new();
    for (index, games) in records.iter().enumerate() {
        known.extend(games.iter().map(|game| ((index, game.number), game)));
    }
    let mut verified = Verified::default();
    run.play(&mut Nowhere, |index, game| {
        let record = known[&(index, game.number)];
        if record.same_game(game) {
            verified.same += 1;
        } else {
            verified.differing.push((index, record.clone(), game.clone()));
        }
        progress(&verified);
    })?;
    // They ended in any order.
    verified.differing.sort_by_key(|(index, record, _)| (*index, record.number));
    Ok(verified)
}

//! Playing recorded games again.

use std::collections::HashMap;

use cairn_arena::{GameRecord, GameStatus, Job, Tournament, TournamentError};
use cairn_core::Rng;

use crate::pairing::Pairing;

/// The result of playing games again.
#[derive(Clone, Debug, Default)]
pub struct Verification {
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

/// Plays games again and compares them with the records of each pairing.
pub fn verify(
    tournament: &Tournament<'_>,
    jobs: &[Job],
    records: &[&[GameRecord]],
    mut progress: impl FnMut(&Verification),
) -> Result<Verification, TournamentError> {
    let mut known = HashMap::new();
    for (index, games) in records.iter().enumerate() {
        known.extend(games.iter().map(|game| ((index, game.number), game)));
    }
    let mut found = Verification::default();
    let take = |games: Vec<(usize, GameRecord)>| {
        for (index, game) in games {
            let record = known[&(index, game.number)];
            if record.same_game(&game) {
                found.same += 1;
            } else {
                found.differing.push((index, record.clone(), game));
            }
            progress(&found);
        }
        true
    };
    tournament.play(jobs.len(), |index| jobs[index], take)?;
    // They ended in any order.
    found.differing.sort_by_key(|(index, record, _)| (*index, record.number));
    Ok(found)
}

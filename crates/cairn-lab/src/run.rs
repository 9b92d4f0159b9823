//! Playing the games of an experiment that are missing.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cairn_arena::{FewerThreads, GameRecord, Job, Matchup, Schedule, ScheduleError};

use crate::pairing::{Pairing, PairingError};
use crate::records::Sink;

/// How many games of a pairing are played before the next pairing has its turn. So results grow
/// evenly, and players are not made again for every game.
const BLOCK: u32 = 20;

/// The games that are missing: `wanted` is the number of games of each pairing, `played` the sorted
/// numbers of its games so far.
pub fn missing(wanted: &[u32], played: &[Vec<u32>]) -> Vec<Job> {
    let blocks = wanted.iter().map(|games| games.div_ceil(BLOCK)).max().unwrap_or(0);
    let mut jobs = Vec::new();
    for block in 0..blocks {
        for (pairing, (&wanted, played)) in wanted.iter().zip(played).enumerate() {
            let first = block * BLOCK;
            let numbers = first..first.saturating_add(BLOCK).min(wanted);
            let missing = numbers.filter(|number| played.binary_search(number).is_err());
            jobs.extend(missing.map(|number| (pairing, number)));
        }
    }
    jobs
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// The games could not be stored.
    #[error("{0}")]
    Sink(E),
    /// A pairing cannot be played.
    #[error(transparent)]
    Pairing(#[from] PairingError),
    /// The games cannot be played.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

/// Plays the games of pairings: a [`Schedule`] that stores them.
pub struct Run<'a> {
    /// The pairings that jobs refer to.
    pub pairings: &'a [Pairing],
    /// The games to play, in order.
    pub jobs: &'a [Job],
    /// How many threads play.
    pub threads: usize,
    /// The time limit of a game.
    pub limit: Option<Duration>,
    /// Set it to end the run; unfinished games are dropped.
    pub stop: &'a AtomicBool,
    /// Called if not all threads could be started; play goes on with fewer.
    pub warn: &'a dyn Fn(&FewerThreads),
}

impl Run<'_> {
    /// Plays. Finished games go to `sink`; then `progress` is called with the index of the pairing.
    pub fn play<S: Sink>(
        &self,
        sink: &mut S,
        mut progress: impl FnMut(usize, &GameRecord),
    ) -> Result<(), RunError<S::Error>> {
        let Run { pairings, jobs, threads, limit, stop, warn } = *self;
        let matchups: Vec<Matchup> =
            pairings.iter().map(Pairing::matchup).collect::<Result<_, _>>()?;
        let schedule = Schedule { matchups: &matchups, threads, limit, stop, warn };
        let mut kept = Ok(());
        let played = schedule.play(
            jobs.len(),
            |index| jobs[index],
            |games| {
                let batch: Vec<_> =
                    games.iter().map(|(index, game)| (&pairings[*index], game.clone())).collect();
                kept = sink.put(&batch);
                if kept.is_ok() {
                    games.iter().for_each(|(index, game)| progress(*index, game));
                }
                kept.is_ok()
            },
        );
        kept.map_err(RunError::Sink)?;
        Ok(played?)
    }
}

//! Playing what an experiment wants and nobody has played yet.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use crate::openings::OpeningError;
use crate::pairing::{Pairing, PairingError};
use crate::records::Sink;
use crate::table::{AnyTable, Record};

/// So many games of a pairing are played before its neighbour has its turn: results grow evenly,
/// and players are not made anew for every game.
const BLOCK: u32 = 20;
/// So many games are handed over at once at most, and a hand-over takes milliseconds.
const BATCH: usize = 512;

/// A game to be played: the index of its pairing and its number.
pub type Job = (usize, u32);

/// The games that are missing: `played` has the numbers of each pairing's games in order, `wanted`
/// how many there should be.
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
    /// The games could not be kept.
    #[error("{0}")]
    Sink(E),
    /// A pairing cannot be played.
    #[error(transparent)]
    Pairing(PairingError),
    /// Its games cannot begin.
    #[error(transparent)]
    Opening(OpeningError),
}

/// How to play.
pub struct Run<'a> {
    /// The pairings that jobs speak of.
    pub pairings: &'a [Pairing],
    /// The games to play, in order.
    pub jobs: &'a [Job],
    /// Threads to play on.
    pub threads: usize,
    /// The time a game may take.
    pub limit: Option<Duration>,
    /// Ends the run when it is set; unfinished games are dropped.
    pub stop: &'a AtomicBool,
}

impl Run<'_> {
    /// Plays. Finished games go to `sink`, and from there to `progress`.
    pub fn play<S: Sink>(
        &self,
        sink: &mut S,
        mut progress: impl FnMut(usize, &Record),
    ) -> Result<(), RunError<S::Error>> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let stopped = || self.stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            // A full channel makes players wait, so that a slow store bounds memory, not the run.
            let (sender, receiver) = mpsc::sync_channel(4 * BATCH);
            for _ in 0..self.threads.clamp(1, self.jobs.len().max(1)) {
                let (sender, next, stopped) = (sender.clone(), &next, &stopped);
                scope.spawn(move || {
                    let mut worker = Worker { run: self, table: None };
                    while let Some(&job) = self.jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        match worker.play(job, stopped) {
                            Ok(None) => break,
                            game => {
                                if sender
                                    .send(game.map(|game| (job.0, game.expect("not none"))))
                                    .is_err()
                                {
                                    break;
                                }
                            }
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            let mut keep = |batch: &mut Vec<(&Pairing, Record)>, indices: &mut Vec<usize>| {
                sink.put(batch).map_err(RunError::Sink)?;
                for (index, (_, game)) in indices.drain(..).zip(batch.drain(..)) {
                    progress(index, &game);
                }
                Ok(())
            };
            let (mut batch, mut indices) = (Vec::new(), Vec::new());
            while let Ok(first) = receiver.recv() {
                // Whatever has gathered meanwhile goes with it.
                for game in std::iter::once(first).chain(receiver.try_iter().take(BATCH)) {
                    match game {
                        Ok((index, game)) => {
                            batch.push((&self.pairings[index], game));
                            indices.push(index);
                        }
                        Err(error) => result = result.and(Err(error.into())),
                    }
                }
                result = result.and(keep(&mut batch, &mut indices));
                if result.is_err() {
                    failed.store(true, Ordering::Relaxed);
                    // The players must not wait for a channel that nobody empties.
                    receiver.iter().for_each(drop);
                    break;
                }
            }
            result
        })
    }
}

enum PlayError {
    Pairing(PairingError),
    Opening(OpeningError),
}

impl<E> From<PlayError> for RunError<E> {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Pairing(error) => RunError::Pairing(error),
            PlayError::Opening(error) => RunError::Opening(error),
        }
    }
}

/// One thread's players.
struct Worker<'a> {
    run: &'a Run<'a>,
    table: Option<(usize, Box<dyn AnyTable>)>,
}

impl Worker<'_> {
    fn play(
        &mut self,
        (index, number): Job,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Record>, PlayError> {
        let pairing = &self.run.pairings[index];
        if self.table.as_ref().is_none_or(|(at, _)| *at != index) {
            // The old players go first: two sets at once might not fit.
            self.table = None;
            self.table = Some((index, pairing.table().map_err(PlayError::Pairing)?));
        }
        let (_, table) = self.table.as_mut().expect("just made");
        table.play(&pairing.rounds(), number, self.run.limit, stopped).map_err(PlayError::Opening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Openings;
    use crate::table::Rounds;

    #[test]
    fn missing_games_are_found_block_by_block() {
        let jobs = missing(&[22, 3], &[vec![0, 1, 5, 21], vec![]]);
        assert_eq!(jobs.len(), 18 + 3);
        assert_eq!((jobs[0], jobs[2]), ((0, 2), (0, 4)));
        assert_eq!(jobs[16..], [(0, 19), (1, 0), (1, 1), (1, 2), (0, 20)]);
        assert!(missing(&[2], &[vec![0, 1, 2]]).is_empty(), "more than wanted is enough");
    }

    struct List(Vec<(Pairing, Record)>, usize);

    impl Sink for List {
        type Error = &'static str;
        fn put(&mut self, games: &[(&Pairing, Record)]) -> Result<(), &'static str> {
            self.0.extend(games.iter().map(|(pairing, game)| ((*pairing).clone(), game.clone())));
            if self.0.len() > self.1 { Err("full") } else { Ok(()) }
        }
    }

    fn pairings() -> Vec<Pairing> {
        let rounds = Rounds { seed: 1, openings: Openings::Random(1) };
        let pairing = |a| Pairing::new("tictactoe", a, "mc:playouts=10", &rounds).unwrap();
        vec![pairing("uct:playouts=20"), pairing("grave:playouts=20")]
    }

    fn played(
        threads: usize,
        room: usize,
    ) -> Result<Vec<(Pairing, Record)>, RunError<&'static str>> {
        let pairings = pairings();
        let jobs = missing(&[50, 30], &[vec![], vec![3]]);
        let stop = AtomicBool::new(false);
        let run = Run { pairings: &pairings, jobs: &jobs, threads, limit: None, stop: &stop };
        let mut list = List(Vec::new(), room);
        let mut seen = 0;
        run.play(&mut list, |_, _| seen += 1)?;
        assert_eq!(seen, 79);
        list.0.sort_by_key(|(pairing, game)| (pairing.clone(), game.number));
        list.0.iter_mut().for_each(|(_, game)| game.seconds = 0.0);
        Ok(list.0)
    }

    #[test]
    fn a_run_plays_every_job_once_whatever_the_threads() {
        let games = played(1, usize::MAX).unwrap();
        assert_eq!(games.len(), 79);
        assert_eq!(games, played(3, usize::MAX).unwrap());
    }

    #[test]
    fn a_sink_that_fails_ends_the_run() {
        assert!(matches!(played(2, 40), Err(RunError::Sink("full"))));
    }

    #[test]
    fn a_stopped_run_keeps_what_is_finished() {
        let pairings = pairings();
        let jobs = missing(&[50, 30], &[vec![], vec![]]);
        let stop = AtomicBool::new(false);
        let run = Run { pairings: &pairings, jobs: &jobs, threads: 2, limit: None, stop: &stop };
        let mut list = List(Vec::new(), usize::MAX);
        run.play(&mut list, |_, _| stop.store(true, Ordering::Relaxed)).unwrap();
        assert!(!list.0.is_empty() && list.0.len() < 80);
    }
}

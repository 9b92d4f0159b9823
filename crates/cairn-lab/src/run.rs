//! Playing what an experiment wants and nobody has played yet.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cairn_arena::{FewerThreads, GameRecord, Job, Matchup, Schedule, ScheduleError};

use crate::pairing::{Pairing, PairingError};
use crate::records::Sink;

/// How many games of a pairing are played before its neighbour has its turn: results grow evenly,
/// and players are not made again for every game.
const BLOCK: u32 = 20;

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
    Pairing(#[from] PairingError),
    /// Its games cannot be played.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

/// How to play.
pub struct Run<'a> {
    /// The pairings that jobs refer to.
    pub pairings: &'a [Pairing],
    /// The games to play, in order.
    pub jobs: &'a [Job],
    /// Threads to play on.
    pub threads: usize,
    /// The time a game may take.
    pub limit: Option<Duration>,
    /// Ends the run when it is set; unfinished games are dropped.
    pub stop: &'a AtomicBool,
    /// Called if not all threads could be started; the others play on.
    pub warn: &'a dyn Fn(&FewerThreads),
}

impl Run<'_> {
    /// Plays. Finished games go to `sink`, and from there to `progress`.
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
                let (indices, batch): (Vec<_>, Vec<_>) = games
                    .into_iter()
                    .map(|(index, game)| (index, (&pairings[index], game)))
                    .unzip();
                kept = sink.put(&batch);
                if kept.is_ok() {
                    indices
                        .iter()
                        .zip(&batch)
                        .for_each(|(&index, (_, game))| progress(index, game));
                }
                kept.is_ok()
            },
        );
        kept.map_err(RunError::Sink)?;
        Ok(played?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_arena::Conditions;
    use cairn_arena::Openings;
    use std::sync::atomic::Ordering;

    #[test]
    fn missing_games_are_found_block_by_block() {
        let jobs = missing(&[22, 3], &[vec![0, 1, 5, 21], vec![]]);
        assert_eq!(jobs.len(), 18 + 3);
        assert_eq!((jobs[0], jobs[2]), ((0, 2), (0, 4)));
        assert_eq!(jobs[16..], [(0, 19), (1, 0), (1, 1), (1, 2), (0, 20)]);
        assert!(missing(&[2], &[vec![0, 1, 2]]).is_empty(), "more than wanted is enough");
    }

    struct List(Vec<(Pairing, GameRecord)>, usize);

    impl Sink for List {
        type Error = &'static str;
        fn put(&mut self, games: &[(&Pairing, GameRecord)]) -> Result<(), &'static str> {
            self.0.extend(games.iter().map(|(pairing, game)| ((*pairing).clone(), game.clone())));
            if self.0.len() > self.1 { Err("full") } else { Ok(()) }
        }
    }

    fn pairings() -> Vec<Pairing> {
        let conditions = Conditions { seed: 1, openings: Openings::Random(1) };
        let pairing = |a| Pairing::new("tictactoe", a, "mc:playouts=10", &conditions).unwrap();
        vec![pairing("uct:playouts=20"), pairing("grave:playouts=20")]
    }

    fn played(
        threads: usize,
        room: usize,
    ) -> Result<Vec<(Pairing, GameRecord)>, RunError<&'static str>> {
        let pairings = pairings();
        let jobs = missing(&[50, 30], &[vec![], vec![3]]);
        let stop = AtomicBool::new(false);
        let run = Run {
            pairings: &pairings,
            jobs: &jobs,
            threads,
            limit: None,
            stop: &stop,
            warn: &|_| {},
        };
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
        let run = Run {
            pairings: &pairings,
            jobs: &jobs,
            threads: 2,
            limit: None,
            stop: &stop,
            warn: &|_| {},
        };
        let mut list = List(Vec::new(), usize::MAX);
        run.play(&mut list, |_, _| stop.store(true, Ordering::Relaxed)).unwrap();
        assert!(!list.0.is_empty() && list.0.len() < 80);
    }
}

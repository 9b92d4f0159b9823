//! Many games, on several threads: the one loop behind matches, experiments and their verification.
//!
//! A game is decided by its matchup and its number alone, so the results do not depend on the number
//! of threads, nor on the order in which games end. An experiment takes games as they end
//! ([`Schedule::play`]); a match is one matchup and takes them in the order of their numbers
//! ([`Schedule::play_match`]), so that it can end when enough is known.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::game::AnyGame;
use crate::openings::OpeningError;
use crate::opponents::{Conditions, GameRecord, Opponents};
use crate::player::AgentError;
use crate::stats::Score;
use crate::workers::{FewerThreads, run_jobs};

/// Two agents at a game.
///
/// A plays first in even games and second in odd ones. With more than two players, A takes seat
/// (game number modulo players) and a B each of the others. Each game's seed derives from the
/// conditions' seed and the game's number.
#[derive(Clone)]
pub struct Matchup {
    /// The game.
    pub game: AnyGame,
    /// The agents A and B.
    pub agents: [String; 2],
    /// All else that decides the games.
    pub conditions: Conditions,
}

impl Matchup {
    fn opponents(&self) -> Result<Opponents, AgentError> {
        self.game.opponents(&self.agents[0], &self.agents[1])
    }
}

/// A game to be played: the index of its matchup and its number.
pub type Job = (usize, u32);

/// How to play.
#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    /// The matchups that jobs refer to.
    pub matchups: &'a [Matchup],
    /// Threads to play on. A single one is the caller's own.
    pub threads: usize,
    /// The time a game may take.
    pub limit: Option<Duration>,
    /// Ends it when set; unfinished games are dropped.
    pub stop: &'a dyn StopSignal,
    /// Called if not all threads could be started; the others play on.
    pub warn: &'a dyn Fn(&FewerThreads),
}

/// Says when to end play: a flag, or anything else that can be asked.
pub trait StopSignal: Sync {
    /// Whether to stop. Every thread that plays asks once in a few playouts; the caller's thread asks
    /// at least twenty times a second, because some signals reach no other.
    fn is_set(&self) -> bool;
}

impl StopSignal for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Why games cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScheduleError {
    /// An agent cannot play.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The machine has memory for some of the games that should be played at a time.
    #[error(
        "there is memory for {fit} of {jobs} games at a time: take fewer jobs, or allow the agents \
         less memory"
    )]
    Jobs {
        /// How many games it has memory for; at least one.
        fit: usize,
        /// How many were asked for.
        jobs: usize,
    },
    /// The games cannot begin like that.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchResult {
    /// A's score over the games that are done.
    pub score: Score,
    /// Games that failed; they count for nobody.
    pub failed: u32,
    /// Whether all games were played.
    pub complete: bool,
    /// Time taken.
    pub time: Duration,
}

/// How many games of a match a thread may be ahead of the oldest that is not finished. What is ahead
/// waits in memory until it can be counted.
const AHEAD: usize = 64;

impl Schedule<'_> {
    /// Plays the games that `job` names, from 0 to `jobs` − 1. Finished games go to `take` in the
    /// order in which they end, each with the index of its matchup; when it returns false, play ends.
    pub fn play(
        &self,
        jobs: usize,
        job: impl Fn(usize) -> Job + Sync,
        mut take: impl FnMut(Vec<(usize, GameRecord)>) -> bool,
    ) -> Result<(), ScheduleError> {
        let mut players = self.players(jobs, &job)?;
        let Schedule { limit, stop, warn, .. } = *self;
        let end = AtomicBool::new(false);
        let stopped = || stop.is_set() || end.load(Ordering::Relaxed);
        let play = |worker: &mut Worker<'_>, index: usize| {
            let _guard = EndOnPanic(&end);
            let job = job(index);
            let game = worker.play(job, limit, &stopped).transpose()?;
            Some(game.map(|game| (job.0, game)))
        };
        let mut result = Ok(());
        run_jobs(&mut players, jobs, warn, play, |games| {
            // Only for the sake of asking on this thread.
            stop.is_set();
            if games.is_empty() || result.is_err() || end.load(Ordering::Relaxed) {
                return;
            }
            let mut finished = Vec::with_capacity(games.len());
            for game in games {
                match game {
                    Ok(game) => finished.push(game),
                    Err(error) => result = result.clone().and(Err(error)),
                }
            }
            if !take(finished) || result.is_err() {
                end.store(true, Ordering::Relaxed);
            }
        });
        result
    }

    /// Plays games 0 to `games` − 1 of the only matchup. `progress` is called for each game, in the
    /// order of their numbers, with the score so far; when it returns false, the match ends and later
    /// games do not count. When `stop` is set, it ends with the games that are finished.
    pub fn play_match(
        &self,
        games: u32,
        mut progress: impl FnMut(&GameRecord, Score) -> bool,
    ) -> Result<MatchResult, ScheduleError> {
        let begun = Instant::now();
        let [matchup] = self.matchups else { panic!("a match is one matchup") };
        matchup.game.check(&matchup.conditions.openings)?;
        let ahead = AHEAD * self.threads.max(1);
        // Games before this one are counted.
        let counted = AtomicUsize::new(0);
        let ended = AtomicBool::new(false);
        let stop = self.stop;
        let in_turn = |index: usize| {
            let stopped = || stop.is_set() || ended.load(Ordering::Relaxed);
            while index - counted.load(Ordering::Relaxed) >= ahead && !stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            (0, index as u32)
        };
        let (score, failed) = (RefCell::new(Score::default()), RefCell::new(0));
        let mut count = |game: &GameRecord| {
            let mut score = score.borrow_mut();
            let before = score.games();
            game.count(&mut score);
            *failed.borrow_mut() += u32::from(score.games() == before);
            progress(game, *score)
        };
        let (mut waiting, mut goes_on) = (BTreeMap::new(), true);
        let played = self.play(games as usize, in_turn, |games| {
            waiting.extend(games.into_iter().map(|(_, game)| (game.number as usize, game)));
            while goes_on && let Some(game) = waiting.remove(&counted.load(Ordering::Relaxed)) {
                counted.fetch_add(1, Ordering::Relaxed);
                goes_on = count(&game);
            }
            ended.store(!goes_on, Ordering::Relaxed);
            goes_on
        });
        ended.store(true, Ordering::Relaxed);
        played?;
        // Finished games after one that was stopped.
        for game in waiting.values() {
            goes_on = goes_on && count(game);
        }
        let (score, failed) = (score.into_inner(), failed.into_inner());
        let complete = score.games() + failed == games;
        Ok(MatchResult { score, failed, complete, time: begun.elapsed() })
    }

    /// Workers with the players of their first games: all that memory is taken before the first
    /// move, so that a lack of it shows at once.
    fn players(
        &self,
        jobs: usize,
        job: impl Fn(usize) -> Job,
    ) -> Result<Vec<Worker<'_>>, ScheduleError> {
        let threads = self.threads.clamp(1, jobs.max(1));
        let mut workers = Vec::new();
        for index in 0..threads {
            let mut worker =
                Worker { matchups: self.matchups, opponents: None, threads, alone: index == 0 };
            if index < jobs {
                worker.seat(job(index).0).map_err(|error| match error {
                    ScheduleError::Jobs { jobs, .. } => ScheduleError::Jobs { fit: index, jobs },
                    error => error,
                })?;
            }
            workers.push(worker);
        }
        workers.iter_mut().for_each(|worker| worker.alone = threads == 1);
        Ok(workers)
    }
}

/// A thread that panics leaves a game that nobody finishes: the others must not wait for it.
struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// One thread's players.
struct Worker<'a> {
    matchups: &'a [Matchup],
    opponents: Option<(usize, Opponents)>,
    threads: usize,
    /// Whether it would need the same memory if it played alone.
    alone: bool,
}

impl Worker<'_> {
    /// The players of a matchup.
    fn seat(&mut self, matchup: usize) -> Result<&mut Opponents, ScheduleError> {
        if self.opponents.as_ref().is_none_or(|(index, _)| *index != matchup) {
            // The old players go first: two sets at once might not fit.
            self.opponents = None;
        }
        let (_, opponents) = match &mut self.opponents {
            Some(opponents) => opponents,
            none => {
                let made = self.matchups[matchup].opponents();
                none.insert((
                    matchup,
                    made.map_err(|error| match error.lacks_memory && !self.alone {
                        true => ScheduleError::Jobs { fit: 1, jobs: self.threads },
                        false => error.into(),
                    })?,
                ))
            }
        };
        Ok(opponents)
    }

    fn play(
        &mut self,
        (matchup, number): Job,
        limit: Option<Duration>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<GameRecord>, ScheduleError> {
        let matchups = self.matchups;
        self.seat(matchup)?.play(&matchups[matchup].conditions, number, limit, stopped)
    }
}

//! Many games on several threads: the only loop over games, used by matches, experiments and
//! verification.
//!
//! A game is determined by its matchup and its number, so results depend neither on the number of
//! threads nor on the order in which games end. An experiment takes games as they end
//! ([`Tournament::play`]). A match has one matchup and takes them in the order of their numbers
//! ([`Tournament::play_match`]), so that a sequential test can end it.

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

/// Two agents and the game they play.
///
/// A plays first in even games and second in odd ones. With more than two players, A has seat
/// (game number modulo players) and a B has each other seat. Each game's seed derives from the
/// conditions' seed and the game's number.
#[derive(Clone)]
pub struct Matchup {
    /// The game.
    pub game: AnyGame,
    /// The agents A and B.
    pub agents: [String; 2],
    /// The seed and the openings.
    pub conditions: Conditions,
}

impl Matchup {
    /// The players, with all their memory allocated.
    pub fn opponents(&self) -> Result<Opponents, AgentError> {
        self.game.opponents(&self.agents[0], &self.agents[1])
    }
}

/// A game to play: the index of its matchup, and its number.
pub type Job = (usize, u32);

/// How to play many games.
#[derive(Clone, Copy)]
pub struct Tournament<'a> {
    /// The matchups that jobs refer to.
    pub matchups: &'a [Matchup],
    /// How many threads play. With 1, the calling thread plays.
    pub threads: usize,
    /// The time limit of a game.
    pub limit: Option<Duration>,
    /// Ends play when it is set; unfinished games are dropped.
    pub stop: &'a dyn StopSignal,
    /// Called if not all threads could be started; play goes on with fewer.
    pub warn: &'a dyn Fn(&FewerThreads),
}

/// Says when to end play: a flag, or anything else that can be asked.
pub trait StopSignal: Sync {
    /// Whether to stop. Every thread that plays asks once in a few playouts. The calling thread asks at
    /// least twenty times a second, because some signals reach no other thread.
    fn is_set(&self) -> bool;
}

impl StopSignal for AtomicBool {
    fn is_set(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// Why the games cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TournamentError {
    /// An agent cannot play.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// There is not enough memory for all threads.
    #[error(
        "agent {} or {}: there is memory for only {fit} of {jobs} games at a time: use fewer jobs, \
         or give the agents less memory", agents[0], agents[1]
    )]
    Jobs {
        /// The agents.
        agents: [String; 2],
        /// How many games there is memory for; at least one.
        fit: usize,
        /// How many were asked for.
        jobs: usize,
    },
    /// An opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchResult {
    /// A's score over the finished games.
    pub score: Score,
    /// How many games failed; they are not counted in the score.
    pub failed: u32,
    /// Whether all games were played.
    pub complete: bool,
    /// How long it took.
    pub time: Duration,
}

/// How many games per thread a match may be ahead of its oldest unfinished game. Games ahead of it
/// wait in memory until they can be counted.
const AHEAD: usize = 64;

impl Tournament<'_> {
    /// Plays the games `job(0)` to `job(jobs - 1)`. Finished games go to `take` in the order in which
    /// they end, each with the index of its matchup. Play ends when `take` returns false.
    pub fn play(
        &self,
        jobs: usize,
        job: impl Fn(usize) -> Job + Sync,
        mut take: impl FnMut(Vec<(usize, GameRecord)>) -> bool,
    ) -> Result<(), TournamentError> {
        let mut workers = self.workers(jobs, &job)?;
        let Tournament { limit, stop, warn, .. } = *self;
        let end = AtomicBool::new(false);
        let stopped = || stop.is_set() || end.load(Ordering::Relaxed);
        let play = |worker: &mut Worker<'_>, index: usize| {
            let _guard = EndOnPanic(&end);
            let job = job(index);
            let game = worker.play(job, limit, &stopped).transpose()?;
            Some(game.map(|game| (job.0, game)))
        };
        let mut result = Ok(());
        run_jobs(&mut workers, jobs, warn, play, |games| {
            // Some signals reach only this thread.
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

    /// Plays games 0 to `games - 1` of the only matchup. `progress` is called for each game, in the
    /// order of their numbers, with the score so far. When it returns false, the match ends and later
    /// games do not count. When `stop` is set, the match ends and all finished games count.
    ///
    /// # Panics
    /// If there is not exactly one matchup.
    pub fn play_match(
        &self,
        games: u32,
        mut progress: impl FnMut(&GameRecord, Score) -> bool,
    ) -> Result<MatchResult, TournamentError> {
        let begun = Instant::now();
        let [matchup] = self.matchups else { panic!("a match has one matchup") };
        matchup.conditions.openings.check(matchup.game.start())?;
        let ahead = AHEAD * self.threads.max(1);
        // All games before this one have been counted.
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

    /// Workers with the players of their first games. They allocate their memory before the first
    /// move, so that a lack of it shows at once.
    fn workers(
        &self,
        jobs: usize,
        job: impl Fn(usize) -> Job,
    ) -> Result<Vec<Worker<'_>>, TournamentError> {
        let threads = self.threads.clamp(1, jobs.max(1));
        let mut workers = Vec::new();
        for index in 0..threads {
            let mut worker =
                Worker { matchups: self.matchups, current: None, threads, alone: index == 0 };
            if index < jobs {
                worker.opponents(job(index).0).map_err(|error| match error {
                    TournamentError::Jobs { agents, jobs, .. } => {
                        TournamentError::Jobs { agents, fit: index, jobs }
                    }
                    error => error,
                })?;
            }
            workers.push(worker);
        }
        workers.iter_mut().for_each(|worker| worker.alone = threads == 1);
        Ok(workers)
    }
}

/// Ends play if a thread panics: its game never ends, and the others must not wait for it.
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
    /// The index of the current matchup, and its players.
    current: Option<(usize, Opponents)>,
    threads: usize,
    /// Whether it is the only worker: then fewer jobs would not help if memory is short.
    alone: bool,
}

impl Worker<'_> {
    /// The players of a matchup, made if they are not the current ones.
    fn opponents(&mut self, index: usize) -> Result<&mut Opponents, TournamentError> {
        if self.current.as_ref().is_some_and(|(current, _)| *current != index) {
            // Free the old players first: both might not fit in memory.
            self.current = None;
        }
        if self.current.is_none() {
            let matchup = &self.matchups[index];
            let opponents = matchup.opponents().map_err(|error| {
                let agents = matchup.agents.clone();
                match error.lacks_memory && !self.alone {
                    true => TournamentError::Jobs { agents, fit: 1, jobs: self.threads },
                    false => error.into(),
                }
            });
            self.current = Some((index, opponents?));
        }
        Ok(&mut self.current.as_mut().expect("made above").1)
    }

    fn play(
        &mut self,
        (matchup, number): Job,
        limit: Option<Duration>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let matchups = self.matchups;
        self.opponents(matchup)?.play(&matchups[matchup].conditions, number, limit, stopped)
    }
}

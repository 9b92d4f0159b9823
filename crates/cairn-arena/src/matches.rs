//! Matches: many games between two agents, on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use cairn_core::game::Game;
use cairn_core::spec::Spec;

use crate::openings::OpeningError;
use crate::player::PlayerError;
use crate::stats::Score;
use crate::table::{AnyTable, Record, Rounds, Table};
use crate::workers::{FewerThreads, run_jobs};

/// A match between the agents A and B.
///
/// A plays first in even games and second in odd ones. With more than two players, A takes seat
/// (game number modulo players) and a B each of the others. Each game's seed derives from the
/// match's seed and its number, each move's from the game's seed, the ply and the seat: unless an
/// agent is bound by time, the result does not depend on `jobs`.
#[derive(Clone, Debug)]
pub struct Match<G> {
    /// Where every game begins.
    pub start: G,
    /// One agent.
    pub a: Spec,
    /// The other.
    pub b: Spec,
    /// How many games.
    pub games: u32,
    /// The seed and the openings.
    pub rounds: Rounds,
    /// Threads to play on.
    pub jobs: usize,
}

/// What came of a match. Its games are `progress`'s to keep: there may be a billion of them.
#[derive(Clone, Copy, Debug)]
pub struct MatchResult {
    /// A's score over the games that were played to their end.
    pub score: Score,
    /// Games that crashed or had an illegal move; they count for nobody.
    pub failed: u32,
    /// Whether all games were played; otherwise it was stopped.
    pub complete: bool,
    /// Time taken.
    pub time: Duration,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatchError {
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The games cannot begin like that.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

impl<G: Game + Send + Sync> Match<G> {
    /// Plays the match. `progress` is called for each game, in the order of their numbers, with the
    /// score so far; when it returns false, the match ends and later games do not count. When `stop`
    /// is set, it ends with the games that are finished. It goes on with fewer threads than `jobs` if
    /// the machine does not start as many.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut progress: impl FnMut(&Record, Score) -> bool,
    ) -> Result<MatchResult, MatchError> {
        let jobs = self.jobs.clamp(1, self.games.max(1) as usize);
        self.rounds.openings.check(&self.start)?;
        let tables = Table::several(&self.start, [&self.a, &self.b], jobs)?;
        let tables = tables.into_iter().map(|table| Box::new(table) as _).collect();
        run_match(tables, &self.rounds, self.games, stop, &|_| {}, &mut progress)
    }
}

/// How many games a thread may be ahead of the oldest that is not finished. What is ahead waits in
/// memory until it can be counted.
const AHEAD: usize = 64;

/// Plays a match of `games` games at these tables, each in a thread of its own; `stop` and `progress`
/// are [`Match::run`]'s, and `warn` is told if not all threads could be started.
pub fn run_match(
    mut tables: Vec<Box<dyn AnyTable + '_>>,
    rounds: &Rounds,
    games: u32,
    stop: &AtomicBool,
    warn: &dyn Fn(&FewerThreads),
    progress: &mut dyn FnMut(&Record, Score) -> bool,
) -> Result<MatchResult, MatchError> {
    let begun = Instant::now();
    let ahead = u32::try_from(AHEAD * tables.len()).unwrap_or(u32::MAX);
    // Games before this one are counted.
    let counted = AtomicU32::new(0);
    let enough = AtomicBool::new(false);
    let stopped = || stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
    let play = |table: &mut Box<dyn AnyTable + '_>, number: usize| {
        let _guard = StopOnPanic(&enough);
        let number = number as u32;
        while number - counted.load(Ordering::Relaxed) >= ahead && !stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        table.play(rounds, number, None, &stopped).transpose()
    };
    let (mut score, mut failed) = (Score::default(), 0);
    let mut count = |game: &Record| {
        let before = score.games();
        game.count(&mut score);
        failed += u32::from(score.games() == before);
        progress(game, score)
    };
    let (mut waiting, mut failure) = (BTreeMap::new(), None);
    run_jobs(&mut tables, games as usize, warn, play, |batch| {
        for game in batch {
            match game {
                Ok(game) => drop(waiting.insert(game.number, game)),
                Err(error) => {
                    failure = Some(error);
                    enough.store(true, Ordering::Relaxed);
                }
            }
        }
        while !enough.load(Ordering::Relaxed)
            && let Some(game) = waiting.remove(&counted.load(Ordering::Relaxed))
        {
            counted.fetch_add(1, Ordering::Relaxed);
            enough.store(!count(&game), Ordering::Relaxed);
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    // Finished games after one that was stopped.
    let mut rest = waiting.values();
    while !enough.load(Ordering::Relaxed)
        && let Some(game) = rest.next()
    {
        enough.store(!count(game), Ordering::Relaxed);
    }
    let complete = score.games() + failed == games;
    Ok(MatchResult { score, failed, complete, time: begun.elapsed() })
}

/// A thread that panics leaves a game that nobody finishes: the others must not wait for it.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Openings;
    use cairn_games::go::GoAny;
    use cairn_games::tictactoe::TicTacToe;

    fn between<G: Game>(start: G, a: &str, b: &str) -> Match<G> {
        let spec = |text| Spec::parse(text).unwrap();
        let rounds = Rounds { seed: 3, openings: Openings::None };
        Match { start, a: spec(a), b: spec(b), games: 12, rounds, jobs: 1 }
    }

    fn games<G: Game + Send + Sync>(between: &Match<G>) -> Vec<Record> {
        let mut games: Vec<Record> = Vec::new();
        let result = between.run(&AtomicBool::new(false), |game, score| {
            assert_eq!(game.number as usize, games.len(), "in order");
            games.push(Record { seconds: 0.0, ..game.clone() });
            score.games() as usize == games.len()
        });
        let result = result.unwrap();
        assert!(result.complete && result.failed == 0);
        assert_eq!(result.score.games() as usize, games.len());
        games
    }

    #[test]
    fn the_games_do_not_depend_on_the_number_of_threads() {
        let one = between(
            GoAny::new(4).unwrap(),
            "graver2:nodes=20,top=20,second=10,playout=mast",
            "uct:playouts=100,playout=mast",
        );
        let three = Match { jobs: 3, ..one.clone() };
        let played = games(&one);
        assert_eq!(played, games(&three));
        assert_eq!(played.len(), 12);
        assert_ne!(played[0].moves, played[2].moves, "each game has a seed of its own");
    }

    #[test]
    fn both_games_of_a_round_have_its_opening() {
        let mut between = between(GoAny::new(4).unwrap(), "uct:playouts=20", "mc:playouts=20");
        between.rounds.openings = Openings::Random(3);
        let opening = |game: &Record| {
            assert_eq!(game.opening, 3);
            game.moves.split(' ').take(3).map(String::from).collect::<Vec<_>>()
        };
        let openings: Vec<_> = games(&between).iter().map(opening).collect();
        assert!(openings.chunks(2).all(|round| round[0] == round[1]));
        assert!(openings.iter().any(|other| *other != openings[0]));
        between.rounds.openings = Openings::List(vec!["Z9".into()]);
        let error = between.run(&AtomicBool::new(false), |_, _| true).unwrap_err();
        assert!(error.to_string().starts_with("opening 'Z9'"), "{error}");
    }

    #[test]
    fn the_stronger_agent_wins_from_both_seats() {
        let between = between(TicTacToe::default(), "uct:playouts=500", "mc:playouts=1");
        let games = games(&between);
        for seat in 0..2 {
            let rewards = games.iter().filter(|game| game.seat == seat).map(|game| game.reward);
            assert!(rewards.sum::<u32>() >= 9, "{games:?}");
        }
    }

    #[test]
    fn a_stopped_match_keeps_its_finished_games() {
        let between = between(TicTacToe::default(), "uct:playouts=50", "mc:playouts=50");
        let stop = AtomicBool::new(false);
        let progress = |_: &Record, _| {
            stop.store(true, Ordering::Relaxed);
            true
        };
        let result = between.run(&stop, progress).unwrap();
        assert!(result.score.games() > 0);
        assert_eq!(result.complete, result.score.games() == 12);
    }

    /// What was played beyond it on other threads does not count.
    #[test]
    fn a_match_ends_where_progress_says() {
        let between = between(TicTacToe::default(), "uct:playouts=5", "mc:playouts=5");
        for jobs in [1, 3] {
            let between = Match { jobs, games: 200, ..between.clone() };
            let enough = between.run(&AtomicBool::new(false), |game, _| game.number < 6).unwrap();
            assert_eq!((enough.score.games(), enough.complete), (7, false));
        }
    }

    /// A table whose games of number 1 are never played, as if one had been stopped.
    struct Stops<'a>(&'a AtomicBool);

    impl AnyTable for Stops<'_> {
        fn play(
            &mut self,
            _: &Rounds,
            number: u32,
            _: Option<Duration>,
            stop: &dyn Fn() -> bool,
        ) -> Result<Option<Record>, MatchError> {
            let game = crate::table::won(number);
            match number {
                1 => {
                    while !stop() {
                        std::thread::yield_now();
                    }
                    Ok(None)
                }
                5 => {
                    self.0.store(true, Ordering::Relaxed);
                    Ok(Some(game))
                }
                _ => Ok(Some(game)),
            }
        }
    }

    #[test]
    fn games_after_one_that_was_stopped_count() {
        let stop = AtomicBool::new(false);
        let rounds = Rounds { seed: 1, openings: Openings::None };
        let tables: Vec<Box<dyn AnyTable + '_>> =
            vec![Box::new(Stops(&stop)), Box::new(Stops(&stop))];
        let mut numbers = Vec::new();
        let result = run_match(tables, &rounds, 100, &stop, &|_| {}, &mut |game, _| {
            numbers.push(game.number);
            true
        });
        let result = result.unwrap();
        assert!(!result.complete && result.score.games() as usize == numbers.len());
        assert!(numbers.starts_with(&[0, 2, 3, 4, 5]), "{numbers:?}");
    }
}

//! Matches: many games between two agents, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use cairn_core::game::Game;
use cairn_core::spec::Spec;

use crate::openings::OpeningError;
use crate::player::PlayerError;
use crate::stats::Score;
use crate::table::{AnyTable, Record, Rounds, Table};

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

/// What came of a match.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// The games that were played to their end, by number.
    pub games: Vec<Record>,
    /// Whether all games were played; otherwise it was stopped.
    pub complete: bool,
    /// Time taken.
    pub time: Duration,
}

impl MatchResult {
    /// A's score.
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        self.games.iter().for_each(|game| game.count(&mut score));
        score
    }
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
    /// Plays the match. `progress` is called after each game with it and the score so far, in the
    /// order in which games end; if it returns false, or `stop` is set, the match ends there and
    /// unfinished games are dropped.
    pub fn run(
        &self,
        stop: &AtomicBool,
        progress: impl FnMut(&Record, Score) -> bool,
    ) -> Result<MatchResult, MatchError> {
        let jobs = self.jobs.clamp(1, self.games.max(1) as usize);
        self.rounds.openings.check(&self.start)?;
        // All memory is taken before the first move, so that a lack of it shows at once.
        let tables = (0..jobs)
            .map(|_| Ok(Box::new(Table::new(&self.start, &self.a, &self.b)?) as _))
            .collect::<Result<Vec<Box<dyn AnyTable + '_>>, PlayerError>>()?;
        let mut progress = progress;
        Ok(run_match(tables, &self.rounds, self.games, stop, &mut progress)?)
    }
}

/// Plays a match of so many games at these tables, each in a thread of its own; `stop` and
/// `progress` are [`Match::run`]'s.
pub fn run_match(
    tables: Vec<Box<dyn AnyTable + '_>>,
    rounds: &Rounds,
    games: u32,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Record, Score) -> bool,
) -> Result<MatchResult, OpeningError> {
    let begun = Instant::now();
    let next = AtomicU32::new(0);
    let enough = AtomicBool::new(false);
    let stopped = || stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
    let failure = Mutex::new(None);
    let mut records = Vec::new();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for mut table in tables {
            let (sender, next, stopped, failure) = (sender.clone(), &next, &stopped, &failure);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    match table.play(rounds, number, None, stopped) {
                        Ok(Some(record)) => {
                            if sender.send(record).is_err() {
                                break;
                            }
                        }
                        Ok(None) => break,
                        Err(error) => {
                            *failure.lock().expect("nobody panics with it") = Some(error);
                            break;
                        }
                    }
                }
            });
        }
        drop(sender);
        let mut score = Score::default();
        for record in receiver {
            record.count(&mut score);
            if !progress(&record, score) {
                enough.store(true, Ordering::Relaxed);
            }
            records.push(record);
        }
    });
    if let Some(error) = failure.into_inner().expect("nobody panics with it") {
        return Err(error);
    }
    records.sort_by_key(|record| record.number);
    let complete = records.len() == games as usize;
    Ok(MatchResult { games: records, complete, time: begun.elapsed() })
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
        let mut games = between.run(&AtomicBool::new(false), |_, _| true).unwrap().games;
        games.iter_mut().for_each(|game| game.seconds = 0.0);
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
        assert!(!result.games.is_empty());
        assert_eq!(result.complete, result.games.len() == 12);
        let enough = between.run(&AtomicBool::new(false), |_, _| false).unwrap();
        assert!(!enough.games.is_empty());
    }
}

//! Matches: many games between two agents, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use cairn_core::game::{Game, Outcome};
use cairn_core::rng::derive_seed;
use cairn_core::spec::Spec;

use crate::play::Play;
use crate::player::{Player, PlayerError};
use crate::stats::Score;

/// A match between the agents A and B.
///
/// A plays first in even games and second in odd ones. With more than two players, A takes seat
/// (game number modulo players) and a B each of the others. Each game's seed derives from the
/// match's seed and its number, each move's from the game's seed, the ply and the seat: unless an
/// agent is bound by time, the result does not depend on `jobs`.
#[derive(Clone, Copy, Debug)]
pub struct Match<G> {
    /// Where every game begins.
    pub start: G,
    /// One agent.
    pub a: Spec,
    /// The other.
    pub b: Spec,
    /// How many games.
    pub games: u32,
    /// What all chance follows from.
    pub seed: u64,
    /// Threads to play on.
    pub jobs: usize,
}

/// A game of a match that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its number in the match, from 0.
    pub number: u32,
    /// Where A sat.
    pub seat: usize,
    /// How it went.
    pub outcome: Outcome,
    /// What rewards are out of.
    pub denominator: u32,
    /// How many moves were made.
    pub plies: usize,
    /// The moves, in the game's notation.
    pub moves: String,
}

impl Finished {
    /// A's reward, out of the denominator.
    pub fn reward(&self) -> u32 {
        self.outcome.reward(self.seat)
    }
}

/// What came of a match.
#[derive(Clone, Debug)]
pub struct MatchResult {
    /// The finished games, by number.
    pub games: Vec<Finished>,
    /// Whether all games were played; otherwise it was stopped.
    pub complete: bool,
    /// Time taken.
    pub time: Duration,
}

impl MatchResult {
    /// A's score.
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        for game in &self.games {
            score.count(game.reward(), game.denominator);
        }
        score
    }
}

impl<G: Game + Send + Sync> Match<G> {
    /// Plays the match. `progress` is called after each game with it and the score so far, in the
    /// order in which games end; setting `stop` ends the match and drops unfinished games.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut progress: impl FnMut(&Finished, Score),
    ) -> Result<MatchResult, PlayerError> {
        let begun = Instant::now();
        let jobs = self.jobs.clamp(1, self.games.max(1) as usize);
        // All memory is taken before the first move, so that a lack of it shows at once.
        let tables: Vec<Table<G>> = (0..jobs).map(|_| self.table()).collect::<Result<_, _>>()?;
        let next = AtomicU32::new(0);
        let mut games = Vec::new();
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for mut table in tables {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let Some(game) = self.play(number, &mut table, stop) else { break };
                        if sender.send(game).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut score = Score::default();
            for game in receiver {
                score.count(game.reward(), game.denominator);
                progress(&game, score);
                games.push(game);
            }
        });
        games.sort_by_key(|game| game.number);
        let complete = games.len() == self.games as usize;
        Ok(MatchResult { games, complete, time: begun.elapsed() })
    }

    fn table(&self) -> Result<Table<G>, PlayerError> {
        let others = 1..self.start.players();
        Ok(Table {
            a: Player::new(&self.a, &self.start)?,
            others: others.map(|_| Player::new(&self.b, &self.start)).collect::<Result<_, _>>()?,
        })
    }

    fn play(&self, number: u32, table: &mut Table<G>, stop: &AtomicBool) -> Option<Finished> {
        let seat = number as usize % self.start.players();
        let seed = derive_seed(self.seed, number.into());
        let mut game = Play::new(self.start);
        table.new_game();
        let outcome = loop {
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            let (turn, ply) = (game.position().to_move(), game.moves().len());
            let player = table.player(turn, seat);
            let seed = derive_seed(derive_seed(seed, ply as u64), turn as u64);
            let decision = player.choose(game.position(), game.excluded(), seed, stop);
            if !decision.complete {
                return None;
            }
            game.play(decision.mv.expect("an unfinished game has a move that is not excluded"));
        };
        Some(Finished {
            number,
            seat,
            outcome,
            denominator: self.start.denominator(),
            plies: game.moves().len(),
            moves: game.moves_text(),
        })
    }
}

/// The players of one thread, used for one game after another.
struct Table<G: Game> {
    a: Player<G>,
    others: Vec<Player<G>>,
}

impl<G: Game> Table<G> {
    fn new_game(&mut self) {
        self.a.new_game();
        self.others.iter_mut().for_each(Player::new_game);
    }

    /// Who plays at `turn` when A sits at `seat`; the others keep their order.
    fn player(&mut self, turn: usize, seat: usize) -> &mut Player<G> {
        match turn.cmp(&seat) {
            std::cmp::Ordering::Less => &mut self.others[turn],
            std::cmp::Ordering::Equal => &mut self.a,
            std::cmp::Ordering::Greater => &mut self.others[turn - 1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::go::GoAny;
    use cairn_games::tictactoe::TicTacToe;

    fn between<G: Game>(start: G, a: &str, b: &str) -> Match<G> {
        let spec = |text| Spec::parse(text).unwrap();
        Match { start, a: spec(a), b: spec(b), games: 12, seed: 3, jobs: 1 }
    }

    #[test]
    fn the_games_do_not_depend_on_the_number_of_threads() {
        let one = between(
            GoAny::new(4).unwrap(),
            "graver2:nodes=20,top=20,second=10,playout=mast",
            "uct:playouts=100,playout=mast",
        );
        let three = Match { jobs: 3, ..one };
        let running = AtomicBool::new(false);
        let games = one.run(&running, |_, _| {}).unwrap().games;
        assert_eq!(games, three.run(&running, |_, _| {}).unwrap().games);
        assert_eq!(games.len(), 12);
        assert_ne!(games[0].moves, games[2].moves, "each game has a seed of its own");
    }

    #[test]
    fn the_stronger_agent_wins_from_both_seats() {
        let between = between(TicTacToe::default(), "uct:playouts=500", "mc:playouts=1");
        let result = between.run(&AtomicBool::new(false), |_, _| {}).unwrap();
        for seat in 0..2 {
            let games = result.games.iter().filter(|game| game.seat == seat);
            assert!(games.map(Finished::reward).sum::<u32>() >= 9, "{:?}", result.games);
        }
    }

    #[test]
    fn a_stopped_match_keeps_its_finished_games() {
        let between = between(TicTacToe::default(), "uct:playouts=50", "mc:playouts=50");
        let stop = AtomicBool::new(false);
        let result = between.run(&stop, |_, _| stop.store(true, Ordering::Relaxed)).unwrap();
        assert!(!result.games.is_empty());
        assert_eq!(result.complete, result.games.len() == 12);
    }
}

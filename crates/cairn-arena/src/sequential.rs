//! Matches that end when a sequential test has a verdict.

use crate::opponents::{GameRecord, GameStatus};
use crate::stats::{Pairs, Score, Sprt, SprtVerdict};

/// A sequential test over the games of a match, in the order of their numbers. A match that is stopped
/// has gaps; no game after the first gap counts. So the verdict and the number of games it took do not
/// depend on the number of threads.
///
/// The test counts pairs: the two games of a round, with the same opening and the colours swapped. A
/// round with a failed game does not count. It is for games of two players, because Elo is.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    sprt: Sprt,
    games: u32,
    /// The first game of a round whose second is to come.
    first: Option<GameRecord>,
    pairs: Pairs,
    score: Score,
    verdict: SprtVerdict,
}

impl SequentialTest {
    /// A test before its first game.
    pub fn new(sprt: Sprt) -> Self {
        SequentialTest {
            sprt,
            games: 0,
            first: None,
            pairs: Pairs::default(),
            score: Score::default(),
            verdict: SprtVerdict::Continue,
        }
    }

    /// Adds a game; returns whether more are needed.
    pub fn add(&mut self, game: &GameRecord) -> bool {
        let next = self.games + u32::from(self.first.is_some());
        if self.verdict == SprtVerdict::Continue && game.number == next {
            match self.first.take() {
                None => self.first = Some(game.clone()),
                Some(first) => self.count_pair([&first, game]),
            }
        }
        self.verdict == SprtVerdict::Continue
    }

    fn count_pair(&mut self, [first, second]: [&GameRecord; 2]) {
        self.games += 2;
        if [first, second].iter().any(|game| game.status != GameStatus::Done) {
            return;
        }
        first.count(&mut self.score);
        second.count(&mut self.score);
        self.pairs.count([first.reward, second.reward], first.denominator);
        self.verdict = self.sprt.verdict(&self.pairs);
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// How many games it has counted: those with smaller numbers.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The pairs it has counted.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The log-likelihood ratio so far.
    pub fn llr(&self) -> f64 {
        self.sprt.llr(&self.pairs)
    }

    /// The log-likelihood ratio over single games (wins, draws and losses), as if the two games of a
    /// pair were independent.
    pub fn trinomial_llr(&self) -> f64 {
        self.sprt.llr(&self.score)
    }

    /// The verdict so far.
    pub fn verdict(&self) -> SprtVerdict {
        self.verdict
    }
}

//! Matches that end when they have told enough.

use std::collections::BTreeMap;

use crate::opponents::{GameRecord, GameStatus};
use crate::stats::{Pairs, Score, Sprt, Verdict};

/// A sequential test over the games of a match. Games may come in any order, they are looked at in
/// the order of their numbers: so the verdict, and the number of games it took, do not depend on
/// how many were played at a time.
///
/// The test is on pairs: the two games of a round, from the same opening with the colours swapped. A
/// round with a game that failed does not count. It is for games of two: Elo compares two.
#[derive(Clone, Debug)]
pub struct Sequential {
    sprt: Sprt,
    waiting: BTreeMap<u32, GameRecord>,
    next: u32,
    pairs: Pairs,
    score: Score,
    verdict: Verdict,
}

impl Sequential {
    /// A test of a match.
    pub fn new(sprt: Sprt) -> Self {
        Sequential {
            sprt,
            waiting: BTreeMap::new(),
            next: 0,
            pairs: Pairs::default(),
            score: Score::default(),
            verdict: Verdict::Continue,
        }
    }

    /// Takes a game; returns whether more are needed.
    pub fn add(&mut self, game: &GameRecord) -> bool {
        if game.number >= self.next && self.verdict == Verdict::Continue {
            self.waiting.insert(game.number, game.clone());
        }
        while self.verdict == Verdict::Continue {
            let [first, second] = [self.next, self.next + 1];
            if !(self.waiting.contains_key(&first) && self.waiting.contains_key(&second)) {
                break;
            }
            self.next += 2;
            let pair = [first, second].map(|number| self.waiting.remove(&number));
            if let [Some(first), Some(second)] = pair {
                self.look([&first, &second]);
            }
        }
        self.verdict == Verdict::Continue
    }

    fn look(&mut self, [first, second]: [&GameRecord; 2]) {
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

    /// How many games it has looked at: those before this number.
    pub fn games(&self) -> u32 {
        self.next
    }

    /// The pairs it has looked at.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The log-likelihood ratio so far.
    pub fn llr(&self) -> f64 {
        self.sprt.llr(&self.pairs)
    }

    /// The same as if the games of a pair had nothing to do with each other: over wins, draws and
    /// losses.
    pub fn trinomial_llr(&self) -> f64 {
        self.sprt.llr(&self.score)
    }

    /// What it says so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_core::Rng;

    /// A wins two of three.
    fn games(count: u32) -> Vec<GameRecord> {
        let mut rng = Rng::new(1);
        let mut games: Vec<_> = (0..count).map(crate::opponents::won).collect();
        for game in &mut games {
            game.reward = if rng.below(3) < 2 { 2 } else { 0 };
        }
        games
    }

    fn tested(games: &[GameRecord]) -> (u32, Verdict, f64) {
        let mut test = Sequential::new(Sprt::new(0.0, 40.0));
        let mut more = true;
        games.iter().for_each(|game| more = test.add(game));
        assert_eq!(more, test.verdict() == Verdict::Continue);
        (test.games(), test.verdict(), test.llr())
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let mut games = games(2000);
        let in_order = tested(&games);
        assert_eq!(in_order.1, Verdict::H1);
        assert!(in_order.0 < 2000 && in_order.0.is_multiple_of(2));
        games.reverse();
        assert_eq!(tested(&games), in_order);
    }

    #[test]
    fn a_round_with_a_failure_does_not_count() {
        let mut games = games(40);
        let before = tested(&games[..20]);
        games[20].status = GameStatus::Crash;
        assert_eq!(tested(&games[..22]), (before.0 + 2, before.1, before.2));
    }
}

//! Matches that end when they have told enough.

use std::collections::BTreeMap;

use crate::stats::{Pairs, Score, Sprt, Verdict};
use crate::table::{Record, Status};

/// A sequential test over the games of a match. Games may come in any order, they are looked at in
/// the order of their numbers: so the verdict, and the number of games it took, do not depend on
/// how many were played at a time.
///
/// In a game for two the test is on pairs (the two games of a round, from the same opening with the
/// colours swapped); otherwise on single games. A round with a game that failed does not count.
#[derive(Clone, Debug)]
pub struct Sequential {
    sprt: Sprt,
    seats: u32,
    waiting: BTreeMap<u32, Record>,
    next: u32,
    pairs: Pairs,
    score: Score,
    verdict: Verdict,
}

impl Sequential {
    /// A test of a match between so many players.
    pub fn new(sprt: Sprt, players: usize) -> Self {
        Sequential {
            sprt,
            seats: players as u32,
            waiting: BTreeMap::new(),
            next: 0,
            pairs: Pairs::default(),
            score: Score::default(),
            verdict: Verdict::Continue,
        }
    }

    /// Takes a game; returns whether more are needed.
    pub fn add(&mut self, game: &Record) -> bool {
        if game.number >= self.next && self.verdict == Verdict::Continue {
            self.waiting.insert(game.number, game.clone());
        }
        while self.verdict == Verdict::Continue {
            let round = self.next..self.next + self.seats;
            if !round.clone().all(|number| self.waiting.contains_key(&number)) {
                break;
            }
            let games: Vec<_> =
                round.clone().filter_map(|number| self.waiting.remove(&number)).collect();
            self.next = round.end;
            self.look(&games);
        }
        self.verdict == Verdict::Continue
    }

    fn look(&mut self, games: &[Record]) {
        if games.iter().any(|game| game.status != Status::Done) {
            return;
        }
        games.iter().for_each(|game| game.count(&mut self.score));
        self.verdict = match games {
            [first, second] => {
                self.pairs.count([first.reward, second.reward], first.denominator);
                self.sprt.verdict(&self.pairs)
            }
            _ => self.sprt.verdict(&self.score),
        };
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// How many games it has looked at: those before this number.
    pub fn games(&self) -> u32 {
        self.next
    }

    /// The pairs it has looked at; none unless the game is for two.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The log-likelihood ratio so far.
    pub fn llr(&self) -> f64 {
        if self.seats == 2 { self.sprt.llr(&self.pairs) } else { self.sprt.llr(&self.score) }
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
    fn games(count: u32) -> Vec<Record> {
        let mut rng = Rng::new(1);
        let (_, mut games) = crate::records::sample(count);
        for game in &mut games {
            game.status = Status::Done;
            game.reward = if rng.below(3) < 2 { 2 } else { 0 };
        }
        games
    }

    fn tested(games: &[Record], players: usize) -> (u32, Verdict, f64) {
        let mut test = Sequential::new(Sprt::new(0.0, 40.0), players);
        let mut more = true;
        games.iter().for_each(|game| more = test.add(game));
        assert_eq!(more, test.verdict() == Verdict::Continue);
        (test.games(), test.verdict(), test.llr())
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let mut games = games(2000);
        let in_order = tested(&games, 2);
        assert_eq!(in_order.1, Verdict::H1);
        assert!(in_order.0 < 2000 && in_order.0.is_multiple_of(2));
        games.reverse();
        assert_eq!(tested(&games, 2), in_order);
        assert_eq!(tested(&games, 3).1, Verdict::H1);
    }

    #[test]
    fn a_round_with_a_failure_does_not_count() {
        let mut games = games(40);
        let before = tested(&games[..20], 2);
        games[20].status = Status::Crash;
        assert_eq!(tested(&games[..22], 2), (before.0 + 2, before.1, before.2));
    }
}

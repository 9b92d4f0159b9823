//! Counts of pairs of games.

use super::{Outcomes, half_points, rate};

/// Pairs of games that started from the same opening with the sides swapped, by the points that one
/// player made in both: 0, ½, 1, 1½ or 2. Engine testers call these counts pentanomial.
///
/// The opening favours each player once, so the two games are not independent, and their sum varies
/// less than two games do: pairs say more than the same games counted one by one.
///
/// ```
/// let mut pairs = cairn_arena::Pairs::default();
/// pairs.count([1, 0], 1); // won with one side, lost with the other
/// pairs.count([2, 1], 2); // won and drawn
/// assert_eq!(pairs, cairn_arena::Pairs([0, 0, 1, 1, 0]));
/// assert_eq!(pairs.rate(), 0.625);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(
    /// How many pairs gave 0, ½, 1, 1½ and 2 points.
    pub [u32; 5],
);

impl Pairs {
    /// Counts a pair whose games had these rewards of `denominator` each; a game is won, drawn or
    /// lost as in [`Score::count`](super::Score::count).
    pub fn count(&mut self, rewards: [u32; 2], denominator: u32) {
        let [first, second] = rewards.map(|reward| half_points(reward, denominator));
        self.0[first + second] += 1;
    }

    /// All pairs: half as many as games.
    pub fn pairs(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Points per game; one half if there was none.
    pub fn rate(&self) -> f64 {
        rate(self)
    }
}

impl Outcomes for Pairs {
    fn counts(&self) -> impl AsRef<[u32]> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All nine pairs of results, whose points are added.
    #[test]
    fn a_pair_is_two_results() {
        let mut pairs = Pairs::default();
        for first in 0..3 {
            for second in 0..3 {
                pairs.count([first, second], 2);
            }
        }
        assert_eq!((pairs, pairs.pairs(), pairs.rate()), (Pairs([1, 2, 3, 2, 1]), 9, 0.5));
        assert_eq!(Pairs([0, 0, 0, 0, 2]).rate(), 1.0);
        assert_eq!(Pairs::default().rate(), 0.5);
    }

    /// A reward of two thirds is a win, whatever is won.
    #[test]
    fn more_than_half_is_a_win() {
        let mut pairs = Pairs::default();
        pairs.count([2, 1], 3);
        assert_eq!(pairs, Pairs([0, 0, 1, 0, 0]));
    }
}

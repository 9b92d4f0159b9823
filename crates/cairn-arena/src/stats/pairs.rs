//! Counts of pairs of games.

use super::{Outcomes, half_points, rate};

/// Pairs of games with the same opening and the sides swapped, counted by one player's points in
/// both: 0, ½, 1, 1½ or 2. Engine testers call these counts pentanomial.
///
/// The opening favours each player once, so the sum of the two games varies less than two
/// independent games: the same games say more when they are counted as pairs.
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
    /// How many pairs scored 0, ½, 1, 1½ and 2 points.
    pub [u32; 5],
);

impl Pairs {
    /// Counts a pair whose games had these rewards of `denominator` each; a game is won, drawn or
    /// lost as in [`Score::count`](super::Score::count).
    pub fn count(&mut self, rewards: [u32; 2], denominator: u32) {
        let [first, second] = rewards.map(|reward| half_points(reward, denominator));
        self.0[first + second] += 1;
    }

    /// The number of pairs.
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

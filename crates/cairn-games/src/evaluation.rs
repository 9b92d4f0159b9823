//! Evaluations as weighted sums.
//!
//! An evaluation here is a list of features, such as men or free ways to the goal, each counted for
//! the player to move minus the other, and a table of their weights. So the weights can be tuned by
//! any program that reads the features of many positions and the results of their games.

use cairn_core::Game;
use cairn_core::capabilities::Measure;

/// A feature's name and its weight.
pub type Weight = (&'static str, i16);

/// A game with an evaluation that is a weighted sum of `N` features.
pub trait Weighted<const N: usize>: Game {
    /// The largest value. Greater sums are limited to it.
    const BOUND: i16;

    /// What the features are, and their weights.
    fn weights(&self) -> &'static [Weight; N];

    /// The features of a position of an unfinished game: what the player to move has more than the
    /// other.
    fn features(&self) -> [i16; N];

    /// The evaluation.
    fn evaluate(&self) -> i16 {
        let mut sum = 0;
        for (feature, (_, weight)) in self.features().into_iter().zip(self.weights()) {
            sum += i32::from(feature) * i32::from(*weight);
        }
        sum.clamp(-i32::from(Self::BOUND), Self::BOUND.into()) as i16
    }

    /// The evaluation as a capability.
    fn measure() -> Measure<Self> {
        Measure { bound: Self::BOUND, of: Self::evaluate }
    }
}

/// Each feature of one player minus the other's.
pub(crate) fn difference<const N: usize>(own: [i16; N], other: [i16; N]) -> [i16; N] {
    core::array::from_fn(|i| own[i] - other[i])
}

/// The number of bits that are set.
pub(crate) fn count(set: impl Into<u64>) -> i16 {
    set.into().count_ones() as i16
}

//! Elo differences.

use super::{Outcomes, mean_interval, rate, tally};

/// An Elo difference with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; above 0 if the player is stronger.
    pub difference: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Elo {
    /// The difference estimated from results. Its interval comes from their [`mean_interval`], which
    /// is narrower for [`Pairs`](super::Pairs).
    ///
    /// A score of 0 or 100 % gives a difference of −∞ or +∞, and an interval that reaches 0 or 100 %
    /// ends there. Without games the difference is 0, between −∞ and +∞.
    ///
    /// ```
    /// use cairn_arena::{Elo, Score};
    /// let elo = Elo::of(&Score { wins: 136, draws: 111, losses: 96 });
    /// let text = format!("{:.1} ({:.1} to {:.1})", elo.difference, elo.low, elo.high);
    /// assert_eq!(text, "40.7 (10.2 to 70.9)");
    /// ```
    pub fn of(outcomes: &impl Outcomes) -> Elo {
        let (low, high) = mean_interval(outcomes);
        Elo {
            difference: elo_from_rate(rate(outcomes)),
            low: elo_from_rate(low),
            high: elo_from_rate(high),
        }
    }
}

/// The Elo difference at which a player scores `rate` points per game: −∞ for 0, +∞ for 1.
pub fn elo_from_rate(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

/// The points per game of a player who is `elo` stronger.
pub fn rate_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The likelihood of superiority: how probable the results make it that the player is stronger. It
/// is ½ without games or with only draws.
///
/// It is Φ of the points above one half, in standard deviations of such results between equal
/// players. For games that is the usual formula, Φ((wins − losses)/√(wins + losses)), in which draws
/// have no influence.
///
/// ```
/// use cairn_arena::{Score, los};
/// assert_eq!(format!("{:.3}", los(&Score { wins: 12, draws: 70, losses: 4 })), "0.977");
/// ```
pub fn los(outcomes: &impl Outcomes) -> f64 {
    let above = tally(outcomes).into_iter().map(|(value, n)| (value - 0.5, n));
    let (sum, squares) =
        above.fold((0.0, 0.0), |(sum, squares), (x, n)| (sum + n * x, squares + n * x * x));
    if squares == 0.0 { 0.5 } else { libm::erfc(-sum / (2.0 * squares).sqrt()) / 2.0 }
}

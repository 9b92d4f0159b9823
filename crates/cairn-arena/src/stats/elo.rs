//! Elo differences.

use super::{Outcomes, mean_interval, rate, tally};

/// An Elo difference with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference, above 0 for the stronger.
    pub difference: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Elo {
    /// The difference that the results show: its estimate from their rate and its interval from
    /// their [`mean_interval`], which for [`Pairs`](super::Pairs) is the narrower one.
    ///
    /// A score of 0 or 100 % is a difference of −∞ or +∞, and an interval that reaches 0 or 100 %
    /// ends there. No games at all are a difference of 0 between −∞ and +∞.
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

/// The Elo difference at which a player makes `rate` points per game: −∞ for 0, +∞ for 1.
pub fn elo_from_rate(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

/// The points per game that a player makes who is `elo` stronger.
pub fn rate_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The likelihood of superiority: how sure the results make it that the player is the stronger one,
/// ½ if they do not tell (no games, or only draws).
///
/// It is the normal distribution's share below the points above one half, in standard deviations
/// that such results have between equals. For games that is Φ((wins − losses)/√(wins + losses)),
/// the usual formula, on which draws have no influence.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairs, Score};

    fn score(wins: u32, draws: u32, losses: u32) -> Score {
        Score { wins, draws, losses }
    }

    #[test]
    fn elo_and_rate_are_each_others_inverse() {
        for elo in [-800.0, -1.0, 0.0, 100.0, 1500.0] {
            assert!((elo_from_rate(rate_from_elo(elo)) - elo).abs() < 1e-6);
        }
        assert!((rate_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
    }

    /// Difference and half-width of the interval as fastchess publishes them in its tests
    /// (elo_test.cpp). Its intervals are plain normal ones, so for small numbers ours differ.
    #[test]
    fn agrees_with_fastchess() {
        let cases = [
            (Elo::of(&score(859, 1329, 772)), 10.21, 9.28),
            (Elo::of(&score(1164, 3049, 1267)), -6.53, 6.12),
            (Elo::of(&Pairs([34, 54, 63, 64, 75])), 55.58, 27.65),
            (Elo::of(&Pairs([332, 433, 498, 333, 334])), -8.64, 10.33),
            (Elo::of(&Pairs([7895, 8757, 5685, 568, 9999])), -21.04, 2.95),
        ];
        for (elo, difference, half) in cases {
            assert!((elo.difference - difference).abs() < 0.006, "{elo:?} for {difference}");
            let ours = (elo.high - elo.low) / 2.0;
            assert!((ours / half - 1.0).abs() < 0.01, "± {ours} for {half}");
        }
    }

    #[test]
    fn nothing_and_everything_have_an_elo() {
        let all = (f64::NEG_INFINITY, f64::INFINITY);
        let none = Elo::of(&Pairs::default());
        assert_eq!((none.difference, none.low, none.high), (0.0, all.0, all.1));
        let won = Elo::of(&score(5, 0, 0));
        assert_eq!((won.difference, won.high), (all.1, all.1));
        assert!(won.low.is_finite(), "{won:?}");
        let lost = Elo::of(&score(0, 0, 5));
        assert_eq!((lost.difference, lost.low), (all.0, all.0));
        assert!((lost.high + won.low).abs() < 1e-9, "{lost:?} {won:?}");
    }

    /// By `scipy.stats.norm.cdf` 1.17, of for example (76 − 89)/√165. For the first, the second and
    /// the pairs fastchess publishes 15.53, 99.60 and 5.05 %, with the variance about the mean.
    #[test]
    fn superiority_is_the_normal_distributions() {
        let cases = [
            (los(&score(76, 123, 89)), 0.155757),
            (los(&score(136, 111, 96)), 0.995682),
            (los(&Pairs([332, 433, 498, 333, 334])), 0.050589),
            (los(&Pairs([3, 1, 20, 4, 8])), 0.968355),
            (los(&score(1, 0, 0)), 0.841345),
            (los(&score(0, 0, 4)), 0.022750),
        ];
        for (los, expected) in cases {
            assert!((los - expected).abs() < 1e-6, "{los} for {expected}");
        }
        assert_eq!((los(&score(0, 7, 0)), los(&Pairs::default())), (0.5, 0.5));
    }
}

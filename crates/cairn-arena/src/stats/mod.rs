//! Statistics of games: intervals, Elo, sequential tests, ratings.
//!
//! Everything starts from counts of results: [`Score`] counts games, [`Pairs`] counts pairs of
//! games that shared an opening. Functions that take either take [`Outcomes`].

mod elo;
mod interval;
mod pairs;
mod ratings;
mod score;
mod sprt;

pub use elo::{Elo, elo_from_rate, los, rate_from_elo};
pub use interval::{Z95, agresti_coull, mean_interval, wilson};
pub use pairs::Pairs;
pub use ratings::{RatingsError, ratings};
pub use score::Score;
pub use sprt::{Sprt, SprtError, SprtVerdict};

/// How often each result came out, from the worst to the best.
///
/// The results are worth 0 to 1 points per game in equal steps: 0, ½, 1 for a game ([`Score`]) and
/// 0, ¼, ½, ¾, 1 for a pair of games ([`Pairs`]). Engine testers call the two trinomial and
/// pentanomial.
pub trait Outcomes {
    /// The counts, the worst result first.
    fn counts(&self) -> impl AsRef<[u32]>;
}

/// The results as (points per game, count).
fn tally(outcomes: &impl Outcomes) -> Vec<(f64, f64)> {
    let counts = outcomes.counts();
    let counts = counts.as_ref();
    let best = (counts.len() - 1) as f64;
    counts.iter().enumerate().map(|(i, &n)| (i as f64 / best, f64::from(n))).collect()
}

/// Mean, variance and number of observations given as (value, count). Without observations, mean and
/// variance are NaN.
fn moments(observed: &[(f64, f64)]) -> (f64, f64, f64) {
    let n: f64 = observed.iter().map(|(_, n)| n).sum();
    let mean = observed.iter().map(|(value, n)| n * value).sum::<f64>() / n;
    let variance = observed.iter().map(|(value, n)| n * (value - mean).powi(2)).sum::<f64>() / n;
    (mean, variance, n)
}

/// Points per game; one half if there was no game.
fn rate(outcomes: &impl Outcomes) -> f64 {
    let (mean, _, n) = moments(&tally(outcomes));
    if n == 0.0 { 0.5 } else { mean }
}

/// Twice the points of a game whose reward was `reward` of `denominator`: more than half the reward
/// is a win, half a draw.
fn half_points(reward: u32, denominator: u32) -> usize {
    match (2 * reward).cmp(&denominator) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

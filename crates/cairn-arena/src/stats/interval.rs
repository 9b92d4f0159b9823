//! Confidence intervals of rates.

use super::{Outcomes, moments, tally};

/// The 97.5 % quantile of the normal distribution: 95 % lie within this many standard deviations.
pub const Z95: f64 = 1.959_964;

/// The Agresti–Coull 95 % confidence interval of a rate, from `successes` in `trials`.
///
/// It adds z² trials, half of them successes, and takes the textbook interval. Unlike that one, its
/// width is never zero, and it covers the true rate often enough with few trials too (Agresti and Coull,
/// "Approximate is better than 'exact'", The American Statistician 52, 1998).
///
/// ```
/// let (low, high) = cairn_arena::agresti_coull(8.0, 10.0);
/// assert_eq!((format!("{low:.4}"), format!("{high:.4}")), ("0.4794".into(), "0.9541".into()));
/// ```
pub fn agresti_coull(successes: f64, trials: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let trials = trials + z2;
    let rate = (successes + z2 / 2.0) / trials;
    let half = Z95 * (rate * (1.0 - rate) / trials).sqrt();
    ((rate - half).max(0.0), (rate + half).min(1.0))
}

/// Wilson's 95 % confidence interval of a rate, from `successes` in `trials`: all rates for which
/// that result is within z standard deviations (Wilson, Journal of the American Statistical
/// Association 22, 1927). It has the same centre as [`agresti_coull`] and is a little narrower,
/// especially near 0 and 1. Without trials it is 0 to 1.
///
/// ```
/// let (low, high) = cairn_arena::wilson(8.0, 10.0);
/// assert_eq!((format!("{low:.4}"), format!("{high:.4}")), ("0.4902".into(), "0.9433".into()));
/// ```
pub fn wilson(successes: f64, trials: f64) -> (f64, f64) {
    if trials == 0.0 {
        return (0.0, 1.0);
    }
    let z2 = Z95 * Z95;
    let (rate, wide) = (successes / trials, trials + z2);
    let middle = (successes + z2 / 2.0) / wide;
    let half = Z95 * (trials * rate * (1.0 - rate) + z2 / 4.0).sqrt() / wide;
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The 95 % confidence interval of the points per game. It uses the variance of the results, so
/// draws, and pairs in which each side won once, make it narrower.
///
/// As in Agresti and Coull, z² observations are added, half of them the worst result and half the
/// best. Without draws it *is* their interval. It does not collapse with few or one-sided results, as
/// the normal interval does (ten wins would give 1 to 1); for hundreds of games the two agree.
/// Without games it is 0 to 1.
///
/// ```
/// use cairn_arena::{Score, mean_interval};
/// let (low, high) = mean_interval(&Score { wins: 30, draws: 60, losses: 10 });
/// assert_eq!((format!("{low:.3}"), format!("{high:.3}")), ("0.537".into(), "0.656".into()));
/// ```
pub fn mean_interval(outcomes: &impl Outcomes) -> (f64, f64) {
    let mut observed = tally(outcomes);
    observed.extend([(0.0, Z95 * Z95 / 2.0), (1.0, Z95 * Z95 / 2.0)]);
    let (mean, variance, n) = moments(&observed);
    let half = Z95 * (variance / n).sqrt();
    ((mean - half).max(0.0), (mean + half).min(1.0))
}

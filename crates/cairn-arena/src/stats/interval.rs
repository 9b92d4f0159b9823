//! Confidence intervals of rates.

use super::{Outcomes, moments, tally};

/// The normal distribution's 97.5 % point: 95 % lie within so many standard deviations.
pub const Z95: f64 = 1.959_964;

/// The Agresti–Coull 95 % confidence interval of a rate that came out as `successes` of `trials`.
///
/// Add z² trials, half of them successes, and take the textbook interval: unlike that one, it is
/// never of zero width and covers what it promises for small numbers too (Agresti and Coull,
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

/// Wilson's 95 % confidence interval of a rate that came out as `successes` of `trials`: all rates
/// under which that result lies within z standard deviations (Wilson, Journal of the American
/// Statistical Association 22, 1927). It has the middle of [`agresti_coull`] and is a little
/// narrower, most of all near 0 and 1. Without trials it is everything.
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

/// The 95 % confidence interval of the points per game, with the variance that the results have:
/// draws, and pairs in which each side won once, make it narrower than that of as many wins and
/// losses.
///
/// As Agresti and Coull do, z² observations are added, half of them the worst result and half the
/// best. Without draws it *is* their interval; a few results or a one-sided score do not make it
/// collapse, as they do with the plain normal interval (ten wins would give exactly 1 to 1); for
/// hundreds of games the two agree. Without games it is 0 to 1.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairs, Score};
    use cairn_core::Rng;

    fn close(interval: (f64, f64), low: f64, high: f64) {
        assert!((interval.0 - low).abs() < 1e-6, "{interval:?} should start at {low}");
        assert!((interval.1 - high).abs() < 1e-6, "{interval:?} should end at {high}");
    }

    /// By hand: 50 of 100 is 51.9207/103.8415 = 0.5 ± 1.959964·√(0.25/103.8415) = 0.0961685;
    /// 0 of 20 is 1.92073/23.8415 = 0.0805626 ± 0.1092470, cut at 0. The others are
    /// `proportion_confint(…, method="agresti_coull")` of Python's statsmodels 0.15.
    #[test]
    fn the_interval_is_agresti_and_coulls() {
        close(agresti_coull(50.0, 100.0), 0.4038315, 0.5961685);
        close(agresti_coull(0.0, 20.0), 0.0, 0.1898096);
        close(agresti_coull(20.0, 20.0), 0.8101904, 1.0);
        close(agresti_coull(7.0, 9.0), 0.4427924, 0.9465715);
        close(agresti_coull(498.0, 818.0), 0.5749207, 0.6416661);
        close(agresti_coull(0.0, 0.0), 0.0, 1.0);
    }

    /// `proportion_confint(…, method="wilson")` of statsmodels 0.15.
    #[test]
    fn the_other_is_wilsons() {
        close(wilson(50.0, 100.0), 0.4038315, 0.5961685);
        close(wilson(0.0, 20.0), 0.0, 0.1611252);
        close(wilson(20.0, 20.0), 0.8388748, 1.0);
        close(wilson(7.0, 9.0), 0.4525890, 0.9367749);
        close(wilson(498.0, 818.0), 0.5749246, 0.6416622);
        close(wilson(0.0, 0.0), 0.0, 1.0);
    }

    #[test]
    fn without_draws_the_mean_is_a_rate() {
        for (wins, losses) in [(0, 0), (5, 0), (0, 20), (8, 2), (498, 320)] {
            let score = Score { wins, draws: 0, losses };
            let (low, high) = score.interval();
            close(mean_interval(&score), low, high);
        }
    }

    /// By hand, with z² = 3.841459: 10 draws have the mean ½ and the variance
    /// ¼·3.841459/13.841459 = 0.0693833, so ½ ± 1.959964·√(0.0693833/13.841459) = 0.1387674.
    #[test]
    fn draws_make_the_interval_narrower() {
        close(mean_interval(&Score { wins: 0, draws: 10, losses: 0 }), 0.3612326, 0.6387674);
        close(mean_interval(&Pairs([0, 0, 10, 0, 0])), 0.3612326, 0.6387674);
    }

    /// The plain normal interval holds only in 40 % of the second of these at ten games. No
    /// interval can hold in exactly 95 % where so few results are possible.
    #[test]
    fn the_interval_covers_what_it_promises() {
        let mut rng = Rng::new(1);
        for (loss, draw) in [(0.2, 0.3), (0.02, 0.03), (0.1, 0.8), (0.5, 0.0)] {
            for games in [10, 100] {
                let truth = 1.0 - loss - draw / 2.0;
                let covered = (0..1000).filter(|_| {
                    let mut score = Score::default();
                    for _ in 0..games {
                        let u = f64::from(rng.next_u32()) / 2f64.powi(32);
                        score.count(u32::from(u >= loss) + u32::from(u >= loss + draw), 2);
                    }
                    let (low, high) = mean_interval(&score);
                    low <= truth && truth <= high
                });
                let covered = covered.count();
                assert!(covered >= 935, "{covered} of 1000 at {loss}, {draw}, {games} games");
            }
        }
    }
}

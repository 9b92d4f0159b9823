//! The sequential probability ratio test.

use std::str::FromStr;

use super::{Outcomes, rate_from_elo, tally};

/// A sequential test of two hypotheses about an Elo difference: after every game, or pair of games,
/// it says whether the results so far suffice.
///
/// It is the generalised test that engine testers use: the likelihood of the results is maximised
/// over all distributions whose mean is that of `elo0` (in the ordinary, logistic Elo) and over
/// those whose mean is that of `elo1`, and the logarithm of the ratio is compared with Wald's
/// bounds. Draws, openings and colours need no model. Count pairs where games are played in pairs,
/// because a pair is one observation.
///
/// ```
/// use cairn_arena::{Pairs, Sprt, Verdict};
/// let sprt: Sprt = "0,50".parse().unwrap();
/// assert_eq!(sprt.verdict(&Pairs([2, 0, 20, 0, 5])), Verdict::Continue);
/// assert_eq!(sprt.verdict(&Pairs([2, 0, 31, 0, 11])), Verdict::H1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative, greater than `elo0`.
    pub elo1: f64,
    /// The probability of choosing the alternative although the difference is `elo0`.
    pub alpha: f64,
    /// The probability of choosing the null hypothesis although the difference is `elo1`.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The null hypothesis: the difference is less than `elo1`.
    H0,
    /// The alternative: the difference is more than `elo0`.
    H1,
    /// More games are needed.
    Continue,
}

/// The text does not describe a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no SPRT: give two Elo numbers from -{max} to {max}, the smaller first, as in 0,10",
    max = MAX_ELO
)]
pub struct SprtError(String);

/// Beyond it one point in 100,000 decides.
const MAX_ELO: f64 = 2000.0;

/// What counts of zero become, as in fishtest and fastchess: a result that has not come yet is not
/// impossible, and without it some means would be.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test with error probabilities of 5 %. `elo0` must be less than `elo1`.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Wald's bounds: the log-likelihood ratios at or below which H0, and at or above which H1 is
    /// accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalised log-likelihood ratio of H1 to H0; 0 without games.
    pub fn llr(&self, outcomes: &impl Outcomes) -> f64 {
        let mut observed = tally(outcomes);
        if observed.iter().all(|&(_, n)| n == 0.0) {
            return 0.0;
        }
        for (_, n) in &mut observed {
            *n = n.max(UNSEEN);
        }
        log_likelihood(&observed, rate_from_elo(self.elo1))
            - log_likelihood(&observed, rate_from_elo(self.elo0))
    }

    /// Whether the results suffice, and for which hypothesis.
    pub fn verdict(&self, outcomes: &impl Outcomes) -> Verdict {
        let (llr, (low, high)) = (self.llr(outcomes), self.bounds());
        if llr >= high {
            Verdict::H1
        } else if llr <= low {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.abs() <= MAX_ELO);
        let parsed = text.split_once(',').and_then(|(a, b)| Some((number(a)?, number(b)?)));
        match parsed {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt::new(elo0, elo1)),
            _ => Err(SprtError(text.into())),
        }
    }
}

/// The log-likelihood of the observations, given as (value, count), under the distribution with
/// this mean that makes them likeliest, less their log-likelihood under no such condition.
///
/// That distribution gives a value a the share p/(1 + θ(a − mean)) where its own share was p, with
/// the one θ for which the mean comes out (proposition 1.1 of Michel Van den Bergh's notes for
/// fishtest, <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>).
fn log_likelihood(observed: &[(f64, f64)], mean: f64) -> f64 {
    let excess = |theta: f64| -> f64 {
        observed.iter().map(|(a, n)| n * (a - mean) / (1.0 + theta * (a - mean))).sum()
    };
    // It falls from +∞ to −∞ between the two θ at which the share of 1 or of 0 is infinite. Sixty
    // halvings of that interval leave nothing that would change a sum of logarithms.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = (low + high) / 2.0;
    -observed.iter().map(|(a, n)| n * (theta * (a - mean)).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pairs, Score, elo_from_rate};
    use cairn_core::Rng;

    fn close(llr: f64, expected: f64) {
        assert!((llr - expected).abs() < 1e-6, "{llr} should be {expected}");
    }

    /// The first two are cases of fastchess's sprt_test.cpp, which gives −1.57 and −2.59. All
    /// digits are from Python: with the mean given, a trinomial has one free parameter, the share
    /// of draws, over which `scipy.optimize.minimize_scalar` maximised the likelihood.
    #[test]
    fn games_have_the_independent_ratio() {
        for (elos, [losses, draws, wins], expected) in [
            ((0.5, 2.5), [21184, 40708, 21404], -1.571888793),
            ((0.0, 2.0), [57030, 106593, 57433], -2.593024163),
            ((0.0, 10.0), [30, 40, 45], 0.589793227),
            ((0.0, 10.0), [0, 0, 1], 0.028367273),
            ((0.0, 10.0), [0, 25, 0], -0.723054930),
            ((0.0, 100.0), [12, 0, 24], 1.982879884),
            ((-50.0, 50.0), [3, 2, 0], -1.438422342),
        ] {
            close(Sprt::new(elos.0, elos.1).llr(&Score { wins, draws, losses }), expected);
        }
    }

    /// The first two are cases of fastchess's sprt_test.cpp, which gives −3.07 and −4.98. All
    /// digits are from Python: Newton's method on the five shares themselves, in the null space of
    /// the two conditions (sum and mean) that `scipy.linalg.null_space` gives, without θ.
    #[test]
    fn pairs_have_the_independent_ratio() {
        for (elos, counts, expected) in [
            ((0.5, 2.5), [223, 9863, 21279, 10037, 246], -3.074126440),
            ((0.0, 2.0), [871, 26175, 55983, 26678, 821], -4.978672863),
            ((0.0, 10.0), [5, 20, 60, 30, 9], 0.973404491),
            ((0.0, 10.0), [0, 0, 0, 0, 7], 0.198632992),
            ((0.0, 100.0), [0, 0, 12, 0, 0], -3.936486762),
            ((0.0, 50.0), [2, 0, 31, 0, 11], 3.095017809),
            ((-30.0, 30.0), [10, 3, 40, 1, 0], -9.323002306),
        ] {
            close(Sprt::new(elos.0, elos.1).llr(&Pairs(counts)), expected);
        }
    }

    /// Without draws the test is Wald's for a coin, whose ratio is known in closed form.
    #[test]
    fn without_draws_it_is_walds_test() {
        let (p0, p1) = (rate_from_elo(-20.0), rate_from_elo(60.0));
        let wald = 70.0 * (p1 / p0).ln() + 50.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        let llr = Sprt::new(-20.0, 60.0).llr(&Score { wins: 70, draws: 0, losses: 50 });
        assert!((llr - wald).abs() < 1e-4, "{llr} should be {wald}");
    }

    /// Only draws, very many of them: between equals they are certain; where the mean is s > ½ at
    /// most a share of 2(1 − s) can be draws. θ is then at the very end of its interval.
    #[test]
    fn draws_speak_for_equality() {
        let llr = Sprt::new(0.0, 10.0).llr(&Score { wins: 0, draws: 1_000_000, losses: 0 });
        let expected = 1e6 * (2.0 * (1.0 - rate_from_elo(10.0))).ln();
        assert!((llr - expected).abs() < 0.03, "{llr} should be {expected}");
    }

    #[test]
    fn the_bounds_are_walds() {
        let (low, high) = Sprt::new(0.0, 10.0).bounds();
        close(low, -19f64.ln());
        close(high, 19f64.ln());
        let (low, high) = Sprt { alpha: 0.1, beta: 0.2, ..Sprt::new(0.0, 10.0) }.bounds();
        close(low, (2.0f64 / 9.0).ln());
        close(high, 8f64.ln());
        assert_eq!(Sprt::new(0.0, 10.0).llr(&Score::default()), 0.0);
        assert_eq!(Sprt::new(0.0, 10.0).verdict(&Pairs::default()), Verdict::Continue);
    }

    #[test]
    fn a_test_is_two_elos() {
        assert_eq!("0,10".parse(), Ok(Sprt::new(0.0, 10.0)));
        assert_eq!(" -2.5 , 2.5".parse(), Ok(Sprt::new(-2.5, 2.5)));
        for bad in ["", "5", "0,", "10,0", "0,0", "0,10,20", "a,b", "0,inf", "nan,1", "0,2001"] {
            assert_eq!(bad.parse::<Sprt>(), Err(SprtError(bad.into())));
        }
        assert_eq!(
            "10,0".parse::<Sprt>().unwrap_err().to_string(),
            "\"10,0\" is no SPRT: give two Elo numbers from -2000 to 2000, the smaller first, \
             as in 0,10"
        );
    }

    /// How many of `tests` tests accept H1 if results are drawn with these shares.
    fn accepted<const N: usize, O: Outcomes>(
        sprt: &Sprt,
        shares: [f64; N],
        tests: u32,
        outcomes: fn([u32; N]) -> O,
    ) -> u32 {
        let mut rng = Rng::new(1);
        let mut test = || {
            let mut counts = [0; N];
            loop {
                let mut u = f64::from(rng.next_u32()) / 2f64.powi(32);
                let drawn = shares.iter().position(|share| {
                    u -= share;
                    u < 0.0
                });
                counts[drawn.unwrap_or(N - 1)] += 1;
                match sprt.verdict(&outcomes(counts)) {
                    Verdict::Continue => (),
                    verdict => return verdict,
                }
            }
        };
        (0..tests).filter(|_| test() == Verdict::H1).count() as u32
    }

    /// Errors of 5 %, and no fewer than 2.5 %: a test that errs less plays too many games.
    fn holds_its_errors<const N: usize, O: Outcomes>(
        equal: [f64; N],
        better: [f64; N],
        outcomes: fn([u32; N]) -> O,
    ) {
        let mean = |shares: [f64; N]| -> f64 {
            shares.iter().enumerate().map(|(i, p)| i as f64 / (N - 1) as f64 * p).sum()
        };
        let sprt = Sprt::new(elo_from_rate(mean(equal)), elo_from_rate(mean(better)));
        let (false_h1, false_h0) = (
            accepted(&sprt, equal, 1000, outcomes),
            1000 - accepted(&sprt, better, 1000, outcomes),
        );
        assert!((25..=65).contains(&false_h1), "{false_h1} of 1000 accept H1 under H0");
        assert!((25..=65).contains(&false_h0), "{false_h0} of 1000 accept H0 under H1");
    }

    #[test]
    fn errors_with_games_are_as_promised() {
        let outcomes = |[losses, draws, wins]: [u32; 3]| Score { wins, draws, losses };
        holds_its_errors([0.35, 0.3, 0.35], [0.2, 0.3, 0.5], outcomes);
    }

    #[test]
    fn errors_with_pairs_are_as_promised() {
        holds_its_errors([0.05, 0.2, 0.5, 0.2, 0.05], [0.03, 0.12, 0.45, 0.3, 0.1], Pairs);
    }
}

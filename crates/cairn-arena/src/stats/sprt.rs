//! The sequential probability ratio test.

use std::str::FromStr;

use super::{Outcomes, rate_from_elo, tally};

/// A sequential probability ratio test of two hypotheses about an Elo difference. After every game,
/// or pair of games, it says whether the results so far are enough.
///
/// It is the generalised test of engine testers: the likelihood of the results is maximised over all
/// distributions with the mean of `elo0` (logistic Elo) and over those with the mean of `elo1`, and
/// the logarithm of the ratio is compared with Wald's bounds. Draws, openings and colours need no
/// model. Where games are played in pairs, count [`Pairs`](super::Pairs): a pair is one observation.
///
/// ```
/// use cairn_arena::{Pairs, Sprt, SprtVerdict};
/// let sprt: Sprt = "0,50".parse().unwrap();
/// assert_eq!(sprt.verdict(&Pairs([2, 0, 20, 0, 5])), SprtVerdict::Continue);
/// assert_eq!(sprt.verdict(&Pairs([2, 0, 31, 0, 11])), SprtVerdict::H1);
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

/// What a sequential test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The null hypothesis: the difference is less than `elo1`.
    H0,
    /// The alternative: the difference is more than `elo0`.
    H1,
    /// More games are needed.
    Continue,
}

/// The text is not a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not an SPRT: give two Elo numbers from -{max} to {max}, the smaller first, as in 0,10",
    max = MAX_ELO
)]
pub struct SprtError(String);

/// At this difference the weaker player scores one point in 100,000 games.
const MAX_ELO: f64 = 2000.0;

/// Replaces counts of zero, as in fishtest and fastchess: a result that has not been seen yet is
/// possible, and without it some means would not be.
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

    /// Whether the results are enough, and for which hypothesis.
    pub fn verdict(&self, outcomes: &impl Outcomes) -> SprtVerdict {
        let (llr, (low, high)) = (self.llr(outcomes), self.bounds());
        if llr >= high {
            SprtVerdict::H1
        } else if llr <= low {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
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

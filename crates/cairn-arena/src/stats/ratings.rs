//! Ratings of many agents from the games between them.

use std::f64::consts::LN_10;

use super::{Elo, Score, Z95};

/// Elo per unit of log-odds.
const ELO: f64 = 400.0 / LN_10;

/// Draws between a pair of agents that met only each other before their first game, so that the
/// rating of one that won or lost all its games stays finite.
const PRIOR_DRAWS: f64 = 1.0;

/// No games connect these two agents, not even through others: nothing is known about their
/// difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no games connect agent {0} with agent {1}, not even through others: rate agents that met, or \
     let them play"
)]
pub struct Disconnected(pub usize, pub usize);

/// The Elo ratings of agents 0 to `agents` − 1 by the Bradley–Terry model, a draw counting as half
/// a win and half a loss. They are differences from the mean of all, or from the `anchor`, whose
/// own rating is then exactly 0.
///
/// A result (a, b, score) is what a scored against b; a pairing may come more than once, and games
/// of an agent against itself say nothing. Before the likelihood is maximised each agent brings
/// half a draw more, shared among its opponents in proportion to its games with them: that keeps
/// the rating finite of one who won or lost all games, and hardly moves one with many games. The
/// 95 % intervals are from the Fisher information; since a draw counts as half a win, they are
/// wider than need be where there are many draws.
///
/// # Panics
///
/// If a result or the anchor names an agent that there is not.
///
/// ```
/// use cairn_arena::{Score, ratings};
/// let results = [
///     (0, 1, Score { wins: 60, draws: 10, losses: 30 }),
///     (1, 2, Score { wins: 70, draws: 0, losses: 30 }),
/// ];
/// let ratings = ratings(3, &results, Some(2)).unwrap();
/// assert_eq!(ratings[2].difference, 0.0);
/// assert!(ratings[0].difference > ratings[1].difference && ratings[1].low > 0.0);
/// ```
pub fn ratings(
    agents: usize,
    results: &[(usize, usize, Score)],
    anchor: Option<usize>,
) -> Result<Vec<Elo>, Disconnected> {
    let meetings = meetings(agents, results, PRIOR_DRAWS);
    connected(agents, &meetings)?;
    let (strengths, covariance) = fit(agents, &meetings);
    let rating = |i: usize| {
        let (difference, variance) = match anchor {
            None => (strengths[i], covariance[i][i]),
            Some(a) => (
                strengths[i] - strengths[a],
                covariance[i][i] + covariance[a][a] - 2.0 * covariance[i][a],
            ),
        };
        let half = Z95 * variance.max(0.0).sqrt();
        Elo {
            difference: ELO * difference,
            low: ELO * (difference - half),
            high: ELO * (difference + half),
        }
    };
    Ok((0..agents).map(rating).collect())
}

/// What `a` scored against `b`, draws of the prior included.
struct Meeting {
    a: usize,
    b: usize,
    points: f64,
    games: f64,
}

fn meetings(agents: usize, results: &[(usize, usize, Score)], prior: f64) -> Vec<Meeting> {
    let real = results.iter().filter(|(a, b, score)| a != b && score.games() > 0);
    let mut games = vec![0.0; agents];
    for &(a, b, score) in real.clone() {
        games[a] += f64::from(score.games());
        games[b] += f64::from(score.games());
    }
    let with_prior = |&(a, b, score): &(usize, usize, Score)| {
        let played = f64::from(score.games());
        let draws = prior * (played / games[a] + played / games[b]) / 2.0;
        Meeting { a, b, points: score.points() + draws / 2.0, games: played + draws }
    };
    real.map(with_prior).collect()
}

/// Whether games lead from agent 0 to every other.
fn connected(agents: usize, meetings: &[Meeting]) -> Result<(), Disconnected> {
    let mut reached: Vec<bool> = (0..agents).map(|i| i == 0).collect();
    // A path is at most as long as there are agents.
    for _ in 0..agents {
        for meeting in meetings {
            if reached[meeting.a] || reached[meeting.b] {
                (reached[meeting.a], reached[meeting.b]) = (true, true);
            }
        }
    }
    reached.iter().position(|r| !r).map_or(Ok(()), |lost| Err(Disconnected(0, lost)))
}

/// The strengths, as log-odds with the mean 0, that make the results likeliest, and their
/// covariance, by Newton's method: the likelihood has one maximum and no other place to stop at.
fn fit(agents: usize, meetings: &[Meeting]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut strengths = vec![0f64; agents];
    loop {
        // The information says nothing about a shift of all strengths. A one added to every entry
        // makes it invertible and leaves its inverse, but for a constant, on differences.
        let mut information = vec![vec![1.0; agents]; agents];
        let mut slope = vec![0.0; agents];
        for &Meeting { a, b, points, games } in meetings {
            let rate = 1.0 / (1.0 + (strengths[b] - strengths[a]).exp());
            slope[a] += points - games * rate;
            slope[b] -= points - games * rate;
            let weight = games * rate * (1.0 - rate);
            information[a][a] += weight;
            information[b][b] += weight;
            information[a][b] -= weight;
            information[b][a] -= weight;
        }
        let mut covariance = inverse(information);
        let step: Vec<f64> = covariance.iter().map(|row| dot(row, &slope)).collect();
        let longest = step.iter().fold(0.0, |longest: f64, x| longest.max(x.abs()));
        // Where results are one-sided a whole step can lead too far: go half as far, until the
        // likelihood grows.
        let before = log_likelihood(&strengths, meetings);
        let mut scale = 1.0;
        let after = loop {
            let after: Vec<f64> = strengths.iter().zip(&step).map(|(x, d)| x + scale * d).collect();
            if scale * longest < 1e-9 || log_likelihood(&after, meetings) > before {
                break after;
            }
            scale /= 2.0;
        };
        if scale * longest < 1e-9 {
            let constant = 1.0 / (agents * agents) as f64;
            covariance.iter_mut().flatten().for_each(|x| *x -= constant);
            return (after, covariance);
        }
        strengths = after;
    }
}

fn log_likelihood(strengths: &[f64], meetings: &[Meeting]) -> f64 {
    let log_rate = |x: f64| -(-x).exp().ln_1p();
    let one = |&Meeting { a, b, points, games }: &Meeting| {
        let ahead = strengths[a] - strengths[b];
        points * log_rate(ahead) + (games - points) * log_rate(-ahead)
    };
    meetings.iter().map(one).sum()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The inverse of a positive definite matrix, by Gauss–Jordan elimination; being positive definite,
/// it needs no exchange of rows.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for k in 0..matrix.len() {
        let pivot = std::mem::replace(&mut matrix[k][k], 1.0);
        matrix[k].iter_mut().for_each(|x| *x /= pivot);
        let row = matrix[k].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = std::mem::replace(&mut other[k], 0.0);
            other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{elo_from_rate, rate_from_elo};
    use cairn_core::Rng;

    fn score(wins: u32, draws: u32, losses: u32) -> Score {
        Score { wins, draws, losses }
    }

    fn close(ours: f64, expected: f64, tolerance: f64) {
        assert!((ours - expected).abs() < tolerance, "{ours} should be {expected}");
    }

    /// Ten games and the draw of the prior: 7½ of 11 points, with the standard error 1/√(11·p·q) of
    /// log-odds.
    #[test]
    fn two_agents_have_the_elo_of_their_score() {
        let results = [(0, 1, score(6, 2, 2))];
        let difference = elo_from_rate(7.5 / 11.0);
        let half = Z95 * ELO / (11.0f64 * 7.5 / 11.0 * 3.5 / 11.0).sqrt();
        let anchored = ratings(2, &results, Some(1)).unwrap();
        close(anchored[0].difference, difference, 1e-6);
        close(anchored[0].low, difference - half, 1e-6);
        close(anchored[0].high, difference + half, 1e-6);
        assert_eq!(anchored[1], Elo { difference: 0.0, low: 0.0, high: 0.0 });
        let centred = ratings(2, &results, None).unwrap();
        for (elo, sign) in centred.iter().zip([1.0, -1.0]) {
            close(elo.difference, sign * difference / 2.0, 1e-6);
            close(elo.high - elo.difference, half / 2.0, 1e-6);
        }
    }

    /// Citations between Biometrika, Communications in Statistics, JASA and JRSS-B (Stigler 1994;
    /// Agresti, Categorical Data Analysis), with the log-odds −2.9491, −0.4796 and 0.2690 that
    /// Turner and Firth publish ("Bradley–Terry models in R", Journal of Statistical Software 48,
    /// 2012). The fifth digit and the standard errors are those of statsmodels' binomial `GLM`.
    #[test]
    fn without_prior_the_published_strengths_come_out() {
        let results = [
            (0, 1, score(730, 0, 33)),
            (0, 2, score(498, 0, 320)),
            (0, 3, score(221, 0, 284)),
            (1, 2, score(68, 0, 813)),
            (1, 3, score(17, 0, 276)),
            (2, 3, score(142, 0, 325)),
        ];
        let (strengths, covariance) = fit(4, &meetings(4, &results, 0.0));
        for (i, estimate, error) in
            [(1, -2.94907, 0.10255), (2, -0.47957, 0.06059), (3, 0.26895, 0.07083)]
        {
            close(strengths[i] - strengths[0], estimate, 6e-6);
            let variance = covariance[i][i] + covariance[0][0] - 2.0 * covariance[i][0];
            close(variance.sqrt(), error, 6e-6);
        }
    }

    /// From Python: a binomial `GLM` of statsmodels 0.15 on the points with the prior's draws
    /// added, without intercept, one column for each agent but the first; its estimates and their
    /// covariance, centred and in Elo.
    #[test]
    fn agrees_with_logistic_regression() {
        let results = [
            (0, 1, score(6, 2, 2)),
            (2, 0, score(0, 1, 5)),
            (1, 2, score(1, 0, 2)),
            (2, 2, score(9, 0, 0)),
            (1, 2, score(2, 0, 1)),
            (2, 3, score(0, 0, 4)),
            (1, 3, score(2, 1, 1)),
        ];
        let centred = [139.495869, -21.985827, -156.931392, 39.421350];
        let errors = [83.677230, 62.700466, 75.642234, 98.762420];
        let all = ratings(4, &results, None).unwrap();
        for ((elo, difference), error) in all.iter().zip(centred).zip(errors) {
            close(elo.difference, difference, 1e-4);
            close((elo.high - elo.low) / 2.0 / Z95, error, 1e-4);
        }
        let anchored = [0.0, -161.481695, -296.427260, -100.074519];
        let errors = [0.0, 105.461715, 128.961504, 163.288895];
        let all = ratings(4, &results, Some(0)).unwrap();
        for ((elo, difference), error) in all.iter().zip(anchored).zip(errors) {
            close(elo.difference, difference, 1e-4);
            close((elo.high - elo.low) / 2.0 / Z95, error, 1e-4);
        }
    }

    /// Whole steps of Newton's method run away from these results. The ratings are the minimum that
    /// `scipy.optimize.minimize` finds, with the simplex method and then with BFGS.
    #[test]
    fn one_sided_results_have_finite_ratings() {
        let results = [
            (1, 0, score(0, 0, 2)),
            (2, 0, score(0, 0, 652)),
            (2, 1, score(5, 0, 3)),
            (3, 0, score(13, 0, 2788)),
            (3, 1, score(2, 0, 1)),
            (3, 2, score(2, 0, 1)),
            (4, 1, score(4046, 0, 0)),
            (4, 3, score(1, 0, 155)),
        ];
        let all = ratings(5, &results, None).unwrap();
        let expected = [1598.205, -1254.910, -1028.382, 675.174, 9.914];
        for (elo, expected) in all.iter().zip(expected) {
            close(elo.difference, expected, 0.01);
            assert!(elo.high - elo.low > 100.0 && elo.high - elo.low < 2000.0, "{elo:?}");
        }
    }

    /// Tournaments between agents of known strength: the intervals hold the truth in 95 % of all
    /// cases, and what many games say is near it.
    #[test]
    fn known_strengths_are_recovered() {
        let truth = [-200.0, -50.0, 0.0, 70.0, 180.0];
        let mut rng = Rng::new(1);
        let mut tournament = |games| {
            let mut results = Vec::new();
            for b in 0..truth.len() {
                for a in 0..b {
                    let mut score = Score::default();
                    for _ in 0..games {
                        let won = f64::from(rng.next_u32()) / 2f64.powi(32)
                            < rate_from_elo(truth[a] - truth[b]);
                        score.count(won.into(), 1);
                    }
                    results.push((a, b, score));
                }
            }
            ratings(truth.len(), &results, None).unwrap()
        };
        let mut held = 0;
        for _ in 0..200 {
            let ratings = tournament(40);
            held += ratings.iter().zip(truth).filter(|(r, t)| r.low <= *t && *t <= r.high).count();
        }
        assert!((930..=970).contains(&held), "{held} of 1000 intervals hold the truth");
        for (rating, truth) in tournament(10_000).iter().zip(truth) {
            close(rating.difference, truth, 6.0);
        }
    }

    #[test]
    fn what_did_not_meet_is_not_compared() {
        let chain = [(2, 3, score(1, 0, 1)), (1, 2, score(1, 0, 1)), (0, 1, score(1, 0, 1))];
        assert!(ratings(4, &chain, None).is_ok());
        let apart = [(0, 1, score(3, 0, 2)), (2, 3, score(1, 1, 1)), (1, 2, Score::default())];
        assert_eq!(ratings(4, &apart, None), Err(Disconnected(0, 2)));
        assert_eq!(ratings(2, &[], None), Err(Disconnected(0, 1)));
        assert_eq!(ratings(0, &[], None), Ok(vec![]));
        let alone = ratings(1, &[(0, 0, score(5, 0, 0))], None).unwrap();
        assert_eq!(alone, [Elo { difference: 0.0, low: 0.0, high: 0.0 }]);
    }
}

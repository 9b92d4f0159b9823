//! Ratings of many agents from the games between them.

use std::f64::consts::LN_10;

use super::{Elo, Score, Z95};

/// Elo per unit of log-odds.
const ELO: f64 = 400.0 / LN_10;

/// Draws added between two agents that met only each other, so that the rating of an agent that won
/// or lost all its games is finite.
const PRIOR_DRAWS: f64 = 1.0;

/// No games connect these two agents, not even through others, so their difference is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no games connect agent {0} with agent {1}, not even through others: play some, or rate only \
     agents that met"
)]
pub struct RatingsError(pub usize, pub usize);

/// The Elo ratings of agents 0 to `agents` − 1 by the Bradley–Terry model, a draw counting as half
/// a win and half a loss. They are differences from the mean of all, or from the `anchor`, whose
/// own rating is then exactly 0.
///
/// A result (a, b, score) is what a scored against b. A pairing may occur more than once; games of an
/// agent against itself are ignored. Before the likelihood is maximised, each agent gets another half
/// draw, shared among its opponents in proportion to its games with them. That keeps the rating of an
/// agent finite that won or lost all games, and hardly changes one with many games. The 95 %
/// intervals come from the Fisher information; a draw counts as half a win, so with many draws they
/// are wider than necessary.
///
/// # Panics
///
/// If a result or the anchor is not an agent from 0 to `agents` − 1.
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
) -> Result<Vec<Elo>, RatingsError> {
    let meetings = meetings(agents, results);
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

/// What `a` scored against `b`, including draws of the prior.
struct Meeting {
    a: usize,
    b: usize,
    points: f64,
    games: f64,
}

fn meetings(agents: usize, results: &[(usize, usize, Score)]) -> Vec<Meeting> {
    let real = results.iter().filter(|(a, b, score)| a != b && score.games() > 0);
    let mut games = vec![0.0; agents];
    for &(a, b, score) in real.clone() {
        games[a] += f64::from(score.games());
        games[b] += f64::from(score.games());
    }
    let with_prior = |&(a, b, score): &(usize, usize, Score)| {
        let played = f64::from(score.games());
        let draws = PRIOR_DRAWS * (played / games[a] + played / games[b]) / 2.0;
        Meeting { a, b, points: score.points() + draws / 2.0, games: played + draws }
    };
    real.map(with_prior).collect()
}

/// Checks that games connect agent 0 with every other.
fn connected(agents: usize, meetings: &[Meeting]) -> Result<(), RatingsError> {
    let mut reached: Vec<bool> = (0..agents).map(|i| i == 0).collect();
    // No path is longer than the number of agents.
    for _ in 0..agents {
        for meeting in meetings {
            if reached[meeting.a] || reached[meeting.b] {
                (reached[meeting.a], reached[meeting.b]) = (true, true);
            }
        }
    }
    reached.iter().position(|r| !r).map_or(Ok(()), |lost| Err(RatingsError(0, lost)))
}

/// The strengths, as log-odds with the mean 0, that make the results likeliest, and their
/// covariance, by Newton's method: the likelihood is concave, with one maximum.
fn fit(agents: usize, meetings: &[Meeting]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut strengths = vec![0f64; agents];
    loop {
        // The information says nothing about a shift of all strengths, so it is singular. Adding one
        // to every entry makes it invertible, and does not change the covariance of differences.
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
        let dot = |row: &Vec<f64>| row.iter().zip(&slope).map(|(x, y)| x * y).sum();
        let step: Vec<f64> = covariance.iter().map(dot).collect();
        let longest = step.iter().fold(0.0, |longest: f64, x| longest.max(x.abs()));
        // Where results are one-sided a whole step can lead too far. A difference of strengths changes
        // by at most `most`, and with this part of the step the likelihood always grows (Sun and
        // Tran-Dinh, "Generalized self-concordant functions", Mathematical Programming 178, 2019).
        let most = 2.0 * longest;
        let part = if most > 0.0 { most.ln_1p() / most } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, x)| *strength += part * x);
        if longest < 1e-9 {
            let constant = 1.0 / (agents * agents) as f64;
            covariance.iter_mut().flatten().for_each(|x| *x -= constant);
            return (strengths, covariance);
        }
    }
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

//! Ratings of many agents, against hand calculation, logistic regression and known strengths.

use std::f64::consts::LN_10;

use cairn_arena::{Elo, RatingsError, Score, Z95, elo_from_rate, rate_from_elo, ratings};
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
    let half = Z95 * 400.0 / LN_10 / (11.0f64 * 7.5 / 11.0 * 3.5 / 11.0).sqrt();
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
/// 2012). The fifth digit and the standard errors are those of statsmodels' binomial `GLM`. They
/// have no prior, which does not matter if every result is counted many times.
#[test]
fn the_published_strengths_come_out() {
    const TIMES: u32 = 100_000;
    let times = |wins, losses| score(TIMES * wins, 0, TIMES * losses);
    let results = [
        (0, 1, times(730, 33)),
        (0, 2, times(498, 320)),
        (0, 3, times(221, 284)),
        (1, 2, times(68, 813)),
        (1, 3, times(17, 276)),
        (2, 3, times(142, 325)),
    ];
    let all = ratings(4, &results, Some(0)).unwrap();
    for (i, estimate, error) in
        [(1, -2.94907, 0.10255), (2, -0.47957, 0.06059), (3, 0.26895, 0.07083)]
    {
        let log_odds = |elo: f64| elo * LN_10 / 400.0;
        close(log_odds(all[i].difference), estimate, 6e-6);
        let half = log_odds(all[i].high - all[i].low) / 2.0;
        close(half / Z95 * f64::from(TIMES).sqrt(), error, 6e-6);
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

/// Tournaments between agents of known strength: the intervals contain the true strength in 95 % of
/// all cases, and the ratings after many games are near it.
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
    let unconnected = [(0, 1, score(3, 0, 2)), (2, 3, score(1, 1, 1)), (1, 2, Score::default())];
    assert_eq!(ratings(4, &unconnected, None), Err(RatingsError(0, 2)));
    assert_eq!(ratings(2, &[], None), Err(RatingsError(0, 1)));
    assert_eq!(ratings(0, &[], None), Ok(vec![]));
    let alone = ratings(1, &[(0, 0, score(5, 0, 0))], None).unwrap();
    assert_eq!(alone, [Elo { difference: 0.0, low: 0.0, high: 0.0 }]);
}

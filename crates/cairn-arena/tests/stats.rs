//! Scores, pairs, intervals, Elo and the sequential test, against hand calculation and other programs.

use cairn_arena::{
    Elo, Outcomes, Pairs, Score, Sprt, SprtVerdict, agresti_coull, elo_from_rate, los,
    mean_interval, rate_from_elo, wilson,
};
use cairn_core::Rng;

fn score(wins: u32, draws: u32, losses: u32) -> Score {
    Score { wins, draws, losses }
}

#[test]
fn draws_count_half() {
    let score = Score { wins: 3, draws: 4, losses: 3 };
    assert_eq!((score.games(), score.rate()), (10, 0.5));
    assert_eq!(Score { wins: 3, draws: 1, losses: 1 }.rate(), 0.7);
    assert_eq!(score.interval(), agresti_coull(5.0, 10.0));
    assert_eq!(Score::default().rate(), 0.5);
}

#[test]
fn rewards_become_wins_draws_and_losses() {
    let mut score = Score::default();
    for (reward, denominator) in [(2, 2), (1, 2), (0, 2), (1, 1), (0, 1), (2, 3)] {
        score.count(reward, denominator);
    }
    assert_eq!(score, Score { wins: 3, draws: 1, losses: 2 });
}

/// All nine pairs of results, whose points are added.
#[test]
fn a_pair_is_two_results() {
    let mut pairs = Pairs::default();
    for first in 0..3 {
        for second in 0..3 {
            pairs.count([first, second], 2);
        }
    }
    assert_eq!((pairs, pairs.pairs(), pairs.rate()), (Pairs([1, 2, 3, 2, 1]), 9, 0.5));
    assert_eq!(Pairs([0, 0, 0, 0, 2]).rate(), 1.0);
    assert_eq!(Pairs::default().rate(), 0.5);
}

/// With rewards in thirds, two thirds count as a win.
#[test]
fn more_than_half_is_a_win() {
    let mut pairs = Pairs::default();
    pairs.count([2, 1], 3);
    assert_eq!(pairs, Pairs([0, 0, 1, 0, 0]));
}

fn close_to(interval: (f64, f64), low: f64, high: f64) {
    assert!((interval.0 - low).abs() < 1e-6, "{interval:?} should start at {low}");
    assert!((interval.1 - high).abs() < 1e-6, "{interval:?} should end at {high}");
}

/// By hand: 50 of 100 is 51.9207/103.8415 = 0.5 ± 1.959964·√(0.25/103.8415) = 0.0961685;
/// 0 of 20 is 1.92073/23.8415 = 0.0805626 ± 0.1092470, cut at 0. The others are
/// `proportion_confint(…, method="agresti_coull")` of Python's statsmodels 0.15.
#[test]
fn the_interval_is_agresti_and_coulls() {
    close_to(agresti_coull(50.0, 100.0), 0.4038315, 0.5961685);
    close_to(agresti_coull(0.0, 20.0), 0.0, 0.1898096);
    close_to(agresti_coull(20.0, 20.0), 0.8101904, 1.0);
    close_to(agresti_coull(7.0, 9.0), 0.4427924, 0.9465715);
    close_to(agresti_coull(498.0, 818.0), 0.5749207, 0.6416661);
    close_to(agresti_coull(0.0, 0.0), 0.0, 1.0);
}

/// `proportion_confint(…, method="wilson")` of statsmodels 0.15.
#[test]
fn the_other_is_wilsons() {
    close_to(wilson(50.0, 100.0), 0.4038315, 0.5961685);
    close_to(wilson(0.0, 20.0), 0.0, 0.1611252);
    close_to(wilson(20.0, 20.0), 0.8388748, 1.0);
    close_to(wilson(7.0, 9.0), 0.4525890, 0.9367749);
    close_to(wilson(498.0, 818.0), 0.5749246, 0.6416622);
    close_to(wilson(0.0, 0.0), 0.0, 1.0);
}

#[test]
fn without_draws_the_mean_is_a_rate() {
    for (wins, losses) in [(0, 0), (5, 0), (0, 20), (8, 2), (498, 320)] {
        let score = Score { wins, draws: 0, losses };
        let (low, high) = score.interval();
        close_to(mean_interval(&score), low, high);
    }
}

/// By hand, with z² = 3.841459: 10 draws have the mean ½ and the variance
/// ¼·3.841459/13.841459 = 0.0693833, so ½ ± 1.959964·√(0.0693833/13.841459) = 0.1387674.
#[test]
fn draws_make_the_interval_narrower() {
    close_to(mean_interval(&Score { wins: 0, draws: 10, losses: 0 }), 0.3612326, 0.6387674);
    close_to(mean_interval(&Pairs([0, 0, 10, 0, 0])), 0.3612326, 0.6387674);
}

/// The normal interval contains the true rate in only 40 % of the second of these at ten games. No
/// interval can contain it in exactly 95 % where few results are possible.
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

#[test]
fn elo_and_rate_are_each_others_inverse() {
    for elo in [-800.0, -1.0, 0.0, 100.0, 1500.0] {
        assert!((elo_from_rate(rate_from_elo(elo)) - elo).abs() < 1e-6);
    }
    assert!((rate_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-15);
}

/// Difference and half-width of the interval as fastchess publishes them in its tests
/// (elo_test.cpp). Its intervals are normal ones, so for small numbers ours differ.
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
    assert_eq!(Sprt::new(0.0, 10.0).verdict(&Pairs::default()), SprtVerdict::Continue);
}

#[test]
fn a_test_is_two_elos() {
    assert_eq!("0,10".parse(), Ok(Sprt::new(0.0, 10.0)));
    assert_eq!(" -2.5 , 2.5".parse(), Ok(Sprt::new(-2.5, 2.5)));
    for bad in ["", "5", "0,", "10,0", "0,0", "0,10,20", "a,b", "0,inf", "nan,1", "0,2001"] {
        assert!(bad.parse::<Sprt>().is_err(), "{bad}");
    }
    assert_eq!(
        "10,0".parse::<Sprt>().unwrap_err().to_string(),
        "\"10,0\" is not an SPRT: give two Elo numbers from -2000 to 2000, the smaller first, \
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
                SprtVerdict::Continue => (),
                verdict => return verdict,
            }
        }
    };
    (0..tests).filter(|_| test() == SprtVerdict::H1).count() as u32
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
    let (false_h1, false_h0) =
        (accepted(&sprt, equal, 1000, outcomes), 1000 - accepted(&sprt, better, 1000, outcomes));
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

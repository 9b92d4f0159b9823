//! Counters that are too narrow halve, all together, and the search goes on.

mod games;

use cairn_core::Game;
use cairn_core::mcts::{AmafMode, Policy, Schedule, Second, Settings, Width};
use games::agents::{MAST, POLICIES, Tables, UNIFORM, amaf, boxed, moves, one, second};
use games::{ByKey, Ladder, Pairs, TicTacToe, Tug};

const PLAYOUTS: u32 = 4_000;

fn narrow(settings: Settings) -> Settings {
    Settings { counters: Some(Width::W8), ..settings }
}

/// One level, and two with and without sharing, each with more playouts than eight bits can count;
/// `most` is the longest unshared second level that eight bits allow.
fn forms(policy: Policy, most: u32) -> Vec<Settings> {
    let mut settings = one(policy, MAST, 60, PLAYOUTS);
    settings.top.recycle = true;
    let two = |second| {
        let mut settings = Settings { second: Some(second), ..settings };
        settings.top.playouts = Some(PLAYOUTS / second.playouts);
        settings
    };
    let below = Second { recycle: true, ..second(20, most) };
    vec![
        narrow(settings),
        narrow(two(below)),
        narrow(two(Second { sharing: false, ..below })),
        narrow(two(Second { sharing: false, stop: Some(1.5), ..below })),
        // With sharing, the second level may outgrow its own counters as well.
        narrow(two(Second { playouts: 500, ..below })),
    ]
}

/// The same with tables as narrow as the nodes, or narrower: enough for all, and only a few, which
/// are given to others again and again.
fn with_tables(settings: Settings) -> Vec<Settings> {
    let (wide, byte) = (Some(Width::W16), Some(Width::W8));
    let tables = |most, at, counters, keep_root| {
        Tables { most: (most, most), at, counters: (counters, byte), keep_root }.of(settings)
    };
    vec![
        settings,
        tables(u32::MAX, 2, byte, true),
        tables(6, 1, byte, false),
        tables(u32::MAX, 1, wide, false),
        tables(6, 3, wide, true),
    ]
}

/// Runs with overflow checks on, reading everything now and then.
fn stays_in_bounds<G: Game>(game: G) {
    let most = 255 / game.denominator();
    for policy in POLICIES.into_iter().chain([amaf(5, AmafMode::OwnAny, Schedule::Bias(0.0))]) {
        // The second time from the tree that the first has left.
        let all = forms(policy, most / 2).into_iter().flat_map(with_tables);
        for (settings, turn) in all.flat_map(|settings| [(settings, 1), (settings, 2)]) {
            let wide = settings.counters == Some(Width::W16);
            let most = if wide { u32::from(u16::MAX) } else { 255 } / game.denominator();
            let settings = Settings { reuse: turn == 2, ..settings };
            let mut search = boxed(settings, &game);
            if turn == 2 {
                search.start(&game, &[], 7);
                search.run(|| false);
                search.end_turn();
            }
            search.start(&game, &[], 1);
            while !search.is_done() {
                search.step();
                if !search.playouts().is_multiple_of(7) {
                    continue;
                }
                let all = moves(&mut search);
                let sum: u32 = all.iter().map(|stats| stats.visits).sum();
                assert!(sum <= most, "{sum} visits in {settings:?}");
                for stats in all {
                    let (visits, mean) = stats.amaf.unwrap_or_default();
                    assert!(visits <= most, "{visits} AMAF visits in {settings:?}");
                    for mean in [mean, stats.mean] {
                        assert!((0.0..=1.0).contains(&mean), "a mean of {mean} in {settings:?}");
                    }
                }
            }
            search.flush_batch();
            assert!(search.best_move().is_some());
        }
    }
}

#[test]
fn counts_stay_in_bounds_with_two_points_a_win() {
    stays_in_bounds(TicTacToe::default());
}

#[test]
fn counts_stay_in_bounds_with_five_points_a_win() {
    stays_in_bounds(Tug::default());
    stays_in_bounds(Ladder::default());
}

#[test]
fn counts_stay_in_bounds_with_six_points_a_win() {
    stays_in_bounds(Pairs::default());
}

/// Flat search visits all moves alike, and they are halved at the same time.
#[test]
fn siblings_stay_comparable() {
    let game = TicTacToe::default();
    let mut search = boxed(narrow(one(Policy::Flat, UNIFORM, 10, PLAYOUTS)), &game);
    search.start(&game, &[], 1);
    let mut halvings = 0;
    let mut before = 0;
    while !search.is_done() {
        search.step();
        let visits = moves(&mut search).into_iter().map(|stats| stats.visits);
        let (least, most) = (visits.clone().min().unwrap(), visits.clone().max().unwrap());
        assert!(most - least <= 1, "after {} playouts", search.playouts());
        let sum = visits.sum();
        halvings += u32::from(sum < before);
        before = sum;
    }
    assert!(halvings > 50, "only {halvings} halvings");
}

/// Where every playout of a move ends alike, halving may move its mean by no more than a rounded
/// point of reward.
#[test]
fn means_stay_within_rounding() {
    fn check<G: Game>(position: G, policy: Policy) {
        let settings = one(policy, UNIFORM, 10, PLAYOUTS);
        let (mut exact, mut halved) =
            (boxed(settings, &position), boxed(narrow(settings), &position));
        exact.start(&position, &[], 1);
        halved.start(&position, &[], 1);
        while !exact.is_done() {
            exact.step();
            halved.step();
            for (exact, halved) in moves(&mut exact).iter().zip(moves(&mut halved)) {
                if halved.visits > 0 && exact.visits > 0 {
                    let rounding = 1.01 / (halved.visits * position.denominator()) as f32;
                    let off = (halved.mean - exact.mean).abs();
                    assert!(off <= rounding, "{halved:?} for {exact:?}");
                }
            }
        }
    }
    let mut last_digit = Ladder::default();
    [0, 1, 1, 1].into_iter().for_each(|mv| last_digit.play(mv));
    for policy in POLICIES {
        check(last_digit, policy);
        check(TicTacToe::after(&[0, 1, 2, 4, 3, 5, 7, 6]), policy);
    }
}

#[test]
fn a_won_position_is_won_with_any_counters() {
    // The first player has two in a row, and so has the second: 2 wins, all else loses.
    let position = TicTacToe::after(&[0, 3, 1, 4]);
    for policy in POLICIES {
        // Short second levels: while a long one's playouts go to one move, eight bits forget the
        // others.
        for settings in &forms(policy, 8)[..4] {
            for width in [Width::W8, Width::W32] {
                let settings = Settings { counters: Some(width), ..*settings };
                let mut search = boxed(settings, &position);
                search.start(&position, &[], 1);
                search.run(|| false);
                assert_eq!(search.best_move(), Some(2), "{settings:?}");
            }
        }
    }
}

/// A node whose visits were halved to zero counts as an untried move, in both ways of selecting.
#[test]
fn forgotten_nodes_are_untried_moves() {
    let game = TicTacToe::default();
    for policy in POLICIES {
        for settings in forms(policy, 63) {
            let mut by_move = boxed(settings, &game);
            let mut by_key = boxed(settings, &ByKey(game));
            by_move.start(&game, &[], 2);
            by_key.start(&ByKey(game), &[], 2);
            by_move.run(|| false);
            by_key.run(|| false);
            assert!(moves(&mut by_move) == moves(&mut by_key), "{settings:?}");
        }
    }
}

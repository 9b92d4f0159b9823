//! The value is plain minimax's, whatever finds it.

use cairn_core::Game;
use cairn_core::minimax::{Bound, Certainty, Driver, Settings, Value};
use cairn_core::score::Score;
use cairn_games::connect_four::ConnectFour;
use proptest::prelude::*;

use crate::games::{Coins, Columns, Nim, TicTacToe};
use crate::reference::{Asked, TO_THE_END, move_value, value};
use crate::trees::{Shape, Tree};
use crate::{Boxed, DRIVERS, search, searched};

fn shapes() -> impl Strategy<Value = Shape> {
    (any::<u64>(), 1..8u8, 1..5u8, any::<bool>(), 0..12u8, 1..20u8, any::<bool>()).prop_map(
        |(seed, plies, moves, uniform, width, values, turns)| {
            let plies = if uniform { plies.min(5) } else { plies };
            Shape { seed, plies, moves, uniform, width, values, turns }
        },
    )
}

/// Enhancements that do not change the value.
fn settings() -> impl Strategy<Value = Settings> {
    let driver = prop::sample::select(&DRIVERS);
    let table = prop::sample::select(&[0u32, 1, 2, 3, 64, 4096]);
    let numbers = (0..4u16, 0..40u16, 0..5u16, prop::option::of(0..30u32));
    (driver, table, numbers, any::<[bool; 4]>()).prop_map(
        |(driver, table, (deepening, aspiration, line, moves), switches)| {
            let [ordering, killers, history, priors] = switches;
            Settings {
                table,
                deepening,
                aspiration,
                line,
                moves,
                ordering,
                killers,
                history,
                priors,
                ..Settings::plain(driver)
            }
        },
    )
}

/// The root's value is `expected`, and the best move has it.
fn check<G: Game>(search: &mut Boxed<G>, game: &G, asked: Asked) -> Result<(), TestCaseError> {
    let expected = value(game, asked);
    let found = search.score().unwrap();
    prop_assert_eq!((found.score, found.bound), (expected, Bound::Exact));
    let best = search.best_move().unwrap();
    prop_assert_eq!(move_value(game, best, asked), expected, "{:?}", best);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn outcomes_of_random_trees(shape in shapes(), settings in settings()) {
        let tree = Tree::new(shape);
        let mut search = searched(settings, &tree);
        check(&mut search, &tree, TO_THE_END)?;
        prop_assert_eq!(search.score().unwrap().certainty, Certainty::Exact);
    }

    #[test]
    fn margins_of_random_trees(shape in shapes(), settings in settings()) {
        let tree = Tree::new(shape);
        let mut search = searched(Settings { value: Value::Margin, ..settings }, &tree);
        check(&mut search, &tree, Asked { margin: true, ..TO_THE_END })?;
        prop_assert_eq!(search.score().unwrap().certainty, Certainty::Exact);
    }

    /// All positions of a ply are as far from the depth limit, so that the table knows nothing that
    /// plain minimax does not. (Proved values are known at every depth, so without iterations.)
    #[test]
    fn evaluations_at_a_depth_limit(shape in shapes(), settings in settings(), depth in 1..6u16) {
        let tree = Tree::new(shape);
        let depth = depth.min(shape.plies.into());
        let settings = Settings { depth: Some(depth), deepening: 0, ..settings };
        let mut search = searched(settings, &tree);
        check(&mut search, &tree, Asked { depth: depth.into(), margin: false })?;
    }

    /// Null moves, reductions and quiescence may change the value at a depth limit, but they never
    /// prove what is false, and at the end of the game nothing is left to guess.
    #[test]
    fn nothing_false_is_proved(
        shape in shapes(),
        (wide, draws) in any::<(bool, bool)>(),
        settings in settings(),
        depth in 1..9u16,
    ) {
        // Reductions need many moves, and time to be wrong in.
        let wide = if wide { Shape { plies: 7, moves: 5, uniform: false, ..shape } } else { shape };
        let tree = Tree::new(if draws { Shape { values: 1, ..wide } } else { wide });
        let (truth, table) = (value(&tree, TO_THE_END), settings.table);
        let mut search = search(Settings {
            deepening: 1,
            ordering: settings.ordering,
            ..Settings::full(settings.driver, depth, table)
        }, &tree);
        while !search.is_done() {
            search.step();
            let Some(found) = search.score() else { continue };
            match found.certainty {
                Certainty::Estimate => {}
                Certainty::Exact => prop_assert_eq!(found.score, truth),
                Certainty::Outcome if found.score.is_win() => prop_assert!(truth >= found.score),
                Certainty::Outcome => prop_assert!(truth <= found.score),
            }
        }
    }
}

fn solves<G: Game>(game: G) {
    let expected = value(&game, TO_THE_END);
    for driver in DRIVERS {
        for table in [0, 2, 1 << 12] {
            for (deepening, ordering) in [(0, false), (0, true), (1, true), (2, true)] {
                let plain = Settings { table, deepening, ordering, ..Settings::plain(driver) };
                let settings = Settings { history: ordering, killers: ordering, ..plain };
                // SSS* from +∞ with hardly a table does everything again in each of many passes.
                if driver == Driver::Sss && table < 64 {
                    continue;
                }
                let mut search = searched(settings, &game);
                let found = search.score().unwrap();
                assert_eq!(
                    (found.score, found.certainty),
                    (expected, Certainty::Exact),
                    "{settings:?}"
                );
                let best = search.best_move().unwrap();
                assert_eq!(move_value(&game, best, TO_THE_END), expected, "{settings:?}");
            }
        }
    }
}

#[test]
fn small_games_are_solved() {
    solves(TicTacToe::default());
    solves(TicTacToe::after(&[0, 1]));
    solves(Nim::default());
    solves(Coins::default());
}

#[test]
fn columns_is_solved() {
    let mut game = Columns::default();
    [0, 1, 0, 2, 3].into_iter().for_each(|mv| game.play(mv));
    solves(game);
}

/// The quickest win and the slowest loss, in plies.
#[test]
fn distances_are_exact() {
    // X at 0 and 1 wins with 2; O at 3 and 4 would win with 5.
    let won = searched(Settings::plain(Driver::Pvs), &TicTacToe::after(&[0, 3, 1, 4]));
    assert_eq!(won.score().unwrap().score, Score::win_in(1));
    // O cannot stop 2 and 6.
    let lost = searched(Settings::plain(Driver::Pvs), &TicTacToe::after(&[0, 1, 4, 8, 3, 2]));
    assert!(lost.score().unwrap().score.is_win());
}

/// Positions of Connect Four from Pascal Pons' test sets, with their known distances.
#[test]
fn connect_four_endings_are_solved() {
    // Moves, and the score for the side to move: 22 less the winner's number of discs.
    let known = [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
    ];
    for (moves, score) in known {
        let mut position = ConnectFour::default();
        for column in moves.chars() {
            let mv = position.parse_move(&column.to_string()).unwrap();
            position.play(mv);
        }
        let expected = value(&position, TO_THE_END);
        let discs = moves.len() as i32;
        let mine = discs / 2;
        let theirs = discs - mine;
        let plies = match score {
            0 => None,
            s if s > 0 => Some(2 * (22 - s - mine) - 1),
            s => Some(2 * (22 + s - theirs)),
        };
        assert_eq!(expected.distance().map(i32::from), plies, "{moves}");
        for driver in DRIVERS {
            let settings = Settings { table: 1 << 14, ordering: true, ..Settings::plain(driver) };
            assert_eq!(searched(settings, &position).score().unwrap().score, expected);
        }
    }
}

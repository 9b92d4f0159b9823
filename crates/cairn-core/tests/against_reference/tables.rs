//! AMAF tables on demand and kept root moves: the engine counts exactly what the naive
//! implementation counts.

use crate::games::agents::{
    Form, MAST, PATTERNS, POLICIES, Tables, UNIFORM, all_policies, all_tables, amaf, boxed, level,
    moves, second,
};
use crate::games::{
    ByKey, Coins, Columns, Dice, Ladder, Nim, Pairs, Taught, TicTacToe, Tug, erased, erased_by_key,
};
use crate::reference::pair::Pair;
use cairn_core::Game;
use cairn_core::mcts::{AmafMode, Policy, Schedule, Second, Settings, Width};

/// One and two levels, long enough for nodes and tables to be given to others again and again.
fn forms() -> Vec<Form> {
    let one =
        |nodes, playouts, recycle| Form { top: level(nodes, playouts, recycle), second: None };
    let mut forms = vec![
        one(400, 140, false),
        one(60, 200, true),
        one(12, 120, true),
        one(5, 60, false),
        one(3, 80, true),
    ];
    for sharing in [false, true] {
        let two = |top, below| Form { top, second: Some(Second { sharing, ..below }) };
        let recycled = |below| Second { recycle: true, ..below };
        forms.push(two(level(30, 12, false), second(12, 12)));
        forms.push(two(level(8, 24, true), recycled(second(6, 12))));
        forms.push(two(level(2, 10, true), second(4, 14)));
        let hasty = Second { stop: Some(1.2), ..recycled(second(8, 14)) };
        forms.push(two(level(20, 24, true), hasty));
    }
    // A second level that narrow tables cannot count.
    forms.push(Form {
        top: level(6, 5, true),
        second: Some(Second { recycle: true, ..second(40, 130) }),
    });
    forms
}

/// Calls `each` with every policy in every form, each with one setting of the tables and with one
/// kind of playout. `first` is where it begins to take them in turn.
fn every_search(first: usize, mut each: impl FnMut(Settings)) {
    let kinds = [(UNIFORM, None), (MAST, None), (PATTERNS, Some(3.0)), (MAST, Some(0.5))];
    let tables = all_tables();
    let mut turn = first;
    for policy in all_policies() {
        for form in forms() {
            turn += 1;
            let (playout, prior) = kinds[turn % kinds.len()];
            each(tables[turn % tables.len()].of(Settings { prior, ..form.of(policy, playout) }));
        }
    }
}

fn compare_all<G: Game>(game: G, first: usize) {
    let mut seed = 0;
    every_search(first, |settings| {
        seed += 100;
        // Move averages begin to matter in the second turn.
        let turns = if settings.playout == MAST { 2 } else { 1 };
        Pair::new(settings, &game).play(&game, turns, seed);
    });
}

#[test]
fn tic_tac_toe() {
    compare_all(TicTacToe::default(), 0);
    compare_all(ByKey(TicTacToe::default()), 1);
}

#[test]
fn a_key_for_many_points() {
    compare_all(erased(Columns::default()), 2);
    compare_all(erased_by_key(Columns::default()), 3);
}

#[test]
fn moves_that_share_keys() {
    compare_all(erased(Nim::default()), 4);
    compare_all(erased(Taught(Nim::default())), 5);
}

#[test]
fn three_players() {
    compare_all(erased(Pairs::default()), 6);
    compare_all(erased_by_key(Pairs::default()), 7);
}

#[test]
fn the_same_player_twice_in_a_row() {
    compare_all(erased(Coins::default()), 8);
    compare_all(erased_by_key(Coins::default()), 9);
}

/// Where a line is cut, a node has no move to count, and asks for no table.
#[test]
fn lines_that_are_cut() {
    compare_all(erased(Tug::default()), 10);
    compare_all(erased_by_key(Tug::default()), 0);
}

#[test]
fn one_player() {
    compare_all(erased(Ladder::default()), 1);
}

/// Chance nodes ask for no table.
#[test]
fn chance() {
    compare_all(erased(Dice::default()), 2);
    compare_all(erased_by_key(Dice::rolled(2)), 3);
}

#[test]
fn opinions() {
    compare_all(erased(Taught(TicTacToe::default())), 4);
    compare_all(erased_by_key(Taught(TicTacToe::default())), 5);
    compare_all(erased(Taught(Pairs::default())), 6);
}

/// Every setting of the tables with every kind of policy.
#[test]
fn every_kind_of_table() {
    for (index, policy) in POLICIES.into_iter().enumerate() {
        for form in forms() {
            for tables in all_tables() {
                let game = TicTacToe::default();
                let settings = tables.of(form.of(policy, UNIFORM));
                Pair::new(settings, &game).play(&game, 1, index as u64);
            }
        }
    }
}

/// A reference needs as many playouts in its own table as the setting says, whenever it got it.
#[test]
fn references_of_all_depths() {
    for (at, most) in [(1, 5), (2, 9), (3, u32::MAX), (8, 4), (20, u32::MAX)] {
        for reference in [0, 1, 2, 4, 9, 20, u32::MAX] {
            for mode in [AmafMode::Own, AmafMode::OwnAny] {
                let policy = amaf(reference, mode, Schedule::Bias(0.05));
                let (most, counters) = ((most, most), (None, None));
                for form in forms() {
                    let game = erased(Columns::default());
                    let tables = Tables { most, at, counters, keep_root: at == 2 };
                    let settings = tables.of(form.of(policy, UNIFORM));
                    Pair::new(settings, &game).play(&game, 1, u64::from(at));
                }
            }
        }
    }
}

/// Trees kept over whole games, with every move searched and with moves in between, with excluded
/// moves and with searches that are not turns. (Not in games where two lines can lead to one
/// position: it is not defined which of them is kept.)
#[test]
fn trees_kept_between_turns() {
    fn play<G: Game>(game: G, first: usize) {
        let mut seed = 0;
        every_search(first, |settings| {
            seed += 1;
            let skipped = [0, 1, 3][seed as usize % 3];
            // Wide enough that nodes are never halved.
            let counters = Some(settings.counters.unwrap_or(Width::W16));
            let settings = Settings { reuse: true, counters, ..settings };
            Pair::new(settings, &game).play_skipping(&game, skipped, seed);
        });
    }
    play(TicTacToe::default(), 0);
    play(erased_by_key(Taught(TicTacToe::default())), 3);
    play(erased(Pairs::default()), 6);
    play(erased(Dice::default()), 9);
}

#[test]
fn excluded_root_moves() {
    fn search<G: Game>(game: G, places: &[usize], first: usize) {
        let excluded: Vec<_> = places.iter().map(|&place| game.legal_moves().nth(place)).collect();
        let excluded = &excluded.into_iter().flatten().collect::<Vec<_>>()[..];
        every_search(first, |settings| {
            let mut pair = Pair::new(settings, &game);
            pair.start(&game, excluded, 3);
            pair.run();
            assert!(pair.best_move().is_none_or(|mv| !excluded.contains(&mv)));
        });
    }
    search(TicTacToe::default(), &[0, 4, 8], 0);
    search(erased_by_key(Taught(TicTacToe::default())), &[0, 4, 8], 2);
    search(erased(Nim::default()), &[3, 5], 4);
    search(TicTacToe::after(&[0, 1, 2, 3, 4]), &[0, 1, 2, 3], 6);
    search(erased_by_key(Dice::rolled(2)), &[1], 8);
}

/// Roots with one move, second-level searches of finished games, and a game that is over.
#[test]
fn positions_near_the_end() {
    for moves in [
        &[0, 1, 2, 3, 4, 5][..],
        &[0, 1, 2, 4, 3, 5, 7, 6],
        &[0, 3, 1, 4, 2],
        &[0, 1, 2, 3, 5, 4, 6],
    ] {
        every_search(moves.len(), |settings| {
            let position = TicTacToe::after(moves);
            let mut pair = Pair::new(settings, &position);
            pair.start(&position, &[], 5);
            pair.run();
            pair.best_move();
        });
    }
}

/// A search may be settled at any time and go on, and may be left in the middle for a new one.
#[test]
fn settling_in_between() {
    every_search(0, |settings| {
        let game = erased(Pairs::default());
        let mut pair = Pair::new(settings, &game);
        for steps in [33, usize::MAX] {
            pair.start(&game, &[], 1);
            for step in 0..steps {
                if pair.engine.is_done() {
                    break;
                }
                pair.engine.step();
                pair.reference.step();
                if step % 5 == 2 {
                    pair.flush_batch();
                    pair.best_move();
                }
            }
        }
    });
}

/// Counters too narrow for the search, with a table in each node and on demand; in kept trees as
/// well.
#[test]
fn halved_nodes_and_halved_tables() {
    fn play<G: Game>(game: G, first: usize) {
        let mut count = first;
        for policy in POLICIES.into_iter().chain([amaf(5, AmafMode::OwnAny, Schedule::K(30.0))]) {
            for form in forms() {
                // Small enough for links of one byte.
                let (mut top, mut second) = (form.top, form.second);
                (top.nodes, top.playouts) = (top.nodes.min(90), top.playouts.map(|most| 2 * most));
                // Two batches must fit.
                if let Some(second) = second.as_mut().filter(|second| !second.sharing) {
                    second.playouts = second.playouts.min(255 / game.denominator() / 2);
                }
                for reuse in [false, true] {
                    count += 1;
                    let (in_each, skipped) = (count.is_multiple_of(3), count / 2 % 2);
                    let settings = Form { top, second }.of(policy, UNIFORM);
                    let tables = all_tables()[count % all_tables().len()];
                    let settings = if in_each { settings } else { tables.of(settings) };
                    let counters = Some(Width::W8);
                    let settings = Settings { reuse, counters, ..settings };
                    Pair::new(settings, &game).play_skipping(&game, skipped, count as u64);
                }
            }
        }
    }
    play(TicTacToe::default(), 0);
    play(erased(Pairs::default()), 4);
    play(erased_by_key(Dice::default()), 8);
}

/// With kept root moves, the report is about all playouts but the first, however few nodes there
/// are.
#[test]
fn kept_root_moves_are_about_all_playouts() {
    for policy in all_policies().into_iter().filter(|policy| *policy != Policy::Flat) {
        for form in forms() {
            let game = TicTacToe::default();
            let settings = Settings { keep_root: true, ..form.of(policy, UNIFORM) };
            let mut search = boxed(settings, &game);
            search.start(&game, &[], 1);
            search.run(|| false);
            let counted: u64 = moves(&mut search).iter().map(|mv| u64::from(mv.visits)).sum();
            // The first leaf is the root, and the second level searches the root's moves itself.
            let first = form.second.map_or(1, |second| u64::from(second.playouts));
            assert_eq!(counted, search.playouts() - first, "{settings:?}");
        }
    }
}

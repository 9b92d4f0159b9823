//! The engine counts exactly what a naive implementation counts: every visit, every mean and every
//! AMAF entry at the root after every playout, and so the same move, with the same seed.

use crate::games::agents::{
    MAST, PATTERNS, POLICIES, UNIFORM, all_forms, all_policies, amaf, boxed, moves, one,
};
use crate::games::{
    ByKey, Coins, Columns, Dice, Ladder, Nim, Pairs, Taught, TicTacToe, Tug, erased, erased_by_key,
};
use crate::reference::pair::Pair;
use cairn_core::Game;
use cairn_core::mcts::{AmafMode, Level, Playout, Schedule, Second, Settings, Width};

/// Every policy in every form, with uniform playouts and with move averages over two turns.
fn compare_all<G: Game>(game: G) {
    let mut seed = 0;
    for form in all_forms() {
        for policy in all_policies() {
            for (playout, turns) in [(UNIFORM, 1), (MAST, 2)] {
                seed += 100;
                Pair::new(form.of(policy, playout), &game).play(&game, turns, seed);
            }
        }
    }
}

#[test]
fn tic_tac_toe() {
    compare_all(TicTacToe::default());
}

#[test]
fn tic_tac_toe_by_key() {
    compare_all(ByKey(TicTacToe::default()));
}

#[test]
fn a_key_for_many_points() {
    compare_all(erased(Columns::default()));
}

#[test]
fn moves_that_share_keys() {
    compare_all(erased(Nim::default()));
}

#[test]
fn three_players() {
    compare_all(erased(Pairs::default()));
}

#[test]
fn the_same_player_twice_in_a_row() {
    compare_all(erased(Coins::default()));
}

#[test]
fn lines_that_are_cut() {
    compare_all(erased(Tug::default()));
}

#[test]
fn lines_that_are_cut_by_key() {
    compare_all(erased_by_key(Tug::default()));
}

#[test]
fn one_player() {
    compare_all(erased(Ladder::default()));
}

#[test]
fn chance() {
    compare_all(erased(Dice::default()));
    compare_all(erased_by_key(Dice::rolled(2)));
}

/// Priors and playouts that follow the game's opinions, alone and together.
fn compare_knowledge<G: Game>(game: G) {
    let mut seed = 0;
    for form in all_forms() {
        for policy in all_policies() {
            let kinds = [(PATTERNS, None), (UNIFORM, Some(0.5)), (PATTERNS, Some(7.0))];
            for (playout, prior) in kinds {
                seed += 100;
                let settings = Settings { prior, ..form.of(policy, playout) };
                Pair::new(settings, &game).play(&game, 1, seed);
            }
        }
    }
}

#[test]
fn opinions() {
    compare_knowledge(erased(Taught(TicTacToe::default())));
}

#[test]
fn opinions_by_key() {
    compare_knowledge(erased_by_key(Taught(TicTacToe::default())));
}

#[test]
fn opinions_about_moves_that_share_keys() {
    compare_knowledge(erased(Taught(Nim::default())));
}

#[test]
fn opinions_of_three_players() {
    compare_knowledge(erased(Taught(Pairs::default())));
}

/// A game that knows nothing thinks of all moves alike; prior= still says how much that counts.
#[test]
fn no_opinions() {
    compare_knowledge(erased(Coins::default()));
}

/// Whole games, several of each, so that move averages fade over many turns.
#[test]
fn whole_games_with_move_averages() {
    fn play<G: Game>(game: G) {
        for (index, policy) in POLICIES.into_iter().enumerate() {
            for (form, decay) in
                all_forms().into_iter().step_by(5).zip([1.0, 0.2, 0.5, 0.0].into_iter().cycle())
            {
                let playout = Playout::Mast { epsilon: 0.3, decay };
                let mut pair = Pair::new(form.of(policy, playout), &game);
                pair.play(&game, 12, 7 + index as u64);
                pair.new_game();
                pair.play(&game, 12, 1007 + index as u64);
            }
        }
    }
    play(erased(TicTacToe::default()));
    play(erased(Pairs::default()));
    play(erased(Coins::default()));
    play(erased(Dice::default()));
}

/// The tree kept between turns: whole games of one player after the other, so that the next root is
/// a move away, and with every other turn left out, so that it is two. (Not in games where two lines
/// of nodes can lead to one position: it is not defined which of them is kept.)
#[test]
fn trees_kept_between_turns() {
    fn play<G: Game>(game: G) {
        for (index, form) in all_forms().into_iter().enumerate() {
            for policy in all_policies().into_iter().step_by(7).chain(POLICIES) {
                // Wide enough that a tree kept for a whole game is never halved.
                let counters = Some(Width::W16);
                let settings = Settings { reuse: true, counters, ..form.of(policy, MAST) };
                let mut pair = Pair::new(settings, &game);
                for skipped in [0, 1, 3] {
                    pair.new_game();
                    pair.play_skipping(&game, skipped, index as u64);
                }
            }
        }
    }
    play(TicTacToe::default());
    play(ByKey(TicTacToe::default()));
    play(erased(Pairs::default()));
    play(erased(Dice::default()));
}

/// After a move and its answer, a kept tree knows of the position what it knew before.
#[test]
fn what_a_kept_tree_knows() {
    let settings = one(amaf(0, AmafMode::Both, Schedule::Bias(0.02)), MAST, 900, 300);
    let game = TicTacToe::default();
    let mut search = boxed(Settings { reuse: true, ..settings }, &game);
    search.start(&game, &[], 1);
    search.run(|| false);
    let (mut line, first) = (Vec::new(), search.best_move().expect("a move"));
    search.principal_variation(first, 2, |mv, visits| line.push((mv, visits)));
    let [(mv, _), (answer, visits)] = line[..] else { panic!("two moves deep at least") };
    assert!(visits > 5);
    search.end_turn();
    search.start(&TicTacToe::after(&[mv, answer]), &[], 2);
    let known: u32 = moves(&mut search).iter().map(|stats| stats.visits).sum();
    assert_eq!(known, visits - 1, "all but its own first playout");
    search.end_turn();
    search.new_game();
    search.start(&TicTacToe::after(&[mv, answer]), &[], 2);
    assert_eq!(search.nodes().used, 1, "a new game begins with nothing");
}

/// A search that answers a question is not a turn: the next one finds what it would have found.
#[test]
fn questions_do_not_change_the_next_turn() {
    for form in all_forms() {
        for policy in POLICIES {
            let game = TicTacToe::default();
            let mut search = boxed(form.of(policy, MAST), &game);
            let mut ask = |position: &TicTacToe, seed| {
                search.start(position, &[], seed);
                search.run(|| false);
                let found = moves(&mut search);
                search.end_turn();
                (found, search.best_move().expect("a move"))
            };
            let (_, first) = ask(&game, 1);
            let after = TicTacToe::after(&[first]);
            let expected = ask(&after, 2);

            let mut search = boxed(form.of(policy, MAST), &game);
            search.start(&game, &[], 1);
            search.run(|| false);
            search.end_turn();
            for (position, seed) in [(game, 7), (after, 8), (after, 2)] {
                search.start(&position, &[], seed);
                search.run(|| false);
            }
            search.start(&after, &[], 2);
            search.run(|| false);
            assert!(moves(&mut search) == expected.0, "{:?}", search.settings());
        }
    }
}

/// A move is excluded by itself: another one with the same key is still allowed.
#[test]
fn a_move_is_excluded_and_not_its_key() {
    let game = erased(Nim::default());
    let excluded = game.legal_moves().nth(5).expect("nine moves");
    let shared = |mv: &_| game.key(*mv) == game.key(excluded);
    assert_eq!(game.legal_moves().filter(shared).count(), 3);
    for policy in POLICIES {
        let mut search = boxed(one(policy, UNIFORM, 50, 200), &game);
        search.start(&game, &[excluded], 1);
        search.run(|| false);
        let allowed: Vec<_> = moves(&mut search).iter().map(|stats| stats.mv).collect();
        assert_eq!(allowed.len(), game.legal_moves().count() - 1);
        assert_eq!(allowed.iter().filter(|mv| shared(mv)).count(), 2);
    }
}

/// With moves excluded at the root, in both ways of selecting; with all of them excluded too.
#[test]
fn excluded_root_moves() {
    /// The excluded moves are those at these places in the game's order.
    fn search<G: Game>(game: G, places: &[usize]) {
        let excluded: Vec<_> = places.iter().map(|&place| game.legal_moves().nth(place)).collect();
        let excluded = &excluded.into_iter().flatten().collect::<Vec<_>>()[..];
        assert_eq!(excluded.len(), places.len());
        for policy in all_policies() {
            for form in all_forms().into_iter().step_by(3) {
                let mut pair = Pair::new(form.of(policy, MAST), &game);
                for seed in 0..2 {
                    pair.start(&game, excluded, seed);
                    pair.run();
                    let best = pair.best_move();
                    assert!(best.is_none_or(|mv| !excluded.contains(&mv)));
                }
            }
        }
    }
    search(TicTacToe::default(), &[0, 4, 8]);
    search(ByKey(TicTacToe::default()), &[0, 4, 8]);
    search(erased(Nim::default()), &[3, 5]);
    search(erased(Dice::rolled(2)), &[1]);
    search(erased_by_key(Dice::rolled(2)), &[1]);
    search(TicTacToe::after(&[0, 1, 2, 3, 4]), &[0, 1, 2, 3]);
    search(ByKey(TicTacToe::after(&[0, 1, 2, 3, 4])), &[0, 1, 2, 3]);
}

/// Positions near the end: second-level searches of finished games, roots with one move, and a
/// root at which the game is over.
#[test]
fn positions_near_the_end() {
    for policy in all_policies() {
        for form in all_forms() {
            for moves in [
                &[0, 1, 2, 3, 4, 5][..],
                &[0, 1, 2, 4, 3, 5, 7, 6],
                &[0, 3, 1, 4, 2],
                &[0, 1, 2, 3, 5, 4, 6],
            ] {
                let position = TicTacToe::after(moves);
                let mut pair = Pair::new(form.of(policy, UNIFORM), &position);
                pair.start(&position, &[], 5);
                pair.run();
                pair.best_move();
            }
        }
    }
}

/// Bounds on the playouts of the whole search, alone or beside one on the leaves.
#[test]
fn bounds_on_all_playouts() {
    for policy in POLICIES {
        for form in all_forms() {
            for playouts in [1, 2, 37, 100] {
                for leaves in [None, form.top.playouts] {
                    let mut settings = form.of(policy, MAST);
                    (settings.playouts, settings.top.playouts) = (Some(playouts), leaves);
                    let game = erased(Coins::default());
                    Pair::new(settings, &game).play(&game, 2, playouts);
                }
            }
        }
    }
}

/// A hasty second level leaves more playouts for other leaves: the pool must be laid out for them.
#[test]
fn early_stops_make_room_for_more_leaves() {
    for policy in POLICIES {
        for (nodes, recycle) in [(1000, false), (60, true), (30, true)] {
            for sharing in [false, true] {
                let mut settings = one(policy, UNIFORM, nodes, 0);
                settings.top.recycle = recycle;
                (settings.top.playouts, settings.playouts) = (None, Some(480));
                let second = crate::games::agents::second(16, 16);
                settings.second = Some(Second { sharing, stop: Some(0.9), ..second });
                let game = erased(Columns::default());
                Pair::new(settings, &game).play(&game, 2, 3);
            }
        }
    }
}

/// A search may be left in the middle of a second-level one and started again.
#[test]
fn a_new_start_forgets_what_was_under_way() {
    for policy in all_policies() {
        for form in all_forms() {
            for steps in [3, 20] {
                let game = TicTacToe::default();
                let mut pair = Pair::new(form.of(policy, MAST), &game);
                pair.start(&game, &[], 1);
                for _ in 0..steps {
                    pair.engine.step();
                    pair.reference.step();
                }
                pair.play(&TicTacToe::after(&[4]), 1, 2);
            }
        }
    }
}

/// A search may be settled at any time and go on.
#[test]
fn settling_in_between() {
    for policy in all_policies() {
        for form in all_forms() {
            let game = erased(Pairs::default());
            let mut pair = Pair::new(form.of(policy, UNIFORM), &game);
            pair.start(&game, &[], 1);
            for step in 0.. {
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
    }
}

/// The games themselves keep the contract.
#[test]
fn the_test_games_are_games() {
    fn check<G: Game>(game: G) {
        cairn_core::testkit::check(&game, 30, 1);
    }
    check(TicTacToe::default());
    check(Columns::default());
    check(Nim::default());
    check(Pairs::default());
    check(Coins::default());
    check(Tug::default());
    check(Ladder::default());
    check(ByKey(TicTacToe::default()));
    check(Taught(TicTacToe::default()));
    check(Taught(Nim::default()));
}

/// The largest pool of one-byte links, pools beyond those and beyond two-byte links, counters wider
/// than their links, and a search without any bound.
#[test]
fn large_pools_and_wide_counters() {
    let game = erased(Columns::default());
    for policy in POLICIES {
        for recycle in [false, true] {
            let mut settings = one(policy, MAST, 0, 600);
            settings.top.recycle = recycle;
            for counters in [None, Some(Width::W16), Some(Width::W32)] {
                for nodes in [255, 300] {
                    settings.top.nodes = nodes;
                    Pair::new(Settings { counters, ..settings }, &game).play(&game, 1, 8);
                }
            }
            settings.top = Level { nodes: 70_000, playouts: None, ..settings.top };
            let mut pair = Pair::new(settings, &game);
            pair.start(&game, &[], 9);
            for _ in 0..600 {
                pair.engine.step();
                pair.reference.step();
                pair.assert_same();
            }
            assert!(!pair.engine.is_done());
            pair.best_move();
        }
    }
}

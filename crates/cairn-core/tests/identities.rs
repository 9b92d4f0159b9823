//! Settings that must not matter do not: whole games come out alike, visit for visit.

mod games;

use cairn_core::mcts::{MoveStats, Policy, Search, Second, Settings, Width, bytes_needed};
use cairn_core::memory::{Block, Word, words};
use cairn_core::{Game, mcts::Playout};
use games::agents::{MAST, POLICIES, UNIFORM, all_forms, all_policies, boxed, moves, one, second};
use games::{ByKey, Coins, TicTacToe};

/// For each turn the statistics of the moves, and the move that was played.
type Turns<M> = Vec<(Vec<MoveStats<M>>, M)>;

fn play<G: Game, B: Block>(
    search: &mut Search<G, B>,
    game: &G,
    seed: u64,
    mut run: impl FnMut(&mut Search<G, B>),
) -> Turns<G::Move> {
    let mut position = *game;
    let mut turns = Vec::new();
    search.new_game();
    for turn in 0.. {
        if position.turn().is_over() {
            break;
        }
        search.start(&position, &[], seed + turn);
        run(search);
        let mv = search.best_move().expect("a legal move");
        turns.push((moves(search), mv));
        search.end_turn();
        position.play(mv);
    }
    turns
}

fn game_of<G: Game>(settings: Settings, game: &G, seed: u64) -> Turns<G::Move> {
    play(&mut boxed(settings, game), game, seed, |search| search.run(|| false))
}

/// Both settings play the same games, of two kinds and with two seeds.
#[track_caller]
fn assert_same(a: Settings, b: Settings) {
    for seed in [1, 1000] {
        let game = TicTacToe::default();
        assert!(game_of(a, &game, seed) == game_of(b, &game, seed), "{a:?}\nand {b:?}");
        let game = Coins::default();
        assert!(game_of(a, &game, seed) == game_of(b, &game, seed), "{a:?}\nand {b:?}");
    }
}

fn every_policy(mut each: impl FnMut(Policy, Playout)) {
    for policy in POLICIES {
        for playout in [UNIFORM, MAST] {
            each(policy, playout);
        }
    }
}

/// The settings with recycling switched on or off, where a level has it.
fn recycling(mut settings: Settings, top: bool, below: bool) -> Settings {
    settings.top.recycle = top;
    settings.second = settings.second.map(|second| Second { recycle: below, ..second });
    settings
}

#[test]
fn recycling_with_enough_nodes_is_no_recycling() {
    every_policy(|policy, playout| {
        for nodes in [150, 151, 1000] {
            let settings = one(policy, playout, nodes, 150);
            assert_same(settings, recycling(settings, true, false));
        }
    });
}

#[test]
fn a_second_level_of_one_playout_is_one_level() {
    every_policy(|policy, playout| {
        for (nodes, recycle) in [(150, false), (40, false), (40, true), (3, true)] {
            let single = recycling(one(policy, playout, nodes, 150), recycle, false);
            for sharing in [false, true] {
                let below = Second { sharing, ..second(1, 1) };
                assert_same(single, Settings { second: Some(below), ..single });
            }
        }
    });
}

#[test]
fn ratio_one_is_no_recycling_on_either_level() {
    every_policy(|policy, playout| {
        for sharing in [false, true] {
            let below = Second { sharing, ..second(12, 12) };
            let settings = Settings { second: Some(below), ..one(policy, playout, 20, 20) };
            assert_same(settings, recycling(settings, true, true));
        }
    });
}

#[test]
fn wider_counters_count_the_same() {
    every_policy(|policy, playout| {
        for form in all_forms() {
            let settings = form.of(policy, playout);
            for width in [Width::W16, Width::W32] {
                assert_same(settings, Settings { counters: Some(width), ..settings });
            }
        }
    });
}

/// Tables on demand that are given to every node at its first visit are a table in each node. They
/// are on demand if they are narrower than the nodes' counters or fewer than the nodes.
#[test]
fn a_table_for_all_who_ask_is_a_table_in_each_node() {
    for policy in all_policies() {
        for form in all_forms().into_iter().step_by(3) {
            for (playout, reuse) in [(UNIFORM, false), (MAST, true)] {
                let counters = Some(Width::W32);
                let in_each = Settings { reuse, counters, ..form.of(policy, playout) };
                let mut on_demand = Settings { table_counters: Some(Width::W16), ..in_each };
                assert_same(in_each, on_demand);
                // The last leaf of the second level gets another node's table, but nobody reads it.
                if let Some(second) = on_demand.second.as_mut() {
                    let is_ample = second.nodes >= second.playouts;
                    second.tables = if is_ample { second.playouts - 1 } else { u32::MAX };
                    assert_same(in_each, on_demand);
                }
            }
        }
        // A recycled second level that two bytes count. One byte is enough for every node but its
        // root.
        let below = Second { recycle: true, ..second(30, 128) };
        let in_each = Settings { second: Some(below), ..one(policy, UNIFORM, 1, 1) };
        let in_each = Settings { counters: Some(Width::W16), ..in_each };
        assert_same(in_each, Settings { table_counters: Some(Width::W8), ..in_each });
    }
}

#[test]
fn stepping_is_running() {
    every_policy(|policy, playout| {
        for form in all_forms() {
            let (settings, game) = (form.of(policy, playout), TicTacToe::default());
            let stepped = play(&mut boxed(settings, &game), &game, 3, |search| {
                while !search.is_done() {
                    search.step();
                }
                search.flush_batch();
            });
            assert!(stepped == game_of(settings, &game, 3), "{settings:?}");
        }
    });
}

/// Also in the middle of a second-level search: whether its playouts were shared at once or go up
/// when it is stopped.
#[test]
fn stopping_after_k_playouts_is_a_search_of_k_playouts() {
    every_policy(|policy, playout| {
        for form in all_forms() {
            let (settings, game) = (form.of(policy, playout), TicTacToe::default());
            let mut search = boxed(settings, &game);
            for k in (1..40).step_by(3) {
                let short = Settings { playouts: Some(k), ..settings };
                let stopped = play(&mut search, &game, k, |search| {
                    let mut left = k;
                    search.run(|| left.checked_sub(1).map(|less| left = less).is_none());
                });
                assert!(stopped == game_of(short, &game, k), "{k} playouts of {settings:?}");
            }
        }
    });
}

/// With sharing, reading results in between changes nothing: the top tree is always up to date.
#[test]
fn a_shared_search_can_be_read_at_any_time() {
    every_policy(|policy, playout| {
        for form in all_forms() {
            if form.second.is_some_and(|second| !second.sharing) {
                continue;
            }
            let (settings, game) = (form.of(policy, playout), TicTacToe::default());
            let watched = play(&mut boxed(settings, &game), &game, 4, |search| {
                while !search.is_done() {
                    search.step();
                    search.best_move().expect("a legal move");
                    let counted: u64 = moves(search).iter().map(|mv| u64::from(mv.visits)).sum();
                    assert!(counted < search.playouts().max(1));
                }
            });
            assert!(watched == game_of(settings, &game, 4), "{settings:?}");
        }
    });
}

#[test]
fn whose_block_it_is_does_not_matter() {
    every_policy(|policy, playout| {
        for form in all_forms() {
            let (settings, game) = (form.of(policy, playout), Coins::default());
            let bytes = bytes_needed(&settings, &game).unwrap();
            // Larger than need be, and full of rubbish.
            let mut block = vec![Word::new(0xdead_beef_dead_beef); words(bytes) + 7];
            let mut search = Search::new(settings, &game, &mut block[..]).unwrap();
            let lent = play(&mut search, &game, 5, |search| search.run(|| false));
            assert!(lent == game_of(settings, &game, 5), "{settings:?}");
        }
    });
}

#[test]
fn selecting_by_key_is_selecting_by_move() {
    every_policy(|policy, playout| {
        for form in all_forms() {
            let settings = form.of(policy, playout);
            let by_move = game_of(settings, &TicTacToe::default(), 6);
            assert!(by_move == game_of(settings, &ByKey(TicTacToe::default()), 6), "{settings:?}");
            let by_move = game_of(settings, &Coins::default(), 6);
            assert!(by_move == game_of(settings, &ByKey(Coins::default()), 6), "{settings:?}");
        }
    });
}

#[test]
fn tiny_pools_still_answer_with_a_legal_move() {
    let game = TicTacToe::default();
    every_policy(|policy, playout| {
        for nodes in 1..=3 {
            for below in [None, Some(1), Some(2), Some(3)] {
                for switches in 0..8 {
                    let sharing = switches & 4 > 0;
                    let mut settings = one(policy, playout, nodes, 40);
                    settings.second = below.map(|nodes| Second { sharing, ..second(nodes, 5) });
                    let settings = recycling(settings, switches & 1 > 0, switches & 2 > 0);
                    let mut search = boxed(settings, &game);
                    let mut position = game;
                    while !position.turn().is_over() {
                        search.start(&position, &[], 1);
                        search.run(|| false);
                        let mv = search.best_move().expect("an answer");
                        assert!(position.legal_moves().any(|legal| legal == mv), "{settings:?}");
                        assert!(search.nodes().used <= nodes + below.unwrap_or(0));
                        position.play(mv);
                    }
                }
            }
        }
    });
}

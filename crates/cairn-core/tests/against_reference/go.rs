//! The engine against the naive implementation on Go boards: many keys, passes, long lines, and a
//! game that chooses moves with bit sets of its own.

use crate::games::agents::{
    MAST, PATTERNS, POLICIES, UNIFORM, all_policies, all_tables, amaf, boxed, moves, one, second,
};
use crate::games::{ByKey, ByMove};
use crate::reference::pair::Pair;
use cairn_core::mcts::{AmafMode, Level, Policy, Schedule, Second, Settings, Width};
use cairn_core::{Game, Rng};
use cairn_games::go::{Go9, GoAny};

/// One and two levels with short pools.
fn forms(policy: Policy) -> Vec<Settings> {
    let mut forms = Vec::new();
    for recycle in [false, true] {
        let mut settings = one(policy, MAST, 60, 150);
        settings.top.recycle = recycle;
        forms.push(settings);
        settings.top = Level { nodes: 10, playouts: Some(14), ..settings.top };
        for sharing in [false, true] {
            let second = Second { sharing, recycle, stop: recycle.then_some(2.0), ..second(8, 12) };
            forms.push(Settings { second: Some(second), ..settings });
        }
    }
    forms
}

/// A position some random moves into the game.
fn opened<G: Game>(mut game: G, plies: usize, seed: u64) -> G {
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        if !game.turn().is_over() {
            game.play(game.random_playout_move(&mut rng));
        }
    }
    game
}

fn small(size: usize) -> GoAny {
    GoAny::new(size).expect("a board of this size")
}

#[test]
fn five_by_five() {
    for (index, policy) in all_policies().into_iter().enumerate() {
        for (form, settings) in forms(policy).into_iter().enumerate() {
            let position = opened(small(5), 5 * form, index as u64);
            Pair::new(settings, &position).play(&position, 2, index as u64);
        }
    }
}

#[test]
fn two_by_two_where_lines_are_cut() {
    for policy in all_policies() {
        for settings in forms(policy) {
            Pair::new(settings, &small(2)).play(&small(2), 3, 2);
        }
    }
}

#[test]
fn nine_by_nine() {
    for (index, policy) in POLICIES.into_iter().enumerate() {
        for settings in forms(policy) {
            let position = opened(Go9::new(), 20 * index, index as u64);
            Pair::new(settings, &position).play(&position, 1, index as u64);
        }
    }
    // One search with room to grow, past the reference visits of the paper.
    let grave = amaf(25, AmafMode::OwnAny, Schedule::Bias(0.01));
    let mut pair = Pair::new(one(grave, UNIFORM, 1000, 1000), &Go9::new());
    pair.play(&Go9::new(), 1, 1);
}

/// What Go knows, in playouts and as priors.
#[test]
fn knowledge() {
    for (index, policy) in all_policies().into_iter().enumerate() {
        for (form, settings) in forms(policy).into_iter().enumerate() {
            let prior = if !form.is_multiple_of(3) { Some(3.0 * form as f32) } else { None };
            let settings = Settings { prior, playout: PATTERNS, ..settings };
            let position = opened(small(5), 5 * form, index as u64);
            Pair::new(settings, &position).play(&position, 1, index as u64);
        }
    }
    for (index, policy) in POLICIES.into_iter().enumerate() {
        for settings in forms(policy) {
            let settings = Settings { prior: Some(10.0), playout: PATTERNS, ..settings };
            let position = opened(Go9::new(), 20 * index, index as u64);
            Pair::new(settings, &position).play(&position, 1, index as u64);
        }
    }
}

/// The tree kept from turn to turn.
#[test]
fn trees_kept_between_turns() {
    for (index, policy) in POLICIES.into_iter().enumerate() {
        for settings in forms(policy) {
            let settings = Settings { reuse: true, counters: Some(Width::W16), ..settings };
            let position = opened(small(5), 5 * index, index as u64);
            Pair::new(settings, &position).play(&position, 8, index as u64);
        }
    }
}

/// Tables on demand and kept root moves, with a tree for each turn and with one that is kept.
#[test]
fn tables_on_demand() {
    let mut turn = 0;
    for policy in all_policies() {
        for settings in forms(policy) {
            turn += 1;
            let settings = all_tables()[turn % all_tables().len()].of(settings);
            let position = opened(small(5), turn % 15, turn as u64);
            Pair::new(settings, &position).play(&position, 2, turn as u64);
            let counters = Some(settings.counters.unwrap_or(Width::W16));
            let settings = Settings { reuse: true, counters, ..settings };
            Pair::new(settings, &position).play(&position, 3, turn as u64);
        }
    }
    for policy in POLICIES {
        for settings in forms(policy) {
            turn += 1;
            let settings = all_tables()[turn % all_tables().len()].of(settings);
            let position = opened(Go9::new(), turn, turn as u64);
            Pair::new(settings, &position).play(&position, 1, turn as u64);
        }
    }
}

#[test]
fn excluded_root_moves() {
    let position = opened(small(5), 3, 1);
    let excluded: Vec<_> = position.legal_moves().step_by(2).collect();
    for policy in all_policies() {
        for settings in forms(policy) {
            let mut pair = Pair::new(settings, &position);
            pair.start(&position, &excluded, 1);
            pair.run();
            assert!(!excluded.contains(&pair.best_move().expect("a move that is allowed")));
        }
    }
}

/// Bit sets and vector instructions make no difference: neither in the tree nor in playouts.
#[test]
fn quick_choices_are_the_plain_ones() {
    for (index, policy) in POLICIES.into_iter().enumerate() {
        for settings in forms(policy) {
            let position = opened(Go9::new(), 15 * index, index as u64);
            let mut quick = boxed(settings, &position);
            let mut by_key = boxed(settings, &ByKey(position));
            let mut by_move = boxed(settings, &ByMove(position));
            quick.start(&position, &[], 3);
            by_key.start(&ByKey(position), &[], 3);
            by_move.start(&ByMove(position), &[], 3);
            quick.run(|| false);
            by_key.run(|| false);
            by_move.run(|| false);
            let found = moves(&mut quick);
            assert!(found == moves(&mut by_key), "{settings:?}");
            assert!(found == moves(&mut by_move), "{settings:?}");
        }
    }
}

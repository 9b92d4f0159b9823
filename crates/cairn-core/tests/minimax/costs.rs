//! What a search costs, where theory says exactly how much.

use std::cell::Cell;

use cairn_core::capabilities::{Capabilities, Measure, Repetition};
use cairn_core::minimax::{Driver, Settings, Value};
use cairn_core::{Game, Outcome, Turn};

use crate::trees::{Shape, Tree, mix};
use crate::{DRIVERS, searched};

thread_local! {
    static LEAVES: Cell<u64> = const { Cell::new(0) };
}

/// A uniform tree in which the first move is always the best: another one costs its player a point or
/// more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Ordered {
    moves: u8,
    plies: u8,
    ply: u8,
    value: i16,
    node: u64,
}

impl Game for Ordered {
    type Move = u8;

    fn keys(&self) -> usize {
        self.moves.into()
    }

    fn max_plies(&self) -> usize {
        self.plies.into()
    }

    fn turn(&self) -> Turn {
        match self.ply == self.plies {
            true => Turn::Over(Outcome::win(usize::from(self.value < 0))),
            false => Turn::Player(usize::from(self.ply % 2)),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        0..self.moves
    }

    fn play(&mut self, mv: u8) {
        let costs = i16::from(mv) * 7;
        self.value += if self.ply.is_multiple_of(2) { -costs } else { costs };
        self.node = mix(self.node, mv.into());
        self.ply += 1;
    }

    fn key(&self, mv: u8) -> usize {
        mv.into()
    }

    fn hash64(&self) -> u64 {
        self.node
    }

    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn capabilities(&self) -> Capabilities<Self> {
        let of = |game: &Self| {
            LEAVES.set(LEAVES.get() + 1);
            game.value
        };
        let margin = Measure { bound: 1000, of };
        Capabilities { margin: Some(margin), ..Capabilities::NONE }
    }
}

/// The leaves of a uniform tree that every search must visit if the first move is the best
/// (Knuth and Moore 1975): b^⌈d/2⌉ + b^⌊d/2⌋ − 1 at depth d.
fn minimum(moves: u64, depth: u32) -> u64 {
    moves.pow(depth.div_ceil(2)) + moves.pow(depth / 2) - 1
}

#[test]
fn a_perfectly_ordered_tree_costs_the_knuth_moore_minimum() {
    for (moves, plies) in [(2, 9), (3, 6), (4, 5), (7, 4), (30, 3), (1, 5), (5, 1)] {
        let tree = Ordered { moves, plies, ply: 0, value: 0, node: 0 };
        let all: u64 = (0..=u32::from(plies)).map(|depth| minimum(moves.into(), depth)).sum();
        for driver in [Driver::AlphaBeta, Driver::Pvs] {
            let settings = Settings { value: Value::Margin, ..Settings::plain(driver) };
            LEAVES.set(0);
            let found = searched(settings, &tree);
            assert_eq!(LEAVES.get(), minimum(moves.into(), plies.into()), "{driver:?}");
            // Above the leaves as well: every beginning of the minimal tree is minimal.
            assert_eq!(found.nodes(), all, "{driver:?} {moves} {plies}");
            assert_eq!(found.score().unwrap().score.get(), 0);
        }
        // Minimax visits everything.
        let settings = Settings { value: Value::Margin, ..Settings::plain(Driver::Minimax) };
        let everything: u64 = (0..=plies.into()).map(|depth| u64::from(moves).pow(depth)).sum();
        assert_eq!(searched(settings, &tree).nodes(), everything);
    }
}

/// Of the five, each is built to visit fewer leaves than the one before it, except that SSS* and
/// MTD(f) need a table for it. On a random tree, none visits more than minimax.
#[test]
fn pruning_saves_positions() {
    let shape =
        Shape { seed: 5, plies: 7, moves: 4, uniform: true, width: 0, values: 100, turns: false };
    let nodes = DRIVERS.map(|driver| {
        let settings = Settings { value: Value::Margin, table: 1 << 16, ..Settings::plain(driver) };
        searched(settings, &Tree::new(shape)).nodes()
    });
    let [minimax, alphabeta, pvs, ..] = nodes;
    assert!(alphabeta < minimax / 4 && pvs < minimax / 4, "{nodes:?}");
}

/// Each enhancement can be switched off, and makes a difference.
#[test]
fn a_table_and_an_order_save_positions() {
    let shape =
        Shape { seed: 8, plies: 9, moves: 6, uniform: true, width: 60, values: 60, turns: false };
    let tree = Tree::new(shape);
    let nodes = |settings| searched(settings, &tree).nodes();
    let plain = Settings { value: Value::Margin, ..Settings::plain(Driver::AlphaBeta) };
    let table = Settings { table: 1 << 16, ..plain };
    assert!(nodes(table) * 2 < nodes(plain));
    let history = Settings { ordering: true, history: true, ..plain };
    let killers = Settings { ordering: true, killers: true, ..plain };
    let ordering = Settings { ordering: true, ..plain };
    let all = [plain, ordering, history, killers].map(nodes);
    for (at, a) in all.iter().enumerate() {
        assert!(!all[..at].contains(a), "{all:?}");
    }
}

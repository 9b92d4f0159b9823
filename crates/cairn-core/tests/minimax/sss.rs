//! SSS* as null-window tests visits the leaves of Stockman's list algorithm, in the same order.

use std::cell::RefCell;

use cairn_core::capabilities::{Capabilities, Measure};
use cairn_core::minimax::{Driver, Settings, Value};
use cairn_core::{Game, Turn};
use proptest::prelude::*;

use crate::searched;
use crate::trees::{Shape, Tree};

thread_local! {
    static LEAVES: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// A tree whose depth limit is one ply before its end, so that its leaves are evaluated. It writes
/// down each evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Watched(Tree);

impl Game for Watched {
    type Move = u8;

    fn keys(&self) -> usize {
        self.0.keys()
    }

    fn max_plies(&self) -> usize {
        self.0.max_plies() + 1
    }

    fn turn(&self) -> Turn {
        // There is no end.
        Turn::Player(usize::from(self.0.ply % 2))
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        self.0.legal_moves()
    }

    fn play(&mut self, mv: u8) {
        self.0.play(mv);
    }

    fn key(&self, mv: u8) -> usize {
        mv.into()
    }

    fn hash64(&self) -> u64 {
        self.0.hash64()
    }

    fn capabilities(&self) -> Capabilities<Self> {
        let of = |game: &Self| {
            LEAVES.with_borrow_mut(|leaves| leaves.push(game.0.node));
            let value = game.0.value();
            if game.0.ply.is_multiple_of(2) { value } else { -value }
        };
        Capabilities { evaluation: Some(Measure { bound: 255, of }), ..Capabilities::NONE }
    }
}

/// A state of Stockman's list: a node, whether it is solved, and its merit.
#[derive(Clone)]
struct State {
    /// The moves that lead to it.
    path: Vec<u8>,
    solved: bool,
    merit: i32,
}

/// SSS* as it was published (Stockman 1979; the six cases of its operator Γ). Returns the value and
/// the leaves in the order in which they are evaluated. The root is a max node.
fn stockman(root: &Tree, plies: usize) -> (i32, Vec<u64>) {
    let at = |path: &[u8]| {
        let mut tree = *root;
        path.iter().for_each(|&mv| tree.play(mv));
        tree
    };
    let is_max = |path: &[u8]| path.len().is_multiple_of(2);
    let mut leaves = Vec::new();
    // Sorted by merit, the highest first; of equals, the leftmost node first.
    let mut open = vec![State { path: vec![], solved: false, merit: i32::MAX }];
    loop {
        let best = (0..open.len())
            .min_by(|&a, &b| {
                let (a, b) = (&open[a], &open[b]);
                b.merit.cmp(&a.merit).then_with(|| a.path.cmp(&b.path))
            })
            .expect("a state");
        let State { path, solved, merit } = open.remove(best);
        if solved && path.is_empty() {
            return (merit, leaves);
        }
        let mut push = |path: Vec<u8>, solved, merit| open.push(State { path, solved, merit });
        match (solved, is_max(&path)) {
            (false, _) if path.len() == plies => {
                // Case 4: a leaf.
                let leaf = at(&path);
                leaves.push(leaf.node);
                push(path, true, merit.min(leaf.value().into()));
            }
            (false, true) => {
                // Case 6: all successors of a max node.
                for mv in at(&path).legal_moves() {
                    push([&path[..], &[mv]].concat(), false, merit);
                }
            }
            (false, false) => {
                // Case 5: the first successor of a min node.
                push([&path[..], &[0]].concat(), false, merit);
            }
            (true, false) => {
                // Case 1: a solved min node solves its parent; what is below that is dropped.
                let parent = path[..path.len() - 1].to_vec();
                open.retain(|state| !state.path.starts_with(&parent));
                open.push(State { path: parent, solved: true, merit });
            }
            (true, true) => {
                // Cases 2 and 3: a solved max node leads to its next brother, or solves its parent.
                let (&last, parent) = path.split_last().expect("not the root");
                match last + 1 < at(parent).legal_moves().count() as u8 {
                    true => push([parent, &[last + 1]].concat(), false, merit),
                    false => push(parent.to_vec(), true, merit),
                }
            }
        }
    }
}

/// With few values there are many ties.
fn shapes() -> impl Strategy<Value = Shape> {
    (any::<u64>(), 1..7u8, 1..5u8, any::<bool>(), 1..40u8).prop_map(
        |(seed, plies, moves, uniform, values)| {
            let plies = if uniform { plies.min(5) } else { plies };
            Shape { seed, plies, moves, uniform, width: 0, values, turns: false }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_same_leaves_in_the_same_order(shape in shapes()) {
        let tree = Tree::new(shape);
        let (value, expected) = stockman(&tree, shape.plies.into());
        LEAVES.take();
        let settings = Settings {
            value: Value::Outcome,
            depth: Some(shape.plies.into()),
            // Some hundred times the leaves: no bucket is ever full.
            table: 1 << 18,
            ..Settings::plain(Driver::Sss)
        };
        let found = searched(settings, &Watched(tree));
        prop_assert_eq!(i32::from(found.score().unwrap().score.get()), value);
        prop_assert_eq!(LEAVES.take(), expected);
    }
}

/// The algorithm of the tests finds the value, and dominates alpha-beta as Stockman proved: it
/// evaluates no leaf that alpha-beta does not.
#[test]
fn stockmans_algorithm_is_right() {
    for seed in 0..50 {
        let shape =
            Shape { seed, plies: 5, moves: 3, uniform: true, width: 0, values: 100, turns: false };
        let tree = Tree::new(shape);
        let (value, leaves) = stockman(&tree, 5);
        let settings = Settings { depth: Some(5), ..Settings::plain(Driver::AlphaBeta) };
        LEAVES.take();
        let found = searched(settings, &Watched(tree));
        let alphabeta = LEAVES.take();
        assert_eq!(i32::from(found.score().unwrap().score.get()), value);
        assert!(leaves.iter().all(|leaf| alphabeta.contains(leaf)), "{seed}");
        assert!(leaves.len() <= alphabeta.len());
    }
}

//! The tree kept from one turn to the next.
//!
//! After a move and the answer to it, most of what the last search found out is about other moves;
//! the rest, a subtree, is where the new search can begin.

use super::search::{ROOT, Search, with_tree};
use super::tree::Tree;
use super::width::{Link, Tally, Width};
use crate::game::Game;
use crate::memory::Block;

impl<G: Game, B: Block> Search<G, B> {
    /// Keeps what the last search knows of `position`, if it is the last root or at most a move of
    /// each player away from it. False if there is nothing to keep; then the tree is as it was.
    pub(super) fn keep(&mut self, position: &G) -> bool {
        if let Some(leaf) = self.leaf {
            self.end_leaf(leaf);
        }
        let base = self.base();
        // SAFETY: the only view of the positions; the root was written when the search started.
        let root = unsafe { *self.plan.positions.of(base)[ROOT].assume_init_ref() };
        // A move of each player, with what chance does between them.
        let plies = self.plan.players << u32::from(G::CHANCE);
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            // HRAVE has a table at the root only, so that another root would know nothing.
            match find(&tree, 0, &root, position, plies) {
                Some(node) if tree.tables.is_empty() || tree.table(node).is_some() => {
                    tree.reroot(node);
                    true
                }
                _ => false,
            }
        })
    }
}

/// The node of the position `wanted`, at most `plies` below `node`, whose position is `position`.
fn find<G: Game, T: Tally, L: Link>(
    tree: &Tree<'_, T, L, G::Move>,
    node: usize,
    position: &G,
    wanted: &G,
    plies: usize,
) -> Option<usize> {
    if is_same(position, wanted) {
        return Some(node);
    }
    let mut children = tree.children(node).filter(|_| plies > 0);
    children
        .find_map(|child| find(tree, child, &after(position, tree.mv(child)), wanted, plies - 1))
}

// Not once more for each width of the tree: a microcontroller's flash is small.

#[inline(never)]
fn is_same<G: Game>(position: &G, other: &G) -> bool {
    position == other
}

#[inline(never)]
fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = *position;
    next.play(mv);
    next
}

/// Cuts what is below the root's moves that the real game forbids.
pub(super) fn forbid<T: Tally, L: Link, M: Copy + Eq>(
    tree: &mut Tree<'_, T, L, M>,
    excluded: &dyn Fn(M) -> bool,
) {
    let mut next = tree.nodes[0].first_child;
    while next != L::NIL {
        let child = next.index();
        next = tree.nodes[child].next;
        if excluded(tree.mv(child)) {
            tree.cut(child);
        }
    }
}

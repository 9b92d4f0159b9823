//! Keeping part of the tree for the next turn.
//!
//! After a move and its answer, the new position is a few plies below the old root. If it has a
//! node, the subtree below that node is still valid, and the new search begins with it. The rest of
//! the tree is freed.

use super::search::{Search, with_tree};
use super::select::{numbered_moves, play};
use super::tree::Tree;
use super::width::{Link, Tally, Width};
use crate::game::{Game, Turn};
use crate::memory::Block;

impl<G: Game, B: Block> Search<G, B> {
    /// Makes the node of `position` the root, if there is one at most one move of each player below
    /// the old root. Returns false and changes nothing if there is none.
    pub(super) fn keep(&mut self, position: &G) -> bool {
        if let Some(leaf) = self.leaf {
            self.end_leaf(leaf);
        }
        let root = *self.root();
        // One move of each player, and one of chance after each.
        let left = [self.plan.players; 2];
        let Some(node) = self.find(0, &root, position, left) else { return false };
        let base = self.base();
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            // With HRAVE only the root has a table, so another node cannot become the root.
            let can_be_root = tree.tables.is_empty() || tree.table(node).is_some();
            if can_be_root {
                tree.reroot(node);
            }
            can_be_root
        })
    }

    /// The node of the position `wanted`, at most as many moves of players and of chance below `node` as
    /// are `left`. The position of `node` is `position`.
    fn find(&mut self, node: usize, position: &G, wanted: &G, left: [usize; 2]) -> Option<usize> {
        if position == wanted {
            return Some(node);
        }
        let mut left = left;
        let mover = match position.turn() {
            Turn::Player(_) => &mut left[0],
            Turn::Chance => &mut left[1],
            Turn::Over(_) => return None,
        };
        *mover = mover.checked_sub(1)?;
        for (number, mv) in numbered_moves(position) {
            if let Some(child) = self.child(node, number) {
                let mut next = *position;
                play(&mut next, mv);
                let found = self.find(child, &next, wanted, left);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// Cuts the moves of the kept root `position` that are excluded, and counts the others again beside
/// their nodes.
pub(super) fn keep_root<G: Game, T: Tally, L: Link>(
    tree: &mut Tree<'_, T, L>,
    position: &G,
    excluded: Option<&dyn Fn(G::Move) -> bool>,
) {
    tree.root_moves.fill(T::default());
    if excluded.is_none() && tree.root_moves.is_empty() {
        return;
    }
    for (number, mv) in numbered_moves(position) {
        let Some(child) = tree.child(0, number) else { continue };
        if excluded.is_some_and(|excluded| excluded(mv)) {
            tree.cut(child);
        } else if let Some(kept) = tree.root_moves.get_mut(number) {
            *kept = tree.nodes[child].tally;
        }
    }
}

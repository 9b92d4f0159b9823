//! Keeping part of the tree for the next turn.
//!
//! After a move and its answer, the new position is a few plies below the old root. If it has a
//! node, the subtree below that node is still valid, and the new search begins with it. The rest of
//! the tree is freed.

use super::search::{ROOT, Search, with_tree};
use super::select::numbered_moves;
use super::tree::Tree;
use super::width::{Link, Tally, Width};
use crate::game::Game;
use crate::memory::Block;

impl<G: Game, B: Block> Search<G, B> {
    /// Makes the node of `position` the root, if there is one at most one move of each player below
    /// the old root. Returns false and changes nothing if there is none.
    pub(super) fn keep(&mut self, position: &G) -> bool {
        if let Some(leaf) = self.leaf {
            self.end_leaf(leaf);
        }
        let base = self.base();
        // SAFETY: the only view of the positions; the root was written when the search started.
        let root = unsafe { *self.plan.positions.of(base)[ROOT].assume_init_ref() };
        // One move of each player, and one of chance after each.
        let plies = self.plan.players << u32::from(G::CHANCE);
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            // With HRAVE only the root has a table, so another node cannot become the root.
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

/// The node of the position `wanted`, at most `plies` below `node`. The position of `node` is
/// `position`.
fn find<G: Game, T: Tally, L: Link>(
    tree: &Tree<'_, T, L>,
    node: usize,
    position: &G,
    wanted: &G,
    plies: usize,
) -> Option<usize> {
    if is_same(position, wanted) {
        return Some(node);
    }
    if plies == 0 || tree.children(node).next().is_none() {
        return None;
    }
    numbered_moves(position).find_map(|(number, mv)| {
        let child = tree.child(node, number)?;
        find(tree, child, &after(position, mv), wanted, plies - 1)
    })
}

// Never inlined: the code would be repeated for each width of the tree, and flash is small.

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

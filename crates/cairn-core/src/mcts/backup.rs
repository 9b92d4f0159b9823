//! Backup: what a finished playout adds to the nodes it passed through.

use super::amaf::{Played, Reading};
use super::line::Ply;
use super::tree::Tree;
use super::width::{Link, Tally};
use crate::game::{MAX_PLAYERS, Outcome};
use crate::simd::multiversion;

/// A finished line, counted from its end towards the root.
pub(crate) struct Finished<'a> {
    pub line: &'a [Ply],
    pub outcome: Outcome,
    pub players: usize,
    pub denominator: u32,
    /// Whose turn it is at the root of the search.
    pub root_player: usize,
    /// The moves from `from` on, if there are AMAF tables.
    pub played: Option<Played<'a>>,
    pub from: usize,
}

impl Finished<'_> {
    /// The player who moved to the position at `depth`; at the root, who is to move there.
    #[inline(always)]
    fn moved_to(&self, depth: usize) -> usize {
        depth.checked_sub(1).map_or(self.root_player, |before| self.line[before].player())
    }

    #[inline(always)]
    fn collect_to(&mut self, depth: usize) {
        if let Some(played) = &mut self.played {
            for &ply in self.line[depth.min(self.from)..self.from].iter().rev() {
                played.add(ply);
            }
        }
        self.from = self.from.min(depth);
    }
}

multiversion! {
    /// Counts the line in a tree whose root stands at depth `base` of the line.
    pub(crate) fn back_up<T: Tally, L: Link, M: Move>(
        finished: &mut Finished<'_>,
        tree: &mut Tree<'_, T, L, M>,
        base: usize,
    ) = back_up_inline;
}

/// What a node stores as its move.
pub(crate) trait Move: Copy + Eq {}
impl<M: Copy + Eq> Move for M {}

#[inline(always)]
fn back_up_inline<T: Tally, L: Link, M: Move>(
    finished: &mut Finished<'_>,
    tree: &mut Tree<'_, T, L, M>,
    base: usize,
) {
    tree.make_room(1, finished.denominator);
    for step in (0..tree.state.depth as usize).rev() {
        let depth = base + step;
        let node = tree.on_path(step);
        let reward = finished.outcome.reward(finished.moved_to(depth));
        tree.nodes[node].tally.add(T::new(1, reward));
        finished.collect_to(depth);
        if depth < finished.line.len()
            && let Some(played) = &finished.played
            && let Some(table) = tree.table_mut(node)
        {
            let mover = finished.line[depth].player();
            played.count_in(table, mover, finished.players, &finished.outcome);
        }
    }
}

/// The way from the root of the search to a leaf of the top tree.
pub(crate) struct Path<'a> {
    pub moves: &'a [Ply],
    /// Whose turn it is at the leaf, and at the root.
    pub leaf_player: usize,
    pub root_player: usize,
}

impl Path<'_> {
    fn mover(&self, depth: usize) -> usize {
        self.moves.get(depth).map_or(self.leaf_player, |ply| ply.player())
    }
}

/// What an unshared second-level search has gathered for the top tree.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Batch {
    pub visits: u32,
    pub rewards: [u32; MAX_PLAYERS],
}

impl Batch {
    /// Keeps a playout for later. `finished` must have been collected down to the leaf.
    pub fn keep(&mut self, finished: &mut Finished<'_>, leaf: usize, tables: &mut [u64]) {
        self.visits += 1;
        for player in 0..finished.players {
            self.rewards[player] += finished.outcome.reward(player);
        }
        finished.collect_to(leaf);
        if let Some(played) = &finished.played {
            // A second-level root's table would miss the other players' moves: keep them all.
            let players = if played.reading() == Reading::Point { 1 } else { finished.players };
            for player in 0..players {
                played.count_for(player, tables, &finished.outcome);
            }
        }
    }

    /// Counts everything that was kept, along the top tree's path; `above` starts empty.
    pub fn count<T: Tally, L: Link, M: Move>(
        &self,
        tree: &mut Tree<'_, T, L, M>,
        path: &Path<'_>,
        denominator: u32,
        mut above: Option<Played<'_>>,
        tables: &[u64],
    ) {
        tree.make_room(self.visits, denominator);
        let mut from = path.moves.len();
        for depth in (0..tree.state.depth as usize).rev() {
            let node = tree.on_path(depth);
            let moved_here = depth.checked_sub(1).map_or(path.root_player, |d| path.mover(d));
            tree.nodes[node].tally.add(T::new(self.visits, self.rewards[moved_here]));
            let Some(above) = &mut above else { continue };
            while from > depth {
                from -= 1;
                above.add(path.moves[from]);
            }
            if let Some(table) = tree.table_mut(node) {
                self.count_in(table, path.mover(depth), above, tables);
            }
        }
    }

    /// A move of the path was played in every one of the playouts, any other as often as kept.
    fn count_in<T: Tally>(&self, table: &mut [T], mover: usize, above: &Played<'_>, kept: &[u64]) {
        let keys = above.keys();
        let entry = |player: usize, key: usize, row: usize| match above.first(player, key) {
            Some(first) => (self.visits, self.rewards[first]),
            None => {
                let kept = kept[row * keys + key];
                (kept.visits(), kept.reward())
            }
        };
        for (index, tally) in table.iter_mut().enumerate() {
            let (visits, reward) = match above.reading() {
                Reading::Point => entry(0, index, 0),
                Reading::Own | Reading::OwnAny => entry(mover, index, mover),
                Reading::Both => entry(index / keys, index % keys, index / keys),
            };
            tally.add(T::new(visits, reward));
        }
    }
}

//! What a best-first search has found. It can be read at any time.

use super::plan::Node;
use super::rank::NEVER;
use super::search::Search;
use super::settings::Settings;
use crate::clock::{Ended, Watch, run_clocked};
use crate::game::Game;
use crate::mcts::PoolStats;
use crate::memory::Block;
use crate::proof::is_excluded;
use crate::proof::pn::play_number;
use crate::score::Score;

/// What the search knows about a move at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// The least that it may be worth to the player to move, by the method.
    pub low: Score,
    /// The most. Without B*, both are the same.
    pub high: Score,
    /// Positions expanded after this move.
    pub expansions: u32,
}

impl<G: Game, B: Block> Search<G, B> {
    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The position that the search started from.
    pub fn root(&mut self) -> &G {
        let base = self.block.words().as_mut_ptr();
        // SAFETY: the only view of the positions; the root was written when the search started.
        unsafe { self.plan.positions.of(base)[0].assume_init_ref() }
    }

    /// The bytes of the block that it uses: exactly [`bytes_needed`](super::bytes_needed).
    pub fn bytes(&self) -> usize {
        self.plan.bytes
    }

    /// Whether the method has decided, by its own measure: see the table in [`best`](super).
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// Whether the next leaf cannot be expanded, because the tree is full.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Whether it met dice or cards, which it cannot search.
    pub fn met_chance(&self) -> bool {
        self.met_chance
    }

    /// What the root is worth to the player to move by the tree: the least and the most. They differ
    /// only with B*.
    pub fn value(&mut self) -> (Score, Score) {
        let Node { low, high, .. } = self.tree().nodes[0];
        (Score::from_raw(low), Score::from_raw(high))
    }

    /// The root's conspiracy number for a grade: how many leaves must change for it, `None` if no change
    /// is enough. 0 for the root's own grade. Without conspiracy numbers, always `None`.
    pub fn conspiracy(&mut self, grade: usize) -> Option<u32> {
        let tree = self.tree();
        let number = tree.conspiracies[..tree.grades].get(grade).copied();
        number.filter(|&number| number < NEVER).map(u32::from)
    }

    /// Calls `each` with every expanded position of the tree, from the root.
    #[doc(hidden)]
    pub fn for_each_expanded(&mut self, mut each: impl FnMut(&G)) {
        let root = *self.root();
        let used = self.used;
        let tree = self.tree();
        for node in (0..used).filter(|&node| tree.nodes[node].count > 0) {
            // The way up: the parent is the node whose children contain it.
            let mut numbers = arrayvec::ArrayVec::<u16, 256>::new();
            let mut at = node;
            while at > 0 {
                if numbers.try_push(tree.nodes[at].number).is_err() {
                    return;
                }
                at = (0..at).find(|&parent| tree.children(parent).contains(&at)).unwrap_or(0);
            }
            let mut position = root;
            for number in numbers.into_iter().rev() {
                play_number(&mut position, number);
            }
            each(&position);
        }
    }

    /// Leaves expanded.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Positions looked at: each child of each expanded position counts.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The nodes of the tree.
    pub fn pool(&self) -> PoolStats {
        PoolStats { capacity: self.settings.nodes, used: self.used as u32, recycled: 0 }
    }

    /// Calls `each` with the allowed moves of the root, in the game's order, once the root is expanded.
    pub fn for_each_move(&mut self, mut each: impl FnMut(MoveStats<G::Move>)) {
        if !self.playable {
            return;
        }
        let root = *self.root();
        let tree = self.tree();
        let mut moves = root.legal_moves().enumerate();
        for child in tree.children(0) {
            let Node { number, low, high, work, .. } = tree.nodes[child];
            let found = moves.by_ref().find(|&(other, _)| other == usize::from(number));
            let Some((_, mv)) = found else { return };
            let [low, high] = [low, high].map(Score::from_raw);
            each(MoveStats { mv, low, high, expansions: work });
        }
    }

    /// The move to play: the one with the highest value, with B* the highest mean of both values. Of
    /// equals, the first. `None` if the game is over or every move is excluded.
    pub fn best_move(&mut self) -> Option<G::Move> {
        if !self.playable {
            return None;
        }
        let mut root = *self.root();
        let tree = self.tree();
        if let Some(best) = tree.best_child(0) {
            let number = tree.nodes[best].number;
            return play_number(&mut root, number);
        }
        let base = self.block.words().as_mut_ptr();
        // SAFETY: the only view of this region.
        let excluded: &[u32] = unsafe { self.plan.excluded.of(base) };
        let allowed = |&(number, _): &(usize, G::Move)| !is_excluded(excluded, number);
        root.legal_moves().enumerate().find(allowed).map(|(_, mv)| mv)
    }

    /// The line of best moves from the root. Calls `each` with at most `most` moves.
    pub fn principal_variation(&mut self, most: usize, mut each: impl FnMut(G::Move)) {
        let mut position = *self.root();
        let tree = self.tree();
        let mut node = 0;
        for _ in 0..most {
            let Some(child) = tree.best_child(node) else { break };
            let Some(mv) = play_number(&mut position, tree.nodes[child].number) else { break };
            each(mv);
            node = child;
        }
    }

    /// Ends the search and returns its block.
    pub fn into_block(self) -> B {
        self.block
    }

    /// Runs the search until it [is done](Search::is_done), `limit` milliseconds have passed or `watch`
    /// stops it. Returns why it ended and the milliseconds it took. Call this again to go on.
    pub fn run_clocked(
        &mut self,
        limit: Option<u64>,
        watch: &mut dyn Watch<Self>,
    ) -> (Ended, Option<u64>) {
        run_clocked(self, limit, watch)
    }
}

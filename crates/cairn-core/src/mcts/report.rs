//! What a search has found. It can be read at any time.

use super::search::{Search, mast, with_tree};
use super::select::{is_excluded, number, numbered_moves, play};
use super::settings::{Playout, Settings};
use super::width::{Tally, Width};
use crate::game::Game;
use crate::memory::Block;
use crate::rng::Rng;

/// What the search knows about a move at its root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// Playouts counted in the move's node; 0 if it has no node.
    pub visits: u32,
    /// Their mean reward for the player to move, 0 to 1; 0 if there are no visits.
    pub mean: f32,
    /// Visits and mean in the AMAF table of the root, if the policy has one.
    pub amaf: Option<(u32, f32)>,
}

/// How many nodes or AMAF tables a search uses, both levels together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolStats {
    /// The most that it can have.
    pub capacity: u32,
    /// How many are in use now.
    pub used: u32,
    /// How many times one was recycled.
    pub recycled: u64,
}

impl<G: Game, B: Block> Search<G, B> {
    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The position that the search started from.
    pub fn root(&mut self) -> &G {
        let base = self.base();
        // SAFETY: the only view of the positions; the root was written when the search started.
        unsafe { self.plan.positions.of(base)[0].assume_init_ref() }
    }

    /// The bytes of the block that it uses: exactly [`bytes_needed`](super::bytes_needed).
    pub fn bytes(&self) -> usize {
        self.plan.bytes
    }

    /// Playouts since the start.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// The nodes.
    pub fn nodes(&self) -> PoolStats {
        let second = self.plan.second.as_ref();
        PoolStats {
            capacity: (self.plan.top.capacity + second.map_or(0, |level| level.capacity)) as u32,
            used: self.top.nodes.in_use() + second.map_or(0, |_| self.second.nodes.in_use()),
            recycled: self.top.recycled + self.second.recycled,
        }
    }

    /// The AMAF tables that are given to nodes on demand. All are 0 if every node has its own.
    pub fn tables(&self) -> PoolStats {
        let second = self.plan.second.as_ref();
        let capacity = self.plan.top.pool.tables + second.map_or(0, |level| level.pool.tables);
        PoolStats {
            capacity: capacity as u32,
            used: self.top.pool.in_use() + self.second.pool.in_use(),
            recycled: self.top.recycled_tables + self.second.recycled_tables,
        }
    }

    /// Calls `each` with every allowed move of the root, in the game's order.
    pub fn for_each_move(&mut self, mut each: impl FnMut(MoveStats<G::Move>)) {
        let base = self.base();
        let plan = &self.plan;
        // SAFETY: each region is borrowed once; the root was written when the search started.
        let (root, excluded) =
            unsafe { (plan.positions.of(base)[0].assume_init_ref(), &*plan.excluded.of(base)) };
        if root.turn().player().is_none() {
            return;
        }
        let scale = plan.denominator as f32;
        let mode = self.settings.policy.mode();
        let start = mode.map_or(0, |mode| mode.offset(self.root_player, plan.keys));
        let stats = |(visits, reward): (u32, u32)| {
            (visits, if visits == 0 { 0.0 } else { reward as f32 / (visits as f32 * scale) })
        };
        let (root, excludes) = (*root, self.excludes);
        for (place, mv) in root.legal_moves().enumerate() {
            if excludes && is_excluded(excluded, place) {
                continue;
            }
            let key = root.key(mv);
            let (visits, mean) = stats(self.root_move(number::<G>(place, key)));
            let amaf = mode.map(|_| stats(self.root_amaf(start + key)));
            each(MoveStats { mv, visits, mean, amaf });
        }
    }

    /// What it found a move of the root to be worth for the player to move, 0 to 1; `None` if no playout
    /// began with it.
    pub fn value(&mut self, mv: G::Move) -> Option<f32> {
        let mut value = None;
        // A trait object, as in `best_move`.
        let each: &mut dyn FnMut(MoveStats<G::Move>) = &mut |stats| {
            if stats.mv == mv && stats.visits > 0 {
                value = Some(stats.mean);
            }
        };
        self.for_each_move(each);
        value
    }

    /// The moves that the search expects if `first` is played at the root. Calls `each` with `first`
    /// and then with the most visited reply to the move before, and with the visits of each. Of
    /// replies with equal visits it takes the one with the higher reward for the player who plays it.
    /// It ends where there are no more nodes, or after `most` moves. A first move that was recycled, but
    /// whose visits were kept, is the only one.
    pub fn principal_variation(
        &mut self,
        first: G::Move,
        most: usize,
        mut each: impl FnMut(G::Move, u32),
    ) {
        let mut position = *self.root();
        let Some((number, _)) = numbered_moves(&position).find(|&(_, mv)| mv == first) else {
            return;
        };
        let mut next = self.child(0, number);
        if next.is_none() && most > 0 {
            // Its node was recycled, but its visits may have been kept.
            let (visits, _) = self.root_move(number);
            if visits > 0 {
                each(first, visits);
            }
        }
        for _ in 0..most {
            let Some(node) = next else { break };
            let (number, visits) = self.move_to(node);
            let mv = move_numbered(&position, number);
            each(mv, visits);
            play(&mut position, mv);
            next = self.most_visited(node);
        }
    }

    /// Draws a likely variation: follows the tree from its root to a leaf, at each node to a child
    /// drawn with a probability in proportion to its visits. Calls `each` with the moves.
    pub fn sample_variation(&mut self, rng: &mut Rng, mut each: impl FnMut(G::Move)) {
        let mut position = *self.root();
        let mut node = 0;
        while let Some(next) = self.draw_child(node, rng) {
            let mv = move_numbered(&position, self.move_to(next).0);
            each(mv);
            play(&mut position, mv);
            node = next;
        }
    }

    /// The mean reward, 0 to 1, of a player's moves with this key over all playouts of the game, and
    /// the weight of that mean in playouts (fewer than were run, because earlier turns weigh less).
    /// `None` unless the playouts use move averages.
    pub fn move_average(&mut self, player: usize, key: usize) -> Option<(f32, f32)> {
        let Playout::Mast { .. } = self.settings.playout else { return None };
        let base = self.base();
        let mast = mast(&self.plan, base);
        let at = player * mast.stride + key;
        Some((mast.means[at], mast.counts[at]))
    }

    /// Ends the search and returns its block.
    pub fn into_block(self) -> B {
        self.block
    }

    /// The move to play: the one with the most visits; of equals, the one with the higher mean; of
    /// equals again, the first in the order of the legal moves. For flat Monte Carlo it is the one
    /// with the highest mean.
    ///
    /// If no move has a node, the AMAF means decide, and without AMAF a random number does. `None` if
    /// the game is over or every move is excluded.
    pub fn best_move(&mut self) -> Option<G::Move> {
        let flat = self.settings.policy == super::Policy::Flat;
        let rank = |stats: &MoveStats<G::Move>| {
            let (_, amaf) = stats.amaf.unwrap_or_default();
            let visits = stats.visits as f32;
            match flat {
                true => (f32::from(stats.visits > 0), stats.mean, 0.0),
                false => (visits, stats.mean, if stats.visits == 0 { amaf } else { 0.0 }),
            }
        };
        let mut best: Option<((f32, f32, f32), G::Move)> = None;
        let mut equals = 0;
        let mut rng = self.rng;
        // A trait object, so that `for_each_move` is compiled only once.
        let each: &mut dyn FnMut(MoveStats<G::Move>) = &mut |stats| {
            let rank = rank(&stats);
            match best {
                Some((high, _)) if rank < high => {}
                Some((high, _)) if rank == high => {
                    equals += 1;
                    // No move has any statistics yet: choose a random one, not the first.
                    if rank == (0.0, 0.0, 0.0) && rng.below(equals) == 0 {
                        best = Some((rank, stats.mv));
                    }
                }
                _ => (best, equals) = (Some((rank, stats.mv)), 1),
            }
        };
        self.for_each_move(each);
        best.map(|(_, mv)| mv)
    }
}

/// Questions about the top tree. Only these are compiled for each pair of widths.
impl<G: Game, B: Block> Search<G, B> {
    /// Visits and reward of a move of the root.
    #[inline(never)]
    fn root_move(&mut self, number: usize) -> (u32, u32) {
        let base = self.base();
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            let tally = tree.root_move(number);
            (tally.visits(), tally.reward())
        })
    }

    /// Visits and reward in the root's AMAF table.
    #[inline(never)]
    fn root_amaf(&mut self, entry: usize) -> (u32, u32) {
        let base = self.base();
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            let entry = tree.own_table(0).expect("the root has a table")[entry];
            (entry.visits(), entry.reward())
        })
    }

    /// The child that a move leads to, if it has a node.
    #[inline(never)]
    pub(super) fn child(&mut self, node: usize, number: usize) -> Option<usize> {
        let base = self.base();
        with_tree!(self.plan.top, base, &mut self.top, tree => tree.child(node, number))
    }

    /// The number of the move that leads to a node, and its visits.
    #[inline(never)]
    fn move_to(&mut self, node: usize) -> (usize, u32) {
        let base = self.base();
        with_tree!(self.plan.top, base, &mut self.top, tree =>
            (tree.number(node), tree.nodes[node].tally.visits()))
    }

    /// The child with the most visits; of equals, the one with the highest reward.
    #[inline(never)]
    fn most_visited(&mut self, node: usize) -> Option<usize> {
        let base = self.base();
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            tree.children(node).max_by_key(|&child| {
                let tally = tree.nodes[child].tally;
                (tally.visits(), tally.reward())
            })
        })
    }

    /// A random child, with a probability in proportion to its visits.
    #[inline(never)]
    fn draw_child(&mut self, node: usize, rng: &mut Rng) -> Option<usize> {
        let base = self.base();
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            let visits = |child: usize| tree.nodes[child].tally.visits();
            let total = tree.children(node).map(visits).sum();
            if total == 0 {
                return None;
            }
            let mut rank = rng.below(total);
            tree.children(node).find(|&child| {
                let before = rank;
                rank = rank.saturating_sub(visits(child));
                before < visits(child)
            })
        })
    }
}

/// The legal move that a node calls by this number.
fn move_numbered<G: Game>(position: &G, number: usize) -> G::Move {
    let found = numbered_moves(position).find(|&(other, _)| other == number);
    found.expect("a node's move is legal in its parent's position").1
}

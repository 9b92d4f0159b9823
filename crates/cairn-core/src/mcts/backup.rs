//! Backup: counting a finished playout in the nodes that it passed through.
//!
//! Each node on the path counts a visit and the reward of the player who moved there, and its AMAF
//! table counts the moves that came after it. The walk goes from the last node to the root, because
//! the set of moves then only grows.
//!
//! A second-level search without sharing is counted in the top tree only at its end: [`Batch`] adds
//! up its playouts and counts them all in one pass.

use super::amaf::{AmafMode, DistinctMoves};
use super::ply::Ply;
use super::pool::CountIn;
use super::tree::Tree;
use super::width::{Link, Tally};
use crate::game::{Game, MAX_PLAYERS, Rewards};
use crate::simd::multiversion;

/// A finished playout.
pub(crate) struct FinishedPlayout<'a> {
    pub plies: &'a [Ply],
    pub rewards: Rewards,
    pub players: usize,
    pub denominator: u32,
    /// Whose turn it is at the root of the search.
    pub root_player: usize,
    /// The distinct moves from ply `from` on, if there are AMAF tables.
    pub played: Option<DistinctMoves<'a>>,
    pub from: usize,
}

impl FinishedPlayout<'_> {
    #[hot]
    fn collect_to<G: Game>(&mut self, depth: usize) {
        if let Some(played) = &mut self.played {
            let moves = self.plies[depth.min(self.from)..self.from].iter().rev();
            for ply in moves.filter_map(|ply| ply.by_player::<G>()) {
                played.add(ply);
            }
        }
        self.from = self.from.min(depth);
    }
}

/// The player whose reward a node counts: the one who moved there. At the root and after a move of
/// chance it is the root player, but that reward is never read.
#[hot]
fn moved_to<G: Game>(plies: &[Ply], depth: usize, root_player: usize) -> usize {
    let before = depth.checked_sub(1).and_then(|before| plies[before].by_player::<G>());
    before.map_or(root_player, Ply::player)
}

multiversion! {
    /// Counts a playout in a tree whose root is at ply `base` of the playout.
    pub(crate) fn back_up<G: Game, T: Tally, L: Link>(
        finished: &mut FinishedPlayout<'_>,
        tree: &mut Tree<'_, T, L>,
        base: usize,
    ) = back_up_inline::<G, T, L>;
}

#[hot]
fn back_up_inline<G: Game, T: Tally, L: Link>(
    finished: &mut FinishedPlayout<'_>,
    tree: &mut Tree<'_, T, L>,
    base: usize,
) {
    tree.make_room(1, finished.denominator);
    for step in (0..tree.state.depth as usize).rev() {
        let depth = base + step;
        let node = tree.on_path(step);
        let player = moved_to::<G>(finished.plies, depth, finished.root_player);
        tree.nodes[node].tally.add(T::new(1, finished.rewards[player].into()));
        finished.collect_to::<G>(depth);
        let Some(ply) = finished.plies.get(depth).and_then(|ply| ply.by_player::<G>()) else {
            continue;
        };
        if let Some(at) = tree.state.root_move.filter(|_| step == 0) {
            let reward = finished.rewards[ply.player()].into();
            tree.root_moves[at as usize].add(T::new(1, reward));
        }
        let Some(played) = &finished.played else { continue };
        let (mover, players, rewards) = (ply.player(), finished.players, &finished.rewards);
        let playout = Playout { played, mover, players, rewards };
        match tree.own_table(node) {
            Some(table) => playout.count_in(table),
            None => {
                let visits = tree.nodes[node].tally.visits();
                tree.pool.count(node, visits, 1, finished.denominator, playout);
            }
        }
    }
}

/// A playout as the table of a node counts it.
struct Playout<'a> {
    played: &'a DistinctMoves<'a>,
    mover: usize,
    players: usize,
    rewards: &'a Rewards,
}

impl CountIn for Playout<'_> {
    #[hot]
    fn count_in<T: Tally>(self, table: &mut [T]) {
        self.played.count_in(table, self.mover, self.players, self.rewards);
    }
}

/// The path from the root of the search to a leaf of the top tree.
pub(crate) struct Path<'a> {
    pub moves: &'a [Ply],
    /// The player to move at the leaf, if any, and at the root.
    pub leaf_player: Option<usize>,
    pub root_player: usize,
}

impl Path<'_> {
    fn mover<G: Game>(&self, depth: usize) -> Option<usize> {
        match self.moves.get(depth) {
            Some(ply) => ply.by_player::<G>().map(Ply::player),
            None => self.leaf_player,
        }
    }
}

/// The playouts of a second-level search that the top tree has not counted yet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Batch {
    pub visits: u32,
    pub rewards: [u32; MAX_PLAYERS],
}

impl Batch {
    /// Adds a playout that ended below the leaf at depth `leaf`.
    pub fn keep<G: Game>(
        &mut self,
        finished: &mut FinishedPlayout<'_>,
        leaf: usize,
        tables: &mut [u64],
    ) {
        self.visits += 1;
        for player in 0..finished.players {
            self.rewards[player] += u32::from(finished.rewards[player]);
        }
        finished.collect_to::<G>(leaf);
        if let Some(played) = &finished.played {
            // All players' moves, also where a table of the second level has only one's.
            let players = if played.mode() == AmafMode::Point { 1 } else { finished.players };
            for player in 0..players {
                played.count_for(player, tables, &finished.rewards);
            }
        }
    }

    /// Counts all playouts along the top tree's path. `above` must be empty.
    pub fn count<G: Game, T: Tally, L: Link>(
        &self,
        tree: &mut Tree<'_, T, L>,
        path: &Path<'_>,
        denominator: u32,
        mut above: Option<DistinctMoves<'_>>,
        tables: &[u64],
    ) {
        tree.make_room(self.visits, denominator);
        let mut from = path.moves.len();
        for depth in (0..tree.state.depth as usize).rev() {
            let node = tree.on_path(depth);
            let moved_here = moved_to::<G>(path.moves, depth, path.root_player);
            tree.nodes[node].tally.add(T::new(self.visits, self.rewards[moved_here]));
            if let Some(at) = tree.state.root_move.filter(|_| depth == 0) {
                let mover = path.moves[0].player();
                tree.root_moves[at as usize].add(T::new(self.visits, self.rewards[mover]));
            }
            let Some(above) = &mut above else { continue };
            while from > depth {
                from -= 1;
                if let Some(ply) = path.moves[from].by_player::<G>() {
                    above.add(ply);
                }
            }
            let Some(mover) = path.mover::<G>(depth) else { continue };
            let batch = BatchAt { batch: self, mover, above, kept: tables };
            match tree.own_table(node) {
                Some(table) => batch.count_in(table),
                None => {
                    let visits = tree.nodes[node].tally.visits();
                    tree.pool.count(node, visits, self.visits, denominator, batch);
                }
            }
        }
    }
}

/// A batch as the table of a node counts it.
struct BatchAt<'a> {
    batch: &'a Batch,
    mover: usize,
    above: &'a DistinctMoves<'a>,
    kept: &'a [u64],
}

impl CountIn for BatchAt<'_> {
    /// A move of the path was played in all of the playouts, any other as often as `kept` says.
    fn count_in<T: Tally>(self, table: &mut [T]) {
        let BatchAt { batch, mover, above, kept } = self;
        let keys = above.keys();
        let entry = |player: usize, key: usize, row: usize| match above.first(player, key) {
            Some(first) => (batch.visits, batch.rewards[first]),
            None => {
                let kept = kept[row * keys + key];
                (kept.visits(), kept.reward())
            }
        };
        for (index, tally) in table.iter_mut().enumerate() {
            let (visits, reward) = match above.mode() {
                AmafMode::Point => entry(0, index, 0),
                AmafMode::Own | AmafMode::OwnAny => entry(mover, index, mover),
                AmafMode::Both => entry(index / keys, index % keys, index / keys),
            };
            tally.add(T::new(visits, reward));
        }
    }
}

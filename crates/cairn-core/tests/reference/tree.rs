//! A tree of boxes, and what a finished line adds to it.

use std::cmp::Reverse;

use cairn_core::mcts::AmafMode;

use super::limits::{Limits, Tables};
use super::table::{AmafTable, Finished, Tally};

/// When a line last left a node: that time, and then the nodes of that line from the deepest to the
/// root.
type Left = (u64, Reverse<usize>);

pub struct Node<M> {
    pub tally: Tally,
    /// Whose turn it is here, if it is a player's.
    pub to_move: Option<usize>,
    pub table: Option<AmafTable>,
    left: Left,
    children: Vec<(M, Box<Node<M>>)>,
}

impl<M: Copy + Eq> Node<M> {
    fn new(tally: Tally, to_move: Option<usize>, has_table: bool) -> Self {
        Node {
            tally,
            to_move,
            table: has_table.then(|| AmafTable::new(None)),
            left: (0, Reverse(0)),
            children: Vec::new(),
        }
    }

    pub fn child(&self, mv: M) -> Option<&Node<M>> {
        self.children.iter().find(|(at, _)| *at == mv).map(|(_, child)| &**child)
    }

    fn child_mut(&mut self, mv: M) -> &mut Node<M> {
        let child = self.children.iter_mut().find(|(at, _)| *at == mv);
        child.map(|(_, child)| &mut **child).expect("a node on the path")
    }

    /// The moves that have a node.
    pub fn moves(&self) -> Vec<M> {
        self.children.iter().map(|(mv, _)| *mv).collect()
    }

    /// How many of the nodes from here on `counts` names.
    fn sum(&self, counts: fn(&Node<M>) -> bool) -> u32 {
        let below: u32 = self.children.iter().map(|(_, child)| child.sum(counts)).sum();
        u32::from(counts(self)) + below
    }

    /// The playouts that this node's table has counted.
    pub fn counted(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.counted.unwrap_or(self.tally.visits))
    }

    /// What this node knows of `key` when it serves as the reference of a node where `mover` is to
    /// move.
    pub fn amaf(&self, mode: AmafMode, mover: usize, key: usize) -> Tally {
        match (self.to_move, &self.table) {
            (Some(own), Some(table)) => table.get(mode, own, mover, key),
            // Where chance moves, nothing is counted.
            _ => Tally::default(),
        }
    }

    /// Halves all nodes, and the tables that count the same as their nodes.
    fn halve(&mut self) {
        self.tally.halve();
        self.table.as_mut().filter(|table| table.counted.is_none()).map(AmafTable::halve);
        self.children.iter_mut().for_each(|(_, child)| child.halve());
    }
}

/// A tree within its limits.
pub struct Tree<M> {
    pub root: Node<M>,
    pub size: u32,
    pub recycled: u64,
    limits: Limits,
    /// What every move of the root was worth so far, whether it has a node or not, if that is kept.
    root_moves: Option<Vec<(M, Tally)>>,
    /// The move that was selected at the root for the line under way.
    root_move: Option<M>,
    clock: u64,
}

impl<M: Copy + Eq> Tree<M> {
    pub fn new(limits: Limits, to_move: Option<usize>) -> Self {
        Tree {
            root: Node::new(Tally::default(), to_move, limits.tables != Tables::None),
            size: 1,
            recycled: 0,
            limits,
            root_moves: limits.keep_root.then(Vec::new),
            root_move: None,
            clock: 0,
        }
    }

    /// The nodes from the root to the end of `path`.
    pub fn along(&self, path: &[M]) -> Vec<&Node<M>> {
        let mut nodes = vec![&self.root];
        for &mv in path {
            let last = nodes[nodes.len() - 1];
            nodes.push(last.child(mv).expect("a node on the path"));
        }
        nodes
    }

    fn at_mut(&mut self, path: &[M]) -> &mut Node<M> {
        path.iter().fold(&mut self.root, |node, &mv| node.child_mut(mv))
    }

    /// What is known of the move `mv` at the end of `path`.
    pub fn tally(&self, path: &[M], mv: M) -> Tally {
        match &self.root_moves {
            Some(moves) if path.is_empty() => {
                moves.iter().find(|(at, _)| *at == mv).map_or(Tally::default(), |(_, tally)| *tally)
            }
            _ => {
                let node = self.along(path).pop().expect("the root at least");
                node.child(mv).map_or(Tally::default(), |child| child.tally)
            }
        }
    }

    /// A new line leaves the root by this move, if it gets that far.
    pub fn begin(&mut self, root_move: Option<M>) {
        self.root_move = root_move;
    }

    /// Gives `mv` a node at the end of the current `path`, if there is or can be made room.
    pub fn grow(&mut self, path: &[M], mv: M, to_move: Option<usize>) -> bool {
        let Limits { nodes, recycle, tables, .. } = self.limits;
        if self.size == nodes && !(recycle && self.give_up_oldest_leaf(path)) {
            return false;
        }
        self.size += 1;
        let node = Node::new(self.tally(path, mv), to_move, tables == Tables::Each);
        self.at_mut(path).children.push((mv, Box::new(node)));
        true
    }

    fn give_up_oldest_leaf(&mut self, path: &[M]) -> bool {
        let Some(place) = self.oldest(path, |node| node.children.is_empty()) else { return false };
        let (mv, parent) = place.split_last().expect("the root is on every path");
        self.at_mut(parent).children.retain(|(at, _)| at != mv);
        self.size -= 1;
        self.recycled += 1;
        true
    }

    /// Of the nodes off `path` that `fits` names, the one that was left first.
    fn oldest(&self, path: &[M], fits: fn(&Node<M>) -> bool) -> Option<Vec<M>> {
        let mut oldest = None;
        find_oldest(&self.root, Some(path), fits, &mut Vec::new(), &mut oldest);
        oldest.map(|(_, place)| place)
    }

    /// The playout, or the second-level search, is over: all nodes of `path` are left now.
    pub fn leave(&mut self, path: &[M]) {
        self.clock += 1;
        for end in 0..=path.len() {
            self.at_mut(&path[..end]).left = (self.clock, Reverse(end));
        }
    }

    /// Whether the node at the end of `path` can become the root: it needs a table, if the policy
    /// reads them.
    pub fn can_keep(&self, path: &[M]) -> bool {
        let node = self.along(path).pop().expect("the root at least");
        self.limits.tables == Tables::None || node.table.is_some()
    }

    /// The node at the end of `path` becomes the root; only what is below it stays. Its children
    /// that `forbidden` names are thrown away.
    pub fn keep(&mut self, path: &[M], forbidden: impl Fn(M) -> bool) {
        for mv in path {
            let children = std::mem::take(&mut self.root.children);
            let (_, child) = children.into_iter().find(|(at, _)| at == mv).expect("a node");
            self.root = *child;
        }
        let visits = self.root.tally.visits;
        if let Some(table) = &mut self.root.table {
            // The nodes may have been halved since the table began to count. The root's table is
            // halved with the nodes, so it must not be ahead of them.
            while table.counted.is_some_and(|counted| counted > visits) {
                table.halve();
            }
            table.counted = None;
        }
        self.root.children.retain(|(mv, _)| !forbidden(*mv));
        self.size = self.root.sum(|_| true);
        let children = self.root.children.iter();
        self.root_moves =
            self.limits.keep_root.then(|| children.map(|(mv, child)| (*mv, child.tally)).collect());
        (self.recycled, self.root_move) = (0, None);
    }

    /// Counts finished lines in the nodes of `path`; the root of this tree is at `depth` of them.
    pub fn back_up(&mut self, path: &[M], depth: usize, finished: &[Finished], root_player: usize) {
        if self.root.tally.visits + finished.len() as u32 > self.limits.visits {
            self.root.halve();
            self.root_moves.iter_mut().flatten().for_each(|(_, tally)| tally.halve());
        }
        if let (Some(mv), Some(moves)) = (self.root_move, &mut self.root_moves) {
            if moves.iter().all(|(at, _)| *at != mv) {
                moves.push((mv, Tally::default()));
            }
            let (_, tally) = moves.iter_mut().find(|(at, _)| *at == mv).expect("just made");
            finished.iter().for_each(|(_, rewards)| tally.add(rewards[root_player]));
        }
        for end in (0..=path.len()).rev() {
            let here = depth + end;
            let node = self.at_mut(&path[..end]);
            for (line, rewards) in finished {
                let last = here.checked_sub(1).and_then(|before| line[before]);
                let moved_here = last.map_or(root_player, |(player, _)| player);
                node.tally.add(rewards[moved_here]);
            }
            // A table counts the moves of players. None were played where the line ended.
            if !finished.iter().all(|(line, _)| line.get(here).is_some_and(Option::is_some)) {
                continue;
            }
            self.give_table(path, end);
            let most = match self.limits.tables {
                Tables::OnDemand { visits, .. } => visits,
                _ => self.limits.visits,
            };
            if let Some(table) = &mut self.at_mut(&path[..end]).table {
                table.count(finished, here, most);
            }
        }
    }

    /// Gives the node at the end of `path[..end]` a table if it should have one: a free one, or that
    /// of the node off the path that was left first.
    fn give_table(&mut self, path: &[M], end: usize) {
        let Tables::OnDemand { at, most, .. } = self.limits.tables else { return };
        let node = self.at_mut(&path[..end]);
        if node.table.is_some() || node.tally.visits < at {
            return;
        }
        if self.root.sum(|node| node.table.is_some()) >= most {
            let Some(owner) = self.oldest(path, |node| node.table.is_some()) else { return };
            self.at_mut(&owner).table = None;
        }
        self.at_mut(&path[..end]).table = Some(AmafTable::new(Some(0)));
    }
}

/// Finds the node off the path that `fits` names and that was left first; `path` is what is left of
/// the path below `node`, if `node` is on it.
fn find_oldest<M: Copy + Eq>(
    node: &Node<M>,
    path: Option<&[M]>,
    fits: fn(&Node<M>) -> bool,
    place: &mut Vec<M>,
    oldest: &mut Option<(Left, Vec<M>)>,
) {
    let is_older = oldest.as_ref().is_none_or(|(when, _)| node.left < *when);
    if path.is_none() && fits(node) && is_older {
        *oldest = Some((node.left, place.clone()));
    }
    for (mv, child) in &node.children {
        let rest = match path.and_then(<[M]>::split_first) {
            Some((next, rest)) if next == mv => Some(rest),
            _ => None,
        };
        place.push(*mv);
        find_oldest(child, rest, fits, place, oldest);
        place.pop();
    }
}

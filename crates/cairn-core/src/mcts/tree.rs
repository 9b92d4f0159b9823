//! A tree in a fixed pool of nodes, with least-recently-used recycling.
//!
//! Node 0 is the root. The children of a node are a linked list: `first_child`, then `next`. A node's
//! `back` link is its previous sibling, or its parent if it is the first child, so that any node can
//! be removed from its list in constant time.
//!
//! Recycling follows Powley, Cowling and Whitehouse (2017). All nodes but those on the current path
//! are in a queue. Selection takes the nodes that it visits out of the queue, and after the backup
//! they return to its end, children before parents. So a child is always nearer to the front than its
//! parent, and the node at the front is a leaf. The root is on every path and is never recycled.
//!
//! Nodes that are freed for the next turn ([`Tree::reroot`]) form a list of their own, linked by
//! `next`. New nodes are taken from it first.
//!
//! Recycling forgets what it recycles, also the visits of the root's moves, on which the choice of a
//! move rests. So a tree may count these a second time beside the nodes, in `root_moves`.

use super::pool::{PoolState, TablePool};
use super::queue::{Queue, QueueState, Queued};
use super::select::{AmafTable, References};
use super::width::{Link, Tally};
use crate::game::MAX_PLAYERS;
use crate::memory::Zeroable;

/// One node: 8 bytes with two-byte counters and one-byte links, 12 with two-byte links. The queue takes
/// two more links.
#[repr(C)]
pub(crate) struct Node<T, L> {
    /// Visits, and the reward of the player who moved here. (The root's reward is never read.)
    pub tally: T,
    pub first_child: L,
    /// The next sibling.
    pub next: L,
    /// The previous sibling, or the parent of a first child.
    pub back: L,
    /// The move that leads here, as the [`number`](super::select::number) that it has in the parent's
    /// position. (The root has none.)
    mv: L,
}

// SAFETY: integers.
unsafe impl<T: Tally, L: Link> Zeroable for Node<T, L> {}

/// The few numbers of a tree that are not in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TreeState {
    pub nodes: NodeState,
    pub queue: QueueState,
    pub pool: PoolState,
    pub pool_queue: QueueState,
    /// How many times a node was recycled, and a table.
    pub recycled: u64,
    pub recycled_tables: u64,
}

/// The numbers that are about its nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeState {
    /// The number of nodes that were ever in use, the first of those that were freed (meaningless if
    /// there are none), and the number of those.
    used: u32,
    free: u32,
    freed: u32,
    /// The length of the current path: `path[..depth]`.
    pub depth: u32,
    /// Where `root_moves` counts the root's move on the current path, if selection chose one.
    pub root_move: Option<u32>,
}

impl NodeState {
    /// Nodes in use.
    pub fn in_use(&self) -> u32 {
        self.used - self.freed
    }
}

/// A tree in its block.
pub(crate) struct Tree<'a, T, L> {
    pub nodes: &'a mut [Node<T, L>],
    /// Has links if this level recycles.
    pub queue: Queue<'a, &'a mut [Queued<L>]>,
    /// AMAF tables of `table_len` tallies for the first nodes: for all, for the root or for none.
    pub tables: &'a mut [T],
    pub table_len: usize,
    /// AMAF tables for those of the other nodes that ask for one.
    pub pool: TablePool<'a>,
    /// The tallies of the root's moves; empty if they are counted in their nodes alone.
    pub root_moves: &'a mut [T],
    /// The nodes visited by the current playout, root first.
    pub path: &'a mut [L],
    pub state: &'a mut NodeState,
    pub recycled: &'a mut u64,
}

impl<'a, T: Tally, L: Link> Tree<'a, T, L> {
    /// Removes all nodes but a new root.
    pub fn reset(&mut self) {
        *self.state = NodeState { used: 1, ..NodeState::default() };
        self.queue.clear();
        self.pool.reset();
        self.root_moves.fill(T::default());
        self.clear_node(0);
    }

    #[hot]
    fn clear_node(&mut self, index: usize) {
        self.nodes[index] = Node {
            tally: T::default(),
            first_child: L::NIL,
            next: L::NIL,
            back: L::NIL,
            mv: L::NIL,
        };
        match self.own_table(index) {
            Some(table) => table.fill(T::default()),
            None => self.pool.begin(index),
        }
    }

    /// The number of the move that leads to a node other than the root.
    #[hot]
    pub fn number(&self, index: usize) -> usize {
        self.nodes[index].mv.index()
    }

    /// The tally of the root's move with this number, which counts also what was recycled if the root's
    /// moves are kept.
    pub fn root_move(&self, number: usize) -> T {
        match self.root_moves.get(number) {
            Some(&kept) => kept,
            None => self.child(0, number).map_or(T::default(), |child| self.nodes[child].tally),
        }
    }

    /// The child that the move with this number leads to, if it has a node.
    #[hot]
    pub fn child(&self, index: usize, number: usize) -> Option<usize> {
        self.children(index).find(|&child| self.number(child) == number)
    }

    /// The AMAF table of a node that has one for itself alone: all nodes, the root or none.
    #[hot]
    pub fn own_table(&mut self, index: usize) -> Option<&mut [T]> {
        let start = index * self.table_len;
        self.tables.get_mut(start..start + self.table_len)
    }

    /// A node's AMAF table, if it has one, and the playouts that it has counted.
    #[hot]
    pub fn table(&self, index: usize) -> Option<(AmafTable<'_>, u32)> {
        let start = index * self.table_len;
        match self.tables.get(start..start + self.table_len) {
            Some(table) => Some((T::table(table), self.nodes[index].tally.visits())),
            None => self.pool.get(index),
        }
    }

    /// The tables of nodes, to be read while another tree is searched.
    pub fn into_tables(self, nodes: [Option<usize>; MAX_PLAYERS]) -> References<'a> {
        let Tree { tables, table_len, pool, .. } = self;
        let owned = tables.len();
        let (own, pool) = (T::table(tables), pool.into_tables());
        nodes.map(|node| {
            let end = (node? + 1) * table_len;
            if end <= owned { Some(own.slice(end - table_len..end)) } else { pool(node?) }
        })
    }

    /// The node on the path at `depth` below the root.
    #[hot]
    pub fn on_path(&self, depth: usize) -> usize {
        self.path[depth].index()
    }

    /// The children of a node, in list order.
    pub fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut child = self.nodes[index].first_child;
        core::iter::from_fn(move || {
            (child != L::NIL).then(|| {
                let index = child.index();
                child = self.nodes[index].next;
                index
            })
        })
    }

    /// Adds a node to the path and removes it from the queue.
    #[hot]
    pub fn enter(&mut self, index: usize) {
        self.path[self.state.depth as usize] = L::new(index);
        self.state.depth += 1;
        if index != 0 {
            self.queue.remove(index);
            self.pool.enter(index);
        }
    }

    /// Ends a playout: returns the nodes of the path to the end of the queue, deepest first.
    #[hot]
    pub fn leave_path(&mut self) {
        for depth in (1..self.state.depth as usize).rev() {
            let node = self.on_path(depth);
            self.queue.push(node);
            self.pool.leave(node);
        }
        (self.state.depth, self.state.root_move) = (0, None);
    }

    /// Adds a child of `parent`, for the move with this number, to the tree and to the path. It is
    /// inserted after the sibling `after`, or as the first child. If the pool is full, a node is recycled; `None` if none can be.
    #[hot]
    pub fn add_child(
        &mut self,
        parent: usize,
        number: usize,
        after: Option<usize>,
    ) -> Option<usize> {
        let mut after = after;
        let index = if self.state.freed > 0 {
            let index = self.state.free as usize;
            self.state.freed -= 1;
            if self.state.freed > 0 {
                self.state.free = self.nodes[index].next.index() as u32;
            }
            index
        } else if (self.state.used as usize) < self.nodes.len() {
            self.state.used += 1;
            self.state.used as usize - 1
        } else {
            let oldest = self.queue.oldest()?;
            if after == Some(oldest) {
                // That sibling is recycled: insert the new node after the one before it.
                let back = self.nodes[oldest].back.index();
                after = (back != parent).then_some(back);
            }
            self.queue.remove(oldest);
            self.pool.release(oldest);
            debug_assert!(self.nodes[oldest].first_child == L::NIL, "only leaves are recycled");
            self.unlink(oldest);
            *self.recycled += 1;
            oldest
        };
        self.clear_node(index);
        if parent == 0
            && let Some(known) = self.root_moves.get(number)
        {
            self.nodes[index].tally = *known;
        }
        self.nodes[index].mv = L::new(number);
        self.link(parent, index, after);
        self.path[self.state.depth as usize] = L::new(index);
        self.state.depth += 1;
        Some(index)
    }

    fn link(&mut self, parent: usize, index: usize, after: Option<usize>) {
        let next = match after {
            Some(elder) => core::mem::replace(&mut self.nodes[elder].next, L::new(index)),
            None => core::mem::replace(&mut self.nodes[parent].first_child, L::new(index)),
        };
        if next != L::NIL {
            self.nodes[next.index()].back = L::new(index);
        }
        self.nodes[index].next = next;
        self.nodes[index].back = L::new(after.unwrap_or(parent));
    }

    fn unlink(&mut self, index: usize) {
        let Node { next, back, .. } = self.nodes[index];
        let behind = &mut self.nodes[back.index()];
        if behind.first_child == L::new(index) {
            behind.first_child = next;
        } else {
            behind.next = next;
        }
        if next != L::NIL {
            self.nodes[next.index()].back = back;
        }
    }

    /// Makes a node the root, keeps the nodes below it and frees all others. Only between playouts.
    pub fn reroot(&mut self, index: usize) {
        if index == 0 {
            return;
        }
        self.unlink(index);
        self.free_below(0);
        let Node { tally, first_child, .. } = self.nodes[index];
        (self.nodes[0].tally, self.nodes[0].first_child) = (tally, first_child);
        if first_child != L::NIL {
            self.nodes[first_child.index()].back = L::new(0);
        }
        let (table, len) = (index * self.table_len, self.table_len);
        if self.own_table(index).is_some() {
            self.tables.copy_within(table..table + len, 0);
        } else if len > 0 {
            let root = &mut self.tables[..len];
            let mut counted = self.pool.copy_to(index, root);
            // The nodes may have been halved since the table began to count. From now on it is halved
            // with them, so it must not be ahead of them.
            while counted > tally.visits() {
                root.iter_mut().for_each(T::halve);
                counted /= 2;
            }
        }
        self.free(index);
    }

    /// Frees a node other than the root and all nodes below it. Only between playouts.
    pub fn cut(&mut self, index: usize) {
        self.unlink(index);
        self.free_below(index);
        self.free(index);
    }

    /// Frees all nodes below a node, first children first: that needs no stack.
    fn free_below(&mut self, top: usize) {
        let mut node = top;
        loop {
            let child = self.nodes[node].first_child;
            if child != L::NIL {
                node = child.index();
            } else if node != top {
                // It is a first child, so its `back` link is its parent.
                let parent = self.nodes[node].back.index();
                self.unlink(node);
                self.free(node);
                node = parent;
            } else {
                return;
            }
        }
    }

    fn free(&mut self, index: usize) {
        self.queue.remove(index);
        self.pool.release(index);
        self.nodes[index].next =
            if self.state.freed == 0 { L::NIL } else { L::new(self.state.free as usize) };
        self.state.free = index as u32;
        self.state.freed += 1;
    }

    /// Makes sure that `visits` more playouts, each with a reward of at most `denominator`, can be
    /// counted in any node. If not, it halves *all* tallies of the tree but those of the pool, so that
    /// siblings stay comparable and no entry ever has more visits than the root.
    #[hot]
    pub fn make_room(&mut self, visits: u32, denominator: u32) {
        let limit = T::LIMIT / denominator;
        debug_assert!(visits <= limit - limit / 2);
        if self.nodes[0].tally.visits() > limit - visits {
            self.halve();
        }
    }

    #[cold]
    fn halve(&mut self) {
        let used = self.state.used as usize;
        self.nodes[..used].iter_mut().for_each(|node| node.tally.halve());
        let tables = self.tables.len().min(used * self.table_len);
        self.tables[..tables].iter_mut().for_each(T::halve);
        self.root_moves.iter_mut().for_each(T::halve);
    }
}

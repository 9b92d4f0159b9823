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

use core::mem::MaybeUninit;

use super::width::{Link, Tally};
use crate::memory::Zeroable;

/// One node. With two-byte counters, links and moves: 12 bytes, and 4 more for the queue.
#[repr(C)]
pub(crate) struct Node<T, L, M> {
    /// Visits, and the reward of the player who moved here. (The root's reward is never read.)
    pub tally: T,
    pub first_child: L,
    /// The next sibling.
    pub next: L,
    /// The previous sibling, or the parent of a first child.
    pub back: L,
    mv: MaybeUninit<M>,
}

// SAFETY: integers and a MaybeUninit.
unsafe impl<T: Tally, L: Link, M> Zeroable for Node<T, L, M> {}

/// A node's neighbours in the queue of recyclable nodes.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Queued<L> {
    older: L,
    newer: L,
}

// SAFETY: integers.
unsafe impl<L: Link> Zeroable for Queued<L> {}

/// The few numbers of a tree that are not in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TreeState {
    /// The number of nodes that were ever in use, the first of those that were freed (meaningless if
    /// there are none), and the number of those.
    used: u32,
    free: u32,
    freed: u32,
    /// How many times a node was recycled.
    pub recycled: u64,
    /// The length of the current path: `path[..depth]`.
    pub depth: u32,
    /// The ends of the queue (meaningless if it is empty), and its length.
    oldest: u32,
    newest: u32,
    queued: u32,
}

impl TreeState {
    /// Nodes in use.
    pub fn in_use(&self) -> u32 {
        self.used - self.freed
    }
}

/// The AMAF tables of a tree, to be read while another tree is searched.
pub(crate) struct AmafTables<'a, T> {
    tallies: &'a [T],
    len: usize,
}

impl<'a, T> AmafTables<'a, T> {
    /// A node's table, if it has one.
    pub fn get(&self, index: usize) -> Option<&'a [T]> {
        self.tallies.get(index * self.len..(index + 1) * self.len)
    }
}

/// A tree in its block.
pub(crate) struct Tree<'a, T, L, M> {
    pub nodes: &'a mut [Node<T, L, M>],
    /// As many as nodes, or none if this level does not recycle.
    pub queue: &'a mut [Queued<L>],
    /// The AMAF tables, `table_len` tallies each: one per node, one for the root, or none.
    pub tables: &'a mut [T],
    pub table_len: usize,
    /// The nodes visited by the current playout, root first.
    pub path: &'a mut [L],
    pub state: &'a mut TreeState,
}

impl<'a, T: Tally, L: Link, M: Copy + Eq> Tree<'a, T, L, M> {
    /// Takes the tables out of this view of the tree.
    pub fn split_tables(&mut self) -> AmafTables<'a, T> {
        let tallies: &'a mut [T] = core::mem::take(&mut self.tables);
        AmafTables { tallies, len: self.table_len }
    }

    /// Removes all nodes but a new root.
    pub fn reset(&mut self) {
        *self.state = TreeState { used: 1, recycled: self.state.recycled, ..TreeState::default() };
        self.clear_node(0);
    }

    #[hot]
    fn clear_node(&mut self, index: usize) {
        self.nodes[index] = Node {
            tally: T::default(),
            first_child: L::NIL,
            next: L::NIL,
            back: L::NIL,
            mv: MaybeUninit::uninit(),
        };
        if let Some(table) = self.table_mut(index) {
            table.fill(T::default());
        }
    }

    /// The move that leads to a node other than the root.
    #[hot]
    pub fn mv(&self, index: usize) -> M {
        debug_assert!(index != 0);
        // SAFETY: every node in use except the root got its move in `add_child`, and links lead only to
        // nodes in use.
        unsafe { self.nodes[index].mv.assume_init() }
    }

    /// A node's AMAF table, if it has one.
    #[hot]
    pub fn table(&self, index: usize) -> Option<&[T]> {
        let start = index * self.table_len;
        self.tables.get(start..start + self.table_len)
    }

    /// A node's AMAF table, if it has one.
    #[hot]
    pub fn table_mut(&mut self, index: usize) -> Option<&mut [T]> {
        let start = index * self.table_len;
        self.tables.get_mut(start..start + self.table_len)
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
        if index != 0 && !self.queue.is_empty() {
            self.unqueue(index);
        }
    }

    /// Ends a playout: returns the nodes of the path to the end of the queue, deepest first.
    #[hot]
    pub fn leave_path(&mut self) {
        if !self.queue.is_empty() {
            for depth in (1..self.state.depth as usize).rev() {
                self.enqueue(self.path[depth].index());
            }
        }
        self.state.depth = 0;
    }

    /// Adds a child to `parent` and to the path. It is inserted after the sibling `after`, or as the
    /// first child. If the pool is full, a node is recycled; `None` if none can be.
    #[hot]
    pub fn add_child(&mut self, parent: usize, mv: M, after: Option<usize>) -> Option<usize> {
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
        } else if self.state.queued > 0 {
            let oldest = self.state.oldest as usize;
            if after == Some(oldest) {
                // That sibling is recycled: insert the new node after the one before it.
                let back = self.nodes[oldest].back.index();
                after = (back != parent).then_some(back);
            }
            self.unqueue(oldest);
            debug_assert!(self.nodes[oldest].first_child == L::NIL, "only leaves are recycled");
            self.unlink(oldest);
            self.state.recycled += 1;
            oldest
        } else {
            return None;
        };
        self.clear_node(index);
        self.nodes[index].mv = MaybeUninit::new(mv);
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
        let table = index * self.table_len;
        if self.table(index).is_some() {
            self.tables.copy_within(table..table + self.table_len, 0);
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
        if !self.queue.is_empty() {
            self.unqueue(index);
        }
        self.nodes[index].next =
            if self.state.freed == 0 { L::NIL } else { L::new(self.state.free as usize) };
        self.state.free = index as u32;
        self.state.freed += 1;
    }

    #[hot]
    fn enqueue(&mut self, index: usize) {
        let state = &mut *self.state;
        let newest = state.newest as usize;
        let older = if state.queued == 0 {
            state.oldest = index as u32;
            L::NIL
        } else {
            self.queue[newest].newer = L::new(index);
            L::new(newest)
        };
        self.queue[index] = Queued { older, newer: L::NIL };
        state.newest = index as u32;
        state.queued += 1;
    }

    #[hot]
    fn unqueue(&mut self, index: usize) {
        let Queued { older, newer } = self.queue[index];
        if older == L::NIL {
            self.state.oldest = if newer == L::NIL { 0 } else { newer.index() as u32 };
        } else {
            self.queue[older.index()].newer = newer;
        }
        if newer == L::NIL {
            self.state.newest = if older == L::NIL { 0 } else { older.index() as u32 };
        } else {
            self.queue[newer.index()].older = older;
        }
        self.state.queued -= 1;
    }

    /// Makes sure that `visits` more playouts, each with a reward of at most `denominator`, can be
    /// counted anywhere in the tree. If not, it halves *all* tallies of the tree, so that siblings
    /// stay comparable and no entry ever has more visits than the root.
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
    }
}

//! The tree of `pn`, and both trees of `pn2`: a fixed pool of nodes.
//!
//! The children of a node are a linked list, in the order of the moves. The *path* is the line from
//! the tree's root to the node that the search is at. It stays from one step to the next, because the
//! next leaf is usually near. All other nodes with children are in a queue. When the path leaves a node,
//! that node goes to the end of the queue, after its children. So the first node in the queue has no
//! grandchildren: it is the one that loses its children when the pool is full. Its own numbers stay,
//! and never fall again. Without that, two parts of a tree that do not fit together could push each
//! other out for ever.

use super::numbers::{INFINITE, OR, Pair, Total, is_solved};
use crate::mcts::queue::{Queue, QueueState, Queued};
use crate::mcts::width::Link;
use crate::memory::Zeroable;

/// A position, and what is known about it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Node<L> {
    pub numbers: Pair,
    first: L,
    /// The next child of the same parent, or the next free node.
    next: L,
    /// Which of its parent's legal moves leads here.
    pub number: u16,
    pub side: u8,
    /// Whether it lost its children once.
    collapsed: u8,
}

// SAFETY: integers.
unsafe impl<L: Link> Zeroable for Node<L> {}

/// What a tree keeps outside its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TreeState {
    free: Option<u32>,
    /// The nodes that were ever in use: those beyond are free.
    fresh: u32,
    pub used: u32,
    /// The depth of the tree's root below that of the whole search.
    pub base: usize,
    /// The depth after the path's last node.
    pub end: usize,
    pub recycled: u64,
    /// The root's move that was refuted last.
    pub refuted: Option<u16>,
    queue: QueueState,
}

/// A tree in its block.
pub(crate) struct Tree<'a, L> {
    pub nodes: &'a mut [Node<L>],
    links: &'a mut [Queued<L>],
    /// By depth below the root of the whole search.
    path: &'a mut [L],
    pub state: &'a mut TreeState,
    weak: bool,
}

pub(crate) const ROOT: usize = 0;

impl<'a, L: Link> Tree<'a, L> {
    pub fn new(
        nodes: &'a mut [Node<L>],
        links: &'a mut [Queued<L>],
        path: &'a mut [L],
        state: &'a mut TreeState,
        weak: bool,
    ) -> Self {
        Tree { nodes, links, path, state, weak }
    }

    fn queue(&mut self) -> Queue<'_, &mut [Queued<L>]> {
        Queue { links: &mut *self.links, state: &mut self.state.queue }
    }

    /// An empty tree with a root at this depth.
    pub fn reset(&mut self, base: usize, side: usize, numbers: Pair) {
        let recycled = self.state.recycled;
        *self.state = TreeState { base, end: base + 1, recycled, ..TreeState::default() };
        self.queue().clear();
        let root = self.take();
        debug_assert_eq!(root, ROOT);
        self.nodes[root] = Self::leaf(0, side, numbers);
        self.path[base] = L::new(root);
    }

    fn leaf(number: u16, side: usize, numbers: Pair) -> Node<L> {
        let side = side as u8;
        Node { numbers, first: L::NIL, next: L::NIL, number, side, collapsed: 0 }
    }

    /// The last node of the path.
    pub fn at(&self) -> usize {
        self.path[self.state.end - 1].index()
    }

    pub fn is_expanded(&self, node: usize) -> bool {
        self.nodes[node].first.get().is_some()
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let next = |&child: &usize| self.nodes[child].next.get();
        core::iter::successors(self.nodes[node].first.get(), next)
    }

    /// The next child of the same parent.
    pub fn next(&self, child: usize) -> Option<usize> {
        self.nodes[child].next.get()
    }

    /// The child to search next: the one with the least number of the node's own side.
    pub fn select(&self, node: usize) -> Option<usize> {
        let side = usize::from(self.nodes[node].side);
        let mut best = (INFINITE, None);
        for child in self.children(node) {
            let number = self.nodes[child].numbers[side];
            if number < best.0 {
                best = (number, Some(child));
            }
        }
        best.1
    }

    /// Goes from the path's last node to one of its children.
    pub fn descend(&mut self, child: usize) {
        if self.is_expanded(child) {
            self.queue().remove(child);
        }
        self.path[self.state.end] = L::new(child);
        self.state.end += 1;
    }

    fn ascend(&mut self) {
        let node = self.at();
        if self.is_expanded(node) {
            self.queue().push(node);
        }
        self.state.end -= 1;
    }

    fn free(&self) -> usize {
        self.nodes.len() - self.state.used as usize
    }

    /// Makes sure that `count` nodes are free; returns false if that is not possible.
    pub fn make_room(&mut self, count: usize) -> bool {
        while self.free() < count {
            let Some(oldest) = self.queue().oldest() else { return false };
            // Without links the queue is always empty.
            self.queue().remove(oldest);
            self.state.recycled += self.drop_children(oldest, None);
            self.nodes[oldest].collapsed = 1;
        }
        true
    }

    fn take(&mut self) -> usize {
        self.state.used += 1;
        match self.state.free {
            Some(node) => {
                self.state.free = self.nodes[node as usize].next.get().map(|next| next as u32);
                node as usize
            }
            None => {
                self.state.fresh += 1;
                self.state.fresh as usize - 1
            }
        }
    }

    /// Adds a child after `last`, the child that was added before. There must be room.
    pub fn add_child(
        &mut self,
        parent: usize,
        last: Option<usize>,
        number: u16,
        side: usize,
        numbers: Pair,
    ) -> usize {
        let child = self.take();
        self.nodes[child] = Self::leaf(number, side, numbers);
        match last {
            Some(last) => self.nodes[last].next = L::new(child),
            None => self.nodes[parent].first = L::new(child),
        }
        child
    }

    /// Copies the line that shows why a node of another tree is solved, below `node`, as far as there are
    /// free nodes. `node` has no children and is not on the path.
    pub fn copy_line(&mut self, node: usize, other: &Tree<'_, L>, mut from: usize) {
        let mut at = node;
        while let Some(witness) = other.witness(from).filter(|_| self.free() > 0) {
            let Node { number, side, numbers, .. } = other.nodes[witness];
            from = witness;
            at = self.add_child(at, None, number, side.into(), numbers);
        }
        self.queue_line(node);
    }

    /// Adds the nodes of a line to the queue, from its end.
    fn queue_line(&mut self, first: usize) {
        let mut end = None;
        loop {
            let below = |&node: &usize| self.nodes[node].first.get();
            let line = core::iter::successors(Some(first), below);
            let Some(node) = line.take_while(|&node| Some(node) != end).last() else { break };
            if self.is_expanded(node) {
                self.queue().push(node);
            }
            end = Some(node);
        }
    }

    /// The child that shows why a node is solved. Of several, the first that has a line.
    fn witness(&self, node: usize) -> Option<usize> {
        let numbers = self.nodes[node].numbers;
        let same = |&child: &usize| self.nodes[child].numbers == numbers;
        let first = self.children(node).filter(same).find(|&child| self.is_expanded(child));
        first.or_else(|| self.children(node).find(same))
    }

    /// Frees everything below a node except `kept`, one of its children, and what is below that.
    /// Returns how many nodes became free.
    fn drop_children(&mut self, node: usize, kept: Option<usize>) -> u64 {
        let mut freed = 0;
        let mut next = self.nodes[node].first;
        self.nodes[node].first = kept.map_or(L::NIL, L::new);
        // The list of nodes to free grows at its front by the children of the node that is freed.
        while let Some(at) = next.get() {
            next = self.nodes[at].next;
            if Some(at) == kept {
                self.nodes[at].next = L::NIL;
                continue;
            }
            if let Some(last) = self.children(at).last() {
                self.queue().remove(at);
                self.nodes[last].next = next;
                next = self.nodes[at].first;
            }
            self.nodes[at].next = self.state.free.map_or(L::NIL, |free| L::new(free as usize));
            self.state.free = Some(at as u32);
            self.state.used -= 1;
            freed += 1;
        }
        freed
    }

    /// The numbers of a node, by those of its children.
    fn total(&self, node: usize) -> Pair {
        let mut total = Total::new(self.nodes[node].side.into(), self.weak);
        for child in self.children(node) {
            total.add(self.nodes[child].numbers);
        }
        let numbers = total.numbers();
        let Node { numbers: before, collapsed, .. } = self.nodes[node];
        match collapsed != 0 && !is_solved(numbers) {
            true => [0, 1].map(|side| numbers[side].max(before[side])),
            false => numbers,
        }
    }

    /// Corrects the numbers on the path, from its end up to where nothing changes. There the path ends
    /// afterwards.
    pub fn settle(&mut self) {
        loop {
            let node = self.at();
            let mut changed = false;
            if self.is_expanded(node) {
                let numbers = self.total(node);
                changed = numbers != self.nodes[node].numbers;
                self.nodes[node].numbers = numbers;
            }
            let solved = is_solved(self.nodes[node].numbers);
            if self.state.end == self.state.base + 1 {
                break;
            }
            // A leaf that could not be expanded has new numbers too.
            if !changed && !solved && self.is_expanded(node) {
                break;
            }
            if solved {
                self.keep_witness(node);
                let Node { numbers, number, .. } = self.nodes[node];
                if numbers[OR] == INFINITE && self.state.end == self.state.base + 2 {
                    self.state.refuted = Some(number);
                }
            }
            self.ascend();
        }
    }

    /// Of the children of a solved node, keeps one that shows why, for the principal variation.
    fn keep_witness(&mut self, node: usize) {
        let witness = self.witness(node);
        if witness.is_some() {
            self.drop_children(node, witness);
        }
    }

    /// Takes the path back to the root.
    pub fn leave_path(&mut self) {
        while self.state.end > self.state.base + 1 {
            self.ascend();
        }
    }
}

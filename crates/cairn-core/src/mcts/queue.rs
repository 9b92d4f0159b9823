//! A queue whose members can leave it from anywhere: a linked list inside an array.
//!
//! Nodes and AMAF tables are recycled by it. Both leave it while they are on the current path, and
//! come back at its end, so the oldest member is the least recently used one.

use super::width::Link;
use crate::memory::Zeroable;

/// The neighbours of all members.
pub(crate) trait Links {
    fn is_empty(&self) -> bool;
    /// The next older and the next newer member.
    fn neighbours(&self, index: usize) -> [Option<usize>; 2];
    fn set_older(&mut self, index: usize, older: Option<usize>);
    fn set_newer(&mut self, index: usize, newer: Option<usize>);
}

/// The neighbours of one member.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Queued<L> {
    older: L,
    newer: L,
}

// SAFETY: integers.
unsafe impl<L: Link> Zeroable for Queued<L> {}

impl<L: Link> Links for &mut [Queued<L>] {
    #[hot]
    fn is_empty(&self) -> bool {
        <[_]>::is_empty(self)
    }
    #[hot]
    fn neighbours(&self, index: usize) -> [Option<usize>; 2] {
        [self[index].older, self[index].newer].map(L::get)
    }
    #[hot]
    fn set_older(&mut self, index: usize, older: Option<usize>) {
        self[index].older = older.map_or(L::NIL, L::new);
    }
    #[hot]
    fn set_newer(&mut self, index: usize, newer: Option<usize>) {
        self[index].newer = newer.map_or(L::NIL, L::new);
    }
}

/// The ends of a queue (meaningless if it is empty), and its length.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QueueState {
    oldest: u32,
    newest: u32,
    len: u32,
}

/// A queue. Without links nothing is ever in it.
pub(crate) struct Queue<'a, N> {
    pub links: N,
    pub state: &'a mut QueueState,
}

impl<N: Links> Queue<'_, N> {
    pub fn clear(&mut self) {
        *self.state = QueueState::default();
    }

    /// The member that has been in the queue for the longest time.
    #[hot]
    pub fn oldest(&self) -> Option<usize> {
        (self.state.len > 0).then_some(self.state.oldest as usize)
    }

    /// Adds a number that is not a member.
    #[hot]
    pub fn push(&mut self, index: usize) {
        if self.links.is_empty() {
            return;
        }
        let newest = (self.state.len > 0).then_some(self.state.newest as usize);
        match newest {
            Some(newest) => self.links.set_newer(newest, Some(index)),
            None => self.state.oldest = index as u32,
        }
        self.links.set_older(index, newest);
        self.links.set_newer(index, None);
        self.state.newest = index as u32;
        self.state.len += 1;
    }

    /// Removes a member.
    #[hot]
    pub fn remove(&mut self, index: usize) {
        if self.links.is_empty() {
            return;
        }
        let [older, newer] = self.links.neighbours(index);
        match older {
            Some(older) => self.links.set_newer(older, newer),
            None => self.state.oldest = newer.unwrap_or(0) as u32,
        }
        match newer {
            Some(newer) => self.links.set_older(newer, older),
            None => self.state.newest = older.unwrap_or(0) as u32,
        }
        self.state.len -= 1;
    }
}

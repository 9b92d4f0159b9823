//! A queue whose members can leave it from anywhere: a linked list inside an array.
//!
//! Nodes and AMAF tables are recycled by it. Both leave it while they are on the current path, and
//! come back at its end, so the oldest member is the least recently used one.

use super::width::Link;
use crate::memory::Zeroable;

/// The neighbours of a member.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Queued<L> {
    older: L,
    newer: L,
}

// SAFETY: integers.
unsafe impl<L: Link> Zeroable for Queued<L> {}

/// The ends of a queue (meaningless if it is empty), and its length.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QueueState {
    oldest: u32,
    newest: u32,
    len: u32,
}

/// A queue of numbers below `links.len()`. Without links nothing is ever in it.
pub(crate) struct Queue<'a, L> {
    pub links: &'a mut [Queued<L>],
    pub state: &'a mut QueueState,
}

impl<L: Link> Queue<'_, L> {
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
        let state = &mut *self.state;
        let newest = state.newest as usize;
        let older = if state.len == 0 {
            state.oldest = index as u32;
            L::NIL
        } else {
            self.links[newest].newer = L::new(index);
            L::new(newest)
        };
        self.links[index] = Queued { older, newer: L::NIL };
        state.newest = index as u32;
        state.len += 1;
    }

    /// Removes a member.
    #[hot]
    pub fn remove(&mut self, index: usize) {
        if self.links.is_empty() {
            return;
        }
        let Queued { older, newer } = self.links[index];
        if older == L::NIL {
            self.state.oldest = if newer == L::NIL { 0 } else { newer.index() as u32 };
        } else {
            self.links[older.index()].newer = newer;
        }
        if newer == L::NIL {
            self.state.newest = if older == L::NIL { 0 } else { older.index() as u32 };
        } else {
            self.links[newer.index()].older = older;
        }
        self.state.len -= 1;
    }
}

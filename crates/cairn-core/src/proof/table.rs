//! The table of df-pn: what is known about positions that were searched before.
//!
//! Entries are in buckets of four. A full bucket loses the entry whose search was shortest, proved or
//! not. A position that is not in the table is searched again, so losing entries costs time and
//! nothing else. The key is stored whole: two positions are mixed up only if [`Game::hash64`] gives
//! them the same 64 bits.
//!
//! [`Game::hash64`]: crate::Game::hash64

use super::numbers::{Pair, is_solved};
use crate::memory::Zeroable;

/// Entries of a bucket.
pub(crate) const WAYS: usize = 4;

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Entry {
    key: u64,
    pub numbers: Pair,
    /// Expansions of its search; 0 in an empty entry.
    pub work: u32,
    /// If it is solved: the topmost ancestor that the result depends on. Otherwise the least depth at
    /// which the position was searched.
    pub dep: u16,
    /// The number of the best legal move.
    pub best: u16,
}

impl Entry {
    pub fn new(key: u64, numbers: Pair, work: u32, dep: u16, best: u16) -> Self {
        Entry { key, numbers, work: work.max(1), dep, best }
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Bucket([Entry; WAYS]);

// SAFETY: integers.
unsafe impl Zeroable for Bucket {}

/// The table in its block.
pub(crate) struct Table<'a>(pub &'a mut [Bucket]);

impl Table<'_> {
    /// The bucket of a key, whose high bits decide.
    fn bucket(&mut self, key: u64) -> &mut [Entry; WAYS] {
        let index = (u128::from(super::rules::mix(key)) * self.0.len() as u128) >> 64;
        &mut self.0[index as usize].0
    }

    pub fn get(&mut self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find(|entry| entry.work > 0 && entry.key == key).copied()
    }

    /// Stores an entry; returns whether that filled an empty place, and whether it replaced another
    /// position.
    pub fn put(&mut self, entry: Entry) -> (bool, bool) {
        let bucket = self.bucket(entry.key);
        let same = bucket.iter().position(|old| old.work > 0 && old.key == entry.key);
        if let Some(at) = same {
            let old = bucket[at];
            if is_solved(old.numbers) && !is_solved(entry.numbers) {
                return (false, false);
            }
            bucket[at] = Entry { work: old.work.max(entry.work), ..entry };
            return (false, false);
        }
        let place = bucket.iter_mut().min_by_key(|old| old.work).expect("four entries");
        let filled = place.work == 0;
        *place = entry;
        (filled, !filled)
    }

    /// Forgets everything but proved positions, or those too. Returns how many are left.
    pub fn clear(&mut self, keep_proved: bool) -> u32 {
        let mut left = 0;
        for entry in self.0.iter_mut().flat_map(|bucket| &mut bucket.0) {
            match keep_proved && entry.work > 0 && entry.numbers[0] == 0 {
                true => left += 1,
                false => entry.work = 0,
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Carver, Word};

    #[test]
    fn the_shortest_search_is_replaced_and_what_is_solved_stays() {
        let mut carver = Carver::default();
        let region = carver.take::<Bucket>(1);
        let mut block = [Word::new(0); 12];
        assert_eq!(carver.bytes(), size_of_val(&block));
        // SAFETY: the block is as large as the carver says and borrowed once.
        let mut table = Table(unsafe { region.of(block.as_mut_ptr()) });
        for key in 0..4 {
            assert_eq!(table.put(Entry::new(key, [1, 1], 10 + key as u32, 0, 0)), (true, false));
        }
        assert_eq!(table.put(Entry::new(9, [0, u32::MAX], 1, 0, 7)), (false, true));
        assert!(table.get(0).is_none(), "the shortest search");
        assert_eq!(table.get(9).map(|entry| entry.best), Some(7));
        assert_eq!(table.put(Entry::new(9, [3, 3], 50, 0, 0)), (false, false));
        assert_eq!(table.get(9).map(|entry| entry.numbers), Some([0, u32::MAX]));
        assert_eq!(table.clear(true), 1);
        assert!(table.get(1).is_none() && table.get(9).is_some());
        assert_eq!(table.clear(false), 0);
        assert!(table.get(9).is_none());
    }
}

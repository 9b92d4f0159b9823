//! The transposition table: what is known of positions that were searched before.
//!
//! An entry has 16 bytes. Entries are in buckets of four; the upper half of a position's key chooses
//! the bucket, and 48 bits of it are compared. So two positions are mistaken for each other about once
//! in 2⁴⁸/4 looks, if their 64-bit hashes differ at all. A move from the table is its number in the
//! position's list, and so never an illegal one.
//!
//! A bucket keeps what took most work to find: of its entries, the shallowest goes first, and one
//! that a search before wrote counts as shallower, by [`AGEING`] plies for each search.

use super::frame::NONE;
use crate::memory::Zeroable;

/// The most entries of a bucket.
const WAYS: usize = 4;

/// How many plies a search adds to the age of the entries before it.
const AGEING: i32 = 4;

/// What is known of a position.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub(crate) struct Entry {
    check_low: u32,
    check_high: u16,
    /// A value, with wins and losses counted from this position.
    pub value: i16,
    /// How deep it was searched.
    pub depth: i16,
    /// The number of the best move, or [`NONE`].
    pub best: u16,
    /// The static evaluation, if `flags` say so; in a game without one, the depth of the iteration
    /// that wrote the entry.
    pub evaluation: i16,
    flags: u8,
    /// The search that wrote it; 0 in an empty entry.
    age: u8,
}

// SAFETY: integers.
unsafe impl Zeroable for Entry {}

const EVALUATED: u8 = 16;

impl Entry {
    pub fn new(value: i16, depth: i16, bound: u8, proved: u8) -> Self {
        let flags = bound | proved << 2;
        Entry { value, depth, best: NONE, flags, ..Entry::default() }
    }

    /// Which bounds the value is at this depth; 0 if the entry has only a move.
    #[hot]
    pub fn bound(&self) -> u8 {
        self.flags & 3
    }

    /// Which bounds are proved.
    #[hot]
    pub fn proved(&self) -> u8 {
        self.flags >> 2 & 3
    }

    #[hot]
    pub fn is_evaluated(&self) -> bool {
        self.flags & EVALUATED != 0
    }

    pub fn with_evaluation(self, evaluation: i16) -> Self {
        Entry { evaluation, flags: self.flags | EVALUATED, ..self }
    }

    #[hot]
    fn matches(&self, key: u64) -> bool {
        self.check_low == key as u32 && self.check_high == (key >> 32) as u16
    }
}

/// Which entries count.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Ages {
    /// The oldest search whose entries count, and this one. Entries of searches before are as good
    /// as empty.
    first: u8,
    now: u8,
}

impl Ages {
    /// Begins a search, and forgets what was before unless `keep`. Returns whether all entries must
    /// be emptied, because ages begin again.
    pub fn advance(&mut self, keep: bool) -> bool {
        let again = self.now == u8::MAX;
        self.now = if again { 1 } else { self.now + 1 };
        if again || !keep {
            self.first = self.now;
        }
        again
    }
}

/// The entries in the block.
pub(crate) struct Table<'a> {
    pub entries: &'a mut [Entry],
    pub ages: Ages,
}

impl Table<'_> {
    #[hot]
    fn bucket(&self, key: u64) -> core::ops::Range<usize> {
        let len = self.entries.len();
        let ways = len.min(WAYS);
        if ways == 0 {
            return 0..0;
        }
        let bucket = (((key >> 32) * (len / ways) as u64) >> 32) as usize;
        bucket * ways..(bucket + 1) * ways
    }

    #[hot]
    fn counts(&self, entry: &Entry) -> bool {
        entry.age >= self.ages.first.max(1) && entry.age <= self.ages.now
    }

    /// What is known of a position.
    #[hot]
    pub fn find(&self, key: u64) -> Option<&Entry> {
        let bucket = &self.entries[self.bucket(key)];
        bucket.iter().find(|entry| entry.matches(key) && self.counts(entry))
    }

    /// Writes down what is known of a position, in the place of what is least worth keeping.
    #[hot]
    pub fn store(&mut self, key: u64, mut entry: Entry) {
        let range = self.bucket(key);
        let (mut place, mut least) = (None, i32::MAX);
        for at in range {
            let old = &self.entries[at];
            if !self.counts(old) {
                if least > i32::MIN {
                    (place, least) = (Some(at), i32::MIN);
                }
            } else if old.matches(key) {
                // A search that found no best move keeps the old one.
                if entry.best == NONE {
                    entry.best = old.best;
                }
                // A look that is only about the move must not destroy a value.
                if entry.bound() == 0 && old.bound() != 0 {
                    let kept = Entry { best: entry.best, age: self.ages.now, ..*old };
                    self.entries[at] = kept;
                    return;
                }
                place = Some(at);
                break;
            } else {
                let worth = i32::from(old.depth) - AGEING * i32::from(self.ages.now - old.age);
                if worth < least {
                    (place, least) = (Some(at), worth);
                }
            }
        }
        let Some(place) = place else { return };
        (entry.check_low, entry.check_high) = (key as u32, (key >> 32) as u16);
        entry.age = self.ages.now;
        self.entries[place] = entry;
    }

    /// How many of a thousand entries this search wrote, as far as a sample tells.
    pub fn fullness(&self) -> u16 {
        let sample = &self.entries[..self.entries.len().min(1000)];
        let used = sample.iter().filter(|entry| entry.age == self.ages.now).count();
        (used * 1000 / sample.len().max(1)) as u16
    }
}

/// Spreads a hash over all its bits; different hashes stay different.
#[hot]
pub(crate) fn spread(hash: u64) -> u64 {
    let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimax::frame::{EXACT, LOWER};

    fn table(entries: &mut [Entry]) -> Table<'_> {
        let mut ages = Ages::default();
        ages.advance(false);
        Table { entries, ages }
    }

    #[test]
    fn an_entry_has_16_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
    }

    #[test]
    fn a_full_bucket_keeps_what_is_deep_and_new() {
        let mut entries = [Entry::default(); 4];
        let mut table = table(&mut entries);
        for (key, depth) in [(1, 9), (2, 3), (3, 5), (4, 4)] {
            table.store(key, Entry::new(key as i16, depth, EXACT, 0));
        }
        table.store(5, Entry::new(5, 1, EXACT, 0));
        assert!(table.find(2).is_none() && table.find(5).is_some_and(|entry| entry.value == 5));
        // Two searches later, the deepest entry counts for a single ply.
        for _ in 0..2 {
            table.ages.advance(true);
            table.store(3, Entry::new(3, 5, EXACT, 0));
            table.store(4, Entry::new(4, 4, EXACT, 0));
            table.store(5, Entry::new(5, 2, EXACT, 0));
        }
        table.store(6, Entry::new(6, 1, EXACT, 0));
        assert!(table.find(1).is_none() && table.find(5).is_some());
    }

    #[test]
    fn a_new_search_finds_nothing() {
        let mut entries = [Entry::default(); 4];
        let mut table = table(&mut entries);
        for round in 0..600 {
            assert!(table.find(7).is_none(), "{round}");
            table.store(7, Entry::new(1, 1, LOWER, 0));
            assert!(table.find(7).is_some());
            if table.ages.advance(false) {
                table.entries.fill(Entry::default());
            }
        }
    }

    /// Keys with the same bucket and 32 equal bits, but not the same 48, are told apart.
    #[test]
    fn keys_of_a_bucket_are_told_apart() {
        let mut entries = [Entry::default(); 2];
        let mut table = table(&mut entries);
        let keys = [0x0001_0000_0007u64, 0x0002_0000_0007];
        for key in keys {
            table.store(key, Entry::new((key >> 32) as i16, 1, EXACT, 0));
        }
        assert_eq!(keys.map(|key| table.find(key).unwrap().value), [1, 2]);
        assert!(table.find(0x0003_0000_0007).is_none());
    }

    #[test]
    fn a_move_alone_does_not_replace_a_value() {
        let mut entries = [Entry::default(); 4];
        let mut table = table(&mut entries);
        table.store(7, Entry { best: 3, ..Entry::new(12, 5, EXACT, LOWER) });
        table.store(7, Entry { best: 4, ..Entry::new(0, 9, 0, 0) });
        let entry = table.find(7).unwrap();
        assert_eq!((entry.value, entry.best, entry.bound(), entry.proved()), (12, 4, EXACT, LOWER));
    }
}

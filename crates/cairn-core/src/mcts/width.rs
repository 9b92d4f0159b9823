//! Counters and links of 8, 16 or 32 bits: as narrow as a level allows.

use super::select::AmafTable;
use crate::memory::Zeroable;

/// Visits and reward in one integer: visits in the low half, reward in the high half. Counting a
/// playout is a single addition.
///
/// The low half never carries into the high half, because the tree halves all tallies before one
/// could overflow ([`Tree::make_room`](super::tree::Tree::make_room)).
pub(crate) trait Tally: Copy + Default + Zeroable + 'static {
    /// The largest value of a half. It is below 2³¹, so that it fits in a signed integer, which is
    /// faster to convert to `f32`.
    const LIMIT: u32;

    /// `visits` and `reward` packed.
    fn new(visits: u32, reward: u32) -> Self;
    fn visits(self) -> u32;
    fn reward(self) -> u32;
    /// Adds visits and reward.
    fn add(&mut self, other: Self);

    /// A table of such tallies as an [`AmafTable`].
    fn table(table: &[Self]) -> AmafTable<'_>;

    /// Halves the visits, and scales the reward so that the mean stays the same. (If both were halved
    /// and rounded down, the mean could exceed 1 when the visits are odd.)
    fn halve(&mut self) {
        let (visits, reward) = (u64::from(self.visits()), u64::from(self.reward()));
        let half = visits / 2;
        let nearest = (reward * half + half).checked_div(visits).unwrap_or(0);
        *self = Self::new(half as u32, nearest as u32);
    }
}

macro_rules! tally {
    ($packed:ty, $half:ty, $table:ident) => {
        impl Tally for $packed {
            const LIMIT: u32 = <$half>::MAX as u32 & i32::MAX as u32;

            #[hot]
            fn new(visits: u32, reward: u32) -> Self {
                debug_assert!(visits <= Self::LIMIT && reward <= Self::LIMIT);
                (reward as $packed) << <$half>::BITS | visits as $packed
            }
            #[hot]
            fn table(table: &[Self]) -> AmafTable<'_> {
                AmafTable::$table(table)
            }
            #[hot]
            fn visits(self) -> u32 {
                self as $half as u32
            }
            #[hot]
            fn reward(self) -> u32 {
                (self >> <$half>::BITS) as u32
            }
            #[hot]
            fn add(&mut self, other: Self) {
                debug_assert!(self.visits() as u64 + other.visits() as u64 <= Self::LIMIT as u64);
                debug_assert!(self.reward() as u64 + other.reward() as u64 <= Self::LIMIT as u64);
                *self += other;
            }
        }
    };
}

tally!(u16, u8, Narrow);
tally!(u32, u16, Middle);
tally!(u64, u32, Wide);

/// The index of a node in its pool, or [`Link::NIL`].
pub(crate) trait Link: Copy + Eq + Zeroable + 'static {
    const NIL: Self;
    fn new(index: usize) -> Self;
    fn index(self) -> usize;

    /// The index, or `None` for [`Link::NIL`].
    #[hot]
    fn get(self) -> Option<usize> {
        (self != Self::NIL).then(|| self.index())
    }
}

macro_rules! link {
    ($int:ty) => {
        impl Link for $int {
            const NIL: Self = <$int>::MAX;

            #[hot]
            fn new(index: usize) -> Self {
                debug_assert!(index < Self::NIL as usize);
                index as $int
            }
            #[hot]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

link!(u8);
link!(u16);
link!(u32);

/// Links whose width is known only at run time.
pub(crate) enum LinkArray<'a> {
    Narrow(&'a mut [u8]),
    Middle(&'a mut [u16]),
    Wide(&'a mut [u32]),
}

impl LinkArray<'_> {
    /// Whether it has no links.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        match self {
            LinkArray::Narrow(links) => links.len(),
            LinkArray::Middle(links) => links.len(),
            LinkArray::Wide(links) => links.len(),
        }
    }

    /// The index in a link; `None` if it is [`Link::NIL`] or does not exist.
    #[once]
    pub fn get(&self, at: usize) -> Option<usize> {
        match self {
            LinkArray::Narrow(links) => links.get(at).and_then(|link| link.get()),
            LinkArray::Middle(links) => links.get(at).and_then(|link| link.get()),
            LinkArray::Wide(links) => links.get(at).and_then(|link| link.get()),
        }
    }

    /// Changes a link, if it exists.
    #[once]
    pub fn set(&mut self, at: usize, index: Option<usize>) {
        fn set<L: Link>(links: &mut [L], at: usize, index: Option<usize>) {
            if let Some(link) = links.get_mut(at) {
                *link = index.map_or(L::NIL, L::new);
            }
        }
        match self {
            LinkArray::Narrow(links) => set(links, at, index),
            LinkArray::Middle(links) => set(links, at, index),
            LinkArray::Wide(links) => set(links, at, index),
        }
    }
}

/// The width of a counter or link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// One byte.
    W8 = 8,
    /// Two bytes.
    W16 = 16,
    /// Four bytes.
    W32 = 32,
}

impl Width {
    /// Its bytes.
    pub(crate) const fn bytes(self) -> usize {
        self as usize / 8
    }

    /// The narrowest width that holds `max`.
    pub(crate) fn holding(max: u64) -> Self {
        match max {
            0..=0xff => Width::W8,
            0x100..=0xffff => Width::W16,
            _ => Width::W32,
        }
    }

    /// The largest number that a counter of this width can hold.
    pub(crate) fn limit(self) -> u32 {
        match self {
            Width::W8 => <u16 as Tally>::LIMIT,
            Width::W16 => <u32 as Tally>::LIMIT,
            Width::W32 => <u64 as Tally>::LIMIT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_mix() {
        let mut tally = <u16 as Tally>::new(200, 255);
        tally.add(Tally::new(55, 0));
        assert_eq!((tally.visits(), tally.reward()), (255, 255));
        tally.halve();
        assert_eq!((tally.visits(), tally.reward()), (127, 127));
    }

    #[test]
    fn halving_never_makes_a_mean_larger_than_a_win() {
        for visits in 0..=51 {
            for reward in 0..=5 * visits {
                let mut tally = <u16 as Tally>::new(visits, reward);
                tally.halve();
                let (half, left) = (tally.visits(), tally.reward());
                assert!(half == visits / 2 && left <= 5 * half);
                // To the nearest point of reward.
                assert!(2 * (left * visits).abs_diff(reward * half) <= visits);
            }
        }
    }

    #[test]
    fn widths_hold_their_bounds() {
        assert_eq!(Width::holding(255), Width::W8);
        assert_eq!(Width::holding(256), Width::W16);
        assert_eq!(Width::holding(65_536), Width::W32);
        assert_eq!((Width::W8.limit(), Width::W32.limit()), (255, i32::MAX as u32));
    }
}

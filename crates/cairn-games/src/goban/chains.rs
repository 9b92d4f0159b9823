//! Which chain a stone belongs to and how many liberties that has, kept up to date move by move.
//!
//! Each stone carries its chain's label, and each label counts *pseudo-liberties*: pairs of a stone
//! and an empty point beside it. A chain has none of those exactly when it has no liberty, and a
//! stone changes only the counts of its four neighbours. Points that are empty or off the board
//! carry labels of their own whose counts mean nothing, so that all four neighbours can be treated
//! alike: a branch that cannot be predicted costs more than all the additions.

use core::fmt::Debug;

/// The chains on a board, by points numbered from 0 and always given with their four neighbours
/// (where there is no neighbour, any point beyond the board).
pub trait Chains: Copy + Debug {
    /// The chains of an empty board of so many points.
    fn new(points: usize) -> Self;

    /// Adds a stone of `player`; says whether a hostile neighbour has no liberty left.
    fn add(&mut self, point: usize, near: [usize; 4], player: u8) -> bool;

    /// Takes a stone off the board. Once any stone of a chain is removed, all must be.
    fn remove(&mut self, point: usize, near: [usize; 4]);

    /// Whether the stone at `point` has no liberty.
    fn is_dead(&self, point: usize) -> bool;

    /// Whether the stone at `point` may be in atari, that is, have a single liberty: only a chain with
    /// few stones beside empty points can be. A quick look that spares most chains a closer one.
    fn may_be_in_atari(&self, point: usize) -> bool;

    /// Whether the stone at `point` surely has two liberties beside any one that it loses: the quick
    /// look the other way.
    fn is_safe(&self, point: usize) -> bool;

    /// Whether a stone of `player` here, an empty point without empty neighbours, would capture
    /// something or be part of a chain that keeps a liberty.
    fn may_add(&self, near: [usize; 4], player: u8) -> bool;

    /// Whether a stone of `player` here, an empty point, would have a liberty without capturing.
    fn is_peaceful(&self, near: [usize; 4], player: u8) -> bool;
}

/// A chain's name: the colour in the top bit, one of its points in the others. Two more names, with
/// the top bit clear and all others set but perhaps the lowest, stand for the empty points and for
/// what is off the board. (With three colours it is the two top bits.)
pub trait Label: Copy + Eq + Debug {
    /// Of an empty point.
    const EMPTY: Self;
    /// Of a point off the board.
    const OFF: Self;
    /// The name of a new chain.
    fn new(point: usize, player: u8) -> Self;
    /// Whether it names a chain of `player`.
    fn is_of(self, player: u8) -> bool;
    /// Whether it names a chain of `player` if `own`, of somebody else if not.
    fn is_of_side(self, player: u8, own: bool) -> bool;
    /// Where its count is; the highest slots are the special labels'.
    fn slot(self) -> usize;
    /// Adds to a count of the same width.
    fn plus(self, other: Self) -> Self;
    /// A number as a count.
    fn count(number: usize) -> Self;
    /// A count as a number.
    fn number(self) -> usize;
}

macro_rules! label {
    ($integer:ty) => {
        impl Label for $integer {
            const EMPTY: Self = <$integer>::MAX >> 1;
            const OFF: Self = Self::EMPTY - 1;

            #[inline(always)]
            fn new(point: usize, player: u8) -> Self {
                point as $integer | <$integer>::from(player) << (<$integer>::BITS - 1)
            }

            #[inline(always)]
            fn is_of(self, player: u8) -> bool {
                // The other player's labels keep the top bit, and so are larger than the special
                // ones, which are larger than any point.
                self ^ (<$integer>::from(player) << (<$integer>::BITS - 1)) < Self::OFF
            }

            #[inline(always)]
            fn is_of_side(self, player: u8, own: bool) -> bool {
                self.is_of(if own { player } else { player ^ 1 })
            }

            #[inline(always)]
            fn slot(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn count(number: usize) -> Self {
                number as $integer
            }

            #[inline(always)]
            fn number(self) -> usize {
                self as usize
            }
        }
    };
}

label!(u8);
label!(u16);

/// A label with room for three colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreeColourLabel(u16);

impl ThreeColourLabel {
    const COLOUR: u32 = 14;
}

impl Label for ThreeColourLabel {
    const EMPTY: Self = ThreeColourLabel((1 << Self::COLOUR) - 1);
    const OFF: Self = ThreeColourLabel(Self::EMPTY.0 - 1);

    #[inline(always)]
    fn new(point: usize, player: u8) -> Self {
        ThreeColourLabel(point as u16 | u16::from(player) << Self::COLOUR)
    }

    #[inline(always)]
    fn is_of(self, player: u8) -> bool {
        self.0 ^ (u16::from(player) << Self::COLOUR) < Self::OFF.0
    }

    #[inline(always)]
    fn is_of_side(self, player: u8, own: bool) -> bool {
        (self.is_of(player) == own) & (self.0 & Self::EMPTY.0 < Self::OFF.0)
    }

    #[inline(always)]
    fn slot(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        ThreeColourLabel(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    fn count(number: usize) -> Self {
        ThreeColourLabel(number as u16)
    }

    #[inline(always)]
    fn number(self) -> usize {
        self.0 as usize
    }
}

/// Chains on a board of fewer than `SLOTS` − 2 points; `SLOTS` is a power of two, so that an index
/// is checked by masking it.
#[derive(Clone, Copy, Debug)]
pub struct ChainTable<L, const SLOTS: usize> {
    labels: [L; SLOTS],
    liberties: [L; SLOTS],
}

impl<L: Label, const SLOTS: usize> ChainTable<L, SLOTS> {
    #[inline(always)]
    fn labels_at(&self, points: [usize; 4]) -> [L; 4] {
        points.map(|point| self.labels[point % SLOTS])
    }

    #[inline(always)]
    fn count(&self, label: L) -> L {
        self.liberties[label.slot() % SLOTS]
    }

    #[inline(always)]
    fn change(&mut self, label: L, by: usize) {
        let count = &mut self.liberties[label.slot() % SLOTS];
        *count = count.plus(L::count(by));
    }

    /// Renames a chain. Looking at every point takes a few vector instructions and no branch, so it
    /// beats following the chain's stones.
    #[inline(always)]
    fn rename(&mut self, from: L, to: L) {
        for label in &mut self.labels {
            *label = if *label == from { to } else { *label };
        }
    }
}

impl<L: Label, const SLOTS: usize> Chains for ChainTable<L, SLOTS> {
    fn new(points: usize) -> Self {
        let mut labels = [L::OFF; SLOTS];
        labels[..points].fill(L::EMPTY);
        ChainTable { labels, liberties: [L::count(0); SLOTS] }
    }

    #[inline(always)]
    fn add(&mut self, point: usize, near: [usize; 4], player: u8) -> bool {
        let near = self.labels_at(near);
        let mut chain = L::new(point, player);
        self.liberties[chain.slot() % SLOTS] = L::count(0);
        let mut empty = 0;
        for label in near {
            self.change(label, usize::MAX);
            empty += usize::from(label == L::EMPTY);
            chain = if label.is_of(player) { label } else { chain };
        }
        self.labels[point % SLOTS] = chain;
        self.change(chain, empty);
        // Never zero, so that what is no chain looks alive.
        self.liberties[L::EMPTY.slot() % SLOTS] = L::count(1);
        self.liberties[L::OFF.slot() % SLOTS] = L::count(1);
        let (mut captures, mut joins) = (false, false);
        for label in near {
            let own = label.is_of(player);
            captures |= !own & (self.count(label) == L::count(0));
            joins |= own & (label != chain);
        }
        if joins {
            for label in near {
                if label.is_of(player) & (label != chain) {
                    // The same chain may come twice: the second time there is nothing to add.
                    self.change(chain, self.count(label).number());
                    self.liberties[label.slot() % SLOTS] = L::count(0);
                    self.rename(label, chain);
                }
            }
        }
        captures
    }

    #[inline(always)]
    fn remove(&mut self, point: usize, near: [usize; 4]) {
        self.labels[point % SLOTS] = L::EMPTY;
        for label in self.labels_at(near) {
            self.change(label, 1);
        }
    }

    #[inline(always)]
    fn is_dead(&self, point: usize) -> bool {
        self.count(self.labels[point % SLOTS]) == L::count(0)
    }

    #[inline(always)]
    fn may_be_in_atari(&self, point: usize) -> bool {
        // One empty point has at most four stones beside it.
        self.count(self.labels[point % SLOTS]).number() <= 4
    }

    #[inline(always)]
    fn is_safe(&self, point: usize) -> bool {
        self.count(self.labels[point % SLOTS]).number() > 8
    }

    #[inline(always)]
    fn may_add(&self, near: [usize; 4], player: u8) -> bool {
        let near = self.labels_at(near);
        for label in near {
            // The chain keeps a liberty unless all its pseudo-liberties are the ones lost here.
            let mut lost = 0;
            for other in near {
                lost += usize::from(other == label);
            }
            let left = self.count(label).number() != lost;
            if label.is_of_side(player, left) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn is_peaceful(&self, near: [usize; 4], player: u8) -> bool {
        let near = self.labels_at(near);
        let (mut lives, mut captures) = (false, false);
        for label in near {
            let mut lost = 0;
            for other in near {
                lost += usize::from(other == label);
            }
            let left = self.count(label).number() != lost;
            lives |= (label == L::EMPTY) | (left & label.is_of_side(player, true));
            captures |= !left & label.is_of_side(player, false);
        }
        lives & !captures
    }
}

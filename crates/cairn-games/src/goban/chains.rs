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
    /// The chains of an empty board with `points` points.
    fn new(points: usize) -> Self;

    /// Adds a stone of `player`; returns whether a hostile neighbour has no liberty left.
    fn add(&mut self, point: usize, near: [usize; 4], player: u8) -> bool;

    /// Takes a stone off the board. Once any stone of a chain is removed, all must be.
    fn remove(&mut self, point: usize, near: [usize; 4]);

    /// Whether the stone at `point` has no liberty.
    fn is_dead(&self, point: usize) -> bool;

    /// Whether the stone at `point` may be in atari, that is, have a single liberty. A quick test: only
    /// a chain with few stones beside empty points can be.
    fn may_be_in_atari(&self, point: usize) -> bool;

    /// Whether the stone at `point` surely keeps two liberties when it loses one. Also a quick test:
    /// some such stones are not found.
    fn is_safe(&self, point: usize) -> bool;

    /// Whether a stone of `player` here, an empty point without empty neighbours, would capture
    /// something or be part of a chain that keeps a liberty.
    fn may_add(&self, near: [usize; 4], player: u8) -> bool;

    /// Whether a stone of `player` here, an empty point, would have a liberty without capturing.
    fn is_peaceful(&self, near: [usize; 4], player: u8) -> bool;
}

/// A chain's name: the colour in the top bit (with three colours, the top two), one of the chain's
/// points in the others. Two more names, of the first colour and with all other bits set except
/// perhaps the lowest, are for the empty points and for what is off the board.
pub trait Label: Copy + Eq + Debug {
    /// Of an empty point.
    const EMPTY: Self;
    /// Of a point off the board.
    const OFF: Self;
    /// The name of a new chain.
    fn new(point: usize, player: u8) -> Self;
    /// Whether it names a chain of `player`.
    fn is_of(self, player: u8) -> bool;
    /// Whether it names a chain of `player` if `own`, of another player if not.
    fn is_of_side(self, player: u8, own: bool) -> bool;
    /// Adds to a count of the same width.
    fn plus(self, other: Self) -> Self;
    /// A number as a count.
    fn count(number: usize) -> Self;
    /// A count as a number, or where a label's count is; the highest places are for the special
    /// labels.
    fn number(self) -> usize;
}

macro_rules! label {
    ($(#[$doc:meta])* $label:ident($integer:ty), colour from bit $colour:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $label($integer);

        #[hot]
        impl Label for $label {
            const EMPTY: Self = $label((1 << $colour) - 1);
            const OFF: Self = $label(Self::EMPTY.0 - 1);

            fn new(point: usize, player: u8) -> Self {
                $label(point as $integer | <$integer>::from(player) << $colour)
            }

            fn is_of(self, player: u8) -> bool {
                // Other players' labels keep a colour bit, and so are larger than the special ones,
                // which are larger than any point.
                self.0 ^ (<$integer>::from(player) << $colour) < Self::OFF.0
            }

            fn is_of_side(self, player: u8, own: bool) -> bool {
                if $colour + 1 == <$integer>::BITS {
                    return self.is_of(if own { player } else { player ^ 1 });
                }
                (self.is_of(player) == own) & (self.0 & Self::EMPTY.0 < Self::OFF.0)
            }

            fn plus(self, other: Self) -> Self {
                $label(self.0.wrapping_add(other.0))
            }

            fn count(number: usize) -> Self {
                $label(number as $integer)
            }

            fn number(self) -> usize {
                self.0 as usize
            }
        }
    };
}

label! {
    /// For two colours and up to 126 points.
    SmallLabel(u8), colour from bit 7
}

label! {
    /// For two colours.
    LargeLabel(u16), colour from bit 15
}

label! {
    /// For three colours.
    ThreeColourLabel(u16), colour from bit 14
}

/// Chains on a board of fewer than `SLOTS` − 2 points; `SLOTS` is a power of two, so that an index
/// is checked by masking it.
#[derive(Clone, Copy, Debug)]
pub struct ChainTable<L, const SLOTS: usize> {
    labels: [L; SLOTS],
    liberties: [L; SLOTS],
}

#[hot]
impl<L: Label, const SLOTS: usize> ChainTable<L, SLOTS> {
    fn labels_at(&self, points: [usize; 4]) -> [L; 4] {
        points.map(|point| self.labels[point % SLOTS])
    }

    fn count(&self, label: L) -> L {
        self.liberties[label.number() % SLOTS]
    }

    fn change(&mut self, label: L, by: usize) {
        let count = &mut self.liberties[label.number() % SLOTS];
        *count = count.plus(L::count(by));
    }

    /// Whether a chain keeps a liberty after a stone beside those `near`: unless all its
    /// pseudo-liberties are the ones lost there.
    fn keeps_liberty(&self, label: L, near: [L; 4]) -> bool {
        let mut lost = 0;
        for other in near {
            lost += usize::from(other == label);
        }
        self.count(label).number() != lost
    }

    /// Renames a chain. Looking at every point takes a few vector instructions and no branch, so it
    /// beats following the chain's stones.
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

    #[hot]
    fn add(&mut self, point: usize, near: [usize; 4], player: u8) -> bool {
        let near = self.labels_at(near);
        let mut chain = L::new(point, player);
        self.liberties[chain.number() % SLOTS] = L::count(0);
        let mut empty = 0;
        for label in near {
            self.change(label, usize::MAX);
            empty += usize::from(label == L::EMPTY);
            chain = if label.is_of(player) { label } else { chain };
        }
        self.labels[point % SLOTS] = chain;
        self.change(chain, empty);
        // Never zero, so that what is not a chain looks alive.
        self.liberties[L::EMPTY.number() % SLOTS] = L::count(1);
        self.liberties[L::OFF.number() % SLOTS] = L::count(1);
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
                    self.liberties[label.number() % SLOTS] = L::count(0);
                    self.rename(label, chain);
                }
            }
        }
        captures
    }

    #[hot]
    fn remove(&mut self, point: usize, near: [usize; 4]) {
        self.labels[point % SLOTS] = L::EMPTY;
        for label in self.labels_at(near) {
            self.change(label, 1);
        }
    }

    #[hot]
    fn is_dead(&self, point: usize) -> bool {
        self.count(self.labels[point % SLOTS]) == L::count(0)
    }

    #[hot]
    fn may_be_in_atari(&self, point: usize) -> bool {
        // One empty point has at most four stones beside it.
        self.count(self.labels[point % SLOTS]).number() <= 4
    }

    #[hot]
    fn is_safe(&self, point: usize) -> bool {
        self.count(self.labels[point % SLOTS]).number() > 8
    }

    #[hot]
    fn may_add(&self, near: [usize; 4], player: u8) -> bool {
        let near = self.labels_at(near);
        for label in near {
            if label.is_of_side(player, self.keeps_liberty(label, near)) {
                return true;
            }
        }
        false
    }

    #[hot]
    fn is_peaceful(&self, near: [usize; 4], player: u8) -> bool {
        let near = self.labels_at(near);
        let (mut lives, mut captures) = (false, false);
        for label in near {
            let left = self.keeps_liberty(label, near);
            lives |= (label == L::EMPTY) | (left & label.is_of_side(player, true));
            captures |= !left & label.is_of_side(player, false);
        }
        lives & !captures
    }
}

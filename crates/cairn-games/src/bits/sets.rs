//! Sets of points as bits: point `p` of the board is bit `p`.
//!
//! Two representations: [`Wide`] for boards whose points (and pass) fit 128 bits, [`Words`] for the
//! rest. Rules are written once, over [`PointSet`].

use core::fmt;
use core::ops::{BitAnd, BitOr, Not};

use cairn_core::Rng;

use super::highest::highest;
use super::select::select_bit;

/// A set of points, one bit each.
pub trait PointSet:
    Copy + Eq + fmt::Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// How many 64-bit words the set has.
    const WORDS: usize;

    /// The set without points.
    const EMPTY: Self;

    /// A value for each point there is room for, in blocks of 64.
    type Values<T: Copy>: AsMut<[[T; 64]]>;

    /// The same value for each point.
    fn fill<T: Copy>(value: T) -> Self::Values<T>;

    /// The set of one point.
    fn single(point: usize) -> Self;

    /// The `index`-th word, points 64 · `index` and up.
    fn word(self, index: usize) -> u64;

    /// The set whose words `word` gives.
    fn from_words(word: impl FnMut(usize) -> u64) -> Self;

    /// The points below `count`.
    #[hot]
    fn up_to(count: usize) -> Self {
        Self::from_words(|word| match count.saturating_sub(64 * word) {
            0 => 0,
            count => u64::MAX >> (64 - if count < 64 { count } else { 64 }),
        })
    }

    /// All its points moved to the indices `n` higher, `n` from 1 to 63; what falls off is gone.
    fn higher(self, n: u32) -> Self;

    /// All its points moved to the indices `n` lower, `n` from 1 to 63; what falls off is gone.
    fn lower(self, n: u32) -> Self;

    /// 64 bits, the lowest of them that of point `from`, which must have a bit in the set.
    fn bits(self, from: usize) -> u64;

    /// Whether there is no point in it.
    fn is_empty(self) -> bool;

    /// Whether `point` is in it.
    fn contains(self, point: usize) -> bool;

    /// How many points it has.
    fn count(self) -> u32;

    /// The lowest point; the set must have one.
    fn first(self) -> usize;

    /// The set of just the lowest point, empty if there is none.
    fn lowest(self) -> Self;

    /// The point that has `rank` lower points in the set; there must be one.
    fn select(self, rank: u32) -> usize;

    /// A random point, each with the same probability; there must be one.
    #[hot]
    fn random(self, rng: &mut Rng) -> usize {
        self.select(rng.below(self.count()))
    }

    /// The same, but with a draw only if there are several points: how the Game contract breaks
    /// ties.
    #[hot]
    fn break_tie(self, rng: &mut Rng) -> usize {
        match self.count() {
            1 => self.first(),
            count => self.select(rng.below(count)),
        }
    }

    /// The point with the highest score; of equals, one at random. `None` if all are −∞. `scores`
    /// has an entry for each point, then anything up to a multiple of 8.
    #[hot]
    fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        Some(highest(self, scores, all)?.break_tie(rng))
    }
}

#[hot]
fn all<S>(points: S) -> S {
    points
}

/// Up to 128 points. Packed so that it aligns to 8 bytes on every target (a bare `u128` aligns to
/// 16 on some), and kept as one integer because compilers handle that better than two halves.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, packed(8))]
pub struct Wide(pub u128);

/// Up to 64 · `W` points.
#[derive(Clone, Copy, Eq)]
pub struct Words<const W: usize>(pub [u64; W]);

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Points(*self)).finish()
    }
}

impl<const W: usize> fmt::Debug for Words<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Points(*self)).finish()
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $operator:tt) => {
        impl $trait for Wide {
            type Output = Self;

            #[hot]
            fn $method(self, rhs: Self) -> Self {
                Wide(self.0 $operator rhs.0)
            }
        }

        impl<const W: usize> $trait for Words<W> {
            type Output = Self;

            #[hot]
            fn $method(self, rhs: Self) -> Self {
                Words(core::array::from_fn(|i| self.0[i] $operator rhs.0[i]))
            }
        }
    };
}

operator!(BitAnd, bitand, &);
operator!(BitOr, bitor, |);

impl Not for Wide {
    type Output = Self;

    #[hot]
    fn not(self) -> Self {
        Wide(!self.0)
    }
}

impl PointSet for Wide {
    const WORDS: usize = 2;
    const EMPTY: Self = Wide(0);
    type Values<T: Copy> = [[T; 64]; 2];

    #[hot]
    fn fill<T: Copy>(value: T) -> [[T; 64]; 2] {
        [[value; 64]; 2]
    }

    #[hot]
    fn single(point: usize) -> Self {
        Wide(1 << point)
    }

    #[hot]
    fn word(self, index: usize) -> u64 {
        (self.0 >> (64 * index)) as u64
    }

    #[hot]
    fn from_words(mut word: impl FnMut(usize) -> u64) -> Self {
        Wide(u128::from(word(0)) | u128::from(word(1)) << 64)
    }

    #[hot]
    fn higher(self, n: u32) -> Self {
        Wide(self.0 << n)
    }

    #[hot]
    fn lower(self, n: u32) -> Self {
        Wide(self.0 >> n)
    }

    #[hot]
    fn bits(self, from: usize) -> u64 {
        (self.0 >> from) as u64
    }

    #[hot]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[hot]
    fn contains(self, point: usize) -> bool {
        (self.0 >> point) & 1 != 0
    }

    #[hot]
    fn count(self) -> u32 {
        self.word(0).count_ones() + self.word(1).count_ones()
    }

    #[hot]
    fn first(self) -> usize {
        // The bare bits are a copy: a packed field cannot be borrowed.
        let bits = self.0;
        bits.trailing_zeros() as usize
    }

    #[hot]
    fn lowest(self) -> Self {
        let bits = self.0;
        Wide(bits & bits.wrapping_neg())
    }

    #[hot]
    fn select(self, rank: u32) -> usize {
        let low = self.word(0).count_ones();
        let (word, rank, base) =
            if rank < low { (self.word(0), rank, 0) } else { (self.word(1), rank - low, 64) };
        base + select_bit(word, rank) as usize
    }
}

/// Without a branch for each word, or a call to compare memory.
impl<const W: usize> PartialEq for Words<W> {
    #[hot]
    fn eq(&self, rhs: &Self) -> bool {
        let mut difference = 0;
        for i in 0..W {
            difference |= self.0[i] ^ rhs.0[i];
        }
        difference == 0
    }
}

impl<const W: usize> Not for Words<W> {
    type Output = Self;

    #[hot]
    fn not(self) -> Self {
        Words(self.0.map(|word| !word))
    }
}

impl<const W: usize> PointSet for Words<W> {
    const WORDS: usize = W;
    const EMPTY: Self = Words([0; W]);
    type Values<T: Copy> = [[T; 64]; W];

    #[hot]
    fn fill<T: Copy>(value: T) -> [[T; 64]; W] {
        [[value; 64]; W]
    }

    #[hot]
    fn single(point: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[point / 64] = 1 << (point % 64);
        set
    }

    #[hot]
    fn word(self, index: usize) -> u64 {
        self.0[index]
    }

    #[hot]
    fn from_words(word: impl FnMut(usize) -> u64) -> Self {
        Words(core::array::from_fn(word))
    }

    #[hot]
    fn higher(self, n: u32) -> Self {
        debug_assert!((1..64).contains(&n));
        Words(core::array::from_fn(|i| {
            let carried = if i > 0 { self.0[i - 1] >> (64 - n) } else { 0 };
            self.0[i] << n | carried
        }))
    }

    #[hot]
    fn lower(self, n: u32) -> Self {
        debug_assert!((1..64).contains(&n));
        Words(core::array::from_fn(|i| {
            let carried = if i + 1 < W { self.0[i + 1] << (64 - n) } else { 0 };
            self.0[i] >> n | carried
        }))
    }

    #[hot]
    fn bits(self, from: usize) -> u64 {
        let (index, shift) = (from / 64, from % 64);
        let next = if index + 1 < W { self.0[index + 1] } else { 0 };
        // In two steps, because shifting by all 64 bits is not defined.
        self.0[index] >> shift | next << 1 << (63 - shift)
    }

    #[hot]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[hot]
    fn contains(self, point: usize) -> bool {
        (self.0[point / 64] >> (point % 64)) & 1 != 0
    }

    #[hot]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[hot]
    fn first(self) -> usize {
        let index = self.0.iter().position(|&word| word != 0).expect("a point in the set");
        64 * index + self.0[index].trailing_zeros() as usize
    }

    #[hot]
    fn lowest(self) -> Self {
        let mut seen = false;
        Words(self.0.map(|word| {
            let lowest = if seen { 0 } else { word & word.wrapping_neg() };
            seen |= word != 0;
            lowest
        }))
    }

    #[hot]
    fn select(self, mut rank: u32) -> usize {
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                return 64 * index + select_bit(word, rank) as usize;
            }
            rank -= count;
        }
        unreachable!("the rank is below the number of points")
    }
}

/// The points of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Points<S>(pub S);

impl<S: PointSet> Points<S> {
    /// [`PointSet::random`].
    #[hot]
    pub fn random(self, rng: &mut Rng) -> usize {
        self.0.random(rng)
    }

    /// [`PointSet::best`].
    #[hot]
    pub fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        self.0.best(scores, rng)
    }
}

impl<S: PointSet> Iterator for Points<S> {
    type Item = usize;

    #[hot]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let point = self.0.first();
        self.0 = self.0 & !self.0.lowest();
        Some(point)
    }

    #[hot]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

/// The methods of [`Game`](cairn_core::Game) for a game whose moves are points and their own keys, to
/// be used in its `impl`. `$points` are those of a position, as [`Points`] or a type like it.
macro_rules! moves_are_points {
    ($move:ty, $self:ident => $points:expr) => {
        type Move = $move;

        const UNIQUE_KEYS: bool = true;

        #[hot]
        fn legal_moves(&$self) -> impl Iterator<Item = $move> {
            $points.map(|point| point as $move)
        }

        #[hot]
        fn key(&$self, point: $move) -> usize {
            point.into()
        }

        #[hot]
        fn random_playout_move(&$self, rng: &mut cairn_core::Rng) -> $move {
            $points.random(rng) as $move
        }

        #[hot]
        fn best_playout_move(&$self, scores: &[f32], rng: &mut cairn_core::Rng) -> $move {
            $points.best(scores, rng).expect("a playout move in an unfinished game") as $move
        }

        #[hot]
        fn best_legal_move(&$self, scores: &[f32], rng: &mut cairn_core::Rng) -> Option<$move> {
            Some($points.best(scores, rng)? as $move)
        }
    };
}
pub(crate) use moves_are_points;

//! Sets of points as bits: point `p` of the board is bit `p`.
//!
//! Two representations: [`Wide`] for boards whose points (and pass) fit 128 bits, [`Words`] for the
//! rest. Rules are written once, over [`PointSet`].

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{BitAnd, BitOr, Not};

use cairn_core::Rng;

use super::highest::highest;
use super::select::select_bit;

/// A set of points, one bit each.
#[hot]
pub trait PointSet:
    Copy + Eq + Hash + fmt::Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
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
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether `point` is in it.
    fn contains(self, point: usize) -> bool;

    /// How many points it has.
    fn count(self) -> u32 {
        let mut count = 0;
        for i in 0..Self::WORDS {
            count += self.word(i).count_ones();
        }
        count
    }

    /// The lowest point; the set must have one.
    fn first(self) -> usize;

    /// The set of just the lowest point, empty if there is none.
    fn lowest(self) -> Self;

    /// Removes the lowest point and returns it.
    fn pop(&mut self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let point = self.first();
        *self = *self & !self.lowest();
        Some(point)
    }

    /// The point that has `rank` lower points in the set; there must be one.
    fn select(self, rank: u32) -> usize;

    /// A random point, each with the same probability; there must be one.
    fn random(self, rng: &mut Rng) -> usize {
        self.select(rng.below(self.count()))
    }

    /// The same, but with a draw only if there are several points: how the Game contract breaks
    /// ties.
    fn break_tie(self, rng: &mut Rng) -> usize {
        match self.count() {
            1 => self.first(),
            count => self.select(rng.below(count)),
        }
    }

    /// The point with the highest score; of equals, one at random. `None` if all are −∞. `scores`
    /// has an entry for each point, then anything up to a multiple of 8.
    fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        Some(highest(self, scores, all)?.break_tie(rng))
    }
}

#[hot]
fn all<S>(points: S) -> S {
    points
}

/// Where the scores of points are. (A trait and not a closure, so that it is inlined for certain.)
pub(crate) trait Keys: Copy {
    /// The index of the score of a point: bit `bit` of word `word`.
    fn key_of(self, word: usize, bit: u32) -> usize;
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

impl Hash for Wide {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Words([self.word(0), self.word(1)]).hash(state);
    }
}

impl<const W: usize> Hash for Words<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            state.write_u64(word);
        }
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

#[hot]
impl PointSet for Wide {
    const WORDS: usize = 2;
    const EMPTY: Self = Wide(0);
    type Values<T: Copy> = [[T; 64]; 2];

    fn fill<T: Copy>(value: T) -> [[T; 64]; 2] {
        [[value; 64]; 2]
    }

    fn single(point: usize) -> Self {
        Wide(1 << point)
    }

    fn word(self, index: usize) -> u64 {
        (self.0 >> (64 * index)) as u64
    }

    fn from_words(mut word: impl FnMut(usize) -> u64) -> Self {
        Wide(u128::from(word(0)) | u128::from(word(1)) << 64)
    }

    fn higher(self, n: u32) -> Self {
        Wide(self.0 << n)
    }

    fn lower(self, n: u32) -> Self {
        Wide(self.0 >> n)
    }

    fn bits(self, from: usize) -> u64 {
        (self.0 >> from) as u64
    }

    fn contains(self, point: usize) -> bool {
        (self.0 >> point) & 1 != 0
    }

    fn first(self) -> usize {
        // The bare bits are a copy: a packed field cannot be borrowed.
        let bits = self.0;
        bits.trailing_zeros() as usize
    }

    fn lowest(self) -> Self {
        let bits = self.0;
        Wide(bits & bits.wrapping_neg())
    }

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

#[hot]
impl<const W: usize> PointSet for Words<W> {
    const WORDS: usize = W;
    const EMPTY: Self = Words([0; W]);
    type Values<T: Copy> = [[T; 64]; W];

    fn fill<T: Copy>(value: T) -> [[T; 64]; W] {
        [[value; 64]; W]
    }

    fn single(point: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[point / 64] = 1 << (point % 64);
        set
    }

    fn word(self, index: usize) -> u64 {
        self.0[index]
    }

    fn from_words(word: impl FnMut(usize) -> u64) -> Self {
        Words(core::array::from_fn(word))
    }

    fn higher(self, n: u32) -> Self {
        debug_assert!((1..64).contains(&n));
        Words(core::array::from_fn(|i| {
            let carried = if i > 0 { self.0[i - 1] >> (64 - n) } else { 0 };
            self.0[i] << n | carried
        }))
    }

    fn lower(self, n: u32) -> Self {
        debug_assert!((1..64).contains(&n));
        Words(core::array::from_fn(|i| {
            let carried = if i + 1 < W { self.0[i + 1] << (64 - n) } else { 0 };
            self.0[i] >> n | carried
        }))
    }

    fn bits(self, from: usize) -> u64 {
        let (index, shift) = (from / 64, from % 64);
        let next = if index + 1 < W { self.0[index + 1] } else { 0 };
        // In two steps, because shifting by all 64 bits is not defined.
        self.0[index] >> shift | next << 1 << (63 - shift)
    }

    fn contains(self, point: usize) -> bool {
        (self.0[point / 64] >> (point % 64)) & 1 != 0
    }

    fn first(self) -> usize {
        let index = self.0.iter().position(|&word| word != 0).expect("a point in the set");
        64 * index + self.0[index].trailing_zeros() as usize
    }

    fn lowest(self) -> Self {
        let mut seen = false;
        Words(self.0.map(|word| {
            let lowest = if seen { 0 } else { word & word.wrapping_neg() };
            seen |= word != 0;
            lowest
        }))
    }

    fn pop(&mut self) -> Option<usize> {
        for i in 0..W {
            let word = self.0[i];
            if word != 0 {
                self.0[i] = word & (word - 1);
                return Some(64 * i + word.trailing_zeros() as usize);
            }
        }
        None
    }

    fn select(self, mut rank: u32) -> usize {
        let mut index = 0;
        while index + 1 < W && rank >= self.0[index].count_ones() {
            rank -= self.0[index].count_ones();
            index += 1;
        }
        64 * index + select_bit(self.0[index], rank) as usize
    }
}

#[hot]
impl Words<1> {
    /// [`PointSet::best`], one point after the other: quicker if there are few.
    pub(crate) fn best_of_few(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let (mut best, mut equals, mut rest) = (f32::NEG_INFINITY, 0, self.0[0]);
        while rest != 0 {
            let score = scores[rest.trailing_zeros() as usize];
            let lowest = rest & rest.wrapping_neg();
            if score > best {
                (best, equals) = (score, lowest);
            } else if score == best && equals != 0 {
                equals |= lowest;
            }
            rest ^= lowest;
        }
        if equals == 0 { None } else { Some(Words([equals]).break_tie(rng)) }
    }
}

#[hot]
impl<const W: usize> Words<W> {
    /// [`PointSet::best`], where `keys` says which score is whose.
    pub(crate) fn best_by_key(
        &self,
        scores: &[f32],
        keys: impl Keys,
        rng: &mut Rng,
    ) -> Option<usize> {
        let mut best = f32::NEG_INFINITY;
        let mut equals = [0; W];
        let mut count = 0;
        for word in 0..W {
            let mut rest = self.0[word];
            while rest != 0 {
                let score = scores[keys.key_of(word, rest.trailing_zeros())];
                let lowest = rest & rest.wrapping_neg();
                if score > best {
                    best = score;
                    equals = [0; W];
                    equals[word] = lowest;
                    count = 1;
                } else if score == best && count != 0 {
                    equals[word] |= lowest;
                    count += 1;
                }
                rest ^= lowest;
            }
        }
        match count {
            0 => None,
            1 => Words(equals).pop(),
            _ => Some(Words(equals).random_branchless(rng)),
        }
    }

    /// [`PointSet::random`] for a set whose points are spread over all words: without branches, which
    /// would be mispredicted.
    pub(crate) fn random_branchless(&self, rng: &mut Rng) -> usize {
        let rank = rng.below(self.count());
        // The last word that starts at or below the rank.
        let (mut index, mut chosen, mut start, mut below) = (0, self.0[0], 0, 0);
        for i in 1..W {
            start += self.0[i - 1].count_ones();
            let reached = rank >= start;
            index = if reached { i } else { index };
            chosen = if reached { self.0[i] } else { chosen };
            below = if reached { start } else { below };
        }
        64 * index + select_bit(chosen, rank - below) as usize
    }
}

/// The points of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Points<S>(pub S);

#[hot]
impl<S: PointSet> Iterator for Points<S> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.0.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

/// The methods of [`Game`](cairn_core::Game) for a game whose moves are points and their own keys, to
/// be used in its `impl`. `$points` are those of a position, `$best` is the method that finds the best of
/// them, and `$count` is how many there are.
macro_rules! moves_are_points {
    ($move:ty, $self:ident => $points:expr, $best:ident) => {
        $crate::bits::moves_are_points!($move, $self => $points, $best, $points.count());
    };
    ($move:ty, $self:ident => $points:expr, $best:ident, $count:expr) => {
        type Move = $move;

        const UNIQUE_KEYS: bool = true;

        #[hot]
        fn legal_moves(&$self) -> impl Iterator<Item = $move> {
            $crate::bits::Points($points).map(|point| point as $move)
        }

        #[hot]
        fn key(&$self, point: $move) -> usize {
            point.into()
        }

        #[hot]
        fn random_playout_move(&$self, rng: &mut cairn_core::Rng) -> $move {
            $points.select(rng.below($count)) as $move
        }

        #[hot]
        fn best_playout_move(&$self, scores: &[f32], rng: &mut cairn_core::Rng) -> $move {
            $points.$best(scores, rng).expect("a playout move in an unfinished game") as $move
        }

        #[hot]
        fn best_legal_move(&$self, scores: &[f32], rng: &mut cairn_core::Rng) -> Option<$move> {
            Some($points.$best(scores, rng)? as $move)
        }
    };
}
pub(crate) use moves_are_points;

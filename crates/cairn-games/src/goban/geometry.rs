//! The shape of a board: which points are neighbours, which lie on the edge.
//!
//! Points are numbered row by row from A1, the bottom left corner: point `row · size + column`.

use core::fmt::Debug;

use super::chains::{ChainTable, Chains, ThreeColourLabel};
use crate::bits::highest;
use crate::bits::{PointSet, Wide, Words};

/// The smallest and the largest board.
pub const SIZES: core::ops::RangeInclusive<usize> = 2..=MAX_SIZE;

const MAX_SIZE: usize = 19;

/// The shape of a board and the sets of points that fit it.
///
/// [`Nine`] knows everything at compile time and is what makes 9×9 quick;
/// [`SmallSize`](super::SmallSize) and
/// [`AnySize`] look it up.
pub trait Geometry: Copy + Eq + Debug {
    /// Sets of this board's points, with room for one more bit: pass.
    type Set: PointSet;

    /// Room for this board's chains of two colours.
    type Chains: Chains;

    /// Room for this board's chains of three colours.
    type ThreeColours: Chains;

    /// Rows, and columns, of the board.
    fn size(self) -> usize;

    /// All points.
    fn board(self) -> Self::Set;

    /// All points but those of the first column.
    fn not_first_column(self) -> Self::Set;

    /// All points but those of the last column.
    fn not_last_column(self) -> Self::Set;

    /// The points with fewer than four neighbours.
    fn edge(self) -> Self::Set;

    /// The set of one point.
    fn single(self, point: usize) -> Self::Set;

    /// The neighbours of one point.
    fn neighbours(self, point: usize) -> Self::Set;

    /// The neighbours of one point one by one, a point beyond the board for each that is missing.
    fn four_neighbours(self, point: usize) -> [usize; 4];

    /// Of the keys in `keys` (points, and perhaps a pass) that share the highest score, those that
    /// `keep` keeps; if it keeps none, of those with the next lower score, and so on. `None` if
    /// nothing is left but −∞. `scores` has an entry for each key, then zeros up to a multiple of 8.
    fn highest(
        self,
        keys: Self::Set,
        scores: &[f32],
        keep: impl Fn(Self::Set) -> Self::Set,
    ) -> Option<Self::Set>;

    /// How many points there are; also the key of a pass.
    #[inline(always)]
    fn points(self) -> usize {
        self.size() * self.size()
    }

    /// The points one column to the right of `set`.
    #[inline(always)]
    fn right(self, set: Self::Set) -> Self::Set {
        (set & self.not_last_column()).higher(1)
    }

    /// The points one column to the left of `set`.
    #[inline(always)]
    fn left(self, set: Self::Set) -> Self::Set {
        (set & self.not_first_column()).lower(1)
    }

    /// The points one row above `set`, among them some beyond the board.
    #[inline(always)]
    fn up(self, set: Self::Set) -> Self::Set {
        set.higher(self.size() as u32)
    }

    /// The points one row below `set`.
    #[inline(always)]
    fn down(self, set: Self::Set) -> Self::Set {
        set.lower(self.size() as u32)
    }

    /// Every point that has a neighbour in `set`, and some beyond the board.
    #[inline(always)]
    fn around(self, set: Self::Set) -> Self::Set {
        self.up(set) | self.down(set) | self.right(set) | self.left(set)
    }

    /// Every point that has two neighbours or more in `set`, and some beyond the board.
    #[inline(always)]
    fn around_twice(self, set: Self::Set) -> Self::Set {
        let (a, b) = (self.up(set), self.down(set));
        let (c, d) = (self.right(set), self.left(set));
        (a & b) | (c & d) | ((a | b) & (c | d))
    }

    /// Every point that has three neighbours or more in `set`, and some beyond the board.
    #[inline(always)]
    fn around_thrice(self, set: Self::Set) -> Self::Set {
        let (a, b) = (self.up(set), self.down(set));
        let (c, d) = (self.right(set), self.left(set));
        (a & b & (c | d)) | (c & d & (a | b))
    }

    /// Every point that has a neighbour in `set`, straight or diagonally, or is in it, and some beyond
    /// the board.
    #[inline(always)]
    fn around_eight(self, set: Self::Set) -> Self::Set {
        let rows = set | self.right(set) | self.left(set);
        rows | self.up(rows) | self.down(rows)
    }

    /// The 5×5 points around `point` as 25 bits, row by row from the lower left; what is off the
    /// board has any value.
    #[inline(always)]
    fn window(self, set: Self::Set, point: usize) -> u32 {
        let size = self.size();
        let (row, column) = (point / size, point % size);
        let padded = set.higher(2);
        let mut window = 0;
        for i in 0..5 {
            // A row too low or too high is some other one.
            let at = (row + i).saturating_sub(2).min(size - 1) * size + column;
            window |= (padded.bits(at) as u32 & 0b1_1111) << (5 * i);
        }
        window
    }

    /// Which of the 5×5 points around `point` are off the board, like [`Geometry::window`].
    #[inline(always)]
    fn off_window(self, point: usize) -> u32 {
        off_window(self.size(), point)
    }

    /// `start` and everything connected to it through `through`.
    #[inline(always)]
    fn reach(self, start: Self::Set, through: Self::Set) -> Self::Set {
        let mut reached = start;
        loop {
            let grown = reached | (self.around(reached) & through);
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The stones, all of one colour, whose chains have no liberty among the `empty` points.
    #[inline(always)]
    fn dead(self, stones: Self::Set, empty: Self::Set) -> Self::Set {
        stones & !self.reach(stones & self.around(empty), stones)
    }

    /// The eyes of `own` stones: `empty` points all of whose neighbours are such stones, with fewer
    /// than two `hostile` ones on the diagonals, none at the edge.
    #[inline(always)]
    fn eyes(self, empty: Self::Set, own: Self::Set, hostile: Self::Set) -> Self::Set {
        let surrounded = empty & !self.around(self.board() & !own);
        if surrounded.is_empty() {
            return surrounded;
        }
        let (right, left) = (self.right(hostile), self.left(hostile));
        let (a, b) = (self.up(right), self.down(right));
        let (c, d) = (self.up(left), self.down(left));
        let two = (a & b) | (c & d) | ((a | b) & (c | d));
        let one = a | b | c | d;
        surrounded & !(two | (one & self.edge()))
    }
}

#[inline(always)]
const fn off_window(size: usize, point: usize) -> u32 {
    // How far the nearer two edges are, up to two: further does not matter.
    const fn up_to_two(distance: usize) -> usize {
        if distance < 2 { distance } else { 2 }
    }
    let (row, column) = (point / size, point % size);
    let (down, up) = (up_to_two(row), up_to_two(size - 1 - row));
    let (left, right) = (up_to_two(column), up_to_two(size - 1 - column));
    let columns = 0b11 >> left | 0b11000 << right & 0b11111;
    let all = 0x1ff_ffff;
    let rows = (all >> (15 + 5 * down)) | (all << (15 + 5 * up) & all);
    rows | (columns * 0b1_00001_00001_00001_00001)
}

/// What the sets of one board size are, in words of 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Shape<const W: usize> {
    pub(super) board: [u64; W],
    pub(super) not_first_column: [u64; W],
    pub(super) not_last_column: [u64; W],
    pub(super) edge: [u64; W],
}

impl<const W: usize> Shape<W> {
    pub(super) const fn new(size: usize) -> Self {
        let mut shape = Shape {
            board: [0; W],
            not_first_column: [0; W],
            not_last_column: [0; W],
            edge: [0; W],
        };
        let mut point = 0;
        while point < size * size {
            let (row, column) = (point / size, point % size);
            let (word, bit) = (point / 64, 1 << (point % 64));
            shape.board[word] |= bit;
            if column > 0 {
                shape.not_first_column[word] |= bit;
            }
            if column + 1 < size {
                shape.not_last_column[word] |= bit;
            }
            if row == 0 || column == 0 || row + 1 == size || column + 1 == size {
                shape.edge[word] |= bit;
            }
            point += 1;
        }
        shape
    }
}

/// The 9×9 board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nine;

const NINE: Shape<2> = Shape::new(9);

/// Each point as a set, and its neighbours: loading sixteen bytes beats shifting a one so far.
static NINE_POINTS: [(Wide, Wide); 81] = {
    let mut table = [(Wide(0), Wide(0)); 81];
    let mut point = 0;
    while point < 81 {
        let mut near = 0;
        if point % 9 > 0 {
            near |= 1 << (point - 1);
        }
        if point % 9 < 8 {
            near |= 1 << (point + 1);
        }
        if point >= 9 {
            near |= 1 << (point - 9);
        }
        if point < 72 {
            near |= 1 << (point + 9);
        }
        table[point] = (Wide(1 << point), Wide(near));
        point += 1;
    }
    table
};

static NINE_NEIGHBOURS: [[u8; 4]; 81] = {
    let mut table = [[81; 4]; 81];
    let mut point = 0;
    while point < 81 {
        if point % 9 > 0 {
            table[point][0] = point as u8 - 1;
        }
        if point % 9 < 8 {
            table[point][1] = point as u8 + 1;
        }
        if point >= 9 {
            table[point][2] = point as u8 - 9;
        }
        if point < 72 {
            table[point][3] = point as u8 + 9;
        }
        point += 1;
    }
    table
};

static NINE_OFF_WINDOWS: [u32; 81] = {
    let mut table = [0; 81];
    let mut point = 0;
    while point < 81 {
        table[point] = off_window(9, point);
        point += 1;
    }
    table
};

pub(super) const fn wide(words: [u64; 2]) -> Wide {
    Wide(words[0] as u128 | (words[1] as u128) << 64)
}

impl Geometry for Nine {
    type Set = Wide;
    type Chains = ChainTable<u8, 128>;
    type ThreeColours = ChainTable<ThreeColourLabel, 128>;

    #[inline(always)]
    fn size(self) -> usize {
        9
    }

    #[inline(always)]
    fn board(self) -> Wide {
        const { wide(NINE.board) }
    }

    #[inline(always)]
    fn not_first_column(self) -> Wide {
        const { wide(NINE.not_first_column) }
    }

    #[inline(always)]
    fn not_last_column(self) -> Wide {
        const { wide(NINE.not_last_column) }
    }

    #[inline(always)]
    fn edge(self) -> Wide {
        const { wide(NINE.edge) }
    }

    #[inline(always)]
    fn single(self, point: usize) -> Wide {
        NINE_POINTS[point].0
    }

    #[inline(always)]
    fn neighbours(self, point: usize) -> Wide {
        NINE_POINTS[point].1
    }

    #[inline(always)]
    fn four_neighbours(self, point: usize) -> [usize; 4] {
        NINE_NEIGHBOURS[point].map(usize::from)
    }

    #[inline(always)]
    fn window(self, set: Wide, point: usize) -> u32 {
        // Moved up by two rows and two columns, the window begins at the point: one shift for all.
        let rows = set.higher(20).bits(point);
        let row = |i: u32| (rows >> (9 * i) & 0b1_1111) << (5 * i);
        (row(0) | row(1) | row(2) | row(3) | row(4)) as u32
    }

    #[inline(always)]
    fn off_window(self, point: usize) -> u32 {
        NINE_OFF_WINDOWS[point]
    }

    #[inline(always)]
    fn highest(self, keys: Wide, scores: &[f32], keep: impl Fn(Wide) -> Wide) -> Option<Wide> {
        highest(keys, &scores[..88], keep)
    }
}

/// A square board of a size chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnySize(u8);

/// 19² points and a pass.
const MAX_WORDS: usize = (MAX_SIZE * MAX_SIZE + 1).div_ceil(64);

static SHAPES: [Shape<MAX_WORDS>; MAX_SIZE + 1] = {
    let mut shapes = [Shape::new(0); MAX_SIZE + 1];
    let mut size = *SIZES.start();
    while size <= MAX_SIZE {
        shapes[size] = Shape::new(size);
        size += 1;
    }
    shapes
};

impl AnySize {
    /// The `size` × `size` board, if `size` is one of [`SIZES`].
    pub fn new(size: usize) -> Option<Self> {
        SIZES.contains(&size).then_some(AnySize(size as u8))
    }

    #[inline(always)]
    fn shape(self) -> &'static Shape<MAX_WORDS> {
        &SHAPES[self.0 as usize]
    }
}

impl Geometry for AnySize {
    type Set = Words<MAX_WORDS>;
    type Chains = ChainTable<u16, 512>;
    type ThreeColours = ChainTable<ThreeColourLabel, 512>;

    #[inline(always)]
    fn size(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    fn board(self) -> Self::Set {
        Words(self.shape().board)
    }

    #[inline(always)]
    fn not_first_column(self) -> Self::Set {
        Words(self.shape().not_first_column)
    }

    #[inline(always)]
    fn not_last_column(self) -> Self::Set {
        Words(self.shape().not_last_column)
    }

    #[inline(always)]
    fn edge(self) -> Self::Set {
        Words(self.shape().edge)
    }

    #[inline(always)]
    fn single(self, point: usize) -> Self::Set {
        Self::Set::single(point)
    }

    #[inline(always)]
    fn neighbours(self, point: usize) -> Self::Set {
        self.around(Self::Set::single(point)) & self.board()
    }

    #[inline(always)]
    fn four_neighbours(self, point: usize) -> [usize; 4] {
        let (size, points) = (self.size(), self.points());
        let either = |on_board: bool, near: usize| if on_board { near } else { points };
        [
            either(self.not_first_column().contains(point), point.wrapping_sub(1)),
            either(self.not_last_column().contains(point), point + 1),
            either(point >= size, point.wrapping_sub(size)),
            either(point + size < points, point + size),
        ]
    }

    #[inline(always)]
    fn highest(
        self,
        keys: Self::Set,
        scores: &[f32],
        keep: impl Fn(Self::Set) -> Self::Set,
    ) -> Option<Self::Set> {
        highest(keys, scores, keep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Points;

    #[test]
    fn nine_is_any_size_nine() {
        let any = AnySize::new(9).unwrap();
        assert_eq!(Nine.points(), any.points());
        for i in 0..2 {
            assert_eq!(Nine.board().word(i), any.board().word(i));
            assert_eq!(Nine.edge().word(i), any.edge().word(i));
        }
        for point in 0..81 {
            assert!(Points(Nine.neighbours(point)).eq(Points(any.neighbours(point))));
        }
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for size in SIZES {
            let board = AnySize::new(size).unwrap();
            let mut edges = 0;
            for point in 0..size * size {
                let (row, column) = ((point / size) as isize, (point % size) as isize);
                for other in 0..size * size {
                    let (r, c) = ((other / size) as isize, (other % size) as isize);
                    let near = (row - r).abs() + (column - c).abs() == 1;
                    assert_eq!(board.neighbours(point).contains(other), near);
                }
                let inside = board.neighbours(point).count() == 4;
                assert_eq!(board.edge().contains(point), !inside);
                edges += usize::from(!inside);
            }
            assert_eq!(edges, 4 * size - 4);
        }
        assert_eq!(AnySize::new(1), None);
        assert_eq!(AnySize::new(20), None);
    }
}

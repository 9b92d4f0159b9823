//! The shape of a board: which points are neighbours, which lie on the edge.
//!
//! Points are numbered row by row from A1, the bottom left corner: point `row · size + column`.

use core::fmt::Debug;

use super::chains::{ChainTable, Chains, LargeLabel, SmallLabel, ThreeColourLabel};
use crate::bits::{PointSet, SQUARES, Shape, Wide, Words, highest};

/// The smallest and the largest board.
pub const SIZES: core::ops::RangeInclusive<usize> = 2..=19;

/// The shape of a board and the sets of points that fit it.
///
/// [`Nine`] knows everything at compile time and is what makes 9×9 quick; [`SmallSize`] and
/// [`AnySize`] look it up.
#[hot]
pub trait Geometry: Copy + Eq + Debug {
    /// Sets of this board's points, with room for one more bit: pass.
    type Set: PointSet;

    /// Room for this board's chains of two colours.
    type Chains: Chains;

    /// Room for this board's chains of three colours.
    type ThreeColours: Chains;

    /// Rows, and columns, of the board.
    fn size(self) -> usize;

    /// The sets of points that make the board.
    fn shape(self) -> Shape<Self::Set>;

    /// All points.
    fn board(self) -> Self::Set {
        self.shape().board
    }

    /// The points with fewer than four neighbours.
    fn edge(self) -> Self::Set {
        self.shape().edge
    }

    /// The set of one point.
    fn single(self, point: usize) -> Self::Set {
        Self::Set::single(point)
    }

    /// The neighbours of one point.
    fn neighbours(self, point: usize) -> Self::Set;

    /// The neighbours of one point one by one, a point beyond the board for each that is missing.
    fn four_neighbours(self, point: usize) -> [usize; 4];

    /// Of the keys in `keys` (points, and perhaps a pass) that share the highest score, those that
    /// `keep` keeps; if it keeps none, of those with the next lower score, and so on. `None` if only
    /// scores of −∞ are left. `scores` has an entry for each key, then zeros up to a multiple of 8.
    fn highest(
        self,
        keys: Self::Set,
        scores: &[f32],
        keep: impl Fn(Self::Set) -> Self::Set,
    ) -> Option<Self::Set> {
        highest(keys, scores, keep)
    }

    /// How many points there are; also the key of a pass.
    fn points(self) -> usize {
        self.size() * self.size()
    }

    /// The points one column to the right of `set`.
    fn right(self, set: Self::Set) -> Self::Set {
        (set & self.shape().not_last_column).higher(1)
    }

    /// The points one column to the left of `set`.
    fn left(self, set: Self::Set) -> Self::Set {
        (set & self.shape().not_first_column).lower(1)
    }

    /// The points one row above `set`, among them some beyond the board.
    fn up(self, set: Self::Set) -> Self::Set {
        set.higher(self.size() as u32)
    }

    /// The points one row below `set`.
    fn down(self, set: Self::Set) -> Self::Set {
        set.lower(self.size() as u32)
    }

    /// Every point that has a neighbour in `set`, and some beyond the board.
    fn around(self, set: Self::Set) -> Self::Set {
        self.up(set) | self.down(set) | self.right(set) | self.left(set)
    }

    /// Every point that has two neighbours or more in `set`, and some beyond the board.
    fn around_twice(self, set: Self::Set) -> Self::Set {
        let (a, b) = (self.up(set), self.down(set));
        let (c, d) = (self.right(set), self.left(set));
        (a & b) | (c & d) | ((a | b) & (c | d))
    }

    /// Every point that has three neighbours or more in `set`, and some beyond the board.
    fn around_thrice(self, set: Self::Set) -> Self::Set {
        let (a, b) = (self.up(set), self.down(set));
        let (c, d) = (self.right(set), self.left(set));
        (a & b & (c | d)) | (c & d & (a | b))
    }

    /// Every point that has a neighbour in `set`, straight or diagonally, or is in it, and some beyond
    /// the board.
    fn around_eight(self, set: Self::Set) -> Self::Set {
        let rows = set | self.right(set) | self.left(set);
        rows | self.up(rows) | self.down(rows)
    }

    /// The 5×5 points around `point` as 25 bits, row by row from the lower left; what is off the
    /// board has any value.
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
    fn off_window(self, point: usize) -> u32 {
        off_window(self.size(), point)
    }

    /// `start` and everything connected to it through `through`.
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
    fn dead(self, stones: Self::Set, empty: Self::Set) -> Self::Set {
        stones & !self.reach(stones & self.around(empty), stones)
    }

    /// The eyes of `own` stones: `empty` points all of whose neighbours are such stones, with fewer
    /// than two `hostile` ones on the diagonals, none at the edge.
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

#[hot]
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

/// What is looked up for one size of board with up to `N` points.
struct Tables<const N: usize> {
    shape: Shape<Wide>,
    /// The neighbours of each point, as a set and one by one.
    near: [Wide; N],
    four: [[u8; 4]; N],
}

impl<const N: usize> Tables<N> {
    const fn new(size: usize) -> Self {
        let points = size * size;
        let mut tables =
            Tables { shape: Shape::small(size), near: [Wide(0); N], four: [[0; 4]; N] };
        let mut point = 0;
        while point < points {
            let four = [
                if point % size > 0 { point - 1 } else { points },
                if point % size + 1 < size { point + 1 } else { points },
                if point >= size { point - size } else { points },
                if point + size < points { point + size } else { points },
            ];
            let (mut i, mut near) = (0, 0);
            while i < 4 {
                tables.four[point][i] = four[i] as u8;
                near |= (four[i] < points) as u128 * (1 << (four[i] % 128));
                i += 1;
            }
            tables.near[point] = Wide(near);
            point += 1;
        }
        tables
    }
}

/// The 9×9 board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nine;

static NINE: Tables<81> = Tables::new(9);

/// Each point as a set: loading sixteen bytes beats shifting a one so far.
static NINE_POINTS: [Wide; 81] = {
    let mut table = [Wide(0); 81];
    let mut point = 0;
    while point < 81 {
        table[point] = Wide(1 << point);
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

#[hot]
impl Geometry for Nine {
    type Set = Wide;
    type Chains = ChainTable<SmallLabel, 128>;
    type ThreeColours = ChainTable<ThreeColourLabel, 128>;

    fn size(self) -> usize {
        9
    }

    fn shape(self) -> Shape<Wide> {
        const { Shape::small(9) }
    }

    fn single(self, point: usize) -> Wide {
        NINE_POINTS[point]
    }

    fn neighbours(self, point: usize) -> Wide {
        NINE.near[point]
    }

    fn four_neighbours(self, point: usize) -> [usize; 4] {
        NINE.four[point].map(usize::from)
    }

    fn window(self, set: Wide, point: usize) -> u32 {
        // Moved up by two rows and two columns, the window begins at the point: one shift for all.
        let rows = set.higher(20).bits(point);
        let row = |i: u32| (rows >> (9 * i) & 0b1_1111) << (5 * i);
        (row(0) | row(1) | row(2) | row(3) | row(4)) as u32
    }

    fn off_window(self, point: usize) -> u32 {
        NINE_OFF_WINDOWS[point]
    }

    fn highest(self, keys: Wide, scores: &[f32], keep: impl Fn(Wide) -> Wide) -> Option<Wide> {
        highest(keys, &scores[..88], keep)
    }
}

/// A square board of up to 11×11 points, the size chosen at run time: its points and pass fit 128
/// bits, and its chains the small table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallSize(u8);

const MAX_SMALL: usize = 11;

static SMALL: [Tables<{ MAX_SMALL * MAX_SMALL }>; MAX_SMALL + 1] = {
    let mut boards = [const { Tables::new(0) }; MAX_SMALL + 1];
    let mut size = *SIZES.start();
    while size <= MAX_SMALL {
        boards[size] = Tables::new(size);
        size += 1;
    }
    boards
};

impl SmallSize {
    /// The `size` × `size` board, if `size` is 2 to 11.
    pub fn new(size: usize) -> Option<Self> {
        (*SIZES.start()..=MAX_SMALL).contains(&size).then_some(SmallSize(size as u8))
    }
}

#[hot]
impl Geometry for SmallSize {
    type Set = Wide;
    type Chains = ChainTable<SmallLabel, 128>;
    type ThreeColours = ChainTable<ThreeColourLabel, 128>;

    fn size(self) -> usize {
        self.0 as usize
    }

    fn shape(self) -> Shape<Wide> {
        SMALL[self.0 as usize].shape
    }

    fn neighbours(self, point: usize) -> Wide {
        SMALL[self.0 as usize].near[point]
    }

    fn four_neighbours(self, point: usize) -> [usize; 4] {
        SMALL[self.0 as usize].four[point].map(usize::from)
    }
}

/// A square board of a size chosen at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnySize(u8);

impl AnySize {
    /// The `size` × `size` board, if `size` is one of [`SIZES`].
    pub fn new(size: usize) -> Option<Self> {
        SIZES.contains(&size).then_some(AnySize(size as u8))
    }
}

#[hot]
impl Geometry for AnySize {
    type Set = Words<6>;
    type Chains = ChainTable<LargeLabel, 512>;
    type ThreeColours = ChainTable<ThreeColourLabel, 512>;

    fn size(self) -> usize {
        self.0 as usize
    }

    fn shape(self) -> Shape<Self::Set> {
        SQUARES[self.0 as usize]
    }

    fn neighbours(self, point: usize) -> Self::Set {
        self.around(Self::Set::single(point)) & self.board()
    }

    fn four_neighbours(self, point: usize) -> [usize; 4] {
        let (size, points, shape) = (self.size(), self.points(), self.shape());
        let either = |on_board: bool, near: usize| if on_board { near } else { points };
        [
            either(shape.not_first_column.contains(point), point.wrapping_sub(1)),
            either(shape.not_last_column.contains(point), point + 1),
            either(point >= size, point.wrapping_sub(size)),
            either(point + size < points, point + size),
        ]
    }
}

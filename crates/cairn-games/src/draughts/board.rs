//! The board of English draughts: steps, and a table of every capture there can be.
//!
//! The 32 dark squares are numbered as in books, from 1 in Black's corner to 32 in White's; here from
//! 0. Rows count from Black's side, the top of a diagram, and have four squares each:
//!
//! ```text
//!     0   1   2   3      direction 0: down to the left, 1: down to the right,
//!   4   5   6   7                  2: up to the left,   3: up to the right
//!     8   9  10  11
//!  12  13  14  15        The opposite of direction d is 3 - d, as the square
//!         …              opposite square s is 31 - s.
//! ```

/// Squares on the board.
pub(super) const SQUARES: usize = 32;

/// The row in which a man of each player becomes a king.
pub(super) const LAST_ROW: [u32; 2] = [0xf000_0000, 0x0000_000f];

/// Rows 0, 2, 4 and 6: their squares are in the second, fourth, sixth and eighth columns.
const EVEN: u32 = 0x0f0f_0f0f;
/// The leftmost and the rightmost squares of all rows.
const FIRST: u32 = 0x1111_1111;
const LAST: u32 = 0x8888_8888;

/// The neighbours of the squares of a set in one direction.
#[hot]
pub(super) const fn shifted(set: u32, direction: usize) -> u32 {
    match direction {
        0 => (set & EVEN) << 4 | (set & !EVEN & !FIRST) << 3,
        1 => (set & EVEN & !LAST) << 5 | (set & !EVEN) << 4,
        2 => (set & EVEN) >> 4 | (set & !EVEN & !FIRST) >> 5,
        _ => (set & EVEN & !LAST) >> 3 | (set & !EVEN) >> 4,
    }
}

/// The neighbours of the squares of a set in the opposite direction.
#[hot]
pub(super) const fn shifted_back(set: u32, direction: usize) -> u32 {
    shifted(set, 3 - direction)
}

/// `STEP_KEYS[direction][square]`: the steps are numbered without gaps, direction by direction.
pub(super) const STEP_KEYS: [[u8; SQUARES]; 4] = {
    let mut keys = [[0; SQUARES]; 4];
    let (mut index, mut next) = (0, 0);
    while index < 4 * SQUARES {
        let (direction, square) = (index / SQUARES, index % SQUARES);
        if shifted(1 << square, direction) != 0 {
            keys[direction][square] = next;
            next += 1;
        }
        index += 1;
    }
    keys
};

/// How many steps there are.
const STEPS: usize = 98;

/// The squares that a capturing piece comes to: jumps never leave one of four groups of eight, and go
/// over nine places. The groups look alike but for their place on the board, and two are the mirror
/// images of the others. So one table serves all of them.
const GROUPS: usize = 4;
const NODES: usize = 8;
const PLACES: usize = 9;

/// The squares of each group.
static NODE_SQUARES: [[u8; NODES]; GROUPS] = SQUARES_OF.0;

/// The places between them, filled up to a power of two.
static PLACE_SQUARES: [[u8; 16]; GROUPS] = SQUARES_OF.1;

const SQUARES_OF: ([[u8; NODES]; GROUPS], [[u8; 16]; GROUPS]) = {
    let (mut nodes, mut places) = ([[0; NODES]; GROUPS], [[0; 16]; GROUPS]);
    let mut group = 0;
    while group < GROUPS {
        let mut index = 0;
        while index < PLACES {
            let (row, column) = place(index);
            places[group][index] = on_board(group, row, column);
            if index < NODES {
                let (row, column) = node(index);
                nodes[group][index] = on_board(group, row, column);
            }
            index += 1;
        }
        group += 1;
    }
    (nodes, places)
};

/// `IN_GROUP[square]`: its group and its number there.
static IN_GROUP: [(u8, u8); SQUARES] = {
    let mut found = [(0, 0); SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let (group, node) = (index / NODES, index % NODES);
        found[SQUARES_OF.0[group][node] as usize] = (group as u8, node as u8);
        index += 1;
    }
    found
};

/// Row and column of a square of the first group: 0, 2, 9, 11, 16, 18, 25 and 27.
const fn node(index: usize) -> (usize, usize) {
    let row = index / 2;
    (2 * row, 1 + 4 * (index % 2) + 2 * (row % 2))
}

/// Row and column of a place of the first group.
const fn place(index: usize) -> (usize, usize) {
    (1 + 2 * (index / 3), 2 + 2 * (index % 3))
}

/// The square of a group that corresponds to a row and column of the first: odd groups are mirrored,
/// and the last two are a row lower and a column to the left.
const fn on_board(group: usize, row: usize, column: usize) -> u8 {
    let column = if group.is_multiple_of(2) { column } else { 8 - column };
    (4 * (row + group / 2) + (column - group / 2) / 2) as u8
}

/// A capture in a group: a path of jumps, each over a piece to the square behind it, and none twice
/// over the same piece.
#[derive(Clone, Copy)]
struct Path {
    /// The places jumped over, a bit each; above them the squares where it begins and ends.
    bits: u16,
    /// The number of the next path that does not begin with this one; above it the place of the last
    /// jump, and whether that goes down the board.
    more: u16,
    /// The key: see [`PATHS`].
    key: u8,
}

/// How many paths a group has, and how many of them cannot go on.
const COUNT: usize = 332;
const LONGEST: usize = 106;

/// How many captures there are.
pub(super) const CAPTURES: usize = GROUPS * COUNT;

/// The number of keys.
pub(super) const KEYS: usize = STEPS + GROUPS * LONGEST;

/// Every path: a tree for each square, written down from the root. So the paths that continue a path
/// come right after it.
///
/// A position in which a capture is legal has no legal capture that continues it, because a piece
/// must capture as long as it can. So a capture and those that continue it need different keys only
/// where they fork: a key is the number of paths earlier in the table that cannot go on.
static PATHS: [Path; COUNT] = TABLE.paths;

/// The first path from each square of the group, and the end of the table.
static FROM: [u16; NODES + 1] = TABLE.from;

struct Table {
    paths: [Path; COUNT],
    count: usize,
    key: usize,
    from: [u16; NODES + 1],
}

const TABLE: Table = {
    const NOTHING: Path = Path { bits: 0, more: 0, key: 0 };
    let mut table = Table { paths: [NOTHING; COUNT], count: 0, key: 0, from: [0; NODES + 1] };
    let mut square = 0;
    while square < NODES {
        table.extend(square, square, 0);
        square += 1;
        table.from[square] = table.count as u16;
    }
    assert!(table.count == COUNT && table.key == LONGEST);
    table
};

impl Table {
    /// Adds the paths that begin on `from`, have come to `at` over the places `over`, and go on.
    const fn extend(&mut self, from: usize, at: usize, over: u16) {
        let mut to = 0;
        while to < NODES {
            let ((row, column), (end_row, end_column)) = (node(at), node(to));
            let middle = ((row + end_row) / 2, (column + end_column) / 2);
            let index = 3 * (middle.0 / 2) + middle.1.saturating_sub(2) / 2;
            if row.abs_diff(end_row) == 2
                && column.abs_diff(end_column) == 2
                && over >> index & 1 == 0
            {
                let (number, key) = (self.count, self.key);
                let over = over | 1 << index;
                self.count += 1;
                self.extend(from, to, over);
                if self.count == number + 1 {
                    self.key += 1; // It cannot go on.
                }
                let down = if end_row > row { 1 << 13 } else { 0 };
                self.paths[number] = Path {
                    bits: over | (from as u16) << 9 | (to as u16) << 12,
                    more: self.count as u16 | (index as u16) << 9 | down,
                    key: key as u8,
                };
            }
            to += 1;
        }
    }
}

impl Path {
    #[hot]
    fn next(self) -> u16 {
        self.more & 0x1ff
    }

    /// The place of the last jump.
    #[hot]
    fn place(self) -> usize {
        usize::from(self.more >> 9 & 15)
    }

    #[hot]
    fn goes_down(self) -> bool {
        self.more >> 13 != 0
    }

    #[hot]
    fn from(self) -> usize {
        usize::from(self.bits >> 9 & 7)
    }

    #[hot]
    fn to(self) -> usize {
        usize::from(self.bits >> 12 & 7)
    }
}

/// A capture on the board.
#[derive(Clone, Copy)]
pub(super) struct Capture {
    group: usize,
    path: Path,
}

impl Capture {
    /// The capture with a number below [`CAPTURES`]; higher ones are some capture.
    #[hot]
    pub fn new(number: usize) -> Self {
        let number = number.min(CAPTURES - 1);
        Capture { group: number / COUNT, path: PATHS[number % COUNT] }
    }

    #[hot]
    pub fn from(self) -> usize {
        NODE_SQUARES[self.group][self.path.from()].into()
    }

    #[hot]
    pub fn to(self) -> usize {
        NODE_SQUARES[self.group][self.path.to()].into()
    }

    /// The squares jumped over.
    #[hot]
    pub fn captured(self) -> u32 {
        let mut places = self.path.bits & 0x1ff;
        let mut squares = 0;
        while places != 0 {
            squares |= 1 << PLACE_SQUARES[self.group][places.trailing_zeros() as usize];
            places &= places - 1;
        }
        squares
    }

    #[hot]
    pub fn key(self) -> usize {
        STEPS + LONGEST * self.group + usize::from(self.path.key)
    }
}

/// Calls `each` with every square that a capture comes to, the last one too.
pub(super) fn path(number: usize, mut each: impl FnMut(u8)) {
    let (group, number) = (number / COUNT % GROUPS, (number % COUNT) as u16);
    let mut index = FROM[PATHS[usize::from(number)].from()];
    while index <= number {
        let path = PATHS[usize::from(index)];
        if number < path.next() {
            each(NODE_SQUARES[group][path.to()]);
            index += 1;
        } else {
            index = path.next();
        }
    }
}

/// The legal captures, piece by piece, as numbers.
pub(super) struct Captures {
    /// The pieces that can capture and have not had their turn, and which of them are kings.
    pieces: u32,
    kings: u32,
    /// Whether men go down the board.
    men_go_down: bool,
    enemies: u32,
    empty: u32,
    /// The piece whose turn it is: the next path of its group, the end of those that begin on its
    /// square, where it may land, and whether it is a king.
    group: usize,
    index: u16,
    end: u16,
    landing: u32,
    king: bool,
}

impl Captures {
    #[hot]
    pub fn new(pieces: u32, kings: u32, men_go_down: bool, enemies: u32, empty: u32) -> Self {
        let (group, index, end, landing, king) = (0, 0, 0, 0, false);
        Captures { pieces, kings, men_go_down, enemies, empty, group, index, end, landing, king }
    }

    /// Whether the last jump of a path is possible, if the others are.
    #[hot]
    fn allows(&self, path: Path) -> bool {
        let over = PLACE_SQUARES[self.group][path.place()];
        let to = NODE_SQUARES[self.group][path.to()];
        let jump = self.enemies >> over & self.landing >> to & 1 != 0;
        jump && (self.king || path.goes_down() == self.men_go_down)
    }
}

impl Iterator for Captures {
    type Item = u16;

    #[hot]
    fn next(&mut self) -> Option<u16> {
        loop {
            if self.index == self.end {
                if self.pieces == 0 {
                    return None;
                }
                let piece = self.pieces & self.pieces.wrapping_neg();
                let (group, node) = IN_GROUP[piece.trailing_zeros() as usize];
                self.pieces ^= piece;
                self.king = self.kings & piece != 0;
                self.landing = self.empty | piece;
                self.group = group.into();
                let node = usize::from(node);
                (self.index, self.end) = (FROM[node], FROM[node + 1]);
            }
            let number = self.index;
            let path = PATHS[usize::from(number)];
            if !self.allows(path) {
                self.index = path.next();
                continue;
            }
            // A piece that can go on must.
            let mut longer = number + 1;
            while longer < path.next() && !self.allows(PATHS[usize::from(longer)]) {
                longer = PATHS[usize::from(longer)].next();
            }
            self.index = longer;
            if longer == path.next() {
                return Some(COUNT as u16 * self.group as u16 + number);
            }
        }
    }
}

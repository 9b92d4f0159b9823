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

/// The directions in which the men of each player go.
pub(super) const FORWARD: [u8; 2] = [0b0011, 0b1100];

/// All directions: those of a king.
pub(super) const EVERYWHERE: u8 = 0b1111;

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
const STEPS: u16 = 98;

/// A capture: a path of jumps, each over a piece to the square behind it, and none twice over the
/// same piece.
#[derive(Clone, Copy)]
pub(super) struct Capture {
    /// The squares jumped over.
    pub captured: u32,
    /// The number of the next capture that does not begin with this one.
    pub next: u16,
    /// The key: see [`CAPTURES`].
    pub key: u16,
    pub from: u8,
    pub to: u8,
    /// The square that the last jump goes over, and its direction.
    pub over: u8,
    pub direction: u8,
}

/// How many captures there are on the board, and how many of them cannot go on.
pub(super) const COUNT: usize = 1328;
const LONGEST: u16 = 424;

/// The number of keys.
pub(super) const KEYS: usize = (STEPS + LONGEST) as usize;

/// Every capture that some position allows: a tree for each square, written down from the root. So
/// the captures that continue a capture come right after it.
///
/// A position in which a capture is legal has no legal capture that continues it, because a piece
/// must capture as long as it can. So a capture and those that continue it need different keys only
/// where they fork: a key is the number of captures earlier in the table that cannot go on.
///
/// Jumps go from a square to one of seven others, over nine places, so a piece captures nine at most.
pub(super) static CAPTURES: [Capture; COUNT] = TABLE.captures;

/// The first capture from each square, and the end of the table.
pub(super) static FROM: [u16; SQUARES + 1] = TABLE.from;

struct Table {
    captures: [Capture; COUNT],
    count: usize,
    key: u16,
    from: [u16; SQUARES + 1],
}

const TABLE: Table = {
    const NOTHING: Capture =
        Capture { captured: 0, next: 0, key: 0, from: 0, to: 0, over: 0, direction: 0 };
    let mut table =
        Table { captures: [NOTHING; COUNT], count: 0, key: STEPS, from: [0; SQUARES + 1] };
    let mut square = 0;
    while square < SQUARES {
        table.extend(square as u8, square as u8, 0);
        square += 1;
        table.from[square] = table.count as u16;
    }
    assert!(table.count == COUNT && table.key == STEPS + LONGEST);
    table
};

impl Table {
    /// Adds the captures that begin on `from`, have come to `at` over the squares `captured`, and go
    /// on.
    const fn extend(&mut self, from: u8, at: u8, captured: u32) {
        let mut direction = 0;
        while direction < 4 {
            let over = shifted(1 << at, direction);
            let to = shifted(over, direction);
            if to != 0 && captured & over == 0 {
                let (index, captured) = (self.count, captured | over);
                let (to, over) = (to.trailing_zeros() as u8, over.trailing_zeros() as u8);
                self.count += 1;
                let key = self.key;
                self.extend(from, to, captured);
                if self.count == index + 1 {
                    self.key += 1; // It cannot go on.
                }
                self.captures[index] = Capture {
                    captured,
                    next: self.count as u16,
                    key,
                    from,
                    to,
                    over,
                    direction: direction as u8,
                };
            }
            direction += 1;
        }
    }
}

/// Calls `each` with every square that a capture comes to, the last one too.
pub(super) fn path(capture: usize, mut each: impl FnMut(u8)) {
    let mut index = usize::from(FROM[usize::from(CAPTURES[capture].from)]);
    while index <= capture {
        let jump = &CAPTURES[index];
        if capture < jump.next.into() {
            each(jump.to);
            index += 1;
        } else {
            index = jump.next.into();
        }
    }
}

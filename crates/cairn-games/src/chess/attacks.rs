//! What pieces attack on a board: lines, steps and where they end.
//!
//! A square is a number, `8 · row + column` from a1; a set of squares is a word. Two ideas replace the
//! usual tables of slider attacks:
//!
//! - *Hyperbola quintessence* (as the chess programming community calls it): subtracting a slider from
//!   the occupied squares of its line borrows up to the first blocker, and the same on the board turned
//!   upside down finds the blocker on the other side. Turning a board over is one instruction that
//!   reverses bytes. It works on columns and diagonals; a row is one byte, so its attacks are looked up
//!   in 512 bytes.
//! - Whether a slider attacks *one* square needs no attacks at all: only the squares between the two on
//!   the line that both are on ([`between`]).

/// The first column.
pub const COLUMN_A: u64 = 0x0101_0101_0101_0101;

/// The last column.
pub const COLUMN_H: u64 = COLUMN_A << 7;

/// The first row and the last one, where pawns promote.
pub const LAST_ROWS: u64 = 0xff00_0000_0000_00ff;

/// The light squares.
pub const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

/// The lines through a square, without the square itself.
#[derive(Clone, Copy)]
struct Lines {
    /// From the lower left to the upper right.
    rising: u64,
    /// From the upper left to the lower right.
    falling: u64,
}

static LINES: [Lines; 64] = {
    let mut lines = [Lines { rising: 0, falling: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        lines[square].rising = steps(square, &[(1, 1), (-1, -1)], 7);
        lines[square].falling = steps(square, &[(1, -1), (-1, 1)], 7);
        square += 1;
    }
    lines
};

const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

const KING_STEPS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

static KNIGHT: [u64; 64] = from_every_square(&KNIGHT_STEPS);
static KING: [u64; 64] = from_every_square(&KING_STEPS);

const fn from_every_square(directions: &[(i32, i32)]) -> [u64; 64] {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        sets[square] = steps(square, directions, 1);
        square += 1;
    }
    sets
}

/// The squares that are up to `most` steps away in one of the directions.
const fn steps(square: usize, directions: &[(i32, i32)], most: u32) -> u64 {
    let mut set = 0;
    let mut index = 0;
    while index < directions.len() {
        let (right, up) = directions[index];
        let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + up);
        let mut count = 0;
        while count < most && column >= 0 && column < 8 && row >= 0 && row < 8 {
            set |= 1 << (8 * row + column);
            (column, row) = (column + right, row + up);
            count += 1;
        }
        index += 1;
    }
    set
}

/// `ROW_ATTACKS[column][inner]`: what a slider attacks along a row whose six inner squares are
/// occupied like the bits of `inner`. The outer ones end the row anyway.
static ROW_ATTACKS: [[u8; 64]; 8] = {
    let mut attacks = [[0; 64]; 8];
    let mut column = 0;
    while column < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = (inner as u32) << 1;
            let mut set = 0u8;
            let mut at = column as i32 + 1;
            while at < 8 {
                set |= 1 << at;
                at = if occupied >> at & 1 != 0 { 8 } else { at + 1 };
            }
            at = column as i32 - 1;
            while at >= 0 {
                set |= 1 << at;
                at = if occupied >> at & 1 != 0 { -1 } else { at - 1 };
            }
            attacks[column][inner] = set;
            inner += 1;
        }
        column += 1;
    }
    attacks
};

/// What a slider on `square` attacks along a line that is not a row.
#[hot]
fn along(square: u32, line: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(1 << square);
    let down = blockers.swap_bytes().wrapping_sub(1 << (square ^ 56));
    (up ^ down.swap_bytes()) & line
}

/// The column of a square.
#[hot]
pub fn column(square: u32) -> u64 {
    COLUMN_A << (square & 7)
}

/// The row of a square.
#[hot]
pub fn row(square: u32) -> u64 {
    0xff << (square & 56)
}

/// The rising diagonal through a square, without the square.
#[hot]
pub fn rising(square: u32) -> u64 {
    LINES[square as usize & 63].rising
}

/// The falling diagonal through a square, without the square.
#[hot]
pub fn falling(square: u32) -> u64 {
    LINES[square as usize & 63].falling
}

/// What a bishop attacks.
#[hot]
pub fn bishop(square: u32, occupied: u64) -> u64 {
    let lines = LINES[square as usize & 63];
    along(square, lines.rising, occupied) | along(square, lines.falling, occupied)
}

/// What a rook attacks.
#[hot]
pub fn rook(square: u32, occupied: u64) -> u64 {
    let (place, shift) = (square as usize & 7, square & 56);
    let inner = occupied >> (shift + 1) & 63;
    let in_row = u64::from(ROW_ATTACKS[place][inner as usize]) << shift;
    in_row | along(square, column(square) ^ 1 << square, occupied)
}

/// What a knight attacks.
#[hot]
pub fn knight(square: u32) -> u64 {
    KNIGHT[square as usize & 63]
}

/// What a king attacks.
#[hot]
pub fn king(square: u32) -> u64 {
    KING[square as usize & 63]
}

/// A set, moved a row forward as a side sees it; what leaves the board comes back at the other end.
#[hot]
pub fn forward(set: u64, side: u32) -> u64 {
    set.rotate_left(8 + 48 * side)
}

/// What pawns of a side attack. `pawns` are not on the last row of that side.
#[hot]
pub fn pawns(pawns: u64, side: u32) -> u64 {
    forward((pawns & !COLUMN_A) >> 1 | (pawns & !COLUMN_H) << 1, side)
}

/// The line through two different squares that are in one row, column or diagonal. Without them if it
/// is a diagonal.
#[hot]
pub fn line(one: u32, other: u32) -> u64 {
    let bit = 1 << other;
    let lines = LINES[one as usize & 63];
    if lines.rising & bit != 0 {
        lines.rising
    } else if lines.falling & bit != 0 {
        lines.falling
    } else if column(one) & bit != 0 {
        column(one)
    } else {
        row(one)
    }
}

/// The squares of a line strictly between two of its squares.
#[hot]
pub fn between(one: u32, other: u32, line: u64) -> u64 {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    line & (1u64 << high).wrapping_sub(2 << low)
}

/// The diagonal through a square on which `other` is; the two are on one.
#[hot]
pub fn diagonal_to(one: u32, other: u32) -> u64 {
    let lines = LINES[one as usize & 63];
    if lines.rising >> other & 1 != 0 { lines.rising } else { lines.falling }
}

/// The row or column through a square on which `other` is; the two are in one.
#[hot]
pub fn straight_to(one: u32, other: u32) -> u64 {
    if (one ^ other) & 7 == 0 { column(one) } else { row(one) }
}

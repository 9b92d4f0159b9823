//! The lines of the board, and how far a queen sees along them.

use super::{MAX_SIZE, SIZES};
use crate::bits::{Shape, Wide};

/// The lines that a queen moves on, by row, by column and by both kinds of diagonal.
pub(super) struct Lines {
    pub shape: Shape<Wide>,
    rows: [u128; ROWS],
    columns: [u128; ROWS],
    /// By row + size − 1 − column.
    rising: [u128; DIAGONALS],
    /// By row + column.
    falling: [u128; DIAGONALS],
}

/// A compact table has only the longest lines.
const COMPACT: bool = cfg!(feature = "compact");
const ROWS: usize = if COMPACT { 1 } else { MAX_SIZE };
const DIAGONALS: usize = if COMPACT { 1 } else { 2 * MAX_SIZE - 1 };

pub(super) static LINES: [Lines; MAX_SIZE + 1] = {
    let mut lines = [const { Lines::new(0) }; MAX_SIZE + 1];
    let mut size = *SIZES.start();
    while size <= MAX_SIZE {
        lines[size] = Lines::new(size);
        size += 1;
    }
    lines
};

impl Lines {
    const fn new(size: usize) -> Self {
        let mut lines = Lines {
            shape: Shape::small(size),
            rows: [0; ROWS],
            columns: [0; ROWS],
            rising: [0; DIAGONALS],
            falling: [0; DIAGONALS],
        };
        let mut square = 0;
        while square < size * size {
            let (row, column, bit) = (square / size, square % size, 1 << square);
            let (rising, falling) = (row + size - 1 - column, row + column);
            if COMPACT {
                lines.rows[0] |= if row == 0 { bit } else { 0 };
                lines.columns[0] |= if column == 0 { bit } else { 0 };
                lines.rising[0] |= if rising == size - 1 { bit } else { 0 };
                lines.falling[0] |= if falling == size - 1 { bit } else { 0 };
            } else {
                lines.rows[row] |= bit;
                lines.columns[column] |= bit;
                lines.rising[rising] |= bit;
                lines.falling[falling] |= bit;
            }
            square += 1;
        }
        lines
    }

    /// The squares next to those of `set`, diagonally as well, and perhaps some beyond the board.
    #[hot]
    pub fn around(&self, size: u32, set: u128) -> u128 {
        let (not_first, not_last) = (self.shape.not_first_column.0, self.shape.not_last_column.0);
        let row = set | (set & not_last) << 1 | (set & not_first) >> 1;
        row | row << size | row >> size
    }

    /// The empty squares that a queen reaches from `square`.
    #[hot]
    pub fn queen(&self, size: usize, square: usize, empty: u128) -> u128 {
        let row = row_of(size, square);
        let column = square - row * size;
        let taken = !empty;
        let (rising, falling) = (row + size - 1 - column, row + column);
        let lines = match COMPACT {
            true => [
                self.rows[0] << (row * size),
                self.columns[0] << column,
                self.moved(self.rising[0], size, rising),
                self.moved(self.falling[0], size, falling),
            ],
            false => {
                [self.rows[row], self.columns[column], self.rising[rising], self.falling[falling]]
            }
        };
        let along = between(lines[0], square, taken)
            | between(lines[1], square, taken)
            | between(lines[2], square, taken)
            | between(lines[3], square, taken);
        along & empty
    }

    /// The diagonal with this index, which is the longest one moved up or down.
    fn moved(&self, longest: u128, size: usize, index: usize) -> u128 {
        match index.checked_sub(size - 1) {
            Some(up) => longest << (up * size) & self.shape.board.0,
            None => longest >> ((size - 1 - index) * size),
        }
    }
}

/// `square / size` without a division.
#[hot]
fn row_of(size: usize, square: usize) -> usize {
    const RECIPROCALS: [u32; MAX_SIZE + 1] = {
        let mut reciprocals = [0; MAX_SIZE + 1];
        let mut size = 1;
        while size <= MAX_SIZE {
            reciprocals[size] = 4096 / size as u32 + 1;
            size += 1;
        }
        reciprocals
    };
    (square as u32 * RECIPROCALS[size]) as usize >> 12
}

/// The part of `line` from the nearest taken square before `square` to the nearest one after it,
/// those two among it (where there is none, to the end of the line).
#[hot]
fn between(line: u128, square: usize, taken: u128) -> u128 {
    let here = 1u128 << square;
    let before = line & taken & (here - 1);
    let after = line & taken & !(here | (here - 1));
    // The borrow of the subtraction runs from the nearest one before up to the first one after.
    let nearest = 1u128 << (127 - (before | 1).leading_zeros());
    line & (after ^ after.wrapping_sub(nearest))
}

//! The lines of the board, and how far a queen sees along them.

use super::{MAX_SIZE, SIZES};

/// The lines that a queen moves on, by row, by column and by both kinds of diagonal.
pub(super) struct Lines {
    pub board: u128,
    not_first_column: u128,
    not_last_column: u128,
    rows: [u128; MAX_SIZE],
    columns: [u128; MAX_SIZE],
    /// By row + size − 1 − column.
    rising: [u128; 2 * MAX_SIZE - 1],
    /// By row + column.
    falling: [u128; 2 * MAX_SIZE - 1],
}

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
            board: 0,
            not_first_column: 0,
            not_last_column: 0,
            rows: [0; MAX_SIZE],
            columns: [0; MAX_SIZE],
            rising: [0; 2 * MAX_SIZE - 1],
            falling: [0; 2 * MAX_SIZE - 1],
        };
        let mut square = 0;
        while square < size * size {
            let (row, column, bit) = (square / size, square % size, 1 << square);
            lines.board |= bit;
            lines.rows[row] |= bit;
            lines.columns[column] |= bit;
            lines.rising[row + size - 1 - column] |= bit;
            lines.falling[row + column] |= bit;
            square += 1;
        }
        if size > 0 {
            lines.not_first_column = lines.board & !lines.columns[0];
            lines.not_last_column = lines.board & !lines.columns[size - 1];
        }
        lines
    }

    /// The squares next to those of `set`, diagonally as well, and perhaps some beyond the board.
    #[hot]
    pub fn around(&self, size: u32, set: u128) -> u128 {
        let row = set | (set & self.not_last_column) << 1 | (set & self.not_first_column) >> 1;
        row | row << size | row >> size
    }

    /// The empty squares that a queen reaches from `square`.
    #[hot]
    pub fn queen(&self, size: usize, square: usize, empty: u128) -> u128 {
        let row = row_of(size, square);
        let column = square - row * size;
        let taken = !empty;
        let along = between(self.rows[row], square, taken)
            | between(self.columns[column], square, taken)
            | between(self.rising[row + size - 1 - column], square, taken)
            | between(self.falling[row + column], square, taken);
        along & empty
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_division() {
        for size in SIZES {
            for square in 0..size * size {
                assert_eq!(row_of(size, square), square / size);
            }
        }
    }
}

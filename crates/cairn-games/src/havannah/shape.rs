//! The hexagonal board: rows, neighbours, corners and edges.
//!
//! A board of base `b` has `2b − 1` rows, the first and the last of `b` cells, the middle one of
//! `2b − 1`. A cell lies in a row and a column, both counted from 0; its neighbours are one step
//! away in the row, in the column, or in both at once.

/// How many cells a board has.
pub const fn cells(base: usize) -> usize {
    3 * base * (base - 1) + 1
}

/// How many rows, and columns, a board has.
pub const fn rows(base: usize) -> usize {
    2 * base - 1
}

/// The first column that `row` has a cell in.
pub const fn first_column(base: usize, row: usize) -> usize {
    (row + 1).saturating_sub(base)
}

/// How many cells `row` has.
pub const fn width(base: usize, row: usize) -> usize {
    if row < base { base + row } else { 3 * base - 2 - row }
}

/// The number of a cell, row by row from the top; `None` beyond the board.
pub const fn cell_at(base: usize, column: usize, row: usize) -> Option<usize> {
    if row >= rows(base) || column < first_column(base, row) {
        return None;
    }
    let index = column - first_column(base, row);
    if index >= width(base, row) {
        return None;
    }
    let mut before = 0;
    let mut above = 0;
    while above < row {
        before += width(base, above);
        above += 1;
    }
    Some(before + index)
}

/// Column and row of a cell.
pub const fn place(base: usize, cell: usize) -> (usize, usize) {
    let (mut row, mut index) = (0, cell);
    while index >= width(base, row) {
        index -= width(base, row);
        row += 1;
    }
    (first_column(base, row) + index, row)
}

/// The six corners, in bits of [`Cell::border`].
pub const CORNERS: u16 = 0x3f;

/// The six edges between them, corners not included.
pub const EDGES: u16 = 0x3f << 6;

/// What a cell touches.
#[derive(Clone, Copy)]
pub struct Cell {
    /// The neighbours round it; where there is none, the number of cells.
    pub neighbours: [u16; 6],
    /// A bit if it is a corner, or on an edge.
    pub border: u16,
}

/// Steps to the neighbours, as columns and rows, in the order they lie round a cell.
const STEPS: [(isize, isize); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

const fn cell(base: usize, number: usize) -> Cell {
    let (column, row) = place(base, number);
    let mut neighbours = [cells(base) as u16; 6];
    let mut beyond = 0u32;
    let mut i = 0;
    while i < 6 {
        // Before the first row or column, the sum wraps round to a number beyond the last.
        let column = column.wrapping_add_signed(STEPS[i].0);
        let row = row.wrapping_add_signed(STEPS[i].1);
        match cell_at(base, column, row) {
            Some(neighbour) => neighbours[i] = neighbour as u16,
            None => beyond |= 1 << i,
        }
        i += 1;
    }
    // Two neighbours are missing on an edge, three at a corner, always in a row: the first of
    // them, going round, tells which edge or corner it is.
    let first = beyond & !(beyond << 1 | beyond >> 5);
    let border = match beyond.count_ones() {
        3 => first,
        2 => first << 6,
        _ => 0,
    };
    Cell { neighbours, border: border as u16 }
}

/// What `cell` of a board of `base` touches.
#[cfg(feature = "compact")]
pub fn around(base: u8, number: usize) -> Cell {
    cell(base.into(), number)
}

/// The same, looked up in a table.
#[cfg(not(feature = "compact"))]
#[hot]
pub fn around(base: u8, cell: usize) -> &'static Cell {
    &table::CELLS[table::START[base as usize] + cell]
}

#[cfg(not(feature = "compact"))]
mod table {
    use super::super::{MAX_BASE, MIN_BASE};
    use super::{Cell, cell, cells};

    const ALL: usize = START[MAX_BASE] + cells(MAX_BASE);

    /// Where the cells of each base begin.
    pub const START: [usize; MAX_BASE + 1] = {
        let mut start = [0; MAX_BASE + 1];
        let mut base = MIN_BASE;
        while base < MAX_BASE {
            start[base + 1] = start[base] + cells(base);
            base += 1;
        }
        start
    };

    pub static CELLS: [Cell; ALL] = {
        let mut all = [Cell { neighbours: [0; 6], border: 0 }; ALL];
        let mut base = MIN_BASE;
        while base <= MAX_BASE {
            let mut number = 0;
            while number < cells(base) {
                all[START[base] + number] = cell(base, number);
                number += 1;
            }
            base += 1;
        }
        all
    };
}

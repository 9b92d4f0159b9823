//! Square boards as sets.

use super::sets::{Wide, Words};

/// The sets of points that make a square board. Points are numbered row by row.
#[derive(Clone, Copy, Debug)]
pub struct Shape<S> {
    /// All points.
    pub board: S,
    /// All points except those of the first column.
    pub not_first_column: S,
    /// All points except those of the last column.
    pub not_last_column: S,
    /// All points except those of the last row.
    pub not_last_row: S,
    /// The points with fewer than four neighbours.
    pub edge: S,
}

impl<const W: usize> Shape<Words<W>> {
    pub(crate) const fn new(size: usize) -> Self {
        const fn set<const W: usize>(set: &mut Words<W>, point: usize, contains: bool) {
            set.0[point / 64] |= (contains as u64) << (point % 64);
        }
        let none = Words([0; W]);
        let mut shape = Shape {
            board: none,
            not_first_column: none,
            not_last_column: none,
            not_last_row: none,
            edge: none,
        };
        let mut point = 0;
        while point < size * size {
            let (row, column) = (point / size, point % size);
            let outer = row == 0 || column == 0 || row + 1 == size || column + 1 == size;
            set(&mut shape.board, point, true);
            set(&mut shape.not_first_column, point, column > 0);
            set(&mut shape.not_last_column, point, column + 1 < size);
            set(&mut shape.not_last_row, point, row + 1 < size);
            set(&mut shape.edge, point, outer);
            point += 1;
        }
        shape
    }
}

impl Shape<Wide> {
    pub(crate) const fn small(size: usize) -> Self {
        const fn wide(words: Words<2>) -> Wide {
            Wide(words.0[0] as u128 | (words.0[1] as u128) << 64)
        }
        let shape = Shape::new(size);
        Shape {
            board: wide(shape.board),
            not_first_column: wide(shape.not_first_column),
            not_last_column: wide(shape.not_last_column),
            not_last_row: wide(shape.not_last_row),
            edge: wide(shape.edge),
        }
    }
}

/// The sets of square boards by size, up to 19×19, with room for a pass.
pub(crate) static SQUARES: [Shape<Words<6>>; 20] = {
    let mut shapes = [Shape::<Words<6>>::new(0); 20];
    let mut size = 1;
    while size < 20 {
        shapes[size] = Shape::<Words<6>>::new(size);
        size += 1;
    }
    shapes
};

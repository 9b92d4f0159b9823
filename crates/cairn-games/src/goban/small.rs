//! Boards of up to 11×11, whose sizes are chosen at run time.

use super::chains::{ChainTable, ThreeColourLabel};
use super::geometry::{Geometry, SIZES, Shape, wide};
use crate::bits::highest;
use crate::bits::{PointSet, Wide};

/// A square board of up to 11×11 points, the size chosen at run time: its points and pass fit 128
/// bits, and its chains the small table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallSize(u8);

const MAX_SMALL: usize = 11;

/// What [`SmallSize`] looks up for one size.
struct SmallBoard {
    shape: [Wide; 4],
    near: [Wide; MAX_SMALL * MAX_SMALL],
    four: [[u8; 4]; MAX_SMALL * MAX_SMALL],
}

static SMALL: [SmallBoard; MAX_SMALL + 1] = {
    const NOTHING: SmallBoard = SmallBoard {
        shape: [Wide(0); 4],
        near: [Wide(0); MAX_SMALL * MAX_SMALL],
        four: [[0; 4]; MAX_SMALL * MAX_SMALL],
    };
    let mut boards = [NOTHING; MAX_SMALL + 1];
    let mut size = *SIZES.start();
    while size <= MAX_SMALL {
        let shape = Shape::<2>::new(size);
        boards[size].shape = [
            wide(shape.board),
            wide(shape.not_first_column),
            wide(shape.not_last_column),
            wide(shape.edge),
        ];
        let points = size * size;
        let mut point = 0;
        while point < points {
            let four = [
                if point % size > 0 { point - 1 } else { points },
                if point % size + 1 < size { point + 1 } else { points },
                if point >= size { point - size } else { points },
                if point + size < points { point + size } else { points },
            ];
            let mut i = 0;
            let mut near = 0;
            while i < 4 {
                boards[size].four[point][i] = four[i] as u8;
                if four[i] < points {
                    near |= 1 << four[i];
                }
                i += 1;
            }
            boards[size].near[point] = Wide(near);
            point += 1;
        }
        size += 1;
    }
    boards
};

impl SmallSize {
    /// The `size` × `size` board, if `size` is 2 to 11.
    pub fn new(size: usize) -> Option<Self> {
        (*SIZES.start()..=MAX_SMALL).contains(&size).then_some(SmallSize(size as u8))
    }

    #[inline(always)]
    fn look_up(self) -> &'static SmallBoard {
        &SMALL[self.0 as usize]
    }
}

impl Geometry for SmallSize {
    type Set = Wide;
    type Chains = ChainTable<u8, 128>;
    type ThreeColours = ChainTable<ThreeColourLabel, 128>;

    #[inline(always)]
    fn size(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    fn board(self) -> Wide {
        self.look_up().shape[0]
    }

    #[inline(always)]
    fn not_first_column(self) -> Wide {
        self.look_up().shape[1]
    }

    #[inline(always)]
    fn not_last_column(self) -> Wide {
        self.look_up().shape[2]
    }

    #[inline(always)]
    fn edge(self) -> Wide {
        self.look_up().shape[3]
    }

    #[inline(always)]
    fn single(self, point: usize) -> Wide {
        Wide::single(point)
    }

    #[inline(always)]
    fn neighbours(self, point: usize) -> Wide {
        self.look_up().near[point]
    }

    #[inline(always)]
    fn four_neighbours(self, point: usize) -> [usize; 4] {
        self.look_up().four[point].map(usize::from)
    }

    #[inline(always)]
    fn highest(self, keys: Wide, scores: &[f32], keep: impl Fn(Wide) -> Wide) -> Option<Wide> {
        highest(keys, scores, keep)
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::AnySize;
    use super::*;
    use crate::bits::Points;

    #[test]
    fn small_sizes_are_any_sizes() {
        for size in 2..=MAX_SMALL {
            let (small, any) = (SmallSize::new(size).unwrap(), AnySize::new(size).unwrap());
            for i in 0..2 {
                assert_eq!(small.board().word(i), any.board().word(i));
                assert_eq!(small.edge().word(i), any.edge().word(i));
                assert_eq!(small.not_first_column().word(i), any.not_first_column().word(i));
                assert_eq!(small.not_last_column().word(i), any.not_last_column().word(i));
            }
            for point in 0..size * size {
                assert!(Points(small.neighbours(point)).eq(Points(any.neighbours(point))));
                assert_eq!(small.four_neighbours(point), any.four_neighbours(point));
            }
        }
        assert_eq!(SmallSize::new(1), None);
        assert_eq!(SmallSize::new(12), None);
    }
}

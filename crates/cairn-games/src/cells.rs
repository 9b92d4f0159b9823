//! What the games on cells (Hex, Havannah, Domineering, Amazons) have in common: choosing from a
//! set of cells whose numbers are the keys of the moves.

use cairn_core::Rng;

use crate::goban::{PointSet, Wide, Words, highest};

/// A set of cells to choose a move from.
pub trait CellSet: PointSet {
    /// The cell with the highest score; of equals, one at random. `None` if all are −∞. `scores`
    /// has an entry for each cell, then anything up to a multiple of 8.
    fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize>;

    /// Any cell, each with the same probability; there must be one.
    #[inline(always)]
    fn any(self, rng: &mut Rng) -> usize {
        self.select(rng.below(self.count()))
    }
}

/// One of the best-scored, with the draw that the contract asks for.
#[inline(always)]
fn one_of<S: PointSet>(equals: Option<S>, rng: &mut Rng) -> Option<usize> {
    let equals = equals?;
    match equals.count() {
        1 => Some(equals.first()),
        count => Some(equals.select(rng.below(count))),
    }
}

#[inline(always)]
fn all<S>(cells: S) -> S {
    cells
}

impl CellSet for Wide {
    #[inline(always)]
    fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        one_of(highest::<Self, 128>(self, scores, all), rng)
    }
}

impl CellSet for Words<1> {
    #[inline(always)]
    fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        one_of(highest::<Self, 64>(self, scores, all), rng)
    }
}

impl CellSet for Words<5> {
    #[inline(always)]
    fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        one_of(highest::<Self, 320>(self, scores, all), rng)
    }
}

impl CellSet for Words<6> {
    #[inline(always)]
    fn best(self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        one_of(highest::<Self, 384>(self, scores, all), rng)
    }
}

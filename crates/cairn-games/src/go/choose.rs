//! The choices a search makes in its inner loop: a random playout move, the best-scored move.

use cairn_core::Rng;

use super::Go;
use crate::goban::{Geometry, PointSet};

impl<B: Geometry> Go<B> {
    /// A playout point, each with the same probability; `None` if there is none.
    ///
    /// Draws from a slightly larger set, which is cheap to know, and leaves out each point that
    /// turns out to be illegal. The first legal one drawn like that is any of them alike, since
    /// nothing in the draw tells one legal point from another.
    #[inline(always)]
    // A closure that is not inlined would be compiled without the wide instructions.
    #[allow(clippy::manual_find)]
    pub(super) fn random_playout_point(&self, rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        for point in Drawn::new(self.geometry, self.playout_candidates(empty), rng) {
            let open = !(self.geometry.neighbours(point) & empty).is_empty();
            if open || self.closed_point_is_legal(point) {
                return Some(point);
            }
        }
        None
    }

    /// The playout point with the highest score; `None` if there is no playout point.
    #[inline(always)]
    pub(super) fn best_playout_point(&self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let open = self.geometry.around(empty);
        self.best_key(self.playout_candidates(empty), open, scores, rng)
    }

    /// The key of the legal move with the highest score, pass among them; `None` if all are −∞.
    #[inline(always)]
    pub(super) fn best_legal_key(&self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let pass = B::Set::single(self.geometry.points());
        let candidates = self.but_ko(empty) | pass;
        self.best_key(candidates, self.geometry.around(empty) | pass, scores, rng)
    }

    /// The best-scored key of `candidates` that is legal: those in `open` are. Legality is only
    /// looked into for the keys that share the highest score.
    #[inline(always)]
    fn best_key(
        &self,
        candidates: B::Set,
        open: B::Set,
        scores: &[f32],
        rng: &mut Rng,
    ) -> Option<usize> {
        debug_assert!(scores.len() > self.geometry.points() && scores.len().is_multiple_of(8));
        let legal =
            self.geometry.highest(candidates, scores, |keys| self.keep_legal(keys, open))?;
        match legal.count() {
            1 => Some(legal.first()),
            count => Some(legal.select(rng.below(count))),
        }
    }
}

/// The points of a set in random order, each order with the same probability.
pub(super) struct Drawn<'a, B: Geometry> {
    geometry: B,
    rest: B::Set,
    count: u32,
    rng: &'a mut Rng,
}

impl<'a, B: Geometry> Drawn<'a, B> {
    #[inline(always)]
    pub fn new(geometry: B, points: B::Set, rng: &'a mut Rng) -> Self {
        Drawn { geometry, rest: points, count: points.count(), rng }
    }
}

impl<B: Geometry> Iterator for Drawn<'_, B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        let point = self.rest.select(self.rng.below(self.count));
        self.rest = self.rest & !self.geometry.single(point);
        self.count -= 1;
        Some(point)
    }
}

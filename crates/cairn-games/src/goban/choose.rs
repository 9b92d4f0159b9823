//! The choices a search makes in its inner loop: a random playout point, the best-scored point.

use cairn_core::Rng;

use super::chains::Chains;
use super::geometry::Geometry;
use super::stones::{Extra, Stones};
use crate::bits::PointSet;

#[hot]
impl<B: Geometry, C: Chains, const N: usize, E: Extra<B>> Stones<B, C, N, E> {
    /// A playout point, each with the same probability; `None` if there is none.
    ///
    /// Draws from a slightly larger set, which is cheap to know, and leaves out each point that
    /// turns out to be illegal. Each legal point is equally likely to be the first one drawn.
    pub(crate) fn random_playout_point(&self, rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let mut draws = Draws::new(self.geometry, self.playout_candidates(empty));
        loop {
            let point = draws.draw(rng)?;
            // Before the test, although that is rarely needed: afterwards costs 3 % of a playout.
            draws.remove(point);
            let open = !(self.geometry.neighbours(point) & empty).is_empty();
            if open || self.closed_point_is_legal(point) {
                return Some(point);
            }
        }
    }

    /// The playout point with the highest score; `None` if there is no playout point.
    pub(crate) fn best_playout_point(&self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let open = self.geometry.around(empty);
        self.best_key(self.playout_candidates(empty), open, scores, rng)
    }

    /// The best-scored key of `candidates` that is legal: those in `open` are. Legality is only
    /// checked for the keys that share the highest score.
    pub(crate) fn best_key(
        &self,
        candidates: B::Set,
        open: B::Set,
        scores: &[f32],
        rng: &mut Rng,
    ) -> Option<usize> {
        debug_assert!(scores.len() >= self.points() && scores.len().is_multiple_of(8));
        let legal =
            self.geometry.highest(candidates, scores, |keys| self.keep_legal(keys, open))?;
        Some(legal.break_tie(rng))
    }
}

/// Points to draw from, without those that were drawn and are illegal.
pub(crate) struct Draws<B: Geometry> {
    geometry: B,
    rest: B::Set,
    count: u32,
}

#[hot]
impl<B: Geometry> Draws<B> {
    pub fn new(geometry: B, points: B::Set) -> Self {
        Draws { geometry, rest: points, count: points.count() }
    }

    /// A random point, each with the same probability; `None` if there is none left.
    pub fn draw(&self, rng: &mut Rng) -> Option<usize> {
        if self.count == 0 { None } else { Some(self.rest.select(rng.below(self.count))) }
    }

    /// Leaves out a point that was drawn.
    pub fn remove(&mut self, point: usize) {
        self.rest = self.rest & !self.geometry.single(point);
        self.count -= 1;
    }
}

//! What is known about good moves: for playouts and as priors.
//!
//! Playouts answer the last move as MoGo's do: save a chain it put in atari, take the chain it left
//! in atari, play a pattern beside it; otherwise nothing is known.

use cairn_core::Rng;

use super::patterns::Window;
use super::{Go, NO_POINT};
use crate::goban::{Geometry, PointSet, Points};

/// The priors: one's own eye, a move that leaves one liberty, the edge far from all stones, two
/// steps from the last move, one step, a pattern beside it, taking or saving a chain in atari.
const EYE: f32 = 0.1;
const SELF_ATARI: f32 = 0.2;
const EMPTY_EDGE: f32 = 0.3;
const NEAR: f32 = 0.55;
const CLOSE: f32 = 0.6;
const PATTERN: f32 = 0.7;
const URGENT: f32 = 0.85;

impl<B: Geometry> Go<B> {
    /// The point of the last move, if it was no pass.
    #[inline(always)]
    fn last_point(&self) -> Option<usize> {
        (self.last != NO_POINT).then_some(self.last as usize)
    }

    /// The point that the last move asks for, if any; always a playout point.
    #[inline(always)]
    pub(super) fn informed_playout_point(&self, rng: &mut Rng) -> Option<usize> {
        let last = self.last_point()?;
        let empty = self.empty();
        let candidates = self.playout_candidates(empty);
        let near = self.geometry.neighbours(last);
        let mut good = self.rescues(near, empty) | self.captures(self.geometry.single(last), empty);
        good = good & candidates;
        if good.is_empty() {
            good = self.patterns_beside(last, candidates);
            for point in Points(good) {
                if self.is_self_atari(point, empty) {
                    good = good & !self.geometry.single(point);
                }
            }
        }
        match good.count() {
            0 => None,
            1 => Some(good.first()),
            count => Some(good.select(rng.below(count))),
        }
    }

    /// The points of `candidates` (empty ones) beside `point`, diagonally or straight, that are the
    /// middle of a pattern.
    #[inline(always)]
    pub(super) fn patterns_beside(&self, point: usize, candidates: B::Set) -> B::Set {
        let off = self.geometry.off_window(point);
        let [own, other, empty] =
            [self.own, self.other, candidates].map(|set| self.geometry.window(set, point));
        let (window, around) = (Window::new(own, other, off), empty & !off);
        let size = self.geometry.size();
        let mut found = B::Set::EMPTY;
        for row in 0..3 {
            for column in 0..3 {
                if around >> (5 * (row + 1) + column + 1) & 1 != 0 && window.is_pattern(row, column)
                {
                    found = found | self.geometry.single(point + size * row + column - size - 1);
                }
            }
        }
        found
    }

    /// What to think of each move at first sight.
    #[inline(always)]
    pub(super) fn write_priors(&self, means: &mut [f32]) {
        let geometry = self.geometry;
        let empty = self.empty();
        let mut write = |points: B::Set, mean: f32| {
            for point in Points(points & empty) {
                means[point] = mean;
            }
        };
        let eight = |set: B::Set| {
            let three = set | geometry.left(set) | geometry.right(set);
            three | geometry.up(three) | geometry.down(three)
        };
        let near_stones = eight(eight(self.own | self.other));
        write(geometry.edge() & !near_stones, EMPTY_EDGE);
        if let Some(last) = self.last_point() {
            let close = eight(geometry.single(last));
            write(eight(close) & !close, NEAR);
            write(close, CLOSE);
            write(self.patterns_beside(last, empty), PATTERN);
        }
        let tight = empty & !geometry.around_twice(empty);
        for point in Points(tight) {
            if self.is_self_atari(point, empty) {
                write(geometry.single(point), SELF_ATARI);
            }
        }
        write(self.captures(self.other, empty) | self.rescues(self.own, empty), URGENT);
        write(geometry.eyes(empty, self.own, self.other), EYE);
    }
}

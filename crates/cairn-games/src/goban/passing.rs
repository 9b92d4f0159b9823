//! Moves of the games in which a player may pass: Go and Three Color Go.

use cairn_core::Rng;
use cairn_core::game::PackedMove;

use super::chains::Chains;
use super::geometry::Geometry;
use super::stones::{Extra, NO_POINT, Stones};
use crate::bits::{PointSet, Points};

/// A move: a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoMove(pub(crate) u16);

impl GoMove {
    /// The pass.
    pub const PASS: Self = GoMove(NO_POINT);

    /// Playing at `point`, counted row by row from A1.
    #[hot]
    pub const fn at(point: usize) -> Self {
        GoMove(point as u16)
    }

    /// The point, unless it is a pass.
    #[hot]
    pub const fn point(self) -> Option<usize> {
        if self.0 == NO_POINT { None } else { Some(self.0 as usize) }
    }

    #[hot]
    fn at_or_pass(point: Option<usize>) -> Self {
        match point {
            Some(point) => GoMove::at(point),
            None => GoMove::PASS,
        }
    }
}

impl PackedMove for GoMove {
    #[hot]
    fn pack(self) -> u32 {
        self.0.into()
    }
    #[hot]
    fn unpack(bits: u32) -> Self {
        GoMove(bits as u16)
    }
}

impl<B: Geometry, C: Chains, const N: usize, E: Extra<B>> Stones<B, C, N, E> {
    #[hot]
    pub(crate) fn legal_moves_and_pass(&self) -> impl Iterator<Item = GoMove> + use<B, C, N, E> {
        Points(self.legal_points()).map(GoMove::at).chain(core::iter::once(GoMove::PASS))
    }

    /// The playout moves; pass only if there is no other.
    #[hot]
    pub(crate) fn playout_moves_or_pass(&self) -> impl Iterator<Item = GoMove> + use<B, C, N, E> {
        let points = self.playout_points();
        let pass = points.is_empty().then_some(GoMove::PASS);
        Points(points).map(GoMove::at).chain(pass)
    }

    #[hot]
    pub(crate) fn play_or_pass(&mut self, mv: GoMove) {
        match mv.point() {
            Some(point) => {
                let captures = self.add(point);
                self.ko = NO_POINT;
                if captures {
                    self.capture(point);
                }
                self.passes = 0;
            }
            None => {
                self.ko = NO_POINT;
                self.passes += 1;
            }
        }
        self.end_turn();
    }

    /// The key of a move; a pass has the one after the last point's.
    #[hot]
    pub(crate) fn key_with_pass(&self, mv: GoMove) -> usize {
        mv.point().unwrap_or(self.points())
    }

    #[hot]
    pub(crate) fn random_playout_move_or_pass(&self, rng: &mut Rng) -> GoMove {
        GoMove::at_or_pass(self.random_playout_point(rng))
    }

    #[hot]
    pub(crate) fn best_playout_move_or_pass(&self, scores: &[f32], rng: &mut Rng) -> GoMove {
        GoMove::at_or_pass(self.best_playout_point(scores, rng))
    }

    /// The legal move with the highest score, pass among them; `None` if all are −∞.
    #[hot]
    pub(crate) fn best_move_or_pass(&self, scores: &[f32], rng: &mut Rng) -> Option<GoMove> {
        let empty = self.empty();
        let pass = B::Set::single(self.points());
        let (candidates, open) =
            (self.without_ko(empty) | pass, self.geometry.around(empty) | pass);
        let key = self.best_key(candidates, open, scores, rng)?;
        Some(if key == self.points() { GoMove::PASS } else { GoMove::at(key) })
    }
}

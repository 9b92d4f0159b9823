//! Moves of the games in which a player may pass, Go and Three Color Go, and of those without a pass.

use cairn_core::Rng;
use cairn_core::game::PackedMove;

use super::chains::Chains;
use super::geometry::Geometry;
use super::stones::{Extra, NO_POINT, Stones};
use crate::bits::PointSet;

/// A move: a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoMove(pub(crate) u16);

#[hot]
impl GoMove {
    /// The pass.
    pub const PASS: Self = GoMove(NO_POINT);

    /// Playing at `point`, counted row by row from A1.
    pub const fn at(point: usize) -> Self {
        GoMove(point as u16)
    }

    /// The point, unless it is a pass.
    pub const fn point(self) -> Option<usize> {
        if self.0 == NO_POINT { None } else { Some(self.0 as usize) }
    }

    /// Playing at `point`, or a pass if there is none.
    pub(crate) fn at_or_pass(point: Option<usize>) -> Self {
        match point {
            Some(point) => GoMove::at(point),
            None => GoMove::PASS,
        }
    }
}

#[hot]
impl PackedMove for GoMove {
    fn pack(self) -> u32 {
        self.0.into()
    }
    fn unpack(bits: u32) -> Self {
        GoMove(bits as u16)
    }
}

#[hot]
impl<B: Geometry, C: Chains, const N: usize, E: Extra<B>> Stones<B, C, N, E> {
    pub(crate) fn play_or_pass(&mut self, mv: GoMove) {
        match mv.point() {
            Some(point) => {
                self.ko = NO_POINT;
                if self.add(point) {
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

    /// The legal move with the highest score, pass among them; `None` if all are −∞.
    pub(crate) fn best_move_or_pass(&self, scores: &[f32], rng: &mut Rng) -> Option<GoMove> {
        let empty = self.empty();
        let pass = B::Set::single(self.points());
        let (candidates, open) =
            (self.without_ko(empty) | pass, self.geometry.around(empty) | pass);
        let key = self.best_key(candidates, open, scores, rng)?;
        Some(if key == self.points() { GoMove::PASS } else { GoMove::at(key) })
    }
}

/// The methods of [`Game`](cairn_core::Game) that the games with a pass share, to be used in their
/// `impl`.
macro_rules! game_with_pass {
    () => {
        type Move = GoMove;

        const UNIQUE_KEYS: bool = true;

        #[hot]
        fn keys(&self) -> usize {
            self.points() + 1
        }

        #[hot]
        fn cutoff(&self) -> cairn_core::Outcome {
            self.outcome_by_area()
        }

        #[hot]
        fn legal_moves(&self) -> impl Iterator<Item = GoMove> {
            let points = $crate::bits::Points(self.legal_points());
            points.map(GoMove::at).chain(core::iter::once(GoMove::PASS))
        }

        /// A pass only if there is no other.
        #[hot]
        fn playout_moves(&self) -> impl Iterator<Item = GoMove> {
            let points = self.playout_points();
            let pass = points.is_empty().then_some(GoMove::PASS);
            $crate::bits::Points(points).map(GoMove::at).chain(pass)
        }

        /// A pass has the key after the last point's.
        #[hot]
        fn key(&self, mv: GoMove) -> usize {
            mv.point().unwrap_or(self.points())
        }

        #[hot]
        fn random_playout_move(&self, rng: &mut cairn_core::Rng) -> GoMove {
            GoMove::at_or_pass(self.random_playout_point(rng))
        }

        #[hot]
        fn best_playout_move(&self, scores: &[f32], rng: &mut cairn_core::Rng) -> GoMove {
            GoMove::at_or_pass(self.best_playout_point(scores, rng))
        }

        #[hot]
        fn best_legal_move(&self, scores: &[f32], rng: &mut cairn_core::Rng) -> Option<GoMove> {
            self.best_move_or_pass(scores, rng)
        }

        fn hash64(&self) -> u64 {
            self.hash_of_all()
        }

        fn repetition_key(&self) -> Option<u64> {
            Some(self.stones_key())
        }

        fn write_move(&self, mv: GoMove, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            match mv.point() {
                Some(point) => self.write_point(point, out),
                None => out.write_str("pass"),
            }
        }

        fn why_illegal(&self, text: &str) -> Option<&'static str> {
            self.why_not_at(text, $crate::goban::text::SUICIDE)
        }

        fn draw(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            self.draw_board(out)
        }
    };
}

/// The same for the games without a pass; `$otherwise` says why a move to an empty point is illegal.
macro_rules! game_without_pass {
    ($otherwise:expr) => {
        type Move = u16;

        const UNIQUE_KEYS: bool = true;

        #[hot]
        fn denominator(&self) -> u32 {
            1
        }

        #[hot]
        fn keys(&self) -> usize {
            self.points()
        }

        #[hot]
        fn max_plies(&self) -> usize {
            self.points()
        }

        #[hot]
        fn key(&self, point: u16) -> usize {
            point.into()
        }

        fn hash64(&self) -> u64 {
            self.hash_of_all()
        }

        /// Every move adds a stone, and the game ends before one is captured.
        fn repetition(&self) -> cairn_core::capabilities::Repetition {
            cairn_core::capabilities::Repetition::Never
        }

        fn player_name(&self, player: usize) -> &'static str {
            ["Black", "White"][player]
        }

        fn write_move(&self, point: u16, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            self.write_point(point.into(), out)
        }

        fn why_illegal(&self, text: &str) -> Option<&'static str> {
            match text.eq_ignore_ascii_case("pass") {
                true => Some("is not allowed in this game"),
                false => self.why_not_at(text, $otherwise),
            }
        }

        fn write_position(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            self.write_board(out)
        }

        fn draw(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            self.draw_board(out)
        }
    };
}

pub(crate) use {game_with_pass, game_without_pass};

//! Atarigo, the first capture wins: Go for beginners, and a game of its own.
//!
//! Black begins. A move puts a stone on an empty point; there is no pass. Whoever captures first, be
//! it one stone, has won. A move that would leave one's own chain without a liberty and capture
//! nothing (suicide) is not allowed, and whoever has no move left has lost; so there are no draws and
//! no game is longer than the board has points. Experiments with GRAVE use 8×8.
//!
//! Playouts do not fill their own eyes unless nothing else is left. A move's key is its point: what a
//! point is worth depends little on when it is played, as in Go. `A1` is at the bottom left and there
//! is no column I.
//!
//! A position is written on one line: the rows from the top, separated by `/`, each with `X` for
//! black, `O` for white and numbers for so many empty points; then the side to move:
//! `8/8/8/3XO3/8/8/8/8 b`. A finished game still shows the captured stones.
//!
//! ```
//! use cairn_core::{Game, Outcome, Turn};
//! use cairn_games::atarigo::Atarigo;
//!
//! let mut position = Atarigo::new(8).unwrap();
//! for text in ["A1", "A2", "H8", "B1"] {
//!     let mv = position.parse_move(text).unwrap();
//!     position.play(mv);
//! }
//! assert_eq!(position.turn(), Turn::Over(Outcome::win(1)));
//! ```

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::goban::text::SUICIDE;
use crate::goban::{Chains, Geometry, PointSet, Points, SmallSize, Stones};

/// A position of Atarigo on a board of geometry `B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atarigo<B: Geometry> {
    stones: Stones<B>,
    /// The last move captured.
    captured: bool,
}

impl Atarigo<SmallSize> {
    /// The empty board of `size` × `size` points, 2 to 11, black to move.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        SmallSize::new(size).map(Self::on).ok_or("the board's size must be 2 to 11")
    }
}

impl<B: Geometry> Hash for Atarigo<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.stones, self.captured).hash(state);
    }
}

impl<B: Geometry> Atarigo<B> {
    /// The player to move, or who would be if the game were not over.
    #[inline(always)]
    pub fn to_move(&self) -> usize {
        self.stones.to_move.into()
    }

    /// The empty board of this geometry, black to move.
    pub fn on(geometry: B) -> Self {
        Atarigo { stones: Stones::new(geometry), captured: false }
    }

    /// Whose stone stands at `point`, if any.
    pub fn stone(&self, point: usize) -> Option<usize> {
        self.stones.stone(point)
    }

    /// Of `candidates`, empty points, those that are legal; `open` have an empty neighbour.
    #[inline(always)]
    fn keep_legal(&self, candidates: B::Set, open: B::Set) -> B::Set {
        let mut legal = candidates & open;
        let mut closed = candidates & !open;
        while !closed.is_empty() {
            if self.closed_point_is_legal(closed.first()) {
                legal = legal | closed.lowest();
            }
            closed = closed & !closed.lowest();
        }
        legal
    }

    #[inline(always)]
    fn closed_point_is_legal(&self, point: usize) -> bool {
        let near = self.stones.geometry.four_neighbours(point);
        self.stones.chains.may_add(near, self.stones.to_move)
    }

    #[inline(always)]
    fn legal_points(&self) -> B::Set {
        let empty = self.stones.empty();
        self.keep_legal(empty, self.stones.geometry.around(empty))
    }

    /// Empty points that are no eyes of the player to move.
    #[inline(always)]
    fn playout_candidates(&self, empty: B::Set) -> B::Set {
        empty & !self.stones.geometry.eyes(empty, self.stones.own, self.stones.other)
    }

    #[inline(always)]
    fn playout_points(&self) -> B::Set {
        let empty = self.stones.empty();
        let open = self.stones.geometry.around(empty);
        let points = self.keep_legal(self.playout_candidates(empty), open);
        if points.is_empty() { self.keep_legal(empty, open) } else { points }
    }

    #[inline(always)]
    fn has_move(&self) -> bool {
        let empty = self.stones.empty();
        let open = self.stones.geometry.around(empty);
        !(empty & open).is_empty() || !self.keep_legal(empty, open).is_empty()
    }
}

impl<B: Geometry> Game for Atarigo<B> {
    type Move = u16;

    const UNIQUE_KEYS: bool = true;

    #[inline(always)]
    fn denominator(&self) -> u32 {
        1
    }

    #[inline(always)]
    fn keys(&self) -> usize {
        self.stones.geometry.points()
    }

    #[inline(always)]
    fn max_plies(&self) -> usize {
        self.stones.geometry.points()
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        // The player to move has just been captured, or cannot move.
        match self.captured || !self.has_move() {
            true => Turn::Over(Outcome::win(1 - self.to_move())),
            false => Turn::Player(self.to_move()),
        }
    }

    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = u16> {
        Points(self.legal_points()).map(|point| point as u16)
    }

    #[inline(always)]
    fn playout_moves(&self) -> impl Iterator<Item = u16> {
        Points(self.playout_points()).map(|point| point as u16)
    }

    #[inline(always)]
    fn play(&mut self, point: u16) {
        self.captured = self.stones.place(point.into());
    }

    #[inline(always)]
    fn key(&self, point: u16) -> usize {
        point.into()
    }

    /// Draws from the points that may be legal and leaves out each that is not: the first legal one
    /// is any of them alike.
    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> u16 {
        let geometry = self.stones.geometry;
        let empty = self.stones.empty();
        let mut candidates = self.playout_candidates(empty);
        let mut count = candidates.count();
        while count > 0 {
            let point = candidates.select(rng.below(count));
            let open = !(geometry.neighbours(point) & empty).is_empty();
            if open || self.closed_point_is_legal(point) {
                return point as u16;
            }
            candidates = candidates & !geometry.single(point);
            count -= 1;
        }
        let eyes = self.legal_points();
        eyes.select(rng.below(eyes.count())) as u16
    }

    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> u16 {
        let geometry = self.stones.geometry;
        let empty = self.stones.empty();
        let open = geometry.around(empty);
        let candidates = self.playout_candidates(empty);
        let best = geometry
            .highest(candidates, scores, |keys| self.keep_legal(keys, open))
            .or_else(|| geometry.highest(empty, scores, |keys| self.keep_legal(keys, open)));
        Stones::<B>::draw_one(best.expect("a move in an unfinished game"), rng) as u16
    }

    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<u16> {
        let geometry = self.stones.geometry;
        let empty = self.stones.empty();
        let open = geometry.around(empty);
        let best = geometry.highest(empty, scores, |keys| self.keep_legal(keys, open))?;
        Some(Stones::<B>::draw_one(best, rng) as u16)
    }

    fn hash64(&self) -> u64 {
        self.stones.key() ^ u64::from(self.captured)
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White"][player]
    }

    fn write_move(&self, point: u16, out: &mut dyn Write) -> fmt::Result {
        self.stones.write_point(point, out)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.stones.why_illegal(text, SUICIDE)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.stones.write_position(out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let stones = self.stones.parse_position(text)?;
        let captured = match stones.dead() {
            [false, true] => {
                return Err(
                    "only the side to move may have a chain without a liberty: it has lost",
                );
            }
            // The stone that captures may itself have no other liberty.
            [captured, _] => captured,
        };
        Ok(Atarigo { stones, captured })
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        self.stones.draw(out)
    }
}

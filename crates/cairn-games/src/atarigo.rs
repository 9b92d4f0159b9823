//! Atarigo, the first capture wins: Go for beginners, and a game of its own.
//!
//! Black begins. A move puts a stone on an empty point; there is no pass. The first to capture, even
//! a single stone, wins. A move that would leave the player's own chain without a liberty and capture
//! nothing (suicide) is not allowed, and a player without a legal move loses. So there are no draws,
//! and a game has at most as many moves as the board has points. Experiments with GRAVE use 8×8.
//!
//! Playouts do not fill their own eyes unless there is no other move. A move's key is its point: what a
//! point is worth depends little on when it is played, as in Go. `A1` is at the bottom left and there
//! is no column I.
//!
//! A position is written on one line: the rows from the top, separated by `/`, each with `X` for
//! black, `O` for white and numbers of empty points; then the side to move:
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

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, Points};
use crate::goban::text::SUICIDE;
use crate::goban::{Extra, Geometry, Stones, game_without_pass};
use crate::rows::{BLACK_WHITE, Notation, end};

/// A position of Atarigo on a board of geometry `B`.
pub type Atarigo<B> = Stones<B, <B as Geometry>::Chains, 2, Captured>;

/// Whether the last move captured.
#[derive(Clone, Copy, Debug)]
pub struct Captured(bool);

impl<B> Extra<B> for Captured {
    const NOTATION: Notation = BLACK_WHITE;
    const KO: bool = false;

    fn start(_: B) -> Self {
        Captured(false)
    }

    fn state(&self) -> u16 {
        self.0.into()
    }
}

impl<B: Geometry> Atarigo<B> {
    #[hot]
    fn has_move(&self) -> bool {
        let empty = self.empty();
        let open = self.geometry.around(empty);
        !(empty & open).is_empty() || !self.keep_legal(empty, open).is_empty()
    }
}

impl<B: Geometry> Game for Atarigo<B> {
    game_without_pass!(SUICIDE);

    #[hot]
    fn turn(&self) -> Turn {
        // The player to move has just been captured, or cannot move.
        match self.extra.0 || !self.has_move() {
            true => Turn::Over(Outcome::win(1 - self.to_move())),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = u16> {
        Points(self.legal_points()).map(|point| point as u16)
    }

    #[hot]
    fn playout_moves(&self) -> impl Iterator<Item = u16> {
        let points = self.playout_points();
        let points = if points.is_empty() { self.legal_points() } else { points };
        Points(points).map(|point| point as u16)
    }

    #[hot]
    fn play(&mut self, point: u16) {
        self.extra = Captured(self.add_and_end_turn(point.into()));
    }

    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> u16 {
        match self.random_playout_point(rng) {
            Some(point) => point as u16,
            // Only eyes are left.
            None => self.legal_points().random(rng) as u16,
        }
    }

    #[hot]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> u16 {
        match self.best_playout_point(scores, rng) {
            Some(point) => point as u16,
            None => self.best_legal_move(scores, rng).expect("a move in an unfinished game"),
        }
    }

    #[hot]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<u16> {
        let empty = self.empty();
        Some(self.best_key(empty, self.geometry.around(empty), scores, rng)? as u16)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let (mut position, rest) = self.parse_board(text)?;
        end(rest)?;
        position.extra = match position.dead() {
            [false, true] => {
                return Err(
                    "only the side to move may have a chain without a liberty: it has lost",
                );
            }
            // The stone that captures may itself have no other liberty.
            [captured, _] => Captured(captured),
        };
        Ok(position)
    }
}

//! Go, on any board from 2×2 to 19×19.
//!
//! The rules: no suicide, simple ko in the position and positional superko for whole games (through
//! [`Game::repetition_key`]), area scoring with komi, two passes end the game. Playouts never fill
//! an eye of their own and pass only when there is no other move.
//!
//! [`Go9`] is the quick 9×9 board, [`GoAny`] any other. Both are the same code over a [`Geometry`]:
//! the stones are sets of points as bits, so that eyes, area and the points with an empty neighbour
//! come from a few shifts of the whole board; beside them a small table counts the liberties of
//! chains, so that captures and suicide are known without a search.
//!
//! A position is written on one line: the rows from the top, separated by `/`, each with `X` for
//! black, `O` for white and numbers of empty points; then the side to move, the ko point or
//! `-`, the passes just made, and komi: `9/9/9/3XO4/9/9/9/9/9 w - 0 7.5`.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::go::Go9;
//!
//! let mut position = Go9::new();
//! let corner = position.parse_move("A1").unwrap();
//! position.play(corner);
//! assert_eq!(position.stone(0), Some(0));
//! assert_eq!(position.area_score(), 2 * 81 - 15); // the whole board less komi, in half points
//! ```

pub mod conventions;
mod knowledge;
mod patterns;
mod tactics;
mod text;

use core::fmt::{self, Write};

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, Points, Words};
use crate::goban::{Extra, NO_POINT, Stones, game_with_pass};
use crate::rows::{BLACK_WHITE, Notation, end, next_word};

pub use self::knowledge::Parts;
pub use self::text::{HalfPoints, parse_komi};
pub use crate::goban::{AnySize, Geometry, GoMove, Nine, SIZES};

/// Go on the 9×9 board.
pub type Go9 = Go<Nine>;

/// Go on a board whose size is chosen at run time.
pub type GoAny = Go<AnySize>;

/// The player who moves first.
pub const BLACK: usize = 0;

/// The player who gets komi.
pub const WHITE: usize = 1;

/// The default komi: 7.5 points, in half points.
pub const DEFAULT_KOMI: i16 = 15;

/// The same as text.
pub const DEFAULT_KOMI_TEXT: &str = "7.5";

/// A position of Go on a board of geometry `B`.
pub type Go<B> = Stones<B, <B as Geometry>::Chains, 2, KomiAndLast>;

/// What Go adds to the stones.
#[derive(Clone, Copy, Debug)]
pub struct KomiAndLast {
    /// In half points, so that it stays an integer.
    komi: i16,
    /// Where the last move was. The rules do not need it; informed playouts answer it.
    last: u16,
}

impl<B> Extra<B> for KomiAndLast {
    const NOTATION: Notation = BLACK_WHITE;

    fn start(_: B) -> Self {
        KomiAndLast { komi: DEFAULT_KOMI, last: NO_POINT }
    }

    #[hot]
    fn state(&self) -> u16 {
        self.komi.cast_unsigned()
    }
}

impl Go9 {
    /// The empty 9×9 board, black to move.
    pub fn new() -> Self {
        Self::on(Nine)
    }

    /// The same position on a board whose size is chosen at run time.
    pub fn to_any_size(&self) -> GoAny {
        let board = GoAny::new(9).expect("a size in range").with_komi(self.komi());
        let stones = [BLACK, WHITE].map(|player| {
            Points(self.stones(player)).fold(Words::EMPTY, |set, point| set | Words::single(point))
        });
        let mut position = board.with_stones(stones, self.to_move());
        (position.ko, position.passes, position.extra) = (self.ko, self.passes, self.extra);
        position
    }
}

impl Default for Go9 {
    fn default() -> Self {
        Self::new()
    }
}

impl GoAny {
    /// The empty board of `size` × `size` points, black to move.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        let geometry = AnySize::new(size).ok_or("the board's size must be 2 to 19")?;
        Ok(Self::on(geometry))
    }
}

impl<B: Geometry> Go<B> {
    /// The same position under another komi, in half points (15 is 7.5 points).
    pub fn with_komi(mut self, half_points: i16) -> Self {
        self.extra.komi = half_points;
        self
    }

    /// Komi in half points.
    pub fn komi(&self) -> i16 {
        self.extra.komi
    }

    /// This board with exactly these stones, no ko and no pass before; the same komi. An error if a
    /// point is used twice or a chain has no liberty.
    pub fn setup(
        &self,
        black: impl IntoIterator<Item = usize>,
        white: impl IntoIterator<Item = usize>,
        to_move: usize,
    ) -> Result<Self, &'static str> {
        let black = self.collect(black)?;
        let white = self.collect(white)?;
        if !(black & white).is_empty() {
            return Err("a point holds at most one stone");
        }
        let mut position = self.with_stones([black, white], to_move);
        position.extra.last = NO_POINT;
        position.check_liberties().map(|()| position)
    }

    /// The same position with `player` to move, even if it was the other's turn or two passes had ended
    /// the game: then there is no ko and no pass before.
    pub fn continued_by(mut self, player: usize) -> Self {
        if player != self.to_move() {
            self.end_turn();
        } else if self.passes < 2 {
            return self;
        }
        (self.ko, self.passes) = (NO_POINT, 0);
        self
    }

    /// Whether the player to move may play at `point`. Superko is not checked: it depends on the game.
    pub fn is_legal(&self, point: usize) -> bool {
        self.legal_points().contains(point)
    }

    /// The chain of the stone at `point`; empty if there is none.
    pub fn chain(&self, point: usize) -> B::Set {
        match self.stone(point) {
            Some(player) => self.connected(B::Set::single(point), self.stones(player)),
            None => B::Set::EMPTY,
        }
    }

    /// `points` and what is connected to them through `through`. (Not inlined: its speed does not
    /// matter, and small machines have little room.)
    #[inline(never)]
    pub fn connected(&self, points: B::Set, through: B::Set) -> B::Set {
        self.geometry.reach(points, through)
    }

    /// The empty points beside `stones`.
    pub fn liberties(&self, stones: B::Set) -> B::Set {
        self.geometry.around(stones) & self.empty()
    }

    /// This position without some of its stones.
    pub fn without(&self, stones: B::Set) -> Self {
        let left = [BLACK, WHITE].map(|player| self.stones(player) & !stones);
        let mut position = self.with_stones(left, self.to_move());
        position.passes = self.passes;
        position
    }

    /// The points that count for `player`: the stones, and the empty points from which only stones of
    /// that player are reached.
    pub fn area(&self, player: usize) -> B::Set {
        let empty = self.empty();
        let reached = |player| self.connected(self.stones(player), empty);
        reached(player) & !reached(1 - player)
    }

    fn collect(&self, stones: impl IntoIterator<Item = usize>) -> Result<B::Set, &'static str> {
        let points = self.geometry.points();
        stones.into_iter().try_fold(B::Set::EMPTY, |all, point| {
            let on_board = point < points;
            on_board.then(|| all | B::Set::single(point)).ok_or("a stone must be on the board")
        })
    }

    /// Black's area less white's and komi, in half points: stones, and empty points from which only
    /// stones of one colour are reached. Positive is good for black.
    #[hot]
    pub fn area_score(&self) -> i32 {
        let empty = self.empty();
        let own = self.geometry.reach(self.own(), empty);
        let other = self.geometry.reach(self.hostile(), empty);
        // What both reach counts on both sides and so for neither.
        let difference = own.count() as i32 - other.count() as i32;
        let black = if self.to_move() == BLACK { difference } else { -difference };
        2 * black - i32::from(self.extra.komi)
    }

    #[hot]
    fn outcome_by_area(&self) -> Outcome {
        match self.area_score() {
            0 => Outcome::draw(),
            1.. => Outcome::win(BLACK),
            _ => Outcome::win(WHITE),
        }
    }
}

impl<B: Geometry> Game for Go<B> {
    game_with_pass!();

    /// 1 unless komi is a whole number: only then can a game be drawn.
    #[hot]
    fn denominator(&self) -> u32 {
        if self.extra.komi % 2 == 0 { 2 } else { 1 }
    }

    #[hot]
    fn max_plies(&self) -> usize {
        3 * self.points()
    }

    #[hot]
    fn turn(&self) -> Turn {
        match self.passes {
            2.. => Turn::Over(self.outcome_by_area()),
            _ => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn play(&mut self, mv: GoMove) {
        self.play_or_pass(mv);
        self.extra.last = mv.0;
    }

    #[hot]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<GoMove> {
        self.partly_informed_move(Parts::ALL, rng)
    }

    #[hot]
    fn priors(&self, means: &mut [f32]) {
        self.partly_informed_priors(Parts::ALL, means);
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White"][player]
    }

    fn parse_move(&self, text: &str) -> Option<GoMove> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(GoMove::PASS);
        }
        let point = self.parse_point(text)?;
        self.is_legal(point).then(|| GoMove::at(point))
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_board_and_ko(out)?;
        write!(out, " {}", HalfPoints(self.extra.komi.into()))
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let (mut position, mut rest) = self.parse_board_and_ko(text)?;
        position.extra.last = NO_POINT;
        if let Some(word) = next_word(&mut rest) {
            position.extra.komi = parse_komi(word)
                .ok_or("komi is whole or half points from -16383.5 to 16383.5, such as 7.5")?;
        }
        end(rest).map(|()| position)
    }
}

//! Domineering (also Crosscram), on boards of 2 to 11 rows and columns.
//!
//! The rules are Göran Andersson's: the players take turns to put a domino on two empty squares,
//! the first player upright, the second flat. A player who cannot move loses. There is no draw.
//!
//! Squares are named as in chess, `a1` at the bottom left; a move is written as its two squares,
//! the lower or left one first: `d4-d5`, `d4-e4`. A position is the rows from the top with `#` for
//! taken squares and numbers of empty ones, then the side to move, `v` or `h`: `3/#2/#2 h`.
//!
//! A move's key is its lower or left square, for both players. No two moves of a position share a
//! key, because a player has only one direction.

use core::fmt::{self, Write};

use cairn_core::capabilities::Repetition;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, Wide, Words, moves_are_points};
use crate::rows::{Notation, OCCUPIED, end, parse_square, write_square};

/// Boards of at most 64 squares.
pub type DomineeringSmall = Domineering<Words<1>>;

/// Boards of at most 11×11.
pub type DomineeringLarge = Domineering<Wide>;

/// How many rows, and columns, a board may have.
pub const SIDES: core::ops::RangeInclusive<usize> = 2..=MAX_SIDE;

/// The player who moves first and puts dominoes upright.
pub const VERTICAL: usize = 0;

/// The player who lays dominoes flat.
pub const HORIZONTAL: usize = 1;

const MAX_SIDE: usize = 11;

/// `LEFT[columns]` has all squares except those of the last column, for as many rows as fit.
static LEFT: [[u64; 2]; MAX_SIDE + 1] = {
    let mut left = [[0; 2]; MAX_SIDE + 1];
    let mut columns = 1;
    while columns <= MAX_SIDE {
        let mut square = 0;
        while square < 128 {
            if square % columns + 1 < columns {
                left[columns][square / 64] |= 1 << (square % 64);
            }
            square += 1;
        }
        columns += 1;
    }
    left
};

const NOTATION: Notation = Notation {
    pieces: "#",
    sides: "vh",
    expected_pieces: "a row has # for taken squares, numbers for empty places",
    expected_side: "after the rows comes the side to move: v or h",
};

/// A position of Domineering. A move is the number of the domino's lower or left square, row by row
/// from `a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Domineering<S> {
    empty: S,
    rows: u8,
    columns: u8,
    to_move: u8,
}

impl<S: PointSet> Domineering<S> {
    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The empty board, Vertical to move.
    pub fn new(rows: usize, columns: usize) -> Result<Self, &'static str> {
        if !SIDES.contains(&rows) || !SIDES.contains(&columns) || rows * columns > 64 * S::WORDS {
            return Err("a board has 2 to 11 rows and columns, at most 64 squares if it is small");
        }
        let empty = S::up_to(rows * columns);
        Ok(Domineering { empty, rows: rows as u8, columns: columns as u8, to_move: VERTICAL as u8 })
    }

    /// Rows of the board.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Columns of the board.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The empty squares.
    #[hot]
    pub fn empty(&self) -> S {
        self.empty
    }

    /// From the first square of `player`'s dominoes to the second.
    #[hot]
    fn step(&self, player: usize) -> usize {
        if player == VERTICAL { self.columns as usize } else { 1 }
    }

    /// Where the first square of a domino of `player` fits.
    #[hot]
    pub fn places(&self, player: usize) -> S {
        let both = self.empty & self.empty.lower(self.step(player) as u32);
        if player == VERTICAL {
            return both;
        }
        let left = &LEFT[self.columns as usize];
        both & S::from_words(|word| left[word])
    }

    /// Reads the two squares of a domino.
    fn squares(&self, text: &str) -> Option<(usize, usize)> {
        let (first, second) = text.split_once('-')?;
        let square = |text| parse_square(text, self.columns(), self.rows());
        Some((square(first)?, square(second)?))
    }

    /// Whether a square is taken, as a piece of [`NOTATION`].
    fn taken(&self, row: usize, column: usize) -> Option<usize> {
        (!self.empty.contains(row * self.columns() + column)).then_some(0)
    }
}

impl<S: PointSet> Game for Domineering<S> {
    moves_are_points!(u8, self => self.places(self.to_move as usize), best);

    #[hot]
    fn denominator(&self) -> u32 {
        1
    }

    #[hot]
    fn keys(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    #[hot]
    fn max_plies(&self) -> usize {
        self.keys() / 2
    }

    #[hot]
    fn turn(&self) -> Turn {
        match self.places(self.to_move()).is_empty() {
            true => Turn::Over(Outcome::win(1 - self.to_move())),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn play(&mut self, square: u8) {
        let second = square as usize + self.step(self.to_move as usize);
        self.empty = self.empty & !(S::single(square as usize) | S::single(second));
        self.to_move ^= 1;
    }

    /// Every move takes two squares.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn player_name(&self, player: usize) -> &'static str {
        if player == VERTICAL { "Vertical" } else { "Horizontal" }
    }

    fn write_move(&self, square: u8, out: &mut dyn Write) -> fmt::Result {
        let (first, columns) = (square as usize, self.columns());
        write_square(first, columns, out)?;
        out.write_char('-')?;
        write_square(first + self.step(self.to_move()), columns, out)
    }

    /// The squares may come in either order.
    fn parse_move(&self, text: &str) -> Option<u8> {
        let (first, second) = self.squares(text)?;
        let lower = first.min(second);
        let fits = first.abs_diff(second) == self.step(self.to_move())
            && self.places(self.to_move()).contains(lower);
        fits.then_some(lower as u8)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let (first, second) = self.squares(text)?;
        if first.abs_diff(second) != self.step(self.to_move()) {
            return Some(match self.to_move() {
                VERTICAL => "is not one square above the other",
                _ => "is not two squares side by side",
            });
        }
        Some(OCCUPIED)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let (rows, columns) = (self.rows(), self.columns());
        let taken = |row, column| self.taken(rows - 1 - row, column);
        NOTATION.write(rows, |_| columns, taken, self.to_move(), out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let (rows, columns) = (self.rows(), self.columns());
        let mut position = Self::new(rows, columns)?;
        let take = |row: usize, column: usize, _| {
            let square = (rows - 1 - row) * columns + column;
            position.empty = position.empty & !S::single(square);
        };
        let (to_move, rest) = NOTATION.parse(text, rows, |_| columns, take)?;
        position.to_move = to_move as u8;
        end(rest).map(|()| position)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        NOTATION.draw(self.rows(), self.columns(), |row, column| self.taken(row, column), out)
    }
}

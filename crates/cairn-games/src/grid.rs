//! What games on boards of up to 64 squares share: squares as bits of a word, and their text.
//!
//! A square is the number `row · stride + column`; a set of squares is a word with those bits.

use core::fmt::{self, Write};

use cairn_core::game::PackedMove;

use crate::rows::{Notation, end, parse_square, write_square};

/// The first column of a board with stride 8.
pub(crate) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The last column of a board with stride 8.
pub(crate) const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// A move of games in which it is a square and a direction: the square and, times 64, the direction.
/// So the moves of a position are a set of `Words` with a word for each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepMove(pub(crate) u16);

#[hot]
impl StepMove {
    pub(crate) const fn square(self) -> u32 {
        self.0 as u32 % 64
    }

    pub(crate) const fn direction(self) -> usize {
        (self.0 / 64) as usize % 8
    }
}

#[hot]
impl PackedMove for StepMove {
    fn pack(self) -> u32 {
        self.0.into()
    }
    fn unpack(bits: u32) -> Self {
        StepMove(bits as u16)
    }
}

/// How a board and what is on it are written. Pieces are given as two sets: those of the player to
/// move, then the other's.
pub(crate) struct Layout {
    pub columns: usize,
    pub rows: usize,
    /// From a square to the one above it in number.
    pub stride: usize,
    /// Whether the first row is drawn on top, as in Othello, and not at the bottom.
    pub first_on_top: bool,
    /// The name of the first column.
    pub first_column: u8,
    /// Pieces and sides.
    pub notation: Notation,
}

impl Layout {
    /// The number of the row that is drawn as the `line`-th.
    fn row(&self, line: usize) -> usize {
        if self.first_on_top { line } else { self.rows - 1 - line }
    }

    /// Whose piece is in a row and column, if any.
    fn piece(&self, sets: [u64; 2], to_move: usize, row: usize, column: usize) -> Option<usize> {
        let square = row * self.stride + column;
        (0..2).find(|&player| sets[player ^ to_move] >> square & 1 != 0)
    }

    /// Writes rows from the top, numbers for empty squares, and the side to move: `7/3X3 o`.
    pub fn write(&self, sets: [u64; 2], to_move: usize, out: &mut dyn Write) -> fmt::Result {
        let piece = |line, column| self.piece(sets, to_move, self.row(line), column);
        self.notation.write(self.rows, |_| self.columns, piece, to_move, out)
    }

    /// Reads what [`Layout::write`] wrote: the pieces, and who is to move.
    pub fn parse(&self, text: &str) -> Result<([u64; 2], usize), &'static str> {
        let mut sets = [0; 2];
        let put = |line: usize, column: usize, player: usize| {
            sets[player] |= 1 << (self.row(line) * self.stride + column);
        };
        let (to_move, rest) = self.notation.parse(text, self.rows, |_| self.columns, put)?;
        end(rest).map(|()| ([sets[to_move], sets[1 - to_move]], to_move))
    }

    /// Draws the board with its coordinates.
    pub fn draw(&self, sets: [u64; 2], to_move: usize, out: &mut dyn Write) -> fmt::Result {
        if self.first_on_top {
            self.draw_columns(out)?;
        }
        for line in 0..self.rows {
            let row = self.row(line);
            write!(out, "{}", row + 1)?;
            for column in 0..self.columns {
                write!(out, " {}", self.notation.symbol(self.piece(sets, to_move, row, column)))?;
            }
            out.write_char('\n')?;
        }
        if !self.first_on_top {
            self.draw_columns(out)?;
        }
        Ok(())
    }

    fn draw_columns(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_char(' ')?;
        for column in 0..self.columns {
            write!(out, " {}", char::from(self.first_column + column as u8))?;
        }
        out.write_char('\n')
    }
}

/// Writes a step from square to square: `c2-c3`, `c2xd3` for a capture.
pub(crate) fn write_step(from: u32, to: u32, captures: bool, out: &mut dyn Write) -> fmt::Result {
    write_square(from as usize, 8, out)?;
    out.write_char(if captures { 'x' } else { '-' })?;
    write_square(to as usize, 8, out)
}

/// Reads a step, with any sign between the squares or none: `c2-c3`, `c2xc3`, `c2c3` and `c2c3*` are
/// the same.
pub(crate) fn parse_step(text: &str) -> Option<(u32, u32)> {
    let text = text.strip_suffix('*').unwrap_or(text);
    let (from, to) = text.split_at_checked(2)?;
    let to = to.strip_prefix(['-', 'x', 'X', ':']).unwrap_or(to);
    Some((parse_square(from, 8, 8)? as u32, parse_square(to, 8, 8)? as u32))
}

/// The methods of [`Game`](cairn_core::Game) for a game whose moves are [`StepMove`]s and which is
/// [`Keys`] for them, to be used in its `impl`. `$layout` is the [`Layout`] of a position.
macro_rules! moves_are_steps {
    ($self:ident => $layout:expr) => {
        type Move = StepMove;

        const UNIQUE_KEYS: bool = true;

        #[hot]
        fn legal_moves(&$self) -> impl Iterator<Item = StepMove> {
            $crate::bits::Points($self.steps()).map(|mv| StepMove(mv as u16))
        }

        #[hot]
        fn key(&$self, mv: StepMove) -> usize {
            $self.key_of(mv.direction(), mv.square())
        }

        #[hot]
        fn best_playout_move(&$self, scores: &[f32], rng: &mut Rng) -> StepMove {
            $self.best_legal_move(scores, rng).expect("a playout move in an unfinished game")
        }

        #[hot]
        fn best_legal_move(&$self, scores: &[f32], rng: &mut Rng) -> Option<StepMove> {
            $self.steps().best_by_key(scores, *$self, rng).map(|mv| StepMove(mv as u16))
        }

        fn write_move(&$self, mv: StepMove, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            let (from, to) = $self.ends(mv);
            $crate::grid::write_step(from, to, $self.other >> to & 1 != 0, out)
        }

        fn parse_move(&$self, text: &str) -> Option<StepMove> {
            let ends = parse_step(text)?;
            $self.legal_moves().find(|&mv| $self.ends(mv) == ends)
        }

        fn write_position(&$self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            $layout.write([$self.own, $self.other], $self.to_move(), out)
        }

        fn draw(&$self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            $layout.draw([$self.own, $self.other], $self.to_move(), out)
        }
    };
}
pub(crate) use moves_are_steps;

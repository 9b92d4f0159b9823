//! What games on boards of up to 64 squares share: squares as bits of a word, and their text.
//!
//! A square is the number `row · stride + column`; a set of squares is a word with those bits.

use core::fmt::{self, Write};

use cairn_core::Rng;

pub(crate) use crate::bits::select_bit;
use crate::rows::{Notation, end};

/// The first column of a board with stride 8.
pub(crate) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// The last column of a board with stride 8.
pub(crate) const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The squares of a set, lowest first.
#[derive(Clone)]
pub(crate) struct Bits(pub u64);

impl Bits {
    /// One of the squares, each with the same probability; there must be one.
    #[hot]
    pub fn random(self, rng: &mut Rng) -> u32 {
        select_bit(self.0, rng.below(self.0.count_ones()))
    }

    /// The square with the highest score that is not −∞, ties by one draw among the equals in their
    /// order: what [`best_of`](cairn_core::game::best_of) would find.
    #[hot]
    pub fn best(self, scores: &[f32], rng: &mut Rng) -> Option<u32> {
        let mut best = f32::NEG_INFINITY;
        let mut equals = 0;
        let mut rest = self.0;
        while rest != 0 {
            let score = scores[rest.trailing_zeros() as usize];
            let lowest = rest & rest.wrapping_neg();
            if score > best {
                (best, equals) = (score, lowest);
            } else if score == best && equals != 0 {
                equals |= lowest;
            }
            rest ^= lowest;
        }
        match equals.count_ones() {
            0 => None,
            1 => Some(equals.trailing_zeros()),
            count => Some(select_bit(equals, rng.below(count))),
        }
    }
}

impl Iterator for Bits {
    type Item = u32;

    #[hot]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[hot]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }

    #[hot]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// One set of squares for each of `N` directions: the moves of games in which a move is a square and
/// a direction. Such a move is the number 64 · direction + square.
#[derive(Clone)]
pub(crate) struct Steps<const N: usize>(pub [u64; N]);

impl<const N: usize> Steps<N> {
    /// One of the moves, each with the same probability; there must be one.
    #[hot]
    pub fn random(&self, rng: &mut Rng) -> u32 {
        let mut total = 0;
        for set in self.0 {
            total += set.count_ones();
        }
        let mut rank = rng.below(total);
        // The last direction that starts at or below the rank; without branches, which would be
        // mispredicted.
        let (mut direction, mut chosen, mut start, mut below) = (0, self.0[0], 0, 0);
        for i in 1..N {
            start += self.0[i - 1].count_ones();
            let reached = rank >= start;
            direction = if reached { i as u32 } else { direction };
            chosen = if reached { self.0[i] } else { chosen };
            below = if reached { start } else { below };
        }
        rank -= below;
        64 * direction + select_bit(chosen, rank)
    }

    /// The move with the highest score that is not −∞, where a move scores `scores[key(move)]`;
    /// like [`Bits::best`].
    #[hot]
    pub fn best(&self, scores: &[f32], keys: impl Keys, rng: &mut Rng) -> Option<u32> {
        let mut best = f32::NEG_INFINITY;
        let mut equals = [0; N];
        let mut count = 0;
        for direction in 0..N {
            let mut rest = self.0[direction];
            while rest != 0 {
                let square = rest.trailing_zeros();
                let score = scores[keys.key(direction, square)];
                let lowest = rest & rest.wrapping_neg();
                if score > best {
                    best = score;
                    equals = [0; N];
                    equals[direction] = lowest;
                    count = 1;
                } else if score == best && count != 0 {
                    equals[direction] |= lowest;
                    count += 1;
                }
                rest ^= lowest;
            }
        }
        match count {
            0 => None,
            1 => Steps(equals).next(),
            _ => Some(Steps(equals).random(rng)),
        }
    }
}

impl<const N: usize> Iterator for Steps<N> {
    type Item = u32;

    #[hot]
    fn next(&mut self) -> Option<u32> {
        for direction in 0..N {
            let set = self.0[direction];
            if set != 0 {
                self.0[direction] = set & (set - 1);
                return Some(64 * direction as u32 + set.trailing_zeros());
            }
        }
        None
    }
}

/// How moves of [`Steps`] are numbered in the tables of a search. (A trait and not a closure, so
/// that it is inlined for certain.)
pub(crate) trait Keys: Copy {
    /// The key of the move in `direction` from `square`.
    fn key(self, direction: usize, square: u32) -> usize;
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

/// Writes a square of a board with stride 8, like `d4`.
pub(crate) fn write_square(square: u32, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{}{}", char::from(b'a' + square as u8 % 8), square / 8 + 1)
}

/// Reads a square of a board with stride 8 off the front of `text`.
pub(crate) fn parse_square(text: &[u8]) -> Option<(u32, &[u8])> {
    let [column, row, rest @ ..] = text else { return None };
    let column = column.to_ascii_lowercase();
    if !(b'a'..=b'h').contains(&column) || !(b'1'..=b'8').contains(row) {
        return None;
    }
    Some((u32::from(row - b'1') * 8 + u32::from(column - b'a'), rest))
}

/// Writes a step from square to square: `c2-c3`, `c2xd3` for a capture.
pub(crate) fn write_step(from: u32, to: u32, captures: bool, out: &mut dyn Write) -> fmt::Result {
    write_square(from, out)?;
    out.write_char(if captures { 'x' } else { '-' })?;
    write_square(to, out)
}

/// Reads a step, with any sign between the squares or none: `c2-c3`, `c2xc3`, `c2c3` and `c2c3*` are the same.
pub(crate) fn parse_step(text: &str) -> Option<(u32, u32)> {
    let (from, rest) = parse_square(text.as_bytes())?;
    let rest = match rest {
        [b'-' | b'x' | b'X' | b':', rest @ ..] => rest,
        _ => rest,
    };
    let (to, rest) = parse_square(rest)?;
    matches!(rest, [] | [b'*']).then_some((from, to))
}

/// The methods of [`Game`](cairn_core::Game) for a game whose moves are [`Steps`], to be used in its
/// `impl`. `$keys` are the [`Keys`] and `$layout` the [`Layout`] of a position.
macro_rules! moves_are_steps {
    ($move:ident($number:ty), $self:ident => $keys:expr, $layout:expr) => {
        type Move = $move;

        const UNIQUE_KEYS: bool = true;

        #[hot]
        fn legal_moves(&$self) -> impl Iterator<Item = $move> {
            $self.steps().map(|mv| $move(mv as $number))
        }

        #[hot]
        fn best_playout_move(&$self, scores: &[f32], rng: &mut Rng) -> $move {
            $self.best_legal_move(scores, rng).expect("a playout move in an unfinished game")
        }

        #[hot]
        fn best_legal_move(&$self, scores: &[f32], rng: &mut Rng) -> Option<$move> {
            $self.steps().best(scores, $keys, rng).map(|mv| $move(mv as $number))
        }

        fn write_move(&$self, mv: $move, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
            let (from, to) = $self.ends(mv);
            $crate::grid::write_step(from, to, $self.other >> to & 1 != 0, out)
        }

        fn parse_move(&$self, text: &str) -> Option<$move> {
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

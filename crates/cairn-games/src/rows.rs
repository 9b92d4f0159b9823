//! Boards as text: rows from the top, separated by `/`, with numbers of empty cells, and cells named
//! by a letter and a number.

use core::fmt::{self, Write};

/// The next part of the line up to a blank.
pub fn next_word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start();
    let (word, tail) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    *rest = tail;
    (!word.is_empty()).then_some(word)
}

/// Reads a whole number without a sign, at most `max`.
pub fn parse_number(text: &str, max: u8) -> Option<u8> {
    let only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| only_digits && number <= max)
}

/// How the board and the side to move are written: `3/1X1/3 w`.
pub struct Notation {
    /// What can be on the board: a piece of each player in their order, then what belongs to nobody.
    /// Capital letters, unless case matters.
    pub pieces: &'static str,
    /// The side to move, in the players' order: the first letter of each name.
    pub sides: &'static str,
    /// What to say about a row with anything else in it.
    pub expected_pieces: &'static str,
    /// What to say if the side to move is missing or wrong.
    pub expected_side: &'static str,
}

/// Stones of Black, who moves first, and of White.
pub const BLACK_WHITE: Notation = Notation {
    pieces: "XO",
    sides: "bw",
    expected_pieces: "a row has X for black, O for white, numbers for empty places",
    expected_side: "after the rows comes the side to move: b or w",
};

impl Notation {
    /// The letter of a piece, by its place in [`Notation::pieces`], or of an empty place.
    pub fn symbol(&self, piece: Option<usize>) -> char {
        piece.and_then(|piece| self.pieces.chars().nth(piece)).unwrap_or('.')
    }

    /// Writes `rows` rows, the top one first: `width(row)` places each, where `piece(row, index)` is;
    /// then the side to move.
    pub fn write(
        &self,
        rows: usize,
        width: impl Fn(usize) -> usize,
        piece: impl Fn(usize, usize) -> Option<usize>,
        to_move: usize,
        out: &mut dyn Write,
    ) -> fmt::Result {
        for row in 0..rows {
            if row > 0 {
                out.write_char('/')?;
            }
            let mut empty = 0;
            for index in 0..width(row) {
                let piece = piece(row, index);
                if piece.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(out, "{empty}")?;
                    empty = 0;
                }
                out.write_char(self.symbol(piece))?;
            }
            if empty > 0 {
                write!(out, "{empty}")?;
            }
        }
        write!(out, " {}", self.sides.chars().nth(to_move).unwrap_or('-'))
    }

    /// Reads what [`Notation::write`] writes off the front of `text`; a `.` is an empty place as
    /// well. Calls `put(row, index, piece)` for each piece; returns who is to move and what follows.
    pub fn parse<'a>(
        &self,
        text: &'a str,
        rows: usize,
        width: impl Fn(usize) -> usize,
        put: impl FnMut(usize, usize, usize),
    ) -> Result<(usize, &'a str), &'static str> {
        let mut rest = text;
        let board = next_word(&mut rest)
            .ok_or("first come the rows of the board from the top, separated by /")?;
        self.parse_rows(board, rows, width, put)?;
        let mut side = next_word(&mut rest).ok_or(self.expected_side)?.chars();
        let letter = side.next().filter(|_| side.next().is_none());
        let player = letter.and_then(|letter| place(self.sides, letter));
        Ok((player.ok_or(self.expected_side)?, rest))
    }

    /// Draws `rows` rows, the last one on top, of `columns` places each, where `piece(row, column)`
    /// is; numbers on the left and letters below.
    pub fn draw(
        &self,
        rows: usize,
        columns: usize,
        piece: impl Fn(usize, usize) -> Option<usize>,
        out: &mut dyn Write,
    ) -> fmt::Result {
        for row in (0..rows).rev() {
            write!(out, "{:2}", row + 1)?;
            for column in 0..columns {
                write!(out, " {}", self.symbol(piece(row, column)))?;
            }
            out.write_char('\n')?;
        }
        out.write_str("  ")?;
        write_letters(columns, out)
    }

    fn parse_rows(
        &self,
        text: &str,
        rows: usize,
        width: impl Fn(usize) -> usize,
        mut put: impl FnMut(usize, usize, usize),
    ) -> Result<(), &'static str> {
        const WIDTH: &str = "each row must have as many places as that row of the board";
        if text.split('/').count() != rows {
            return Err("there must be as many rows, separated by /, as the board is high");
        }
        for (row, text) in text.split('/').enumerate() {
            let width = width(row);
            let (mut index, mut number) = (0, 0);
            for symbol in text.chars() {
                if let Some(digit) = symbol.to_digit(10) {
                    number = 10 * number + digit as usize;
                    if number == 0 || number > width {
                        return Err(WIDTH);
                    }
                    continue;
                }
                index += number;
                number = 0;
                if index >= width {
                    return Err(WIDTH);
                }
                if symbol != '.' {
                    put(row, index, place(self.pieces, symbol).ok_or(self.expected_pieces)?);
                }
                index += 1;
            }
            if index + number != width {
                return Err(WIDTH);
            }
        }
        Ok(())
    }
}

/// The index of `symbol` in `symbols`; in upper or lower case if the other is not there.
fn place(symbols: &str, symbol: char) -> Option<usize> {
    let exact = symbols.chars().position(|other| other == symbol);
    exact.or_else(|| symbols.chars().position(|other| other.eq_ignore_ascii_case(&symbol)))
}

/// For the end of a position: an error unless only blanks are left.
pub fn end(rest: &str) -> Result<(), &'static str> {
    match rest.trim().is_empty() {
        true => Ok(()),
        false => Err("nothing may follow the position"),
    }
}

/// What is wrong with a move to a place that is not empty ([`Game::why_illegal`]).
///
/// [`Game::why_illegal`]: cairn_core::Game::why_illegal
pub const OCCUPIED: &str = "is occupied: choose an empty place";

/// Writes the name of a square, counted row by row from `a1` on a board of `columns`.
pub fn write_square(square: usize, columns: usize, out: &mut dyn Write) -> fmt::Result {
    write_cell(square % columns, square / columns, out)
}

/// Reads the name of a square, as a number like that of [`write_square`].
pub fn parse_square(text: &str, columns: usize, rows: usize) -> Option<usize> {
    let (column, row) = parse_cell(text)?;
    (column < columns && row < rows).then(|| row * columns + column)
}

/// Writes a cell like `d4`, column and row counted from 0.
pub fn write_cell(column: usize, row: usize, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Reads a cell like `d4`, upper or lower case: column and row counted from 0. Each cell has one
/// name, without signs or leading zeros.
pub fn parse_cell(text: &str) -> Option<(usize, usize)> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let row = parse_row(text.get(1..)?)?;
    letter.is_ascii_lowercase().then(|| ((letter - b'a').into(), row))
}

/// Reads the number of a row, and counts it from 0.
pub fn parse_row(digits: &str) -> Option<usize> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let row: usize = digits.parse().ok().filter(|_| is_number)?;
    Some(row - 1)
}

/// Writes the letters of the columns, with a blank before each, and ends the line.
pub fn write_letters(columns: usize, out: &mut dyn Write) -> fmt::Result {
    for column in 0..columns {
        write!(out, " {}", char::from(b'a' + column as u8))?;
    }
    out.write_char('\n')
}

/// Writes blanks.
pub fn indent(blanks: usize, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{:blanks$}", "")
}

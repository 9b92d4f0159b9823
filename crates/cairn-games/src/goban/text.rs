//! Points, positions and boards as people write them.

use core::fmt::{self, Write};

use super::chains::Chains;
use super::geometry::Geometry;
use super::stones::{Extra, Stones};
use crate::bits::PointSet;
use crate::rows::{OCCUPIED, next_word, parse_number, parse_row};

/// Columns are named without I, which looks like 1.
pub const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";

/// What is wrong with a move that takes its own liberties.
pub(crate) const SUICIDE: &str = "is suicide: the stone would have no liberty";

impl<B: Geometry, C: Chains, const N: usize, E: Extra<B>> Stones<B, C, N, E> {
    /// Reads a coordinate like `D4`, upper or lower case, on this board.
    pub fn parse_point(&self, text: &str) -> Option<usize> {
        let size = self.size();
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = COLUMNS[..size].bytes().position(|column| column == letter)?;
        let row = parse_row(&text[1..]).filter(|row| *row < size)?;
        Some(row * size + column)
    }

    /// Writes a coordinate like `D4`.
    pub fn write_point(&self, point: usize, out: &mut dyn Write) -> fmt::Result {
        let (row, column) = (point / self.size(), point % self.size());
        write!(out, "{}{}", char::from(COLUMNS.as_bytes()[column]), row + 1)
    }

    /// What is wrong with a move at the point that `text` names; `otherwise` if the point is empty and
    /// not the ko.
    pub(crate) fn why_not_at(&self, text: &str, otherwise: &'static str) -> Option<&'static str> {
        let point = self.parse_point(text)?;
        Some(match self.stone(point) {
            Some(_) => OCCUPIED,
            None if self.ko() == Some(point) => "takes back the ko: play elsewhere first",
            None => otherwise,
        })
    }

    /// Writes the rows and the side to move.
    pub(crate) fn write_board(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        let stone = |row: usize, column: usize| self.stone((size - 1 - row) * size + column);
        E::NOTATION.write(size, |_| size, stone, self.to_move(), out)
    }

    /// Reads what [`Stones::write_board`] writes, and what follows. Chains may be without liberties.
    pub(crate) fn parse_board<'a>(&self, text: &'a str) -> Result<(Self, &'a str), &'static str> {
        let size = self.size();
        let mut stones = [B::Set::EMPTY; N];
        let put = |row: usize, column: usize, player: usize| {
            stones[player] = stones[player] | B::Set::single((size - 1 - row) * size + column);
        };
        let (to_move, rest) = E::NOTATION.parse(text, size, |_| size, put)?;
        Ok((self.with_stones(stones, to_move), rest))
    }

    /// Writes the rows, the side to move, the ko point or `-`, and the passes just made.
    pub(crate) fn write_board_and_ko(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_board(out)?;
        out.write_char(' ')?;
        match self.ko() {
            Some(point) => self.write_point(point, out)?,
            None => out.write_char('-')?,
        }
        write!(out, " {}", self.passes)
    }

    /// Reads what [`Stones::write_board_and_ko`] writes, and what follows.
    pub(crate) fn parse_board_and_ko<'a>(
        &self,
        text: &'a str,
    ) -> Result<(Self, &'a str), &'static str> {
        const KO: &str = "after the side comes the ko point, like D4, or -";
        let (mut position, mut rest) = self.parse_board(text)?;
        position.check_liberties()?;
        if let Some(point) = match next_word(&mut rest).ok_or(KO)? {
            "-" => None,
            word => Some(self.parse_point(word).ok_or(KO)?),
        } {
            if !position.could_be_ko(point) {
                return Err("the ko point must be where a lone stone could be taken back");
            }
            position.ko = point as u16;
        }
        let passes = next_word(&mut rest).and_then(|word| parse_number(word, N as u8));
        position.passes = passes.ok_or(match N {
            2 => "after the ko point come the passes just made: 0 to 2",
            _ => "after the ko point come the passes just made: 0 to 3",
        })?;
        match position.ko().is_some() && position.passes > 0 {
            true => Err("there is no ko after a pass: put - for the ko point"),
            false => Ok((position, rest)),
        }
    }

    /// Draws the board with its coordinates on all sides.
    pub(crate) fn draw_board(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        draw_letters(size, out)?;
        for row in (0..size).rev() {
            write!(out, "{:2}", row + 1)?;
            for column in 0..size {
                write!(out, " {}", E::NOTATION.symbol(self.stone(row * size + column)))?;
            }
            writeln!(out, " {}", row + 1)?;
        }
        draw_letters(size, out)
    }
}

fn draw_letters(size: usize, out: &mut dyn Write) -> fmt::Result {
    out.write_str("  ")?;
    for column in COLUMNS[..size].chars() {
        write!(out, " {column}")?;
    }
    out.write_char('\n')
}

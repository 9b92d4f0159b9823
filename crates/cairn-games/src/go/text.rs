//! Moves and positions as people write them.

use core::fmt::{self, Write};

use super::geometry::Geometry;
use super::points::{PointSet, Points};
use super::{BLACK, Go, GoMove, NO_POINT, WHITE};

/// Columns are named without I, which looks like 1.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// The next part of the line up to a blank.
fn next_word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start();
    let (word, tail) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    *rest = tail;
    (!word.is_empty()).then_some(word)
}

/// Komi in half points from text like `7.5`, `-3` or `0`.
pub(crate) fn parse_komi(text: &str) -> Option<i16> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, half) = match text.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (text, 0),
    };
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let halves = whole.parse::<i16>().ok()?.checked_mul(2)?.checked_add(half)?;
    Some(if negative { -halves } else { halves })
}

fn write_komi(halves: i16, out: &mut dyn Write) -> fmt::Result {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    write!(out, "{sign}{}{half}", halves.unsigned_abs() / 2)
}

impl<B: Geometry> Go<B> {
    /// Reads a coordinate like `D4`, upper or lower case, on this board.
    pub fn parse_point(&self, text: &str) -> Option<usize> {
        let size = self.size();
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = COLUMNS[..size].iter().position(|&column| column == letter)?;
        let digits = &text[1..];
        let row: usize = digits.parse().ok()?;
        // No sign and no leading zero: each point has one name.
        let plain = digits.bytes().next().is_some_and(|byte| matches!(byte, b'1'..=b'9'));
        (plain && row <= size).then(|| (row - 1) * size + column)
    }

    /// Writes a coordinate like `D4`.
    pub fn write_point(&self, point: usize, out: &mut dyn Write) -> fmt::Result {
        let (row, column) = (point / self.size(), point % self.size());
        write!(out, "{}{}", char::from(COLUMNS[column]), row + 1)
    }

    pub(super) fn write_move_text(&self, mv: GoMove, out: &mut dyn Write) -> fmt::Result {
        match mv.point() {
            Some(point) => self.write_point(point, out),
            None => out.write_str("pass"),
        }
    }

    /// The legal move that `text` names.
    pub(super) fn parse_move_text(&self, text: &str) -> Option<GoMove> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(GoMove::PASS);
        }
        let point = self.parse_point(text)?;
        self.legal_points().contains(point).then(|| GoMove::at(point))
    }

    fn symbol(&self, point: usize) -> char {
        match self.stone(point) {
            Some(BLACK) => 'X',
            Some(_) => 'O',
            None => '.',
        }
    }

    pub(super) fn write_position_text(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        for row in (0..size).rev() {
            let mut empty = 0;
            for column in 0..size {
                let symbol = self.symbol(row * size + column);
                if symbol == '.' {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    write!(out, "{empty}")?;
                    empty = 0;
                }
                out.write_char(symbol)?;
            }
            if empty > 0 {
                write!(out, "{empty}")?;
            }
            out.write_char(if row > 0 { '/' } else { ' ' })?;
        }
        out.write_str(if self.to_move as usize == BLACK { "b " } else { "w " })?;
        match self.ko() {
            Some(point) => self.write_point(point, out)?,
            None => out.write_char('-')?,
        }
        write!(out, " {} ", self.passes)?;
        write_komi(self.komi, out)
    }

    pub(super) fn parse_position_text(&self, text: &str) -> Result<Self, &'static str> {
        let mut rest = text;
        let board = next_word(&mut rest).ok_or("expected rows, side, ko, passes: `9/9/9 b - 0`")?;
        let (black, white) = self.parse_rows(board)?;
        let to_move = match next_word(&mut rest) {
            Some("b" | "B") => BLACK,
            Some("w" | "W") => WHITE,
            _ => return Err("after the rows comes the side to move: b or w"),
        };
        let mut position = self.setup(Points(black), Points(white), to_move)?;
        position.ko = match next_word(&mut rest) {
            Some("-") => NO_POINT,
            Some(word) => match self.parse_point(word) {
                Some(point) if position.could_be_ko(point) => point as u16,
                Some(_) => {
                    return Err("the ko point must be where a lone stone could be taken back");
                }
                None => return Err("after the side comes the ko point, like D4, or -"),
            },
            None => return Err("after the side comes the ko point, like D4, or -"),
        };
        position.passes = match next_word(&mut rest) {
            Some("0") => 0,
            Some("1") => 1,
            Some("2") => 2,
            _ => return Err("after the ko point comes the number of passes just made: 0, 1 or 2"),
        };
        if position.passes > 0 && position.ko != NO_POINT {
            return Err("there is no ko after a pass: put - for the ko point");
        }
        if let Some(word) = next_word(&mut rest) {
            position.komi = parse_komi(word).ok_or("komi is whole or half points, like 7.5")?;
        }
        match next_word(&mut rest) {
            Some(_) => Err("nothing may follow komi"),
            None => Ok(position),
        }
    }

    /// The black and the white stones of `rows`, top row first.
    fn parse_rows(&self, rows: &str) -> Result<(B::Set, B::Set), &'static str> {
        const WIDTH: &str = "each row must have as many points as the board is wide";
        let size = self.size();
        if rows.split('/').count() != size {
            return Err("there must be as many rows, separated by /, as the board is high");
        }
        let (mut black, mut white) = (B::Set::EMPTY, B::Set::EMPTY);
        for (row, text) in (0..size).rev().zip(rows.split('/')) {
            let (mut column, mut number) = (0, 0);
            for byte in text.bytes() {
                if let b'0'..=b'9' = byte {
                    number = 10 * number + usize::from(byte - b'0');
                    if number == 0 || number > size {
                        return Err(WIDTH);
                    }
                    continue;
                }
                column += number;
                number = 0;
                if column >= size {
                    return Err(WIDTH);
                }
                let stone = B::Set::single(row * size + column);
                match byte {
                    b'X' | b'x' => black = black | stone,
                    b'O' | b'o' => white = white | stone,
                    b'.' => {}
                    _ => {
                        return Err("a row has X for black, O for white, numbers for empty points");
                    }
                }
                column += 1;
            }
            if column + number != size {
                return Err(WIDTH);
            }
        }
        Ok((black, white))
    }

    /// Whether the last move may have been a capture at `point` that must not be answered there: all
    /// neighbours hostile, one of them a lone stone with no other liberty.
    fn could_be_ko(&self, point: usize) -> bool {
        let near = self.geometry.neighbours(point);
        !(self.own | self.other).contains(point)
            && near & self.other == near
            && Points(near)
                .any(|stone| self.geometry.neighbours(stone) & !self.own == B::Set::single(point))
    }

    pub(super) fn draw_board(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        self.draw_letters(out)?;
        for row in (0..size).rev() {
            write!(out, "{:2}", row + 1)?;
            for column in 0..size {
                write!(out, " {}", self.symbol(row * size + column))?;
            }
            writeln!(out, " {}", row + 1)?;
        }
        self.draw_letters(out)
    }

    fn draw_letters(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str("  ")?;
        for &column in &COLUMNS[..self.size()] {
            write!(out, " {}", char::from(column))?;
        }
        out.write_char('\n')
    }
}

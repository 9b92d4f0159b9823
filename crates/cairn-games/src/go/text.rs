//! Moves and positions as people write them.

use core::fmt::{self, Write};

use super::{Go, GoMove, NO_POINT};
use crate::goban::{Geometry, PointSet, Points, text};
use crate::rows::{BLACK_WHITE, OCCUPIED, end, next_word};

/// Komi in half points from text like `7.5`, `-3` or `6.50`.
pub fn parse_komi(text: &str) -> Option<i16> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let half = match fraction.trim_end_matches('0') {
        "5" => 1,
        "" if !fraction.is_empty() => 0,
        _ => return None,
    };
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let halves = whole.parse::<i16>().ok()?.checked_mul(2)?.checked_add(half)?;
    Some(if negative { -halves } else { halves })
}

/// Half points, such as komi and scores are counted in, as people write them: 15 is `7.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfPoints(pub i32);

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

impl<B: Geometry> Go<B> {
    /// Reads a coordinate like `D4`, upper or lower case, on this board.
    pub fn parse_point(&self, text: &str) -> Option<usize> {
        text::parse_point(self.size(), text)
    }

    /// Writes a coordinate like `D4`.
    pub fn write_point(&self, point: usize, out: &mut dyn Write) -> fmt::Result {
        text::write_point(self.size(), point, out)
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
        BLACK_WHITE.symbol(self.stone(point))
    }

    pub(super) fn write_position_text(&self, out: &mut dyn Write) -> fmt::Result {
        let stone = |point| self.stone(point);
        text::write_board(&BLACK_WHITE, self.size(), stone, self.to_move.into(), out)?;
        text::write_ko_and_passes(self.size(), self.ko(), self.passes, out)?;
        out.write_char(' ')?;
        write!(out, "{}", HalfPoints(self.komi.into()))
    }

    pub(super) fn parse_position_text(&self, text: &str) -> Result<Self, &'static str> {
        let ([black, white], to_move, mut rest) =
            text::parse_board::<B::Set, 2>(&BLACK_WHITE, self.size(), text)?;
        let mut position = self.setup(Points(black), Points(white), to_move)?;
        let (ko, passes) = text::parse_ko_and_passes(self.size(), 2, &mut rest)?;
        position.ko = match ko {
            None => NO_POINT,
            Some(point) if position.could_be_ko(point) => point as u16,
            Some(_) => return Err("the ko point must be where a lone stone could be taken back"),
        };
        position.passes = passes;
        if let Some(word) = next_word(&mut rest) {
            position.komi = parse_komi(word)
                .ok_or("komi is whole or half points from -16383.5 to 16383.5, such as 7.5")?;
        }
        end(rest).map(|()| position)
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

    pub(super) fn why_illegal_text(&self, text: &str) -> Option<&'static str> {
        let point = self.parse_point(text)?;
        Some(match self.stone(point) {
            Some(_) => OCCUPIED,
            None if self.ko() == Some(point) => text::KO,
            None => text::SUICIDE,
        })
    }

    pub(super) fn draw_board(&self, out: &mut dyn Write) -> fmt::Result {
        text::draw(self.size(), |point| self.symbol(point), out)
    }
}

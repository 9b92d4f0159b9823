//! Moves and positions as people write them.

use core::fmt::{self, Write};

use super::{NO_POINT, PLAYERS, ThreeColorGo};
use crate::go::GoMove;
use crate::goban::{Chains, Geometry, PointSet, Points, text};

impl<B: Geometry> ThreeColorGo<B> {
    pub(super) fn symbol(&self, point: usize) -> char {
        self.stone(point).map_or('.', |player| text::STONES[player])
    }

    /// Whether the last move may have been a capture at `point` that must not be answered there: all
    /// neighbours hostile, one of them a lone stone of the player before with no other liberty.
    fn could_be_ko(&self, point: usize) -> bool {
        let near = self.geometry.neighbours(point);
        let last = self.stones[(self.to_move as usize + 2) % PLAYERS];
        let not_last = (self.taken() & !last) | self.geometry.single(point);
        self.empty().contains(point)
            && (near & (self.empty() | self.own())).is_empty()
            && Points(near & last).any(|stone| {
                let around = self.geometry.neighbours(stone);
                around & not_last == around && around & self.empty() == self.geometry.single(point)
            })
    }

    pub(super) fn write_move_text(&self, mv: GoMove, out: &mut dyn Write) -> fmt::Result {
        match mv.point() {
            Some(point) => text::write_point(self.geometry.size(), point, out),
            None => out.write_str("pass"),
        }
    }

    pub(super) fn write_position_text(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.geometry.size();
        text::write_rows(size, |point| self.symbol(point), out)?;
        write!(out, " {} ", ['b', 'w', 'r'][self.to_move as usize])?;
        match self.ko {
            NO_POINT => out.write_char('-')?,
            ko => text::write_point(size, ko.into(), out)?,
        }
        write!(out, " {}", self.passes)
    }

    pub(super) fn parse_position_text(&self, line: &str) -> Result<Self, &'static str> {
        const KO: &str = "after the side comes the ko point, like D4, or -";
        let mut rest = line;
        let size = self.geometry.size();
        let rows =
            text::next_word(&mut rest).ok_or("expected rows, side, ko, passes: `3/1X1/3 w - 0`")?;
        let mut position = Self::on(self.geometry);
        position.stones = text::parse_rows::<B::Set, PLAYERS>(size, rows)?;
        position.to_move = match text::next_word(&mut rest) {
            Some("b" | "B") => 0,
            Some("w" | "W") => 1,
            Some("r" | "R") => 2,
            _ => return Err("after the rows comes the side to move: b, w or r"),
        };
        let empty = position.empty();
        for (player, stones) in position.stones.into_iter().enumerate() {
            if !self.geometry.dead(stones, empty).is_empty() {
                return Err("every chain of stones must have a liberty (an empty point beside it)");
            }
            for point in Points(stones) {
                let near = self.geometry.four_neighbours(point);
                position.chains.add(point, near, player as u8);
            }
        }
        position.ko = match text::next_word(&mut rest).ok_or(KO)? {
            "-" => NO_POINT,
            word => match text::parse_point(size, word).ok_or(KO)? {
                point if position.could_be_ko(point) => point as u16,
                _ => return Err("the ko point must be where a lone stone could be taken back"),
            },
        };
        position.passes = match text::next_word(&mut rest) {
            Some("0") => 0,
            Some("1") => 1,
            Some("2") => 2,
            Some("3") => 3,
            _ => return Err("after the ko point comes the number of passes just made: 0 to 3"),
        };
        if position.passes > 0 && position.ko != NO_POINT {
            return Err("there is no ko after a pass: put - for the ko point");
        }
        match text::next_word(&mut rest) {
            Some(_) => Err("nothing may follow the passes"),
            None => Ok(position),
        }
    }
}

//! Moves and positions as people write them.

use core::fmt::{self, Write};

use super::{NO_POINT, PLAYERS, ThreeColorGo};
use crate::go::GoMove;
use crate::goban::{Chains, Geometry, PointSet, Points, text};
use crate::rows::{Notation, OCCUPIED, end};

const NOTATION: Notation = Notation {
    pieces: "XO#",
    sides: "bwr",
    expected_pieces: "a row has X for black, O for white, # for red, numbers for empty places",
    expected_side: "after the rows comes the side to move: b, w or r",
};

impl<B: Geometry> ThreeColorGo<B> {
    pub(super) fn symbol(&self, point: usize) -> char {
        NOTATION.symbol(self.stone(point))
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

    pub(super) fn why_illegal_text(&self, text: &str) -> Option<&'static str> {
        let point = text::parse_point(self.geometry.size(), text)?;
        Some(match self.stone(point) {
            Some(_) => OCCUPIED,
            None if usize::from(self.ko) == point => text::KO,
            None => text::SUICIDE,
        })
    }

    pub(super) fn write_position_text(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.geometry.size();
        text::write_board(&NOTATION, size, |point| self.stone(point), self.to_move.into(), out)?;
        let ko = (self.ko != NO_POINT).then_some(self.ko.into());
        text::write_ko_and_passes(size, ko, self.passes, out)
    }

    pub(super) fn parse_position_text(&self, line: &str) -> Result<Self, &'static str> {
        let size = self.geometry.size();
        let mut position = Self::on(self.geometry);
        let (stones, to_move, mut rest) =
            text::parse_board::<B::Set, PLAYERS>(&NOTATION, size, line)?;
        (position.stones, position.to_move) = (stones, to_move as u8);
        let empty = position.empty();
        for (player, stones) in stones.into_iter().enumerate() {
            if !self.geometry.dead(stones, empty).is_empty() {
                return Err("every chain of stones must have a liberty (an empty point beside it)");
            }
            for point in Points(stones) {
                let near = self.geometry.four_neighbours(point);
                position.chains.add(point, near, player as u8);
            }
        }
        let (ko, passes) = text::parse_ko_and_passes(size, PLAYERS as u8, &mut rest)?;
        position.ko = match ko {
            None => NO_POINT,
            Some(point) if position.could_be_ko(point) => point as u16,
            Some(_) => return Err("the ko point must be where a lone stone could be taken back"),
        };
        position.passes = passes;
        end(rest).map(|()| position)
    }
}

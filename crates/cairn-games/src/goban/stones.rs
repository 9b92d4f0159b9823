//! Two players' stones on a board, with their chains: what Atarigo and NoGo share.

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use super::chains::Chains;
use super::geometry::Geometry;
use super::{mix, text};
use crate::bits::{PointSet, Points};
use crate::rows::{BLACK_WHITE, OCCUPIED, end};

/// The stones of a game of two players in which none is ever taken off the board.
#[derive(Clone, Copy, Debug)]
pub struct Stones<B: Geometry> {
    /// The stones of the player to move, and of the other one.
    pub(crate) own: B::Set,
    pub(crate) other: B::Set,
    pub(crate) to_move: u8,
    pub(crate) geometry: B,
    /// Follows from the stones, but the names it gives to chains depend on the order they came in.
    pub(crate) chains: B::Chains,
}

/// Equal if the rules cannot tell them apart.
impl<B: Geometry> PartialEq for Stones<B> {
    fn eq(&self, rhs: &Self) -> bool {
        let state = |s: &Self| (s.geometry, s.own, s.other, s.to_move);
        state(self) == state(rhs)
    }
}

impl<B: Geometry> Eq for Stones<B> {}

impl<B: Geometry> Hash for Stones<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for stones in [self.own, self.other] {
            for i in 0..B::Set::WORDS {
                state.write_u64(stones.word(i));
            }
        }
        state.write_u8(self.to_move);
    }
}

impl<B: Geometry> Stones<B> {
    pub(crate) fn new(geometry: B) -> Self {
        Stones {
            own: PointSet::EMPTY,
            other: PointSet::EMPTY,
            to_move: 0,
            geometry,
            chains: Chains::new(geometry.points()),
        }
    }

    /// The empty points.
    #[inline(always)]
    pub(crate) fn empty(&self) -> B::Set {
        self.geometry.board() & !(self.own | self.other)
    }

    /// Puts a stone of the player to move at `point`, and it is the other's turn. Says whether that
    /// left a hostile chain without liberties.
    #[inline(always)]
    pub(crate) fn place(&mut self, point: usize) -> bool {
        let near = self.geometry.four_neighbours(point);
        let captures = self.chains.add(point, near, self.to_move);
        let own = self.own | self.geometry.single(point);
        self.own = self.other;
        self.other = own;
        self.to_move ^= 1;
        captures
    }

    /// Whose stone stands at `point`, if any.
    pub(crate) fn stone(&self, point: usize) -> Option<usize> {
        let to_move = usize::from(self.to_move);
        if self.own.contains(point) {
            return Some(to_move);
        }
        self.other.contains(point).then_some(1 - to_move)
    }

    /// A 64-bit hash.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        let mut key = self.geometry.points() as u64 ^ u64::from(self.to_move) << 32;
        for stones in [self.own, self.other] {
            for i in 0..(self.geometry.points() + 1).div_ceil(64) {
                key = mix(key ^ stones.word(i));
            }
        }
        key
    }

    /// A point of `equals`, by one draw if there are several.
    #[inline(always)]
    pub(crate) fn draw_one(equals: B::Set, rng: &mut cairn_core::Rng) -> usize {
        match equals.count() {
            1 => equals.first(),
            count => equals.select(rng.below(count)),
        }
    }

    fn symbol(&self, point: usize) -> char {
        BLACK_WHITE.symbol(self.stone(point))
    }

    pub(crate) fn write_point(&self, point: u16, out: &mut dyn Write) -> fmt::Result {
        text::write_point(self.geometry.size(), point.into(), out)
    }

    /// Writes the rows, then the side to move.
    pub(crate) fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let stone = |point| self.stone(point);
        text::write_board(&BLACK_WHITE, self.geometry.size(), stone, self.to_move.into(), out)
    }

    /// Reads rows and the side to move. Chains may be without liberties: see [`Stones::dead`].
    pub(crate) fn parse_position(&self, line: &str) -> Result<Self, &'static str> {
        let (sets, to_move, rest) =
            text::parse_board::<B::Set, 2>(&BLACK_WHITE, self.geometry.size(), line)?;
        end(rest)?;
        let mut stones = Self::new(self.geometry);
        (stones.own, stones.other) = (sets[to_move], sets[1 - to_move]);
        stones.to_move = to_move as u8;
        for (set, player) in sets.into_iter().zip(0..) {
            for point in Points(set) {
                stones.chains.add(point, self.geometry.four_neighbours(point), player);
            }
        }
        Ok(stones)
    }

    /// Whether the player to move, and whether the other one, has a chain without a liberty.
    pub(crate) fn dead(&self) -> [bool; 2] {
        let empty = self.empty();
        [self.own, self.other].map(|stones| !self.geometry.dead(stones, empty).is_empty())
    }

    /// What is wrong with a move; `empty` is what is wrong on an empty point.
    pub(crate) fn why_illegal(&self, text: &str, empty: &'static str) -> Option<&'static str> {
        if text.eq_ignore_ascii_case("pass") {
            return Some("is not allowed in this game");
        }
        let point = text::parse_point(self.geometry.size(), text)?;
        Some(if self.stone(point).is_some() { OCCUPIED } else { empty })
    }

    pub(crate) fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        text::draw(self.geometry.size(), |point| self.symbol(point), out)
    }
}

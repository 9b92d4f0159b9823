//! Moves that a search for a move leaves out.

use cairn_core::Game;

use super::Ownership;
use crate::bits::PointSet;
use crate::go::{Geometry, Go, GoMove};

/// Moves that a search leaves out.
#[derive(Clone, Copy)]
pub struct Excluded<B: Geometry> {
    points: B::Set,
    pass: bool,
}

impl<B: Geometry> Excluded<B> {
    /// No move.
    pub const NONE: Self = Excluded { points: B::Set::EMPTY, pass: false };

    /// Adds a move.
    pub fn push(&mut self, mv: GoMove) {
        match mv.point() {
            Some(point) => self.points = self.points | B::Set::single(point),
            None => self.pass = true,
        }
    }

    /// Whether a move is left out.
    pub fn contains(&self, mv: GoMove) -> bool {
        mv.point().map_or(self.pass, |point| self.points.contains(point))
    }

    /// Whether no move is left out.
    pub fn is_empty(&self) -> bool {
        !self.pass && self.points.is_empty()
    }

    /// Adds the moves that fill the player's own eyes.
    pub fn add_eyes(&mut self, position: &Go<B>) {
        position.legal_moves().filter(|mv| fills_own_eye(position, *mv)).for_each(|mv| {
            self.push(mv);
        });
    }

    /// Adds all moves except those beside the other player's dead stones, if there are any such.
    pub(super) fn keep_captures(&mut self, position: &Go<B>, ownership: &Ownership) {
        let dead = ownership.dead(position) & position.stones(1 - position.to_move());
        let liberties = position.liberties(dead);
        let useful = |mv: &GoMove| mv.point().is_some_and(|point| liberties.contains(point));
        if position.playout_moves().any(|mv| useful(&mv) && !self.contains(mv)) {
            position.legal_moves().filter(|mv| !useful(mv)).for_each(|mv| self.push(mv));
        }
    }
}

/// Whether a legal move fills one of the player's own eyes. That is a bad move, but when a game is
/// decided, all moves look equally good to a search.
pub(super) fn fills_own_eye<B: Geometry>(position: &Go<B>, mv: GoMove) -> bool {
    mv.point().is_some() && !position.playout_moves().any(|playout| playout == mv)
}

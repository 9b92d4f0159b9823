//! Liberties, captures, ko, eyes and area, each by growing sets of points a step at a time.

use super::{Go, NO_POINT};
use crate::goban::{Chains, Geometry, PointSet, Points};

impl<B: Geometry> Go<B> {
    /// The empty points.
    #[inline(always)]
    pub(super) fn empty(&self) -> B::Set {
        self.geometry.board() & !(self.own | self.other)
    }

    /// The set without the ko point. A branch, since there hardly ever is one.
    #[inline(always)]
    pub(super) fn but_ko(&self, set: B::Set) -> B::Set {
        if self.ko == NO_POINT { set } else { set & !self.geometry.single(self.ko as usize) }
    }

    /// Puts a stone of the player to move at `point`, takes the stones it captures and sets the ko
    /// point.
    #[inline(always)]
    pub(super) fn place(&mut self, point: usize) {
        self.own = self.own | self.geometry.single(point);
        self.ko = NO_POINT;
        let near = self.geometry.four_neighbours(point);
        if self.chains.add(point, near, self.to_move) {
            self.capture(point);
        }
    }

    /// Takes the hostile chains beside `point` that have no liberty.
    #[inline(always)]
    fn capture(&mut self, point: usize) {
        let near = self.geometry.neighbours(point);
        let mut captured = B::Set::EMPTY;
        let mut threatened = near & self.other;
        while !threatened.is_empty() {
            let stone = threatened.lowest();
            if self.chains.is_dead(threatened.first()) {
                captured = captured | self.geometry.reach(stone, self.other);
            }
            threatened = threatened & !(captured | stone);
        }
        self.other = self.other & !captured;
        let mut stones = captured;
        while !stones.is_empty() {
            let stone = stones.first();
            self.chains.remove(stone, self.geometry.four_neighbours(stone));
            stones = stones & !stones.lowest();
        }
        // A lone stone that took a lone stone and has no other liberty could be taken back at once:
        // every neighbour it has is hostile but the point it emptied.
        if captured == captured.lowest() && near & !self.other == captured {
            self.ko = captured.first() as u16;
        }
    }

    /// Whether the player to move may play at `point`, which must be empty, not the ko point, and
    /// have no empty neighbour.
    #[inline(always)]
    pub(super) fn closed_point_is_legal(&self, point: usize) -> bool {
        self.chains.may_add(self.geometry.four_neighbours(point), self.to_move)
    }

    /// The points of `candidates` (empty, the ko point not among them) that are legal. `open` are
    /// the points with an empty neighbour.
    #[inline(always)]
    pub(super) fn keep_legal(&self, candidates: B::Set, open: B::Set) -> B::Set {
        let mut legal = candidates & open;
        for point in Points(candidates & !open) {
            if self.closed_point_is_legal(point) {
                legal = legal | B::Set::single(point);
            }
        }
        legal
    }

    /// The points where the player to move may play.
    #[inline(always)]
    pub(super) fn legal_points(&self) -> B::Set {
        let empty = self.empty();
        self.keep_legal(self.but_ko(empty), self.geometry.around(empty))
    }

    /// The points where a playout may play: legal and no eye of the player to move.
    #[inline(always)]
    pub(super) fn playout_points(&self) -> B::Set {
        let empty = self.empty();
        self.keep_legal(self.playout_candidates(empty), self.geometry.around(empty))
    }

    /// The `empty` points but ko and the eyes of the player to move.
    #[inline(always)]
    pub(super) fn playout_candidates(&self, empty: B::Set) -> B::Set {
        self.but_ko(empty & !self.geometry.eyes(empty, self.own, self.other))
    }

    /// Builds the chains anew from the stones.
    pub(super) fn rebuild_chains(&mut self) {
        self.chains = Chains::new(self.geometry.points());
        for (stones, player) in [(self.own, self.to_move), (self.other, self.to_move ^ 1)] {
            for point in Points(stones) {
                self.chains.add(point, self.geometry.four_neighbours(point), player);
            }
        }
    }

    /// Whether every chain on the board has a liberty.
    pub(super) fn all_chains_have_liberties(&self) -> bool {
        let empty = self.empty();
        [self.own, self.other].iter().all(|&stones| self.geometry.dead(stones, empty).is_empty())
    }

    /// The area of the player to move less the other's, in points.
    #[inline(always)]
    pub(super) fn own_area_minus_other(&self) -> i32 {
        let empty = self.empty();
        let own = self.geometry.reach(self.own, empty);
        let other = self.geometry.reach(self.other, empty);
        // What both reach counts on both sides and so for neither.
        own.count() as i32 - other.count() as i32
    }
}

//! Chains with one liberty, what saves or takes them, and moves that leave one behind.

use super::Go;
use crate::bits::{PointSet, Points};
use crate::goban::{Chains, Geometry};

/// Whether there are two points or more.
#[hot]
fn several<S: PointSet>(set: S) -> bool {
    set != set.lowest()
}

impl<B: Geometry> Go<B> {
    /// The chain that a stone at `point` and the `stones` make, and its liberties among the `empty`
    /// points, if it has fewer than two. (Where there are wide instructions it must be inlined to be
    /// compiled for them; elsewhere flash may be scarce, and the compiler knows.)
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn weak_chain(&self, point: usize, stones: B::Set, empty: B::Set) -> Option<[B::Set; 2]> {
        // The first step is looked up: for most chains it shows that they are strong, or one stone.
        let (stone, near) = (self.geometry.single(point), self.geometry.neighbours(point));
        let liberties = near & empty;
        if several(liberties) {
            return None;
        }
        let mut chain = stone | (near & stones);
        if chain == stone {
            return Some([chain, liberties]);
        }
        loop {
            let near = self.geometry.around(chain);
            let liberties = near & empty;
            if several(liberties) {
                return None;
            }
            let grown = chain | (near & stones);
            if grown == chain {
                return Some([chain, liberties]);
            }
            chain = grown;
        }
    }

    /// The chain of `stones` that the one at `point` belongs to and its liberty, if it is in atari.
    #[hot]
    fn chain_in_atari(&self, point: usize, stones: B::Set, empty: B::Set) -> Option<[B::Set; 2]> {
        if !self.chains.may_be_in_atari(point) {
            return None;
        }
        self.weak_chain(point, stones, empty)
    }

    /// The last liberties of those chains of `stones` in atari that have a stone in `among`.
    #[hot]
    fn last_liberties(&self, among: B::Set, stones: B::Set, empty: B::Set) -> B::Set {
        let (mut rest, mut liberties) = (among, B::Set::EMPTY);
        while !rest.is_empty() {
            let stone = rest.first();
            rest = rest & !rest.lowest();
            if let Some([chain, liberty]) = self.chain_in_atari(stone, stones, empty) {
                liberties = liberties | liberty;
                rest = rest & !chain;
            }
        }
        liberties
    }

    /// The points where the player to move takes a chain with a stone in `among`, regardless of ko.
    #[hot]
    pub(super) fn captures(&self, among: B::Set, empty: B::Set) -> B::Set {
        self.last_liberties(among & self.hostile(), self.hostile(), empty)
    }

    /// The points that save the player's chains in atari with a stone in `among`: by taking a chain
    /// beside them, or by running to two liberties. Regardless of ko.
    #[hot]
    pub(super) fn rescues(&self, among: B::Set, empty: B::Set) -> B::Set {
        let (mut rest, mut points) = (among & self.own(), B::Set::EMPTY);
        while !rest.is_empty() {
            let stone = rest.first();
            rest = rest & !rest.lowest();
            if let Some([chain, liberty]) = self.chain_in_atari(stone, self.own(), empty) {
                rest = rest & !chain;
                points = points | self.captures(self.geometry.around(chain), empty);
                if self.weak_chain(liberty.first(), self.own(), empty & !liberty).is_none() {
                    points = points | liberty;
                }
            }
        }
        points
    }

    /// Whether a stone of the player to move at the empty `point` would be in atari at once, or
    /// without any liberty; what it captures counts.
    #[inline(never)]
    pub fn is_self_atari_at(&self, point: usize) -> bool {
        self.is_self_atari(point, self.empty())
    }

    /// The same, with the empty points already known.
    #[hot]
    pub(super) fn is_self_atari(&self, point: usize, empty: B::Set) -> bool {
        let near = self.geometry.neighbours(point);
        !several(near & empty) && self.is_closed_self_atari(point, near, empty)
    }

    /// The same for a point with one empty neighbour or none.
    #[hot]
    pub(super) fn is_closed_self_atari(&self, point: usize, near: B::Set, empty: B::Set) -> bool {
        if !self.leaves_one_liberty(point, near, empty) {
            return false;
        }
        let stone = self.geometry.single(point);
        let mut taken = B::Set::EMPTY;
        for hostile in Points(near & self.hostile()) {
            if let Some([chain, liberty]) = self.chain_in_atari(hostile, self.hostile(), empty)
                && liberty == stone
            {
                taken = taken | chain;
            }
        }
        taken.is_empty() || self.weak_chain(point, self.own(), (empty | taken) & !stone).is_some()
    }

    /// Whether a stone of the player to move at the empty `point` would have fewer than two liberties
    /// if it captures nothing.
    #[hot]
    pub(super) fn leaves_one_liberty(&self, point: usize, near: B::Set, empty: B::Set) -> bool {
        for friend in Points(near & self.own()) {
            if self.chains.is_safe(friend) {
                return false;
            }
        }
        let stone = self.geometry.single(point);
        self.weak_chain(point, self.own(), empty & !stone).is_some()
    }

    /// Those of the `empty` points that may be self-atari, of which `open` have an empty neighbour and
    /// `wide` two. A stone on any other point surely has two liberties: two empty neighbours, or one
    /// and another of a friendly stone beside it, or two of that stone. (Neighbours have no neighbour
    /// in common.)
    #[hot]
    pub(super) fn doubtful(&self, empty: B::Set, open: B::Set, wide: B::Set) -> B::Set {
        let one = open & !self.geometry.around(self.own() & wide);
        let none = !open & !self.geometry.around(self.own() & self.geometry.around_thrice(empty));
        empty & !wide & (one | none)
    }

    /// Whether a stone of the player to move at the empty `point` would be suicide or leave a chain
    /// of several stones in atari. (A lone stone may be thrown in.)
    #[hot]
    pub(super) fn is_blunder(&self, point: usize, empty: B::Set) -> bool {
        let near = self.geometry.neighbours(point);
        if several(near & empty) {
            return false;
        }
        if (near & self.own()).is_empty() {
            return (near & empty).is_empty() && !self.closed_point_is_legal(point);
        }
        self.is_closed_self_atari(point, near, empty)
    }

    /// Whether a self-atari at the empty `point` is worth it, because its stones leave a chain around
    /// them no more than one eye when they are taken.
    pub(super) fn is_sacrifice(&self, point: usize, empty: B::Set) -> bool {
        let rest = empty & !self.geometry.single(point);
        let Some([stones, liberty]) = self.weak_chain(point, self.own(), rest) else {
            return false;
        };
        let walls = self.geometry.around(stones) & self.hostile();
        let wall = self.geometry.reach(walls.lowest(), self.hostile());
        // There must be no friends beyond the last liberty, or the stones could connect there.
        let friends = self.geometry.around(liberty) & self.own() & !stones;
        !liberty.is_empty()
            && friends.is_empty()
            && (walls & !wall).is_empty()
            && self.is_one_eye(stones)
    }

    /// Whether these points, once empty, make only one eye if the other side plays first: one point
    /// is beside all the others, except perhaps one that closes a square.
    fn is_one_eye(&self, shape: B::Set) -> bool {
        shape.count() <= 6
            && Points(shape).any(|point| {
                let near = self.geometry.neighbours(point) & shape;
                let rest = shape & !near & !self.geometry.single(point);
                rest.is_empty() || !several(rest) && several(self.geometry.around(rest) & near)
            })
    }

    /// The stones of the other player that are dead by a bent four in the corner. They cannot take the
    /// three stones in their corner and live, but the player to move can add a fourth, be taken, and
    /// begin a ko for all of them after removing every threat elsewhere. By convention they are dead
    /// even if nobody plays that.
    #[inline(never)]
    pub fn dead_by_bent_four(&self) -> B::Set {
        let empty = self.empty();
        let around = |set| self.geometry.around(set);
        let mut dead = B::Set::EMPTY;
        for point in Points(empty) {
            let stone = self.geometry.single(point);
            let Some([bend, liberty]) = self.weak_chain(point, self.own(), empty & !stone) else {
                continue;
            };
            // The three are one chain with two liberties: the fourth point and another.
            let shared = stone | liberty;
            if !self.is_bent_four(bend)
                || several(self.geometry.neighbours(point) & bend)
                || liberty.is_empty()
                || around(bend & !stone) & empty != shared
            {
                continue;
            }
            let walls = around(bend) & self.hostile();
            let wall = self.geometry.reach(walls.lowest(), self.hostile());
            // Outside the wall there may be liberties that lead nowhere and are not eyes.
            let outside = around(wall) & empty & !shared;
            if (walls & !wall).is_empty()
                && (shared & !around(wall)).is_empty()
                && (outside & !around(self.own())).is_empty()
                && (around(outside) & !(wall | self.own())).is_empty()
            {
                dead = dead | wall;
            }
        }
        dead
    }

    /// Whether these points are a corner, the two beside it, and the next along one of the edges.
    fn is_bent_four(&self, shape: B::Set) -> bool {
        let near = |point| self.geometry.neighbours(point);
        shape.count() == 4
            && Points(shape).all(|point| near(point).count() < 4)
            && Points(shape)
                .any(|point| near(point).count() == 2 && (near(point) & !shape).is_empty())
    }
}

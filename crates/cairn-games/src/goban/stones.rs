//! Stones on a Go board with their chains: what the four games share.

use core::fmt::Debug;
use core::hash::{Hash, Hasher};

use super::chains::Chains;
use super::geometry::{Geometry, SmallSize};
use crate::bits::{PointSet, Points};
use crate::rows::Notation;

/// No point: there is no ko, or the move is a pass.
pub(crate) const NO_POINT: u16 = u16::MAX;

/// A position on a board of geometry `B`: the stones of `N` players, their chains `C`, ko and passes,
/// and what a game knows besides, `E`.
#[derive(Clone, Copy, Debug)]
pub struct Stones<B: Geometry, C, const N: usize, E> {
    /// The stones of the player to move, then of those whose turns come next.
    sets: [B::Set; N],
    /// Where the player to move may not retake.
    pub(crate) ko: u16,
    pub(crate) to_move: u8,
    /// How many passes the last moves were.
    pub(crate) passes: u8,
    pub(crate) geometry: B,
    /// Follows from the stones, but its names of chains depend on the order of the moves.
    pub(crate) chains: C,
    pub(crate) extra: E,
}

/// What a game on a Go board knows besides stones, ko and passes.
pub trait Extra<B>: Copy + Debug {
    /// How its positions are written.
    #[doc(hidden)]
    const NOTATION: Notation;

    /// Whether stones are taken off the board, so that there can be a ko.
    const KO: bool = true;

    /// As it is on the empty board.
    fn start(geometry: B) -> Self;

    /// The part of it that matters to the rules. The rest follows from the stones, or is only a hint
    /// for playouts.
    fn state(&self) -> u16 {
        0
    }
}

impl<B: Geometry, C, const N: usize, E: Extra<B>> Stones<B, C, N, E> {
    #[hot]
    fn state(&self) -> (u16, u16, u8, u8) {
        (self.extra.state(), self.ko, self.to_move, self.passes)
    }
}

/// Equal if they are the same to the rules.
impl<B: Geometry, C, const N: usize, E: Extra<B>> PartialEq for Stones<B, C, N, E> {
    fn eq(&self, rhs: &Self) -> bool {
        let all = |position: &Self| (position.geometry, position.sets, position.state());
        all(self) == all(rhs)
    }
}

impl<B: Geometry, C, const N: usize, E: Extra<B>> Eq for Stones<B, C, N, E> {}

impl<B: Geometry, C, const N: usize, E: Extra<B>> Hash for Stones<B, C, N, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.sets, self.state()).hash(state);
    }
}

impl<C: Chains, const N: usize, E: Extra<SmallSize>> Stones<SmallSize, C, N, E> {
    /// The empty board of `size` × `size` points, 2 to 11, black to move.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        SmallSize::new(size).map(Self::on).ok_or("the board's size must be 2 to 11")
    }
}

impl<B: Geometry, C: Chains, const N: usize, E: Extra<B>> Stones<B, C, N, E> {
    /// The empty board of this geometry, black to move.
    pub fn on(geometry: B) -> Self {
        Stones {
            sets: [PointSet::EMPTY; N],
            ko: NO_POINT,
            to_move: 0,
            passes: 0,
            geometry,
            chains: Chains::new(geometry.points()),
            extra: E::start(geometry),
        }
    }

    /// This board with these stones of each player instead, no ko and no pass before.
    pub(crate) fn with_stones(&self, mut stones: [B::Set; N], to_move: usize) -> Self {
        let mut chains = C::new(self.geometry.points());
        for (player, &set) in stones.iter().enumerate() {
            for point in Points(set) {
                chains.add(point, self.geometry.four_neighbours(point), player as u8);
            }
        }
        stones.rotate_left(to_move);
        let to_move = to_move as u8;
        Stones { sets: stones, ko: NO_POINT, to_move, passes: 0, chains, ..*self }
    }

    /// Rows, and columns, of the board.
    pub fn size(&self) -> usize {
        self.geometry.size()
    }

    /// Whose stone is at `point`, if any.
    pub fn stone(&self, point: usize) -> Option<usize> {
        (0..N).find(|&player| self.stones(player).contains(point))
    }

    /// How many passes the last moves were.
    pub fn passes(&self) -> usize {
        self.passes.into()
    }

    /// For each player, beginning with the one to move, whether a chain has no liberty.
    pub(crate) fn dead(&self) -> [bool; N] {
        let empty = self.empty();
        self.sets.map(|stones| !self.geometry.dead(stones, empty).is_empty())
    }

    /// An error if a chain has no liberty.
    pub(crate) fn check_liberties(&self) -> Result<(), &'static str> {
        match self.dead().contains(&true) {
            true => Err("every chain of stones must have a liberty (an empty point beside it)"),
            false => Ok(()),
        }
    }

    /// Whether the last move may have been a capture at `point` that must not be answered there: all
    /// neighbours hostile, one of them a lone stone of the player before with no other liberty.
    pub(crate) fn could_be_ko(&self, point: usize) -> bool {
        let (near, empty, last) = (self.geometry.neighbours(point), self.empty(), self.sets[N - 1]);
        empty.contains(point)
            && (near & (empty | self.own())).is_empty()
            && Points(near & last).any(|stone| {
                let around = self.geometry.neighbours(stone);
                (around & last).is_empty() && around & empty == self.geometry.single(point)
            })
    }

    /// [`Game::hash64`](cairn_core::Game::hash64).
    pub(crate) fn hash_of_all(&self) -> u64 {
        let (extra, ko, to_move, passes) = self.state();
        let state = u64::from(extra) << 32
            | u64::from(ko) << 16
            | u64::from(to_move) << 8
            | u64::from(passes);
        mix(self.stones_key() ^ mix(state))
    }
}

#[hot]
impl<B: Geometry, C: Chains, const N: usize, E: Extra<B>> Stones<B, C, N, E> {
    /// The player to move, or who would be if the game were not over.
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    /// How many points the board has.
    pub fn points(&self) -> usize {
        self.geometry.points()
    }

    /// All stones of `player`.
    pub fn stones(&self, player: usize) -> B::Set {
        self.sets[(player + N - self.to_move()) % N]
    }

    /// Where the player to move may not retake a ko.
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NO_POINT).then_some(self.ko as usize)
    }

    /// The stones of the player to move.
    pub(crate) fn own(&self) -> B::Set {
        self.sets[0]
    }

    /// The stones of the other players.
    pub(crate) fn hostile(&self) -> B::Set {
        let mut hostile = self.sets[1];
        for i in 2..N {
            hostile = hostile | self.sets[i];
        }
        hostile
    }

    /// The empty points.
    pub(crate) fn empty(&self) -> B::Set {
        self.geometry.board() & !(self.own() | self.hostile())
    }

    /// `set` without the ko point. A branch, since there hardly ever is one.
    pub(crate) fn without_ko(&self, set: B::Set) -> B::Set {
        match !E::KO || self.ko == NO_POINT {
            true => set,
            false => set & !self.geometry.single(self.ko as usize),
        }
    }

    /// Puts a stone of the player to move at `point`. Returns whether that leaves a hostile chain
    /// without liberties.
    pub(crate) fn add(&mut self, point: usize) -> bool {
        self.sets[0] = self.sets[0] | self.geometry.single(point);
        self.chains.add(point, self.geometry.four_neighbours(point), self.to_move)
    }

    /// [`Stones::add`] and [`Stones::end_turn`] in one, for games in which stones are not taken.
    pub(crate) fn add_and_end_turn(&mut self, point: usize) -> bool {
        let near = self.geometry.four_neighbours(point);
        let captures = self.chains.add(point, near, self.to_move);
        let own = self.own() | self.geometry.single(point);
        self.end_turn();
        self.sets[N - 1] = own;
        captures
    }

    /// Takes the hostile chains beside `point` that have no liberty, and sets the ko point.
    pub(crate) fn capture(&mut self, point: usize) {
        let near = self.geometry.neighbours(point);
        let mut captured = B::Set::EMPTY;
        let mut threatened = near & self.hostile();
        while !threatened.is_empty() {
            let stone = threatened.lowest();
            if self.chains.is_dead(threatened.first()) {
                for i in 1..N {
                    if N == 2 || !(self.sets[i] & stone).is_empty() {
                        captured = captured | self.geometry.reach(stone, self.sets[i]);
                    }
                }
            }
            threatened = threatened & !(captured | stone);
        }
        let owner_is_next = N == 2 || !(self.sets[1] & captured).is_empty();
        for i in 1..N {
            self.sets[i] = self.sets[i] & !captured;
        }
        for stone in Points(captured) {
            self.chains.remove(stone, self.geometry.four_neighbours(stone));
        }
        // A lone stone that took a lone stone and has no other liberty could be taken back at once:
        // every neighbour it has is hostile but the point it emptied.
        if owner_is_next && captured == captured.lowest() && near & !self.hostile() == captured {
            self.ko = captured.first() as u16;
        }
    }

    /// It is the next player's turn.
    pub(crate) fn end_turn(&mut self) {
        let own = self.sets[0];
        for i in 1..N {
            self.sets[i - 1] = self.sets[i];
        }
        self.sets[N - 1] = own;
        self.to_move = match N {
            2 => self.to_move ^ 1,
            _ if self.to_move as usize == N - 1 => 0,
            _ => self.to_move + 1,
        };
    }

    /// Whether the player to move may play at `point`, which must be empty, not the ko point, and
    /// have no empty neighbour.
    pub(crate) fn closed_point_is_legal(&self, point: usize) -> bool {
        self.chains.may_add(self.geometry.four_neighbours(point), self.to_move)
    }

    /// The points of `candidates` (empty, the ko point not among them) that are legal. `open` are
    /// the points with an empty neighbour.
    pub(crate) fn keep_legal(&self, candidates: B::Set, open: B::Set) -> B::Set {
        let mut legal = candidates & open;
        for point in Points(candidates & !open) {
            if self.closed_point_is_legal(point) {
                legal = legal | B::Set::single(point);
            }
        }
        legal
    }

    /// The points where the player to move may play.
    pub(crate) fn legal_points(&self) -> B::Set {
        let empty = self.empty();
        self.keep_legal(self.without_ko(empty), self.geometry.around(empty))
    }

    /// The points where a playout may play: legal and not an eye of the player to move.
    pub(crate) fn playout_points(&self) -> B::Set {
        let empty = self.empty();
        self.keep_legal(self.playout_candidates(empty), self.geometry.around(empty))
    }

    /// The `empty` points except ko and the eyes of the player to move.
    pub(crate) fn playout_candidates(&self, empty: B::Set) -> B::Set {
        self.without_ko(empty & !self.geometry.eyes(empty, self.own(), self.hostile()))
    }

    /// Mixes the stones, black's first, into one number.
    pub(crate) fn stones_key(&self) -> u64 {
        let words = (self.geometry.points() + 1).div_ceil(64);
        let mut key = self.geometry.points() as u64;
        for player in 0..N {
            let stones = self.stones(player);
            for i in 0..words {
                key = mix(key ^ stones.word(i));
            }
        }
        key
    }
}

/// A bijection that lets every bit of its input change every bit of the output (the last steps of
/// SplitMix64), after a step that moves it away from zero.
#[hot]
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

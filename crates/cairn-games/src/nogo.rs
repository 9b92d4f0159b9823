//! NoGo: Go in which nothing may be captured; whoever cannot move has lost.
//!
//! Black begins. A move puts a stone on an empty point. It may not capture (leave a hostile chain
//! without a liberty) and may not be suicide (leave one's own chain without one); there is no pass.
//! The player who has no legal move has lost, so there are no draws. These are the rules of the
//! Computer Olympiads, played there on 9×9.
//!
//! A point that a player may not take stays so for the rest of the game: the chain it would capture
//! can only grow through that very point, and the liberties it lacks do not come back. So a position
//! keeps, for each player, the points not yet found to be illegal, and throws out the illegal ones
//! it meets first; the game is over when none is left.
//!
//! A move's key is its point. Coordinates and positions are written as in
//! [Atarigo](crate::atarigo): `9/9/9/3XO4/9/9/9/9/9 b`.

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::goban::{Chains, Geometry, PointSet, Points, SmallSize, Stones};

/// A position of NoGo on a board of geometry `B`.
#[derive(Clone, Copy, Debug)]
pub struct NoGo<B: Geometry> {
    stones: Stones<B>,
    /// Empty points that may be legal for the player to move, and for the other: all that are
    /// legal, and perhaps others. The lowest one of the player to move is legal.
    open: [B::Set; 2],
}

impl NoGo<SmallSize> {
    /// The empty board of `size` × `size` points, 2 to 11, black to move.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        SmallSize::new(size).map(Self::on).ok_or("the board's size must be 2 to 11")
    }
}

/// Equal if the rules cannot tell them apart.
impl<B: Geometry> PartialEq for NoGo<B> {
    fn eq(&self, rhs: &Self) -> bool {
        self.stones == rhs.stones
    }
}

impl<B: Geometry> Eq for NoGo<B> {}

impl<B: Geometry> Hash for NoGo<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stones.hash(state);
    }
}

impl<B: Geometry> NoGo<B> {
    /// The player to move, or who would be if the game were not over.
    #[inline(always)]
    pub fn to_move(&self) -> usize {
        self.stones.to_move.into()
    }

    /// The empty board of this geometry, black to move.
    pub fn on(geometry: B) -> Self {
        NoGo { stones: Stones::new(geometry), open: [geometry.board(); 2] }
    }

    /// Whose stone stands at `point`, if any.
    pub fn stone(&self, point: usize) -> Option<usize> {
        self.stones.stone(point)
    }

    #[inline(always)]
    fn is_legal(&self, point: usize) -> bool {
        let near = self.stones.geometry.four_neighbours(point);
        self.stones.chains.is_peaceful(near, self.stones.to_move)
    }

    /// Throws out the illegal points below the first legal one.
    #[inline(always)]
    fn find_first(&mut self) {
        while !self.open[0].is_empty() && !self.is_legal(self.open[0].first()) {
            self.open[0] = self.open[0] & !self.open[0].lowest();
        }
    }

    #[inline(always)]
    fn keep_legal(&self, mut candidates: B::Set) -> B::Set {
        let mut legal = B::Set::EMPTY;
        while !candidates.is_empty() {
            if self.is_legal(candidates.first()) {
                legal = legal | candidates.lowest();
            }
            candidates = candidates & !candidates.lowest();
        }
        legal
    }
}

impl<B: Geometry> Game for NoGo<B> {
    type Move = u16;

    const UNIQUE_KEYS: bool = true;

    #[inline(always)]
    fn denominator(&self) -> u32 {
        1
    }

    #[inline(always)]
    fn keys(&self) -> usize {
        self.stones.geometry.points()
    }

    #[inline(always)]
    fn max_plies(&self) -> usize {
        self.stones.geometry.points()
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        match self.open[0].is_empty() {
            true => Turn::Over(Outcome::win(1 - self.to_move())),
            false => Turn::Player(self.to_move()),
        }
    }

    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = u16> {
        Points(self.keep_legal(self.open[0])).map(|point| point as u16)
    }

    #[inline(always)]
    fn play(&mut self, point: u16) {
        self.stones.place(point.into());
        let taken = self.stones.geometry.single(point.into());
        self.open = [self.open[1] & !taken, self.open[0] & !taken];
        self.find_first();
    }

    #[inline(always)]
    fn key(&self, point: u16) -> usize {
        point.into()
    }

    /// Draws from the points that may be legal and leaves out each that is not: the first legal one
    /// is any of them alike.
    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> u16 {
        let mut candidates = self.open[0];
        let mut count = candidates.count();
        loop {
            let point = candidates.select(rng.below(count));
            if self.is_legal(point) {
                return point as u16;
            }
            candidates = candidates & !self.stones.geometry.single(point);
            count -= 1;
        }
    }

    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> u16 {
        self.best_legal_move(scores, rng).expect("a move in an unfinished game")
    }

    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<u16> {
        let geometry = self.stones.geometry;
        let best = geometry.highest(self.open[0], scores, |keys| self.keep_legal(keys))?;
        Some(Stones::<B>::draw_one(best, rng) as u16)
    }

    fn hash64(&self) -> u64 {
        self.stones.key()
    }

    /// How many more points the player may still take than the other.
    fn evaluate(&self, player: usize) -> i32 {
        let mut other = *self;
        other.stones.to_move ^= 1;
        let own = self.keep_legal(self.open[0]).count() as i32;
        let difference = own - other.keep_legal(self.open[1]).count() as i32;
        if player == self.to_move() { difference } else { -difference }
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White"][player]
    }

    fn write_move(&self, point: u16, out: &mut dyn Write) -> fmt::Result {
        self.stones.write_point(point, out)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.stones.why_illegal(text, "captures or has no liberty: neither is allowed")
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.stones.write_position(out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let stones = self.stones.parse_position(text)?;
        if stones.dead() != [false, false] {
            return Err("every chain of stones must have a liberty (an empty point beside it)");
        }
        let mut position = NoGo { stones, open: [stones.empty(); 2] };
        position.find_first();
        Ok(position)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        self.stones.draw(out)
    }
}

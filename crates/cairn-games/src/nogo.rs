//! NoGo: Go in which captures are forbidden; a player who cannot move loses.
//!
//! Black begins. A move puts a stone on an empty point. It may not capture (leave a hostile chain
//! without a liberty) and may not be suicide (leave the player's own chain without one); there is no
//! pass. A player without a legal move loses, so there are no draws. These are the rules of the
//! Computer Olympiads, played there on 9×9.
//!
//! A point that is illegal for a player stays illegal for the rest of the game: the chain it would
//! capture can only grow through that very point, and lost liberties do not come back. So a position
//! keeps, for each player, the points not yet found to be illegal, and removes illegal ones until the
//! first is legal; the game is over when none is left.
//!
//! A move's key is its point. Coordinates and positions are written as in
//! [Atarigo](crate::atarigo): `9/9/9/3XO4/9/9/9/9/9 b`.

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, Points};
use crate::goban::{Chains, Draws, Extra, Geometry, Stones, game_without_pass};
use crate::rows::{BLACK_WHITE, Notation, end};

/// A position of NoGo on a board of geometry `B`.
pub type NoGo<B> = Stones<B, <B as Geometry>::Chains, 2, OpenPoints<<B as Geometry>::Set>>;

/// Empty points that may be legal for the player to move, and for the other: all that are legal, and
/// perhaps others. The lowest one of the player to move is legal.
#[derive(Clone, Copy, Debug)]
pub struct OpenPoints<S>([S; 2]);

impl<B: Geometry> Extra<B> for OpenPoints<B::Set> {
    const NOTATION: Notation = BLACK_WHITE;

    fn start(geometry: B) -> Self {
        OpenPoints([geometry.board(); 2])
    }
}

#[hot]
impl<B: Geometry> NoGo<B> {
    fn is_legal_for(&self, point: usize, player: u8) -> bool {
        self.chains.is_peaceful(self.geometry.four_neighbours(point), player)
    }

    fn open(&self) -> B::Set {
        self.extra.0[0]
    }

    /// Removes the illegal points below the first legal one.
    fn find_first(&mut self) {
        let mut open = self.open();
        while !open.is_empty() && !self.is_legal_for(open.first(), self.to_move) {
            open = open & !open.lowest();
        }
        self.extra.0[0] = open;
    }

    /// Those of `candidates`, empty points, where `player` may play.
    fn legal_among(&self, candidates: B::Set, player: u8) -> B::Set {
        let mut legal = candidates;
        for point in Points(candidates) {
            if !self.is_legal_for(point, player) {
                legal = legal & !self.geometry.single(point);
            }
        }
        legal
    }
}

impl<B: Geometry> Game for NoGo<B> {
    game_without_pass!("captures or has no liberty: neither is allowed");

    #[hot]
    fn turn(&self) -> Turn {
        match self.open().is_empty() {
            true => Turn::Over(Outcome::win(1 - self.to_move())),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = u16> {
        Points(self.legal_among(self.open(), self.to_move)).map(|point| point as u16)
    }

    #[hot]
    fn play(&mut self, point: u16) {
        self.add_and_end_turn(point.into());
        let taken = self.geometry.single(point.into());
        let [own, other] = self.extra.0;
        self.extra = OpenPoints([other & !taken, own & !taken]);
        self.find_first();
    }

    /// Draws from the points that may be legal and leaves out each that is not: each legal point has
    /// the same probability.
    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> u16 {
        let mut draws = Draws::new(self.geometry, self.open());
        loop {
            let point = draws.draw(rng).expect("a move in an unfinished game");
            if self.is_legal_for(point, self.to_move) {
                return point as u16;
            }
            draws.remove(point);
        }
    }

    #[hot]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> u16 {
        self.best_legal_move(scores, rng).expect("a move in an unfinished game")
    }

    #[hot]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<u16> {
        let keep = |keys| self.legal_among(keys, self.to_move);
        Some(self.geometry.highest(self.open(), scores, keep)?.break_tie(rng) as u16)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let (mut position, rest) = self.parse_board(text)?;
        end(rest)?;
        position.check_liberties()?;
        position.extra = OpenPoints([position.empty(); 2]);
        position.find_first();
        Ok(position)
    }
}

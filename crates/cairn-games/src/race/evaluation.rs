//! What a position of Breakthrough or Knightthrough is worth. Their misère forms have no evaluation:
//! what is good there is another matter.

use cairn_core::Game;
use cairn_core::capabilities::{Capabilities, Forcing, Measure};

use super::{Pieces, Race};
use crate::evaluation::{Weight, Weighted, count, difference};
use crate::grid::StepMove;

/// How many features there are.
pub const FEATURES: usize = 13;

/// The features and their weights in Breakthrough, in hundredths of a piece.
pub const BREAKTHROUGH: [Weight; FEATURES] = [
    ("the race is decided by the next two moves", 2500),
    ("pieces", 100),
    ("pieces one row from the goal", 200),
    ("pieces two rows from the goal", 90),
    ("pieces three rows from the goal", 40),
    ("pieces four rows from the goal", 15),
    ("pieces that nobody can stop, up to two rows from the goal", 500),
    ("pieces that nobody can stop, three or four rows from it", 180),
    ("pieces that nobody can stop, further away", 50),
    ("pieces that are guarded", 6),
    ("pieces that are attacked", -12),
    ("pieces that are attacked and not guarded", -30),
    ("pieces on the home row", 8),
];

/// The same in Knightthrough.
pub const KNIGHTTHROUGH: [Weight; FEATURES] = [
    ("the race is decided by the next two moves", 2500),
    ("pieces", 100),
    ("pieces one row from the goal", 100),
    ("pieces two rows from the goal", 100),
    ("pieces three rows from the goal", 60),
    ("pieces four rows from the goal", 30),
    ("pieces that nobody can stop, up to two rows from the goal", 300),
    ("pieces that nobody can stop, three or four rows from it", 300),
    ("pieces that nobody can stop, further away", 80),
    ("pieces that are guarded", 8),
    ("pieces that are attacked", -10),
    ("pieces that are attacked and not guarded", -40),
    ("pieces on the home row", 5),
];

/// The pieces of both players, seen by one who goes up the board.
#[derive(Clone, Copy)]
struct View<'a, P> {
    race: &'a Race<P>,
    own: u64,
    other: u64,
}

impl<P: Pieces> View<'_, P> {
    /// The same seen by the other player.
    fn turned(self) -> Self {
        View { own: self.turn(self.other), other: self.turn(self.own), ..self }
    }

    /// A set of squares upside down.
    fn turn(self, set: u64) -> u64 {
        set.swap_bytes() >> (8 * (8 - self.race.rows()))
    }

    /// Where pieces can go or capture, going up; with `all` false, only where they capture.
    fn up(self, pieces: u64, all: bool) -> u64 {
        let mut set = 0;
        for direction in P::DIRECTIONS.into_iter().take(P::COUNT) {
            if all || direction.captures {
                set |= (pieces & direction.columns()) << direction.shift();
            }
        }
        set & self.race.board
    }

    /// The same, going down.
    fn down(self, pieces: u64, all: bool) -> u64 {
        let mut set = 0;
        for direction in P::DIRECTIONS.into_iter().take(P::COUNT) {
            if all || direction.captures {
                set |= pieces >> direction.shift() & direction.columns();
            }
        }
        set & self.race.board
    }

    /// The row so many rows below the goal.
    fn row(self, below: usize) -> u64 {
        self.race.board & 0xff << (8 * (self.race.rows() - 1 - below))
    }

    /// The player's pieces that reach the goal in one move. There is always a way to.
    fn winners(self) -> u64 {
        self.own & (self.row(1) | if P::COUNT == 4 { self.row(2) } else { 0 })
    }

    fn features(self) -> [i16; FEATURES] {
        let View { own, other, .. } = self;
        let mut stoppable = other;
        for _ in 2..self.race.rows() {
            stoppable |= self.down(stoppable, true);
        }
        let free = own & !stoppable;
        let attacked = own & self.down(other, false);
        let guarded = own & self.up(own, false);
        let near = self.row(1) | self.row(2);
        let middle = self.row(3) | if self.race.rows() > 4 { self.row(4) } else { 0 };
        [
            0,
            count(own),
            count(own & self.row(1)),
            count(own & self.row(2)),
            count(own & self.row(3)),
            if self.race.rows() > 4 { count(own & self.row(4)) } else { 0 },
            count(free & near),
            count(free & middle),
            count(free & !near & !middle),
            count(guarded),
            count(attacked),
            count(attacked & !guarded),
            count(own & 0xff),
        ]
    }

    /// Whether the player to move wins with the next move (1), or the other with the one after (-1).
    fn decided(self) -> i16 {
        if self.winners() != 0 {
            return 1;
        }
        // One can be captured, but not two.
        let winners = self.turn(self.turned().winners());
        let caught = winners & self.up(self.own, false);
        -i16::from(winners.count_ones() > 1 || winners != caught)
    }
}

impl<P: Pieces> Weighted<FEATURES> for Race<P> {
    const BOUND: i16 = 6_000;

    fn weights(&self) -> &'static [Weight; FEATURES] {
        P::WEIGHTS
    }

    fn features(&self) -> [i16; FEATURES] {
        let view = self.view();
        let mut features = difference(view.features(), view.turned().features());
        features[0] = view.decided();
        features
    }
}

impl<P: Pieces> Race<P> {
    fn view(&self) -> View<'_, P> {
        let view = View { race: self, own: self.own, other: self.other };
        match self.to_move {
            0 => view,
            _ => View { own: self.other, other: self.own, ..view }.turned(),
        }
    }

    fn mirrored(&self) -> Self {
        let turned = View { race: self, own: self.own, other: self.other }.turned();
        Race { own: turned.other, other: turned.own, to_move: self.to_move ^ 1, ..*self }
    }

    /// How many rows a square is from the row where the player to move began.
    fn advance(&self, square: u32) -> i16 {
        let row = (square / 8) as i16;
        if self.to_move == 0 { row } else { self.rows() as i16 - 1 - row }
    }

    /// Whether a move wins at once.
    fn wins(&self, mv: StepMove) -> bool {
        self.advance(self.ends(mv).1) == self.rows() as i16 - 1
    }

    /// Wins, then captures of pieces that have come far, then pieces that have come far.
    fn order(&self, mv: StepMove) -> i16 {
        let (_, to) = self.ends(mv);
        let advance = self.advance(to);
        let captures = self.other >> to & 1 != 0;
        let victim = if captures { 100 + 10 * (self.rows() as i16 - advance) } else { 0 };
        1_000 * i16::from(self.wins(mv)) + victim + advance
    }

    /// Whether the other player would win with the next move.
    fn threatened(&self) -> bool {
        self.view().turned().winners() != 0
    }

    /// Captures and wins.
    fn forcing(&self, each: &mut dyn FnMut(StepMove)) {
        let all = self.threatened();
        let noisy =
            |mv: &StepMove| all || self.other >> self.ends(*mv).1 & 1 != 0 || self.wins(*mv);
        self.legal_moves().filter(noisy).for_each(each);
    }

    /// With few pieces, having to move is often bad.
    fn pass(&self) -> Option<Self> {
        let possible = self.own.count_ones() > 3 && !self.threatened();
        let (own, other) = (self.other, self.own);
        possible.then_some(Race { own, other, to_move: self.to_move ^ 1, ..*self })
    }

    pub(super) fn all_capabilities(&self) -> Capabilities<Self> {
        if self.misere {
            return Capabilities { mirrored: Some(Self::mirrored), ..Capabilities::NONE };
        }
        Capabilities {
            evaluation: Some(Measure { bound: Self::BOUND, of: Self::evaluate }),
            forcing: Some(Forcing { moves: Self::forcing, threatened: Self::threatened }),
            pass: Some(Self::pass),
            order: Some(|position, mv| position.order(mv)),
            mirrored: Some(Self::mirrored),
            ..Capabilities::NONE
        }
    }
}

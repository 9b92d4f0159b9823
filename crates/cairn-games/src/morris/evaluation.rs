//! What a position of Nine Men's Morris is worth.

use cairn_core::Game;
use cairn_core::capabilities::{Capabilities, Forcing, Measure};

use super::board::{anticlockwise, clockwise, closes_mill, moved};
use super::{ALL, Morris, MorrisMove, Phase, Put, Take};
use crate::evaluation::{Weight, Weighted, count, difference};

/// The features and their weights, in hundredths of a man.
pub const WEIGHTS: [Weight; 7] = [
    ("men, on the board and in hand", 100),
    ("a man to be taken now", 90),
    ("mills", 14),
    ("lines with two men and an empty point", 10),
    ("men that cannot move", -12),
    ("steps", 4),
    ("men where four lines of the board meet", 4),
];

/// The middles of sides, where rings are joined.
const MIDDLES: u32 = 0xaa_aa_aa;

/// The points with four neighbours.
const CROSSINGS: u32 = 0x00_aa_00;

/// The men of the three points of each line: a bit for each, at the same place in all three sets.
/// First the lines of the rings, by their middles, then those that join the rings.
fn lines(set: u32) -> [[u32; 3]; 2] {
    [
        [set & MIDDLES, clockwise(set) & MIDDLES, anticlockwise(set) & MIDDLES],
        [set, set >> 8, set >> 16].map(|ring| ring & 0xaa),
    ]
}

/// The mills, and the lines with two men and an empty point.
fn mills(men: u32, empty: u32) -> [i16; 2] {
    let mut found = [0; 2];
    for ([a, b, c], [d, e, f]) in lines(men).into_iter().zip(lines(empty)) {
        found[0] += count(a & b & c);
        found[1] += count(a & b & f | a & c & e | b & c & d);
    }
    found
}

impl Morris {
    fn side(&self, player: usize) -> [i16; 7] {
        let men = self.men[player];
        let empty = ALL & !(self.men[0] | self.men[1]);
        let mut beside = 0;
        let mut steps = 0;
        for direction in 0..4 {
            beside |= moved(empty, direction);
            steps += count(moved(men, direction) & empty);
        }
        let [closed, open] = mills(men, empty);
        [
            self.count(player as u8) as i16,
            i16::from(self.taking && player == self.to_move()),
            closed,
            open,
            count(men & !beside),
            steps,
            count(men & CROSSINGS),
        ]
    }

    /// Moves that close a mill, then those that go where the other player wants to.
    fn order(&self, mv: MorrisMove) -> i16 {
        let crossing = |point: u8| i16::from(CROSSINGS >> point & 1 != 0);
        if let Take(point) = mv {
            let empty = ALL & !(self.men[0] | self.men[1]);
            let left = self.other() & !(1 << point);
            return crossing(point) - 10 * mills(left, empty | 1 << point)[1];
        }
        let (Put(to) | Take(to) | MorrisMove::Step(_, to) | MorrisMove::Fly(_, to)) = mv;
        let prevents = closes_mill(self.other() | 1 << to, to.into());
        100 * i16::from(self.closes(mv)) + 50 * i16::from(prevents) + crossing(to)
    }

    /// Whether a move closes a mill.
    fn closes(&self, mv: MorrisMove) -> bool {
        let mut next = *self;
        next.play(mv);
        next.taking
    }

    /// Moves that close a mill, and taking a man.
    fn forcing(&self, each: &mut dyn FnMut(MorrisMove)) {
        self.legal_moves().filter(|&mv| self.taking || self.closes(mv)).for_each(each);
    }

    /// While there are men in hand. Later, having to move is often bad.
    fn pass(&self) -> Option<Self> {
        let waits = self.hand.iter().all(|&men| men > 0) && self.moves().0 == Phase::Put;
        waits.then_some(Morris { to_move: self.to_move ^ 1, ..*self })
    }

    fn mirrored(&self) -> Self {
        let ([white, black], [first, second]) = (self.men, self.hand);
        Morris { men: [black, white], hand: [second, first], to_move: self.to_move ^ 1, ..*self }
    }

    pub(super) const CAPABILITIES: Capabilities<Self> = Capabilities {
        evaluation: Some(Measure { bound: Self::BOUND, of: Self::evaluate }),
        forcing: Some(Forcing { moves: Self::forcing, threatened: |position| position.taking }),
        pass: Some(Self::pass),
        order: Some(|position, mv| position.order(mv)),
        mirrored: Some(Self::mirrored),
        clock: Some(|position| (super::QUIET_LIMIT - position.quiet).into()),
        ..Capabilities::NONE
    };
}

impl Weighted<7> for Morris {
    const BOUND: i16 = 3_000;

    fn weights(&self) -> &'static [Weight; 7] {
        &WEIGHTS
    }

    fn features(&self) -> [i16; 7] {
        difference(self.side(self.to_move()), self.side(1 - self.to_move()))
    }
}

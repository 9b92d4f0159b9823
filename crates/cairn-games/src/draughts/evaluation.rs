//! What a position of draughts is worth.

use cairn_core::capabilities::{Capabilities, Forcing, Measure};

use super::board::{LAST_ROW, shifted};
use super::{Draughts, DraughtsMove};
use crate::evaluation::{Weight, Weighted, count, difference};
use cairn_core::Game;

/// The features and their weights, in hundredths of a man.
pub const WEIGHTS: [Weight; 10] = [
    ("men", 100),
    ("kings", 130),
    // Twenty-fourths of all pieces: whoever is ahead gains by exchanges.
    ("share of the pieces", 12),
    ("rows that men have advanced", 2),
    ("men on the two home squares that stop most men from becoming kings", 8),
    ("pieces in the middle", 3),
    ("men on the left and right edge", -2),
    ("kings away from the edges", 6),
    ("rows that men have advanced whom nobody can stop", 6),
    ("steps", 1),
];

/// Squares, seen by the player who goes towards higher numbers. The middle and the edges are the same
/// seen by both.
const HOME: u32 = 1 << 0 | 1 << 2;
const MIDDLE: u32 = 0x0066_6600;
const SIDES: u32 = 0x1818_1818;
const EDGES: u32 = 0xf818_181f;

/// The features of the player whose pieces these are and who goes towards higher numbers, as far as
/// they do not need the board turned round.
fn features(men: u32, kings: u32, enemies: u32) -> [i16; 10] {
    let own = men | kings;
    // Where an enemy can be in a man's way: everything behind the enemies.
    let mut guarded = enemies;
    for _ in 0..6 {
        guarded |= shifted(guarded, 2) | shifted(guarded, 3);
    }
    let rows = |set: u32| (1..7).map(|row| count(set >> (4 * row))).sum();
    let pieces = [own, enemies].map(count);
    let empty = !(own | enemies);
    let forward = count(shifted(own, 0) & empty) + count(shifted(own, 1) & empty);
    let backward = count(shifted(kings, 2) & empty) + count(shifted(kings, 3) & empty);
    [
        count(men),
        count(kings),
        24 * pieces[0] / (pieces[0] + pieces[1]).max(1),
        rows(men),
        count(men & HOME),
        count(own & MIDDLE),
        count(men & SIDES),
        count(kings & !EDGES),
        rows(men & !guarded),
        forward + backward,
    ]
}

impl Weighted<10> for Draughts {
    const BOUND: i16 = 5_000;

    fn weights(&self) -> &'static [Weight; 10] {
        &WEIGHTS
    }

    fn features(&self) -> [i16; 10] {
        let [black, white] = self.pieces;
        let turned = self.mirrored();
        let sides = [
            features(black & !self.kings, black & self.kings, white),
            features(
                turned.pieces[0] & !turned.kings,
                turned.pieces[0] & turned.kings,
                turned.pieces[1],
            ),
        ];
        difference(sides[self.to_move()], sides[1 - self.to_move()])
    }
}

impl Draughts {
    /// The board turned round and the colours exchanged.
    fn mirrored(&self) -> Self {
        let [black, white] = self.pieces.map(u32::reverse_bits);
        Draughts {
            pieces: [white, black],
            kings: self.kings.reverse_bits(),
            to_move: self.to_move ^ 1,
            quiet: self.quiet,
        }
    }

    /// Whether a move makes a king.
    fn crowns(&self, mv: DraughtsMove) -> bool {
        let (from, to) = self.ends(mv);
        self.kings >> from & 1 == 0 && LAST_ROW[self.to_move()] >> to & 1 != 0
    }

    /// Captures by the number of pieces, then new kings, then steps forward.
    fn order(&self, mv: DraughtsMove) -> i16 {
        let crowns = 50 * i16::from(self.crowns(mv));
        match mv.as_capture() {
            Some(capture) => {
                let captured = capture.captured();
                crowns + 100 * count(captured) + 30 * count(captured & self.kings)
            }
            None => {
                let (from, to) = self.ends(mv);
                let home = HOME >> if self.to_move == 0 { from } else { 31 - from };
                crowns + i16::from(MIDDLE >> to & 1 != 0) - 2 * (home & 1) as i16
            }
        }
    }

    /// All captures, or the steps that make a king.
    fn forcing(&self, each: &mut dyn FnMut(DraughtsMove)) {
        let captures = self.must_capture();
        self.legal_moves().filter(|&mv| captures || self.crowns(mv)).for_each(each);
    }

    fn must_capture(&self) -> bool {
        self.capturers() != 0
    }

    /// A pass would often be best, so it says nothing.
    pub(super) const CAPABILITIES: Capabilities<Self> = Capabilities {
        evaluation: Some(Measure { bound: Self::BOUND, of: Self::evaluate }),
        forcing: Some(Forcing { moves: Self::forcing, threatened: Self::must_capture }),
        order: Some(|position, mv| position.order(mv)),
        mirrored: Some(Self::mirrored),
        clock: Some(|position| (super::QUIET_LIMIT - position.quiet).into()),
        ..Capabilities::NONE
    };
}

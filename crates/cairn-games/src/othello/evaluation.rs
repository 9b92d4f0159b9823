//! What a position of Othello is worth.

use cairn_core::Game;
use cairn_core::capabilities::{Capabilities, Measure};

use super::{Othello, PASS, enclosing};
use crate::evaluation::{Weight, Weighted, count, difference};
use crate::grid::{FIRST_COLUMN, LAST_COLUMN};

/// The features and their weights, in hundredths of a disc.
pub const WEIGHTS: [Weight; 7] = [
    ("corners", 600),
    ("discs diagonally next to an empty corner", -250),
    ("discs beside an empty corner, on the edge", -100),
    ("discs on the edge in a row from a corner of the same colour", 200),
    ("moves", 60),
    ("discs next to an empty square", -25),
    ("discs, times the empty squares short of sixteen", 6),
];

const CORNERS: u64 = 0x8100_0000_0000_0081;
const EDGES: u64 = 0xff81_8181_8181_81ff;

/// What a square is worth to try first, for a quarter of the board: from a1 to d4.
const SQUARES: [[i8; 4]; 4] = [[40, -12, 8, 4], [-12, -24, -4, -2], [8, -4, 2, 1], [4, -2, 1, 0]];

/// The neighbours of the squares of a set, along rows and columns.
fn beside(set: u64) -> u64 {
    (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1 | set << 8 | set >> 8
}

/// The neighbours of the squares of a set, diagonally.
fn diagonal(set: u64) -> u64 {
    let sides = (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1;
    sides << 8 | sides >> 8
}

/// The features of the player with the discs `own`.
fn features(own: u64, other: u64) -> [i16; 7] {
    let empty = !(own | other);
    let open = CORNERS & empty;
    let mut safe = own & CORNERS;
    for _ in 0..7 {
        safe |= beside(safe) & own & EDGES;
    }
    [
        count(own & CORNERS),
        count(own & diagonal(open)),
        count(own & beside(open)),
        count(safe & !CORNERS),
        count(enclosing(own, other)),
        count(own & (beside(empty) | diagonal(empty))),
        count(own) * (16 - count(empty)).max(0),
    ]
}

impl Weighted<7> for Othello {
    const BOUND: i16 = 20_000;

    fn weights(&self) -> &'static [Weight; 7] {
        &WEIGHTS
    }

    fn features(&self) -> [i16; 7] {
        difference(features(self.own, self.other), features(self.other, self.own))
    }
}

impl Othello {
    /// By how many discs Black has won. As tournaments count, empty squares go to the winner.
    pub fn margin(&self) -> i16 {
        let [black, white] = self.discs().map(|discs| discs as i16);
        let empty = 64 - black - white;
        black - white + empty * (black - white).signum()
    }

    /// Squares that are usually good, and moves that leave the other player few.
    fn order(&self, square: u8) -> i16 {
        if square == PASS {
            return 0;
        }
        let [row, column] = [square / 8, square % 8].map(|place| usize::from(place.min(7 - place)));
        let mut next = *self;
        next.play(square);
        let replies = if next.moves == 1 << PASS { 0 } else { count(next.moves) };
        i16::from(SQUARES[row][column]) - 8 * replies
    }

    /// No move is forcing, and a pass would often be best, so it says nothing.
    pub(super) const CAPABILITIES: Capabilities<Self> = Capabilities {
        evaluation: Some(Measure { bound: Self::BOUND, of: Self::evaluate }),
        margin: Some(Measure { bound: 64, of: Self::margin }),
        order: Some(|position, square| position.order(square)),
        mirrored: Some(|position| Othello { to_move: position.to_move ^ 1, ..*position }),
        ..Capabilities::NONE
    };
}

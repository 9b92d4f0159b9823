//! What a position of Lines of Action is worth. The features are like those of the program MIA
//! (Winands, *Informed Search in Complex Games*, 2004), counted more simply.

use cairn_core::capabilities::{Capabilities, Measure};

use super::{LinesOfAction, connected, neighbours};
use crate::bits::PointSet;
use crate::evaluation::{Weight, Weighted, count, difference};
use crate::grid::StepMove;
use crate::grid::{FIRST_COLUMN, LAST_COLUMN};

/// The features and their weights.
pub const WEIGHTS: [Weight; 7] = [
    ("squares too far from the pieces' centre, for twelve pieces", -14),
    ("neighbouring pairs, for twelve pieces", 6),
    ("pieces without a neighbour, for twelve pieces", -12),
    ("pieces in the middle, 4×4", 8),
    ("pieces at the edge", -10),
    ("moves", 3),
    ("pieces", 5),
];

const MIDDLE: u64 = 0x0000_3c3c_3c3c_0000;
const EDGE: u64 = 0xff81_8181_8181_81ff;

/// The squares between the pieces and their centre, beyond what so many pieces need.
fn spread(pieces: u64) -> i16 {
    let number = count(pieces);
    let (mut columns, mut rows) = (0, 0);
    for i in 0..8 {
        columns += i * count(pieces & FIRST_COLUMN << i);
        rows += i * count(pieces & 0xff << (8 * i));
    }
    // Rounded to the nearest square.
    let (column, row) = ((2 * columns + number) / (2 * number), (2 * rows + number) / (2 * number));
    let centre = 1u64 << (8 * row + column);
    let (mut reached, mut sum) = (centre, 0);
    while pieces & !reached != 0 {
        sum += count(pieces & !reached);
        reached |= neighbours(reached);
    }
    sum - (number - 1) - (number - 9).max(0)
}

/// The features of a player with these pieces, except moves.
fn features(pieces: u64) -> [i16; 7] {
    let number = count(pieces);
    // Each with its neighbour to the right and the three above.
    let (left, right) = (pieces & !FIRST_COLUMN, pieces & !LAST_COLUMN);
    let beside = count(pieces & left >> 1) + count(pieces & pieces >> 8);
    let pairs = beside + count(pieces & left >> 9) + count(pieces & right >> 7);
    [
        12 * spread(pieces) / number,
        12 * pairs / number,
        12 * count(pieces & !neighbours(pieces)) / number,
        count(pieces & MIDDLE),
        count(pieces & EDGE),
        0,
        number,
    ]
}

impl Weighted<7> for LinesOfAction {
    const BOUND: i16 = 5_000;

    fn weights(&self) -> &'static [Weight; 7] {
        &WEIGHTS
    }

    fn features(&self) -> [i16; 7] {
        let mut features = difference(features(self.own), features(self.other));
        let moves = |position: &Self| position.steps().count() as i16;
        features[5] = moves(self) - moves(&self.passed());
        features
    }
}

impl LinesOfAction {
    /// The same position with the other player to move.
    fn passed(&self) -> Self {
        LinesOfAction { own: self.other, other: self.own, to_move: self.to_move ^ 1 }
    }

    /// Wins, then captures and moves from the edge and to the middle.
    fn order(&self, mv: StepMove) -> i16 {
        let (from, to) = self.ends(mv);
        let (from, to) = (1 << from, 1 << to);
        let wins = 1_000 * i16::from(connected(self.own & !from | to));
        let value = |square: u64| count(square & MIDDLE) - count(square & EDGE);
        wins + 4 * value(to) - 4 * value(from) + 3 * count(self.other & to)
    }

    /// No moves are forcing: a capture can help either player.
    pub(super) const CAPABILITIES: Capabilities<Self> = Capabilities {
        evaluation: Some(Measure { bound: Self::BOUND, of: Self::evaluate }),
        pass: Some(|position| Some(position.passed()).filter(Self::can_move)),
        order: Some(|position, mv| position.order(mv)),
        mirrored: Some(|position| LinesOfAction { to_move: position.to_move ^ 1, ..*position }),
        ..Capabilities::NONE
    };
}

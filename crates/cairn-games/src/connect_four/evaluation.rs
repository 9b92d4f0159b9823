//! What a position of Connect Four is worth.

use cairn_core::Game;
use cairn_core::capabilities::{Capabilities, Forcing, Measure};
use cairn_core::score::Score;

use super::{BOARD, BOTTOM, COLUMN, COLUMNS, ConnectFour, LEFT, RIGHT};
use crate::evaluation::{Weight, Weighted, count};

/// The features and their weights.
pub const WEIGHTS: [Weight; 6] = [
    ("the game is decided by the next three moves", 2_000),
    // The player who begins can count on the odd rows when the rest of the board is full, the other
    // on the even ones.
    ("squares that complete four, in a good row", 120),
    ("squares that complete four, in a bad row", 50),
    ("lines with two discs and two empty squares", 6),
    ("lines with one disc and three empty squares", 1),
    ("discs in the middle column", 6),
];

/// The first, third and fifth row.
const ODD_ROWS: u64 = BOTTOM | BOTTOM << (2 * COLUMNS) | BOTTOM << (4 * COLUMNS);

/// The first three rows, in which lines upwards start.
const LOW: u64 = (1 << (3 * COLUMNS)) - 1;

/// The middle column.
const MIDDLE: u64 = COLUMN << (COLUMNS / 2);

/// For each direction of lines, the distance from a square to the next and the squares that lines
/// start on.
const LINES: [(u32, u64); 4] =
    [(1, LEFT), (COLUMNS, LOW), (COLUMNS + 1, LEFT & LOW), (COLUMNS - 1, RIGHT & LOW)];

/// The squares that make four in a row with three of `discs`.
fn completing(discs: u64) -> u64 {
    let mut found = 0;
    for (step, starts) in LINES {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| discs >> (place * step));
        found |= starts & b & c & d
            | (starts & a & c & d) << step
            | (starts & a & b & d) << (2 * step)
            | (starts & a & b & c) << (3 * step);
    }
    found
}

/// The lines on which there are only `discs` and empty squares: those with two discs, and with one.
fn lines(discs: u64, empty: u64) -> [i16; 2] {
    let mut found = [0; 2];
    for (step, starts) in LINES {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| discs >> (place * step));
        let free = discs | empty;
        let open = starts & free & free >> step & free >> (2 * step) & free >> (3 * step);
        // The number of discs on each line, in binary.
        let (ab, cd) = (a ^ b, c ^ d);
        let ones = ab ^ cd;
        let twos = (a & b) ^ (c & d) ^ (ab & cd);
        found[0] += count(open & twos & !ones);
        found[1] += count(open & ones & !twos);
    }
    found
}

impl Weighted<6> for ConnectFour {
    const BOUND: i16 = 5_000;

    fn weights(&self) -> &'static [Weight; 6] {
        &WEIGHTS
    }

    fn features(&self) -> [i16; 6] {
        let empty = BOARD & !(self.own | self.other);
        let [own, other] = [self.own, self.other].map(completing).map(|squares| squares & empty);
        let open = self.open();
        let (good, bad) = match self.to_move() {
            0 => (ODD_ROWS, !ODD_ROWS),
            _ => (!ODD_ROWS, ODD_ROWS),
        };
        let [own_lines, other_lines] = [self.own, self.other].map(|discs| lines(discs, empty));
        let danger = other & open;
        let decided = match () {
            () if own & open != 0 => 1,
            () if danger & danger.wrapping_sub(1) != 0 => -1,
            // The square above the one that must be taken.
            () if danger << COLUMNS & other != 0 => -1,
            () => 0,
        };
        let later = !open;
        [
            decided,
            count(own & good & later) - count(other & bad & later),
            count(own & bad & later) - count(other & good & later),
            own_lines[0] - other_lines[0],
            own_lines[1] - other_lines[1],
            count(self.own & MIDDLE) - count(self.other & MIDDLE),
        ]
    }
}

impl ConnectFour {
    /// The squares where a disc of `discs` wins now.
    fn winning(&self, discs: u64) -> u64 {
        completing(discs) & self.open()
    }

    /// Wins, moves that prevent a loss, then moves that make threats; in the middle rather than at the
    /// side, and not below a square that the other player needs.
    fn order(&self, square: u8) -> i16 {
        let disc = 1 << square;
        let empty = BOARD & !(self.own | self.other | disc);
        let wins = i16::from(completing(self.own) & disc != 0);
        let losing = completing(self.other);
        let saves = i16::from(losing & disc != 0);
        let gives = i16::from(losing & empty & disc << COLUMNS != 0);
        let threats = count(completing(self.own | disc) & empty);
        let side = (square % COLUMNS as u8).abs_diff(COLUMNS as u8 / 2);
        10_000 * wins + 5_000 * saves - 1_000 * gives + 10 * threats - i16::from(side)
    }

    /// Whether the other player would win with the next move, and the player to move does not.
    fn threatened(&self) -> bool {
        self.winning(self.own) == 0 && self.winning(self.other) != 0
    }

    /// Wins.
    fn forcing(&self, each: &mut dyn FnMut(u8)) {
        let wins = self.winning(self.own);
        let all = self.threatened();
        self.legal_moves().filter(|square| all || wins >> square & 1 != 0).for_each(each);
    }

    /// What the next two plies decide. Nobody can win later than there are empty squares.
    fn bounds(&self) -> (Score, Score) {
        let empty = BOARD & !(self.own | self.other);
        let [own, other] = [self.own, self.other].map(|discs| completing(discs) & empty);
        let open = self.open();
        if own & open != 0 {
            return (Score::win_in(1), Score::win_in(1));
        }
        // The squares that must be taken, and those that do not let the other player win above them.
        let danger = other & open;
        let must = if danger == 0 { open } else { danger };
        let safe = must & !(other >> COLUMNS);
        if danger & danger.wrapping_sub(1) != 0 || safe == 0 {
            return (Score::loss_in(2), Score::loss_in(2));
        }
        let left = empty.count_ones();
        let low = if left < 4 { Score::DRAW } else { Score::loss_in(4) };
        let high = if left < 3 { Score::DRAW } else { Score::win_in(3) };
        (low, high)
    }

    /// There is no mirrored position, because X always begins. A pass would often be best, so it says
    /// nothing.
    pub(super) const CAPABILITIES: Capabilities<Self> = Capabilities {
        evaluation: Some(Measure { bound: Self::BOUND, of: Self::evaluate }),
        forcing: Some(Forcing { moves: Self::forcing, threatened: Self::threatened }),
        order: Some(|position, square| position.order(square)),
        bounds: Some(Self::bounds),
        ..Capabilities::NONE
    };
}

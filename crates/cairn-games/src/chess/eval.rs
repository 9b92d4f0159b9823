//! What a position is worth to the player to move, in hundredths of a pawn.
//!
//! Material and squares are kept up to date with every move. The rest is looked at here: where the
//! pieces can go, pawns, the safety of the kings. Everything has a value for the middle game and one
//! for the endgame; what is left on the board says how much of each counts.
//!
//! All weights are in [`WEIGHTS`](super::score::WEIGHTS). [`Chess::evaluate_with`] takes others, so that they can be
//! tuned.

use super::attacks::{self, forward};
use super::board::{Chess, FIFTY_MOVES, Kind, beside, squares};
use super::score::{FULL_PHASE, Pair, PieceSquare, USUAL_MOBILITY, WEIGHTS, Weights};

/// No position is worth more.
pub const BOUND: i16 = 20_000;

/// What is left of an advantage that cannot win: of at most a minor piece, without a pawn.
const HARD_TO_WIN: i32 = 8;

/// The columns of some squares.
#[hot]
fn columns(mut set: u64) -> u64 {
    set |= set >> 8 | set << 8;
    set |= set >> 16 | set << 16;
    set | set >> 32 | set << 32
}

/// All squares ahead of some, in their columns, as a side sees it.
#[hot]
fn ahead(set: u64, side: u32) -> u64 {
    let mut set = if side == 0 { set << 8 } else { set >> 8 };
    for rows in [8, 16, 32] {
        set |= if side == 0 { set << rows } else { set >> rows };
    }
    set
}

/// How many moves a king needs from one square to another.
#[hot]
fn distance(one: u32, other: u32) -> i32 {
    let columns = (one & 7).abs_diff(other & 7);
    columns.max((one >> 3).abs_diff(other >> 3)) as i32
}

/// The row of a square, as a side sees it.
#[hot]
fn row_of(square: u32, side: u32) -> usize {
    ((square >> 3) ^ (7 * side)) as usize & 7
}

/// More attacks on a king than this make no difference.
const MOST_UNITS: i32 = 160;

/// What the pieces of a side reach.
struct Reach {
    /// The squares that count for mobility, and those beside the hostile king.
    free: u64,
    ring: u64,
    value: Pair,
    /// Units of attack.
    units: i32,
}

impl Reach {
    #[hot]
    fn add(&mut self, kind: Kind, targets: u64, weights: &Weights) {
        let index = kind.index();
        let mobility = (targets & self.free).count_ones() as i32 - USUAL_MOBILITY[index];
        self.value += weights.mobility[index] * mobility;
        self.units += i32::from(weights.attack[index]) * (targets & self.ring).count_ones() as i32;
    }
}

impl Chess {
    /// What the position is worth to the player to move, in hundredths of a pawn.
    #[hot]
    pub fn evaluate(&self) -> i16 {
        self.weigh(self.placed, &WEIGHTS)
    }

    /// The same with other weights. It is slower, because nothing is kept for them.
    pub fn evaluate_with(&self, weights: &Weights) -> i16 {
        let table = PieceSquare::new(weights);
        let mut placed = Pair::ZERO;
        for square in squares(self.occupied()) {
            let side = u32::from(self.white >> square & 1 == 0);
            placed += self.on(square).map_or(Pair::ZERO, |kind| table.of(side, kind, square));
        }
        self.weigh(placed, weights)
    }

    #[inline(always)]
    fn weigh(&self, placed: Pair, weights: &Weights) -> i16 {
        let mut sum = placed;
        for side in [0, 1] {
            let value = self.pieces_of(side, weights)
                + self.pawns_of(side, weights)
                + self.king_of(side, weights);
            sum += if side == 0 { value } else { -value };
        }
        sum = if self.side == 0 { sum } else { -sum };
        sum += weights.tempo;
        let phase = i32::from(self.phase).min(FULL_PHASE);
        let mut value = (sum.middle() * phase + sum.end() * (FULL_PHASE - phase)) / FULL_PHASE;
        if self.is_hard_to_win(value) {
            value /= HARD_TO_WIN;
        }
        // The nearer the fifty-move rule, the less an advantage is worth.
        let fifty = i32::from(FIFTY_MOVES);
        value = value * (2 * fifty - i32::from(self.quiet)) / (2 * fifty);
        value.clamp(-i32::from(BOUND), BOUND.into()) as i16
    }

    /// Whether the side that is ahead has no pawn, and at most a minor piece more than the other.
    #[hot]
    fn is_hard_to_win(&self, value: i32) -> bool {
        let ahead = u32::from(self.side) ^ u32::from(value < 0);
        if self.all(Kind::Pawn) & self.of(ahead) != 0 {
            return false;
        }
        let material = |side| {
            let own = self.of(side);
            let minor = own & (self.all(Kind::Knight) | self.all(Kind::Bishop));
            let straight = own & self.straight();
            let queens = straight & self.diagonal();
            3 * minor.count_ones() + 5 * straight.count_ones() + 4 * queens.count_ones()
        };
        material(ahead) <= material(ahead ^ 1) + 3
    }

    /// Where pieces can go, and what they attack beside the hostile king.
    #[hot]
    fn pieces_of(&self, side: u32, weights: &Weights) -> Pair {
        let (own, occupied) = (self.of(side), self.occupied());
        let pawns = self.all(Kind::Pawn);
        let their_pawns = attacks::pawns(pawns & !own, side ^ 1);
        let free = !own & !their_pawns;
        let ring = attacks::king(self.king(side ^ 1));
        let mut reach = Reach { free, ring, value: Pair::ZERO, units: 0 };
        for square in squares(self.all(Kind::Knight) & own) {
            reach.add(Kind::Knight, attacks::knight(square), weights);
        }
        // Sliders look through queens of their own side, since these go the same way.
        let (diagonal, straight) = (self.diagonal() & own, self.straight() & own);
        for square in squares(diagonal & !straight) {
            let targets = attacks::bishop(square, occupied ^ diagonal & straight);
            reach.add(Kind::Bishop, targets, weights);
        }
        for square in squares(straight & !diagonal) {
            let targets = attacks::rook(square, occupied ^ straight & !(1 << square));
            reach.add(Kind::Rook, targets, weights);
            let column = attacks::column(square);
            reach.value += match (column & pawns & own, column & pawns) {
                (0, 0) => weights.open_column,
                (0, _) => weights.half_open_column,
                _ => Pair::ZERO,
            };
        }
        for square in squares(diagonal & straight) {
            let targets = attacks::bishop(square, occupied) | attacks::rook(square, occupied);
            reach.add(Kind::Queen, targets, weights);
        }
        let Reach { mut value, units, .. } = reach;
        if (diagonal & !straight).count_ones() > 1 {
            value += weights.bishop_pair;
        }
        value += weights.threatened
            * (their_pawns & own & !pawns & !self.all(Kind::King)).count_ones() as i32;
        let units = units.min(MOST_UNITS);
        value += Pair::new(
            (weights.danger.middle() * units * units / 4096) as i16,
            (weights.danger.end() * units * units / 4096) as i16,
        );
        value
    }

    /// Pawns: which are weak, and which nobody can stop.
    #[hot]
    fn pawns_of(&self, side: u32, weights: &Weights) -> Pair {
        let (pawns, occupied) = (self.all(Kind::Pawn), self.occupied());
        let own = pawns & self.of(side);
        let theirs = pawns ^ own;
        let doubled = own & ahead(own, side);
        let isolated = own & !beside(columns(own));
        let protected = own & attacks::pawns(own, side);
        let mut value = weights.doubled * doubled.count_ones() as i32
            + weights.isolated * isolated.count_ones() as i32
            + weights.protected * protected.count_ones() as i32;
        // A pawn stops all behind it, and those beside these, seen from the other side.
        let stopped = ahead(theirs, side ^ 1);
        let passed = own & !stopped & !beside(stopped) & !ahead(own, side ^ 1);
        for square in squares(passed) {
            let row = row_of(square, side);
            value += weights.passed[row];
            let stop = forward(1 << square, side);
            if stop & occupied != 0 {
                value += weights.blocked_passed;
            }
            let stop = stop.trailing_zeros();
            let nearer = distance(stop, self.king(side ^ 1)) - distance(stop, self.king(side));
            value += weights.escort * (nearer * row as i32);
        }
        value
    }

    /// The pawns in front of a king.
    #[hot]
    fn king_of(&self, side: u32, weights: &Weights) -> Pair {
        let king = 1 << self.king(side);
        let pawns = self.all(Kind::Pawn) & self.of(side);
        let wing = king | beside(king);
        let first = if side == 0 { wing << 8 } else { wing >> 8 };
        let second = if side == 0 { wing << 16 } else { wing >> 16 };
        let open = columns(wing) & !columns(pawns) & 0xff;
        weights.shield[0] * (first & pawns).count_ones() as i32
            + weights.shield[1] * (second & pawns).count_ones() as i32
            + weights.open_at_king * open.count_ones() as i32
    }
}

/// What a piece is worth in an exchange, in the order of [`Kind::index`].
const EXCHANGE: [i16; 6] = [100, 320, 0, 330, 500, 950];

impl Chess {
    /// A quick guess of what a move is worth: the piece that is captured, less a little for the one that
    /// captures, and what a pawn becomes.
    #[hot]
    pub fn guess(&self, mv: super::moves::ChessMove) -> i16 {
        let worth = |kind: Option<Kind>| kind.map_or(0, |kind| EXCHANGE[kind.index()]);
        let moved = self.on(mv.from());
        let mut guess = match self.on(mv.to()) {
            Some(captured) => 1000 + worth(Some(captured)) - worth(moved) / 16,
            None if moved == Some(Kind::Pawn) && (mv.from() ^ mv.to()) & 7 != 0 => 1094,
            None => 0,
        };
        match mv.promotion() {
            Some(Kind::Queen) => guess += 1900,
            // Hardly ever better than a queen.
            Some(_) => guess -= 2000,
            None => {}
        }
        guess
    }
}

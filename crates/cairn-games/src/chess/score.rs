//! What the evaluation weighs: every number of it, in one table.
//!
//! Each weight is a pair: what it is worth in the middle game and in the endgame, in hundredths of a
//! pawn. Both halves are summed together, in one integer.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::board::{KINDS, Kind};

/// A value for the middle game and one for the endgame, in one integer: the lower and the upper 16
/// bits of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// Nothing.
    pub const ZERO: Pair = Pair(0);

    /// A pair.
    pub const fn new(middle: i16, end: i16) -> Pair {
        Pair((end as i32) * 0x1_0000 + middle as i32)
    }

    /// Its value in the middle game.
    #[hot]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Its value in the endgame.
    #[hot]
    pub const fn end(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    const fn plus(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Add for Pair {
    type Output = Pair;
    #[hot]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[hot]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Pair {
    #[hot]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[hot]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

impl Neg for Pair {
    type Output = Pair;
    #[hot]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;
    #[hot]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0.wrapping_mul(times))
    }
}

/// What a kind of piece is worth: for itself, by its row and by its column, counted from the nearer
/// edge.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The piece, wherever it is.
    pub piece: Pair,
    /// Its row, as its side sees it.
    pub rows: [Pair; 8],
    /// Its column: a or h, b or g, c or f, d or e.
    pub columns: [Pair; 4],
}

/// Everything that the evaluation weighs.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Material and squares, in the order of [`Kind::index`].
    pub placement: [Placement; KINDS],
    /// Each square that a knight, bishop, rook or queen can go to, not counting those that hostile
    /// pawns attack, in the order of [`Kind::index`]. It is counted from [`USUAL_MOBILITY`].
    pub mobility: [Pair; KINDS],
    /// Two or more bishops.
    pub bishop_pair: Pair,
    /// A pawn with another of its side behind it in its column.
    pub doubled: Pair,
    /// A pawn without pawns of its side in the columns beside it.
    pub isolated: Pair,
    /// A pawn that one of its own protects.
    pub protected: Pair,
    /// A pawn that no hostile pawn can stop, by its row.
    pub passed: [Pair; 8],
    /// The same, if the square ahead of it is occupied.
    pub blocked_passed: Pair,
    /// Kings near the square ahead of a passed pawn: how much further away the hostile king is than
    /// one's own, times the pawn's row.
    pub escort: Pair,
    /// A rook in a column without pawns.
    pub open_column: Pair,
    /// A rook in a column without pawns of its side.
    pub half_open_column: Pair,
    /// A pawn in front of its king: one row ahead, and two.
    pub shield: [Pair; 2],
    /// A column without pawns of its side, at or beside the king.
    pub open_at_king: Pair,
    /// Each square beside the hostile king that a piece attacks, in the order of [`Kind::index`]:
    /// units of [`Weights::danger`].
    pub attack: [i16; KINDS],
    /// What 64 units of attack are worth, multiplied by themselves.
    pub danger: Pair,
    /// A piece that a hostile pawn attacks.
    pub threatened: Pair,
    /// To be on the move.
    pub tempo: Pair,
}

/// How many squares a piece can usually go to, in the order of [`Kind::index`].
pub const USUAL_MOBILITY: [i32; KINDS] = [0, 4, 0, 6, 7, 13];

/// How much of a middle game a piece makes, in the order of [`Kind::index`]; all together are
/// [`FULL_PHASE`].
pub const PHASES: [u8; KINDS] = [0, 1, 0, 1, 2, 4];

/// The phase of a full board.
pub const FULL_PHASE: i32 = 24;

const fn p(middle: i16, end: i16) -> Pair {
    Pair::new(middle, end)
}

/// A piece; its rows and columns, first for the middle game and then for the endgame.
const fn placed(
    piece: Pair,
    rows: ([i16; 8], [i16; 8]),
    columns: ([i16; 4], [i16; 4]),
) -> Placement {
    let mut placement = Placement { piece, rows: [Pair::ZERO; 8], columns: [Pair::ZERO; 4] };
    let mut index = 0;
    while index < 8 {
        placement.rows[index] = p(rows.0[index], rows.1[index]);
        index += 1;
    }
    index = 0;
    while index < 4 {
        placement.columns[index] = p(columns.0[index], columns.1[index]);
        index += 1;
    }
    placement
}

/// The weights in use. They were set by reasoning: a pawn is 100, minor pieces are a little more than
/// three of them, two rooks are more than a queen at the end; pieces want the middle, the king wants
/// its corner until the queens are gone, pawns want to go ahead.
pub const WEIGHTS: Weights = Weights {
    placement: [
        // Pawn.
        placed(
            p(88, 104),
            ([0, -4, -2, 6, 14, 30, 60, 0], [0, 0, 2, 6, 16, 34, 60, 0]),
            ([-12, -4, 0, 12], [2, 2, 0, -4]),
        ),
        // Knight.
        placed(
            p(325, 300),
            ([-20, -8, 2, 10, 18, 20, 4, -20], [-20, -8, 2, 10, 12, 8, -4, -16]),
            ([-22, -6, 6, 12], [-20, -6, 4, 10]),
        ),
        // King.
        placed(
            p(0, 0),
            ([8, -6, -28, -40, -46, -46, -40, -40], [-26, -8, 4, 14, 20, 20, 8, -14]),
            ([16, 22, -4, -10], [-16, -2, 8, 12]),
        ),
        // Bishop.
        placed(
            p(340, 315),
            ([-12, 4, 6, 6, 6, 6, -4, -10], [-8, -2, 2, 4, 4, 4, -2, -6]),
            ([-8, 4, 0, 4], [-6, 0, 2, 4]),
        ),
        // Rook.
        placed(
            p(475, 525),
            ([-4, -8, -8, -6, -2, 4, 16, 8], [-4, -4, -2, 2, 4, 6, 10, 6]),
            ([-8, -2, 4, 8], [0, 0, 0, 0]),
        ),
        // Queen.
        placed(
            p(980, 960),
            ([-4, 2, 2, 0, 0, 4, 4, 0], [-24, -12, 0, 10, 14, 14, 10, 0]),
            ([-4, 0, 2, 2], [-10, -2, 4, 8]),
        ),
    ],
    mobility: [p(0, 0), p(4, 4), p(0, 0), p(5, 5), p(2, 4), p(1, 4)],
    bishop_pair: p(28, 44),
    doubled: p(-8, -18),
    isolated: p(-12, -12),
    protected: p(8, 4),
    passed: [p(0, 0), p(0, 6), p(0, 10), p(8, 22), p(22, 44), p(44, 80), p(70, 130), p(0, 0)],
    blocked_passed: p(-8, -24),
    escort: p(0, 2),
    open_column: p(24, 10),
    half_open_column: p(12, 8),
    shield: [p(12, 0), p(7, 0)],
    open_at_king: p(-14, 0),
    attack: [0, 10, 0, 9, 12, 18],
    danger: p(34, 6),
    threatened: p(-44, -36),
    tempo: p(14, 10),
};

/// What each piece is worth on each square.
pub struct PieceSquare([[Pair; 64]; KINDS]);

/// The table of [`WEIGHTS`].
pub static PIECE_SQUARE: PieceSquare = PieceSquare::new(&WEIGHTS);

impl PieceSquare {
    /// The table of some weights.
    pub const fn new(weights: &Weights) -> Self {
        let mut table = [[Pair::ZERO; 64]; KINDS];
        let mut index = 0;
        while index < 64 * KINDS {
            let (kind, square) = (index / 64, index % 64);
            let placement = &weights.placement[kind];
            let column = square % 8;
            let column = placement.columns[if column < 4 { column } else { 7 - column }];
            table[kind][square] = placement.piece.plus(placement.rows[square / 8]).plus(column);
            index += 1;
        }
        PieceSquare(table)
    }

    /// A piece of a side on a square, as White sees it.
    #[hot]
    pub fn of(&self, side: u32, kind: Kind, square: u32) -> Pair {
        let worth = self.0[kind.index()][(square ^ (56 * side)) as usize & 63];
        if side == 0 { worth } else { -worth }
    }
}

//! The legal moves.
//!
//! They are generated as groups: the targets of one piece, or of all pawns in one direction. Counting
//! them needs no list, and a random one is found without listing the others. Only legal moves are
//! generated: a pinned piece stays on the line through its king, in check only what answers it is
//! generated, and a king's targets are looked at one by one. A capture en passant is tested when the
//! pawn has passed, since a position knows its square only if it is legal.

use cairn_core::game::PackedMove;

use super::attacks::{self, COLUMN_A, COLUMN_H, LAST_ROWS, between, forward, line};
use super::board::{Chess, KING_SIDE, Kind, QUEEN_SIDE};

/// A move: the squares a piece leaves and enters, and what a pawn becomes. Castling is the king's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessMove(u16);

impl ChessMove {
    /// A move; squares count from a1, row by row.
    #[hot]
    pub const fn new(from: u32, to: u32, promotion: Option<Kind>) -> Self {
        let promotion = match promotion {
            Some(kind) => kind as u16,
            None => 0,
        };
        ChessMove(from as u16 | (to as u16) << 6 | promotion << 12)
    }

    /// The square that the piece leaves.
    #[hot]
    pub const fn from(self) -> u32 {
        self.0 as u32 & 63
    }

    /// The square that it enters.
    #[hot]
    pub const fn to(self) -> u32 {
        self.0 as u32 >> 6 & 63
    }

    /// What a pawn becomes.
    #[hot]
    pub const fn promotion(self) -> Option<Kind> {
        Kind::from_bits(self.0 as u64 >> 12 & 7)
    }
}

impl PackedMove for ChessMove {
    #[hot]
    fn pack(self) -> u32 {
        self.0.into()
    }
    #[hot]
    fn unpack(bits: u32) -> Self {
        ChessMove(bits as u16)
    }
}

/// What a pawn may become, as bits of [`Kind`], in the order of the moves: queen, rook, bishop, knight.
const PROMOTIONS: [u16; 4] =
    [Kind::Queen as u16, Kind::Rook as u16, Kind::Bishop as u16, Kind::Knight as u16];

/// Where generated moves go.
trait Sink {
    /// A piece's targets.
    fn piece(&mut self, from: u32, targets: u64);

    /// Targets of pawns that all come from `target - step`.
    fn pawns(&mut self, step: i32, targets: u64);
}

/// Counts moves.
struct Count(u32);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: u32, targets: u64) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn pawns(&mut self, _: i32, targets: u64) {
        self.0 += targets.count_ones();
        if targets & LAST_ROWS != 0 {
            self.0 += 3 * (targets & LAST_ROWS).count_ones();
        }
    }
}

/// The most groups of a position: one for each way in which a piece moves, two for each of nine queens
/// (and fifteen pieces beside the king), four for pawns, two for captures en passant, one for the king.
const GROUPS: usize = 32;

/// Above this, a group's number is not a square but this, plus the step of pawns.
const STEP: i32 = 96;

/// Moves, group by group.
#[derive(Clone)]
pub struct Moves {
    targets: [u64; GROUPS],
    /// The square that a piece leaves, or [`STEP`] and the step of pawns.
    origins: [u8; GROUPS],
    len: u8,
    /// The group that is being listed.
    group: u8,
    /// The index of the next promotion.
    promotion: u8,
}

impl Sink for Moves {
    #[inline(always)]
    fn piece(&mut self, from: u32, targets: u64) {
        // Written in any case, and kept only if there is a move: no branch.
        let at = usize::from(self.len) % GROUPS;
        self.targets[at] = targets;
        self.origins[at] = from as u8;
        self.len += u8::from(targets != 0);
    }
    #[inline(always)]
    fn pawns(&mut self, step: i32, targets: u64) {
        self.piece((STEP + step) as u32, targets);
    }
}

impl Moves {
    /// How many moves are left.
    #[hot]
    pub fn left(&self) -> u32 {
        let mut count = 0;
        for index in usize::from(self.group)..usize::from(self.len) {
            count += self.in_group(index);
        }
        count - u32::from(self.promotion)
    }

    #[hot]
    fn in_group(&self, index: usize) -> u32 {
        let targets = self.targets[index % GROUPS];
        let count = targets.count_ones();
        match self.origins[index % GROUPS] < 64 || targets & LAST_ROWS == 0 {
            true => count,
            false => count + 3 * (targets & LAST_ROWS).count_ones(),
        }
    }
}

impl Iterator for Moves {
    type Item = ChessMove;

    #[hot]
    fn next(&mut self) -> Option<ChessMove> {
        if self.group == self.len {
            return None;
        }
        let group = usize::from(self.group) % GROUPS;
        let targets = self.targets[group];
        let to = targets.trailing_zeros();
        let mut origin = u32::from(self.origins[group]);
        let mut promotion = 0;
        let mut rest = targets & (targets - 1);
        if origin >= 64 {
            origin = (to as i32 + STEP - origin as i32) as u32;
            if LAST_ROWS >> to & 1 != 0 {
                promotion = PROMOTIONS[usize::from(self.promotion) % 4];
                self.promotion = (self.promotion + 1) % 4;
                rest = if self.promotion == 0 { rest } else { targets };
            }
        }
        self.targets[group] = rest;
        self.group += u8::from(rest == 0);
        Some(ChessMove(origin as u16 | (to as u16) << 6 | promotion << 12))
    }

    #[hot]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left() as usize;
        (left, Some(left))
    }

    #[hot]
    fn count(self) -> usize {
        self.left() as usize
    }

    #[hot]
    fn nth(&mut self, mut number: usize) -> Option<ChessMove> {
        while self.group < self.len && self.promotion == 0 {
            let count = self.in_group(self.group.into()) as usize;
            if number < count {
                break;
            }
            number -= count;
            self.group += 1;
        }
        for _ in 0..number {
            self.next()?;
        }
        self.next()
    }
}

impl Chess {
    /// The legal moves, also of a position that is drawn by a rule.
    #[once]
    pub fn moves(&self) -> Moves {
        self.collect::<false>()
    }

    /// The captures and promotions among the legal moves, in the same order.
    #[once]
    pub fn captures(&self) -> Moves {
        self.collect::<true>()
    }

    /// How many legal moves there are.
    #[once]
    pub fn count_moves(&self) -> u32 {
        let mut count = Count(0);
        self.generate::<false>(&mut count);
        count.0
    }

    #[hot]
    fn collect<const CAPTURES: bool>(&self) -> Moves {
        let (targets, origins) = ([0; GROUPS], [0; GROUPS]);
        let mut moves = Moves { targets, origins, len: 0, group: 0, promotion: 0 };
        self.generate::<CAPTURES>(&mut moves);
        moves
    }

    /// Whether there is a legal move.
    #[hot]
    pub fn can_move(&self) -> bool {
        // Nearly always some pawn or knight can move.
        if self.checkers == 0 {
            let side = u32::from(self.side);
            let free = self.of(side) & !self.pinned;
            let pawns = forward(free & self.all(Kind::Pawn), side) & !self.occupied();
            if pawns != 0 {
                return true;
            }
            let knight = (free & self.all(Kind::Knight)).trailing_zeros();
            if knight < 64 && attacks::knight(knight) & !self.of(side) != 0 {
                return true;
            }
        }
        self.count_moves() != 0
    }

    /// Puts all legal moves, or only captures and promotions, into a sink.
    #[inline(always)]
    fn generate<const CAPTURES: bool>(&self, sink: &mut impl Sink) {
        let side = u32::from(self.side);
        let (occupied, own) = (self.occupied(), self.of(side));
        let hostile = occupied ^ own;
        let king = self.king(side);
        let wanted = if CAPTURES { hostile } else { !own };
        if self.checkers & self.checkers.wrapping_sub(1) == 0 {
            // What answers a check: to capture the piece or to step between.
            let answers = if self.checkers == 0 {
                u64::MAX
            } else {
                let checker = self.checkers.trailing_zeros();
                match self.planes[2] & self.checkers != 0 {
                    true => between(king, checker, line(king, checker)) | self.checkers,
                    false => self.checkers,
                }
            };
            self.pawns::<CAPTURES>(king, hostile & answers, !occupied & answers, sink);
            self.pieces(king, wanted & answers, sink);
        }
        self.kings::<CAPTURES>(king, wanted, sink);
    }

    /// The moves of pawns, which capture on some squares and go ahead to others.
    #[inline(always)]
    fn pawns<const CAPTURES: bool>(
        &self,
        king: u32,
        captures: u64,
        ahead: u64,
        sink: &mut impl Sink,
    ) {
        let side = u32::from(self.side);
        let pawns = self.all(Kind::Pawn) & self.of(side);
        let (up, rising, falling) = match side {
            0 => (8, attacks::rising(king), attacks::falling(king)),
            _ => (-8, attacks::falling(king), attacks::rising(king)),
        };
        // A pinned pawn may capture along the diagonal of its king only, or go ahead in its column.
        let left = pawns & (!self.pinned | falling) & !COLUMN_A;
        sink.pawns(up - 1, forward(left, side) >> 1 & captures);
        let right = pawns & (!self.pinned | rising) & !COLUMN_H;
        sink.pawns(up + 1, forward(right, side) << 1 & captures);
        let free = pawns & (!self.pinned | attacks::column(king));
        let one = forward(free, side) & !self.occupied();
        if CAPTURES {
            sink.pawns(up, one & ahead & LAST_ROWS);
        } else {
            sink.pawns(up, one & ahead);
            let third_row = 0xff << (16 + 24 * side);
            sink.pawns(2 * up, forward(one & third_row, side) & ahead);
        }
        if self.en_passant != 0 {
            let square = u32::from(self.en_passant);
            let mut rest = self.capturers(square);
            while rest != 0 {
                let pawn = rest.trailing_zeros();
                if self.may_capture_en_passant(pawn, square) {
                    sink.piece(pawn, 1 << square);
                }
                rest &= rest - 1;
            }
        }
    }

    /// The moves of knights, bishops, rooks and queens to these squares.
    #[inline(always)]
    fn pieces(&self, king: u32, targets: u64, sink: &mut impl Sink) {
        let (occupied, own) = (self.occupied(), self.of(self.side.into()));
        let mut rest = self.all(Kind::Knight) & own & !self.pinned;
        while rest != 0 {
            let from = rest.trailing_zeros();
            sink.piece(from, attacks::knight(from) & targets);
            rest &= rest - 1;
        }
        rest = self.diagonal() & own;
        while rest != 0 {
            let from = rest.trailing_zeros();
            let mut set = attacks::bishop(from, occupied) & targets;
            if self.pinned >> from & 1 != 0 {
                set &= line(king, from);
            }
            sink.piece(from, set);
            rest &= rest - 1;
        }
        rest = self.straight() & own;
        while rest != 0 {
            let from = rest.trailing_zeros();
            let mut set = attacks::rook(from, occupied) & targets;
            if self.pinned >> from & 1 != 0 {
                set &= line(king, from);
            }
            sink.piece(from, set);
            rest &= rest - 1;
        }
    }

    /// The king's moves.
    #[inline(always)]
    fn kings<const CAPTURES: bool>(&self, king: u32, targets: u64, sink: &mut impl Sink) {
        let side = u32::from(self.side);
        let occupied = self.occupied();
        let mut set = attacks::king(king) & targets;
        let mut rest = set;
        while rest != 0 {
            let to = rest.trailing_zeros();
            if self.is_attacked(to, side ^ 1, occupied ^ 1 << king, u64::MAX) {
                set ^= 1 << to;
            }
            rest &= rest - 1;
        }
        if !CAPTURES && self.checkers == 0 && self.castling != 0 {
            set |= self.castling_targets(king);
        }
        sink.piece(king, set);
    }

    /// Where the king, which is not in check, may castle to.
    #[inline(always)]
    fn castling_targets(&self, king: u32) -> u64 {
        let (side, occupied) = (u32::from(self.side), self.occupied());
        let safe = |square| !self.is_attacked(square, side ^ 1, occupied, u64::MAX);
        let mut set = 0;
        if self.may_castle(KING_SIDE)
            && occupied >> king & 0b110 == 0
            && safe(king + 1)
            && safe(king + 2)
        {
            set |= 1 << (king + 2);
        }
        if self.may_castle(QUEEN_SIDE)
            && occupied >> (king - 3) & 0b111 == 0
            && safe(king - 1)
            && safe(king - 2)
        {
            set |= 1 << (king - 2);
        }
        set
    }
}

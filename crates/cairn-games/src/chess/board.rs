//! A position: what is where, and playing a move.

use core::hash::{Hash, Hasher};

use super::attacks::{self, COLUMN_A, COLUMN_H, LIGHT, between, diagonal_to, straight_to};
use super::moves::ChessMove;
use super::score::{PHASES, PIECE_SQUARE, Pair};
use super::zobrist;
use crate::bits::{Points, Words};

/// A kind of piece. The number's bits say in which of the three planes of a board the piece is: all
/// that slide are in the third, bishops and queens also in the first, rooks and queens in the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A pawn.
    Pawn = 0b001,
    /// A knight.
    Knight = 0b010,
    /// A king.
    King = 0b011,
    /// A bishop.
    Bishop = 0b101,
    /// A rook.
    Rook = 0b110,
    /// A queen.
    Queen = 0b111,
}

/// The number of kinds of pieces.
pub const KINDS: usize = 6;

impl Kind {
    /// All of them, in the order of [`Kind::index`].
    pub const ALL: [Kind; KINDS] =
        [Kind::Pawn, Kind::Knight, Kind::King, Kind::Bishop, Kind::Rook, Kind::Queen];

    /// A number from 0 to 5.
    #[hot]
    pub const fn index(self) -> usize {
        (self as u8 - 1 - (self as u8 >> 2)) as usize
    }

    /// The kind whose bits these are; `None` for an empty square.
    #[hot]
    pub(super) const fn from_bits(bits: u64) -> Option<Kind> {
        match bits {
            0b001 => Some(Kind::Pawn),
            0b010 => Some(Kind::Knight),
            0b011 => Some(Kind::King),
            0b101 => Some(Kind::Bishop),
            0b110 => Some(Kind::Rook),
            0b111 => Some(Kind::Queen),
            _ => None,
        }
    }
}

/// The number of plies without a capture or a pawn's move after which a game is drawn.
pub const FIFTY_MOVES: u8 = 100;

/// White's castling rights; Black's are these, times 4.
pub(super) const KING_SIDE: u8 = 1;
pub(super) const QUEEN_SIDE: u8 = 2;

/// A position of chess.
///
/// Two positions are equal if the game can continue in the same ways: the number of the move is left
/// out, and the en passant square counts only where such a capture is legal.
#[derive(Clone, Copy, Debug)]
pub struct Chess {
    /// For each bit of [`Kind`], the squares of the pieces that have it. Their union are the occupied
    /// squares.
    pub(super) planes: [u64; 3],
    /// White's pieces.
    pub(super) white: u64,
    /// The hash, without the counters.
    pub(super) hash: u64,
    /// The pieces that give check to the side to move.
    pub(super) checkers: u64,
    /// The pieces of the side to move that stand alone between their king and a hostile slider.
    pub(super) pinned: u64,
    /// What White's pieces are worth on their squares, less what Black's are.
    pub(super) placed: Pair,
    /// The number of the move, from 1, for the text of the position only.
    pub(super) number: u16,
    /// Plies since the last capture or pawn's move, up to [`FIFTY_MOVES`].
    pub(super) quiet: u8,
    /// [`KING_SIDE`] and [`QUEEN_SIDE`] of both sides.
    pub(super) castling: u8,
    /// Where a pawn may be captured en passant now, only if that is legal; 0 if nowhere.
    pub(super) en_passant: u8,
    /// 0 for White, 1 for Black.
    pub(super) side: u8,
    /// How much there is on the board besides pawns and kings ([`PHASES`]).
    pub(super) phase: u8,
}

impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        let counters = |chess: &Chess| (chess.quiet, chess.castling, chess.en_passant, chess.side);
        (self.planes, self.white) == (other.planes, other.white)
            && counters(self) == counters(other)
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The squares of a set, from the lowest.
#[hot]
pub(super) fn squares(set: u64) -> impl Iterator<Item = u32> {
    Points(Words([set])).map(|square| square as u32)
}

/// The castling rights that end when a piece leaves or enters one of these squares.
#[hot]
fn rights_lost(squares: u64) -> u8 {
    let lost = |bits: u64, rights: u8| if squares & bits != 0 { rights } else { 0 };
    lost(0x90, KING_SIDE)
        | lost(0x11, QUEEN_SIDE)
        | lost(0x90 << 56, KING_SIDE << 2)
        | lost(0x11 << 56, QUEEN_SIDE << 2)
}

impl Chess {
    /// A board without pieces, White to move.
    pub(super) const EMPTY: Chess = Chess {
        planes: [0; 3],
        white: 0,
        hash: 0,
        checkers: 0,
        pinned: 0,
        placed: Pair::ZERO,
        number: 1,
        quiet: 0,
        castling: 0,
        en_passant: 0,
        side: 0,
        phase: 0,
    };

    /// The player to move, or who would be if the game were not over: 0 is White.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.side.into()
    }

    /// The pieces that give check to the player to move.
    #[hot]
    pub fn checkers(&self) -> u64 {
        self.checkers
    }

    /// All pieces.
    #[hot]
    pub fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1]
    }

    /// The pieces of a side.
    #[hot]
    pub fn of(&self, side: u32) -> u64 {
        if side == 0 { self.white } else { self.occupied() ^ self.white }
    }

    /// The pieces of a kind.
    #[hot]
    pub fn all(&self, kind: Kind) -> u64 {
        let plane = |bit: usize| {
            let wanted = kind as u8 >> bit & 1 != 0;
            if wanted { self.planes[bit] } else { !self.planes[bit] }
        };
        plane(0) & plane(1) & plane(2)
    }

    /// Bishops and queens.
    #[hot]
    pub fn diagonal(&self) -> u64 {
        self.planes[2] & self.planes[0]
    }

    /// Rooks and queens.
    #[hot]
    pub fn straight(&self) -> u64 {
        self.planes[2] & self.planes[1]
    }

    /// The square of a side's king.
    #[hot]
    pub fn king(&self, side: u32) -> u32 {
        (self.all(Kind::King) & self.of(side)).trailing_zeros()
    }

    /// The piece on a square.
    #[hot]
    pub fn on(&self, square: u32) -> Option<Kind> {
        let bit = |plane: usize| (self.planes[plane] >> square & 1) << plane;
        Kind::from_bits(bit(0) | bit(1) | bit(2))
    }

    /// Whether the player to move has castling rights on a wing.
    #[hot]
    pub(super) fn may_castle(&self, wing: u8) -> bool {
        self.castling >> (2 * self.side) & wing != 0
    }

    /// Puts a piece on an empty square, or takes it away.
    #[hot]
    pub(super) fn toggle(&mut self, side: u32, kind: Kind, square: u32, put: bool) {
        let bit = 1u64 << square;
        for (index, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= u64::from(kind as u8 >> index & 1) << square;
        }
        self.white ^= if side == 0 { bit } else { 0 };
        self.hash ^= zobrist::piece(side, kind, square);
        let worth = PIECE_SQUARE.of(side, kind, square);
        let phase = PHASES[kind.index()];
        if put {
            self.placed += worth;
            self.phase += phase;
        } else {
            self.placed -= worth;
            self.phase -= phase;
        }
    }

    /// Moves a piece to an empty square.
    #[hot]
    fn shift(&mut self, side: u32, kind: Kind, from: u32, to: u32) {
        let bits = 1u64 << from | 1 << to;
        for (index, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= if kind as u8 >> index & 1 != 0 { bits } else { 0 };
        }
        self.white ^= if side == 0 { bits } else { 0 };
        self.hash ^= zobrist::piece(side, kind, from) ^ zobrist::piece(side, kind, to);
        self.placed += PIECE_SQUARE.of(side, kind, to);
        self.placed -= PIECE_SQUARE.of(side, kind, from);
    }

    /// Plays a legal move.
    #[once]
    pub(super) fn make(&mut self, mv: ChessMove) {
        let (from, to, side) = (mv.from(), mv.to(), u32::from(self.side));
        let Some(kind) = self.on(from) else { return };
        self.quiet = (self.quiet + 1).min(FIFTY_MOVES);
        if let Some(captured) = self.on(to) {
            self.toggle(side ^ 1, captured, to, false);
            self.quiet = 0;
        }
        match mv.promotion() {
            Some(promoted) => {
                self.toggle(side, kind, from, false);
                self.toggle(side, promoted, to, true);
            }
            None => self.shift(side, kind, from, to),
        }
        let en_passant = self.en_passant;
        self.hash ^= zobrist::SIDE ^ zobrist::en_passant(en_passant);
        self.en_passant = 0;
        let touched = 1u64 << from | 1 << to;
        if self.castling != 0 && touched & 0x9100_0000_0000_0091 != 0 {
            let rights = self.castling & !rights_lost(touched);
            self.hash ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
            self.castling = rights;
        }
        if kind == Kind::King && from.abs_diff(to) == 2 {
            let (corner, beside) =
                if to > from { (from + 3, from + 1) } else { (from - 4, from - 1) };
            self.shift(side, Kind::Rook, corner, beside);
        }
        self.side ^= 1;
        self.number = self.number.saturating_add(side as u16);
        if kind == Kind::Pawn {
            self.quiet = 0;
            if en_passant != 0 && to == u32::from(en_passant) {
                self.toggle(side ^ 1, Kind::Pawn, to ^ 8, false);
            }
            if from ^ to == 16 {
                self.set_en_passant((from + to) / 2);
            }
        }
        self.find_checks();
    }

    /// A pawn of the side that has just moved has passed this square: remembers it if a capture there
    /// is legal.
    #[hot]
    pub(super) fn set_en_passant(&mut self, square: u32) {
        if squares(self.capturers(square)).any(|pawn| self.may_capture_en_passant(pawn, square)) {
            self.en_passant = square as u8;
            self.hash ^= zobrist::en_passant(self.en_passant);
        }
    }

    /// The pawns of the side to move that stand where they could capture on a square.
    #[hot]
    pub(super) fn capturers(&self, square: u32) -> u64 {
        let side = u32::from(self.side);
        attacks::pawns(1 << square, side ^ 1) & self.all(Kind::Pawn) & self.of(side)
    }

    /// Whether a pawn of the side to move may capture en passant on a square: its king must not be
    /// attacked when both pawns have left their squares.
    #[hot]
    pub(super) fn may_capture_en_passant(&self, pawn: u32, square: u32) -> bool {
        let side = u32::from(self.side);
        let captured = 1 << (square ^ 8);
        let occupied = (self.occupied() ^ 1 << pawn ^ captured) | 1 << square;
        !self.is_attacked(self.king(side), side ^ 1, occupied, !captured)
    }

    /// Whether the pieces of `by` that are in `among` attack a square, with these squares occupied.
    #[hot]
    pub(super) fn is_attacked(&self, square: u32, by: u32, occupied: u64, among: u64) -> bool {
        let hostile = self.of(by) & among;
        let near = attacks::knight(square) & self.all(Kind::Knight)
            | attacks::king(square) & self.all(Kind::King)
            | attacks::pawns(1 << square, by ^ 1) & self.all(Kind::Pawn);
        if near & hostile != 0 {
            return true;
        }
        let lines = attacks::rising(square) | attacks::falling(square);
        let mut rest = lines & self.diagonal() & hostile;
        while rest != 0 {
            let slider = rest.trailing_zeros();
            if between(square, slider, diagonal_to(square, slider)) & occupied == 0 {
                return true;
            }
            rest &= rest - 1;
        }
        let lines = attacks::row(square) ^ attacks::column(square);
        let mut rest = lines & self.straight() & hostile;
        while rest != 0 {
            let slider = rest.trailing_zeros();
            if between(square, slider, straight_to(square, slider)) & occupied == 0 {
                return true;
            }
            rest &= rest - 1;
        }
        false
    }

    /// Finds who gives check to the side to move, and which of its pieces are pinned.
    #[hot]
    pub(super) fn find_checks(&mut self) {
        let side = u32::from(self.side);
        let (king, occupied) = (self.king(side), self.occupied());
        let own = self.of(side);
        let hostile = occupied ^ own;
        let mut checkers = attacks::knight(king) & self.all(Kind::Knight)
            | attacks::pawns(1 << king, side) & self.all(Kind::Pawn);
        checkers &= hostile;
        let mut pinned = 0;
        let mut rest = (attacks::rising(king) | attacks::falling(king)) & self.diagonal() & hostile;
        while rest != 0 {
            let slider = rest.trailing_zeros();
            let blockers = between(king, slider, diagonal_to(king, slider)) & occupied;
            checkers |= if blockers == 0 { 1 << slider } else { 0 };
            pinned |= if blockers & blockers.wrapping_sub(1) == 0 { blockers } else { 0 };
            rest &= rest - 1;
        }
        rest = (attacks::row(king) ^ attacks::column(king)) & self.straight() & hostile;
        while rest != 0 {
            let slider = rest.trailing_zeros();
            let blockers = between(king, slider, straight_to(king, slider)) & occupied;
            checkers |= if blockers == 0 { 1 << slider } else { 0 };
            pinned |= if blockers & blockers.wrapping_sub(1) == 0 { blockers } else { 0 };
            rest &= rest - 1;
        }
        (self.checkers, self.pinned) = (checkers, pinned & own);
    }

    /// Computes the hash and what the pieces are worth anew, from the board.
    pub fn recomputed(&self) -> Chess {
        let mut fresh = Chess {
            castling: self.castling,
            side: self.side,
            quiet: self.quiet,
            number: self.number,
            ..Chess::EMPTY
        };
        for square in 0..64 {
            if let Some(kind) = self.on(square) {
                fresh.toggle(u32::from(self.white >> square & 1 == 0), kind, square, true);
            }
        }
        fresh.hash ^= zobrist::castling(self.castling);
        fresh.hash ^= if self.side == 1 { zobrist::SIDE } else { 0 };
        if self.en_passant != 0 {
            fresh.set_en_passant(self.en_passant.into());
        }
        fresh.find_checks();
        fresh
    }

    /// Whether neither side can mate with what it has: a king each and a knight or a bishop, or any
    /// number of bishops that are all on squares of one colour.
    #[hot]
    pub fn is_insufficient(&self) -> bool {
        let (pawns, knights) = (self.all(Kind::Pawn), self.all(Kind::Knight));
        if pawns | self.straight() != 0 {
            return false;
        }
        let bishops = self.diagonal();
        match knights.count_ones() {
            0 => bishops & LIGHT == 0 || bishops & !LIGHT == 0,
            1 => bishops == 0,
            _ => false,
        }
    }

    /// The position after a pass: the other side is to move. The counter of quiet plies stays.
    pub(super) fn passed(&self) -> Chess {
        let mut next = *self;
        next.hash ^= zobrist::SIDE ^ zobrist::en_passant(self.en_passant);
        next.en_passant = 0;
        next.side ^= 1;
        next.find_checks();
        next
    }

    /// The same position with the colours exchanged and the board turned over.
    pub(super) fn mirrored(&self) -> Chess {
        let black = self.of(1).swap_bytes();
        let turned = Chess {
            planes: self.planes.map(u64::swap_bytes),
            white: black,
            castling: self.castling >> 2 | self.castling << 2 & 15,
            en_passant: if self.en_passant == 0 { 0 } else { self.en_passant ^ 56 },
            side: self.side ^ 1,
            ..*self
        };
        turned.recomputed()
    }
}

/// The neighbours of a column's squares to the left and right.
#[hot]
pub(super) fn beside(set: u64) -> u64 {
    (set & !COLUMN_A) >> 1 | (set & !COLUMN_H) << 1
}

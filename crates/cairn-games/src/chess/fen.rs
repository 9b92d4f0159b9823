//! Positions as text: Forsyth–Edwards notation (FEN), with its six fields.
//!
//! The board is required, and the side. The other fields may be left out from the end: then there are
//! no castling rights, no en passant square and no quiet plies, and it is move 1. What cannot be on
//! a board of chess is refused with a reason. Two things are corrected instead, as most programs do:
//! a castling right is dropped if its king or rook is not at home, and the en passant square is left
//! out, also in writing, if no capture there is legal.

use core::fmt::{self, Write};

use super::attacks::LAST_ROWS;
use super::board::{Chess, FIFTY_MOVES, KING_SIDE, Kind, QUEEN_SIDE};
use super::notation::{read_square, write_square};
use super::zobrist;
use crate::rows::{Notation, end, next_word};

/// Pieces: White's in capitals.
pub(super) const NOTATION: Notation = Notation {
    pieces: "PNKBRQpnkbrq",
    sides: "wb",
    expected_pieces: "a row has PNBRQK for White, pnbrqk for Black, numbers for empty squares",
    expected_side: "after the rows comes the side to move: w or b",
};

/// The rights by letter: White's, then Black's.
const RIGHTS: [(char, u8); 4] =
    [('K', KING_SIDE), ('Q', QUEEN_SIDE), ('k', KING_SIDE << 2), ('q', QUEEN_SIDE << 2)];

impl Chess {
    /// The piece on a square as its place in [`NOTATION`].
    pub(super) fn symbol_on(&self, square: u32) -> Option<usize> {
        let black = self.white >> square & 1 == 0;
        self.on(square).map(|kind| kind.index() + if black { 6 } else { 0 })
    }

    pub(super) fn write_fen(&self, out: &mut dyn Write) -> fmt::Result {
        let piece = |line: usize, column: usize| self.symbol_on((8 * (7 - line) + column) as u32);
        NOTATION.write(8, |_| 8, piece, self.to_move(), out)?;
        out.write_char(' ')?;
        for (letter, right) in RIGHTS {
            if self.castling & right != 0 {
                out.write_char(letter)?;
            }
        }
        out.write_str(if self.castling == 0 { "- " } else { " " })?;
        match self.en_passant {
            0 => out.write_char('-')?,
            square => write_square(square.into(), out)?,
        }
        write!(out, " {} {}", self.quiet, self.number)
    }

    pub(super) fn parse_fen(text: &str) -> Result<Chess, &'static str> {
        let mut chess = Chess::EMPTY;
        let mut pieces = 0;
        let (mut counts, mut kings) = ([[0u8; 6]; 2], [0; 2]);
        let put = |line: usize, column: usize, piece: usize| {
            let (side, kind) = (piece / 6, Kind::ALL[piece % 6]);
            pieces += 1;
            counts[side][kind.index()] += 1;
            kings[side] += u32::from(kind == Kind::King);
            chess.toggle(side as u32, kind, (8 * (7 - line) + column) as u32, true);
        };
        let (side, mut rest) = NOTATION.parse(text, 8, |_| 8, put)?;
        chess.side = side as u8;
        chess.hash ^= if side == 1 { zobrist::SIDE } else { 0 };
        for (count, name) in counts.iter().zip(["White", "Black"]) {
            check_pieces(count, name == "White")?;
        }
        if chess.all(Kind::Pawn) & LAST_ROWS != 0 {
            return Err("no pawn can be on the first or the last row");
        }
        let side = side as u32;
        if chess.is_attacked(chess.king(side ^ 1), side, chess.occupied(), u64::MAX) {
            return Err("the side that is not to move is in check: its king could be captured");
        }
        chess.find_checks();
        if chess.checkers.count_ones() > 2 {
            return Err("no move can give check with more than two pieces");
        }
        chess.parse_castling(next_word(&mut rest).unwrap_or("-"))?;
        chess.parse_en_passant(next_word(&mut rest).unwrap_or("-"))?;
        const COUNTER: &str =
            "the fifth field is the number of plies without a capture or a pawn's move";
        const NUMBER: &str = "the sixth field is the number of the move, from 1";
        let quiet = number(next_word(&mut rest).unwrap_or("0")).ok_or(COUNTER)?;
        chess.quiet = quiet.min(FIFTY_MOVES.into()) as u8;
        // Programs write 0 where they do not know it.
        chess.number = number(next_word(&mut rest).unwrap_or("1")).ok_or(NUMBER)?.max(1);
        end(rest)?;
        Ok(chess)
    }

    fn parse_castling(&mut self, text: &str) -> Result<(), &'static str> {
        const WRONG: &str = "after the side come castling rights: letters of KQkq, or -";
        let mut rights = 0;
        if text != "-" {
            for letter in text.chars() {
                let right = RIGHTS.iter().find(|right| right.0 == letter).ok_or(WRONG)?.1;
                if rights & right != 0 {
                    return Err(WRONG);
                }
                rights |= right;
            }
        }
        for side in 0..2 {
            let home = if side == 0 { 4 } else { 60 };
            let rooks = self.all(Kind::Rook) & self.of(side);
            for (right, corner) in [(KING_SIDE, home + 3), (QUEEN_SIDE, home - 4)] {
                if self.king(side) != home || rooks >> corner & 1 == 0 {
                    rights &= !(right << (2 * side));
                }
            }
        }
        self.castling = rights;
        self.hash ^= zobrist::castling(rights);
        Ok(())
    }

    fn parse_en_passant(&mut self, text: &str) -> Result<(), &'static str> {
        const WRONG: &str = "after the castling rights comes the en passant square, or -";
        const ROW: &str = "the en passant square is one that a pawn has just passed: on row 6 if White is to \
             move, on row 3 if Black is";
        const PAWN: &str = "the en passant square must be empty, and so the one behind it, with a hostile pawn \
             ahead of it";
        if text == "-" {
            return Ok(());
        }
        let (square, []) = read_square(text.as_bytes()).ok_or(WRONG)? else { return Err(WRONG) };
        if square >> 3 != if self.side == 0 { 5 } else { 2 } {
            return Err(ROW);
        }
        let (pawn, origin) = (square ^ 8, square ^ 24);
        let pawns = self.all(Kind::Pawn) & self.of(u32::from(self.side) ^ 1);
        if self.occupied() >> square & 1 != 0
            || self.occupied() >> origin & 1 != 0
            || pawns >> pawn & 1 == 0
        {
            return Err(PAWN);
        }
        self.set_en_passant(square);
        Ok(())
    }
}

/// Refuses sets of pieces that no game can lead to.
fn check_pieces(count: &[u8; 6], white: bool) -> Result<(), &'static str> {
    let say = |white_text, black_text| Err(if white { white_text } else { black_text });
    let of = |kind: Kind| count[kind.index()];
    match of(Kind::King) {
        0 => return say("White has no king", "Black has no king"),
        1 => {}
        _ => return say("White has more than one king", "Black has more than one king"),
    }
    if of(Kind::Pawn) > 8 {
        return say("White has more than eight pawns", "Black has more than eight pawns");
    }
    let more = |kind: Kind, at_first: u8| of(kind).saturating_sub(at_first);
    let promoted =
        more(Kind::Queen, 1) + more(Kind::Rook, 2) + more(Kind::Bishop, 2) + more(Kind::Knight, 2);
    if promoted + of(Kind::Pawn) > 8 {
        return say(
            "White has more pieces than eight pawns can become",
            "Black has more pieces than eight pawns can become",
        );
    }
    Ok(())
}

/// A whole number without a sign.
fn number(text: &str) -> Option<u16> {
    let only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| only_digits)
}

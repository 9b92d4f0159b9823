//! Moves as text: the notation of chess programs (`e2e4`, `e7e8q`, castling `e1g1`), and standard
//! algebraic notation (SAN: `Nf3`, `exd8=Q+`, `O-O`).

use core::fmt::{self, Write};

use super::attacks::{self, LAST_ROWS, between, column, row};
use super::board::{Chess, Kind};
use super::moves::ChessMove;
use crate::rows;

/// The letters of pieces, in the order of [`Kind::index`].
const LETTERS: [u8; 6] = *b"PNKBRQ";

/// A square at the front of a text, and the rest.
pub(super) fn read_square(text: &[u8]) -> Option<(u32, &[u8])> {
    let (square, rest) = text.split_at_checked(2)?;
    let square = rows::parse_square(core::str::from_utf8(square).ok()?, 8, 8)?;
    Some((square as u32, rest))
}

/// Writes a square, such as `e4`.
pub(super) fn write_square(square: u32, out: &mut dyn Write) -> fmt::Result {
    rows::write_square(square as usize, 8, out)
}

/// The kind of piece that a capital letter stands for, but not a pawn.
fn piece(letter: u8) -> Option<Kind> {
    Kind::ALL.into_iter().skip(1).find(|kind| LETTERS[kind.index()] == letter)
}

/// A move in the notation of programs.
struct Uci {
    from: u32,
    to: u32,
    promotion: Option<Kind>,
}

/// Reads the notation of programs, in upper or lower case.
fn parse_uci(text: &str) -> Option<Uci> {
    let (from, rest) = read_square(text.as_bytes())?;
    let (to, rest) = read_square(rest)?;
    let promotion = match rest {
        [] => None,
        [letter] => {
            let kind = piece(letter.to_ascii_uppercase())?;
            Some(kind).filter(|&kind| kind != Kind::King)
        }
        _ => return None,
    };
    (promotion.is_some() == (rest.len() == 1)).then_some(Uci { from, to, promotion })
}

impl Chess {
    pub(super) fn write_uci(&self, mv: ChessMove, out: &mut dyn Write) -> fmt::Result {
        write_square(mv.from(), out)?;
        write_square(mv.to(), out)?;
        match mv.promotion() {
            Some(kind) => out.write_char(LETTERS[kind.index()].to_ascii_lowercase().into()),
            None => Ok(()),
        }
    }

    /// The legal move that `text` names. Small letters are first read as the notation of programs,
    /// anything else as SAN: `b1c3` is a move from b1, `B1c3` a bishop's if there is one.
    pub(super) fn parse_any(&self, text: &str) -> Option<ChessMove> {
        let uci = || {
            let Uci { from, to, promotion } = parse_uci(text)?;
            let wanted = ChessMove::new(from, to, promotion);
            self.moves().find(|&mv| mv == wanted)
        };
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.parse_san(text).or_else(uci)
        } else {
            uci().or_else(|| self.parse_san(text))
        }
    }

    /// Writes a legal move in standard algebraic notation.
    ///
    /// ```
    /// use cairn_core::Game;
    /// use cairn_games::chess::Chess;
    ///
    /// let mut position = Chess::default();
    /// for (text, san) in [("e2e4", "e4"), ("d7d5", "d5"), ("e4d5", "exd5"), ("g8f6", "Nf6"),
    ///     ("f1b5", "Bb5+")] {
    ///     let mv = position.parse_move(text).unwrap();
    ///     let mut written = String::new();
    ///     position.write_san(mv, &mut written).unwrap();
    ///     assert_eq!(written, san);
    ///     assert_eq!(position.parse_san(san), Some(mv));
    ///     position.play(mv);
    /// }
    /// ```
    pub fn write_san(&self, mv: ChessMove, out: &mut dyn Write) -> fmt::Result {
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = self.on(from) else { return Err(fmt::Error) };
        if kind == Kind::King && from.abs_diff(to) == 2 {
            out.write_str(if to > from { "O-O" } else { "O-O-O" })?;
        } else {
            let captures = self.on(to).is_some() || kind == Kind::Pawn && (from ^ to) & 7 != 0;
            let letter = |square: u32| char::from(b'a' + square as u8 % 8);
            if kind == Kind::Pawn {
                if captures {
                    out.write_char(letter(from))?;
                }
            } else {
                out.write_char(LETTERS[kind.index()].into())?;
                let others = self.others(mv, kind);
                // The column if that is enough, else the row if that is, else both.
                let by_column = others != 0 && others & column(from) == 0;
                let by_row = others != 0 && !by_column && others & row(from) == 0;
                if others != 0 && !by_row {
                    out.write_char(letter(from))?;
                }
                if others != 0 && !by_column {
                    write!(out, "{}", from / 8 + 1)?;
                }
            }
            if captures {
                out.write_char('x')?;
            }
            write_square(to, out)?;
            if let Some(promoted) = mv.promotion() {
                write!(out, "={}", char::from(LETTERS[promoted.index()]))?;
            }
        }
        let mut next = *self;
        next.make(mv);
        match (next.checkers != 0, next.can_move()) {
            (true, false) => out.write_char('#'),
            (true, true) => out.write_char('+'),
            (false, _) => Ok(()),
        }
    }

    /// The squares of the other pieces of the same kind that may go to the same square.
    fn others(&self, mv: ChessMove, kind: Kind) -> u64 {
        let mut set = 0;
        for other in self.moves() {
            if other.to() == mv.to() && self.on(other.from()) == Some(kind) {
                set |= 1 << other.from();
            }
        }
        set & !(1 << mv.from())
    }

    /// The legal move that `text` names in standard algebraic notation, if it names one and only one.
    /// Signs that say what is known anyway may be left out or added: `x`, `-`, `+`, `#`, `=`, `!`, `?`
    /// and the square or half of the square that the piece leaves. Zeros are letters: `0-0`.
    pub fn parse_san(&self, text: &str) -> Option<ChessMove> {
        let wanted = San::parse(text.as_bytes())?;
        let mut found = None;
        for mv in self.moves() {
            if wanted.is(self, mv) {
                if found.is_some() {
                    return None;
                }
                found = Some(mv);
            }
        }
        found
    }

    /// Why `text` is not a legal move.
    pub(super) fn why_not(&self, text: &str) -> Option<&'static str> {
        let Some(Uci { from, to, promotion }) = parse_uci(text) else {
            return self.why_not_san(text);
        };
        let side = u32::from(self.side);
        let own = self.of(side);
        if own >> from & 1 == 0 {
            return Some("does not start on one of your pieces");
        }
        let kind = self.on(from)?;
        let two = from.abs_diff(to) == 2 && promotion.is_none();
        if kind == Kind::King && two && self.at_home(from) {
            return Some(self.why_not_castling(from, to));
        }
        if own >> to & 1 != 0 {
            return Some("ends on a piece of yours");
        }
        let promotes = kind == Kind::Pawn && LAST_ROWS >> to & 1 != 0;
        if promotion.is_some() && !promotes {
            return Some("names a piece, but only a pawn that reaches the last row becomes one");
        }
        if let Some(why) = self.why_not_this_way(kind, from, to) {
            return Some(why);
        }
        Some(match (self.checkers, kind) {
            _ if promotes && promotion.is_none() => {
                "reaches the last row: add what the pawn becomes, as in e7e8q"
            }
            (_, Kind::King) => "would put your king where it can be captured",
            (0, _) => "would leave your king in check: the piece is pinned",
            _ => "does not answer the check",
        })
    }

    fn why_not_san(&self, text: &str) -> Option<&'static str> {
        let wanted = San::parse(text.as_bytes())?;
        let count = self.moves().filter(|&mv| wanted.is(self, mv)).count();
        (count > 1).then_some("can mean several moves: name both squares, as in e2e4")
    }

    /// Whether the king to move is where it was at first.
    fn at_home(&self, king: u32) -> bool {
        king == if self.side == 0 { 4 } else { 60 }
    }

    fn why_not_castling(&self, from: u32, to: u32) -> &'static str {
        let (wing, corner) = if to > from { (1, from + 3) } else { (2, from - 4) };
        if !self.may_castle(wing) {
            "is castling, which you may not do on this side: the king or that rook has moved"
        } else if between(from, corner, row(from)) & self.occupied() != 0 {
            "is castling, but there are pieces between the king and the rook"
        } else if self.checkers != 0 {
            "is castling, which you may not do in check"
        } else {
            "is castling, but the king would pass or reach an attacked square"
        }
    }

    /// What is wrong with a move if the king's safety is left aside.
    fn why_not_this_way(&self, kind: Kind, from: u32, to: u32) -> Option<&'static str> {
        const WRONG_WAY: [&str; 6] = [
            "is no move of a pawn, which goes ahead, and captures one square diagonally ahead",
            "is no move of a knight",
            "is no move of a king",
            "is no move of a bishop",
            "is no move of a rook",
            "is no move of a queen",
        ];
        let (side, occupied) = (u32::from(self.side), self.occupied());
        let reaches = |empty: u64| match kind {
            Kind::Pawn => self.pawn_reaches(from, to, empty),
            Kind::Knight => attacks::knight(from) >> to & 1 != 0,
            Kind::King => attacks::king(from) >> to & 1 != 0,
            Kind::Bishop => attacks::bishop(from, occupied & !empty) >> to & 1 != 0,
            Kind::Rook => attacks::rook(from, occupied & !empty) >> to & 1 != 0,
            Kind::Queen => {
                let occupied = occupied & !empty;
                (attacks::bishop(from, occupied) | attacks::rook(from, occupied)) >> to & 1 != 0
            }
        };
        if reaches(0) {
            return None;
        }
        if kind == Kind::Pawn && attacks::pawns(1 << from, side) >> to & 1 != 0 {
            return Some("captures nothing: a pawn goes diagonally only to capture");
        }
        Some(match reaches(u64::MAX) {
            true => "has something in its way",
            false => WRONG_WAY[kind.index()],
        })
    }

    /// Whether a pawn goes or captures from one square to another, if those in `empty` are.
    fn pawn_reaches(&self, from: u32, to: u32, empty: u64) -> bool {
        let side = u32::from(self.side);
        let free = !self.occupied() | empty;
        let one = attacks::forward(1 << from, side) & free;
        let third_row = 0xff << (16 + 24 * side);
        let two = attacks::forward(one & third_row, side) & free;
        let captures = attacks::pawns(1 << from, side)
            & (self.of(side ^ 1) | u64::from(self.en_passant != 0) << self.en_passant);
        (one | two | captures) >> to & 1 != 0
    }
}

/// A move in standard algebraic notation: what is known of it.
struct San {
    kind: Kind,
    /// The squares that the piece may leave, and those that it may enter.
    from: u64,
    to: u64,
    promotion: Option<Kind>,
    castles: bool,
}

impl San {
    fn parse(text: &[u8]) -> Option<San> {
        let end = text.iter().rposition(|byte| !b"+#!?".contains(byte))? + 1;
        let mut text = &text[..end];
        let castles =
            |to| San { kind: Kind::King, from: u64::MAX, to, promotion: None, castles: true };
        match text {
            b"O-O" | b"0-0" | b"o-o" => return Some(castles(column(6))),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(castles(column(2))),
            _ => {}
        }
        let mut kind = Kind::Pawn;
        if let [letter, rest @ ..] = text
            && let Some(named) = piece(*letter)
        {
            (kind, text) = (named, rest);
        }
        let mut promotion = None;
        if let [rest @ .., letter] = text
            && kind == Kind::Pawn
            && let Some(named) = piece(*letter)
        {
            promotion = Some(named);
            text = rest.strip_suffix(b"=").unwrap_or(rest);
        }
        let at = text.len().checked_sub(2)?;
        let (to, []) = read_square(&text[at..])? else { return None };
        text = &text[..at];
        text = text.strip_suffix(b"x").or(text.strip_suffix(b"-")).unwrap_or(text);
        let of = |byte: u8| match byte {
            b'a'..=b'h' => Some(column((byte - b'a').into())),
            b'1'..=b'8' => Some(row(8 * u32::from(byte - b'1'))),
            _ => None,
        };
        let from = match *text {
            [] => u64::MAX,
            [half] => of(half)?,
            [letter @ b'a'..=b'h', digit @ b'1'..=b'8'] => of(letter)? & of(digit)?,
            _ => return None,
        };
        Some(San { kind, from, to: 1 << to, promotion, castles: false })
    }

    fn is(&self, chess: &Chess, mv: ChessMove) -> bool {
        let kind = chess.on(mv.from());
        let castles = kind == Some(Kind::King) && mv.from().abs_diff(mv.to()) == 2;
        kind == Some(self.kind)
            && self.from >> mv.from() & 1 != 0
            && self.to >> mv.to() & 1 != 0
            && self.promotion == mv.promotion()
            && self.castles == castles
    }
}

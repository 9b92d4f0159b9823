//! How moves and positions of draughts are written: numbered squares, as in Portable Draughts
//! Notation.

use core::fmt::{self, Write};

use super::board::{LAST_ROW, SQUARES, path};
use super::{Draughts, DraughtsMove, PIECES, QUIET_LIMIT};
use crate::rows::parse_number;
use cairn_core::game::Game;

/// The most squares on a path.
const LONGEST: usize = 10;

/// The squares of a move, from 0: where it begins, and each that it comes to.
struct Path {
    squares: [u8; LONGEST],
    len: usize,
}

impl Path {
    fn push(&mut self, square: u8) {
        if let Some(place) = self.squares.get_mut(self.len) {
            *place = square;
            self.len += 1;
        }
    }

    fn squares(&self) -> &[u8] {
        &self.squares[..self.len]
    }
}

impl Draughts {
    fn path(&self, mv: DraughtsMove) -> Path {
        let (from, to) = self.ends(mv);
        let mut squares = Path { squares: [0; LONGEST], len: 0 };
        squares.push(from as u8);
        match mv.number() {
            Some(number) => path(number, |square| squares.push(square)),
            None => squares.push(to as u8),
        }
        squares
    }

    /// Whether another move has the same ends.
    fn is_ambiguous(&self, mv: DraughtsMove) -> bool {
        self.legal_moves().any(|other| other != mv && self.ends(other) == self.ends(mv))
    }

    pub(super) fn write_path(&self, mv: DraughtsMove, out: &mut dyn Write) -> fmt::Result {
        let (from, to) = self.ends(mv);
        write!(out, "{}", from + 1)?;
        if mv.number().is_none() {
            return write!(out, "-{}", to + 1);
        }
        if !self.is_ambiguous(mv) {
            return write!(out, "x{}", to + 1);
        }
        let path = self.path(mv);
        path.squares()[1..].iter().try_for_each(|square| write!(out, "x{}", square + 1))
    }

    /// The legal move that `text` names, with any sign between the squares, or why it names none.
    pub(super) fn read_path(&self, text: &str) -> Result<DraughtsMove, Option<&'static str>> {
        let mut path = Path { squares: [0; LONGEST], len: 0 };
        for number in text.split(['-', 'x', 'X', ':']) {
            let number = parse_number(number, SQUARES as u8).filter(|&number| number > 0);
            let full = path.len == LONGEST;
            path.push(number.filter(|_| !full).ok_or(None)? - 1);
        }
        let [from, .., to] = *path.squares() else { return Err(None) };
        let ends = (from.into(), to.into());
        let mut same = self.legal_moves().filter(|&mv| self.ends(mv) == ends);
        if path.len > 2 {
            same.find(|&mv| self.path(mv).squares() == path.squares())
        } else {
            let first = same.next();
            if first.is_some() && same.next().is_some() {
                return Err(Some("can go several ways: write every square, such as 1x10x19x12"));
            }
            first
        }
        .ok_or_else(|| self.why_not(&path))
    }

    /// Why a path is not a legal move.
    fn why_not(&self, path: &Path) -> Option<&'static str> {
        let squares = path.squares();
        let (from, to) = (*squares.first()?, *squares.last()?);
        let starts = |mv: DraughtsMove| self.path(mv).squares().starts_with(squares);
        let must_capture = self.capturers() != 0;
        Some(match () {
            () if self.own() >> from & 1 == 0 => "does not start on one of your pieces",
            () if from != to && self.empty() >> to & 1 == 0 => "ends on a square that is not empty",
            () if must_capture && self.legal_moves().any(starts) => {
                "stops too early: a piece captures as long as it can"
            }
            () if must_capture => "is not a capture, but you can capture and must",
            () => "is not possible: a man goes one square diagonally forward, a king also backward",
        })
    }

    /// `B:W21,K22:B1,2:H3`.
    pub(super) fn write_pieces(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_char(SIDES[self.to_move()])?;
        for player in [1, 0] {
            write!(out, ":{}", SIDES[player])?;
            let mut comma = "";
            for square in (0..SQUARES).filter(|square| self.pieces[player] >> square & 1 != 0) {
                let king = if self.kings >> square & 1 != 0 { "K" } else { "" };
                write!(out, "{comma}{king}{}", square + 1)?;
                comma = ",";
            }
        }
        if self.quiet > 0 { write!(out, ":H{}", self.quiet) } else { Ok(()) }
    }

    pub(super) fn draw_board(&self, out: &mut dyn Write) -> fmt::Result {
        for row in 0..SQUARES / 4 {
            write!(out, "{:2}", 4 * row + 1)?;
            for column in 0..8 {
                let dark = (row + column) % 2 != 0;
                let symbol = if dark { self.symbol(4 * row + column / 2) } else { ' ' };
                write!(out, " {symbol}")?;
            }
            writeln!(out, " {:2}", 4 * row + 4)?;
        }
        Ok(())
    }

    fn symbol(&self, square: usize) -> char {
        let has = |set: u32| set >> square & 1 != 0;
        match (has(self.pieces[0]), has(self.pieces[1]), has(self.kings)) {
            (true, _, false) => 'b',
            (true, _, true) => 'B',
            (_, true, false) => 'w',
            (_, true, true) => 'W',
            _ => '.',
        }
    }
}

const SIDES: [char; 2] = ['B', 'W'];

fn side(text: &str) -> Option<usize> {
    match text {
        "B" | "b" => Some(0),
        "W" | "w" => Some(1),
        _ => None,
    }
}

/// Reads the pieces of a side: `21,K22,25-28`. Returns all of them, and the kings.
fn pieces(list: &str) -> Option<(u32, u32)> {
    let (mut all, mut kings) = (0u32, 0);
    for item in list.split(',').map(str::trim).filter(|_| !list.trim().is_empty()) {
        let (king, numbers) = match item.strip_prefix(['K', 'k']) {
            Some(numbers) => (true, numbers),
            None => (false, item),
        };
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let [first, last] = [first, last].map(|text| parse_number(text, SQUARES as u8));
        let (first, last) = (first.filter(|&first| first > 0)?, last?);
        let set = (first..=last).fold(0, |set, number| set | 1 << (number - 1));
        if set == 0 || all & set != 0 {
            return None;
        }
        all |= set;
        kings |= if king { set } else { 0 };
    }
    Some((all, kings))
}

/// Reads a position: the side to move, the pieces of both sides in any order, and the plies without a
/// capture or a move of a man. The number of the move, `F` and a number, is ignored.
pub(super) fn parse(text: &str) -> Result<Draughts, &'static str> {
    const PARTS: &str = "write the side to move, then each side's pieces: `W:W21,K22:B1,2`";
    let text = text.trim();
    let mut parts = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim);
    let to_move = parts.next().and_then(side).ok_or(PARTS)?;
    let mut position = Draughts { pieces: [0; 2], kings: 0, to_move: to_move as u8, quiet: 0 };
    let mut given = [false; 2];
    for part in parts.by_ref().take(2) {
        let (letter, list) = part.split_at_checked(1).ok_or(PARTS)?;
        let player = side(letter).filter(|&player| !given[player]).ok_or(PARTS)?;
        given[player] = true;
        let (all, kings) = pieces(list)
            .ok_or("pieces are numbers of squares from 1 to 32, K before a king, each once")?;
        position.pieces[player] = all;
        position.kings |= kings;
    }
    if given != [true; 2] {
        return Err(PARTS);
    }
    for part in parts {
        let (letter, number) = part.split_at_checked(1).ok_or(PARTS)?;
        match letter {
            "H" | "h" => {
                position.quiet = parse_number(number, QUIET_LIMIT)
                    .ok_or("H counts the plies without a capture or a man's move, 0 to 80")?;
            }
            "F" | "f" if number.parse::<u32>().is_ok() => {}
            _ => return Err("after the pieces only :H and a number of plies may follow"),
        }
    }
    check(&position).map(|()| position)
}

/// Whether the rules allow a position.
fn check(position: &Draughts) -> Result<(), &'static str> {
    let [black, white] = position.pieces;
    if black & white != 0 {
        return Err("a square has a black and a white piece");
    }
    if black.count_ones().max(white.count_ones()) > PIECES {
        return Err("a side has at most twelve pieces");
    }
    if position.other() == 0 {
        return Err("only the side to move may have no piece: it has lost");
    }
    for (pieces, last) in [black, white].into_iter().zip(LAST_ROW) {
        if pieces & last & !position.kings != 0 {
            return Err("a man on the last row is a king: write K before its number");
        }
    }
    Ok(())
}

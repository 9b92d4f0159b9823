//! The Game of the Amazons, on boards from 4×4 to 11×11.
//!
//! The rules are Walter Zamkauskas's: in each turn a player moves one of their four amazons as a
//! chess queen moves, and then shoots an arrow from its new square, again as a queen moves, which
//! blocks the square it lands on for good. Nothing may pass over or land on an amazon or an arrow;
//! the square that the amazon has left is free. A player who cannot move loses. There is no draw
//! and, since every turn takes a square, no repetition. White moves first. On 10×10 the amazons start on
//! `a4 d1 g1 j4` and `a7 d10 g10 j7`; on other boards as far from the corners as fits: 3 squares on
//! 11×11, 2 on 8×8 and 9×9, 1 on the smaller ones.
//!
//! # A turn is three plies
//!
//! The player names the amazon, then where it goes, then where it shoots: `d1`, `-d7`, `/g7`, which
//! read in a row as `d1-d7/g7`. A key is the square and which of the three it is: 300 keys on
//! 10×10, where whole queen moves alone would have thousands, too many for a table in every node.
//! No two moves of a position share a key; what AMAF learns is that this amazon should move, that
//! it is good to have an amazon on that square, and good to block this one. A tree of such plies is narrow
//! (at the start 4 moves, then 20, then 27, instead of 2176 at once), so few nodes are enough to
//! look further.
//!
//! A position is the rows from the top with `W`, `B`, `#` for arrows, and numbers of empty
//! squares, the side to move, and `-`, or in the middle of a turn the amazon that is to move, `d1-`,
//! or to shoot, `d7/`: `1BB1/B2B/W2W/1WW1 w -`.

mod lines;

use core::fmt::{self, Write};

use cairn_core::Rng;
use cairn_core::capabilities::Repetition;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, Points, Wide};
use crate::rows::{Notation, OCCUPIED, end, next_word, parse_square, write_square};
use lines::LINES;

/// The smallest and the largest board.
pub const SIZES: core::ops::RangeInclusive<usize> = 4..=MAX_SIZE;

/// The player who moves first.
pub const WHITE: usize = 0;

/// The player who moves second.
pub const BLACK: usize = 1;

const MAX_SIZE: usize = 11;

/// What a ply does. As a number, which third of the keys its moves have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
enum Phase {
    Choose,
    Move,
    Shoot,
}

const NOTATION: Notation = Notation {
    pieces: "WB#",
    sides: "wb",
    expected_pieces: "a row has W for white, B for black, # for arrows, numbers for empty places",
    expected_side: "after the rows comes the side to move: w or b",
};

/// A position of the Amazons. A move is the number of its square, row by row from `a1`; what it
/// means depends on how far the turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amazons {
    /// The amazons of the player to move, and of the other one.
    own: Wide,
    other: Wide,
    empty: Wide,
    size: u8,
    to_move: u8,
    phase: Phase,
    /// In the middle of a turn, the square of the amazon that moves or has moved, otherwise 0.
    chosen: u8,
}

impl Amazons {
    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The starting position on `size` × `size` squares.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        if !SIZES.contains(&size) {
            return Err("the board's size must be 4 to 11");
        }
        let (far, last) = ((size / 2).saturating_sub(2).max(1), size - 1);
        let square = |row: usize, column: usize| 1u128 << (row * size + column);
        let white = square(0, far) | square(0, last - far) | square(far, 0) | square(far, last);
        let black = square(last, far)
            | square(last, last - far)
            | square(last - far, 0)
            | square(last - far, last);
        Ok(Amazons {
            own: Wide(white),
            other: Wide(black),
            empty: Wide(LINES[size].shape.board.0 & !(white | black)),
            size: size as u8,
            to_move: WHITE as u8,
            phase: Phase::Choose,
            chosen: 0,
        })
    }

    /// Rows, and columns, of the board.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The squares of `player`'s amazons.
    pub fn amazons(&self, player: usize) -> Wide {
        if player == self.to_move as usize { self.own } else { self.other }
    }

    /// The squares with neither amazon nor arrow.
    pub fn empty(&self) -> Wide {
        self.empty
    }

    #[hot]
    fn squares(&self) -> usize {
        self.size as usize * self.size as usize
    }

    /// The squares that the next move may name; empty only if the game is over.
    #[hot]
    fn targets(&self) -> Wide {
        let (lines, size) = (&LINES[self.size as usize], self.size as usize);
        let empty = self.empty.0;
        Wide(match self.phase {
            Phase::Choose => self.own.0 & lines.around(size as u32, empty),
            _ => lines.queen(size, self.chosen as usize, empty),
        })
    }

    #[hot]
    fn best(&self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let squares = self.squares();
        let mut own = [0.0; 128];
        let start = self.phase as usize * squares;
        own[..squares].copy_from_slice(&scores[start..start + squares]);
        self.targets().best(&own[..squares.next_multiple_of(8)], rng)
    }

    /// What is on a square: whose amazon, or an arrow.
    fn piece(&self, square: usize) -> Option<usize> {
        if self.empty.contains(square) {
            return None;
        }
        let arrow = NOTATION.pieces.len() - 1;
        let owner = [WHITE, BLACK].into_iter().find(|&side| self.amazons(side).contains(square));
        Some(owner.unwrap_or(arrow))
    }

    /// Reads the square that a move names, with or without the mark before it.
    fn parse_step(&self, text: &str) -> Option<usize> {
        let mark = [' ', '-', '/'][self.phase as usize];
        parse_square(text.strip_prefix(mark).unwrap_or(text), self.size(), self.size())
    }

    /// Reads the last word of a position: how far the turn is.
    fn parse_phase(&mut self, word: &str) -> Option<()> {
        if word == "-" {
            return Some(());
        }
        let (square, phase) = match (word.strip_suffix('-'), word.strip_suffix('/')) {
            (Some(square), _) => (square, Phase::Move),
            (_, Some(square)) => (square, Phase::Shoot),
            _ => return None,
        };
        let square = parse_square(square, self.size(), self.size())?;
        (self.chosen, self.phase) = (square as u8, phase);
        (self.own.contains(square) && !self.targets().is_empty()).then_some(())
    }
}

impl Game for Amazons {
    type Move = u8;

    const UNIQUE_KEYS: bool = true;

    #[hot]
    fn denominator(&self) -> u32 {
        1
    }

    #[hot]
    fn keys(&self) -> usize {
        3 * self.squares()
    }

    /// Every turn takes a square.
    #[hot]
    fn max_plies(&self) -> usize {
        3 * self.squares()
    }

    #[hot]
    fn turn(&self) -> Turn {
        match self.phase == Phase::Choose && self.targets().is_empty() {
            true => Turn::Over(Outcome::win(1 - self.to_move())),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        Points(self.targets()).map(|square| square as u8)
    }

    #[hot]
    fn play(&mut self, square: u8) {
        let there = 1u128 << square;
        match self.phase {
            Phase::Choose => {
                self.chosen = square;
                self.phase = Phase::Move;
            }
            Phase::Move => {
                let here = 1u128 << self.chosen;
                self.own = Wide(self.own.0 ^ (here | there));
                self.empty = Wide(self.empty.0 ^ (here | there));
                self.chosen = square;
                self.phase = Phase::Shoot;
            }
            Phase::Shoot => {
                self.empty = Wide(self.empty.0 ^ there);
                self.chosen = 0;
                self.phase = Phase::Choose;
                core::mem::swap(&mut self.own, &mut self.other);
                self.to_move ^= 1;
            }
        }
    }

    #[hot]
    fn key(&self, square: u8) -> usize {
        self.phase as usize * self.squares() + square as usize
    }

    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> u8 {
        self.targets().random(rng) as u8
    }

    #[hot]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> u8 {
        self.best(scores, rng).expect("a move in an unfinished game") as u8
    }

    #[hot]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<u8> {
        Some(self.best(scores, rng)? as u8)
    }

    /// Every turn takes a square.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn player_name(&self, player: usize) -> &'static str {
        if player == WHITE { "White" } else { "Black" }
    }

    fn write_move(&self, square: u8, out: &mut dyn Write) -> fmt::Result {
        out.write_str(["", "-", "/"][self.phase as usize])?;
        write_square(square as usize, self.size(), out)
    }

    /// The mark before the square may be left out.
    fn parse_move(&self, text: &str) -> Option<u8> {
        let square = self.parse_step(text)?;
        self.targets().contains(square).then_some(square as u8)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let square = self.parse_step(text)?;
        Some(match self.phase {
            Phase::Choose if self.own.contains(square) => "has no square to go to: move another",
            Phase::Choose => "has none of your amazons: name the one that moves",
            _ if !self.empty.contains(square) => OCCUPIED,
            Phase::Move => "is out of reach: an amazon moves like a queen in chess",
            Phase::Shoot => "is out of reach: an arrow flies like a queen in chess",
        })
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        let piece = |row, column| self.piece((size - 1 - row) * size + column);
        NOTATION.write(size, |_| size, piece, self.to_move(), out)?;
        out.write_char(' ')?;
        if self.phase != Phase::Choose {
            write_square(self.chosen as usize, size, out)?;
        }
        out.write_char(if self.phase == Phase::Shoot { '/' } else { '-' })
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let size = self.size();
        let mut pieces = [0u128; 3];
        let put = |row: usize, column: usize, piece: usize| {
            pieces[piece] |= 1 << ((size - 1 - row) * size + column);
        };
        let (to_move, mut rest) = NOTATION.parse(text, size, |_| size, put)?;
        let [white, black, arrows] = pieces;
        let mut position = Amazons {
            own: Wide(pieces[to_move]),
            other: Wide(pieces[1 - to_move]),
            empty: Wide(LINES[size].shape.board.0 & !(white | black | arrows)),
            size: self.size,
            to_move: to_move as u8,
            phase: Phase::Choose,
            chosen: 0,
        };
        next_word(&mut rest).and_then(|word| position.parse_phase(word)).ok_or(
            "after the side comes - before a turn, d1- if that amazon is to move, d7/ if it is to shoot",
        )?;
        end(rest).map(|()| position)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        NOTATION.draw(size, size, |row, column| self.piece(row * size + column), out)?;
        if self.phase != Phase::Choose {
            out.write_str("the amazon on ")?;
            write_square(self.chosen as usize, size, out)?;
            out.write_str([" ", " moves\n", " shoots\n"][self.phase as usize])?;
        }
        Ok(())
    }
}

//! Tic-tac-toe: the example to copy when you bring a game of your own.
//!
//! Everything a search needs is in the one `impl` below; the text methods are for people.

use core::fmt::{self, Write};

use cairn_core::capabilities::Repetition;
use cairn_core::game::{Game, Outcome, Turn};

/// A position: one bit for each of the nine squares, first for crosses, then for noughts. Squares
/// count from a1, the bottom left one, row by row; a move is the number of its square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    marks: [u16; 2],
}

/// Rows, columns, diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for TicTacToe {
    type Move = u8;

    const UNIQUE_KEYS: bool = true;

    fn keys(&self) -> usize {
        9
    }

    fn max_plies(&self) -> usize {
        9
    }

    fn turn(&self) -> Turn {
        let has_line = |player: usize| LINES.iter().any(|line| self.marks[player] & line == *line);
        if has_line(0) || has_line(1) {
            return Turn::Over(Outcome::win(usize::from(has_line(1))));
        }
        let taken = self.marks[0] | self.marks[1];
        if taken == 0o777 { Turn::Over(Outcome::draw()) } else { Turn::Player(self.to_move()) }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        let taken = self.marks[0] | self.marks[1];
        (0..9).filter(move |square| taken >> square & 1 == 0)
    }

    fn play(&mut self, square: u8) {
        self.marks[self.to_move()] |= 1 << square;
    }

    fn key(&self, square: u8) -> usize {
        square as usize
    }

    // The rest is optional.

    /// Every move adds a mark.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["X", "O"][player]
    }

    fn write_move(&self, square: u8, out: &mut dyn Write) -> fmt::Result {
        out.write_str(NAMES[usize::from(square)])
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let named = |square: &u8| text.eq_ignore_ascii_case(NAMES[usize::from(*square)]);
        let square = (0..9).find(named)?;
        (self.mark(square) != '.').then_some("is occupied: choose an empty square")
    }

    /// Rows from the top: `X.O/.X./..O`.
    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for square in READING_ORDER {
            out.write_char(self.mark(square))?;
            if matches!(square, 8 | 5) {
                out.write_char('/')?;
            }
        }
        Ok(())
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "write nine squares from the top left, such as X.O/.X./..O";
        let mut position = TicTacToe::default();
        let mut squares = text.chars().filter(|&c| c != '/');
        for square in READING_ORDER {
            match squares.next() {
                Some('X' | 'x') => position.marks[0] |= 1 << square,
                Some('O' | 'o') => position.marks[1] |= 1 << square,
                Some('.') => {}
                _ => return Err(EXPECTED),
            }
        }
        let [crosses, noughts] = position.marks.map(u16::count_ones);
        match (squares.next(), crosses.checked_sub(noughts)) {
            (None, Some(0 | 1)) => Ok(position),
            (None, _) => Err("there must be as many X as O, or one more"),
            _ => Err(EXPECTED),
        }
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        for row in (0..3).rev() {
            let [a, b, c] = [0, 1, 2].map(|column| self.mark(3 * row + column));
            writeln!(out, "{} {a} {b} {c}", row + 1)?;
        }
        out.write_str("  a b c\n")
    }
}

/// The squares by name.
const NAMES: [&str; 9] = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

/// The squares as text shows them, top left to bottom right.
const READING_ORDER: [u8; 9] = [6, 7, 8, 3, 4, 5, 0, 1, 2];

impl TicTacToe {
    /// The player to move, or who would be if the game were not over.
    pub fn to_move(&self) -> usize {
        (self.marks[0] | self.marks[1]).count_ones() as usize % 2
    }

    fn mark(&self, square: u8) -> char {
        match self.marks.map(|marks| marks >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        }
    }
}

//! Connect Four: seven columns, six rows, four in a row.
//!
//! The players drop discs by turns, X first; each falls to the lowest empty square of its column.
//! The first to have four in a row, across, up or diagonally, wins; a full board without such a row is a draw.
//! (Milton Bradley's rules of 1974.)
//!
//! A move is the square its disc comes to rest on, and so is its key: 42 of them. Columns would make
//! smaller tables, but a disc at the bottom and one at the top of a column have nothing in common,
//! and squares are few enough.
//!
//! Moves are written as columns, `1` to `7`. A position is its rows from the top, `X`, `O` and
//! numbers of empty squares, then the side to move: `7/7/7/7/3O3/3X3 x`.
//!
//! ```
//! use cairn_core::{Game, Outcome, Turn};
//! use cairn_games::connect_four::ConnectFour;
//!
//! let mut position = ConnectFour::default();
//! for column in ["4", "4", "3", "3", "2", "2", "1"] {
//!     position.play(position.parse_move(column).unwrap());
//! }
//! assert_eq!(position.turn(), Turn::Over(Outcome::win(0)));
//! ```

mod evaluation;

use core::fmt::{self, Write};

use cairn_core::capabilities::{Capabilities, Repetition};
use cairn_core::game::{Game, Outcome, Turn};

pub use evaluation::WEIGHTS;

use crate::bits::{PointSet, Words, moves_are_points};
use crate::grid::Layout;
use crate::rows::Notation;

const COLUMNS: u32 = 7;
const BOARD: u64 = (1 << (6 * COLUMNS)) - 1;
const BOTTOM: u64 = (1 << COLUMNS) - 1;
/// The bottom squares of the columns: a product with a row's bits repeats them in every row.
const COLUMN: u64 = BOARD / BOTTOM;
/// The first four columns, in which rows to the right and diagonals up to the right start.
const LEFT: u64 = COLUMN * 0b000_1111;
/// The last four columns, in which diagonals up to the left start.
const RIGHT: u64 = COLUMN * 0b111_1000;

/// A position: a bit for each disc of the player to move and of the other. Squares count from the
/// bottom left, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    own: u64,
    other: u64,
}

/// Whether there are four in a row among `discs`.
#[hot]
fn has_four(discs: u64) -> bool {
    let across = discs & discs >> 1;
    let up = discs & discs >> COLUMNS;
    let right = discs & discs >> (COLUMNS + 1);
    let left = discs & discs >> (COLUMNS - 1);
    let fours = across & across >> 2 & LEFT
        | up & up >> (2 * COLUMNS)
        | right & right >> (2 * (COLUMNS + 1)) & LEFT
        | left & left >> (2 * (COLUMNS - 1)) & RIGHT;
    fours != 0
}

#[hot]
impl ConnectFour {
    /// The player to move, or who would be if the game were not over.
    pub fn to_move(&self) -> usize {
        ((self.own | self.other).count_ones() % 2) as usize
    }

    /// The squares a disc can come to rest on: empty, and nothing empty below.
    fn open(&self) -> u64 {
        let taken = self.own | self.other;
        (taken << COLUMNS | BOTTOM) & !taken & BOARD
    }
}

const LAYOUT: Layout = Layout {
    columns: COLUMNS as usize,
    rows: 6,
    stride: COLUMNS as usize,
    first_on_top: false,
    first_column: b'1',
    notation: Notation {
        pieces: "XO",
        sides: "xo",
        expected_pieces: "a row has X and O for discs, numbers for empty places",
        expected_side: "after the rows comes the side to move: x or o",
    },
};

impl Game for ConnectFour {
    moves_are_points!(u8, self => Words([self.open()]), best_of_few);

    fn keys(&self) -> usize {
        42
    }

    fn max_plies(&self) -> usize {
        42
    }

    #[hot]
    fn turn(&self) -> Turn {
        if has_four(self.other) {
            return Turn::Over(Outcome::win(1 - self.to_move()));
        }
        match self.own | self.other == BOARD {
            true => Turn::Over(Outcome::draw()),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn play(&mut self, square: u8) {
        (self.own, self.other) = (self.other, self.own | 1 << square);
    }

    /// Every move adds a disc.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Self::CAPABILITIES
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["X", "O"][player]
    }

    fn write_move(&self, square: u8, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", u32::from(square) % COLUMNS + 1)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let column: u32 = text.parse().ok()?;
        (1..=COLUMNS).contains(&column).then_some("is full: choose a column with room")
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        LAYOUT.write([self.own, self.other], self.to_move(), out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let ([own, other], to_move) = LAYOUT.parse(text)?;
        let taken = own | other;
        if taken & !(taken << COLUMNS | BOTTOM) != 0 {
            return Err("a disc hangs in the air: below a disc there must be another");
        }
        if other.count_ones() != own.count_ones() + to_move as u32 {
            return Err("X begins: X has as many discs as O on X's turn, one more on O's");
        }
        if has_four(own) {
            return Err("the side to move already has four in a row: the game ended before");
        }
        Ok(ConnectFour { own, other })
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        LAYOUT.draw([self.own, self.other], self.to_move(), out)
    }
}

//! Hex, on any board from 2×2 to 19×19.
//!
//! The rules are those of Hein and Nash: the players take turns to put a stone on an empty cell,
//! Black joins the top row to the bottom row, White the left column to the right one, and the first
//! to do so wins. There is no draw. There is no swap rule either: Black may keep the best opening (a
//! match that plays every opening with both colours is still fair).
//!
//! Cells are named as on most Hex programs: letters for columns, numbers for rows, `a1` at the top
//! left. A position is the rows from the top with `X` for black, `O` for white and numbers of empty
//! cells, then the side to move: `3/1X1/3 w`.
//!
//! A move's key is its cell: no two moves share one, and a cell that is good at one time is often
//! good later, for both players, which is what AMAF counts on.
//!
//! # How the winner is known at once
//!
//! A position also has, for each player, the set of cells *in reach* of their first edge: that edge
//! itself and every cell beside a stone that is linked to it. So a stone is linked if and only if it
//! is in reach. A stone put elsewhere links nothing; one put in reach links itself and every own
//! stone that comes into reach by it, a few shifts of the whole board for each step of the chain, and
//! each stone is linked only once in a game. A linked stone on the far edge wins.

use core::fmt::{self, Write};

use crate::bits::{PointSet, SQUARES, Wide, Words};
use crate::connection::{Connection, Links};
use crate::rows::{BLACK_WHITE, Notation, indent, write_letters};

/// A position of Hex, with sets of cells `S`.
pub type Hex<S> = Connection<S, Reach<S>>;

/// Boards from 2×2 to 11×11.
pub type HexSmall = Hex<Wide>;

/// Boards up to 19×19.
pub type HexLarge = Hex<Words<WORDS>>;

/// The smallest and the largest board.
pub const SIZES: core::ops::RangeInclusive<usize> = 2..=MAX_SIZE;

/// The player who moves first and joins top and bottom.
pub const BLACK: usize = 0;

/// The player who joins left and right.
pub const WHITE: usize = 1;

const MAX_SIZE: usize = 19;
const WORDS: usize = 6;

#[hot]
fn set<S: HexSet>(cells: &Words<WORDS>) -> S {
    S::from_words(|word| cells.0[word])
}

/// Sets of cells, and the largest board they are large enough for.
pub trait HexSet: PointSet {
    /// Rows, and columns, of that board.
    const MAX_SIZE: usize;
}

impl HexSet for Wide {
    const MAX_SIZE: usize = 11;
}

impl HexSet for Words<WORDS> {
    const MAX_SIZE: usize = MAX_SIZE;
}

/// The cells in reach of the first edge of the player to move, and of the other's.
#[derive(Clone, Copy, Debug)]
pub struct Reach<S> {
    own: S,
    other: S,
}

/// The cells beside `cells`, and perhaps some beyond the board.
#[hot]
fn beside<S: HexSet>(size: u8, cells: S) -> S {
    let (shape, size) = (&SQUARES[size as usize], u32::from(size));
    let right = cells & set(&shape.not_last_column);
    let left = cells & set(&shape.not_first_column);
    // Two neighbours in the row, two each in the rows above and below.
    (right.higher(1) | left.lower(1))
        | (cells.higher(size) | cells.lower(size))
        | (left.higher(size - 1) | right.lower(size - 1))
}

impl<S: HexSet> Links<S> for Reach<S> {
    const NOTATION: Notation = BLACK_WHITE;
    const PLAYERS: [&'static str; 2] = ["Black", "White"];
    const DRAWS: bool = false;

    fn new(size: usize) -> Result<Self, &'static str> {
        if !(*SIZES.start()..=S::MAX_SIZE).contains(&size) {
            return Err("the board's size must be 2 to 19, at most 11 for the small type");
        }
        let shape = &SQUARES[size];
        let first_column = set::<S>(&shape.board) & !set::<S>(&shape.not_first_column);
        Ok(Reach { own: S::up_to(size), other: first_column })
    }

    #[hot]
    fn cells(size: usize) -> usize {
        size * size
    }

    fn rows(size: usize) -> usize {
        size
    }

    fn row(size: usize, _: usize) -> (usize, usize) {
        (0, size)
    }

    fn cell_at(size: usize, column: usize, row: usize) -> Option<usize> {
        (column < size && row < size).then(|| row * size + column)
    }

    fn place(size: usize, cell: usize) -> (usize, usize) {
        (cell % size, cell / size)
    }

    #[hot]
    fn add(&mut self, own: S, cell: usize, size: u8, player: u8) -> bool {
        if !self.own.contains(cell) {
            return false;
        }
        let mut linked = own & self.own;
        let own = own | S::single(cell);
        loop {
            let now = own & self.own;
            if now == linked {
                break;
            }
            self.own = self.own | beside(size, now & !linked);
            linked = now;
        }
        let shape = &SQUARES[size as usize];
        let inner = [&shape.not_last_row, &shape.not_last_column][player as usize];
        !(linked & !set::<S>(inner)).is_empty()
    }

    #[hot]
    fn end_turn(&mut self) {
        core::mem::swap(&mut self.own, &mut self.other);
    }

    fn draw(position: &Hex<S>, out: &mut dyn Write) -> fmt::Result {
        let size = position.size();
        indent(2, out)?;
        write_letters(size, out)?;
        for row in 0..size {
            position.draw_row(row, row, out)?;
            writeln!(out, " {}", row + 1)?;
        }
        indent(size + 2, out)?;
        write_letters(size, out)
    }
}

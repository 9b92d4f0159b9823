//! Havannah, on hexagonal boards with 3 to 10 cells a side.
//!
//! The rules are Christian Freeling's: the players take turns to put a stone on an empty cell,
//! White first. The first to have one of these in one chain of stones wins:
//!
//! - a *bridge*: it has two of the six corners;
//! - a *fork*: it has cells of three of the six edges (corners belong to no edge);
//! - a *ring*: it encloses at least one cell, whatever is on it.
//!
//! A full board without any of them is a draw, which hardly ever happens. There is no swap rule. The
//! board has base 5 by default, the smallest that people play; tournaments use 8 and 10.
//!
//! Rows are numbered from the top and columns have letters, `a1` in the top left corner; columns
//! run from there down to the left. A position is the rows from the top with `O` for white, `X` for
//! black and numbers of empty cells, then the side to move: `3/1O2/5/4/3 b`.
//!
//! A move's key is its cell, as in Hex.
//!
//! # How the winner is known at once
//!
//! Chains are kept as a forest in which each chain's root knows its corners and edges, so bridges
//! and forks show when a stone joins chains. For rings, look at the own stones round the new one:
//! they lie in at most three *runs* of neighbours that touch each other.
//!
//! - If two runs belong to one chain, the new stone closes a loop of which both sides have a cell
//!   that is not part of the chain; one of them is inside. Conversely, a new loop round a cell that
//!   is not the player's own must come in by one run and leave by another. If both were the same run,
//!   the loop could follow that run instead of crossing the new stone, and was there before.
//! - A new loop round own stones only goes round one that has six own neighbours; the new stone is
//!   one of those.

mod shape;

use core::fmt::{self, Write};

use crate::bits::{PointSet, Wide, Words};
use crate::connection::{Connection, Links};
use crate::rows::{Notation, indent, write_letters};
use shape::{CORNERS, EDGES, around, cell_at, cells, first_column, place, rows, width};

/// A position of Havannah on a board of at most `CELLS` cells, with sets of cells `S`.
pub type Havannah<S, const CELLS: usize> = Connection<S, Forest<CELLS>>;

/// Boards of base 3 to 7.
pub type HavannahSmall = Havannah<Wide, { cells(7) }>;

/// Boards up to base 10.
pub type HavannahLarge = Havannah<Words<5>, { cells(MAX_BASE) }>;

/// The smallest and the largest board, by the cells along a side.
pub const BASES: core::ops::RangeInclusive<usize> = MIN_BASE..=MAX_BASE;

/// The player who moves first.
pub const WHITE: usize = 0;

/// The player who moves second.
pub const BLACK: usize = 1;

const MIN_BASE: usize = 3;
const MAX_BASE: usize = 10;

/// Marks the root of a chain; the other bits are then its corners and edges, otherwise the cell
/// above it in the forest.
const ROOT: u16 = 1 << 15;

/// The chains as trees of cells; means something on cells with stones only.
#[derive(Clone, Copy, Debug)]
pub struct Forest<const CELLS: usize>([u16; CELLS]);

impl<const CELLS: usize> Forest<CELLS> {
    /// The root of the chain that the stone on `cell` belongs to. On the way there, every other
    /// stone is hung one higher.
    #[hot]
    fn root(&mut self, mut cell: usize) -> usize {
        loop {
            let above = self.0[cell];
            if above & ROOT != 0 {
                return cell;
            }
            let next = self.0[above as usize];
            if next & ROOT != 0 {
                return above as usize;
            }
            self.0[cell] = next;
            cell = next as usize;
        }
    }
}

/// Whether one of the `neighbours` now has six `own` neighbours. It and the two beside it are in one
/// run of those that are own, `beside`.
#[hot]
fn fills_a_ring<S: PointSet>(own: S, base: u8, neighbours: &[u16; 6], beside: u32) -> bool {
    let mut middle = beside & (beside << 1 | beside >> 5) & (beside >> 1 | beside << 5);
    while middle != 0 {
        let cell = neighbours[middle.trailing_zeros() as usize] as usize;
        middle &= middle - 1;
        let mut all = true;
        for &neighbour in &around(base, cell).neighbours {
            all &= own.contains(neighbour as usize);
        }
        if all {
            return true;
        }
    }
    false
}

impl<S: PointSet, const CELLS: usize> Links<S> for Forest<CELLS> {
    const NOTATION: Notation = Notation {
        pieces: "OX",
        sides: "wb",
        expected_pieces: "a row has O for white, X for black, numbers for empty places",
        expected_side: "after the rows comes the side to move: w or b",
    };
    const PLAYERS: [&'static str; 2] = ["White", "Black"];
    const DRAWS: bool = true;

    fn new(base: usize) -> Result<Self, &'static str> {
        match BASES.contains(&base) && cells(base) <= CELLS {
            true => Ok(Forest([0; CELLS])),
            false => Err("the board's base must be 3 to 10, at most 7 for the small type"),
        }
    }

    #[hot]
    fn cells(base: usize) -> usize {
        cells(base)
    }

    fn rows(base: usize) -> usize {
        rows(base)
    }

    fn row(base: usize, row: usize) -> (usize, usize) {
        (first_column(base, row), width(base, row))
    }

    fn cell_at(base: usize, column: usize, row: usize) -> Option<usize> {
        cell_at(base, column, row)
    }

    fn place(base: usize, cell: usize) -> (usize, usize) {
        place(base, cell)
    }

    #[hot]
    fn add(&mut self, own: S, cell: usize, base: u8, _: u8) -> bool {
        let near = around(base, cell);
        let mut beside = 0u32;
        for i in 0..6 {
            // Beyond the board is a cell without a stone.
            beside |= u32::from(own.contains(near.neighbours[i] as usize)) << i;
        }
        let mut won = fills_a_ring(own | S::single(cell), base, &near.neighbours, beside);
        let mut border = near.border;
        let mut chain = cell;
        // The first neighbour of each run; if all six are own, they are a ring already.
        let mut runs = beside & !(beside << 1 | beside >> 5);
        while runs != 0 {
            let root = self.root(near.neighbours[runs.trailing_zeros() as usize] as usize);
            runs &= runs - 1;
            if root == chain {
                won = true;
                continue;
            }
            border |= self.0[root];
            self.0[chain] = root as u16;
            // What hangs below this root may be a chain of an earlier run.
            chain = root;
        }
        self.0[cell] = if chain == cell { 0 } else { chain as u16 };
        self.0[chain] = border | ROOT;
        won | ((border & CORNERS).count_ones() >= 2) | ((border & EDGES).count_ones() >= 3)
    }

    #[hot]
    fn end_turn(&mut self) {}

    fn draw(position: &Havannah<S, CELLS>, out: &mut dyn Write) -> fmt::Result {
        let base = position.size();
        indent(base + 2, out)?;
        write_letters(base, out)?;
        for row in 0..rows(base) {
            position.draw_row(row, (base - 1).abs_diff(row), out)?;
            // The letter of the column that begins in the next row.
            if row + 1 < base {
                write!(out, " {}", char::from(b'a' + (base + row) as u8))?;
            }
            out.write_char('\n')?;
        }
        Ok(())
    }
}

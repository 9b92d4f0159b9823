//! Havannah, on hexagonal boards with 3 to 10 cells a side.
//!
//! The rules are Christian Freeling's: the players take turns to put a stone on an empty cell,
//! White first, and whoever first has one of these in one chain of stones has won:
//!
//! - a *bridge*: it has two of the six corners;
//! - a *fork*: it has cells of three of the six edges (corners belong to no edge);
//! - a *ring*: it encloses at least one cell, whatever is on it.
//!
//! A full board without any is a draw, which hardly ever happens. There is no swap rule. The board
//! has base 5 unless another is asked for, the smallest that people play; tournaments use 8 and 10.
//!
//! Rows are numbered from the top and columns have letters, `a1` in the top left corner; columns
//! run from there down to the left. A position is the rows from the top with `O` for white, `X` for
//! black and numbers for so many empty cells, then the side to move: `3/1O2/5/4/3 b`.
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
//!   is not the player's own must come in by one run and leave by another, or it could go along the
//!   run past the new stone, and so was there before.
//! - A new loop round nothing but own stones goes round one that has six own neighbours; the new
//!   stone is one of those.

mod shape;

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, Points, Wide, Words};
use crate::rows::{Notation, OCCUPIED, end, indent, parse_cell, write_cell, write_letters};
use shape::{CORNERS, EDGES, around, cell_at, cells, first_column, place, rows, width};

/// Boards of base 3 to 7.
pub type HavannahSmall = Havannah<Wide, { cells(7) }>;

/// Boards up to base 10.
pub type HavannahLarge = Havannah<Words<5>, { cells(MAX_BASE) }>;

/// The smallest and the largest board, by the cells a side.
pub const BASES: core::ops::RangeInclusive<usize> = MIN_BASE..=MAX_BASE;

/// The player who moves first.
pub const WHITE: usize = 0;

/// The player who moves second.
pub const BLACK: usize = 1;

const MIN_BASE: usize = 3;
const MAX_BASE: usize = 10;

const NOTATION: Notation = Notation {
    pieces: "OX",
    sides: "wb",
    expected_pieces: "a row has O for white, X for black, numbers for empty places",
    expected_side: "after the rows comes the side to move: w or b",
};

/// Nobody has won yet.
const NOBODY: u8 = 2;

/// Marks the root of a chain; the other bits are then its corners and edges, otherwise the cell
/// above it in the forest.
const ROOT: u16 = 1 << 15;

/// A position of Havannah on a board of at most `CELLS` cells. A move is the number of its cell, row
/// by row from `a1`.
#[derive(Clone, Copy, Debug)]
pub struct Havannah<S, const CELLS: usize> {
    /// The stones of the player to move, and of the other one.
    own: S,
    other: S,
    /// The forest of chains; means something on cells with stones only.
    chains: [u16; CELLS],
    /// How many cells are empty.
    empty: u16,
    base: u8,
    to_move: u8,
    winner: u8,
}

impl<S: PointSet, const CELLS: usize> Havannah<S, CELLS> {
    /// The player to move, or who would be if the game were not over.
    #[inline(always)]
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The empty board with `base` cells a side, White to move.
    pub fn new(base: usize) -> Result<Self, &'static str> {
        if !BASES.contains(&base) || cells(base) > CELLS {
            return Err("the board's base must be 3 to 10, at most 7 for the small type");
        }
        Ok(Havannah {
            own: S::EMPTY,
            other: S::EMPTY,
            chains: [0; CELLS],
            empty: cells(base) as u16,
            base: base as u8,
            to_move: WHITE as u8,
            winner: NOBODY,
        })
    }

    /// Cells a side.
    pub fn base(&self) -> usize {
        self.base as usize
    }

    /// Whose stone stands on `cell`, if any.
    pub fn stone(&self, cell: usize) -> Option<usize> {
        if self.stones(WHITE).contains(cell) {
            Some(WHITE)
        } else {
            self.stones(BLACK).contains(cell).then_some(BLACK)
        }
    }

    /// All stones of `player`.
    #[inline(always)]
    pub fn stones(&self, player: usize) -> S {
        if player == self.to_move as usize { self.own } else { self.other }
    }

    #[inline(always)]
    fn empty_cells(&self) -> S {
        let board = S::from_words(|word| match self.keys().saturating_sub(64 * word) {
            0 => 0,
            count => u64::MAX >> (64 - if count < 64 { count } else { 64 }),
        });
        board & !(self.own | self.other)
    }

    /// The root of the chain that the stone on `cell` belongs to. On the way there, every other
    /// stone is hung one higher.
    #[inline(always)]
    fn root(&mut self, mut cell: usize) -> usize {
        loop {
            let above = self.chains[cell];
            if above & ROOT != 0 {
                return cell;
            }
            let next = self.chains[above as usize];
            if next & ROOT != 0 {
                return above as usize;
            }
            self.chains[cell] = next;
            cell = next as usize;
        }
    }

    /// Puts a stone of the player to move, who stays so.
    #[inline(always)]
    fn put(&mut self, cell: usize) {
        let near = around(self.base, cell);
        let mut beside = 0u32;
        for i in 0..6 {
            // Beyond the board is a cell without a stone.
            beside |= u32::from(self.own.contains(near.neighbours[i] as usize)) << i;
        }
        self.own = self.own | S::single(cell);
        self.empty -= 1;
        let mut won = self.fills_a_ring(&near.neighbours, beside);
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
            border |= self.chains[root];
            self.chains[chain] = root as u16;
            // What hangs below this root may be a chain of an earlier run.
            chain = root;
        }
        self.chains[cell] = if chain == cell { 0 } else { chain as u16 };
        self.chains[chain] = border | ROOT;
        won |= (border & CORNERS).count_ones() >= 2 || (border & EDGES).count_ones() >= 3;
        if won {
            self.winner = self.to_move;
        }
    }

    /// Whether a neighbour now has six own neighbours. It and the two beside it are in one run.
    #[inline(always)]
    fn fills_a_ring(&self, neighbours: &[u16; 6], beside: u32) -> bool {
        let mut middle = beside & (beside << 1 | beside >> 5) & (beside >> 1 | beside << 5);
        while middle != 0 {
            let cell = neighbours[middle.trailing_zeros() as usize] as usize;
            middle &= middle - 1;
            let mut all = true;
            for &neighbour in &around(self.base, cell).neighbours {
                all &= self.own.contains(neighbour as usize);
            }
            if all {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        core::mem::swap(&mut self.own, &mut self.other);
        self.to_move ^= 1;
    }

    /// Whose stone stands on a row's cell, counted from its first.
    fn stone_at(&self, row: usize, index: usize) -> Option<usize> {
        let cell = cell_at(self.base(), first_column(self.base(), row) + index, row);
        self.stone(cell.expect("a cell of the row"))
    }
}

/// Equal if the rules cannot tell them apart.
impl<S: PointSet, const CELLS: usize> PartialEq for Havannah<S, CELLS> {
    fn eq(&self, rhs: &Self) -> bool {
        let state = |p: &Self| (p.base, p.own, p.other, p.to_move);
        state(self) == state(rhs)
    }
}

impl<S: PointSet, const CELLS: usize> Eq for Havannah<S, CELLS> {}

impl<S: PointSet, const CELLS: usize> Hash for Havannah<S, CELLS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for player in [WHITE, BLACK] {
            for i in 0..self.keys().div_ceil(64) {
                state.write_u64(self.stones(player).word(i));
            }
        }
        state.write_u8(self.to_move);
    }
}

impl<S: PointSet, const CELLS: usize> Game for Havannah<S, CELLS> {
    type Move = u16;

    const UNIQUE_KEYS: bool = true;

    #[inline(always)]
    fn keys(&self) -> usize {
        cells(self.base as usize)
    }

    #[inline(always)]
    fn max_plies(&self) -> usize {
        cells(self.base as usize)
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        match self.winner {
            NOBODY if self.empty > 0 => Turn::Player(self.to_move()),
            NOBODY => Turn::Over(Outcome::draw()),
            winner => Turn::Over(Outcome::win(winner.into())),
        }
    }

    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = u16> {
        Points(self.empty_cells()).map(|cell| cell as u16)
    }

    #[inline(always)]
    fn play(&mut self, cell: u16) {
        self.put(cell as usize);
        self.pass_turn();
    }

    #[inline(always)]
    fn key(&self, cell: u16) -> usize {
        cell as usize
    }

    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> u16 {
        self.empty_cells().select(rng.below(self.empty.into())) as u16
    }

    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> u16 {
        self.empty_cells().best(scores, rng).expect("an empty cell in an unfinished game") as u16
    }

    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<u16> {
        Some(self.empty_cells().best(scores, rng)? as u16)
    }

    fn player_name(&self, player: usize) -> &'static str {
        if player == WHITE { "White" } else { "Black" }
    }

    fn write_move(&self, cell: u16, out: &mut dyn Write) -> fmt::Result {
        let (column, row) = place(self.base(), cell as usize);
        write_cell(column, row, out)
    }

    fn parse_move(&self, text: &str) -> Option<u16> {
        let (column, row) = parse_cell(text)?;
        let cell = cell_at(self.base(), column, row)?;
        self.stone(cell).is_none().then_some(cell as u16)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let (column, row) = parse_cell(text)?;
        cell_at(self.base(), column, row).map(|_| OCCUPIED)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let base = self.base();
        let stone = |row, index| self.stone_at(row, index);
        NOTATION.write(rows(base), |row| width(base, row), stone, self.to_move(), out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let base = self.base();
        let mut position = Self::new(base)?;
        let mut winners = [false; 2];
        let put = |row: usize, index: usize, player: usize| {
            if player != position.to_move() {
                position.pass_turn();
            }
            let cell = cell_at(base, first_column(base, row) + index, row);
            position.winner = NOBODY;
            position.put(cell.expect("a cell of the row"));
            winners[player] |= position.winner != NOBODY;
        };
        let (to_move, rest) = NOTATION.parse(text, rows(base), |row| width(base, row), put)?;
        position.winner = match winners {
            [false, false] => NOBODY,
            [true, false] => WHITE as u8,
            [false, true] => BLACK as u8,
            [true, true] => return Err("only one player can have a bridge, a fork or a ring"),
        };
        if to_move != position.to_move() {
            position.pass_turn();
        }
        end(rest).map(|()| position)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        let base = self.base();
        indent(base + 2, out)?;
        write_letters(base, out)?;
        for row in 0..rows(base) {
            indent((base - 1).abs_diff(row), out)?;
            write!(out, "{:2}", row + 1)?;
            for index in 0..width(base, row) {
                write!(out, " {}", NOTATION.symbol(self.stone_at(row, index)))?;
            }
            // The letter of the column that begins in the next row.
            if row + 1 < base {
                write!(out, " {}", char::from(b'a' + (base + row) as u8))?;
            }
            out.write_char('\n')?;
        }
        Ok(())
    }
}

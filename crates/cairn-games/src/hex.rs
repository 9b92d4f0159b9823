//! Hex, on any board from 2×2 to 19×19.
//!
//! The rules are those of Hein and Nash: the players take turns to put a stone on an empty cell,
//! Black joins the top row to the bottom row, White the left column to the right one, and whoever
//! does it first has won. There is no draw. There is no swap rule either: Black may keep the best
//! opening (a match that plays every opening with both colours is fair all the same).
//!
//! Cells are named as on most Hex programs: letters for columns, numbers for rows, `a1` at the top
//! left. A position is the rows from the top with `X` for black, `O` for white and numbers for so
//! many empty cells, then the side to move: `3/1X1/3 w`.
//!
//! A move's key is its cell: no two moves share one, and a cell that is good at one time is often
//! good later, for both players, which is what AMAF counts on.
//!
//! # How the winner is known at once
//!
//! Beside the stones stands for each player the set of cells *in reach* of their first edge: that
//! edge itself and every cell beside a stone that is linked to it. So a stone is linked if and only
//! if it stands in reach. A stone put elsewhere links nothing; one put in reach links itself and
//! every own stone that comes into reach by it, a few shifts of the whole board for each step of
//! the chain, and each stone is linked only once in a game. Who links a stone on the far edge has
//! won.

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, Points, Wide, Words};
use crate::rows::{BLACK_WHITE, OCCUPIED, end, indent, parse_cell, write_cell, write_letters};

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
const WORDS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);

/// Nobody has won yet.
const NOBODY: u8 = 2;

type Bits = [u64; WORDS];

/// The sets of cells that make a board of one size.
#[derive(Clone, Copy)]
struct Shape {
    board: Bits,
    not_first_column: Bits,
    not_last_column: Bits,
    /// For each player, the edge that links start from, and the one they lead to.
    first_edge: [Bits; 2],
    last_edge: [Bits; 2],
}

static SHAPES: [Shape; MAX_SIZE + 1] = {
    let mut shapes = [Shape::new(0); MAX_SIZE + 1];
    let mut size = *SIZES.start();
    while size <= MAX_SIZE {
        shapes[size] = Shape::new(size);
        size += 1;
    }
    shapes
};

impl Shape {
    const fn new(size: usize) -> Self {
        const NONE: Bits = [0; WORDS];
        let mut shape = Shape {
            board: NONE,
            not_first_column: NONE,
            not_last_column: NONE,
            first_edge: [NONE; 2],
            last_edge: [NONE; 2],
        };
        let mut cell = 0;
        while cell < size * size {
            let (row, column) = (cell / size, cell % size);
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            shape.board[word] |= bit;
            if column == 0 {
                shape.first_edge[WHITE][word] |= bit;
            } else {
                shape.not_first_column[word] |= bit;
            }
            if column + 1 == size {
                shape.last_edge[WHITE][word] |= bit;
            } else {
                shape.not_last_column[word] |= bit;
            }
            if row == 0 {
                shape.first_edge[BLACK][word] |= bit;
            }
            if row + 1 == size {
                shape.last_edge[BLACK][word] |= bit;
            }
            cell += 1;
        }
        shape
    }

    #[inline(always)]
    fn of(size: u8) -> &'static Self {
        &SHAPES[size as usize]
    }
}

#[inline(always)]
fn set<S: HexSet>(bits: &Bits) -> S {
    S::from_words(|word| bits[word])
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

/// A position of Hex. A move is the number of its cell, row by row from `a1`.
#[derive(Clone, Copy, Debug)]
pub struct Hex<S> {
    /// The stones of the player to move, and of the other one.
    own: S,
    other: S,
    /// What is in reach of their first edges; follows from the stones.
    own_reach: S,
    other_reach: S,
    /// How many cells are empty.
    empty: u16,
    size: u8,
    to_move: u8,
    winner: u8,
}

impl<S: HexSet> Hex<S> {
    /// The player to move, or who would be if the game were not over.
    #[inline(always)]
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The empty board of `size` × `size` cells, Black to move.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        if !(*SIZES.start()..=S::MAX_SIZE).contains(&size) {
            return Err("the board's size must be 2 to 19, at most 11 for the small type");
        }
        let shape = Shape::of(size as u8);
        Ok(Hex {
            own: S::EMPTY,
            other: S::EMPTY,
            own_reach: set(&shape.first_edge[BLACK]),
            other_reach: set(&shape.first_edge[WHITE]),
            empty: (size * size) as u16,
            size: size as u8,
            to_move: BLACK as u8,
            winner: NOBODY,
        })
    }

    /// Rows, and columns, of the board.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// Whose stone stands on `cell`, if any.
    pub fn stone(&self, cell: usize) -> Option<usize> {
        if self.stones(BLACK).contains(cell) {
            Some(BLACK)
        } else {
            self.stones(WHITE).contains(cell).then_some(WHITE)
        }
    }

    /// All stones of `player`.
    #[inline(always)]
    pub fn stones(&self, player: usize) -> S {
        if player == self.to_move as usize { self.own } else { self.other }
    }

    #[inline(always)]
    fn cells(&self) -> usize {
        self.size() * self.size()
    }

    #[inline(always)]
    fn empty_cells(&self) -> S {
        set::<S>(&Shape::of(self.size).board) & !(self.own | self.other)
    }

    /// The cells beside `cells`, and perhaps some beyond the board.
    #[inline(always)]
    fn beside(shape: &Shape, size: u32, cells: S) -> S {
        let right = cells & set(&shape.not_last_column);
        let left = cells & set(&shape.not_first_column);
        // Two neighbours in the row, two each in the rows above and below.
        (right.higher(1) | left.lower(1))
            | (cells.higher(size) | cells.lower(size))
            | (left.higher(size - 1) | right.lower(size - 1))
    }

    /// Puts a stone of the player to move, who stays so.
    #[inline(always)]
    fn put(&mut self, cell: usize) {
        let mut linked = self.own & self.own_reach;
        self.own = self.own | S::single(cell);
        self.empty -= 1;
        if !self.own_reach.contains(cell) {
            return;
        }
        let (shape, size) = (Shape::of(self.size), u32::from(self.size));
        loop {
            let now = self.own & self.own_reach;
            if now == linked {
                break;
            }
            self.own_reach = self.own_reach | Self::beside(shape, size, now & !linked);
            linked = now;
        }
        if !(linked & set(&shape.last_edge[self.to_move as usize])).is_empty() {
            self.winner = self.to_move;
        }
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        core::mem::swap(&mut self.own, &mut self.other);
        core::mem::swap(&mut self.own_reach, &mut self.other_reach);
        self.to_move ^= 1;
    }

    /// Reads a cell of this board, like `d4`.
    fn cell(&self, text: &str) -> Option<usize> {
        let (column, row) = parse_cell(text)?;
        let size = self.size();
        (column < size && row < size).then(|| row * size + column)
    }

    fn stone_at(&self, row: usize, column: usize) -> Option<usize> {
        self.stone(row * self.size() + column)
    }
}

/// Equal if the rules cannot tell them apart.
impl<S: HexSet> PartialEq for Hex<S> {
    fn eq(&self, rhs: &Self) -> bool {
        let state = |p: &Self| (p.size, p.own, p.other, p.to_move);
        state(self) == state(rhs)
    }
}

impl<S: HexSet> Eq for Hex<S> {}

impl<S: HexSet> Hash for Hex<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for player in [BLACK, WHITE] {
            for i in 0..self.cells().div_ceil(64) {
                state.write_u64(self.stones(player).word(i));
            }
        }
        state.write_u8(self.to_move);
    }
}

impl<S: HexSet> Game for Hex<S> {
    type Move = u16;

    const UNIQUE_KEYS: bool = true;

    #[inline(always)]
    fn denominator(&self) -> u32 {
        1
    }

    #[inline(always)]
    fn keys(&self) -> usize {
        self.cells()
    }

    #[inline(always)]
    fn max_plies(&self) -> usize {
        self.cells()
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        match self.winner {
            NOBODY => Turn::Player(self.to_move()),
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
        if player == BLACK { "Black" } else { "White" }
    }

    fn write_move(&self, cell: u16, out: &mut dyn Write) -> fmt::Result {
        write_cell(cell as usize % self.size(), cell as usize / self.size(), out)
    }

    fn parse_move(&self, text: &str) -> Option<u16> {
        let cell = self.cell(text)?;
        self.stone(cell).is_none().then_some(cell as u16)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.cell(text).map(|_| OCCUPIED)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        let stone = |row, column| self.stone_at(row, column);
        BLACK_WHITE.write(size, |_| size, stone, self.to_move(), out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let size = self.size();
        let mut position = Self::new(size)?;
        let put = |row: usize, column: usize, player: usize| {
            if player != position.to_move() {
                position.pass_turn();
            }
            position.put(row * size + column);
        };
        let (to_move, rest) = BLACK_WHITE.parse(text, size, |_| size, put)?;
        if to_move != position.to_move() {
            position.pass_turn();
        }
        end(rest).map(|()| position)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        indent(2, out)?;
        write_letters(size, out)?;
        for row in 0..size {
            indent(row, out)?;
            write!(out, "{:2}", row + 1)?;
            for column in 0..size {
                write!(out, " {}", BLACK_WHITE.symbol(self.stone_at(row, column)))?;
            }
            writeln!(out, " {}", row + 1)?;
        }
        indent(size + 2, out)?;
        write_letters(size, out)
    }
}

//! Games of connection on hexagonal cells: what Hex and Havannah share.

use core::fmt::{self, Debug, Write};
use core::hash::{Hash, Hasher};

use cairn_core::capabilities::Repetition;
use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::{PointSet, moves_are_points};
use crate::rows::{Notation, OCCUPIED, end, indent, parse_cell, write_cell};

/// Nobody has won yet.
const NOBODY: u8 = 2;

/// A position: each move puts a stone on an empty cell, and some connection of stones wins. A move is
/// the number of its cell, row by row from `a1`.
#[derive(Clone, Copy, Debug)]
pub struct Connection<S, L> {
    /// The stones of the player to move, and of the other one.
    own: S,
    other: S,
    /// What is known about the chains; follows from the stones.
    links: L,
    /// How many cells are empty.
    empty: u16,
    size: u8,
    to_move: u8,
    winner: u8,
}

/// What a game keeps about chains of stones in sets `S`, and the shape of its board.
pub trait Links<S>: Copy + Debug {
    /// How positions are written.
    #[doc(hidden)]
    const NOTATION: Notation;

    /// The players in their order.
    const PLAYERS: [&'static str; 2];

    /// Whether a full board can be a draw.
    const DRAWS: bool;

    /// Of the empty board; an error if it cannot have this size.
    fn new(size: usize) -> Result<Self, &'static str>;

    /// How many cells a board has.
    fn cells(size: usize) -> usize;

    /// How many rows a board has.
    fn rows(size: usize) -> usize;

    /// The first column that `row` has a cell in, and how many cells the row has.
    fn row(size: usize, row: usize) -> (usize, usize);

    /// The number of a cell; `None` beyond the board.
    fn cell_at(size: usize, column: usize, row: usize) -> Option<usize>;

    /// Column and row of a cell.
    fn place(size: usize, cell: usize) -> (usize, usize);

    /// Adds a stone of `player`, the one to move, to their `own` stones. Returns whether it wins.
    fn add(&mut self, own: S, cell: usize, size: u8, player: u8) -> bool;

    /// It is the other player's turn.
    fn end_turn(&mut self);

    /// Draws the board.
    fn draw(position: &Connection<S, Self>, out: &mut dyn Write) -> fmt::Result;
}

impl<S: PointSet, L: Links<S>> Connection<S, L> {
    /// The empty board of this size.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        Ok(Connection {
            links: L::new(size)?,
            own: S::EMPTY,
            other: S::EMPTY,
            empty: L::cells(size) as u16,
            size: size as u8,
            to_move: 0,
            winner: NOBODY,
        })
    }

    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The board's size: cells along a side.
    #[hot]
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// Whose stone is on `cell`, if any.
    pub fn stone(&self, cell: usize) -> Option<usize> {
        (0..2).find(|&player| self.stones(player).contains(cell))
    }

    /// All stones of `player`.
    #[hot]
    pub fn stones(&self, player: usize) -> S {
        if player == self.to_move() { self.own } else { self.other }
    }

    #[hot]
    fn empty_cells(&self) -> S {
        S::up_to(self.keys()) & !(self.own | self.other)
    }

    /// Adds a stone of the player to move, without ending the turn.
    #[hot]
    fn add(&mut self, cell: usize) {
        if self.links.add(self.own, cell, self.size, self.to_move) {
            self.winner = self.to_move;
        }
        self.own = self.own | S::single(cell);
        self.empty -= 1;
    }

    #[hot]
    fn end_turn(&mut self) {
        core::mem::swap(&mut self.own, &mut self.other);
        self.links.end_turn();
        self.to_move ^= 1;
    }

    /// The cell of a row, counted from its first.
    fn in_row(&self, row: usize, index: usize) -> usize {
        let column = L::row(self.size(), row).0 + index;
        L::cell_at(self.size(), column, row).expect("a cell of the row")
    }

    /// Reads a cell of this board, like `d4`.
    fn parse_cell(&self, text: &str) -> Option<usize> {
        let (column, row) = parse_cell(text)?;
        L::cell_at(self.size(), column, row)
    }

    /// Draws a row, indented by `blanks`, without ending the line.
    pub(crate) fn draw_row(&self, row: usize, blanks: usize, out: &mut dyn Write) -> fmt::Result {
        indent(blanks, out)?;
        write!(out, "{:2}", row + 1)?;
        for index in 0..L::row(self.size(), row).1 {
            write!(out, " {}", L::NOTATION.symbol(self.stone(self.in_row(row, index))))?;
        }
        Ok(())
    }
}

/// Equal if they are the same to the rules.
impl<S: PointSet, L> PartialEq for Connection<S, L> {
    fn eq(&self, rhs: &Self) -> bool {
        let state = |p: &Self| (p.size, p.own, p.other, p.to_move);
        state(self) == state(rhs)
    }
}

impl<S: PointSet, L> Eq for Connection<S, L> {}

impl<S: PointSet, L: Links<S>> Hash for Connection<S, L> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for player in 0..2 {
            for i in 0..self.keys().div_ceil(64) {
                state.write_u64(self.stones(player).word(i));
            }
        }
        (self.size, self.to_move).hash(state);
    }
}

impl<S: PointSet, L: Links<S>> Game for Connection<S, L> {
    moves_are_points!(u16, self => self.empty_cells(), best, self.empty.into());

    #[hot]
    fn denominator(&self) -> u32 {
        if L::DRAWS { 2 } else { 1 }
    }

    #[hot]
    fn keys(&self) -> usize {
        L::cells(self.size())
    }

    #[hot]
    fn max_plies(&self) -> usize {
        self.keys()
    }

    #[hot]
    fn turn(&self) -> Turn {
        match self.winner {
            NOBODY if L::DRAWS && self.empty == 0 => Turn::Over(Outcome::draw()),
            NOBODY => Turn::Player(self.to_move()),
            winner => Turn::Over(Outcome::win(winner.into())),
        }
    }

    #[hot]
    fn play(&mut self, cell: u16) {
        self.add(cell as usize);
        self.end_turn();
    }

    /// Every move adds a stone.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn player_name(&self, player: usize) -> &'static str {
        L::PLAYERS[player]
    }

    fn write_move(&self, cell: u16, out: &mut dyn Write) -> fmt::Result {
        let (column, row) = L::place(self.size(), cell.into());
        write_cell(column, row, out)
    }

    fn parse_move(&self, text: &str) -> Option<u16> {
        let cell = self.parse_cell(text)?;
        self.stone(cell).is_none().then_some(cell as u16)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.parse_cell(text).map(|_| OCCUPIED)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let size = self.size();
        let stone = |row, index| self.stone(self.in_row(row, index));
        L::NOTATION.write(L::rows(size), |row| L::row(size, row).1, stone, self.to_move(), out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let size = self.size();
        let mut position = Self::new(size)?;
        let mut won = [false; 2];
        let add = |row: usize, index: usize, player: usize| {
            if player != position.to_move() {
                position.end_turn();
            }
            position.winner = NOBODY;
            position.add(self.in_row(row, index));
            won[player] |= position.winner != NOBODY;
        };
        let width = |row| L::row(size, row).1;
        let (to_move, rest) = L::NOTATION.parse(text, L::rows(size), width, add)?;
        position.winner = match won {
            [false, false] => NOBODY,
            [true, false] => 0,
            [false, true] => 1,
            [true, true] => return Err("both players have won: only one can"),
        };
        if to_move != position.to_move() {
            position.end_turn();
        }
        end(rest).map(|()| position)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        L::draw(self, out)
    }
}

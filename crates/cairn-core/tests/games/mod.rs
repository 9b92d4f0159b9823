//! Small games for the tests, each with one feature that real games have and simple ones lack.
//!
//! | game | what it is there for |
//! | --- | --- |
//! | [`TicTacToe`] | the plainest game of two |
//! | [`Columns`] | a key means different points in different positions |
//! | [`Nim`] | several moves of one position share a key |
//! | [`Pairs`] | three players, rewards that are neither all nor nothing |
//! | [`Coins`] | the same player may move twice in a row |
//! | [`Tug`] | never ends by itself, repeats keys, plays out with fewer moves than are legal |
//! | [`Ladder`] | one player |
//! | [`Dice`] | chance, now and then twice in a row, with unequal weights |
//! | [`Graph`] | random positions and moves, with transpositions, circles and every rule about them |
//! | [`Taught`] | any of them, with opinions about its moves |
//! | [`ByKey`], [`ByMove`] | any of them, with selection over whole tables or move by move |
//!
//! [`erased`] and [`erased_by_key`] are the same two as one type for all games, so that a test of many
//! games compiles the search only twice.
#![allow(dead_code, unused_imports)]

pub mod agents;
mod dice;
mod graph;
mod more;
mod taught;
mod wrap;

pub use dice::Dice;
pub use graph::{Graph, GraphRules, Shape};
pub use more::{Coins, Ladder, Pairs, Tug};
pub use taught::Taught;
pub use wrap::{ByKey, ByMove};

use cairn_core::game::PackedMove;
use cairn_core::{Game, Outcome, Turn};
use cairn_erased::Erased;

/// A game as the type of all games, with selection move by move.
pub fn erased<G: Game<Move: PackedMove> + Send + Sync + 'static>(game: G) -> Erased<8, true> {
    Erased::new(&game).expect("a small game")
}

/// The same with selection over whole tables.
pub fn erased_by_key<G: Game<Move: PackedMove> + Send + Sync + 'static>(game: G) -> Erased<8> {
    Erased::new(&ByKey(game)).expect("a small game")
}

/// Three in a row on nine points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    marks: [u16; 2],
    ply: u8,
}

impl TicTacToe {
    const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

    /// The position after these moves.
    pub fn after(moves: &[u8]) -> Self {
        let mut position = TicTacToe::default();
        moves.iter().for_each(|&mv| position.play(mv));
        position
    }
}

impl Game for TicTacToe {
    type Move = u8;

    fn keys(&self) -> usize {
        9
    }

    fn max_plies(&self) -> usize {
        9
    }

    fn turn(&self) -> Turn {
        let has_row = |player: usize| Self::ROWS.iter().any(|row| self.marks[player] & row == *row);
        match (has_row(0), has_row(1), self.ply) {
            (true, _, _) => Turn::Over(Outcome::win(0)),
            (_, true, _) => Turn::Over(Outcome::win(1)),
            (_, _, 9) => Turn::Over(Outcome::draw()),
            _ => Turn::Player(self.ply as usize % 2),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        let taken = self.marks[0] | self.marks[1];
        (0..9).filter(move |point| taken >> point & 1 == 0)
    }

    fn play(&mut self, mv: u8) {
        self.marks[self.ply as usize % 2] |= 1 << mv;
        self.ply += 1;
    }

    fn key(&self, mv: u8) -> usize {
        mv as usize
    }
}

/// Stones dropped into four columns of four; three in a row or column win. A move's key is its
/// column, so one key fills different points as the game goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Columns {
    columns: [[u8; 4]; 4],
    ply: u8,
    winner: Option<u8>,
}

impl Columns {
    fn height(&self, column: usize) -> usize {
        self.columns[column].iter().take_while(|&&stone| stone > 0).count()
    }

    fn completes(&self, column: usize, row: usize, stone: u8) -> bool {
        let at = |column: usize, row: usize| self.columns[column][row] == stone;
        let upright = row >= 2 && (row - 2..=row).all(|row| at(column, row));
        let flat = (0..2).any(|first| {
            (first..first + 3).contains(&column) && (first..first + 3).all(|c| at(c, row))
        });
        upright || flat
    }
}

impl Game for Columns {
    type Move = u8;

    fn keys(&self) -> usize {
        4
    }

    fn max_plies(&self) -> usize {
        16
    }

    fn turn(&self) -> Turn {
        match (self.winner, self.ply) {
            (Some(player), _) => Turn::Over(Outcome::win(player.into())),
            (None, 16) => Turn::Over(Outcome::draw()),
            (None, ply) => Turn::Player(ply as usize % 2),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        (0..4).filter(|&column| self.height(column as usize) < 4)
    }

    fn play(&mut self, mv: u8) {
        let (column, stone) = (mv as usize, self.ply % 2 + 1);
        let row = self.height(column);
        self.columns[column][row] = stone;
        if self.completes(column, row, stone) {
            self.winner = Some(stone - 1);
        }
        self.ply += 1;
    }

    fn key(&self, mv: u8) -> usize {
        mv as usize
    }
}

/// Three heaps; the player who takes the last stone wins. A move's key is how many stones it takes,
/// from any heap, so moves of a position share keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    heaps: [u8; 3],
    ply: u8,
}

impl Default for Nim {
    fn default() -> Self {
        Nim { heaps: [2, 3, 4], ply: 0 }
    }
}

impl Game for Nim {
    /// Ten times the heap, plus the stones to take.
    type Move = u8;

    fn keys(&self) -> usize {
        4
    }

    fn max_plies(&self) -> usize {
        9
    }

    fn max_moves(&self) -> usize {
        9
    }

    fn turn(&self) -> Turn {
        let player = self.ply as usize % 2;
        match self.heaps {
            [0, 0, 0] => Turn::Over(Outcome::win(1 - player)),
            _ => Turn::Player(player),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        (0..3).flat_map(|heap| (1..=self.heaps[heap as usize]).map(move |take| 10 * heap + take))
    }

    fn play(&mut self, mv: u8) {
        self.heaps[mv as usize / 10] -= mv % 10;
        self.ply += 1;
    }

    fn key(&self, mv: u8) -> usize {
        mv as usize % 10 - 1
    }
}

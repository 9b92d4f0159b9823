//! Boards as one would write them down, to play the same game twice: quickly and plainly.

#![allow(dead_code, reason = "each test file uses its part")]

use cairn_core::Rng;
use cairn_core::game::Game;

use crate::common::{move_text, moves, position_text, rewards};

/// Rows and columns of letters, row 0 at the bottom; `.` is empty.
#[derive(Clone)]
pub struct Board {
    pub cells: Vec<Vec<char>>,
    pub to_move: usize,
    pub letters: [char; 2],
    /// How text names who is to move.
    pub sides: [char; 2],
}

impl Board {
    pub fn get(&self, row: i32, column: i32) -> Option<char> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    pub fn set(&mut self, (row, column): (i32, i32), letter: char) {
        self.cells[row as usize][column as usize] = letter;
    }

    pub fn own(&self) -> char {
        self.letters[self.to_move]
    }

    pub fn other(&self) -> char {
        self.letters[1 - self.to_move]
    }

    pub fn count(&self, letter: char) -> usize {
        self.cells.iter().flatten().filter(|&&cell| cell == letter).count()
    }

    /// The player to move takes a piece from one square to another: `c2-c3`, `c2xd3`.
    pub fn step(&mut self, mv: &str) {
        let own = self.own();
        self.set(place(&mv[..2]), '.');
        self.set(place(&mv[3..]), own);
        self.to_move = 1 - self.to_move;
    }

    /// Where `letter` is, as row and column.
    pub fn places(&self, letter: char) -> Vec<(i32, i32)> {
        let mut places = vec![];
        for (row, cells) in (0..).zip(&self.cells) {
            for (column, &cell) in (0..).zip(cells) {
                if cell == letter {
                    places.push((row, column));
                }
            }
        }
        places
    }

    /// The notation that all these games have: rows from the top, the side to move.
    pub fn text(&self, first_on_top: bool) -> String {
        let mut rows: Vec<String> = self.cells.iter().map(|row| row.iter().collect()).collect();
        if !first_on_top {
            rows.reverse();
        }
        let mut text = rows.join("/");
        for empty in (1..=8).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        format!("{text} {}", self.sides[self.to_move])
    }
}

pub fn square((row, column): (i32, i32)) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

pub fn place(text: &str) -> (i32, i32) {
    let bytes = text.as_bytes();
    (i32::from(bytes[1] - b'1'), i32::from(bytes[0] - b'a'))
}

/// A second, naive implementation of a game.
pub trait Naive: Clone {
    fn text(&self) -> String;
    /// Not called once the game is over.
    fn moves(&self) -> Vec<String>;
    fn play(&mut self, mv: &str);
    fn outcome(&self) -> Option<[u32; 2]>;
}

/// Plays random games of both, and compares everything one can see; how many ended within
/// [`Game::max_plies`].
pub fn compare<G: Game, P: Naive>(start: &G, naive: &P, games: u32, seed: u64) -> u32 {
    let mut rng = Rng::new(seed);
    let mut ended = 0;
    for game in 0..games {
        let (mut real, mut naive) = (*start, naive.clone());
        for _ in 0..start.max_plies() {
            assert_eq!(position_text(&real), naive.text());
            assert_eq!(rewards(real.turn().outcome()), naive.outcome(), "{}", naive.text());
            if real.turn().is_over() {
                break;
            }
            let mut expected = naive.moves();
            expected.sort();
            assert_eq!(moves(&real), expected, "{}", naive.text());
            let mv = if game % 2 == 0 {
                real.random_playout_move(&mut rng)
            } else {
                let choice = rng.below(expected.len() as u32);
                real.legal_moves().nth(choice as usize).unwrap()
            };
            naive.play(&move_text(&real, mv));
            real.play(mv);
        }
        assert_eq!(rewards(real.turn().outcome()), naive.outcome(), "{}", naive.text());
        ended += u32::from(real.turn().is_over());
    }
    ended
}

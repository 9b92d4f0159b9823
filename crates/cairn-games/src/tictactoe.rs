//! Tic-tac-toe.
use cairn_core::game::{Game, Outcome};
use core::fmt;

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    stones: [u16; 2],
    turn: u8,
}

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl TicTacToe {
    /// The empty board.
    pub const fn new() -> Self {
        TicTacToe { stones: [0; 2], turn: 0 }
    }
}

impl Game for TicTacToe {
    type Move = u8;
    const UNIQUE_KEYS: bool = true;
    fn keys(&self) -> usize {
        9
    }
    fn max_plies(&self) -> usize {
        9
    }
    fn to_move(&self) -> usize {
        self.turn as usize
    }
    fn outcome(&self) -> Option<Outcome> {
        for player in 0..2 {
            if LINES.iter().any(|&line| self.stones[player] & line == line) {
                return Some(Outcome::win(player));
            }
        }
        (self.stones[0] | self.stones[1] == 0o777).then(Outcome::draw)
    }
    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        let taken = self.stones[0] | self.stones[1];
        (0..9).filter(move |&square| taken >> square & 1 == 0)
    }
    fn play(&mut self, mv: u8) {
        self.stones[self.turn as usize] |= 1 << mv;
        self.turn ^= 1;
    }
    fn key(&self, mv: u8) -> usize {
        mv.into()
    }
    fn write_move(&self, mv: u8, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}{}", (b'a' + mv % 3) as char, mv / 3 + 1)
    }
}

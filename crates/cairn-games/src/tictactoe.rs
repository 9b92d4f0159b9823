//! Tic-tac-toe: the example to copy when you bring a game of your own.
//!
//! Everything a search needs is in the one `impl` below; text is there because people play too.

use core::fmt::{self, Write};

use cairn_core::game::{Game, Outcome};

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

    fn to_move(&self) -> usize {
        (self.marks[0] | self.marks[1]).count_ones() as usize % 2
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |player: usize| LINES.iter().any(|line| self.marks[player] & line == *line);
        if has_line(0) || has_line(1) {
            return Some(Outcome::win(usize::from(has_line(1))));
        }
        (self.marks[0] | self.marks[1] == 0o777).then_some(Outcome::draw())
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

    fn player_name(&self, player: usize) -> &'static str {
        ["X", "O"][player]
    }

    fn write_move(&self, square: u8, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}{}", char::from(b'a' + square % 3), square / 3 + 1)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        for row in (0..3).rev() {
            write!(out, "{}", row + 1)?;
            for square in 3 * row..3 * row + 3 {
                let [crosses, noughts] = self.marks.map(|marks| marks >> square & 1 != 0);
                out.write_str(if crosses {
                    " X"
                } else if noughts {
                    " O"
                } else {
                    " ."
                })?;
            }
            out.write_char('\n')?;
        }
        out.write_str("  a b c\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games by who won them; 255,168 in all, as is well known.
    fn count(position: TicTacToe, games: &mut [u32; 3]) {
        if let Some(outcome) = position.outcome() {
            games[outcome.reward(0) as usize] += 1;
            return;
        }
        for mv in position.legal_moves() {
            let mut next = position;
            next.play(mv);
            count(next, games);
        }
    }

    #[test]
    fn all_games() {
        let mut games = [0; 3];
        count(TicTacToe::default(), &mut games);
        assert_eq!(games, [77_904, 46_080, 131_184], "won by O, drawn, won by X");
    }

    #[test]
    fn squares_have_names() {
        let position = TicTacToe::default();
        assert_eq!(position.parse_move("A1"), Some(0));
        assert_eq!(position.parse_move("c2"), Some(5));
        assert_eq!(position.parse_move("d1"), None);
    }
}

//! Breakthrough and Knightthrough against outside counts, solved boards and a naive implementation.

use std::collections::HashMap;

use crate::common::{at, drawing, moves, perfts, play, position_text, refuses, rewards};
use crate::grids::{Board, Naive, compare, square};
use cairn_core::game::{Game, Outcome};
use cairn_core::testkit;
use cairn_games::race::{Breakthrough, Knightthrough, Pieces, Race};

fn breakthrough(columns: usize, rows: usize) -> Breakthrough {
    Race::new(columns, rows, false).unwrap()
}

fn knightthrough(columns: usize, rows: usize) -> Knightthrough {
    Race::new(columns, rows, false).unwrap()
}

#[derive(Clone)]
struct Runners {
    board: Board,
    knights: bool,
    misere: bool,
}

impl Runners {
    fn new(columns: usize, rows: usize, knights: bool, misere: bool) -> Self {
        let mut cells = vec![vec!['.'; columns]; rows];
        cells[..2].fill(vec!['W'; columns]);
        cells[rows - 2..].fill(vec!['B'; columns]);
        Runners {
            board: Board { cells, to_move: 0, letters: ['W', 'B'], sides: ['w', 'b'] },
            knights,
            misere,
        }
    }
}

impl Naive for Runners {
    fn text(&self) -> String {
        self.board.text(false)
    }

    fn moves(&self) -> Vec<String> {
        let ahead = if self.board.to_move == 0 { 1 } else { -1 };
        let steps: &[(i32, i32)] = if self.knights {
            &[(1, 2), (1, -2), (2, 1), (2, -1)]
        } else {
            &[(1, 0), (1, 1), (1, -1)]
        };
        let mut moves = vec![];
        for from in self.board.places(self.board.own()) {
            for (rows, columns) in steps {
                let to = (from.0 + ahead * rows, from.1 + columns);
                match self.board.get(to.0, to.1) {
                    Some('.') => moves.push(format!("{}-{}", square(from), square(to))),
                    Some(piece) if piece == self.board.other() && *columns != 0 => {
                        moves.push(format!("{}x{}", square(from), square(to)));
                    }
                    _ => {}
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        self.board.step(mv);
    }

    fn outcome(&self) -> Option<[u32; 2]> {
        let white = self.board.cells.last().unwrap().contains(&'W') || self.board.count('B') == 0;
        let black = self.board.cells[0].contains(&'B') || self.board.count('W') == 0;
        match (white != self.misere, white || black) {
            (_, false) => None,
            (true, true) => Some([2, 0]),
            (false, true) => Some([0, 2]),
        }
    }
}

#[test]
fn keeps_the_contract() {
    for (columns, rows) in [(8, 8), (6, 6), (2, 4), (5, 4), (3, 5), (7, 8), (8, 4)] {
        testkit::check(&breakthrough(columns, rows), 40, 1);
        testkit::check(&Breakthrough::new(columns, rows, true).unwrap(), 20, 1);
    }
    for (columns, rows) in [(8, 8), (4, 4), (5, 7), (8, 5), (7, 8)] {
        testkit::check(&knightthrough(columns, rows), 40, 1);
        testkit::check(&Knightthrough::new(columns, rows, true).unwrap(), 20, 1);
    }
    testkit::check_uniform(&breakthrough(8, 8), 40_000, 2);
    testkit::check_uniform(&breakthrough(5, 4), 40_000, 3);
    testkit::check_uniform(&knightthrough(8, 8), 40_000, 4);
    let late = at(&breakthrough(8, 8), "8/1W6/8/3WB3/2B1B3/W7/4W2B/7W b");
    testkit::check_uniform(&late, 20_000, 5);
}

#[test]
fn perft() {
    assert_eq!(perfts(&breakthrough(8, 8), 5), [22, 484, 11132, 256036, 6182818]);
    assert_eq!(perfts(&breakthrough(6, 6), 5), [16, 256, 4308, 71478, 1248290]);
}

#[test]
fn plays_like_the_plain_rules() {
    for (columns, rows) in [(8, 8), (2, 4), (5, 4), (3, 5), (6, 6), (7, 8), (8, 7)] {
        for misere in [false, true] {
            let naive = Runners::new(columns, rows, false, misere);
            let real = Breakthrough::new(columns, rows, misere).unwrap();
            assert_eq!(compare(&real, &naive, 60, 1), 60);
        }
    }
    for (columns, rows) in [(8, 8), (4, 4), (6, 5), (5, 8), (8, 6)] {
        for misere in [false, true] {
            let naive = Runners::new(columns, rows, true, misere);
            let real = Knightthrough::new(columns, rows, misere).unwrap();
            assert_eq!(compare(&real, &naive, 60, 1), 60);
        }
    }
}

/// Whether the player to move wins.
fn wins(position: Breakthrough, known: &mut HashMap<Breakthrough, bool>) -> bool {
    if let Some(outcome) = position.turn().outcome() {
        return outcome == Outcome::win(position.to_move());
    }
    if let Some(&known) = known.get(&position) {
        return known;
    }
    let mut won = false;
    let mut moves: Vec<_> = position.legal_moves().collect();
    moves.reverse(); // Captures first: it takes a quarter of the time.
    for mv in moves {
        let mut next = position;
        next.play(mv);
        if !wins(next, known) {
            won = true;
            break;
        }
    }
    known.insert(position, won);
    won
}

#[test]
fn solved_boards() {
    assert!(!wins(breakthrough(5, 4), &mut HashMap::new()), "second player wins");
    assert!(!wins(breakthrough(3, 5), &mut HashMap::new()), "second player wins");
}

/// Every pair of squares that a move can join has a key, and no number is left over.
#[test]
fn keys_have_no_gaps() {
    assert_eq!(breakthrough(8, 8).keys(), 7 * 8 + 2 * 7 * 7);
    assert_eq!(knightthrough(8, 8).keys(), 2 * 7 * 6 + 2 * 6 * 7);
    fn count<P: Pieces>(start: Race<P>) {
        let mut seen = vec![false; start.keys()];
        let (columns, rows) =
            (position_text(&start).find('/').unwrap(), position_text(&start).split('/').count());
        for square in 0..columns * rows {
            let mut cells = vec![vec!['.'; columns]; rows];
            cells[square / columns][square % columns] = 'W';
            // Black is where it can be captured diagonally, or out of the way.
            for black in 0..columns * rows {
                let mut cells = cells.clone();
                if cells[black / columns][black % columns] == '.' {
                    cells[black / columns][black % columns] = 'B';
                    let board = Board { cells, to_move: 0, letters: ['W', 'B'], sides: ['w', 'b'] };
                    let Ok(position) = start.parse_position(&board.text(false)) else { continue };
                    if position.turn().outcome().is_none() {
                        position.legal_moves().for_each(|mv| seen[position.key(mv)] = true);
                    }
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen), "{seen:?}");
    }
    count(breakthrough(8, 8));
    count(breakthrough(3, 5));
    count(breakthrough(2, 4));
    count(knightthrough(8, 8));
    count(knightthrough(4, 6));
}

#[test]
fn straight_ahead_nothing_is_captured() {
    let position = at(&breakthrough(3, 5), "3/1B1/BBB/1W1/3 w");
    assert_eq!(moves(&position), ["b2xa3", "b2xc3"]);
    let position = at(&breakthrough(3, 5), "3/1B1/WWW/1W1/3 b");
    assert_eq!(moves(&position), ["b4xa3", "b4xc3"]);
}

#[test]
fn the_last_row_or_the_last_piece_wins_and_loses_in_misere() {
    for (misere, first) in [(false, [2, 0]), (true, [0, 2])] {
        let start = Breakthrough::new(4, 5, misere).unwrap();
        let second = [first[1], first[0]];
        for (position, moves, result) in [
            ("3B/W3/4/4/3W w", "a4-a5", first),
            ("3B/W3/4/4/3W w", "a4-b5", first),
            ("3B/W3/4/1B2/3W b", "b2-b1", second),
            ("4/4/1B2/2W1/4 w", "c2xb3", first),
            ("4/4/1B2/2W1/4 b", "b3xc2", second),
        ] {
            let mut played = at(&start, position);
            play(&mut played, moves);
            assert_eq!(rewards(played.turn().outcome()), Some(result), "{position} {moves}");
        }
    }
}

#[test]
fn knights_only_go_forward() {
    let position = at(&knightthrough(8, 8), "8/B7/8/8/3W4/8/8/8 w");
    assert_eq!(moves(&position), ["d4-b5", "d4-c6", "d4-e6", "d4-f5"]);
    let position = at(&knightthrough(8, 8), "8/W7/8/6B1/3W1W2/8/8/8 b");
    assert_eq!(moves(&position), ["g5-e4", "g5-f3", "g5-h3"]);
}

#[test]
fn text_is_read_and_explained() {
    let start = breakthrough(5, 4);
    assert_eq!(position_text(&start), "BBBBB/BBBBB/WWWWW/WWWWW w");
    assert_eq!(position_text(&breakthrough(8, 8)), "BBBBBBBB/BBBBBBBB/8/8/8/8/WWWWWWWW/WWWWWWWW w");
    for same in ["a2b3", "a2-b3", "a2:b3", "a2b3*", "A2XB3"] {
        assert!(start.parse_move(same).is_some(), "{same}");
        assert_eq!(start.parse_move(same), start.parse_move("a2xb3"));
    }
    for wrong in ["", "a2", "a2-", "a2-a3", "a2--b3", "a2xb3x", "f2xe3", "a9xb3", "é2xb3"] {
        assert_eq!(start.parse_move(wrong), None, "{wrong}");
    }
    let mut position = start;
    play(&mut position, "a2xb3");
    assert_eq!(position_text(&position), "BBBBB/BWBBB/1WWWW/WWWWW b");
    assert_eq!(
        drawing(&position),
        "4 B B B B B\n3 B W B B B\n2 . W W W W\n1 W W W W W\n  a b c d e\n"
    );
    refuses(
        &start,
        &[
            ("BBBBB/5/5/WWWWW", "w or b"),
            ("WWWWW/WWWWW/W4/4B w", "two rows"),
            ("W4/5/5/4B w", "was over before"),
            ("5/5/5/4W w", "no piece left"),
            ("8/8/8/8 w", "as many places"),
        ],
    );
    assert!(Breakthrough::new(1, 8, false).is_err());
    assert!(Breakthrough::new(8, 3, false).is_err());
    assert!(Knightthrough::new(3, 8, false).is_err());
    assert!(Knightthrough::new(9, 8, false).is_err());
}

//! Othello against published counts and a naive implementation.

use crate::common::{at, drawing, moves, perfts, play, position_text, refuses, rewards};
use crate::grids::{Board, Naive, compare, place, square};
use cairn_core::game::Game;
use cairn_core::testkit;
use cairn_games::othello::{Othello, PASS};

#[derive(Clone)]
struct Discs(Board);

impl Discs {
    /// What a disc of `own` on `place` turns over.
    fn turned(&self, place: (i32, i32), own: char, other: char) -> Vec<(i32, i32)> {
        let mut turned = vec![];
        for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        {
            let at = |i: i32| (place.0 + i * down, place.1 + i * right);
            let mut length = 0;
            while self.0.get(at(length + 1).0, at(length + 1).1) == Some(other) {
                length += 1;
            }
            if self.0.get(at(length + 1).0, at(length + 1).1) == Some(own) {
                turned.extend((1..=length).map(at));
            }
        }
        turned
    }

    fn squares(&self, own: char, other: char) -> Vec<(i32, i32)> {
        let mut empty = self.0.places('.');
        empty.retain(|&place| !self.turned(place, own, other).is_empty());
        empty
    }
}

impl Naive for Discs {
    fn text(&self) -> String {
        self.0.text(true)
    }

    fn moves(&self) -> Vec<String> {
        match self.squares(self.0.own(), self.0.other()) {
            squares if squares.is_empty() => vec!["pass".to_owned()],
            squares => squares.into_iter().map(square).collect(),
        }
    }

    fn play(&mut self, mv: &str) {
        let (own, other) = (self.0.own(), self.0.other());
        if mv != "pass" {
            for turned in self.turned(place(mv), own, other) {
                self.0.set(turned, own);
            }
            self.0.set(place(mv), own);
        }
        self.0.to_move = 1 - self.0.to_move;
    }

    fn outcome(&self) -> Option<[u32; 2]> {
        let over = self.squares('X', 'O').is_empty() && self.squares('O', 'X').is_empty();
        over.then(|| match self.0.count('X').cmp(&self.0.count('O')) {
            std::cmp::Ordering::Greater => [2, 0],
            std::cmp::Ordering::Equal => [1, 1],
            std::cmp::Ordering::Less => [0, 2],
        })
    }
}

/// Black has no move, white has g1.
const MUST_PASS: &str = "OXXXXX2/8/8/3XX3/3XX3/8/8/8 b";

#[test]
fn keeps_the_contract() {
    let start = Othello::default();
    testkit::check(&start, 200, 1);
    testkit::check(&at(&start, MUST_PASS), 20, 1);
    testkit::check_uniform(&start, 20_000, 2);
    let mut position = start;
    play(&mut position, "f5 d6 c3 d3 c4 f4 f6");
    testkit::check_uniform(&position, 20_000, 3);
}

#[test]
fn perft() {
    let expected = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288];
    assert_eq!(perfts(&Othello::default(), 9), expected);
}

#[test]
fn plays_like_the_plain_rules() {
    let mut cells = vec![vec!['.'; 8]; 8];
    for (row, column, disc) in [(3, 3, 'O'), (3, 4, 'X'), (4, 3, 'X'), (4, 4, 'O')] {
        cells[row][column] = disc;
    }
    let naive = Discs(Board { cells, to_move: 0, letters: ['X', 'O'], sides: ['b', 'w'] });
    assert_eq!(compare(&Othello::default(), &naive, 500, 1), 500);
}

#[test]
fn who_cannot_move_passes() {
    let start = Othello::default();
    let mut position = at(&start, MUST_PASS);
    assert_eq!(moves(&position), ["pass"]);
    assert_eq!(position.parse_move("PASS"), Some(PASS));
    play(&mut position, "pass g1");
    assert_eq!(position_text(&position), "OOOOOOO1/8/8/3XX3/3XX3/8/8/8 b");
    // Neither has a move now: no more passing.
    assert_eq!(rewards(position.turn().outcome()), Some([0, 2]));
    assert_eq!(position.discs(), [4, 7]);
    assert_eq!(position.legal_moves().count(), 0);
}

#[test]
fn a_wiped_out_side_has_lost_and_equal_numbers_draw() {
    let start = Othello::default();
    assert_eq!(rewards(at(&start, "8/8/8/3XX3/3XX3/8/8/8 w").turn().outcome()), Some([2, 0]));
    assert_eq!(rewards(at(&start, "OOOO4/8/8/3XX3/3XX3/8/8/8 w").turn().outcome()), Some([1, 1]));
}

/// The shortest game: nine moves, white is wiped out.
#[test]
fn shortest_game() {
    let mut position = Othello::default();
    play(&mut position, "e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(rewards(position.turn().outcome()), Some([2, 0]));
    assert_eq!(position.discs(), [13, 0]);
}

#[test]
fn text_is_read_and_explained() {
    let start = Othello::default();
    assert_eq!(position_text(&start), "8/8/8/3OX3/3XO3/8/8/8 b");
    assert_eq!(moves(&start), ["c4", "d3", "e6", "f5"]);
    let mut position = start;
    play(&mut position, "D3");
    assert_eq!(position_text(&position), "8/8/3X4/3XX3/3XO3/8/8/8 w");
    let drawn = drawing(&position);
    assert!(drawn.starts_with("  a b c d e f g h\n1 . . ."), "{drawn}");
    assert!(drawn.contains("\n3 . . . X . . . .\n4 . . . X X . . .\n"), "{drawn}");
    refuses(
        &start,
        &[
            ("8/8/8/3OX3/3XO3/8/8/8", "b or w"),
            ("8/8/8/3OX3/3XO3/8/8/8 x", "b or w"),
            ("8/8/8/3OX3/3X4/8/8/8 b", "d4, e4, d5 and e5"),
            ("8/8/8/3OB3/3XO3/8/8/8 b", "X for black"),
        ],
    );
}

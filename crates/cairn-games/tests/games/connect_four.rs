//! Connect Four against known counts and a naive implementation.

use std::collections::HashSet;

use crate::common::{at, drawing, moves, play, position_text, refuses, rewards};
use crate::grids::{Board, Naive, compare};
use cairn_core::Rng;
use cairn_core::game::{Game, Turn};
use cairn_core::score::Score;
use cairn_core::testkit;
use cairn_games::connect_four::ConnectFour;

#[derive(Clone)]
struct Discs(Board);

impl Naive for Discs {
    fn text(&self) -> String {
        self.0.text(false)
    }

    fn moves(&self) -> Vec<String> {
        let open = |column: &i32| self.0.get(5, *column) == Some('.');
        (0..7).filter(open).map(|column| (column + 1).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        let column = mv.parse::<i32>().unwrap() - 1;
        let row = (0..6).find(|&row| self.0.get(row, column) == Some('.')).unwrap();
        let own = self.0.own();
        self.0.set((row, column), own);
        self.0.to_move = 1 - self.0.to_move;
    }

    fn outcome(&self) -> Option<[u32; 2]> {
        for (letter, rewards) in [('X', [2, 0]), ('O', [0, 2])] {
            for (row, column) in self.0.places(letter) {
                for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let four = |i| self.0.get(row + i * up, column + i * right) == Some(letter);
                    if (0..4).all(four) {
                        return Some(rewards);
                    }
                }
            }
        }
        self.0.places('.').is_empty().then_some([1, 1])
    }
}

#[test]
fn keeps_the_contract() {
    let start = ConnectFour::default();
    testkit::check(&start, 300, 1);
    testkit::check_uniform(&start, 20_000, 2);
    testkit::check_uniform(&at(&start, "2X4/2O4/2X4/2O4/2X1O2/2O1X2 x"), 20_000, 3);
}

#[test]
fn distinct_positions() {
    let mut positions = HashSet::from([ConnectFour::default()]);
    let mut counts = vec![];
    for _ in 0..8 {
        counts.push(positions.len());
        let unfinished = positions.iter().filter(|position| position.turn().outcome().is_none());
        positions = unfinished
            .flat_map(|position| {
                position.legal_moves().map(|mv| {
                    let mut next = *position;
                    next.play(mv);
                    next
                })
            })
            .collect();
    }
    assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859]);
}

#[test]
fn plays_like_the_plain_rules() {
    let cells = vec![vec!['.'; 7]; 6];
    let naive = Discs(Board { cells, to_move: 0, letters: ['X', 'O'], sides: ['x', 'o'] });
    assert_eq!(compare(&ConnectFour::default(), &naive, 2_000, 1), 2_000);
}

#[test]
fn four_in_every_direction_and_not_around_the_edge() {
    let start = ConnectFour::default();
    for (position, winner) in [
        ("7/7/7/7/OOO4/XXXX3 o", Some([2, 0])),
        ("7/7/7/7/4OOO/3XXXX o", Some([2, 0])),
        ("7/7/X6/XO5/XO5/XO5 o", Some([2, 0])),
        ("7/7/3X3/2XO3/1XOO3/XOXX2O o", Some([2, 0])),
        ("7/7/3X3/3OX2/3OOX1/O2XXOX o", Some([2, 0])),
        // Three at the edge, and a fourth where the row would go on if the board were a ribbon.
        ("7/7/7/7/XO5/OO2XXX o", None),
        ("7/7/7/X5X/XX4X/OOXOO1O o", None),
        ("7/X6/X6/O5X/X4XX/OOO1XOO o", None),
    ] {
        assert_eq!(rewards(at(&start, position).turn().outcome()), winner, "{position}");
    }
}

#[test]
fn a_full_board_is_a_draw() {
    let mut position = ConnectFour::default();
    play(&mut position, "1 2 1 2 1 2 2 1 2 1 2 1 3 4 3 4 3 4 4 3 4 3 4 3 5 6 5 6 5 6 6 5 6 5 6 5");
    assert_eq!(moves(&position), ["7"]);
    play(&mut position, "7 7 7 7 7 7");
    assert_eq!(rewards(position.turn().outcome()), Some([1, 1]));
}

#[test]
fn text_is_read_and_explained() {
    let start = ConnectFour::default();
    let mut position = start;
    play(&mut position, "4 4 5");
    assert_eq!(position_text(&position), "7/7/7/7/3O3/3XX2 o");
    assert_eq!(at(&start, "7/7/7/7/...o.../...xx.. O"), position);
    assert_eq!(
        drawing(&position),
        "6 . . . . . . .\n5 . . . . . . .\n4 . . . . . . .\n3 . . . . . . .\n2 . . . O . . .\n\
         1 . . . X X . .\n  1 2 3 4 5 6 7\n"
    );
    refuses(
        &start,
        &[
            ("", "first come the rows"),
            ("7/7/7/7/7 x", "as many rows"),
            ("7/7/7/7/7/8 x", "as many places"),
            ("7/7/7/7/7/7X x", "as many places"),
            ("7/7/7/7/7/6 x", "as many places"),
            ("7/7/7/7/7/5Z1 x", "X and O"),
            ("7/7/7/7/7/0X6 o", "as many places"),
            ("7/7/7/7/7/7", "side to move: x or o"),
            ("7/7/7/7/7/7 xo", "side to move: x or o"),
            ("7/7/7/7/7/7 x 1", "nothing may follow"),
            ("7/7/7/7/X6/7 o", "in the air"),
            ("7/7/7/7/7/X6 x", "X begins"),
            ("7/7/7/7/OOO4/XXXX2O x", "already has four"),
        ],
    );
}

/// The value of a position, with the distance to the end, by looking at every line.
fn value(position: &ConnectFour) -> Score {
    match position.turn() {
        Turn::Over(outcome) => Score::of(outcome, position.to_move(), position.denominator()),
        _ => {
            let after = |mv| {
                let mut next = *position;
                next.play(mv);
                (-value(&next)).one_ply_earlier()
            };
            position.legal_moves().map(after).max().expect("a legal move")
        }
    }
}

#[test]
fn bounds_are_never_wrong() {
    let mut rng = Rng::new(1);
    let (mut seen, mut exact) = (0, 0);
    while seen < 3_000 {
        let mut position = ConnectFour::default();
        for ply in 0.. {
            if position.turn().is_over() {
                break;
            }
            if ply >= 34 {
                let (low, high) = (position.capabilities().bounds.unwrap())(&position);
                let value = value(&position);
                let text = position_text(&position);
                assert!(low <= value && value <= high, "{text}: {value}, not {low} to {high}");
                seen += 1;
                exact += usize::from(low == high);
            }
            position.play(position.random_playout_move(&mut rng));
        }
    }
    assert!(exact > seen / 10, "{exact} of {seen} positions are decided at a glance");
}

//! Lines of Action against a naive implementation, and its rules one by one.

use crate::common::{at, drawing, moves, perfts, play, position_text, refuses, rewards};
use crate::grids::{Board, Naive, compare, square};
use cairn_core::game::Game;
use cairn_core::testkit;
use cairn_games::lines_of_action::LinesOfAction;

#[derive(Clone)]
struct Pieces {
    board: Board,
}

const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Pieces {
    fn legal(&self) -> Vec<String> {
        let mut moves = vec![];
        for from in self.board.places(self.board.own()) {
            for (up, right) in DIRECTIONS {
                let cell = |i: i32| self.board.get(from.0 + i * up, from.1 + i * right);
                let distance = (-7..=7).filter(|&i| !matches!(cell(i), None | Some('.'))).count();
                let distance = distance as i32;
                let other = Some(self.board.other());
                if (1..distance).any(|i| cell(i) == other) {
                    continue;
                }
                let to = || square((from.0 + distance * up, from.1 + distance * right));
                match cell(distance) {
                    Some('.') => moves.push(format!("{}-{}", square(from), to())),
                    cell if cell == other => moves.push(format!("{}x{}", square(from), to())),
                    _ => {}
                }
            }
        }
        moves
    }

    fn connected(&self, letter: char) -> bool {
        let mut unreached = self.board.places(letter);
        let mut reached = vec![unreached.pop().unwrap()];
        while let Some((row, column)) = reached.pop() {
            unreached.retain(|&other| {
                let near = (other.0 - row).abs() <= 1 && (other.1 - column).abs() <= 1;
                if near {
                    reached.push(other);
                }
                !near
            });
        }
        unreached.is_empty()
    }
}

impl Naive for Pieces {
    fn text(&self) -> String {
        self.board.text(false)
    }

    fn moves(&self) -> Vec<String> {
        self.legal()
    }

    fn play(&mut self, mv: &str) {
        self.board.step(mv);
    }

    fn outcome(&self) -> Option<[u32; 2]> {
        let win = |player: usize| if player == 0 { [2, 0] } else { [0, 2] };
        let mover = 1 - self.board.to_move;
        if self.connected(self.board.other()) {
            return Some(win(mover));
        }
        if self.connected(self.board.own()) {
            return Some(win(1 - mover));
        }
        self.legal().is_empty().then(|| win(mover))
    }
}

/// Two legal moves only, one for each piece: most guesses at a random one fail, sometimes all.
const CROWDED: &str = "6OX/6O1/8/8/8/8/1O6/XO6 b";

#[test]
fn keeps_the_contract() {
    let start = LinesOfAction::default();
    testkit::check(&start, 30, 1);
    testkit::check_uniform(&start, 40_000, 2);
    assert_eq!(moves(&at(&start, CROWDED)), ["a1-a2", "h8-h7"]);
    testkit::check_uniform(&at(&start, CROWDED), 20_000, 3);
    testkit::check_uniform(&at(&start, "8/1X1O4/8/3O1X2/8/2OX4/7O/X6X w"), 40_000, 4);
}

#[test]
fn plays_like_the_plain_rules() {
    let (row, column) = (".XXXXXX.", "O......O");
    let rows = [row, column, column, column, column, column, column, row];
    let cells = rows.map(|row| row.chars().collect()).to_vec();
    let naive =
        Pieces { board: Board { cells, to_move: 0, letters: ['X', 'O'], sides: ['b', 'w'] } };
    assert!(compare(&LinesOfAction::default(), &naive, 100, 1) > 90);
}

/// Counted once by an outside program.
#[test]
fn perft() {
    assert_eq!(perfts(&LinesOfAction::default(), 4), [36, 1244, 44952, 1563208]);
}

#[test]
fn keys_have_no_gaps() {
    let start = LinesOfAction::default();
    let mut seen = vec![false; start.keys()];
    assert_eq!(seen.len(), 4 * 7 * 8 + 4 * 7 * 7);
    // Any two pieces, and a hostile one somewhere.
    for (one, two) in (0..64).flat_map(|one| (0..one).map(move |two| (one, two))) {
        for place in [0, 30, 61] {
            let cells = vec![vec!['.'; 8]; 8];
            let mut board = Board { cells, to_move: 0, letters: ['X', 'O'], sides: ['b', 'w'] };
            board.set((one / 8, one % 8), 'X');
            board.set((two / 8, two % 8), 'X');
            let free = board.places('.');
            board.set(free[place], 'O');
            let position = at(&start, &board.text(false));
            position.legal_moves().for_each(|mv| seen[position.key(mv)] = true);
        }
    }
    assert!(seen.iter().all(|&seen| seen), "{seen:?}");
}

#[test]
fn distances_jumps_and_captures() {
    let start = LinesOfAction::default();
    let row = |text: &str| {
        let mut all = moves(&at(&start, text));
        all.retain(|mv| mv.starts_with("a5") && mv.ends_with('5'));
        all
    };
    // As many squares as there are pieces on the row, its own and others.
    assert_eq!(row("8/8/8/X7/8/8/X7/6OO b"), ["a5-b5"]);
    assert_eq!(row("8/8/8/X4O2/8/8/X7/6OO b"), ["a5-c5"]);
    assert_eq!(row("8/8/8/X3OO2/8/8/X7/6OO b"), ["a5-d5"]);
    // Over its own pieces, but not onto them; onto a hostile one, but not over it.
    assert_eq!(row("8/8/8/XX1O4/8/8/X7/6OO b"), ["a5xd5"]);
    assert_eq!(row("8/8/8/X1X5/8/8/X7/6OO b"), [""; 0]);
    assert_eq!(row("8/8/8/X1O5/8/8/X7/6OO b"), ["a5xc5"]);
    assert_eq!(row("8/8/8/XO6/8/8/X7/6OO b"), [""; 0]);
    // Not past the edge.
    assert_eq!(row("8/8/8/XXXXXXXX/8/8/8/O6O b"), [""; 0]);
}

#[test]
fn endings() {
    let start = LinesOfAction::default();
    for (position, played, result) in [
        ("8/8/8/8/X7/2X5/8/O6O b", "a4-b4", [2, 0]),
        // The piece captured was one of two: the other is connected with all of its side.
        ("7X/8/8/8/8/O1X5/8/7O b", "c3xa3", [0, 2]),
        // The same, but black's pieces are together as well, and black has moved.
        ("8/8/8/8/X7/O1X5/8/7O b", "c3xa3", [2, 0]),
        // Both pieces of black are locked in.
        ("6OX/6OO/8/8/8/8/OO6/X2O4 w", "d1-b1", [0, 2]),
    ] {
        let mut end = at(&start, position);
        play(&mut end, played);
        assert_eq!(rewards(end.turn().outcome()), Some(result), "{position} {played}");
    }
    // Both connected: who has just moved wins.
    assert_eq!(rewards(at(&start, "8/8/8/XX6/8/8/8/6OO b").turn().outcome()), Some([0, 2]));
    assert_eq!(rewards(at(&start, "8/8/8/XX6/8/8/8/6OO w").turn().outcome()), Some([2, 0]));
    // Pieces on opposite edges are not neighbours.
    assert_eq!(rewards(at(&start, "8/8/8/X7/7X/8/8/O6O b").turn().outcome()), None);
}

#[test]
fn text_is_read_and_explained() {
    let start = LinesOfAction::default();
    assert_eq!(position_text(&start), "1XXXXXX1/O6O/O6O/O6O/O6O/O6O/O6O/1XXXXXX1 b");
    assert!(start.parse_move("C1A3").is_some());
    assert_eq!(start.parse_move("c1xa3"), start.parse_move("c1-a3"));
    assert_eq!(start.parse_move("c1-c2"), None);
    let mut position = start;
    play(&mut position, "c1xa3");
    let drawn = drawing(&position);
    assert!(
        drawn.ends_with(
            "3 X . . . . . . O\n2 O . . . . . . O\n1 . X . X X X X .\n  a b c d e f g h\n"
        ),
        "{drawn}"
    );
    refuses(&start, &[("8/8/8/8/8/8/8/7X b", "must have a piece"), ("8 b", "as many rows")]);
}

//! NoGo against a naive implementation, and solved boards.

use std::collections::HashMap;

use crate::common::wins;
use crate::naive::{Grid, neighbours, region};
use cairn_core::game::Game;
use cairn_core::{Rng, testkit};
use cairn_games::goban::{AnySize, Geometry, Nine};
use cairn_games::nogo::NoGo;

fn legal(grid: &Grid, turn: char, row: usize, column: usize) -> bool {
    if grid[row][column] != '.' {
        return false;
    }
    let mut after = grid.clone();
    after[row][column] = turn;
    let lives =
        |(r, c): (usize, usize)| after[r][c] == '.' || region(&after, r, c).1.contains(&'.');
    lives((row, column)) && neighbours(grid.len(), row, column).into_iter().all(lives)
}

fn compare<B: Geometry>(start: NoGo<B>, size: usize, games: u32) {
    let mut rng = Rng::new(size as u64);
    for _ in 0..games {
        let mut position = start;
        let mut grid = vec![vec!['.'; size]; size];
        loop {
            let turn = ['X', 'O'][position.to_move()];
            let moves: Vec<u16> = (0..size * size)
                .filter(|point| legal(&grid, turn, point / size, point % size))
                .map(|point| point as u16)
                .collect();
            let loser = position.to_move();
            let rewards =
                position.turn().outcome().map(|o| [o.reward(loser, 1), o.reward(1 - loser, 1)]);
            assert_eq!(rewards, moves.is_empty().then_some([0, 1]), "{grid:?}");
            if moves.is_empty() {
                break;
            }
            assert!(position.legal_moves().eq(moves.iter().copied()), "{grid:?}");
            let mv = position.random_playout_move(&mut rng);
            grid[mv as usize / size][mv as usize % size] = turn;
            position.play(mv);
        }
    }
}

#[test]
fn plays_like_the_naive_one() {
    for (size, games) in [(2, 200), (3, 2_000), (4, 1_000), (5, 400), (8, 40), (11, 10)] {
        compare(NoGo::new(size).unwrap(), size, games);
    }
    compare(NoGo::on(Nine), 9, 40);
    compare(NoGo::on(AnySize::new(7).unwrap()), 7, 60);
    compare(NoGo::on(AnySize::new(13).unwrap()), 13, 4);
}

#[test]
fn keeps_the_contract() {
    for size in [2, 3, 5, 9, 11] {
        testkit::check(&NoGo::new(size).unwrap(), 60, 1);
    }
    testkit::check(&NoGo::on(Nine), 30, 2);
    testkit::check(&NoGo::on(AnySize::new(19).unwrap()), 1, 3);
    // Near the end, where many points are illegal for one player or both.
    let mut rng = Rng::new(5);
    for moves in [0, 30, 50, 56, 60] {
        let mut position = NoGo::new(9).unwrap();
        for _ in 0..moves {
            let mut next = position;
            next.play(position.random_playout_move(&mut rng));
            if next.turn().is_over() {
                break;
            }
            position = next;
        }
        testkit::check_uniform(&position, 40_000, 7);
    }
}

#[test]
fn captures_and_suicide_are_forbidden() {
    let board = NoGo::new(3).unwrap();
    let position = board.parse_position("1XO/X2/3 w").unwrap();
    assert_eq!(position.parse_move("A3"), None, "suicide");
    assert!(position.parse_move("B2").is_some());
    let position = board.parse_position("1XO/X2/3 b").unwrap();
    assert_eq!(position.parse_move("C2"), None, "a capture");
    assert!(position.parse_move("A3").is_some(), "one's own eye, with liberties elsewhere");
    assert!(board.parse_position("1XO/X1X/3 b").is_err(), "a dead chain");
    let over = board.parse_position("1X1/XXX/XX1 w").unwrap();
    assert_eq!(over.turn().outcome().unwrap().reward(0, 1), 1);
}

/// As published: every first move wins on 3×3 and none on 4×4, where the point opposite the centre
/// is the answer.
#[test]
fn small_boards_are_solved() {
    let mut known = HashMap::new();
    let three = NoGo::new(3).unwrap();
    assert!(wins(&three, &mut known));
    for mv in three.legal_moves() {
        let mut next = three;
        next.play(mv);
        assert!(!wins(&next, &mut known), "first move {mv}");
    }
    for (first, answer) in [("B1", "C4"), ("A1", "D4"), ("B2", "C3")] {
        let mut position = NoGo::new(4).unwrap();
        position.play(position.parse_move(first).unwrap());
        position.play(position.parse_move(answer).unwrap());
        assert!(!wins(&position, &mut known), "{first} {answer}");
    }
}

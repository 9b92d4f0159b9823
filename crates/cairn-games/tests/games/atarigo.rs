//! Atarigo against a naive implementation, and its rules one by one.

use std::collections::HashMap;

use crate::common::wins;
use crate::naive::{Grid, neighbours, region};
use cairn_core::game::Game;
use cairn_core::{Rng, testkit};
use cairn_games::atarigo::Atarigo;
use cairn_games::goban::{AnySize, Geometry, Nine};

fn grid_of<B: Geometry>(position: &Atarigo<B>, size: usize) -> Grid {
    let symbol = |point| position.stone(point).map_or('.', |player| ['X', 'O'][player]);
    (0..size).map(|row| (0..size).map(|column| symbol(row * size + column)).collect()).collect()
}

/// What a stone does: nothing if it is not allowed, otherwise whether it captures.
fn effect(grid: &Grid, turn: char, row: usize, column: usize) -> Option<bool> {
    if grid[row][column] != '.' {
        return None;
    }
    let mut after = grid.clone();
    after[row][column] = turn;
    let lives = |r: usize, c: usize| region(&after, r, c).1.contains(&'.');
    let captures = neighbours(grid.len(), row, column)
        .into_iter()
        .any(|(r, c)| after[r][c] != '.' && after[r][c] != turn && !lives(r, c));
    (captures || lives(row, column)).then_some(captures)
}

fn compare<B: Geometry>(start: Atarigo<B>, size: usize, games: u32) {
    let mut rng = Rng::new(size as u64);
    for game in 0..games {
        let mut position = start;
        let mut captured = false;
        loop {
            let grid = grid_of(&position, size);
            let turn = ['X', 'O'][position.to_move()];
            let mut legal = vec![];
            for point in 0..size * size {
                if effect(&grid, turn, point / size, point % size).is_some() {
                    legal.push(point as u16);
                }
            }
            let over = captured || legal.is_empty();
            let loser = position.to_move();
            let rewards =
                position.turn().outcome().map(|o| [o.reward(loser, 1), o.reward(1 - loser, 1)]);
            assert_eq!(rewards, over.then_some([0, 1]), "{grid:?}");
            if over {
                break;
            }
            assert!(position.legal_moves().eq(legal.iter().copied()), "{grid:?}");
            let choice = legal[rng.below(legal.len() as u32) as usize];
            let mv = if game % 2 == 0 { choice } else { position.random_playout_move(&mut rng) };
            let (row, column) = (mv as usize / size, mv as usize % size);
            captured = effect(&grid, turn, row, column).expect("a legal move");
            position.play(mv);
        }
    }
}

#[test]
fn plays_like_the_naive_one() {
    for (size, games) in [(2, 2_000), (3, 2_000), (4, 1_000), (5, 400), (8, 60), (11, 10)] {
        compare(Atarigo::new(size).unwrap(), size, games);
    }
    compare(Atarigo::on(Nine), 9, 40);
    compare(Atarigo::on(AnySize::new(7).unwrap()), 7, 60);
    compare(Atarigo::on(AnySize::new(13).unwrap()), 13, 4);
}

#[test]
fn keeps_the_contract() {
    for size in [2, 3, 5, 8, 9, 11] {
        testkit::check(&Atarigo::new(size).unwrap(), 60, 1);
    }
    testkit::check(&Atarigo::on(Nine), 30, 2);
    testkit::check(&Atarigo::on(AnySize::new(19).unwrap()), 1, 3);
    for text in [
        "8/8/8/8/8/8/8/8 b",
        "8/2X1X3/1XO1OX2/2XO1O2/3XOXO1/8/2O5/8 w",
        // Black has nothing but eyes and suicide left.
        "1XOO1O1O/XXXOOOOO/1XXXOOO1/XXX1XOOO/1X1XXXXO/XXXXX1XX/1X1X1XX1/XXXXXXX1 b",
    ] {
        let position = Atarigo::new(8).unwrap().parse_position(text).expect(text);
        testkit::check_uniform(&position, 40_000, 7);
    }
}

#[test]
fn eyes_are_filled_only_when_nothing_else_is_left() {
    let board = Atarigo::new(3).unwrap();
    let position = board.parse_position("1X1/XXX/1X1 b").unwrap();
    assert_eq!(position.playout_moves().count(), 4, "four eyes and nothing else");
    let position = board.parse_position("1X1/XXX/2O b").unwrap();
    let points: Vec<_> = ["A1", "B1"].iter().map(|text| position.parse_move(text)).collect();
    assert!(position.playout_moves().map(Some).eq(points), "but neither of the two eyes");
}

#[test]
fn suicide_is_forbidden_capture_wins_and_no_move_loses() {
    let board = Atarigo::new(3).unwrap();
    let mut position = board.parse_position("1XO/X2/3 w").unwrap();
    assert_eq!(position.parse_move("A3"), None, "suicide");
    position.play(position.parse_move("B2").unwrap());
    assert!(position.turn().outcome().is_none());
    let capture = position.parse_move("C2").unwrap();
    position.play(capture);
    assert_eq!(position.turn().outcome().unwrap().reward(0, 1), 1);
    let finished = board.parse_position("1XO/XOX/3 w").unwrap();
    assert_eq!(
        finished.turn().outcome(),
        position.turn().outcome(),
        "the captured stone is still shown"
    );
    let stuck = board.parse_position("1X1/XXX/XX1 w").unwrap();
    assert_eq!(stuck.turn().outcome().unwrap().reward(0, 1), 1, "white has no move");
    assert!(board.parse_position("1XO/XOX/3 b").is_err());
    assert!(board.parse_position("1XO/XOX/3").is_err());
    assert!(board.parse_position("1XO/XOX/3 b 0").is_err());
}

#[test]
fn small_boards_are_solved() {
    let mut known = HashMap::new();
    for (size, first) in [(2, false), (3, true), (4, false)] {
        assert_eq!(wins(&Atarigo::new(size).unwrap(), &mut known), first, "size {size}");
    }
}

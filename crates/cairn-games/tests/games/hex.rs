//! Hex against a naive implementation, solved boards, and its text.

use std::collections::HashMap;

use crate::common::*;
use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_core::testkit;
use cairn_games::hex::{BLACK, Hex, HexLarge, HexSet, HexSmall, WHITE};

#[test]
fn keeps_the_contract() {
    for size in [2, 3, 5, 8, 11] {
        let start = HexSmall::new(size).unwrap();
        testkit::check(&start, 10, size as u64);
        testkit::check_uniform(&start, 20_000, size as u64);
    }
    for size in [4, 12, 19] {
        let start = HexLarge::new(size).unwrap();
        testkit::check(&start, 2, size as u64);
        testkit::check_uniform(&start, 20_000, size as u64);
    }
    testkit::check_uniform(&after(HexSmall::new(4).unwrap(), "b2 c3 c2 b4 a1"), 20_000, 7);
}

#[test]
fn sizes_have_limits() {
    assert!(HexSmall::new(1).is_err() && HexSmall::new(12).is_err());
    assert!(HexLarge::new(1).is_err() && HexLarge::new(20).is_err());
    assert_eq!((size_of::<HexSmall>(), align_of::<HexSmall>()), (72, 8));
    assert_eq!((size_of::<HexLarge>(), align_of::<HexLarge>()), (200, 8));
}

/// Whether `player` has joined their edges: a search from stone to stone over the six neighbours.
fn joined<S: HexSet>(position: &Hex<S>, player: usize) -> bool {
    let size = position.size() as i32;
    let is_own = |row: i32, column: i32| {
        (0..size).contains(&row)
            && (0..size).contains(&column)
            && position.stone((row * size + column) as usize) == Some(player)
    };
    let along = |i: i32| if player == BLACK { (0, i) } else { (i, 0) };
    let mut todo: Vec<(i32, i32)> = (0..size).map(along).filter(|&(r, c)| is_own(r, c)).collect();
    let mut seen = todo.clone();
    while let Some((row, column)) = todo.pop() {
        if (if player == BLACK { row } else { column }) == size - 1 {
            return true;
        }
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
            let next = (row + down, column + right);
            if is_own(next.0, next.1) && !seen.contains(&next) {
                seen.push(next);
                todo.push(next);
            }
        }
    }
    false
}

fn plays_as_the_plain_rules<S: HexSet>(start: Hex<S>, games: usize, rng: &mut Rng) -> [u32; 2] {
    let mut wins = [0; 2];
    for _ in 0..games {
        let mut position = start;
        let winner = loop {
            let mover = position.to_move();
            position.play(position.random_playout_move(rng));
            assert_eq!(position.to_move(), 1 - mover);
            assert!(!joined(&position, 1 - mover), "won in the other's turn");
            assert_eq!(winner(&position).is_some(), joined(&position, mover));
            if let Some(winner) = winner(&position) {
                break winner;
            }
        };
        wins[winner] += 1;
    }
    wins
}

#[test]
fn the_winner_is_known_at_once() {
    let mut rng = Rng::new(3);
    for size in 2..=11 {
        let wins = plays_as_the_plain_rules(HexSmall::new(size).unwrap(), 60, &mut rng);
        assert!(wins[BLACK] > 0 && wins[WHITE] > 0);
    }
    for size in [2, 5, 12, 13, 19] {
        plays_as_the_plain_rules(HexLarge::new(size).unwrap(), 10, &mut rng);
    }
}

#[test]
fn both_types_play_alike() {
    for size in [2, 7, 11] {
        play_alike(HexSmall::new(size).unwrap(), HexLarge::new(size).unwrap(), size as u64);
    }
}

#[test]
fn the_first_player_wins_solved_boards() {
    for size in 2..=4 {
        assert!(wins(&HexSmall::new(size).unwrap(), &mut HashMap::new()), "{size}×{size}");
    }
}

/// The openings that win on 3×3: the short diagonal and the cells beside it in the middle row.
#[test]
fn winning_openings() {
    let start = HexSmall::new(3).unwrap();
    let mut known = HashMap::new();
    let mut winning: Vec<String> = vec![];
    for mv in start.legal_moves() {
        let mut next = start;
        next.play(mv);
        if !wins(&next, &mut known) {
            winning.push(move_text(&start, mv));
        }
    }
    assert_eq!(winning, ["c1", "a2", "b2", "c2", "a3"]);
}

#[test]
fn lines_are_counted() {
    let start = HexSmall::new(2).unwrap();
    // After three plies Black has two of the four cells; three pairs of the six are joined.
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [4, 12, 24, 12]);
    assert_eq!(perft(&HexSmall::new(11).unwrap(), 3), 121 * 120 * 119);
}

#[test]
fn edges_and_neighbours() {
    let start = HexSmall::new(3).unwrap();
    assert_eq!(winner(&after(start, "b1 a1 b2 c3 a3")), Some(BLACK), "b2 and a3 touch");
    assert_eq!(winner(&after(start, "b1 a1 b2 a2 c3")), None, "b2 and c3 do not");
    assert_eq!(winner(&after(start, "a1 a2 c1 b2 a3 c2")), Some(WHITE));
    assert_eq!(winner(&after(start, "a2 c1 b1 b2 c3 a3")), Some(WHITE), "a3, b2, c1");
    assert_eq!(winner(&after(start, "c1 a1 a2 b1 b3 c2")), None, "rows do not wrap round");
    // The last stone closes the gap between two chains.
    let gap = after(HexSmall::new(5).unwrap(), "c1 a1 c2 a2 c4 a4 c5 a5");
    assert_eq!(winner(&gap), None);
    assert_eq!(winner(&after(gap, "c3")), Some(BLACK));
}

#[test]
fn text() {
    let start = HexSmall::new(3).unwrap();
    assert_eq!(position_text(&start), "3/3/3 b");
    let position = after(start, "B2 c1 a3");
    assert_eq!(position_text(&position), "2O/1X1/X2 w");
    assert_eq!(start.parse_position("..o/1x./X2 W"), Ok(position));
    assert_eq!(
        drawing(&position),
        "   a b c\n 1 . . O 1\n  2 . X . 2\n   3 X . . 3\n      a b c\n"
    );
    assert!(drawing(&HexLarge::new(19).unwrap()).contains("\n                  19 . ."));
    let won = start.parse_position("XX1/1X1/1XO b").unwrap();
    assert_eq!(winner(&won), Some(BLACK), "no matter who is to move");
    for wrong in ["", "d1", "a4", "a0", "a01", "a+1", "1a", "é1", "b2", "a1x"] {
        assert_eq!(position.parse_move(wrong), None, "{wrong}");
    }
    refuses(
        &start,
        &[
            ("", "rows"),
            ("3/3 b", "as many rows"),
            ("3/4/3 b", "as many places"),
            ("3/2/3 b", "as many places"),
            ("3/0X2/3 b", "as many places"),
            ("3/Z2/3 b", "X for black"),
            ("3/3/3", "b or w"),
            ("3/3/3 b 1", "follow"),
        ],
    );
    survives_noise(&HexSmall::new(2).unwrap(), "12/XO.ab é", " b");
}

//! Domineering: solved boards, a naive implementation to compare with, and its text.

use std::collections::{BTreeSet, HashMap};

use crate::common::*;
use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_core::testkit;
use cairn_games::domineering::{DomineeringLarge, DomineeringSmall, HORIZONTAL, VERTICAL};

fn board(rows: usize, columns: usize) -> DomineeringSmall {
    DomineeringSmall::new(rows, columns).unwrap()
}

#[test]
fn keeps_the_contract() {
    for (rows, columns) in [(2, 2), (2, 11), (11, 2), (5, 4), (8, 8)] {
        testkit::check(&board(rows, columns), 30, 1);
        testkit::check_uniform(&board(rows, columns), 20_000, 2);
    }
    for (rows, columns) in [(8, 8), (7, 11), (11, 10), (11, 11)] {
        let start = DomineeringLarge::new(rows, columns).unwrap();
        testkit::check(&start, 10, 3);
        testkit::check_uniform(&start, 20_000, 4);
    }
    testkit::check_uniform(&after(board(4, 4), "b2-b3 c4-d4"), 10_000, 5);
    testkit::check_uniform(&after(board(4, 4), "b2-b3 c4-d4 d1-d2"), 10_000, 6);
}

#[test]
fn sizes_have_limits() {
    for (rows, columns) in [(1, 8), (8, 1), (12, 2), (8, 9), (11, 6)] {
        assert!(DomineeringSmall::new(rows, columns).is_err(), "{rows}×{columns}");
    }
    assert!(DomineeringLarge::new(11, 12).is_err() && DomineeringLarge::new(0, 11).is_err());
    assert_eq!((size_of::<DomineeringSmall>(), align_of::<DomineeringSmall>()), (16, 8));
    assert_eq!((size_of::<DomineeringLarge>(), align_of::<DomineeringLarge>()), (24, 8));
}

/// The smallest of a board's mirror images: all are worth the same.
fn canonical(empty: u64, rows: usize, columns: usize) -> u64 {
    let mut images = [0u64; 4];
    for row in 0..rows {
        for column in 0..columns {
            if empty >> (row * columns + column) & 1 == 0 {
                continue;
            }
            let (far_row, far_column) = (rows - 1 - row, columns - 1 - column);
            let squares =
                [(row, column), (far_row, column), (row, far_column), (far_row, far_column)];
            for (image, (row, column)) in images.iter_mut().zip(squares) {
                *image |= 1 << (row * columns + column);
            }
        }
    }
    images.into_iter().min().unwrap()
}

/// Whether the player to move wins: every move is tried, those first that leave the other player
/// the fewest places.
fn wins(position: &DomineeringSmall, known: &mut HashMap<(u64, usize), bool>) -> bool {
    if let Some(winner) = winner(position) {
        return winner == position.to_move();
    }
    let state =
        (canonical(position.empty().0[0], position.rows(), position.columns()), position.to_move());
    if let Some(&known) = known.get(&state) {
        return known;
    }
    let mut next: Vec<DomineeringSmall> = position
        .legal_moves()
        .map(|mv| {
            let mut next = *position;
            next.play(mv);
            next
        })
        .collect();
    next.sort_by_key(|next| next.legal_moves().count());
    let wins = next.iter().any(|next| !self::wins(next, known));
    known.insert(state, wins);
    wins
}

#[test]
fn solved_boards() {
    for (side, first_wins) in [(2, true), (3, true), (4, true), (5, false), (6, true)] {
        let start = board(side, side);
        assert_eq!(wins(&start, &mut HashMap::new()), first_wins, "{side}×{side}");
    }
}

/// Boards so narrow that one can count who has more room.
#[test]
fn narrow_boards() {
    let mut known = HashMap::new();
    // Vertical takes the middle column and leaves no room for a flat domino. Horizontal, moving first,
    // takes two squares of a row and has those of the other row left after Vertical's only answer.
    assert!(wins(&board(2, 3), &mut known));
    let lying = board(2, 3).parse_position("3/3 h").unwrap();
    assert!(wins(&lying, &mut known));
    let spoilt = board(2, 5).parse_position("#####/5 v").unwrap();
    assert_eq!(winner(&spoilt), Some(HORIZONTAL));
    let spoilt = board(3, 2).parse_position("#1/1#/#1 h").unwrap();
    assert_eq!(winner(&spoilt), Some(VERTICAL), "rows do not wrap round");
}

#[test]
fn lines_are_counted() {
    // An upright domino in an outer column takes away two flat moves, in an inner one four.
    let second = 7 * (2 * (56 - 2) + 6 * (56 - 4));
    assert_eq!([1, 2].map(|depth| perft(&board(8, 8), depth)), [56, second]);
    // 2×2: two upright moves, and no answer to either.
    assert_eq!([1, 2].map(|depth| perft(&board(2, 2), depth)), [2, 0]);
}

/// Moves as pairs of squares, found square by square.
fn plain_moves(
    taken: &BTreeSet<(usize, usize)>,
    rows: usize,
    columns: usize,
    player: usize,
) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    for row in 0..rows {
        for column in 0..columns {
            let (up, right) = if player == VERTICAL { (1, 0) } else { (0, 1) };
            let second = (row + up, column + right);
            let fits = second.0 < rows && second.1 < columns;
            if fits && !taken.contains(&(row, column)) && !taken.contains(&second) {
                let name = |(row, column): (usize, usize)| {
                    format!("{}{}", (b'a' + column as u8) as char, row + 1)
                };
                moves.insert(format!("{}-{}", name((row, column)), name(second)));
            }
        }
    }
    moves
}

fn plays_as_the_plain_rules<G: Game>(start: G, rows: usize, columns: usize, rng: &mut Rng) {
    let mut position = start;
    let mut taken = BTreeSet::new();
    for player in [0, 1].into_iter().cycle() {
        let expected = plain_moves(&taken, rows, columns, player);
        assert_eq!(position.turn().is_over(), expected.is_empty());
        if position.turn().is_over() {
            assert_eq!(winner(&position), Some(1 - player));
            return;
        }
        assert_eq!(position.turn().player(), Some(player));
        let moves: BTreeSet<String> =
            position.legal_moves().map(|mv| move_text(&position, mv)).collect();
        assert_eq!(moves, expected);
        let mv = position.random_playout_move(rng);
        for square in move_text(&position, mv).split('-') {
            let column = usize::from(square.as_bytes()[0] - b'a');
            assert!(taken.insert((square[1..].parse::<usize>().unwrap() - 1, column)));
        }
        position.play(mv);
    }
}

#[test]
fn moves_are_those_of_the_plain_rules() {
    let mut rng = Rng::new(9);
    for rows in 2..=11 {
        for columns in 2..=11 {
            if rows * columns <= 64 {
                plays_as_the_plain_rules(board(rows, columns), rows, columns, &mut rng);
            }
            let large = DomineeringLarge::new(rows, columns).unwrap();
            plays_as_the_plain_rules(large, rows, columns, &mut rng);
        }
    }
}

#[test]
fn text() {
    let start = board(3, 4);
    assert_eq!(position_text(&start), "4/4/4 v");
    let position = after(start, "a1-A2 c1-b1");
    assert_eq!(position_text(&position), "4/#3/###1 v");
    assert_eq!(start.parse_position("..../#.2/###. V"), Ok(position));
    assert_eq!(drawing(&position), " 3 . . . .\n 2 # . . .\n 1 # # # .\n   a b c d\n");
    assert_eq!((position.player_name(0), position.player_name(1)), ("Vertical", "Horizontal"));
    for wrong in
        ["", "a3", "a2-a3", "b2-c2", "b2-b4", "d2-a3", "d3-d4", "b2-b3-", "b2b3", "-", "é-b3"]
    {
        assert_eq!(position.parse_move(wrong), None, "{wrong}");
    }
    let lying = position.parse_position("4/4/4 h").unwrap();
    assert_eq!(lying.parse_move("d2-a3"), None, "rows do not wrap round");
    refuses(
        &start,
        &[
            ("", "rows"),
            ("4/4 v", "as many rows"),
            ("4/5/4 v", "as many places"),
            ("4/X3/4 v", "# for taken"),
            ("4/4/4 b", "v or h"),
            ("4/4/4 v 1", "follow"),
        ],
    );
    survives_noise(&board(2, 2), "12/##.ab-é", " h");
}

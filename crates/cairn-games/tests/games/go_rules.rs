//! The rules of Go, one by one, on positions small enough to see.

use crate::common::excluded_by_repetition;
use cairn_core::Rng;
use cairn_core::game::{Game, Outcome};
use cairn_games::go::{BLACK, Geometry, Go, Go9, GoAny, GoMove, WHITE};

/// A position from a drawing, rows from the top, `X` black, `O` white, `.` empty.
fn diagram(rows: &[&str], to_move: usize) -> GoAny {
    let size = rows.len();
    let points = |symbol: char| {
        let mut points = vec![];
        for (row, text) in rows.iter().rev().enumerate() {
            assert_eq!(text.len(), size);
            let columns = text.chars().enumerate().filter(|&(_, found)| found == symbol);
            points.extend(columns.map(|(column, _)| row * size + column));
        }
        points
    };
    GoAny::new(size).unwrap().setup(points('X'), points('O'), to_move).unwrap()
}

fn play<B: Geometry>(position: &mut Go<B>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|| panic!("{text} is not legal"));
        position.play(mv);
    }
}

fn is_legal<B: Geometry>(position: &Go<B>, text: &str) -> bool {
    position.parse_move(text).is_some()
}

fn stones<B: Geometry>(position: &Go<B>, player: usize) -> usize {
    (0..position.size().pow(2)).filter(|&point| position.stone(point) == Some(player)).count()
}

fn is_playout_move<B: Geometry>(position: &Go<B>, text: &str) -> bool {
    let point = position.parse_point(text).unwrap();
    position.playout_moves().any(|mv| mv == GoMove::at(point))
}

#[test]
fn a_surrounded_stone_is_taken() {
    let mut position = diagram(&["....", ".X..", "XOX.", "...."], BLACK);
    play(&mut position, "B1");
    assert_eq!((stones(&position, BLACK), stones(&position, WHITE)), (4, 0));
}

#[test]
fn suicide_is_illegal_even_of_many() {
    let lone = diagram(&[".O..", "O...", "....", "...."], BLACK);
    assert!(!is_legal(&lone, "A4"));
    let many = diagram(&[".XO.", "XXO.", "OOO.", "...."], BLACK);
    assert!(!is_legal(&many, "A4"));
}

#[test]
fn a_capture_is_no_suicide() {
    // A4 has no liberty of its own, but takes the two stones on its right.
    let mut position = diagram(&[".OOX", "OXX.", "OX..", ".X.."], BLACK);
    assert!(is_legal(&position, "A4"));
    play(&mut position, "A4");
    assert_eq!(stones(&position, WHITE), 2);
    assert_eq!(position.ko(), None);
}

#[test]
fn one_stone_captures_several_chains() {
    let mut position = diagram(&["..X..", ".XOX.", ".....", ".XOX.", "..X.."], BLACK);
    play(&mut position, "C3");
    assert_eq!((stones(&position, BLACK), stones(&position, WHITE)), (7, 0));
    assert_eq!(position.ko(), None);
}

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    let mut position = diagram(&[".XO.", "XO.O", ".XO.", "...."], BLACK);
    play(&mut position, "C3");
    assert_eq!(position.ko(), position.parse_point("B3"));
    assert!(!is_legal(&position, "B3"));
    assert!(!position.playout_moves().any(|mv| mv.point() == position.ko()));
    play(&mut position, "D1 A1");
    assert!(is_legal(&position, "B3"), "after a move elsewhere it may");
    play(&mut position, "B3");
    assert_eq!(position.ko(), position.parse_point("C3"));
}

#[test]
fn a_pass_lifts_the_ko() {
    let mut position = diagram(&[".XO.", "XO.O", ".XO.", "...."], BLACK);
    play(&mut position, "C3 pass pass");
    assert_eq!(position.ko(), None);
}

#[test]
fn snapback() {
    // Black throws in one stone, white takes it, and black takes five: this is not a ko.
    let mut position = diagram(&["..OX.", "OOOX.", "XXXX.", ".....", "....."], BLACK);
    play(&mut position, "B5 A5");
    assert_eq!(stones(&position, WHITE), 5);
    assert_eq!(position.stone(position.parse_point("B5").unwrap()), None);
    assert_eq!(position.ko(), None);
    play(&mut position, "B5");
    assert_eq!(stones(&position, WHITE), 0);
}

fn key<B: Geometry>(position: &Go<B>) -> u64 {
    position.repetition_key().unwrap()
}

fn excluded<B: Geometry>(position: &Go<B>, seen: &[u64]) -> Vec<GoMove> {
    let mut all = vec![];
    excluded_by_repetition(position, seen, |mv| all.push(mv));
    all
}

/// Black sends two stones, white takes them with one, and black may not take that one: simple ko
/// would allow it, but the first position would be back.
#[test]
fn superko_excludes_sending_two_and_returning_one() {
    let start = diagram(&["....", "O.X.", "OOX.", ".X.X"], BLACK);
    let mut position = start;
    let mut seen = vec![key(&position)];
    for text in ["A1", "C1"] {
        play(&mut position, text);
        seen.push(key(&position));
    }
    let back = position.parse_move("B1").expect("legal by simple ko");
    assert_eq!(excluded(&position, &seen), [back]);
    assert_eq!(excluded(&position, &seen[1..]), [], "but for its history it may be played");
    position.play(back);
    assert_eq!(key(&position), key(&start));
}

#[test]
fn superko_ends_a_triple_ko() {
    let mut position = diagram(
        &[
            ".XO..XO..",
            "XO.OXO.O.",
            ".XO..XO..",
            "...XO....",
            "..X.XO...",
            "...XO....",
            ".........",
            ".........",
            ".........",
        ],
        BLACK,
    );
    let mut seen = vec![key(&position)];
    for text in ["C8", "D5", "G8", "B8", "E5"] {
        assert_eq!(excluded(&position, &seen), []);
        play(&mut position, text);
        assert!(position.ko().is_some());
        seen.push(key(&position));
    }
    let last = position.parse_move("F8").expect("legal by simple ko");
    assert_eq!(excluded(&position, &seen), [last]);
}

#[test]
fn area_counts_stones_and_what_they_surround() {
    let board = diagram(&[".XO..", "XXO..", ".XO..", ".XOO.", ".XO.."], BLACK);
    assert_eq!(board.with_komi(0).area_score(), 2 * (10 - 15));
    assert_eq!(board.with_komi(-20).area_score(), 2 * (10 - 15) + 20);
    assert_eq!(board.area_score(), 2 * (10 - 15) - 15);
    assert_eq!(GoAny::new(5).unwrap().area_score(), -15, "an empty board is nobody's");
}

#[test]
fn the_liberties_of_a_seki_are_nobodys() {
    // Two chains share two liberties: who takes one of them is taken.
    let position = diagram(&["XX.O", "XXOO", "XXOO", "XX.O"], BLACK);
    assert_eq!(position.with_komi(0).area_score(), 2 * (8 - 6));
    let mut taken = position;
    play(&mut taken, "C4 C1");
    assert_eq!(stones(&taken, BLACK), 0);
}

#[test]
fn whole_komi_can_draw() {
    let mut board = diagram(&["XO", ".O"], BLACK).with_komi(0);
    assert_eq!(board.denominator(), 2);
    board = board.with_komi(-2);
    play(&mut board, "pass pass");
    let outcome = board.turn().outcome().unwrap();
    assert_eq!(board.area_score(), 0);
    assert_eq!(outcome, Outcome::draw());
    let white = board.with_komi(0).turn().outcome().unwrap();
    assert_eq!(white, Outcome::win(WHITE));
    let half = board.with_komi(-3);
    assert_eq!(half.denominator(), 1);
    let black = half.turn().outcome().unwrap();
    assert_eq!(black, Outcome::win(BLACK));
}

#[test]
fn two_passes_end_the_game() {
    let mut position = Go9::new();
    play(&mut position, "pass E5 pass");
    assert!(position.turn().outcome().is_none());
    play(&mut position, "pass");
    let outcome = position.turn().outcome().unwrap();
    assert_eq!(outcome, Outcome::win(WHITE), "one white stone owns all");
    assert_eq!(position.max_plies(), 243);
}

#[test]
fn eyes_are_not_filled() {
    let eye = |rows: &[&str], point: &str| !is_playout_move(&diagram(rows, BLACK), point);
    // The centre: one hostile diagonal is allowed, two are not.
    assert!(eye(&[".....", ".XXX.", ".X.X.", ".XXX.", "....."], "C3"));
    assert!(eye(&[".....", ".OXX.", ".X.X.", ".XXX.", "....."], "C3"));
    assert!(!eye(&[".....", ".OX..", ".X.X.", "..XO.", "....."], "C3"));
    assert!(!eye(&[".....", ".OXO.", ".X.X.", "..X..", "....."], "C3"));
    // The edge and the corner: none is.
    assert!(eye(&[".....", ".....", ".....", ".XX..", "X.X.."], "B1"));
    assert!(!eye(&[".....", ".....", ".....", "OX...", "X.X.."], "B1"));
    assert!(eye(&[".....", ".....", ".....", "XX...", ".X..."], "A1"));
    assert!(eye(&[".....", ".....", ".....", "X....", ".X..."], "A1"));
    assert!(!eye(&[".....", ".....", ".....", "XO...", ".X..."], "A1"));
    // Empty on a side, or a stone of the other colour: no eye.
    assert!(!eye(&[".....", ".XXX.", ".X.X.", ".X.X.", "....."], "C3"));
    // One's own eyes only: an eye of the other player is filled where that is legal.
    let theirs = diagram(&["OOOOO", "OXXXO", "OX.XO", "OXXXO", ".OOOO"], WHITE);
    assert!(is_playout_move(&theirs, "C3"));
}

#[test]
fn playouts_pass_only_without_another_move() {
    let alive = diagram(&[".X.", "XXX", ".X."], BLACK);
    assert!(alive.playout_moves().eq([GoMove::PASS]));
    assert_eq!(alive.random_playout_move(&mut Rng::new(1)), GoMove::PASS);
    assert_eq!(alive.best_playout_move(&[1.0; 16], &mut Rng::new(1)), GoMove::PASS);
    assert_eq!(alive.legal_moves().count(), 5, "but they are legal");
    assert!(GoAny::new(3).unwrap().playout_moves().all(|mv| mv != GoMove::PASS));
}

/// Numbers of legal positions (Tromp and Farnebäck, "Combinatorics of Go").
#[test]
fn legal_positions_are_as_many_as_published() {
    assert_eq!(count_legal(2), 57);
    assert_eq!(count_legal(3), 12_675);
}

#[test]
#[ignore = "twenty seconds: `scripts/full` runs it"]
fn legal_positions_of_four_by_four_are_as_many_as_published() {
    assert_eq!(count_legal(4), 24_318_165);
}

fn count_legal(size: usize) -> u64 {
    let board = GoAny::new(size).unwrap();
    let points = size * size;
    // Every set of black stones, and every set of white stones on the other points. Swapping the
    // colours keeps a position legal: look only at those whose lowest stone is black.
    let mut legal = 1;
    for black in 1..1u32 << points {
        let free = !black & ((1 << points) - 1) & (black & black.wrapping_neg()).wrapping_neg();
        let mut white = free;
        loop {
            let bits = |set: u32| (0..points).filter(move |point| set >> point & 1 != 0);
            legal += 2 * u64::from(board.setup(bits(black), bits(white), BLACK).is_ok());
            if white == 0 {
                break;
            }
            white = (white - 1) & free;
        }
    }
    legal
}

#[test]
fn setup_says_what_is_wrong() {
    let board = Go9::new();
    assert!(board.setup([81], [], BLACK).is_err());
    assert!(board.setup([3], [3], BLACK).is_err());
    assert!(board.setup([0], [1, 9], BLACK).unwrap_err().contains("liberty"));
    assert!(GoAny::new(1).is_err() && GoAny::new(20).is_err());
}

/// Equal positions hash alike however they were reached, and others do not.
#[test]
fn hashes_are_of_the_position() {
    let mut one = Go9::new();
    let mut two = Go9::new();
    play(&mut one, "C3 E5 D4 F6 pass");
    play(&mut two, "D4 F6 C3 E5 pass");
    assert_eq!(one, two);
    assert_eq!((one.hash64(), one.repetition_key()), (two.hash64(), two.repetition_key()));

    let mut passed = one;
    play(&mut passed, "pass");
    let before = diagram(&[".XO.", "XO.O", ".XO.", "...."], BLACK);
    let mut ko = before;
    play(&mut ko, "C3");
    let without = diagram(&[".XO.", "X.XO", ".XO.", "...."], WHITE);
    let other_side = diagram(&[".XO.", "X.XO", ".XO.", "...."], BLACK);
    assert_eq!(ko.repetition_key(), without.repetition_key());
    assert_eq!(ko.repetition_key(), other_side.repetition_key());
    assert_ne!(ko.repetition_key(), before.repetition_key());
    let hashes =
        [passed.hash64(), one.hash64(), ko.hash64(), without.hash64(), other_side.hash64()];
    for (i, a) in hashes.iter().enumerate() {
        assert!(hashes[..i].iter().all(|b| a != b));
    }
}

#[test]
fn hashes_do_not_collide_in_random_games() {
    let mut rng = Rng::new(4);
    let mut seen = std::collections::HashMap::new();
    for _ in 0..300 {
        let mut position = Go9::new();
        for _ in 0..position.max_plies() {
            if position.turn().is_over() {
                break;
            }
            let mut text = String::new();
            position.write_position(&mut text).unwrap();
            assert_eq!(*seen.entry(position.hash64()).or_insert_with(|| text.clone()), text);
            position.play(position.random_playout_move(&mut rng));
        }
    }
    assert!(seen.len() > 20_000);
}

#[test]
fn positions_have_the_same_size_everywhere() {
    assert_eq!((size_of::<Go9>(), align_of::<Go9>()), (296, 8));
    assert_eq!((size_of::<GoAny>(), align_of::<GoAny>()), (2160, 8));
    assert_eq!(size_of::<GoMove>(), 2);
}

/// Komi decides who wins, so a tree that was searched under another one is about another position.
#[test]
fn komi_is_part_of_the_hash() {
    let position = Go9::new();
    assert_ne!(position.hash64(), position.with_komi(0).hash64());
    assert_eq!(position.repetition_key(), position.with_komi(0).repetition_key());
}

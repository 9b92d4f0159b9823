//! Go's notation: round trips, and errors that help.

use crate::common::{after, drawing, move_text, position_text, refuses, survives_noise};
use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_games::go::{Go9, GoAny, GoMove};

#[test]
fn corners_are_where_go_players_expect_them() {
    let board = GoAny::new(19).unwrap();
    for (text, row, column) in
        [("A1", 0, 0), ("T1", 0, 18), ("A19", 18, 0), ("T19", 18, 18), ("J10", 9, 8), ("H3", 2, 7)]
    {
        let mv = board.parse_move(text).unwrap();
        assert_eq!(mv.point(), Some(row * 19 + column));
        assert_eq!(board.parse_move(&text.to_lowercase()), Some(mv));
        assert_eq!(move_text(&board, mv), text);
    }
    assert_eq!(board.parse_move("PASS"), Some(GoMove::PASS));
    for wrong in ["", "I5", "A0", "A20", "U1", "A", "5", "A+5", "A05", "A 5", "é1", "A1x", "passe"]
    {
        assert_eq!(board.parse_move(wrong), None, "{wrong}");
    }
    assert_eq!(Go9::new().parse_move("K1"), None);
}

#[test]
fn moves_and_positions_round_trip() {
    let mut rng = Rng::new(8);
    let mut kos = 0;
    for size in [2, 3, 5, 9, 13, 19] {
        for number in 0..20 {
            let mut position = GoAny::new(size).unwrap().with_komi(number * 3 - 20);
            for _ in 0..position.max_plies() {
                let again =
                    GoAny::new(size).unwrap().parse_position(&position_text(&position)).unwrap();
                assert_eq!(again, position);
                assert_eq!(again.hash64(), position.hash64());
                assert!(again.legal_moves().eq(position.legal_moves()));
                kos += usize::from(position.ko().is_some());
                if position.turn().is_over() {
                    break;
                }
                for mv in position.legal_moves() {
                    assert_eq!(position.parse_move(&move_text(&position, mv)), Some(mv));
                }
                position.play(position.random_playout_move(&mut rng));
            }
        }
    }
    assert!(kos > 100, "ko points were among them");
}

#[test]
fn a_position_reads_like_this() {
    let mut position = Go9::new();
    for text in ["D6", "E6", "pass"] {
        position.play(position.parse_move(text).unwrap());
    }
    assert_eq!(position_text(&position), "9/9/9/3XO4/9/9/9/9/9 w - 1 7.5");
    assert_eq!(position_text(&position.with_komi(-1)), "9/9/9/3XO4/9/9/9/9/9 w - 1 -0.5");
    assert_eq!(
        position_text(&GoAny::new(19).unwrap().with_komi(0)),
        format!("19{} b - 0 0", "/19".repeat(18))
    );
    let short = Go9::new().with_komi(3).parse_position("9/9/9/...xo4/9/9/9/9/9 W - 1").unwrap();
    assert_eq!(short, position.with_komi(3), "komi may be left out, empty points dotted");
}

#[test]
fn errors_say_what_would_be_right() {
    let board = GoAny::new(3).unwrap();
    refuses(
        &board,
        &[
            ("", "rows"),
            ("3/3 b - 0", "as many rows"),
            ("3/3/3/3 b - 0", "as many rows"),
            ("3/4/3 b - 0", "as many places"),
            ("3/2/3 b - 0", "as many places"),
            ("3/XXXX/3 b - 0", "as many places"),
            ("3/0X2/3 b - 0", "as many places"),
            ("3/99999999999999999999999/3 b - 0", "as many places"),
            ("3/?2/3 b - 0", "X for black"),
            ("3/3/3", "b or w"),
            ("3/3/3 x - 0", "b or w"),
            ("OX1/X2/3 b - 0", "liberty"),
            ("3/3/3 b", "ko point"),
            ("3/3/3 b Z9 0", "ko point"),
            ("3/3/3 b B2 0", "ko point"),
            ("3/3/3 b -", "passes"),
            ("3/3/3 b - 3", "passes"),
            ("X1X/OXO/1O1 w B3 1", "ko after a pass"),
            ("3/3/3 b - 0 7.25", "komi"),
            ("3/3/3 b - 0 +-7", "komi"),
            ("3/3/3 b - 0 99999", "komi"),
            ("3/3/3 b - 0 7.5 more", "follow"),
        ],
    );
}

#[test]
fn a_drawing_has_coordinates() {
    let position = after(GoAny::new(3).unwrap(), "A3 B2");
    let expected = "   A B C\n 3 X . . 3\n 2 . O . 2\n 1 . . . 1\n   A B C\n";
    assert_eq!(drawing(&position), expected);
    assert_eq!((position.player_name(0), position.player_name(1)), ("Black", "White"));
}

#[test]
fn noise_is_rejected_quietly() {
    survives_noise(&GoAny::new(2).unwrap(), "12/XO.bw-A1é", " b - 0");
}

//! Chess as text: FEN, moves in both notations, and what people are told.

use crate::common::{after, at, drawing, move_text, position_text, refuses, survives_noise};
use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_games::chess::{Chess, START};

fn start() -> Chess {
    Chess::default()
}

fn fen(text: &str) -> Chess {
    at(&start(), text)
}

fn san(position: &Chess, text: &str) -> String {
    let mut san = String::new();
    position.write_san(position.parse_move(text).unwrap(), &mut san).unwrap();
    san
}

#[test]
fn positions_are_written_as_they_are_read() {
    for line in
        include_str!("chess_perft.csv").lines().filter(|line| !line.starts_with('#')).skip(1)
    {
        let text = line.split(';').nth(1).unwrap();
        let position = fen(text);
        assert_eq!(position, fen(&position_text(&position)));
        let fields = |text: &str| -> Vec<String> { text.split(' ').map(String::from).collect() };
        let (read, written) = (fields(text), fields(&position_text(&position)));
        assert_eq!((&read[..2], &read[4..]), (&written[..2], &written[4..]));
    }
    assert_eq!(position_text(&start()), START);
}

#[test]
fn fields_at_the_end_may_be_left_out() {
    assert_eq!(fen("4k3/8/8/8/8/8/4P3/4K3 w"), fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    assert_eq!(
        position_text(&fen(" 4k3/8/8/8/8/8/4P3/4K3  b  - ")),
        "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
    );
    assert!(position_text(&fen("4k3/8/8/8/8/8/4P3/4K3 w - - 7 0")).ends_with(" 7 1"));
    assert!(position_text(&fen("4k3/8/8/8/8/8/4P3/4K3 w - - 230 200")).ends_with(" 100 200"));
}

#[test]
fn rights_without_king_or_rook_are_dropped() {
    for (text, rights) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "KQkq"),
        ("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "Kq"),
        ("r4k1r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQ"),
        ("r3k2r/8/8/8/8/8/8/b3K2R w KQkq - 0 1", "Kkq"),
        ("R3k2r/8/8/4b3/8/8/8/4K2R b KQkq - 0 1", "Kk"),
    ] {
        let expected = fen(&text.replace(text.split(' ').nth(2).unwrap(), rights));
        assert_eq!(fen(text), expected);
        assert_eq!(position_text(&fen(text)).split(' ').nth(2), Some(rights), "{text}");
    }
}

#[test]
fn impossible_positions_are_explained() {
    refuses(
        &start(),
        &[
            ("", "first come the rows"),
            ("8/8/8 w", "as many rows"),
            ("4k3/8/8/8/8/8/8/4K4 w", "as many places"),
            ("4k3/8/8/8/8/8/8/4K2X w", "PNBRQK for White"),
            ("4k3/8/8/8/8/8/8/4K3 x", "w or b"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has more than one king"),
            ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has more than eight pawns"),
            ("4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 1", "White has more pieces than"),
            ("4k3/pppppppp/nnn5/8/8/8/8/4K3 w - - 0 1", "Black has more pieces than"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "no pawn can be on"),
            ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "no pawn can be on"),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "not to move is in check"),
            ("8/8/8/8/8/3k4/4K3/8 w - - 0 1", "not to move is in check"),
            ("4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1", "more than two pieces"),
            ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "letters of KQkq"),
            ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "letters of KQkq"),
            ("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "comes the en passant square"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "on row 6 if White"),
            ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "hostile pawn"),
            ("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", "hostile pawn"),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the fifth field"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "the sixth field"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e4", "nothing may follow"),
        ],
    );
}

#[test]
fn whatever_is_typed_does_no_harm() {
    survives_noise(&start(), "NBRQabcdefgh12345678x=+#O-0", "/8/8/8/4k3/8/8/K7 w KQ - 0 1");
}

#[test]
fn both_notations_are_read_in_every_position() {
    let (mut rng, mut written) = (Rng::new(9), 0);
    for _ in 0..60 {
        let mut position = start();
        while !position.turn().is_over() {
            let mut all = vec![];
            for mv in position.moves() {
                let mut san = String::new();
                position.write_san(mv, &mut san).unwrap();
                assert_eq!(position.parse_san(&san), Some(mv), "{san}");
                assert_eq!(position.parse_move(&san), Some(mv), "{san}");
                let uci = move_text(&position, mv);
                assert_eq!(position.parse_move(&uci), Some(mv));
                let long =
                    format!("{}{}", &san[..usize::from(san.starts_with(char::is_uppercase))], uci);
                assert!(
                    san.starts_with('O') || uci.len() == 5 || position.parse_san(&long) == Some(mv)
                );
                let mut next = position;
                next.play(mv);
                let mate =
                    next.turn().is_over() && next.checkers() != 0 && next.moves().count() == 0;
                assert_eq!(san.ends_with('#'), mate, "{san}");
                assert_eq!(san.ends_with('+'), next.checkers() != 0 && !mate, "{san}");
                all.push(san);
                written += 1;
            }
            all.sort();
            all.dedup();
            assert_eq!(all.len(), position.moves().count(), "each move has its own text");
            let mv = position.random_playout_move(&mut rng);
            position.play(mv);
        }
    }
    assert!(written > 100_000, "{written}");
}

#[test]
fn san_names_no_more_than_it_must() {
    // Three queens that can all go to e1: square, row and column.
    let position = fen("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1");
    assert_eq!(san(&position, "h4e1"), "Qh4e1");
    assert_eq!(san(&position, "e4e1"), "Qee1");
    assert_eq!(san(&position, "h1e1"), "Q1e1");
    let position = fen("3r3r/8/8/R7/7k/n7/8/R3K3 w - - 0 1");
    assert_eq!(san(&position, "a1a3"), "R1xa3");
    assert_eq!(san(&position, "a5a4"), "Ra4+");
    // A pinned knight does not count.
    let position = fen("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert_eq!(san(&position, "g1e2"), "Ne2");
    let position = fen("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1");
    assert_eq!(san(&position, "g1e2"), "Nge2");
    // Promotion, en passant, castling with check.
    assert_eq!(san(&fen("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e7d8n"), "exd8=N");
    assert_eq!(san(&fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), "d4e3"), "dxe3");
    assert_eq!(san(&fen("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"), "O-O+");
    assert_eq!(san(&after(start(), "f3 e5 g4"), "d8h4"), "Qh4#");
}

#[test]
fn notations_are_told_apart() {
    // A bishop and a knight can both go to c3.
    let position = fen("4k3/8/8/8/8/8/3B4/BN2K3 w - - 0 1");
    let read = |text| position.parse_move(text).map(|mv| move_text(&position, mv));
    assert_eq!(read("b1c3").as_deref(), Some("b1c3"));
    assert_eq!(read("B1c3").as_deref(), Some("a1c3"));
    assert_eq!(read("Bac3").as_deref(), Some("a1c3"));
    assert_eq!(read("Bc3"), None, "two bishops");
    assert_eq!(read("B1C3").as_deref(), Some("a1c3"));
    let read = |text| start().parse_move(text).map(|mv| move_text(&start(), mv));
    for text in ["e2e4", "E2E4", "e4", "e2-e4", "e4!?"] {
        assert_eq!(read(text).as_deref(), Some("e2e4"), "{text}");
    }
    for text in ["Nf3", "Ngf3", "Ng1f3", "Ng1-f3", "g1f3", "G1F3"] {
        assert_eq!(read(text).as_deref(), Some("g1f3"), "{text}");
    }
    for text in ["", "e", "e5", "e2e5", "O-O", "Nf4", "xe4q", "e4=Q", "é4", "+", "e2e4q"] {
        assert_eq!(read(text), None, "{text}");
    }
    let promotes = fen("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    let read = |text| promotes.parse_move(text).map(|mv| move_text(&promotes, mv));
    for text in ["e7e8q", "E7E8Q", "e8=Q", "e8Q", "e7e8Q"] {
        assert_eq!(read(text).as_deref(), Some("e7e8q"), "{text}");
    }
    assert_eq!(read("e8"), None, "what it becomes must be said");
    assert_eq!(read("e7e8k"), None);
    let castles = fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["O-O-O", "0-0-0", "e1c1", "O-O-O+"] {
        assert_eq!(castles.parse_move(text).map(|mv| mv.to()), Some(2), "{text}");
    }
}

#[test]
fn illegal_moves_are_explained() {
    for (text, mv, said) in [
        (START, "e4e5", "does not start on one of your pieces"),
        (START, "e7e5", "does not start on one of your pieces"),
        (START, "a1a2", "ends on a piece of yours"),
        (START, "a1a3", "has something in its way"),
        (START, "e2e5", "is no move of a pawn"),
        (START, "e2d3", "captures nothing"),
        (START, "b1b3", "is no move of a knight"),
        (START, "e2e4q", "only a pawn that reaches"),
        (START, "e1g1", "pieces between"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "pinned"),
        ("4k3/4r3/8/8/8/8/2N5/4K3 w - - 0 1", "c2a3", "does not answer the check"),
        ("4k3/4r3/8/8/8/8/2N5/4K3 w - - 0 1", "e1e2", "where it can be captured"),
        ("4k3/8/8/8/8/8/4p3/R3K2R b KQ - 0 1", "e2f1q", "captures nothing"),
        ("6k1/4P3/8/8/8/8/8/R3K2R w KQ - 0 1", "e7e8", "add what the pawn becomes"),
        ("6k1/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "the king or that rook has moved"),
        ("6k1/8/8/4r3/8/8/8/R3K2R w KQ - 0 1", "e1g1", "may not do in check"),
        ("6k1/8/8/5r2/8/8/8/R3K2R w KQ - 0 1", "e1g1", "pass or reach an attacked square"),
        ("6k1/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4", "can mean several moves"),
    ] {
        let position = fen(text);
        assert_eq!(position.parse_move(mv), None, "{text} {mv}");
        let why = position.why_illegal(mv).unwrap_or_else(|| panic!("{text} {mv}"));
        assert!(why.contains(said), "{text} {mv}: {why}");
    }
    assert_eq!(start().why_illegal("hello"), None);
}

#[test]
fn the_board_is_drawn() {
    assert_eq!(
        drawing(&after(start(), "e4")),
        " 8 r n b q k b n r\n 7 p p p p p p p p\n 6 . . . . . . . .\n 5 . . . . . . . .\n \
         4 . . . . P . . .\n 3 . . . . . . . .\n 2 P P P P . P P P\n 1 R N B Q K B N R\n   \
         a b c d e f g h\n"
    );
    assert!(drawing(&after(start(), "e4 f6 Qh5")).ends_with("\nBlack is in check\n"));
}

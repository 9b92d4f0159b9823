//! A game in which either colour may move at any time.

use cairn_core::{Game, Rng};
use cairn_games::go::{BLACK, GoAny, GoMove, WHITE};
use cairn_gtp::{ColouredMove, GameMemory, GtpError, GtpGame};

#[test]
fn two_bytes_hold_a_move() {
    for player in [BLACK, WHITE] {
        for mv in [GoMove::PASS, GoMove::at(0), GoMove::at(360)] {
            let played = ColouredMove::new(player, mv);
            assert_eq!((played.player(), played.mv()), (player, mv));
        }
    }
}

#[test]
fn taking_back_returns_to_each_position_before() {
    let mut memory = GameMemory::<6>::new();
    let mut game = GtpGame::new(GoAny::new(3).unwrap(), memory.lists());
    let mut before = Vec::new();
    for (player, point) in [(0, 4), (0, 1), (1, 0), (0, 3), (1, 8), (0, 0)] {
        before.push(*game.position());
        game.play(player, GoMove::at(point)).unwrap();
    }
    let full = game.play(WHITE, GoMove::PASS).unwrap_err();
    assert!(full.to_string().contains("too long"), "{full}");
    for position in before.iter().rev() {
        game.undo().unwrap();
        assert_eq!(game.position(), position);
    }
    assert_eq!(game.undo(), Err(GtpError::Message("cannot undo")));
}

/// Black takes a ko and later, without a move of White's between, may not fill it in a way that
/// repeats the board; the other colour's moves are held to the same rule.
#[test]
fn superko_holds_for_both_colours() {
    let start = GoAny::new(4).unwrap();
    let start = start.parse_position("1XO1/X1XO/1XO1/4 w - 0 0").unwrap();
    let mut memory = GameMemory::<20>::new();
    let mut game = GtpGame::new(start, memory.lists());
    let [take, retake] = ["B3", "C3"].map(|text| GoMove::at(start.parse_point(text).unwrap()));
    game.play(WHITE, take).unwrap();
    assert_eq!(game.play(BLACK, retake), Err(GtpError::IllegalMove), "the ko");
    game.play(WHITE, GoMove::PASS).unwrap();
    assert_eq!(game.play(BLACK, retake), Err(GtpError::IllegalMove), "superko");
    assert!(game.repeats(BLACK, retake) && !game.repeats(WHITE, retake));
    // After two passes too, and a third leaves the game over.
    for _ in 0..2 {
        game.play(BLACK, GoMove::PASS).unwrap();
        assert_eq!(game.position().passes(), 2);
    }
    assert_eq!(game.play(BLACK, retake), Err(GtpError::IllegalMove));
}

/// Random games on tiny boards, where positions keep recurring: the moves that repeat a position are
/// those that lead to a board in a list of all earlier ones.
#[test]
fn repetitions_are_found_and_only_they() {
    let stones = |position: &GoAny| [BLACK, WHITE].map(|player| position.stones(player));
    let mut rng = Rng::new(5);
    let mut found = 0;
    for size in [2, 3, 4].repeat(50) {
        let mut memory = GameMemory::<80>::new();
        let mut game = GtpGame::new(GoAny::new(size).unwrap(), memory.lists());
        let mut boards = Vec::new();
        for _ in 0..60 {
            boards.push(stones(game.position()));
            let mut allowed = vec![(BLACK, GoMove::PASS), (WHITE, GoMove::PASS)];
            for player in [BLACK, WHITE] {
                let position = game.position().continued_by(player);
                for mv in position.legal_moves().filter(|mv| mv.point().is_some()) {
                    let mut next = position;
                    next.play(mv);
                    let repeats = boards.contains(&stones(&next));
                    assert_eq!(game.repeats(player, mv), repeats, "{position:?} {mv:?}");
                    match repeats {
                        true => found += 1,
                        false => allowed.push((player, mv)),
                    }
                }
            }
            let (player, mv) = allowed[rng.below(allowed.len() as u32) as usize];
            game.play(player, mv).unwrap();
        }
    }
    assert!(found > 1000, "{found} are too few");
}

/// A game may leave no stone to place; it goes on with passes.
#[test]
fn a_tiny_board_never_gets_stuck() {
    let mut memory = GameMemory::<200>::new();
    let mut game = GtpGame::new(GoAny::new(2).unwrap(), memory.lists());
    for ply in 0..100 {
        let player = ply % 2;
        let mv = (0..4).map(GoMove::at).find(|&mv| game.play(player, mv).is_ok());
        if mv.is_none() {
            game.play(player, GoMove::PASS).unwrap();
        }
    }
    assert_eq!(game.moves().len(), 100);
}

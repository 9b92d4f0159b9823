//! Tic-tac-toe: all its games, its value, its text.

use cairn_core::Game;
use cairn_games::tictactoe::TicTacToe;

/// Games by who won them; 255,168 in all, as is well known.
fn count(position: TicTacToe, games: &mut [u32; 3]) {
    if let Some(outcome) = position.turn().outcome() {
        games[outcome.reward(0, 2) as usize] += 1;
        return;
    }
    for mv in position.legal_moves() {
        let mut next = position;
        next.play(mv);
        count(next, games);
    }
}

#[test]
fn all_games() {
    let mut games = [0; 3];
    count(TicTacToe::default(), &mut games);
    assert_eq!(games, [77_904, 46_080, 131_184], "won by O, drawn, won by X");
}

/// What X gets, of 2, if both play their best.
fn value(position: TicTacToe) -> u32 {
    if let Some(outcome) = position.turn().outcome() {
        return outcome.reward(0, 2);
    }
    let values = position.legal_moves().map(|mv| {
        let mut next = position;
        next.play(mv);
        value(next)
    });
    let best = if position.to_move() == 0 { values.max() } else { values.min() };
    best.expect("an unfinished game has moves")
}

#[test]
fn is_a_draw() {
    assert_eq!(value(TicTacToe::default()), 1);
}

#[test]
fn keeps_the_contract() {
    cairn_core::testkit::check(&TicTacToe::default(), 200, 1);
    cairn_core::testkit::check_uniform(&TicTacToe::default(), 9_000, 1);
}

#[test]
fn positions_are_read_with_care() {
    let read = |text| TicTacToe::default().parse_position(text);
    assert_eq!(read("..x/.../...").unwrap().to_move(), 1);
    assert!(read("X.O/.X.").unwrap_err().contains("nine squares"));
    assert!(read("X.O/.X./..O.").unwrap_err().contains("nine squares"));
    assert!(read("XX./.../...").unwrap_err().contains("as many X as O"));
    assert!(read("O../.../...").unwrap_err().contains("as many X as O"));
}

#[test]
fn squares_have_names() {
    let position = TicTacToe::default();
    assert_eq!(position.parse_move("A1"), Some(0));
    assert_eq!(position.parse_move("c2"), Some(5));
    assert_eq!(position.parse_move("d1"), None);
}

//! The averages that describe a game.

use cairn_arena::{AnyGame, Survey};
use cairn_core::Game;
use cairn_games::tictactoe::TicTacToe;

/// The exact averages of uniformly random tic-tac-toe, by going through the whole tree.
fn expected(position: TicTacToe, share: f64, ply: f64, sums: &mut [f64; 2]) {
    if position.turn().is_over() {
        sums[0] += share * ply;
        return;
    }
    let moves = position.legal_moves().count() as f64;
    sums[1] += share * moves;
    for mv in position.legal_moves() {
        let mut next = position;
        next.play(mv);
        expected(next, share / moves, ply + 1.0, sums);
    }
}

#[test]
fn the_averages_are_right() {
    let start = TicTacToe::default();
    let game = AnyGame::of("tictactoe", &start);
    let mut sums = [0.0; 2];
    expected(start, 1.0, 0.0, &mut sums);
    let [plies, moves] = [sums[0], sums[1] / sums[0]];
    let survey = Survey::new(game.start(), 20_000, 1);
    assert!((survey.plies - plies).abs() < 0.05, "{survey:?}, expected {plies}");
    assert!((survey.moves - moves).abs() < 0.05, "{survey:?}, expected {moves}");
    assert_eq!(survey.cut, 0.0);
    assert_eq!(survey, Survey::new(game.start(), 20_000, 1));
}

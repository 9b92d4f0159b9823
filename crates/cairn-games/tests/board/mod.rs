//! What the tests of several games need.
#![allow(dead_code)]

use std::fmt::Debug;

use cairn_core::Rng;
use cairn_core::game::Game;

pub fn move_text<G: Game>(position: &G, mv: G::Move) -> String {
    let mut text = String::new();
    position.write_move(mv, &mut text).unwrap();
    text
}

pub fn position_text<G: Game>(position: &G) -> String {
    let mut text = String::new();
    position.write_position(&mut text).unwrap();
    text
}

pub fn drawing<G: Game>(position: &G) -> String {
    let mut text = String::new();
    position.draw(&mut text).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 80), "fits a terminal");
    text
}

/// The position after moves separated by blanks.
pub fn after<G: Game>(start: G, moves: &str) -> G {
    let mut position = start;
    for text in moves.split_whitespace() {
        assert!(position.outcome().is_none(), "{text} comes after the end");
        let mv = position.parse_move(text).unwrap_or_else(|| panic!("{text} is not legal"));
        position.play(mv);
    }
    position
}

/// Who has won, if anybody.
pub fn winner<G: Game>(position: &G) -> Option<usize> {
    let outcome = position.outcome()?;
    (0..2).find(|&player| outcome.reward(player) == position.denominator())
}

/// Each text is refused with an error that has the hint in it.
pub fn refuses<G: Game + Debug>(board: &G, cases: &[(&str, &str)]) {
    for (text, hint) in cases {
        let error = board.parse_position(text).expect_err(text);
        assert!(error.contains(hint), "{text}: {error}");
    }
}

/// Whatever is typed, reading it does not panic, and what is accepted is written back the same.
pub fn survives_noise<G: Game + Debug + PartialEq>(board: &G, alphabet: &str, tail: &str) {
    let mut rng = Rng::new(13);
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut accepted = 0;
    for _ in 0..100_000 {
        let mut text: String = (0..rng.below(9))
            .map(|_| alphabet[rng.below(alphabet.len() as u32) as usize])
            .collect();
        let _ = board.parse_move(&text);
        text.push_str(tail);
        if let Ok(position) = board.parse_position(&text) {
            accepted += 1;
            assert_eq!(board.parse_position(&position_text(&position)), Ok(position));
        }
    }
    assert!(accepted > 10, "only {accepted} texts were positions");
}

/// The number of lines of `depth` plies; finished games add none.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    let mut lines = 0;
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play(mv);
        lines += perft(&next, depth - 1);
    }
    lines
}

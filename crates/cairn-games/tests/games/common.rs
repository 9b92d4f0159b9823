//! What the tests of several games need.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::HashMap;
use std::fmt::Debug;

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

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

/// A position from its text.
pub fn at<G: Game>(start: &G, text: &str) -> G {
    start.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves separated by blanks.
pub fn play<G: Game>(position: &mut G, moves: &str) {
    for text in moves.split_whitespace() {
        assert!(position.turn().outcome().is_none(), "{text} comes after the end");
        let mv = position.parse_move(text).unwrap_or_else(|| panic!("{text} is not legal"));
        position.play(mv);
    }
}

/// The position after moves separated by blanks.
pub fn after<G: Game>(mut position: G, moves: &str) -> G {
    play(&mut position, moves);
    position
}

/// The legal moves as text, sorted.
pub fn moves<G: Game>(position: &G) -> Vec<String> {
    let mut list: Vec<_> = position.legal_moves().map(|mv| move_text(position, mv)).collect();
    list.sort();
    list
}

/// What each of two players gets.
pub fn rewards(outcome: Option<Outcome>) -> Option<[u32; 2]> {
    outcome.map(|outcome| [outcome.reward(0, 2), outcome.reward(1, 2)])
}

/// Who has won, if anybody.
pub fn winner<G: Game>(position: &G) -> Option<usize> {
    let outcome = position.turn().outcome()?;
    (0..2).find(|&player| outcome == Outcome::win(player))
}

/// Calls `exclude` with each legal move of `position` that would recreate a position whose
/// [`Game::repetition_key`] is in `seen` (the positions of the real game so far, the current one
/// among them or not). A move that leaves the key as it is, like a pass, is never excluded.
pub fn excluded_by_repetition<G: Game>(
    position: &G,
    seen: &[u64],
    mut exclude: impl FnMut(G::Move),
) {
    let Some(now) = position.repetition_key() else { return };
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play(mv);
        if let Some(key) = next.repetition_key()
            && key != now
            && seen.contains(&key)
        {
            exclude(mv);
        }
    }
}

/// Whether the player to move wins a game without draws, by looking at everything; `known` are the
/// positions that were looked at.
pub fn wins<G: Game>(position: &G, known: &mut HashMap<u64, bool>) -> bool {
    let Turn::Player(player) = position.turn() else { panic!("nobody is to move") };
    if let Some(&wins) = known.get(&position.hash64()) {
        return wins;
    }
    let wins = position.legal_moves().any(|mv| {
        let mut next = *position;
        next.play(mv);
        winner(&next).map_or_else(|| !self::wins(&next, known), |winner| winner == player)
    });
    known.insert(position.hash64(), wins);
    wins
}

/// Two types that hold one game see a random game the same way.
pub fn play_alike<M, G: Game<Move = M>, H: Game<Move = M>>(one: G, other: H, seed: u64)
where
    M: Copy + Eq + Debug,
{
    let (mut one, mut other, mut rng) = (one, other, Rng::new(seed));
    while one.turn().outcome().is_none() {
        assert!(one.legal_moves().eq(other.legal_moves()));
        let mv = one.random_playout_move(&mut rng);
        one.play(mv);
        other.play(mv);
        assert_eq!(one.turn().outcome(), other.turn().outcome());
        assert_eq!(position_text(&one), position_text(&other));
    }
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
    if position.turn().is_over() {
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

/// The perft numbers of depth 1, 2 and so on.
pub fn perfts<G: Game>(position: &G, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(position, depth)).collect()
}

//! Plain minimax, as it is defined: recursive, without anything clever.

use cairn_core::score::Score;
use cairn_core::{Game, Turn};

/// What a search of the tests is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The depth limit.
    pub depth: usize,
    /// Whether finished games count by their margin.
    pub margin: bool,
}

/// To the end of the game, for its outcome.
pub const TO_THE_END: Asked = Asked { depth: usize::MAX, margin: false };

/// A finished game, for the player to move before its last move.
fn ended<G: Game>(position: &G, player: usize, asked: Asked) -> Option<Score> {
    let Turn::Over(outcome) = position.turn() else { return None };
    if asked.margin {
        let margin = (position.capabilities().margin.unwrap().of)(position);
        return Some(Score::number(if player == 0 { margin } else { -margin }));
    }
    Some(Score::of(outcome, player, position.denominator()))
}

/// What a position of an unfinished game is worth to the player to move.
pub fn value<G: Game>(position: &G, asked: Asked) -> Score {
    if asked.depth == 0 {
        let evaluation = position.capabilities().evaluation;
        return evaluation
            .map_or(Score::DRAW, |evaluation| Score::number((evaluation.of)(position)));
    }
    position.legal_moves().map(|mv| move_value(position, mv, asked)).max().expect("a legal move")
}

/// What a move is worth to the player who plays it.
pub fn move_value<G: Game>(position: &G, mv: G::Move, asked: Asked) -> Score {
    let player = position.turn().player().expect("an unfinished game");
    let mut next = *position;
    next.play(mv);
    let score = ended(&next, player, asked).unwrap_or_else(|| {
        let score = value(&next, Asked { depth: asked.depth - 1, ..asked });
        if next.turn() == Turn::Player(player) { score } else { -score }
    });
    score.one_ply_earlier()
}

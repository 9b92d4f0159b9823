//! A real game on the heap, and its moves as text.

use cairn_core::game::Game;
use cairn_core::history::{self, History, Lists};

/// A game being played: [`History`] in vectors.
pub type GameHistory<G> = History<G, Vec<<G as Game>::Move>, Vec<u64>>;

/// A game that begins at `start`.
pub fn new_game<G: Game>(start: G) -> GameHistory<G> {
    History::new(start, Lists::default())
}

/// Plays the move that `text` names.
pub fn play_text<G: Game>(game: &mut GameHistory<G>, text: &str) -> Result<(), MoveError> {
    match game.read_move(text) {
        Ok(mv) => {
            game.play(mv);
            Ok(())
        }
        Err(reason) => {
            let mut message = String::new();
            // Writing to a string cannot fail; a game whose notation fails has none.
            let _ = game.write_error(text, reason, &mut message);
            Err(MoveError { reason, message })
        }
    }
}

/// The moves so far in the game's notation, separated by blanks.
pub fn moves_text<G: Game>(game: &GameHistory<G>) -> String {
    let mut text = String::new();
    let _ = game.write_moves(&mut text);
    text
}

/// A move of `position` in the game's notation.
pub fn move_text<G: Game>(position: &G, mv: G::Move) -> String {
    let mut text = String::new();
    let _ = position.write_move(mv, &mut text);
    text
}

/// A move that cannot be played; it says why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct MoveError {
    /// Why not.
    pub reason: history::MoveError,
    message: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::tictactoe::TicTacToe;

    fn played<G: Game>(start: G, moves: &str) -> Result<GameHistory<G>, MoveError> {
        let mut game = new_game(start);
        moves.split_whitespace().try_for_each(|text| play_text(&mut game, text))?;
        Ok(game)
    }

    #[test]
    fn wrong_moves_are_named() {
        let error = played(TicTacToe::default(), "b2 b4").err().unwrap();
        assert!(error.to_string().starts_with("'b4' is not a legal move here: there are "));
        let error = played(TicTacToe::default(), "b2 b2").err().unwrap();
        assert_eq!(error.to_string(), "b2 is occupied: choose an empty square");
        let error = played(TicTacToe::default(), "a1 a2 b1 b2 c1 c2").err().unwrap();
        assert_eq!(error.reason, history::MoveError::Over);
    }
}

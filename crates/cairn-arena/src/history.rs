//! A game in progress, and its moves as text.

use std::ops::{Deref, DerefMut};

use cairn_core::game::{Game, Outcome, Turn};
use cairn_core::history::{History, Lists, MoveError};
use cairn_erased::{AnyMove, AnyPosition};

/// A game in progress: core's [`History`] for any game, stored in vectors, with text.
#[derive(Clone, Debug)]
pub struct GameHistory(History<AnyPosition, Vec<AnyMove>, Vec<u64>>);

impl Deref for GameHistory {
    type Target = History<AnyPosition, Vec<AnyMove>, Vec<u64>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for GameHistory {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl GameHistory {
    /// A game that begins at `start`.
    pub fn new(start: AnyPosition) -> Self {
        GameHistory(History::new(start, Lists::default()))
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.turn().outcome()
    }

    /// The player to move; `None` at a chance node or after the end.
    pub fn mover(&self) -> Option<usize> {
        self.turn().player()
    }

    /// What a player is called.
    pub fn player_name(&self, player: usize) -> &'static str {
        self.position().player_name(player)
    }

    /// The largest reward; see [`Game::denominator`].
    pub fn denominator(&self) -> u32 {
        self.position().denominator()
    }

    /// How many moves have been played.
    pub fn plies(&self) -> usize {
        self.moves().len()
    }

    /// The moves so far in the game's notation, separated by blanks.
    pub fn moves_text(&self) -> String {
        written(|out| self.write_moves(out)).unwrap_or_default()
    }

    /// A move of the position in the game's notation.
    pub fn move_text(&self, mv: AnyMove) -> String {
        move_text(self.position(), mv)
    }

    /// A sequence of moves from this position, in the game's notation.
    pub fn line_text(&self, moves: &[AnyMove]) -> Vec<String> {
        let mut position = *self.position();
        let text = |&mv| {
            let text = move_text(&position, mv);
            position.play(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    /// Who made each move; `None` is chance.
    pub fn movers(&self) -> Vec<Option<usize>> {
        let mut movers = Vec::new();
        self.for_each_move(|position, _| movers.push(position.turn().player()));
        movers
    }

    /// The moves that may be played now, in the game's notation.
    pub fn legal_moves(&self) -> Vec<String> {
        self.allowed().map(|mv| self.move_text(mv)).collect()
    }

    /// At a chance node, each possible outcome with its weight; otherwise empty.
    pub fn chance_moves(&self) -> Vec<(String, u32)> {
        let chance = self.turn() == Turn::Chance;
        let moves = self.allowed().filter(|_| chance);
        moves.map(|mv| (self.move_text(mv), self.position().weight(mv))).collect()
    }

    /// Plays the move that `text` names.
    pub fn play_text(&mut self, text: &str) -> Result<(), PlayTextError> {
        match self.read_move(text) {
            Ok(mv) => {
                self.play(mv);
                Ok(())
            }
            Err(reason) => {
                let message = written(|out| self.write_error(text, reason, out));
                Err(PlayTextError { reason, message: message.unwrap_or_default() })
            }
        }
    }

    /// The position as [`AnyGame::at`](crate::AnyGame::at) reads it, if the game has a notation.
    pub fn position_text(&self) -> Option<String> {
        written(|out| self.position().write_position(out))
    }

    /// A drawing of the position, if the game has one.
    pub fn drawing(&self) -> Option<String> {
        written(|out| self.position().draw(out))
    }
}

/// A move of `position` in the game's notation.
pub fn move_text<G: Game>(position: &G, mv: G::Move) -> String {
    written(|out| position.write_move(mv, out)).unwrap_or_default()
}

/// The text that `write` writes; `None` if the game has no such notation.
fn written(write: impl FnOnce(&mut String) -> std::fmt::Result) -> Option<String> {
    let mut text = String::new();
    write(&mut text).ok().map(|()| text)
}

/// Why a move given as text cannot be played; the message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PlayTextError {
    /// The reason.
    pub reason: MoveError,
    message: String,
}

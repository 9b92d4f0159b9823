//! Games under way.

use std::any::Any;

use cairn_core::game::{Game, Outcome};

use crate::play::{MoveError, Play, move_text};

/// A game under way: [`Play`] of any game.
pub trait AnyPlay: Any + Send {
    /// The same game, to go on by itself.
    fn copy(&self) -> Box<dyn AnyPlay>;
    /// Whose turn it is.
    fn to_move(&self) -> usize;
    /// What a player is called.
    fn player_name(&self, player: usize) -> &'static str;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// What rewards are out of.
    fn denominator(&self) -> u32;
    /// How many moves were made.
    fn plies(&self) -> usize;
    /// The moves so far.
    fn moves_text(&self) -> String;
    /// Who made each move.
    fn movers(&self) -> Vec<usize>;
    /// The moves that may be played now.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a move.
    fn play_text(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;
    /// The position as [`AnyGame::at`](super::AnyGame::at) reads it, if the game has a notation.
    fn position_text(&self) -> Option<String>;
    /// The position as people look at it, if the game can draw it.
    fn drawing(&self) -> Option<String>;
}

impl<G: Game + Send + 'static> AnyPlay for Play<G> {
    fn copy(&self) -> Box<dyn AnyPlay> {
        Box::new(self.clone())
    }
    fn to_move(&self) -> usize {
        self.position().to_move()
    }
    fn player_name(&self, player: usize) -> &'static str {
        self.position().player_name(player)
    }
    fn outcome(&self) -> Option<Outcome> {
        Play::outcome(self)
    }
    fn denominator(&self) -> u32 {
        self.position().denominator()
    }
    fn plies(&self) -> usize {
        self.moves().len()
    }
    fn moves_text(&self) -> String {
        Play::moves_text(self)
    }
    fn movers(&self) -> Vec<usize> {
        Play::movers(self)
    }
    fn legal_moves(&self) -> Vec<String> {
        let position = self.position();
        let allowed = position.legal_moves().filter(|mv| !self.excluded().contains(mv));
        allowed.map(|mv| move_text(position, mv)).collect()
    }
    fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        Play::play_text(self, text)
    }
    fn undo(&mut self) -> bool {
        Play::undo(self)
    }
    fn position_text(&self) -> Option<String> {
        let mut text = String::new();
        self.position().write_position(&mut text).ok().map(|()| text)
    }
    fn drawing(&self) -> Option<String> {
        let mut text = String::new();
        self.position().draw(&mut text).ok().map(|()| text)
    }
}

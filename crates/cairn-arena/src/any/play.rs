//! Games under way.

use std::any::Any;

use cairn_core::game::{Game, Outcome, Turn};

use crate::history::{GameHistory, MoveError, move_text, moves_text, play_text};

/// A game under way: [`GameHistory`] of any game.
pub trait AnyPlay: Any + Send {
    /// The same game, to go on by itself.
    fn copy(&self) -> Box<dyn AnyPlay>;
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// From now on, chance's moves are played by themselves
    /// ([`History::set_dice`](cairn_core::history::History::set_dice)).
    fn set_dice(&mut self, seed: u64);
    /// What a player is called.
    fn player_name(&self, player: usize) -> &'static str;
    /// What rewards are out of.
    fn denominator(&self) -> u32;
    /// How many moves were made.
    fn plies(&self) -> usize;
    /// The moves so far.
    fn moves_text(&self) -> String;
    /// Who made each move; `None` is chance.
    fn movers(&self) -> Vec<Option<usize>>;
    /// The moves that may be played now.
    fn legal_moves(&self) -> Vec<String>;
    /// What can come of chance, each with its weight, if it is chance's turn.
    fn chance_moves(&self) -> Vec<(String, u32)>;
    /// Plays a move.
    fn play_text(&mut self, text: &str) -> Result<(), MoveError>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;
    /// The position as [`AnyGame::at`](super::AnyGame::at) reads it, if the game has a notation.
    fn position_text(&self) -> Option<String>;
    /// The position as people look at it, if the game can draw it.
    fn drawing(&self) -> Option<String>;
}

impl dyn AnyPlay + '_ {
    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.turn().outcome()
    }

    /// The player to move, if one is.
    pub fn mover(&self) -> Option<usize> {
        self.turn().player()
    }
}

impl<G: Game + Send + 'static> AnyPlay for GameHistory<G> {
    fn copy(&self) -> Box<dyn AnyPlay> {
        Box::new(self.clone())
    }
    fn turn(&self) -> Turn {
        GameHistory::turn(self)
    }
    fn set_dice(&mut self, seed: u64) {
        GameHistory::set_dice(self, seed);
    }
    fn player_name(&self, player: usize) -> &'static str {
        self.position().player_name(player)
    }
    fn denominator(&self) -> u32 {
        self.position().denominator()
    }
    fn plies(&self) -> usize {
        self.moves().len()
    }
    fn moves_text(&self) -> String {
        moves_text(self)
    }
    fn movers(&self) -> Vec<Option<usize>> {
        let mut movers = Vec::new();
        self.for_each_move(|position, _| movers.push(position.turn().player()));
        movers
    }
    fn legal_moves(&self) -> Vec<String> {
        self.allowed().map(|mv| move_text(self.position(), mv)).collect()
    }
    fn chance_moves(&self) -> Vec<(String, u32)> {
        let position = self.position();
        let chance = GameHistory::turn(self) == Turn::Chance;
        let moves = self.allowed().filter(|_| chance);
        moves.map(|mv| (move_text(position, mv), position.weight(mv))).collect()
    }
    fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        play_text(self, text)
    }
    fn undo(&mut self) -> bool {
        GameHistory::undo(self)
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

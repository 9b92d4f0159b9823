//! A real game: a position and how it came about.

use std::fmt::Write;

use cairn_core::game::{Game, Outcome, excluded_by_repetition};

/// A game of so many times [`Game::max_plies`] ends there, so that every game ends.
const LONGEST: usize = 4;

/// A game being played. It knows what a position does not: the moves so far, and so the moves that
/// would repeat an earlier position where that is forbidden (superko).
#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    start: G,
    position: G,
    moves: Vec<G::Move>,
    seen: Vec<u64>,
    excluded: Vec<G::Move>,
}

impl<G: Game> Play<G> {
    /// A game that begins at `start`.
    pub fn new(start: G) -> Self {
        let seen = start.repetition_key().into_iter().collect();
        Play { start, position: start, moves: Vec::new(), seen, excluded: Vec::new() }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Legal moves of the position that this game forbids because they would repeat an earlier one.
    pub fn excluded(&self) -> &[G::Move] {
        &self.excluded
    }

    /// How the game ended, if it has: by its rules, or because it was too long or left no move that
    /// does not repeat a position; then it is worth [`Game::cutoff`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let too_long = self.moves.len() >= LONGEST * self.start.max_plies();
            let stuck = !self.excluded.is_empty()
                && self.position.legal_moves().all(|mv| self.excluded.contains(&mv));
            (too_long || stuck).then(|| self.position.cutoff())
        })
    }

    /// Plays a legal move that is not excluded.
    pub fn play(&mut self, mv: G::Move) {
        debug_assert!(!self.excluded.contains(&mv));
        self.position.play(mv);
        self.moves.push(mv);
        self.seen.extend(self.position.repetition_key());
        self.excluded.clear();
        if self.position.outcome().is_none() {
            excluded_by_repetition(&self.position, &self.seen, |mv| self.excluded.push(mv));
        }
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((_, moves)) = self.moves.split_last() else { return false };
        // From the start: a position cannot be unplayed, and nobody undoes in a hurry.
        let mut before = Play::new(self.start);
        moves.iter().for_each(|&mv| before.play(mv));
        *self = before;
        true
    }

    /// Plays the move that `text` names.
    pub fn play_text(&mut self, text: &str) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over(text.into()));
        }
        let Some(mv) = self.position.parse_move(text) else {
            let (why, text) = (self.position.why_illegal(text), text.into());
            return Err(match why {
                Some(why) => MoveError::Because { text, why },
                None => MoveError::Illegal { text, legal: self.some_moves() },
            });
        };
        if self.excluded.contains(&mv) {
            return Err(MoveError::Repeats(text.into()));
        }
        self.play(mv);
        Ok(())
    }

    /// The moves so far in the game's notation, separated by blanks.
    pub fn moves_text(&self) -> String {
        let mut position = self.start;
        let mut text = String::new();
        for &mv in &self.moves {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&move_text(&position, mv));
            position.play(mv);
        }
        text
    }

    /// Who made each move.
    pub fn movers(&self) -> Vec<usize> {
        let mut position = self.start;
        let mover = |&mv: &G::Move| {
            let player = position.to_move();
            position.play(mv);
            player
        };
        self.moves.iter().map(mover).collect()
    }

    /// The first few legal moves, as an example.
    fn some_moves(&self) -> String {
        const SHOWN: usize = 8;
        let mut text = String::new();
        let allowed = || self.position.legal_moves().filter(|mv| !self.excluded.contains(mv));
        for (index, mv) in allowed().take(SHOWN).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}{}", move_text(&self.position, mv));
        }
        if allowed().nth(SHOWN).is_some() {
            text.push_str(", …");
        }
        text
    }
}

/// A move of `position` in the game's notation.
pub fn move_text<G: Game>(position: &G, mv: G::Move) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail; a game whose notation fails has none.
    let _ = position.write_move(mv, &mut text);
    text
}

/// A move that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The game is over.
    #[error("'{0}' comes after the end of the game")]
    Over(String),
    /// The position has no such move.
    #[error("'{text}' is not a legal move here: there are {legal}")]
    Illegal {
        /// The move.
        text: String,
        /// Some that are.
        legal: String,
    },
    /// The rules forbid it, and the game says why.
    #[error("{text} {why}")]
    Because {
        /// The move.
        text: String,
        /// What is wrong with it ([`Game::why_illegal`]).
        why: &'static str,
    },
    /// The move would repeat an earlier position.
    #[error("'{0}' would repeat an earlier position of the game (superko): play elsewhere first")]
    Repeats(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::go::GoAny;
    use cairn_games::tictactoe::TicTacToe;

    fn play<G: Game>(start: G, moves: &str) -> Result<Play<G>, MoveError> {
        let mut play = Play::new(start);
        moves.split_whitespace().try_for_each(|text| play.play_text(text))?;
        Ok(play)
    }

    /// Black's last move would take three white stones and leave just A1, as after the first move:
    /// no simple ko forbids it.
    #[test]
    fn superko_looks_back_over_the_whole_game() {
        let board = GoAny::new(2).unwrap();
        let game = play(board, "A1 B2 A2 B1 A1 A2").unwrap();
        let a1 = game.position().parse_move("A1").expect("legal but for the game's history");
        assert_eq!(game.excluded(), [a1]);
        assert_eq!(game.clone().play_text("A1"), Err(MoveError::Repeats("A1".into())));
        assert_eq!(game.moves_text(), "A1 B2 A2 B1 A1 A2");
    }

    #[test]
    fn every_game_ends() {
        let mut game = Play::new(GoAny::new(2).unwrap());
        assert_eq!(game.outcome(), None);
        game.moves = vec![cairn_games::go::GoMove::PASS; LONGEST * game.start.max_plies()];
        assert_eq!(game.outcome(), Some(game.position.cutoff()));
    }

    #[test]
    fn wrong_moves_are_named() {
        let error = play(TicTacToe::default(), "b2 b4").err().unwrap();
        assert!(error.to_string().starts_with("'b4' is not a legal move here: there are "));
        let error = play(TicTacToe::default(), "b2 b2").err().unwrap();
        assert_eq!(error.to_string(), "b2 is occupied: choose an empty square");
        let error = play(TicTacToe::default(), "a1 a2 b1 b2 c1 c2").err().unwrap();
        assert_eq!(error, MoveError::Over("c2".into()));
    }
}

//! Checks that a recorded game can have been played, before it counts.

use cairn_arena::{AnyGame, Conditions, GameRecord, GameStatus, guarded};

use crate::pairing::{Pairing, PairingError};

/// Checks the games of a pairing.
pub(crate) struct Referee {
    game: AnyGame,
    conditions: Conditions,
    denominator: u32,
}

impl Referee {
    pub fn new(pairing: &Pairing) -> Result<Self, PairingError> {
        let game = AnyGame::new(&pairing.game)?;
        let denominator = game.history().denominator();
        Ok(Referee { game, conditions: pairing.conditions(), denominator })
    }

    /// Checks the numbers of a game without its moves.
    fn check_numbers(&self, game: &GameRecord) -> Result<(), String> {
        let GameRecord { seat, status, reward, denominator, opening, plies, .. } = *game;
        let (players, moves) = (self.game.players(), game.moves.split_whitespace().count());
        let right = game.number as usize % players;
        if seat != right {
            return Err(format!("its seat is {seat}, but A has seat {right} in that game"));
        }
        if denominator != self.denominator {
            return Err(format!("its denominator is {denominator}, not {}", self.denominator));
        }
        if reward > denominator {
            return Err(format!("its reward is {reward}, more than its denominator {denominator}"));
        }
        if status != GameStatus::Done && reward > 0 {
            return Err(format!("its reward is {reward}, but it ended with '{}'", status.name()));
        }
        if opening > plies {
            return Err(format!("its opening has {opening} moves, but it has {plies} plies"));
        }
        // A game whose rules crash may have no moves as text.
        if moves != plies && !(status == GameStatus::Crash && game.moves.is_empty()) {
            return Err(format!("it has {moves} moves, but {plies} plies"));
        }
        // Only a damaged file has such numbers; a store could not keep them.
        if plies >= 1 << 24 || game.playouts.iter().any(|&playouts| playouts >= 1 << 62) {
            return Err("it has an impossible number of plies or playouts".into());
        }
        if !(game.seconds >= 0.0 && game.seconds.is_finite()) {
            return Err(format!("it took {} seconds", game.seconds));
        }
        Ok(())
    }

    /// Checks a game by playing it through.
    pub fn check(&self, game: &GameRecord) -> Result<(), String> {
        self.check_numbers(game)?;
        let crashed = game.status == GameStatus::Crash;
        // It may have crashed in its opening.
        if crashed && game.moves.is_empty() {
            return Ok(());
        }
        match guarded(|| self.replay(game)) {
            Some(found) => found,
            // The rules crashed then, too.
            None if crashed => Ok(()),
            None => Err("the rules crash at its moves".into()),
        }
    }

    fn replay(&self, game: &GameRecord) -> Result<(), String> {
        let round = game.number as usize / self.game.players();
        let Conditions { seed, openings } = &self.conditions;
        let mut play = openings
            .begin(self.game.start(), *seed, round as u64)
            .map_err(|error| format!("it cannot begin: {error}"))?;
        let opening = play.plies();
        if game.opening != opening {
            return Err(format!("its opening has {} moves, not {opening}", game.opening));
        }
        let begun = play.moves_text();
        let mut moves = game.moves.split_whitespace();
        if !begun.split_whitespace().eq(moves.by_ref().take(opening)) {
            return Err(format!("it does not begin with its opening, '{begun}'"));
        }
        play.set_dice(self.conditions.game_seed(game.number));
        for (before, text) in moves.enumerate() {
            let number = opening + before + 1;
            // The dice roll by themselves; their moves are compared below.
            if number > play.plies() {
                play.play_text(text).map_err(|error| format!("move {number}: {error}"))?;
            }
        }
        if play.moves_text() != game.moves {
            return Err(format!("its moves are not those of '{}'", play.moves_text()));
        }
        match (game.status, play.turn().outcome()) {
            (GameStatus::Done, None) => Err("it is not over after its last move".into()),
            (GameStatus::Done, Some(outcome))
                if outcome.reward(game.seat, game.denominator) != game.reward =>
            {
                let right = outcome.reward(game.seat, game.denominator);
                Err(format!("its reward is {}, but its moves give {right}", game.reward))
            }
            (GameStatus::Done, Some(_)) | (GameStatus::Crash, _) | (_, None) => Ok(()),
            (status, Some(_)) => {
                Err(format!("it is over after its last move, not ended by '{}'", status.name()))
            }
        }
    }
}

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
        let mut play = self
            .game
            .opening(&self.conditions, round as u64)
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

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_arena::Openings;

    fn played(openings: Openings, number: u32) -> (Referee, GameRecord) {
        let conditions = Conditions { seed: 4, openings };
        let pairing =
            Pairing::new("tictactoe", "uct:playouts=9", "mc:playouts=9", &conditions).unwrap();
        let mut opponents = pairing.matchup().unwrap().opponents().unwrap();
        let game = opponents.play(&conditions, number, None, &|| false);
        (Referee::new(&pairing).unwrap(), game.unwrap().unwrap())
    }

    #[test]
    fn real_games_are_right() {
        for openings in [Openings::None, Openings::Random(2), Openings::list(&["b2", "a1 c3"])] {
            for number in 0..6 {
                let (referee, game) = played(openings.clone(), number);
                assert_eq!(referee.check(&game), Ok(()));
            }
        }
    }

    #[test]
    fn games_that_break_the_rules_are_refused() {
        let (referee, game) = played(Openings::Random(2), 3);
        let first = game.moves.split(' ').next().unwrap();
        let cut = |moves: usize| GameRecord {
            plies: moves,
            moves: game.moves.split(' ').take(moves).collect::<Vec<_>>().join(" "),
            ..game.clone()
        };
        let timeout = GameRecord { status: GameStatus::Timeout, reward: 0, ..cut(3) };
        let crash = GameRecord { status: GameStatus::Crash, ..timeout.clone() };
        let unwritten = GameRecord { moves: String::new(), ..crash.clone() };
        let unopened = GameRecord { opening: 0, plies: 0, ..unwritten.clone() };
        for failed in [&timeout, &crash, &unwritten, &unopened] {
            assert_eq!(referee.check(failed), Ok(()));
        }
        for (wrong, says) in [
            (GameRecord { seat: 7, ..game.clone() }, "its seat is 7, but A has seat 1"),
            (GameRecord { denominator: 3, ..game.clone() }, "its denominator is 3, not 2"),
            (GameRecord { reward: 3, ..game.clone() }, "its reward is 3, more than"),
            (GameRecord { reward: (game.reward + 1) % 3, ..game.clone() }, "its reward is "),
            (GameRecord { reward: 1, ..timeout.clone() }, "its reward is 1, but it ended with"),
            (GameRecord { plies: game.plies - 1, ..game.clone() }, "it has "),
            (GameRecord { opening: 1, ..game.clone() }, "its opening has 1 moves, not 2"),
            (GameRecord { opening: 10, ..game.clone() }, "its opening has 10 moves, but"),
            (
                GameRecord { moves: game.moves.replacen(first, "x9", 1), ..game.clone() },
                "it does not",
            ),
            (
                GameRecord { moves: cut(2).moves + " z7", ..cut(3) },
                "move 3: 'z7' is not a legal move",
            ),
            (GameRecord { moves: format!("{} {first}", cut(2).moves), ..cut(3) }, "move 3: "),
            (cut(3), "it is not over after its last move"),
            (
                GameRecord { status: GameStatus::Illegal, reward: 0, ..game.clone() },
                "it is over after",
            ),
            (GameRecord { moves: "junk".into(), ..crash.clone() }, "it has 1 moves, but 3 plies"),
            (
                GameRecord { moves: cut(2).moves + " z7", ..crash.clone() },
                "move 3: 'z7' is not a legal",
            ),
            (GameRecord { moves: "x y z".into(), ..crash }, "it does not begin with its opening"),
            (GameRecord { seconds: -1.0, ..game.clone() }, "it took -1 seconds"),
        ] {
            let error = referee.check(&wrong).expect_err(says);
            assert!(error.starts_with(says), "{error}, not {says}");
        }
    }
}

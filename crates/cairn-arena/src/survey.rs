//! Averages that describe a game.

use cairn_core::{Game, Rng, Turn};
use cairn_erased::AnyPosition;

/// Averages over random games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survey {
    /// Legal moves in a position in which a player is to move.
    pub moves: f64,
    /// Plies in a game.
    pub plies: f64,
    /// The share of games that were cut off at [`Game::max_plies`].
    pub cut: f64,
}

impl Survey {
    /// Plays `games` uniformly random playouts from `start`. The same seed gives the same numbers on
    /// every machine.
    pub fn new(start: &AnyPosition, games: u32, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let (mut moves, mut choices, mut plies, mut cut) = (0, 0u32, 0, 0);
        for _ in 0..games {
            let mut position = *start;
            let mut left = start.max_plies();
            while !position.turn().is_over() && left > 0 {
                plies += 1;
                left -= 1;
                let mv = if position.turn() == Turn::Chance {
                    position.chance_move(&mut rng)
                } else {
                    moves += position.legal_moves().count();
                    choices += 1;
                    position.random_playout_move(&mut rng)
                };
                position.play(mv);
            }
            cut += u32::from(!position.turn().is_over());
        }
        let games = f64::from(games.max(1));
        let positions = f64::from(choices.max(1));
        Survey {
            moves: moves as f64 / positions,
            plies: f64::from(plies) / games,
            cut: f64::from(cut) / games,
        }
    }
}

//! What a game is like, measured.

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
    /// Plays `games` uniformly random playouts from `start` and counts. The same seed gives the same
    /// numbers on every machine.
    pub(crate) fn new(start: &AnyPosition, games: u32, seed: u64) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::tictactoe::TicTacToe;

    /// The exact averages of uniformly random tic-tac-toe, by going through the whole tree.
    fn expected(position: TicTacToe, share: f64, ply: f64, sums: &mut [f64; 2]) {
        if position.turn().is_over() {
            sums[0] += share * ply;
            return;
        }
        let moves = position.legal_moves().count() as f64;
        sums[1] += share * moves;
        for mv in position.legal_moves() {
            let mut next = position;
            next.play(mv);
            expected(next, share / moves, ply + 1.0, sums);
        }
    }

    #[test]
    fn the_averages_are_right() {
        let start = TicTacToe::default();
        let mut sums = [0.0; 2];
        expected(start, 1.0, 0.0, &mut sums);
        let [plies, moves] = [sums[0], sums[1] / sums[0]];
        let survey = Survey::new(&AnyPosition::new(&start).unwrap(), 20_000, 1);
        assert!((survey.plies - plies).abs() < 0.05, "{survey:?}, expected {plies}");
        assert!((survey.moves - moves).abs() < 0.05, "{survey:?}, expected {moves}");
        assert_eq!(survey.cut, 0.0);
        assert_eq!(survey, Survey::new(&AnyPosition::new(&start).unwrap(), 20_000, 1));
    }
}

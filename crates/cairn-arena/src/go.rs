//! Go among the games: it has records, passes and a score.

use cairn_core::game::Game;
use cairn_games::go::GoAny;

use crate::game::AnyGame;
use crate::history::GameHistory;

/// The position of a game of Go, on a board of whatever size; `None` if the game is another one.
pub fn go_position(game: &AnyGame, history: &GameHistory) -> Option<GoAny> {
    if !["go9", "go"].contains(&game.name()) {
        return None;
    }
    let text = history.position_text()?;
    let rows = text.split_whitespace().next()?.split('/').count();
    GoAny::new(rows).ok()?.parse_position(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::go::{BLACK, WHITE};

    #[test]
    fn positions_of_go_are_found() {
        for spec in ["go9:komi=5", "go:size=9,komi=5"] {
            let game = AnyGame::new(spec).unwrap();
            let position =
                go_position(&game, &game.history_after(None, "E5 A1 pass").unwrap()).unwrap();
            assert_eq!((position.komi(), position.passes(), position.to_move()), (10, 1, WHITE));
            assert_eq!(position.stone(40), Some(BLACK));
            assert_eq!(position.area_score(), -10);
        }
        let other = AnyGame::new("nogo").unwrap();
        assert!(go_position(&other, &other.history()).is_none());
    }
}

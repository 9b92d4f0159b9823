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

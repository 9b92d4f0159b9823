//! A turn in a game of Go: when an agent passes, when it gives up, and the score.
//!
//! It does as `cairn gtp`, but every stone on the board counts as alive: nobody is asked which ones
//! are dead, so dead stones of the other player must be captured before the passes.

use cairn_core::Game;
use cairn_games::go::GoAny;
use cairn_games::go::conventions::{
    Counting, GiveUp, OWNERSHIP_PLAYOUTS, Ownership, RESIGN_BELOW, TurnContext, fills_own_eye,
};
use cairn_lab::{AnyGame, GameHistory, go_position};

/// An agent's turn.
pub struct GoTurn {
    position: GoAny,
    context: TurnContext,
}

impl GoTurn {
    /// `None` if the game is not Go.
    pub fn new(game: &AnyGame, play: &GameHistory) -> Option<Self> {
        let position = go_position(game, play)?;
        let moves = play.moves_text();
        let before = moves.rsplit(' ').nth(2) == Some("pass");
        let passed = [position.passes() == 1, before];
        let context = TurnContext::new(&position, play.plies(), passed, Counting::AllStones);
        Some(GoTurn { position, context })
    }

    /// Whether to pass without a search: because that wins, or because all is settled and won.
    pub fn should_pass(&self, seed: u64) -> bool {
        let TurnContext { passed, early, late, .. } = self.context;
        !early && (passed || late) && {
            let ownership = Ownership::new(&self.position, OWNERSHIP_PLAYOUTS, seed);
            self.context.should_pass(&self.position, &ownership)
        }
    }

    /// Whether to give up after a search that found `value`; `lost_turns` counts the turns that
    /// looked lost.
    pub fn give_up(&self, value: f32, lost_turns: &mut u8) -> Option<GiveUp> {
        self.context.give_up(value, Some(RESIGN_BELOW), lost_turns)
    }

    /// Whether a move does not fill an eye of the player's own.
    pub fn is_sensible(&self, mv: &str) -> bool {
        self.position.parse_move(mv).is_none_or(|mv| !fills_own_eye(&self.position, mv))
    }
}

/// Black's lead in half points when two passes have ended a game of Go.
pub fn score(game: &AnyGame, play: &GameHistory) -> Option<i32> {
    let position = go_position(game, play).filter(|position| position.passes() == 2)?;
    Some(position.area_score())
}

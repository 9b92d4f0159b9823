//! A turn in a game of Go: when an agent passes, when it gives up, and the score.
//!
//! It does as `cairn gtp`, but every stone on the board counts as alive: nobody is asked which ones
//! are dead, so dead stones of the other player must be captured before the passes.

use std::convert::Infallible;

use cairn_games::go::GoAny;
use cairn_games::go::conventions::{
    Counting, Excluded, GiveUp, OWNERSHIP_PLAYOUTS, Ownership, RESIGN_BELOW, TurnContext,
};
use cairn_lab::{AnyMove, GameHistory};

/// An agent's turn.
pub struct GoTurn {
    position: GoAny,
    context: TurnContext,
}

impl GoTurn {
    /// `None` if the game is not Go.
    pub fn new(play: &GameHistory) -> Option<Self> {
        let position = play.position().to_go()?;
        let moves = play.moves_text();
        let before = moves.rsplit(' ').nth(2) == Some("pass");
        let passed = [position.passes() == 1, before];
        let context = TurnContext::new(&position, play.plies(), passed, Counting::AllStones);
        Some(GoTurn { position, context })
    }

    /// The moves that the search leaves out; `None` to pass without a search. `millis` is the time for
    /// the turn. `reply` gets the game after a pass and a time limit in milliseconds, and returns what
    /// the other player's best move is worth.
    pub fn before_search(
        &self,
        play: &GameHistory,
        seed: u64,
        millis: Option<u64>,
        reply: impl FnOnce(&GameHistory, Option<u64>) -> f32,
    ) -> Option<Vec<AnyMove>> {
        let ownership =
            |most: u16| Ownership::new(&self.position, most.min(OWNERSHIP_PLAYOUTS), seed);
        let reply = |millis| {
            let mut passed = play.clone();
            passed.play_text("pass").expect("a pass is legal");
            Ok::<_, Infallible>(reply(&passed, millis))
        };
        let none = Excluded::NONE;
        let Ok(excluded) =
            self.context.before_search(&self.position, millis, none, ownership, reply);
        let excluded = excluded?;
        Some(play.allowed().filter(|mv| excluded.contains(mv.unpack())).collect())
    }

    /// Whether to give up after a search that found `value`; `lost_turns` counts the turns that
    /// looked lost.
    pub fn give_up(&self, value: f32, lost_turns: &mut u8) -> Option<GiveUp> {
        self.context.give_up(value, Some(RESIGN_BELOW), lost_turns)
    }
}

/// Black's lead in half points when two passes have ended a game of Go.
pub fn score(play: &GameHistory) -> Option<i32> {
    let position = play.position().to_go().filter(|position| position.passes() == 2)?;
    Some(position.area_score())
}

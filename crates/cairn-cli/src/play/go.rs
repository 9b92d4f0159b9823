//! A turn in a game of Go: when an agent passes, when it gives up, and the score.
//!
//! The decisions are those of `cairn gtp`, except that every stone on the board counts as alive: dead
//! stones of the other player must be captured before both pass.

use std::convert::Infallible;

use cairn_games::go::conventions::{
    Action, Counting, Excluded, FinalStatus, OWNERSHIP_PLAYOUTS, Ownership, RESIGN_BELOW,
    TurnContext, TurnHost,
};
use cairn_games::go::{GoAny, GoMove};
use cairn_games::goban::AnySize;
use cairn_lab::{AnyMove, GameHistory};

use super::terminal_game::{Found, Seat, TerminalGame, search_with_spinner};

impl TerminalGame<'_> {
    /// What an agent does in a turn of Go, and what its search has found, if there was one.
    pub(super) fn go_turn(
        &mut self,
        position: &GoAny,
        seat: usize,
        seed: u64,
    ) -> (Action, Option<Found>) {
        let is_pass = |mv: AnyMove| mv.unpack::<GoMove>() == GoMove::PASS;
        let counting = Counting::AllStones;
        let turn = TurnContext::new(position, self.history.moves(), is_pass, counting);
        let millis = match &self.seats[seat] {
            Seat::Agent(player) => player.summary().settings.millis(),
            Seat::Human => None,
        };
        let (resign, mut lost_turns) = (Some(RESIGN_BELOW), self.lost_turns[seat]);
        let mut host = AgentTurn { game: self, position, seat, seed, found: None };
        let Ok(action) =
            turn.choose(position, Excluded::NONE, millis, resign, &mut lost_turns, &mut host);
        let found = host.found;
        self.lost_turns[seat] = lost_turns;
        (action, found)
    }
}

/// An agent's turn.
struct AgentTurn<'g, 'a> {
    game: &'g mut TerminalGame<'a>,
    position: &'g GoAny,
    seat: usize,
    seed: u64,
    found: Option<Found>,
}

impl TurnHost<AnySize> for AgentTurn<'_, '_> {
    type Error = Infallible;

    fn ownership(&mut self, most: u16) -> Ownership {
        Ownership::new(self.position, most.min(OWNERSHIP_PLAYOUTS), self.seed)
    }

    fn reply(&mut self, millis: Option<u64>) -> Result<f32, Infallible> {
        let (message, stop) = (self.game.thinking(), self.game.stop);
        let mut passed = self.game.history.clone();
        passed.play_text("pass").expect("a pass is legal");
        let Seat::Agent(player) = &mut self.game.seats[self.seat] else { return Ok(0.5) };
        player.set_time_limit(millis);
        let found =
            search_with_spinner(message, stop, |stop| player.consider(&passed, self.seed, stop));
        player.set_time_limit(None);
        Ok(found.mv.and_then(|mv| player.value(mv)).unwrap_or(0.5))
    }

    fn search(&mut self, excluded: Excluded<AnySize>) -> Result<f32, Infallible> {
        let allowed = self.game.history.allowed();
        let excluded: Vec<_> = allowed.filter(|mv| excluded.contains(mv.unpack())).collect();
        self.found = self.game.search(self.seat, self.seed, &excluded);
        Ok(self.found.as_ref().and_then(|found| found.value).unwrap_or(0.5))
    }
}

/// Black's lead in half points when two passes have ended a game of Go.
pub fn score(play: &GameHistory) -> Option<i32> {
    let position = play.position().to_go().filter(|position| position.passes() == 2)?;
    Some(FinalStatus::of_all_stones(&position).score)
}

//! The player's own moves: searching, passing, resigning.

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::conventions::{Counting, Excluded, GiveUp, Ownership, TurnContext};
use cairn_games::go::{Geometry, Go, GoMove};

use super::CommandResult;
use super::analyze::{Analysis, AnalysisWriter, Style};
use crate::host::Host;
use crate::reply::{Call, GtpError, Reply};
use crate::search::Until;
use crate::session::GtpSession;

/// What the player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Move(GoMove),
    Resign,
}

const PASS: Action = Action::Move(GoMove::PASS);

/// Milliseconds since `begun`; 0 without a clock.
#[inline(never)]
fn since<H: Host>(begun: Option<u64>, host: &mut H) -> u64 {
    begun.zip(host.now()).map_or(0, |(begun, now)| now.saturating_sub(begun))
}

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    pub(super) fn genmove<'c>(
        &mut self,
        call: &mut Call<'c, H>,
        cleanup: bool,
    ) -> CommandResult<'c> {
        let player = call.args.colour()?;
        let action = self.take_turn(player, cleanup, Excluded::NONE, None, &mut call.out)?;
        self.write_action(action, &mut call.out);
        Ok(())
    }

    pub(super) fn genmove_analyze<'c>(
        &mut self,
        call: &mut Call<'c, H>,
        style: Style,
    ) -> CommandResult<'c> {
        let analysis = Analysis::read(&mut call.args, style, self.game.position())?;
        let out = &mut call.out;
        self.prepare_player(out.host)?;
        // That server counts every stone on the board as alive.
        self.cleanup |= style == Style::Cgos;
        let mut writer = AnalysisWriter::new(&analysis, self.options);
        out.send_line();
        let Analysis { player, excluded, .. } = analysis;
        let action = self.take_turn(player, false, excluded, Some(&mut writer), out)?;
        let _ = out.write_str("play ");
        self.write_action(action, out);
        out.send_line();
        Ok(())
    }

    /// What `genmove` would answer, not played.
    pub(super) fn reg_genmove<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let player = call.args.colour()?;
        self.begin_question();
        let (lost_turns, begun) = (self.lost_turns, call.out.host.now());
        let chosen = self.choose(player, begun, false, Excluded::NONE, None, &mut call.out)?;
        self.lost_turns = lost_turns;
        self.write_action(chosen.0, &mut call.out);
        Ok(())
    }

    fn write_action(&self, action: Action, out: &mut Reply<'_, H>) {
        let _ = match action {
            Action::Move(mv) => self.empty.write_move(mv, out),
            Action::Resign => out.write_str("resign"),
        };
    }

    /// Chooses a move and plays it, on the player's clock.
    fn take_turn(
        &mut self,
        player: usize,
        cleanup: bool,
        excluded: Excluded<B>,
        analysis: Option<&mut AnalysisWriter>,
        out: &mut Reply<'_, H>,
    ) -> Result<Action, GtpError<'static>> {
        let begun = out.host.now();
        let (action, searched) = self.choose(player, begun, cleanup, excluded, analysis, out)?;
        if searched && let Some(search) = &mut self.player {
            // A turn, unlike every other search here: what it learnt is kept.
            search.end_turn();
        }
        self.turns += 1;
        self.options.clock.spend(player, since(begun, out.host));
        if let Action::Move(mv) = action {
            self.game.play(player, mv)?;
            self.outdate_search();
        }
        Ok(action)
    }

    /// What the player does, and whether that took a search for its own move.
    fn choose(
        &mut self,
        player: usize,
        begun: Option<u64>,
        cleanup: bool,
        excluded: Excluded<B>,
        analysis: Option<&mut AnalysisWriter>,
        out: &mut Reply<'_, H>,
    ) -> Result<(Action, bool), GtpError<'static>> {
        // Two passes have ended the game; only a cleanup goes on.
        if self.game.position().passes() == 2 && !cleanup && !excluded.contains(GoMove::PASS) {
            return Ok((PASS, false));
        }
        let cleanup = cleanup || self.cleanup;
        let seed = self.turn_seed();
        let position = self.game.position().continued_by(player);
        let turn = self.turn_context(&position, cleanup);
        // The agent's own time is a limit, too.
        let own = self.prepare_player(out.host)?.settings().millis();
        let empty = (0..position.points()).filter(|&point| position.stone(point).is_none()).count();
        let budget = self.options.clock.budget(player, empty, position.points());
        let budget = budget.into_iter().chain(own).min();
        let (most, at) = (self.options.ownership_playouts, *self.game.position());
        let ownership_seed = self.ownership_seed();
        let ownership = |playouts: u16| Ownership::new(&at, most.min(playouts), ownership_seed);
        let reply = |millis: Option<u64>| {
            let until = millis.map_or(Until::Limits, Until::Millis);
            let found = self.search(1 - player, seed, until, Excluded::NONE, None, out)?;
            Ok::<_, GtpError<'static>>(found.value)
        };
        let excluded = turn.before_search(&position, budget, excluded, ownership, reply)?;
        let Some(excluded) = excluded else { return Ok((PASS, false)) };
        let spent = since(begun, out.host);
        let until = budget
            .map_or(Until::Limits, |budget| Until::Millis(budget.saturating_sub(spent).max(1)));
        let found = self.search(player, seed, until, excluded, analysis, out)?;
        let resign = self.options.resign;
        let action = match turn.give_up(found.value, resign, &mut self.lost_turns[player]) {
            Some(GiveUp::Resign) => Action::Resign,
            Some(GiveUp::Pass) => PASS,
            None => Action::Move(found.best.unwrap_or(GoMove::PASS)),
        };
        Ok((action, true))
    }

    /// What passing and resigning depend on, in the turn of the player to move in `position`.
    fn turn_context(&self, position: &Go<B>, cleanup: bool) -> TurnContext {
        let moves = self.game.moves();
        let passed = [1, 3].map(|back| {
            let mv = moves.len().checked_sub(back).map(|index| moves[index]);
            mv.is_some_and(|mv| mv.player() != position.to_move() && mv.mv() == GoMove::PASS)
        });
        let counting = if cleanup { Counting::Cleanup } else { Counting::WithoutDead };
        TurnContext::new(position, moves.len(), passed, counting)
    }
}

//! The player's own moves: searching, passing, resigning.

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::conventions::{Action, Counting, Excluded, Ownership, TurnContext, TurnHost};
use cairn_games::go::{Geometry, GoMove};

use super::CommandResult;
use super::analyze::{Analysis, AnalysisWriter, Style};
use crate::game::ColouredMove;
use crate::host::Host;
use crate::reply::{Call, GtpError, Reply};
use crate::search::Until;
use crate::session::GtpSession;

/// What `genmove` answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Move(GoMove),
    Resign,
}

const PASS: Answer = Answer::Move(GoMove::PASS);

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
        let answer = self.take_turn(player, cleanup, Excluded::NONE, None, &mut call.out)?;
        self.write_answer(answer, &mut call.out);
        Ok(())
    }

    pub(super) fn genmove_analyze<'c>(
        &mut self,
        call: &mut Call<'c, H>,
        style: Style,
    ) -> CommandResult<'c> {
        let Analysis { player, excluded, mut writer } = self.begin_analysis(call, style)?;
        // The server CGOS counts every stone on the board as alive.
        self.cleanup |= style == Style::Cgos;
        let out = &mut call.out;
        let answer = self.take_turn(player, false, excluded, Some(&mut writer), out)?;
        let _ = out.write_str("play ");
        self.write_answer(answer, out);
        out.send_line();
        Ok(())
    }

    /// Answers as `genmove` would, but does not play the move.
    pub(super) fn reg_genmove<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let player = call.args.colour()?;
        self.begin_question();
        let (lost_turns, begun) = (self.lost_turns, call.out.host.now());
        let chosen = self.choose(player, begun, false, Excluded::NONE, None, &mut call.out)?;
        self.lost_turns = lost_turns;
        self.write_answer(chosen.0, &mut call.out);
        Ok(())
    }

    fn write_answer(&self, answer: Answer, out: &mut Reply<'_, H>) {
        let _ = match answer {
            Answer::Move(mv) => self.empty.write_move(mv, out),
            Answer::Resign => out.write_str("resign"),
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
    ) -> Result<Answer, GtpError<'static>> {
        let begun = out.host.now();
        let (answer, searched) = self.choose(player, begun, cleanup, excluded, analysis, out)?;
        if searched && let Some(search) = &mut self.player {
            // This search was a turn, so the next one may use what it learnt.
            search.end_turn();
        }
        self.turns += 1;
        self.options.clock.spend(player, since(begun, out.host));
        if let Answer::Move(mv) = answer {
            self.game.play(player, mv)?;
            self.outdate_search();
        }
        Ok(answer)
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
    ) -> Result<(Answer, bool), GtpError<'static>> {
        // Two passes have ended the game; only a cleanup goes on.
        if self.game.position().passes() == 2 && !cleanup && !excluded.contains(GoMove::PASS) {
            return Ok((PASS, false));
        }
        let cleanup = cleanup || self.cleanup;
        let seed = self.turn_seed();
        let position = self.game.position().continued_by(player);
        let counting = if cleanup { Counting::Cleanup } else { Counting::WithoutDead };
        let is_other_pass = |mv: ColouredMove| mv.player() != player && mv.mv() == GoMove::PASS;
        let turn = TurnContext::new(&position, self.game.moves(), is_other_pass, counting);
        // The agent's own time= is a limit, too.
        let own = self.prepare_player(out.host)?.settings().millis();
        let empty = (0..position.points()).filter(|&point| position.stone(point).is_none()).count();
        let budget = self.options.clock.budget(player, empty, position.points());
        let budget = budget.into_iter().chain(own).min();
        let (resign, mut lost_turns) = (self.options.resign, self.lost_turns[player]);
        let mut host =
            SessionTurn { session: self, out, analysis, player, seed, begun, budget, best: None };
        let action =
            turn.choose(&position, excluded, budget, resign, &mut lost_turns, &mut host)?;
        let best = host.best;
        self.lost_turns[player] = lost_turns;
        let answer = match action {
            Action::Best => best.map_or(PASS, Answer::Move),
            Action::Pass => PASS,
            Action::Resign => Answer::Resign,
        };
        Ok((answer, best.is_some()))
    }
}

/// A turn of the session's player.
struct SessionTurn<'s, 'a, 'o, 'r, 'w, B: Geometry, H: Host> {
    session: &'s mut GtpSession<'a, B, H>,
    out: &'o mut Reply<'r, H>,
    analysis: Option<&'w mut AnalysisWriter>,
    player: usize,
    seed: u64,
    begun: Option<u64>,
    budget: Option<u64>,
    /// The best move, after a search.
    best: Option<GoMove>,
}

impl<B: Geometry, H: Host> TurnHost<B> for SessionTurn<'_, '_, '_, '_, '_, B, H> {
    type Error = GtpError<'static>;

    fn ownership(&mut self, most: u16) -> Ownership {
        self.session.ownership(most)
    }

    fn reply(&mut self, millis: Option<u64>) -> Result<f32, GtpError<'static>> {
        let until = millis.map_or(Until::Limits, Until::Millis);
        let (other, none) = (1 - self.player, Excluded::NONE);
        Ok(self.session.search(other, self.seed, until, none, None, self.out)?.value)
    }

    fn search(&mut self, excluded: Excluded<B>) -> Result<f32, GtpError<'static>> {
        let spent = since(self.begun, self.out.host);
        let until = self
            .budget
            .map_or(Until::Limits, |budget| Until::Millis(budget.saturating_sub(spent).max(1)));
        let analysis = self.analysis.take();
        let found =
            self.session.search(self.player, self.seed, until, excluded, analysis, self.out)?;
        self.best = Some(found.best.unwrap_or(GoMove::PASS));
        Ok(found.value)
    }
}

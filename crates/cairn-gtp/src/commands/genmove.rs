//! The player's own moves: searching, passing, resigning.

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::{BLACK, Geometry, Go, GoMove};
use cairn_games::goban::PointSet;

use super::Answer;
use super::analyze::{Analysis, Report, Style};
use crate::args::Args;
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::Session;
use crate::status::Status;
use crate::think::{Excluded, Until};

/// Milliseconds for a move below which it is in a hurry, and the playouts that then say who owns what.
const HURRY: u64 = 200;
const HASTY_PLAYOUTS: u16 = 24;
/// Below this even those take too long, unless the other one has passed.
const BLITZ: u64 = 20;

/// After a pass the other one must not find a move worth more than this.
const THREAT: f32 = 0.3;

/// When the other one passes and no move is worth more than this, it is over.
pub const HOPELESS: f32 = 0.03;

/// Milliseconds since then; none without a clock.
#[inline(never)]
fn since<H: Host>(begun: Option<u64>, host: &mut H) -> u64 {
    begun.zip(host.now()).map_or(0, |(begun, now)| now.saturating_sub(begun))
}

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Move(GoMove),
    Resign,
}

impl<B: Geometry, H: Host> Session<'_, B, H> {
    pub(super) fn genmove<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
        cleanup: bool,
    ) -> Answer<'c> {
        let player = args.colour()?;
        let choice = self.take_turn(player, cleanup, Excluded::new(), None, out)?;
        self.write_choice(choice, out);
        Ok(())
    }

    pub(super) fn genmove_analyze<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
        style: Style,
    ) -> Answer<'c> {
        let analysis = Analysis::read(args, style, self.record.position())?;
        self.wake_player(out.host)?;
        // That server counts every stone on the board as alive.
        self.cleanup |= style == Style::Cgos;
        let mut report = Report::new(&analysis, self.options);
        let player = analysis.player;
        out.send_line();
        let choice = self.take_turn(player, false, analysis.excluded, Some(&mut report), out)?;
        let _ = out.write_str("play ");
        self.write_choice(choice, out);
        out.send_line();
        Ok(())
    }

    /// What `genmove` would answer, not played.
    pub(super) fn reg_genmove<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let player = args.colour()?;
        self.begin_question();
        let lost_turns = self.lost_turns;
        let (choice, _) = self.choose(player, out.host.now(), false, Excluded::new(), None, out)?;
        self.lost_turns = lost_turns;
        self.write_choice(choice, out);
        Ok(())
    }

    pub(super) fn write_choice(&self, choice: Choice, out: &mut Reply<'_, H>) {
        let _ = match choice {
            Choice::Move(mv) => self.empty.write_move(mv, out),
            Choice::Resign => out.write_str("resign"),
        };
    }

    /// Chooses a move and plays it, on the player's clock.
    fn take_turn(
        &mut self,
        player: usize,
        cleanup: bool,
        excluded: Excluded,
        report: Option<&mut Report>,
        out: &mut Reply<'_, H>,
    ) -> Result<Choice, Fault<'static>> {
        let begun = out.host.now();
        let (choice, searched) = self.choose(player, begun, cleanup, excluded, report, out)?;
        if searched && let Some(search) = &mut self.player {
            // A turn, unlike every other search here: what it learnt is kept.
            search.end_turn();
        }
        self.turns += 1;
        self.options.clock.spend(player, since(begun, out.host));
        if let Choice::Move(mv) = choice {
            self.record.play(player, mv)?;
            self.forget();
        }
        Ok(choice)
    }

    /// What the player does, and whether that took a search for its own move.
    fn choose(
        &mut self,
        player: usize,
        begun: Option<u64>,
        cleanup: bool,
        mut excluded: Excluded,
        report: Option<&mut Report>,
        out: &mut Reply<'_, H>,
    ) -> Result<(Choice, bool), Fault<'static>> {
        const PASS: Choice = Choice::Move(GoMove::PASS);
        // Two passes have ended the game; only a cleanup goes on.
        if self.record.position().passes() == 2 && !cleanup && !excluded.contains(GoMove::PASS) {
            return Ok((PASS, false));
        }
        let cleanup = cleanup || self.cleanup;
        let seed = self.turn_seed();
        let position = self.record.position_for(player);
        let passed = self
            .record
            .moves()
            .last()
            .is_some_and(|last| last.player() != player && last.mv() == GoMove::PASS);
        let stones = position.stones(player) | position.stones(1 - player);
        let empty = position.points() - stones.count() as usize;
        let budget = self.options.clock.budget(player, empty, position.points());
        // The agent's own time is a limit, too.
        self.wake_player(out.host)?;
        let own = self.player.as_ref().and_then(|search| search.settings().time);
        let own = own.map(|time| time.as_millis() as u64);
        let budget = budget.into_iter().chain(own).min();
        let less_than = |least| budget.is_some_and(|millis| millis < least);
        // Before that nothing is settled, and nobody passes but by mistake.
        let late = 3 * stones.count() as usize >= position.points();
        if late && (passed || cleanup || !less_than(BLITZ)) {
            // In a hurry a look must do.
            let status = self.status(if less_than(HURRY) { HASTY_PLAYOUTS } else { u16::MAX });
            if should_pass(&position, &status, passed, cleanup)
                && !excluded.contains(GoMove::PASS)
                && (passed || self.survives_a_pass(player, seed, budget, out)?)
            {
                return Ok((PASS, false));
            }
            // As long as something is in doubt, there is more to do than to take what is dead.
            if cleanup && status.is_settled(&position) {
                only_captures(&position, &status, &mut excluded);
            }
        }
        never_fill_eyes(&position, &mut excluded);
        let spent = since(begun, out.host);
        let until = budget
            .map_or(Until::Bounds, |budget| Until::Millis(budget.saturating_sub(spent).max(1)));
        let thought = self.think(player, seed, until, excluded, report, out)?;
        let early = self.record.moves().len() < position.points() / 4;
        if passed && thought.value < HOPELESS && !early && !cleanup {
            return Ok((PASS, true));
        }
        let lost = self.options.resign.is_some_and(|rate| thought.value < rate);
        let turns = &mut self.lost_turns[player];
        *turns = if lost && !early { turns.saturating_add(1) } else { 0 };
        if *turns >= 2 && !cleanup {
            return Ok((Choice::Resign, true));
        }
        Ok((Choice::Move(thought.best.unwrap_or(GoMove::PASS)), true))
    }

    /// Whether the other one finds nothing after a pass, searching for a quarter of a move's time.
    /// (The ends of playouts that do not begin with a threat hardly show it.)
    fn survives_a_pass(
        &mut self,
        player: usize,
        seed: u64,
        budget: Option<u64>,
        out: &mut Reply<'_, H>,
    ) -> Result<bool, Fault<'static>> {
        let until = budget.map_or(Until::Bounds, |millis| Until::Millis(millis / 4));
        let reply = self.think(1 - player, seed, until, Excluded::new(), None, out)?;
        Ok(reply.value < THREAT)
    }
}

/// Whether a person would pass here, if there is no threat that takes a search to see; `passed` says
/// whether the other one just did.
///
/// After the other's pass: if the game is won even should every doubt turn out badly, or if nothing
/// is in doubt. Without it: if nothing is in doubt and the game is won as it stands, dead stones and
/// all. In a cleanup, or where stones count as they stand, only that last count matters.
pub fn should_pass<B: Geometry>(
    position: &Go<B>,
    status: &Status,
    passed: bool,
    cleanup: bool,
) -> bool {
    let player = position.to_move();
    let lead = |score: i32| if player == BLACK { score } else { -score };
    let won_as_it_stands = lead(position.area_score()) > 0;
    let settled = status.is_settled(position);
    if cleanup {
        let dead = status.dead(position) & position.stones(1 - player);
        return won_as_it_stands && dead.is_empty() && (passed || settled);
    }
    if passed {
        return settled || status.least_lead(position, player) > 0;
    }
    settled && won_as_it_stands && lead(status.score(position)) > 0
}

/// Leaves out the eyes of one's own. Nobody fills them, but when a game is decided all moves look
/// alike to a search.
fn never_fill_eyes<B: Geometry>(position: &Go<B>, excluded: &mut Excluded) {
    position.legal_moves().filter(|mv| fills_an_eye(position, *mv)).for_each(|mv| {
        excluded.push(mv);
    });
}

/// Whether a legal move fills an eye of one's own.
pub(super) fn fills_an_eye<B: Geometry>(position: &Go<B>, mv: GoMove) -> bool {
    mv.point().is_some() && !position.playout_moves().any(|playout| playout == mv)
}

/// Leaves nothing but moves beside the other player's dead stones, if there are any.
fn only_captures<B: Geometry>(position: &Go<B>, status: &Status, excluded: &mut Excluded) {
    let dead = status.dead(position) & position.stones(1 - position.to_move());
    let liberties = position.liberties(dead);
    let useful = |mv: &GoMove| mv.point().is_some_and(|point| liberties.contains(point));
    if position.playout_moves().any(|mv| useful(&mv) && !excluded.contains(mv)) {
        for mv in position.legal_moves().filter(|mv| !useful(mv)) {
            excluded.push(mv);
        }
    }
}

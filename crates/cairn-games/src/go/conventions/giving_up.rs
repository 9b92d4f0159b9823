//! When to pass, and when to resign.

use super::{Excluded, Ownership};
use crate::go::{BLACK, Geometry, Go, GoMove};
use crate::goban::PointSet;

/// A player resigns when two turns in a row are worth less than this, unless the caller says
/// otherwise.
pub const RESIGN_BELOW: f32 = 0.05;

/// When the other player passes and no move is worth more than this, the game is over.
const PASS_BELOW: f32 = 0.03;

/// After a pass the other player must not find a move that is worth more than this.
const THREAT: f32 = 0.3;

/// With fewer milliseconds than this for a move, ownership is judged by only `HURRIED_PLAYOUTS`.
const HURRY: u64 = 200;
const HURRIED_PLAYOUTS: u16 = 24;
/// With fewer milliseconds than this even those take too long. They are run only if the other player
/// has passed.
const BLITZ: u64 = 20;

/// Which stones count when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The players agree which stones are dead, and remove them.
    WithoutDead,
    /// Every stone on the board counts as alive.
    AllStones,
    /// The same, and the dead stones of the other player must be captured before the end.
    Cleanup,
}

/// How a player ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveUp {
    /// By a pass.
    Pass,
    /// By resigning.
    Resign,
}

/// What passing and resigning depend on besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnContext {
    /// The other player has just passed.
    pub passed: bool,
    /// Nothing is decided yet: a pass is more likely a mistake or a favour.
    pub early: bool,
    /// Enough stones are on the board that the game can be settled.
    pub late: bool,
    /// Which stones count.
    pub counting: Counting,
}

impl TurnContext {
    /// The turn of the player to move after `plies` moves; `passed` says whether the other player's
    /// last turns were passes, the last one first.
    pub fn new<B: Geometry>(
        position: &Go<B>,
        plies: usize,
        passed: [bool; 2],
        counting: Counting,
    ) -> Self {
        let stones = (position.stones(0) | position.stones(1)).count() as usize;
        // A game may begin with stones. A player who passes twice in a row does so on purpose, even early.
        let early = plies.max(stones) < position.points() / 4 && passed != [true; 2];
        TurnContext { passed: passed[0], early, late: 3 * stones >= position.points(), counting }
    }

    /// What to do before a search for a move: `None` is to pass, otherwise it is the moves that the
    /// search leaves out, those in `excluded` among them. `millis` is the time for the whole turn.
    ///
    /// `ownership` says who owns what by at most the given number of playouts. `reply` says what the other
    /// player's best move is worth after a pass, by a search of at most the given milliseconds: the ends
    /// of playouts that do not begin with a threat hardly show it.
    pub fn before_search<B: Geometry, E>(
        &self,
        position: &Go<B>,
        millis: Option<u64>,
        mut excluded: Excluded<B>,
        ownership: impl FnOnce(u16) -> Ownership,
        reply: impl FnOnce(Option<u64>) -> Result<f32, E>,
    ) -> Result<Option<Excluded<B>>, E> {
        let cleanup = self.counting == Counting::Cleanup;
        let less_than = |least| millis.is_some_and(|millis| millis < least);
        if self.late && (self.passed || cleanup || !less_than(BLITZ)) {
            let ownership = ownership(if less_than(HURRY) { HURRIED_PLAYOUTS } else { u16::MAX });
            if self.should_pass(position, &ownership)
                && !excluded.contains(GoMove::PASS)
                && (self.passed || reply(millis.map(|millis| millis / 4))? < THREAT)
            {
                return Ok(None);
            }
            // As long as something is in doubt, there is more to do than to take what is dead.
            if cleanup && ownership.is_settled(position) {
                excluded.keep_captures(position, &ownership);
            }
        }
        excluded.add_eyes(position);
        Ok(Some(excluded))
    }

    /// Whether a person would pass here. A search must still check that there is no threat.
    ///
    /// Where players agree on dead stones, a pass answers a pass if every point is settled, or if the
    /// game is won even with every doubtful chain lost. A first pass needs both: every point settled,
    /// and the game won with all stones counted as alive. Where all stones count anyway, the game must
    /// be won by that count.
    pub fn should_pass<B: Geometry>(&self, position: &Go<B>, ownership: &Ownership) -> bool {
        let player = position.to_move();
        let lead = |score: i32| if player == BLACK { score } else { -score };
        let won = lead(position.area_score()) > 0;
        let settled = ownership.is_settled(position);
        match (self.counting, self.passed) {
            (Counting::Cleanup, passed) => {
                let dead = ownership.dead(position) & position.stones(1 - player);
                won && dead.is_empty() && (passed || settled)
            }
            (Counting::AllStones, true) => won,
            (Counting::WithoutDead, true) => settled || ownership.least_lead(position, player) > 0,
            (_, false) => settled && won && lead(ownership.score(position)) > 0,
        }
    }

    /// Whether to give up after a search whose best move is worth `value`. `lost_turns` counts the
    /// player's last turns that were worth less than `resign_below`; `None` is for a player who never
    /// resigns.
    pub fn give_up(
        &self,
        value: f32,
        resign_below: Option<f32>,
        lost_turns: &mut u8,
    ) -> Option<GiveUp> {
        let lost = resign_below.is_some_and(|rate| value < rate) && !self.early;
        *lost_turns = if lost { lost_turns.saturating_add(1) } else { 0 };
        match self.counting {
            Counting::Cleanup => None,
            _ if self.early => None,
            _ if self.passed && value < PASS_BELOW => Some(GiveUp::Pass),
            _ => (*lost_turns >= 2).then_some(GiveUp::Resign),
        }
    }
}

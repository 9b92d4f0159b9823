//! A turn: when to pass, when to resign, and which moves a search leaves out.

use super::{Excluded, Ownership};
use crate::bits::PointSet;
use crate::go::{BLACK, Geometry, Go, GoMove};

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

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays the best move of the search.
    Best,
    /// Passes, with or without a search.
    Pass,
    /// Resigns after a search.
    Resign,
}

/// What a player must be able to do so that [`TurnContext::choose`] can decide.
pub trait TurnHost<B: Geometry> {
    /// Why it cannot search.
    type Error;

    /// Who owns what, from at most `max_playouts` playouts.
    fn ownership(&mut self, max_playouts: u16) -> Ownership;

    /// What the other player's best move is worth after a pass, by a search of at most `millis`
    /// milliseconds. [`TurnHost::ownership`] hardly shows a threat, because few playouts begin with it.
    fn reply(&mut self, millis: Option<u64>) -> Result<f32, Self::Error>;

    /// Searches for a move that is not in `excluded`, and returns what the best one is worth; one half
    /// if nothing is known.
    fn search(&mut self, excluded: Excluded<B>) -> Result<f32, Self::Error>;
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
    /// The turn of the player to move after `moves`. `is_other_pass` says whether one of them is a pass
    /// of the other player.
    pub fn new<B: Geometry, M: Copy>(
        position: &Go<B>,
        moves: &[M],
        is_other_pass: impl Fn(M) -> bool,
        counting: Counting,
    ) -> Self {
        let stones = (position.stones(0) | position.stones(1)).count() as usize;
        let was_pass = |back| moves.iter().rev().nth(back).is_some_and(|&mv| is_other_pass(mv));
        // A game may begin after a pass, or with stones.
        let passed = position.passes() == 1 || was_pass(0);
        // A player who passes twice in a row does so on purpose, even early.
        let insists = passed && was_pass(2);
        let early = moves.len().max(stones) < position.points() / 4 && !insists;
        TurnContext { passed, early, late: 3 * stones >= position.points(), counting }
    }

    /// What to do in this turn. `millis` is the time for all of it, and a search leaves out the moves in
    /// `excluded`. `lost_turns` counts the player's last turns that were worth less than `resign_below`;
    /// `None` is for a player who never resigns.
    pub fn choose<B: Geometry, H: TurnHost<B>>(
        &self,
        position: &Go<B>,
        excluded: Excluded<B>,
        millis: Option<u64>,
        resign_below: Option<f32>,
        lost_turns: &mut u8,
        host: &mut H,
    ) -> Result<Action, H::Error> {
        let Some(excluded) = self.before_search(position, excluded, millis, host)? else {
            return Ok(Action::Pass);
        };
        let value = host.search(excluded)?;
        Ok(self.after_search(value, resign_below, lost_turns))
    }

    /// The moves that the search leaves out; `None` is to pass without a search.
    fn before_search<B: Geometry, H: TurnHost<B>>(
        &self,
        position: &Go<B>,
        mut excluded: Excluded<B>,
        millis: Option<u64>,
        host: &mut H,
    ) -> Result<Option<Excluded<B>>, H::Error> {
        let cleanup = self.counting == Counting::Cleanup;
        let less_than = |least| millis.is_some_and(|millis| millis < least);
        if self.late && (self.passed || cleanup || !less_than(BLITZ)) {
            let max_playouts = if less_than(HURRY) { HURRIED_PLAYOUTS } else { u16::MAX };
            let ownership = host.ownership(max_playouts);
            if self.should_pass(position, &ownership)
                && !excluded.contains(GoMove::PASS)
                && (self.passed || host.reply(millis.map(|millis| millis / 4))? < THREAT)
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

    /// What to do after a search whose best move is worth `value`.
    fn after_search(&self, value: f32, resign_below: Option<f32>, lost_turns: &mut u8) -> Action {
        let lost = resign_below.is_some_and(|rate| value < rate) && !self.early;
        *lost_turns = if lost { lost_turns.saturating_add(1) } else { 0 };
        match self.counting {
            Counting::Cleanup => Action::Best,
            _ if self.early => Action::Best,
            _ if self.passed && value < PASS_BELOW => Action::Pass,
            _ if *lost_turns >= 2 => Action::Resign,
            _ => Action::Best,
        }
    }
}

//! The search for one move, and what it says meanwhile.

use cairn_core::mcts::{MoveStats, Search};
use cairn_core::memory::Block;
use cairn_games::go::{Geometry, Go, GoMove, SIZES};

use crate::commands::analyze::Report;
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::Session;

/// A move for every key of the largest board.
const MOST_MOVES: usize = *SIZES.end() * *SIZES.end() + 1;

/// The clock and the input are looked at once in so many playouts.
const PLAYOUTS_PER_LOOK: u32 = 8;

/// Moves that a search leaves out.
pub(crate) struct Excluded {
    moves: [GoMove; MOST_MOVES],
    len: usize,
}

impl Excluded {
    pub fn new() -> Self {
        Excluded { moves: [GoMove::PASS; MOST_MOVES], len: 0 }
    }

    pub fn push(&mut self, mv: GoMove) {
        if !self.contains(mv) && self.len < MOST_MOVES {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }

    pub fn contains(&self, mv: GoMove) -> bool {
        self.as_slice().contains(&mv)
    }

    pub fn as_slice(&self) -> &[GoMove] {
        &self.moves[..self.len]
    }
}

/// How long to search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// As long as the agent's own bounds say.
    Bounds,
    /// That, but not longer than so many milliseconds.
    Millis(u64),
    /// As long as the agent's own number of playouts says, however much time that takes, but not
    /// beyond the next line of input.
    Input,
}

/// What a search was about and came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thought {
    pub player: usize,
    pub best: Option<GoMove>,
    /// The best move's mean; one half if nothing is known.
    pub value: f32,
    pub millis: u64,
    /// Whether the position is still the one it was about.
    pub fresh: bool,
}

impl<B: Geometry, H: Host> Session<'_, B, H> {
    /// Searches the position for `player`, leaving out `excluded` and what superko forbids; writes a
    /// line by `report` now and then.
    pub(crate) fn think(
        &mut self,
        player: usize,
        seed: u64,
        until: Until,
        mut excluded: Excluded,
        mut report: Option<&mut Report>,
        out: &mut Reply<'_, H>,
    ) -> Result<Thought, Fault<'static>> {
        self.wake_player(out.host)?;
        let position = self.record.position_for(player);
        let whole = excluded.as_slice().is_empty();
        self.record.for_each_repetition(&position, |mv| excluded.push(mv));
        let search = self.player.as_mut().expect("just woken");
        search.start(&position, excluded.as_slice(), seed);
        let begun = out.host.now();
        let limit = match (until, search.settings().time) {
            (Until::Input, _) => None,
            (Until::Millis(millis), None) => Some(millis),
            (Until::Millis(millis), Some(time)) => Some(millis.min(time.as_millis() as u64)),
            (Until::Bounds, time) => time.map(|time| time.as_millis() as u64),
        };
        let mut elapsed = 0;
        let mut looks = 0;
        while !search.is_done() {
            search.step();
            looks += 1;
            if looks % PLAYOUTS_PER_LOOK != 0 {
                continue;
            }
            let playouts = search.playouts();
            elapsed = match (begun, out.host.now()) {
                (Some(begun), Some(now)) => now.saturating_sub(begun),
                _ => 0,
            };
            if limit.is_some_and(|limit| elapsed >= limit)
                || (until == Until::Input && out.host.input_waiting())
            {
                break;
            }
            // What is known when it is done comes below.
            if let Some(report) = report.as_deref_mut()
                && !search.is_done()
                && report.is_due(if begun.is_some() { elapsed } else { playouts })
            {
                search.flush_batch();
                report.write(search, &position, out);
            }
        }
        search.flush_batch();
        // What it came to, unless it is cut short.
        if let Some(report) = report
            && (until != Until::Input || search.is_done() || report.is_missing())
        {
            report.write(search, &position, out);
        }
        let best = search.best_move();
        let value = best.map_or(0.5, |best| value_of(search, best));
        let thought = Thought { player, best, value, millis: elapsed, fresh: whole };
        self.thought = Some(thought);
        Ok(thought)
    }

    /// The position is going to change.
    pub(crate) fn forget(&mut self) {
        if let Some(thought) = &mut self.thought {
            thought.fresh = false;
        }
    }

    /// The last search, if it was about the position as it is with `player` to move; else a new one.
    pub(crate) fn recall(
        &mut self,
        player: usize,
        out: &mut Reply<'_, H>,
    ) -> Result<Thought, Fault<'static>> {
        match self.thought {
            Some(thought) if thought.fresh && thought.player == player => Ok(thought),
            _ => {
                self.begin_question();
                let seed = self.turn_seed();
                self.think(player, seed, Until::Bounds, Excluded::new(), None, out)
            }
        }
    }
}

/// Calls `each` with every allowed move of the root: [`Search::for_each_move`], compiled once for all
/// commands, because a microcontroller's flash is small.
#[inline(never)]
pub(crate) fn for_each_move<B: Geometry, W: Block>(
    search: &mut Search<Go<B>, W>,
    each: &mut dyn FnMut(MoveStats<GoMove>),
) {
    search.for_each_move(each);
}

/// The mean of one of the root's moves.
fn value_of<B: Geometry, W: Block>(search: &mut Search<Go<B>, W>, mv: GoMove) -> f32 {
    let mut value = 0.5;
    for_each_move(search, &mut |stats| {
        if stats.mv == mv && stats.visits > 0 {
            value = stats.mean;
        }
    });
    value
}

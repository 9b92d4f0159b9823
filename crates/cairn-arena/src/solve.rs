//! Exact answers: who wins a position with best play, and how soon.
//!
//! The solver is alpha-beta to the end of the game (`cairn_core::minimax`), with a table and an order
//! of moves, but without anything that could overlook a move. It looks deeper with every iteration, so
//! that it finds the quickest win. It is compiled for two sizes of position only: one for most games,
//! and one for all.

use std::time::{Duration, Instant};

use cairn_core::game::Game;
use cairn_core::memory::{OwnedBlock, words};
use cairn_core::minimax::{
    Bound, Certainty, Driver, PlanError, Search, Settings, Watch, bytes_needed,
};
use cairn_core::proof::Value;
use cairn_erased::{AnyMove, Erased, SMALL};

use crate::history::GameHistory;

/// What a solver has found out about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the position is worth to the player to move; `None` if that is not proved.
    pub value: Option<Value>,
    /// The plies to the end of the game with best play: the quickest win or the slowest loss. `None` if
    /// that is not proved.
    pub distance: Option<u16>,
    /// The best moves of both players, as far as they are known.
    pub line: Vec<AnyMove>,
    /// The plies to which all moves were searched.
    pub depth: u16,
    /// The positions that were visited.
    pub nodes: u64,
    /// The bytes of the search.
    pub bytes: usize,
    /// How long it took.
    pub time: Duration,
}

/// Why a position cannot be solved; the message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The game is over.
    #[error("the game is over in this position: give one in which it is not")]
    Over,
    /// It is the turn of chance.
    #[error("it is the turn of chance: roll the dice first")]
    Chance,
    /// The memory is too small.
    #[error("not enough memory: the solver needs at least {needed} bytes, but memory is {given}")]
    Memory {
        /// The bytes that it needs with the smallest table.
        needed: usize,
        /// The bytes given.
        given: u64,
    },
    /// This machine cannot allocate the memory.
    #[error("this machine cannot allocate {0} bytes: give the solver less memory")]
    Allocation(usize),
    /// The game is not one for this solver.
    #[error(transparent)]
    Game(PlanError),
}

/// Solves the position of `game` in at most `memory` bytes, unless `stop` returns true before. `stop`
/// is called every few positions with the depth that was searched completely and the positions
/// visited.
pub fn solve(
    game: &GameHistory,
    memory: u64,
    stop: &mut dyn FnMut(u16, u64) -> bool,
) -> Result<Solution, SolveError> {
    if game.outcome().is_some() {
        return Err(SolveError::Over);
    }
    if game.mover().is_none() {
        return Err(SolveError::Chance);
    }
    match game.position().resize::<SMALL, true>() {
        Some(position) => solve_as::<SMALL>(&position, game, memory, stop),
        None => solve_as(game.position(), game, memory, stop),
    }
}

type Position<const WORDS: usize> = Erased<WORDS, true>;

fn solve_as<const WORDS: usize>(
    position: &Position<WORDS>,
    game: &GameHistory,
    memory: u64,
    stop: &mut dyn FnMut(u16, u64) -> bool,
) -> Result<Solution, SolveError> {
    let begun = Instant::now();
    let mut earlier = Vec::new();
    game.for_each_move(|position, _| earlier.extend(position.repetition_key()));
    let remembered = earlier.len().try_into().unwrap_or(u16::MAX);
    let settings = with_table(&solver(remembered), position, memory)?;
    let bytes = bytes_needed(&settings, position).map_err(SolveError::Game)?;
    let block = OwnedBlock::new(words(bytes)).ok_or(SolveError::Allocation(bytes))?;
    let mut search = Search::new(settings, position, block).map_err(SolveError::Game)?;
    search.start(position, game.excluded(), &earlier, 0);
    search.run_clocked(None, &mut Stop(stop));
    let root = search.score();
    let mut line = Vec::new();
    search.principal_variation(usize::MAX, |mv| line.push(mv));
    let proved = root.filter(|root| root.certainty > Certainty::Estimate);
    let exact =
        proved.filter(|root| root.certainty == Certainty::Exact && root.bound == Bound::Exact);
    Ok(Solution {
        value: proved.map(|root| match root.score {
            score if score.is_win() => Value::Win,
            score if score.is_loss() => Value::Loss,
            _ => Value::Draw,
        }),
        distance: exact.and_then(|root| root.score.distance()),
        line,
        depth: search.depth(),
        nodes: search.nodes(),
        bytes,
        time: begun.elapsed(),
    })
}

/// The settings, but for the table.
fn solver(earlier: u16) -> Settings {
    Settings {
        deepening: 1,
        ordering: true,
        killers: true,
        history: true,
        line: 64,
        earlier,
        ..Settings::plain(Driver::Pvs)
    }
}

/// The settings with the largest table that fits.
fn with_table<G: Game>(
    settings: &Settings,
    position: &G,
    memory: u64,
) -> Result<Settings, SolveError> {
    let sized = |table: u32| Settings { table, ..*settings };
    let bytes = |table| bytes_needed(&sized(table), position).map_err(SolveError::Game);
    let (least, one) = (bytes(4)?, bytes(8)? - bytes(4)?);
    let room = memory.checked_sub(least as u64);
    let room = room.ok_or(SolveError::Memory { needed: least, given: memory })?;
    let buckets = 1 + room / one as u64;
    let mut table = buckets.saturating_mul(4).min(u32::MAX.into()) as u32;
    // The search may round the size of its table.
    while table > 4 && bytes(table)? as u64 > memory {
        table -= 4;
    }
    Ok(sized(table))
}

/// A function as a [`Watch`].
struct Stop<'a>(&'a mut dyn FnMut(u16, u64) -> bool);

impl<G: Game, B: cairn_core::memory::Block> Watch<Search<G, B>> for Stop<'_> {
    fn stop(&mut self, search: &mut Search<G, B>, _: Option<u64>) -> bool {
        (self.0)(search.depth(), search.nodes())
    }
}

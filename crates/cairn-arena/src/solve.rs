//! Exact answers: who wins a position with best play, and how soon.
//!
//! The usual solver is alpha-beta to the end of the game ([`SOLVER`]), with a table and an order of moves,
//! but without anything that could overlook a move. It looks deeper with every iteration, so that it finds
//! the quickest win. Proof search (`dfpn`) often knows the winner sooner, and never how soon he wins.

use std::time::{Duration, Instant};

use cairn_core::memory::{OwnedBlock, words};
use cairn_core::minimax::{Bound, Certainty, Ended};
use cairn_core::proof::Value;
use cairn_core::spec::{Family, Spec, SpecError};
use cairn_erased::{
    AnyMove, AnySearch, Engine, EngineVisitor, MoveScore, Report, SearchType, with_engine,
};

use crate::history::GameHistory;
use crate::player::AgentError;

/// The spec of the solver that is used unless another is named.
pub const SOLVER: &str = "pvs:null=off,reductions=off,quiescence=off,aspiration=off";

/// Milliseconds between two reports of progress.
const BETWEEN_REPORTS: u64 = 200;

/// What a solver has found out about a position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the position is worth to the player to move; `None` if that is not proved.
    pub value: Option<Value>,
    /// The plies to the end of the game with best play: the quickest win or the slowest loss. `None` if
    /// that is not proved.
    pub distance: Option<u16>,
    /// The margin if the solver looks for margins and it is proved, or what is known so far.
    pub score: Option<MoveScore>,
    /// The best moves of both players, as far as they are known.
    pub line: Vec<AnyMove>,
    /// What the solver did.
    pub report: Report,
    /// The positions that were visited.
    pub nodes: u64,
    /// The bytes of the search.
    pub bytes: usize,
    /// How long it took.
    pub time: Duration,
    /// Whether the solver ended by itself; false if `stop` ended it.
    pub complete: bool,
}

/// Why a position cannot be solved; the message says what would be right.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The game is over.
    #[error("the game is over in this position: give one in which it is not")]
    Over,
    /// It is the turn of chance.
    #[error("it is the turn of chance: roll the dice first")]
    Chance,
    /// The agent does not prove anything.
    #[error(
        "{0} proves nothing: use a solver, which is one of minimax, alphabeta, pvs, mtdf, sss, pn, pn2 \
         and dfpn"
    )]
    NoSolver(&'static str),
    /// The memory is too small.
    #[error("not enough memory: the solver needs at least {needed} bytes, but memory is {given}")]
    Memory {
        /// The bytes that it needs at least.
        needed: usize,
        /// The bytes given.
        given: u64,
    },
    /// This machine cannot allocate the memory.
    #[error("this machine cannot allocate {0} bytes: give the solver less memory")]
    Allocation(usize),
    /// The game is not one for this solver.
    #[error(transparent)]
    Game(AgentError),
}

/// Solves the position of `game` with the agent `spec`, written as `text`. It has no limits but those that
/// the spec gives. `stop` is called every few positions and ends the search if it returns true; `progress`
/// a few times a second.
pub fn solve(
    game: &GameHistory,
    text: &str,
    spec: &Spec,
    stop: &mut dyn FnMut() -> bool,
    progress: &mut dyn FnMut(&Report),
) -> Result<Solution, SolveError> {
    if game.outcome().is_some() {
        return Err(SolveError::Over);
    }
    if game.mover().is_none() {
        return Err(SolveError::Chance);
    }
    if !matches!(spec.agent.family, Family::Minimax(_) | Family::Pn | Family::Dfpn) {
        return Err(SolveError::NoSolver(spec.agent.name));
    }
    let begun = Instant::now();
    let error = |error| match error {
        SpecError::Memory { needed, given } => SolveError::Memory { needed, given },
        error => SolveError::Game(AgentError::new(text, &error)),
    };
    let made = with_engine(&spec.endless(), game.position(), New).and_then(|made| made);
    let (bytes, search) = made.map_err(error)?;
    let mut search = search.ok_or(SolveError::Allocation(bytes))?;
    let mut earlier = Vec::new();
    game.for_each_earlier_key(|key| earlier.push(key));
    search.start(game.position(), game.excluded(), &earlier, 0);
    let end = search.millis();
    let mut now = || Some(begun.elapsed().as_millis() as u64);
    let complete = loop {
        let left = end.map(|end| end.saturating_sub(begun.elapsed().as_millis() as u64));
        let slice = left.map_or(BETWEEN_REPORTS, |left| left.min(BETWEEN_REPORTS));
        match search.run_clocked(Some(slice), &mut now, stop) {
            Ended::Done => break true,
            Ended::Stopped => break false,
            Ended::Time if left.is_some_and(|left| left <= slice) => break true,
            Ended::Time => progress(&search.report()),
        }
    };
    let mut line = Vec::new();
    search.principal_variation(&mut |mv| line.push(mv));
    let report = search.report();
    let (value, distance) = proved(&report);
    Ok(Solution {
        value,
        distance,
        score: report.score(),
        line,
        report,
        nodes: search.steps(),
        bytes,
        time: begun.elapsed(),
        complete,
    })
}

/// The value that is proved, and the distance if that is proved too.
fn proved(report: &Report) -> (Option<Value>, Option<u16>) {
    match *report {
        Report::Minimax { score: Some(root), .. } if root.certainty > Certainty::Estimate => {
            let exact = root.certainty == Certainty::Exact && root.bound == Bound::Exact;
            let value = match root.score.get() {
                1.. => Value::Win,
                0 => Value::Draw,
                _ => Value::Loss,
            };
            (Some(value), root.score.distance().filter(|_| exact))
        }
        Report::Proof { at_least, at_most, .. } if at_least == at_most => (Some(at_least), None),
        _ => (None, None),
    }
}

/// The bytes of a search, and the search if they can be allocated.
struct New;

impl EngineVisitor for New {
    type Output = Result<(usize, Option<Box<dyn AnySearch>>), SpecError<'static>>;

    fn visit<G: SearchType, E: Engine<G> + 'static>(self, settings: E, start: &G) -> Self::Output {
        let bytes = settings.bytes_needed(start)?;
        let Some(block) = OwnedBlock::new(words(bytes)) else { return Ok((bytes, None)) };
        Ok((bytes, Some(Box::new(settings.search(start, block)?))))
    }
}

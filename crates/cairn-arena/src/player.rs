//! A player: an agent with its block of memory and a clock.

use std::fmt;
use std::time::{Duration, Instant};

use cairn_core::mcts::{Ended, Footprint, MoveStats, NodeStats, Search, Settings, bytes_needed};
use cairn_core::memory::{OwnedBlock, words};
use cairn_core::spec::{FullSpec, Spec, SpecError};
use cairn_erased::{AnyMove, AnyPosition, AnySearch, SearchType, SearchVisitor, with_search_type};

use crate::history::GameHistory;

/// An agent that plays a game, with all its memory in one block.
pub struct Player {
    summary: AgentSummary,
    search: Box<dyn AnySearch>,
}

/// An agent's settings and memory in a game.
#[derive(Clone, Debug)]
pub struct AgentSummary {
    /// The spec with every value explicit.
    pub spec: String,
    /// The same, for programs.
    pub settings: Settings,
    /// The nodes and bytes that it takes.
    pub footprint: Footprint,
}

impl AgentSummary {
    /// The nodes of both levels.
    pub fn nodes(&self) -> u32 {
        self.footprint.top.0 + self.footprint.second.map_or(0, |(nodes, _)| nodes)
    }

    /// The bytes of a node with its AMAF table, on average over both levels.
    pub fn bytes_per_node(&self) -> f64 {
        let levels = [Some(self.footprint.top), self.footprint.second];
        let bytes =
            levels.into_iter().flatten().map(|(nodes, each)| f64::from(nodes) * each as f64);
        bytes.sum::<f64>() / f64::from(self.nodes())
    }
}

/// What a player decided.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The move to play; `None` if there is none.
    pub mv: Option<AnyMove>,
    /// Playouts run.
    pub playouts: u64,
    /// Time taken.
    pub time: Duration,
    /// Whether the search reached its own bounds, and was not stopped from outside.
    pub complete: bool,
}

/// An agent that cannot play the game; it says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent {spec}: {error}")]
pub struct AgentError {
    /// The spec.
    pub spec: String,
    /// What is wrong with it.
    pub error: String,
    /// Whether the agent is right, and only the machine's memory too small for it.
    pub lacks_memory: bool,
}

impl AgentError {
    pub(crate) fn new(spec: &str, error: &dyn fmt::Display) -> Self {
        AgentError { spec: spec.into(), error: error.to_string(), lacks_memory: false }
    }

    /// The machine does not have the bytes that a player needs. What it would give is found by
    /// trying: the largest power of two.
    fn memory(spec: &str, bytes: usize) -> Self {
        let less = less_memory(bytes);
        let error = format!(
            "the player needs {bytes} bytes, more than this machine gives: allow it less, such as \
             memory={}",
            size(less)
        );
        AgentError { spec: spec.into(), error, lacks_memory: true }
    }
}

/// The largest power of two below `bytes` that can be allocated.
fn less_memory(bytes: usize) -> usize {
    let mut less = 1 << (bytes.max(2) - 1).ilog2();
    while less > 1024 && Vec::<u8>::new().try_reserve_exact(less).is_err() {
        less /= 2;
    }
    less
}

/// A power of two as the key `memory` reads it.
fn size(bytes: usize) -> String {
    match bytes.max(1024).ilog2() {
        30.. => format!("{}GiB", bytes >> 30),
        20.. => format!("{}MiB", bytes >> 20),
        _ => format!("{}KiB", bytes.max(1024) >> 10),
    }
}

/// An agent's settings and memory in games from `start`.
pub(crate) fn summary(
    spec: &Spec,
    start: &AnyPosition,
) -> Result<AgentSummary, SpecError<'static>> {
    struct Summary<'a>(&'a Spec);
    impl SearchVisitor for Summary<'_> {
        type Output = Result<AgentSummary, SpecError<'static>>;
        fn visit<G: SearchType>(self, start: &G) -> Self::Output {
            let settings = self.0.settings(start)?;
            Ok(AgentSummary {
                spec: FullSpec(&self.0.agent, &settings).to_string(),
                footprint: Footprint::new(&settings, start).map_err(SpecError::Plan)?,
                settings,
            })
        }
    }
    with_search_type(start, Summary(spec))
}

/// A search in a block of its own; `None` if the machine does not have the memory.
fn new_search(
    settings: Settings,
    start: &AnyPosition,
) -> Result<Option<Box<dyn AnySearch>>, SpecError<'static>> {
    struct New(Settings);
    impl SearchVisitor for New {
        type Output = Result<Option<Box<dyn AnySearch>>, SpecError<'static>>;
        fn visit<G: SearchType>(self, start: &G) -> Self::Output {
            let bytes = bytes_needed(&self.0, start).map_err(SpecError::Plan)?;
            let Some(block) = OwnedBlock::new(words(bytes)) else { return Ok(None) };
            let search = Search::new(self.0, start, block).map_err(SpecError::Plan)?;
            Ok(Some(Box::new(search)))
        }
    }
    with_search_type(start, New(settings))
}

impl Player {
    /// The agent `spec`, written as `text`, for games like `start` (its size and other options).
    pub(crate) fn new(text: &str, spec: &Spec, start: &AnyPosition) -> Result<Self, AgentError> {
        let wrong = |error: SpecError<'static>| AgentError::new(text, &error);
        let summary = summary(spec, start).map_err(wrong)?;
        let search = new_search(summary.settings, start).map_err(wrong)?;
        let search = search.ok_or_else(|| AgentError::memory(text, summary.footprint.bytes))?;
        Ok(Player { summary, search })
    }

    /// Forgets the game so far, and what is kept from turn to turn (MAST).
    pub fn new_game(&mut self) {
        self.search.new_game();
    }

    /// Takes a turn: searches until the spec's bounds are reached or `stop`, asked once in a few
    /// playouts, is true. Without a bound in time, the same seed and the same turns before give the
    /// same decision.
    ///
    /// # Panics
    /// If `game` is not of the game that the player was made for. It should begin where that does,
    /// or in a position with the same [`denominator`](GameHistory::denominator):
    /// [`AnyGame::at`](crate::AnyGame::at).
    pub fn choose(
        &mut self,
        game: &GameHistory,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision {
        let decision = self.search(game, seed, stop);
        self.search.end_turn();
        decision
    }

    /// The same, but not as a turn: nothing is kept of it, and no tree of the turn before is used. So
    /// the same question has the same answer.
    ///
    /// # Panics
    /// As [`Player::choose`].
    pub fn consider(
        &mut self,
        game: &GameHistory,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision {
        self.search.forget_tree();
        self.search(game, seed, stop)
    }

    fn search(
        &mut self,
        game: &GameHistory,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision {
        let begun = Instant::now();
        self.search.start(game.position(), game.excluded(), seed);
        let mut now = || Some(begun.elapsed().as_millis() as u64);
        let ended = self.search.run_clocked(self.summary.settings.millis(), &mut now, stop);
        Decision {
            mv: self.search.best_move(),
            playouts: self.search.playouts(),
            time: begun.elapsed(),
            complete: ended != Ended::Stopped,
        }
    }

    /// What the last search knows about the moves, in the game's order.
    pub fn moves(&mut self) -> Vec<MoveStats<AnyMove>> {
        let mut moves = Vec::new();
        self.search.for_each_move(&mut |stats| moves.push(stats));
        moves
    }

    /// The same, with the moves of `game`, which was searched, as text.
    pub fn moves_text(&mut self, game: &GameHistory) -> Vec<MoveStats<String>> {
        let in_text = |MoveStats { mv, visits, mean, amaf }| MoveStats {
            mv: game.move_text(mv),
            visits,
            mean,
            amaf,
        };
        self.moves().into_iter().map(in_text).collect()
    }

    /// The line that the last search expects: its move, and then the most visited reply to each move
    /// before, as far as there are nodes.
    pub fn principal_variation(&mut self) -> Vec<AnyMove> {
        let mut line = Vec::new();
        self.search.principal_variation(&mut |mv| line.push(mv));
        line
    }

    /// Its settings and memory.
    pub fn summary(&self) -> &AgentSummary {
        &self.summary
    }

    /// The use of its nodes.
    pub fn nodes(&self) -> NodeStats {
        self.search.nodes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `prlimit` allows, or a small machine.
    #[test]
    fn the_advice_is_less_than_what_was_asked_for() {
        for bytes in [314_572_800, 1 << 20, (1 << 20) + 1, 5_000, 1] {
            let less = less_memory(bytes);
            assert!(less < bytes.max(2) && less * 2 >= bytes, "{less} instead of {bytes}");
        }
        let error = AgentError::memory("grave", 314_572_800).to_string();
        assert!(error.ends_with("allow it less, such as memory=256MiB"), "{error}");
        assert_eq!([7, 1 << 12, 1 << 30].map(size), ["1KiB", "4KiB", "1GiB"]);
    }
}

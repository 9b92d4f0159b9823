//! A player: an agent with its block of memory and a clock.

use std::fmt;
use std::time::{Duration, Instant};

use cairn_core::mcts::{
    Ended, Footprint, LevelFootprint, MoveStats, PoolStats, Search, Settings, bytes_needed,
};
use cairn_core::memory::{OwnedBlock, words};
use cairn_core::spec::{FullSpec, Spec, SpecError};
use cairn_erased::{AnyMove, AnyPosition, AnySearch, SearchType, SearchVisitor, with_search_type};

use crate::game::in_bytes;
use crate::history::GameHistory;

/// An agent that plays a game, with all its memory in one block.
pub struct Player {
    summary: AgentSummary,
    search: Box<dyn AnySearch>,
    /// In milliseconds.
    time_limit: Option<u64>,
}

/// An agent's settings and memory in a game.
#[derive(Clone, Debug)]
pub struct AgentSummary {
    /// The spec with every key written out.
    pub spec: String,
    /// The same as typed settings.
    pub settings: Settings,
    /// Its nodes and bytes.
    pub footprint: Footprint,
}

impl AgentSummary {
    /// The nodes of both levels.
    pub fn nodes(&self) -> u32 {
        self.levels().map(|level| level.nodes).sum()
    }

    /// The bytes of all nodes and AMAF tables, divided by the nodes of both levels.
    pub fn bytes_per_node(&self) -> f64 {
        let bytes = self.levels().map(|level| {
            f64::from(level.nodes) * level.node_bytes as f64
                + f64::from(level.tables) * level.table_bytes as f64
        });
        bytes.sum::<f64>() / f64::from(self.nodes())
    }

    fn levels(&self) -> impl Iterator<Item = LevelFootprint> {
        [Some(self.footprint.top), self.footprint.second].into_iter().flatten()
    }
}

/// What a player decided.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The move to play; `None` if no move is legal.
    pub mv: Option<AnyMove>,
    /// How many playouts the search ran.
    pub playouts: u64,
    /// How long it took.
    pub time: Duration,
    /// Whether the search reached its own limits; false if `stop` ended it.
    pub complete: bool,
}

/// An agent that cannot play the game; the message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent {spec}: {error}")]
pub struct AgentError {
    /// The spec.
    pub spec: String,
    /// What is wrong with it.
    pub error: String,
    /// Whether the spec is valid and only this machine's memory is too small.
    pub lacks_memory: bool,
}

impl AgentError {
    pub(crate) fn new(spec: &str, error: &dyn fmt::Display) -> Self {
        AgentError { spec: spec.into(), error: error.to_string(), lacks_memory: false }
    }

    /// This machine cannot allocate the bytes. The message recommends the largest power of two that
    /// it can.
    fn memory(spec: &str, bytes: usize) -> Self {
        let error = format!(
            "the player needs {bytes} bytes, more than this machine can allocate: give it less, \
             such as memory={}",
            in_bytes(less_memory(bytes) as u64).replace(' ', "")
        );
        AgentError { spec: spec.into(), error, lacks_memory: true }
    }
}

/// The largest power of two below `bytes` that can be allocated, at least 1 KiB.
fn less_memory(bytes: usize) -> usize {
    let mut less = 1 << (bytes.max(2048) - 1).ilog2();
    while less > 1024 && Vec::<u8>::new().try_reserve_exact(less).is_err() {
        less /= 2;
    }
    less
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

/// A search in its own block; `None` if the block cannot be allocated.
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
        Ok(Player { summary, search, time_limit: None })
    }

    /// Starts a new game: forgets the tree and the MAST statistics.
    pub fn new_game(&mut self) {
        self.search.new_game();
    }

    /// From now on a search ends after `millis` milliseconds, even if the spec allows more.
    pub fn set_time_limit(&mut self, millis: Option<u64>) {
        self.time_limit = millis;
    }

    /// Takes a turn: searches until it reaches the spec's limits or `stop` returns true. `stop` is
    /// called every few playouts. Without a time limit, the same seed after the same earlier turns
    /// gives the same decision.
    ///
    /// # Panics
    /// If the player was made for another game. A history that begins elsewhere must have the same
    /// [`denominator`](GameHistory::denominator); otherwise make the player from
    /// [`AnyGame::at`](crate::AnyGame::at).
    pub fn choose(
        &mut self,
        game: &GameHistory,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision {
        self.choose_without(game, &[], seed, stop)
    }

    /// The same without some of the legal moves.
    ///
    /// # Panics
    /// As [`Player::choose`].
    pub fn choose_without(
        &mut self,
        game: &GameHistory,
        excluded: &[AnyMove],
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision {
        let decision = self.search(game, excluded, seed, stop);
        self.search.end_turn();
        decision
    }

    /// Searches without taking a turn: it uses no tree of an earlier turn and keeps nothing, so the
    /// same position and seed give the same answer.
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
        self.search(game, &[], seed, stop)
    }

    fn search(
        &mut self,
        game: &GameHistory,
        excluded: &[AnyMove],
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision {
        let begun = Instant::now();
        self.search.start(game.position(), &[game.excluded(), excluded].concat(), seed);
        let mut now = || Some(begun.elapsed().as_millis() as u64);
        let limit = self.summary.settings.millis().into_iter().chain(self.time_limit).min();
        let ended = self.search.run_clocked(limit, &mut now, stop);
        Decision {
            mv: self.search.best_move(),
            playouts: self.search.playouts(),
            time: begun.elapsed(),
            complete: ended != Ended::Stopped,
        }
    }

    /// The last search's statistics for each move, in the game's order.
    pub fn moves(&mut self) -> Vec<MoveStats<AnyMove>> {
        let mut moves = Vec::new();
        self.search.for_each_move(&mut |stats| moves.push(stats));
        moves
    }

    /// The same with moves as text; `game` is the history that was searched.
    pub fn moves_text(&mut self, game: &GameHistory) -> Vec<MoveStats<String>> {
        let in_text = |MoveStats { mv, visits, mean, amaf }| MoveStats {
            mv: game.move_text(mv),
            visits,
            mean,
            amaf,
        };
        self.moves().into_iter().map(in_text).collect()
    }

    /// What the last search found a move to be worth for the player to move: 1 is a win, 0 a loss;
    /// `None` if no playout began with it.
    pub fn value(&mut self, mv: AnyMove) -> Option<f32> {
        self.search.value(mv)
    }

    /// The principal variation of the last search: the best move, then the most visited reply to
    /// each, as far as the tree goes.
    pub fn principal_variation(&mut self) -> Vec<AnyMove> {
        let mut line = Vec::new();
        self.search.principal_variation(&mut |mv| line.push(mv));
        line
    }

    /// Its settings and memory.
    pub fn summary(&self) -> &AgentSummary {
        &self.summary
    }

    /// How many of its nodes are in use.
    pub fn nodes(&self) -> PoolStats {
        self.search.nodes()
    }
}

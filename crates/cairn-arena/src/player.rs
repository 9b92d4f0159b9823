//! A player: an agent with its block of memory and a clock.

use std::time::{Duration, Instant};

use cairn_core::Game;
use cairn_core::mcts::{Ended, Footprint, LevelFootprint, PoolStats};
use cairn_core::memory::{OwnedBlock, words};
use cairn_core::proof::Method;
use cairn_core::spec::{FullSpec, Settings, Spec, SpecError};
use cairn_erased::{
    AnyMove, AnyPosition, AnySearch, Engine, EngineVisitor, MoveReport, Report, SearchType,
    with_engine,
};

use crate::game::in_bytes;
use crate::history::GameHistory;

/// An agent that plays a game, with all its memory in one block.
pub struct Player {
    summary: AgentSummary,
    search: Box<dyn AnySearch>,
    /// In milliseconds.
    time_limit: Option<u64>,
    /// The repetition keys of the game before the position that is searched.
    earlier: Vec<u64>,
    /// The moves that the last search could choose; empty with playouts, which report all of them.
    allowed: Vec<AnyMove>,
}

/// An agent's settings and memory in a game.
#[derive(Clone, Debug)]
pub struct AgentSummary {
    /// The spec with every key written out.
    pub spec: String,
    /// The same as typed settings.
    pub settings: Settings,
    /// The bytes of all its memory.
    pub bytes: usize,
    /// The nodes and tables of a search with playouts; `None` for other searches.
    pub footprint: Option<Footprint>,
}

impl AgentSummary {
    /// The nodes of its trees, or the entries of its table of positions.
    pub fn nodes(&self) -> u32 {
        match &self.settings {
            Settings::Playouts(_) => self.levels().map(|level| level.nodes).sum(),
            Settings::Minimax(settings) => settings.table,
            Settings::Best(settings) => settings.nodes,
            Settings::Proof(settings) => match settings.method {
                Method::Pn(tree) => tree.nodes,
                Method::Pn2 { top, second } => top.nodes.saturating_add(second.nodes),
                Method::Dfpn(table) => table.entries,
            },
        }
    }

    /// The bytes of all nodes and AMAF tables, divided by the nodes of both levels. `None` for a search
    /// without playouts.
    pub fn bytes_per_node(&self) -> Option<f64> {
        self.footprint?;
        let bytes = self.levels().map(|level| {
            f64::from(level.nodes) * level.node_bytes as f64
                + f64::from(level.tables) * level.table_bytes as f64
        });
        Some(bytes.sum::<f64>() / f64::from(self.nodes()))
    }

    fn levels(&self) -> impl Iterator<Item = LevelFootprint> {
        let levels = self.footprint.map(|Footprint { top, second, .. }| [Some(top), second]);
        levels.into_iter().flatten().flatten()
    }
}

/// What a player decided.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The move to play; `None` if no move is legal.
    pub mv: Option<AnyMove>,
    /// How many playouts the search ran, or how many positions it visited if it has no playouts.
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
    pub(crate) fn new(spec: &str, error: &SpecError<'_>) -> Self {
        let mut text = error.to_string();
        if error.needs_evaluation() {
            text += &which_have_evaluations();
        }
        AgentError { spec: spec.into(), error: text, lacks_memory: false }
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

/// The games that a search with an evaluation can play, for an error message.
fn which_have_evaluations() -> String {
    #[cfg(feature = "games")]
    return format!(
        "; the games with an evaluation are {}",
        crate::game::evaluated_games().join(", ")
    );
    #[cfg(not(feature = "games"))]
    String::new()
}

/// The largest power of two below `bytes` that can be allocated, at least 1 KiB.
fn less_memory(bytes: usize) -> usize {
    let mut less = 1 << (bytes.max(2048) - 1).ilog2();
    while less > 1024 && Vec::<u8>::new().try_reserve_exact(less).is_err() {
        less /= 2;
    }
    less
}

/// An agent's settings and memory in games from `start`, and its search if `build` asks for it and its
/// block can be allocated.
struct New<'a> {
    spec: &'a Spec,
    build: bool,
}

impl EngineVisitor for New<'_> {
    type Output = Result<(AgentSummary, Option<Box<dyn AnySearch>>), SpecError<'static>>;

    fn visit<G: SearchType, E: Engine<G> + 'static>(self, settings: E, start: &G) -> Self::Output {
        let general = settings.general();
        let bytes = settings.bytes_needed(start)?;
        let summary = AgentSummary {
            spec: FullSpec(&self.spec.agent, &general).to_string(),
            settings: general,
            bytes,
            footprint: settings.footprint(start)?,
        };
        let block = self.build.then(|| OwnedBlock::new(words(bytes))).flatten();
        let search = block.map(|block| settings.search(start, block)).transpose()?;
        Ok((summary, search.map(|search| Box::new(search) as Box<dyn AnySearch>)))
    }
}

/// An agent's settings and memory in games from `start`.
pub(crate) fn summary(
    spec: &Spec,
    start: &AnyPosition,
) -> Result<AgentSummary, SpecError<'static>> {
    let (summary, _) = with_engine(spec, start, New { spec, build: false })??;
    Ok(summary)
}

impl Player {
    /// The agent `spec`, written as `text`, for games like `start` (its size and other options).
    pub(crate) fn new(text: &str, spec: &Spec, start: &AnyPosition) -> Result<Self, AgentError> {
        let made = with_engine(spec, start, New { spec, build: true }).and_then(|made| made);
        let (summary, search) = made.map_err(|error| AgentError::new(text, &error))?;
        let search = search.ok_or_else(|| AgentError::memory(text, summary.bytes))?;
        Ok(Player { summary, search, time_limit: None, earlier: Vec::new(), allowed: Vec::new() })
    }

    /// Starts a new game: forgets the tree or the table, and the MAST statistics.
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
        self.search.forget();
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
        self.earlier.clear();
        let excluded = [game.excluded(), excluded].concat();
        if self.summary.settings.playouts().is_none() {
            game.for_each_earlier_key(|key| self.earlier.push(key));
            let allowed = game.position().legal_moves().filter(|mv| !excluded.contains(mv));
            self.allowed.clear();
            self.allowed.extend(allowed);
        }
        self.search.start(game.position(), &excluded, &self.earlier, seed);
        let mut now = || Some(begun.elapsed().as_millis() as u64);
        let limit = self.summary.settings.millis().into_iter().chain(self.time_limit).min();
        let ended = self.search.run_clocked(limit, &mut now, stop);
        Decision {
            mv: self.search.best_move(),
            playouts: self.search.steps(),
            time: begun.elapsed(),
            complete: ended != Ended::Stopped,
        }
    }

    /// What the last search knows about each move, in the game's order.
    pub fn moves(&mut self) -> Vec<MoveReport<AnyMove>> {
        let unknown = |&mv| MoveReport { mv, visits: 0, value: None, amaf: None, score: None };
        let mut moves: Vec<_> = self.allowed.iter().map(unknown).collect();
        let (all, mut next) = (moves.len(), 0);
        self.search.for_each_move(&mut |stats| {
            // Both are in the game's order.
            match (next..all).find(|&index| moves[index].mv == stats.mv) {
                Some(index) => {
                    moves[index] = stats;
                    next = index + 1;
                }
                None => moves.push(stats),
            }
        });
        moves
    }

    /// The same with moves as text; `game` is the history that was searched.
    pub fn moves_text(&mut self, game: &GameHistory) -> Vec<MoveReport<String>> {
        let in_text = |MoveReport { mv, visits, value, amaf, score }| {
            let mv = game.move_text(mv);
            MoveReport { mv, visits, value, amaf, score }
        };
        self.moves().into_iter().map(in_text).collect()
    }

    /// What the last search has done and found, in the terms of its kind.
    pub fn report(&mut self) -> Report {
        self.search.report()
    }

    /// What the last search found a move to be worth for the player to move: 1 is a win, 0 a loss;
    /// `None` if it knows nothing about it.
    pub fn value(&mut self, mv: AnyMove) -> Option<f32> {
        self.search.value(mv)
    }

    /// The principal variation of the last search: the best move, then the best reply to each, as far as
    /// it is known. With playouts, the best reply is the one with the most visits.
    pub fn principal_variation(&mut self) -> Vec<AnyMove> {
        let mut line = Vec::new();
        self.search.principal_variation(&mut |mv| line.push(mv));
        line
    }

    /// Its settings and memory.
    pub fn summary(&self) -> &AgentSummary {
        &self.summary
    }

    /// How many of its nodes are in use, or entries of its table. All 0 for alpha-beta, which counts them
    /// otherwise ([`Report::Minimax`])
    pub fn nodes(&self) -> PoolStats {
        self.search.nodes()
    }
}

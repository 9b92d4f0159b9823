//! Agents and their searches.

use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, TryLockError};

use cairn_arena::{AnyGame, Decision, GameHistory, MoveReport, Player, StopSignal};
use cairn_core::mcts::PoolStats;
use cairn_core::spec::{AGENTS, KEYS};
use cairn_core::{Game as _, Turn};
use cairn_erased::AnyMove;
use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyList};

use crate::arguments::{agent_summary, game_argument, seed as seed_argument};
use crate::game::Game;
use crate::rules::{MoveNumbers, State, StateStack, run};
use crate::{Interrupt, Listed, bad_input};

/// The fields of each `AgentInfo`.
#[pyfunction]
pub fn agents() -> Vec<Listed> {
    let keys = |agent| KEYS.iter().filter(move |key| key.applies_to(agent));
    let fields = |agent| keys(agent).map(|key| (key.name, key.default, key.about)).collect();
    AGENTS.iter().map(|agent| (agent.name, agent.about, fields(agent))).collect()
}

/// An agent with its memory for a game.
///
/// `spec` is a name and keys: 'grave:playouts=10000', 'graver2:memory=64KiB,time=1s' (see `agents()`).
/// The default is the game's own agent, or 'grave' for a game written in Python. `game` is a game's
/// spec, a `Game`, or a state of a game written in Python. All memory is allocated here, none by a
/// search. With some specs, an agent remembers something from turn to turn (`playout=mast`: averages of
/// moves; `reuse=on`: the tree); `new_game()` makes it forget.
///
/// >>> agent = Agent('graver2:paper,nodes=160,top=160,second=80', 'go9')
/// >>> agent.bytes
/// 46120
#[pyclass(frozen, generic, module = "cairn")]
pub struct Agent {
    /// The spec that it was made from.
    #[pyo3(get)]
    spec: String,
    /// The spec with every key written out.
    #[pyo3(get)]
    full_spec: String,
    /// The bytes of all its memory.
    #[pyo3(get)]
    bytes: usize,
    /// The largest number of nodes that its trees can have, or of positions in its table.
    #[pyo3(get)]
    nodes: u32,
    game: AnyGame,
    memory: Mutex<Memory>,
}

/// What an agent remembers from search to search. A search that ends with an exception leaves nothing
/// that could be used again.
#[derive(Default)]
struct Memory {
    player: Option<Player>,
    /// The moves of a game in Python.
    moves: Option<MoveNumbers>,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(
        signature = (spec = None, game = None),
        text_signature = "(spec=None, game='go9')"
    )]
    fn new(
        spec: Option<String>,
        // A function of its own, because None is not a game.
        #[pyo3(from_py_with = some_game)] game: Option<AnyGame>,
    ) -> PyResult<Self> {
        let game = match game {
            Some(game) => game,
            None => AnyGame::new("go9").map_err(bad_input)?,
        };
        let spec = spec.unwrap_or_else(|| game.default_agent().into());
        let summary = agent_summary(&game, &spec)?;
        let (bytes, nodes) = (summary.bytes, summary.nodes());
        let player = Some(game.player(&spec).map_err(bad_input)?);
        let memory = Mutex::new(Memory { player, moves: None });
        Ok(Agent { spec, full_spec: summary.spec, bytes, nodes, game, memory })
    }

    /// Forgets the game so far, and all that is kept from turn to turn.
    fn new_game(&self) -> PyResult<()> {
        self.lock()?.player.iter_mut().for_each(Player::new_game);
        Ok(())
    }

    /// Searches a position until the playouts or the time of the spec are used up.
    ///
    /// `game` is a `Game`, or a state if the agent was made for a game in Python. The same spec, position,
    /// seed and earlier turns give the same result, unless the spec limits the time. Searches of Cairn's
    /// games release Python's lock. Ctrl-C ends a search with KeyboardInterrupt.
    ///
    /// >>> result = Agent('uct:playouts=500', 'tictactoe').search(Game('tictactoe'))
    /// >>> result.move, int(result.visits.sum())
    /// ('b2', 499)
    #[pyo3(signature = (game, seed = 1))]
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = seed_argument)] seed: u64,
    ) -> PyResult<Py<PyAny>> {
        let mut memory = self.lock()?;
        let history = self.history(game)?;
        let Memory { player, moves } = std::mem::take(&mut *memory);
        let mut player = match player {
            Some(player) => player,
            None => self.game.player(&self.spec).map_err(bad_input)?,
        };
        let mut stack = StateStack::new(history.position(), game, moves);
        let interrupt = Interrupt::new(py)?;
        let findings = run(py, &mut stack, || Findings {
            decision: player.choose(&history, seed, &mut || interrupt.is_set()),
            moves: player.moves(),
            line: player.principal_variation(),
            nodes: player.nodes(),
        })?;
        *memory = Memory { player: Some(player), moves: stack.map(|stack| stack.moves) };
        interrupt.result()?;
        findings.result(py, &history, memory.moves.as_ref())
    }

    fn __repr__(&self) -> String {
        format!("<agent {}: {} nodes, {} bytes>", self.spec, self.nodes, self.bytes)
    }
}

fn some_game(given: &Bound<'_, PyAny>) -> PyResult<Option<AnyGame>> {
    game_argument(given).map(Some)
}

impl Agent {
    fn lock(&self) -> PyResult<MutexGuard<'_, Memory>> {
        match self.memory.try_lock() {
            Ok(memory) => Ok(memory),
            // The search that panicked had taken all of it.
            Err(TryLockError::Poisoned(memory)) => Ok(memory.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "this agent is searching already: make one for each thread",
            )),
        }
    }

    /// The game to search; an error if this agent cannot search it.
    fn history(&self, game: &Bound<'_, PyAny>) -> PyResult<GameHistory> {
        let history = match self.game.start().downcast::<State>() {
            Some(like) => self.python_history(like, game)?,
            None => self.own_history(game)?,
        };
        match history.turn() {
            Turn::Player(_) => Ok(history),
            Turn::Over(_) => Err(over()),
            Turn::Chance => Err(bad_input(
                "it is chance's turn: play one of chance_moves(), or give the game dice=",
            )),
        }
    }

    fn python_history(&self, like: &State, state: &Bound<'_, PyAny>) -> PyResult<GameHistory> {
        let root = State::root(state)?;
        if !root.same_game(like) {
            return Err(bad_input(
                "this state is of another game than the agent was made for: keys, players, \
                 max_moves, denominator and max_plies must be the same",
            ));
        }
        Ok(AnyGame::of(self.game.spec(), &root).history())
    }

    fn own_history(&self, game: &Bound<'_, PyAny>) -> PyResult<GameHistory> {
        let wrong_game = |given: &dyn Display| {
            let spec = self.game.spec();
            bad_input(format_args!("this agent was made for {spec}, not for {given}"))
        };
        let Ok(game) = game.cast::<Game>() else { return Err(wrong_game(&game.repr()?)) };
        let (rules, history) = (game.get().rules(), game.get().snapshot());
        if rules.start() != self.game.start() {
            return Err(wrong_game(&rules.spec()));
        }
        if history.denominator() != self.game.start().denominator() {
            return Err(bad_input(
                "only one of this position and its game allows draws: give the game its komi, as in \
                 'go9:komi=7'",
            ));
        }
        Ok(history)
    }
}

fn over() -> PyErr {
    bad_input("the game is over in this position: there is nothing to search")
}

/// What a search found, before it is converted for Python.
struct Findings {
    decision: Decision,
    moves: Vec<MoveReport<AnyMove>>,
    line: Vec<AnyMove>,
    nodes: PoolStats,
}

impl Findings {
    /// The same as a `SearchResult`. Moves are the objects that `numbers` has of them, or text.
    fn result(
        self,
        py: Python<'_>,
        history: &GameHistory,
        numbers: Option<&MoveNumbers>,
    ) -> PyResult<Py<PyAny>> {
        let Findings { decision, moves, line, nodes } = self;
        let best = moves.iter().position(|stats| Some(stats.mv) == decision.mv).ok_or_else(over)?;
        let [list, line] = match numbers {
            None => {
                let texts = moves.iter().map(|stats| history.move_text(stats.mv));
                [PyList::new(py, texts)?, PyList::new(py, history.line_text(&line))?]
            }
            Some(numbers) => {
                let object = |mv: AnyMove| numbers.get(mv.unpack());
                let objects = moves.iter().map(|stats| object(stats.mv));
                [PyList::new(py, objects)?, PyList::new(py, line.into_iter().map(object))?]
            }
        };
        // Without visits there is no mean.
        let mean = |visits: u32, mean: f32| if visits == 0 { f32::NAN } else { mean };
        let has_scores = moves.iter().any(|stats| stats.score.is_some());
        let score = |stats: &MoveReport<AnyMove>| stats.score.map(|score| score.to_string());
        let scores: Option<Vec<_>> = has_scores.then(|| moves.iter().map(score).collect());
        let visits: Vec<_> = moves.iter().map(|stats| stats.visits).collect();
        let means: Vec<_> = moves.iter().map(|stats| stats.value.unwrap_or(f32::NAN)).collect();
        let amaf: Option<Vec<_>> = moves.iter().map(|stats| stats.amaf).collect();
        let (amaf_visits, amaf_means) = amaf
            .map(|amaf| amaf.into_iter().map(|(visits, of)| (visits, mean(visits, of))).unzip())
            .map(|(visits, means)| (PyArray1::from_vec(py, visits), PyArray1::from_vec(py, means)))
            .unzip();
        let fields = (
            list.get_item(best)?,
            means[best],
            list,
            PyArray1::from_vec(py, visits),
            PyArray1::from_vec(py, means),
            amaf_visits,
            amaf_means,
            line,
            decision.playouts,
            decision.time.as_secs_f64(),
            nodes.used,
            nodes.recycled,
        );
        let scores = [("scores", scores)].into_py_dict(py)?;
        Ok(py
            .import("cairn._search")?
            .getattr("SearchResult")?
            .call(fields, Some(&scores))?
            .unbind())
    }
}

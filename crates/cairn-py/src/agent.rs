//! Agents and their searches.

use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, TryLockError};

use cairn_arena::{AgentSummary, AnyGame, GameHistory, Player, StopSignal};
use cairn_core::spec::{AGENTS, KEYS};
use cairn_core::{Game as _, Turn};
use cairn_erased::AnyMove;
use numpy::PyArray1;
use pyo3::Borrowed;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::arguments::{Seed, agent_summary, game_argument};
use crate::game::Game;
use crate::rules::{MoveNumbers, State, StateStack, run};
use crate::{Interrupt, bad_input};

/// A kind of agent.
#[pyclass(frozen, get_all, module = "cairn")]
pub struct AgentInfo {
    /// The name that a spec starts with.
    name: &'static str,
    /// What it is, in a few words.
    about: &'static str,
    /// What can be told it: each key with its default and what it is.
    keys: Vec<(&'static str, &'static str, &'static str)>,
}

#[pymethods]
impl AgentInfo {
    fn __repr__(&self) -> String {
        format!("<agent {}: {}>", self.name, self.about)
    }
}

/// The agents there are.
///
/// >>> [info.name for info in agents()][:3]
/// ['mc', 'uct', 'uct2']
#[pyfunction]
pub fn agents() -> Vec<AgentInfo> {
    let agent = |agent: &cairn_core::spec::Agent| AgentInfo {
        name: agent.name,
        about: agent.about,
        keys: KEYS
            .iter()
            .filter(|key| key.fits(agent))
            .map(|key| (key.name, key.default, key.about))
            .collect(),
    };
    AGENTS.iter().map(agent).collect()
}

/// A game argument that may be left out. (An `Option` would accept `None` too.)
struct OptionalGame<'py>(Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for OptionalGame<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(OptionalGame(Some(given.to_owned())))
    }
}

/// A player: an agent spec with the memory that it takes for a game.
///
/// `spec` is a name and keys, as everywhere in Cairn: 'grave:playouts=10000',
/// 'graver2:memory=64KiB,time=1s' (see `agents()`); without one it is the game's own agent, or 'grave'
/// for a game written in Python. `game` is a game's spec, a `Game`, or a state of a game written in
/// Python. All memory is taken at once; a search takes none. An agent remembers from
/// turn to turn what its spec says it remembers (move averages); `new_game()` makes it forget.
///
/// >>> agent = Agent('graver2:paper,nodes=160,top=160,second=80', 'go9')
/// >>> agent.bytes
/// 46600
#[pyclass(frozen, module = "cairn")]
pub struct Agent {
    spec: String,
    game: AnyGame,
    summary: AgentSummary,
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
        signature = (spec = None, game = OptionalGame(None)),
        text_signature = "(spec=None, game='go9')"
    )]
    fn new(spec: Option<String>, game: OptionalGame<'_>) -> PyResult<Self> {
        let game = match &game.0 {
            Some(game) => game_argument(game)?,
            None => AnyGame::new("go9").map_err(bad_input)?,
        };
        let spec = spec.unwrap_or_else(|| game.default_agent().into());
        let summary = agent_summary(&game, &spec)?;
        let player = Some(game.player(&spec).map_err(bad_input)?);
        Ok(Agent { spec, game, summary, memory: Mutex::new(Memory { player, moves: None }) })
    }

    /// The spec it was made from.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The spec with every value explicit.
    #[getter]
    fn explicit(&self) -> &str {
        &self.summary.spec
    }

    /// The bytes it takes, all in all.
    #[getter]
    fn bytes(&self) -> usize {
        self.summary.footprint.bytes
    }

    /// The most nodes its trees can have.
    #[getter]
    fn nodes(&self) -> u32 {
        self.summary.nodes()
    }

    /// Forgets the game so far: what is kept from turn to turn starts anew.
    fn new_game(&self) -> PyResult<()> {
        self.lock()?.player.iter_mut().for_each(Player::new_game);
        Ok(())
    }

    /// Searches a position until the spec's bounds are reached: its playouts, or its time.
    ///
    /// `game` is a `Game` or, for an agent made for one, a state of a game in Python. The same spec,
    /// position and seed, and the same turns before, give the same result unless time is a bound.
    /// Other threads of Python run meanwhile; Ctrl-C ends the search with KeyboardInterrupt.
    ///
    /// >>> result = Agent('uct:playouts=500', 'tictactoe').search(Game('tictactoe'))
    /// >>> result.move, int(result.visits.sum())
    /// ('b2', 499)
    #[pyo3(signature = (game, seed = Seed(1)), text_signature = "($self, game, seed=1)")]
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        seed: Seed,
    ) -> PyResult<SearchResult> {
        let mut memory = self.lock()?;
        let history = self.history(game)?;
        match history.turn() {
            Turn::Player(_) => {}
            Turn::Over(_) => return Err(over()),
            Turn::Chance => {
                let error =
                    "it is chance's turn: play one of chance_moves(), or give the game dice=";
                return Err(bad_input(error));
            }
        }
        let Memory { player, moves } = std::mem::take(&mut *memory);
        let mut player = match player {
            Some(player) => player,
            None => self.game.player(&self.spec).map_err(bad_input)?,
        };
        let mut stack = StateStack::new(history.position(), game, moves);
        let interrupt = Interrupt::new(py)?;
        let (decision, moves, line) = run(py, &mut stack, || {
            let decision = player.choose(&history, seed.0, &mut || interrupt.is_set());
            (decision, player.moves(), player.principal_variation())
        })?;
        interrupt.result()?;
        let best = moves.iter().position(|stats| Some(stats.mv) == decision.mv).ok_or_else(over)?;
        let alternatives: Vec<AnyMove> = moves.iter().map(|stats| stats.mv).collect();
        let [list, line] = match &stack {
            None => {
                let texts = alternatives.iter().map(|&mv| history.move_text(mv));
                [PyList::new(py, texts)?, PyList::new(py, history.line_text(&line))?]
            }
            Some(stack) => {
                let object = |mv: &AnyMove| stack.moves.get(mv.unhide());
                let list = |moves: &[AnyMove]| PyList::new(py, moves.iter().map(object));
                [list(&alternatives)?, list(&line)?]
            }
        };
        // Without visits there is no mean.
        let mean = |visits: u32, mean: f32| if visits == 0 { f32::NAN } else { mean };
        let amaf =
            moves.iter().map(|stats| Some((stats.amaf?.0, mean(stats.amaf?.0, stats.amaf?.1))));
        let amaf = amaf.collect::<Option<Vec<_>>>().map(|amaf| amaf.into_iter().unzip());
        let (amaf_visits, amaf_means): (Option<Vec<_>>, Option<Vec<_>>) = amaf.unzip();
        let visits = moves.iter().map(|stats| stats.visits).collect();
        let means: Vec<_> = moves.iter().map(|stats| mean(stats.visits, stats.mean)).collect();
        let nodes = player.nodes();
        *memory = Memory { player: Some(player), moves: stack.map(|stack| stack.moves) };
        Ok(SearchResult {
            r#move: list.get_item(best)?.unbind(),
            value: means[best].into(),
            moves: list.unbind(),
            visits: PyArray1::from_vec(py, visits).unbind(),
            means: PyArray1::from_vec(py, means).unbind(),
            amaf_visits: amaf_visits.map(|visits| PyArray1::from_vec(py, visits).unbind()),
            amaf_means: amaf_means.map(|means| PyArray1::from_vec(py, means).unbind()),
            principal_variation: line.unbind(),
            playouts: decision.playouts,
            seconds: decision.time.as_secs_f64(),
            nodes: nodes.used,
            recycled: nodes.recycled,
        })
    }

    /// `Agent[str]` in annotations: the type of the moves.
    #[classmethod]
    fn __class_getitem__<'py>(
        cls: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        generic(cls, item)
    }

    fn __repr__(&self) -> String {
        format!("<agent {}: {} nodes, {} bytes>", self.spec, self.nodes(), self.bytes())
    }
}

fn generic<'py>(
    class: &Bound<'py, PyType>,
    item: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
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

    /// The game to search, if it is of the kind that the agent was made for.
    fn history(&self, game: &Bound<'_, PyAny>) -> PyResult<GameHistory> {
        if let Some(like) = self.game.start().downcast::<State>() {
            let root = State::root(game)?;
            return match root.same_game(like) {
                true => Ok(AnyGame::of(self.game.spec(), &root).history()),
                false => Err(bad_input(
                    "this state is of another game than the agent was made for: keys, players, \
                     max_moves, denominator and max_plies must be the same",
                )),
            };
        }
        let wrong_game = |given: &dyn Display| {
            let spec = self.game.spec();
            bad_input(format_args!("this agent was made for {spec}, not for {given}"))
        };
        let Ok(own) = game.cast::<Game>() else { return Err(wrong_game(&game.repr()?)) };
        let (rules, history) = (own.get().rules(), own.get().snapshot());
        if rules.start() != self.game.start() {
            return Err(wrong_game(&rules.spec()));
        }
        if history.denominator() != self.game.start().denominator() {
            return Err(bad_input(
                "this position can be drawn or its game can, but not both: give the game its komi, \
                 as in 'go9:komi=7'",
            ));
        }
        Ok(history)
    }
}

fn over() -> PyErr {
    bad_input("the game is over in this position: there is nothing to search")
}

/// What a search found. Lists and arrays have an entry for each legal move, in the game's order.
#[pyclass(frozen, get_all, module = "cairn")]
pub struct SearchResult {
    /// The move to play.
    r#move: Py<PyAny>,
    /// What the player to move can expect of it, 0 (lost) to 1 (won); nan if it was never tried.
    value: f64,
    /// The legal moves.
    moves: Py<PyList>,
    /// The playouts counted in each move's node; 0 if it has none.
    visits: Py<PyArray1<u32>>,
    /// Their mean reward for the player to move, 0 to 1; nan without visits.
    means: Py<PyArray1<f32>>,
    /// Visits in the root's AMAF table; None for agents without one.
    amaf_visits: Option<Py<PyArray1<u32>>>,
    /// Means in the root's AMAF table; None for agents without one.
    amaf_means: Option<Py<PyArray1<f32>>>,
    /// The move to play and what is expected after it, as far as there are nodes.
    principal_variation: Py<PyList>,
    /// Playouts run.
    playouts: u64,
    /// Time taken.
    seconds: f64,
    /// Nodes in use at the end.
    nodes: u32,
    /// How many times a node was reused.
    recycled: u64,
}

#[pymethods]
impl SearchResult {
    /// `SearchResult[str]` in annotations: the type of the moves.
    #[classmethod]
    fn __class_getitem__<'py>(
        cls: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        generic(cls, item)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let best = self.r#move.bind(py).repr()?;
        let (value, playouts) = (100.0 * self.value, self.playouts);
        Ok(format!("<move {best}, value {value:.1} %, {playouts} playouts>"))
    }
}

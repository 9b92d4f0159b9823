//! Agents and their searches.

use std::sync::{Mutex, TryLockError};

use cairn_arena::{AnyGame, AnyPlayer, Player};
use cairn_core::Turn;
use cairn_core::mcts::{MoveStats, NodeStats};
use cairn_core::spec::{AGENTS, KEYS, Spec};
use numpy::PyArray1;
use pyo3::Borrowed;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};

use crate::arguments::Seed;
use crate::game::Game;
use crate::rules::{Line, Moves, State, on_line};
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
            .filter(|key| key.applies_to(agent))
            .map(|key| (key.name, key.default, key.about))
            .collect(),
    };
    AGENTS.iter().map(agent).collect()
}

/// What a game argument stands for.
pub enum Played<'py> {
    /// One of Cairn's games.
    Own(std::sync::Arc<AnyGame>),
    /// A state of a game written in Python.
    Python(Bound<'py, PyAny>),
}

impl<'py> Played<'py> {
    pub fn read(game: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(spec) = game.extract::<String>() {
            return Ok(Played::Own(AnyGame::new(&spec).map_err(bad_input)?.into()));
        }
        if let Ok(own) = game.cast::<Game>() {
            return Ok(Played::Own(own.get().rules().clone()));
        }
        if game.hasattr("legal_moves")? && !game.is_instance_of::<PyType>() {
            return Ok(Played::Python(game.clone()));
        }
        Err(PyTypeError::new_err(format!(
            "a game is a spec such as 'go9', a Game, or a state of a game in Python with to_move(), \
             legal_moves(), play() and outcome(); not {}",
            game.repr()?
        )))
    }
}

/// The spec with every option in order, so that equal games have equal texts.
fn canonical(game: &AnyGame) -> String {
    let given = game.spec().split_once(':').map_or("", |(_, options)| options);
    let value = |name: &str| {
        let pairs = given.split(',').filter_map(|pair| pair.split_once('='));
        pairs
            .map(|(key, value)| (key.trim(), value.trim()))
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.to_ascii_lowercase())
    };
    let options = game.info().options.iter().map(|option| {
        let value = value(option.name).unwrap_or_else(|| option.default.into());
        format!("{}={value}", option.name)
    });
    format!("{}:{}", game.info().name, options.collect::<Vec<_>>().join(","))
}

/// An agent's memory and what it plays.
enum Seat {
    Own { game: String, canonical: String, player: Box<dyn AnyPlayer> },
    Python(Box<InPython>),
}

struct InPython {
    spec: Spec,
    /// Tells the game's size.
    like: State,
    moves: Option<Moves>,
    /// None after an exception: what it left behind is in no defined state.
    player: Option<Player<State>>,
}

/// A game argument that may be left out. Not an `Option`, which would take `None` for an argument that
/// was left out.
struct OrGo9<'py>(Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for OrGo9<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(OrGo9(Some(given.to_owned())))
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
    explicit: String,
    bytes: usize,
    nodes: u32,
    seat: Mutex<Seat>,
}

/// The agent that a spec names for a game in Python, and its player.
pub fn python_player(spec: &str, like: &State) -> PyResult<(Spec, Player<State>)> {
    let no_agent = |error: &dyn std::fmt::Display| bad_input(format_args!("agent {spec}: {error}"));
    let read = Spec::parse(spec).map_err(|error| no_agent(&error))?;
    let player = Player::new(&read, like).map_err(|error| no_agent(&error))?;
    if player.settings().reuse {
        // The tree is looked through from its last root, whose line is gone.
        return Err(no_agent(&"reuse=on is for Cairn's own games, not for those in Python"));
    }
    Ok((read, player))
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec = None, game = OrGo9(None)), text_signature = "(spec=None, game='go9')")]
    fn new(py: Python<'_>, spec: Option<String>, game: OrGo9<'_>) -> PyResult<Self> {
        let played = match &game.0 {
            Some(game) => Played::read(game)?,
            None => Played::Own(AnyGame::new("go9").map_err(bad_input)?.into()),
        };
        match played {
            Played::Own(game) => {
                let spec = spec.unwrap_or_else(|| game.info().agent.into());
                let player = game.player(&spec).map_err(bad_input)?;
                let explained = player.explain();
                let (bytes, nodes) = (explained.footprint.bytes, explained.nodes());
                let (text, canonical) = (game.spec().into(), canonical(&game));
                let seat = Mutex::new(Seat::Own { game: text, canonical, player });
                Ok(Agent { spec, explicit: explained.explicit, bytes, nodes, seat })
            }
            Played::Python(state) => {
                let (like, spec) = (State::root(&state)?, spec.unwrap_or_else(|| "grave".into()));
                let (read, player) = python_player(&spec, &like)?;
                let (explicit, bytes) = (player.explicit(), player.bytes());
                let nodes = player.nodes().capacity;
                let (moves, player) = (Some(Moves::new(py)), Some(player));
                let seat = Seat::Python(InPython { spec: read, like, moves, player }.into());
                Ok(Agent { spec, explicit, bytes, nodes, seat: Mutex::new(seat) })
            }
        }
    }

    /// The spec it was made from.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The spec with every value explicit.
    #[getter]
    fn explicit(&self) -> &str {
        &self.explicit
    }

    /// The bytes it takes, all in all.
    #[getter]
    fn bytes(&self) -> usize {
        self.bytes
    }

    /// The most nodes its trees can have.
    #[getter]
    fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Forgets the game so far: what is kept from turn to turn starts anew.
    fn new_game(&self) -> PyResult<()> {
        match &mut *self.lock()? {
            Seat::Own { player, .. } => player.new_game(),
            Seat::Python(seat) => seat.player.iter_mut().for_each(Player::new_game),
        }
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
        let Seed(seed) = seed;
        match &mut *self.lock()? {
            Seat::Own { game: made_for, canonical: same, player } => {
                let other = || {
                    let given = game.cast::<Game>().map(|game| game.get().rules().spec().into());
                    let given = given.or_else(|_| game.repr().map(|text| text.to_string()));
                    let given = given.unwrap_or_default();
                    bad_input(format_args!("this agent was made for {made_for}, not for {given}"))
                };
                let own = game.cast::<Game>().map_err(|_| other())?.get();
                if *same != canonical(own.rules()) {
                    return Err(other());
                }
                search_own(py, &mut **player, own, seed)
            }
            Seat::Python(seat) => seat.search(game, seed),
        }
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
        format!("<agent {}: {} nodes, {} bytes>", self.spec, self.nodes, self.bytes)
    }
}

fn generic<'py>(
    class: &Bound<'py, PyType>,
    item: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
}

impl Agent {
    fn lock(&self) -> PyResult<std::sync::MutexGuard<'_, Seat>> {
        match self.seat.try_lock() {
            Ok(seat) => Ok(seat),
            Err(TryLockError::Poisoned(_)) => Err(PyRuntimeError::new_err(
                "this agent broke in an earlier search: make a new one",
            )),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "this agent is searching already: make one for each thread",
            )),
        }
    }
}

fn over() -> PyErr {
    bad_input("the game is over in this position: there is nothing to search")
}

fn search_own(
    py: Python<'_>,
    player: &mut dyn AnyPlayer,
    game: &Game,
    seed: u64,
) -> PyResult<SearchResult> {
    let play = game.snapshot();
    match play.turn() {
        Turn::Player(_) => {}
        Turn::Over(_) => return Err(over()),
        Turn::Chance => {
            let wrong = "it is chance's turn: play one of chance_moves(), or give the game dice=";
            return Err(bad_input(wrong));
        }
    }
    if play.denominator() != player.denominator() {
        let wrong = "this position can be drawn or its game can, but not both: give the game its komi, \
                     as in 'go9:komi=7'";
        return Err(bad_input(wrong));
    }
    let mut interrupt = Interrupt::new(py)?;
    let (play, decision) = py.detach(|| {
        let decision = player.choose(&*play, seed, &mut || interrupt.stops());
        (play, decision)
    });
    interrupt.result()?;
    Found {
        best: decision.mv,
        moves: player.moves(&*play),
        line: player.principal_variation(&*play),
        playouts: decision.playouts,
        seconds: decision.time.as_secs_f64(),
        nodes: player.nodes(),
    }
    .result(py, |text| Ok(text.into_pyobject(py)?.into_any().unbind()))
}

impl InPython {
    fn search(&mut self, state: &Bound<'_, PyAny>, seed: u64) -> PyResult<SearchResult> {
        let py = state.py();
        let root = State::root(state)?;
        if !root.same_game(&self.like) {
            return Err(bad_input(
                "this state is of another game than the agent was made for: keys, players, \
                 denominator and max_plies must be the same",
            ));
        }
        if cairn_core::Game::turn(&root).is_over() {
            return Err(over());
        }
        let mut player = match self.player.take() {
            Some(player) => player,
            None => Player::new(&self.spec, &self.like).map_err(bad_input)?,
        };
        let moves = self.moves.take().unwrap_or_else(|| Moves::new(py));
        let mut signal = None;
        let (line, found) = on_line(Line::new(state, &root, moves), || {
            let decision = player.choose_unless(&root, &[], seed, &mut || {
                signal = py.check_signals().err();
                signal.is_some()
            });
            (decision, player.moves(), player.principal_variation())
        });
        let (decision, moves, expected) = signal.map_or(found, Err)?;
        let found = Found {
            best: decision.mv,
            moves,
            line: expected,
            playouts: decision.playouts,
            seconds: decision.time.as_secs_f64(),
            nodes: player.nodes(),
        };
        let result = found.result(py, |&mv| Ok(line.moves.get(mv).clone_ref(py)));
        (self.player, self.moves) = (Some(player), Some(line.moves));
        result
    }
}

/// What a search found.
struct Found<M> {
    best: Option<M>,
    moves: Vec<MoveStats<M>>,
    line: Vec<M>,
    playouts: u64,
    seconds: f64,
    nodes: NodeStats,
}

impl<M: PartialEq> Found<M> {
    /// The same for Python; `object` makes it a move.
    fn result(
        self,
        py: Python<'_>,
        object: impl Fn(&M) -> PyResult<Py<PyAny>>,
    ) -> PyResult<SearchResult> {
        let list = |moves: &mut dyn Iterator<Item = &M>| {
            PyList::new(py, moves.map(&object).collect::<PyResult<Vec<_>>>()?)
        };
        // A mean of nothing is no number.
        let mean = |visits: u32, mean: f32| if visits == 0 { f32::NAN } else { mean };
        let is_best = |stats: &&MoveStats<M>| Some(&stats.mv) == self.best.as_ref();
        let best = self.moves.iter().find(is_best).ok_or_else(over)?;
        let amaf: Option<Vec<_>> = self.moves.iter().map(|stats| stats.amaf).collect();
        let amaf = amaf.map(|amaf| {
            let (visits, means): (Vec<_>, Vec<_>) =
                amaf.into_iter().map(|(visits, of)| (visits, mean(visits, of))).unzip();
            (PyArray1::from_vec(py, visits).unbind(), PyArray1::from_vec(py, means).unbind())
        });
        let (amaf_visits, amaf_means) = amaf.unzip();
        let visits = self.moves.iter().map(|stats| stats.visits).collect();
        let means = self.moves.iter().map(|stats| mean(stats.visits, stats.mean)).collect();
        Ok(SearchResult {
            r#move: object(&best.mv)?,
            value: mean(best.visits, best.mean).into(),
            moves: list(&mut self.moves.iter().map(|stats| &stats.mv))?.unbind(),
            visits: PyArray1::from_vec(py, visits).unbind(),
            means: PyArray1::from_vec(py, means).unbind(),
            amaf_visits,
            amaf_means,
            principal_variation: list(&mut self.line.iter())?.unbind(),
            playouts: self.playouts,
            seconds: self.seconds,
            nodes: self.nodes.used,
            recycled: self.nodes.recycled,
        })
    }
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

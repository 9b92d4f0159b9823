//! Games written in Python.
//!
//! A search wants positions that are small and copied freely; a Python state is neither. But the
//! positions that a search has in hand at any moment are all on one line of play: the root, the leaf
//! whose second level is searched, the position being played on. So the states stand on a stack, the
//! [`Line`], and a [`State`] is the height at which its own stands there. Playing a move at some
//! height drops what is above it, unless the same move was played there before: then the state is
//! there already, and walking down the tree again costs no Python. (What goes back and forth between
//! lines, as `reuse=on` does, is not for such positions.)
//!
//! The line of the search under way is the thread's. It is taken out while Python runs, so that a
//! state's methods may themselves search.
//!
//! The searches know no errors. An exception is kept in the line, the search is unwound, and
//! [`on_line`] raises the exception to the caller as it is.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use cairn_core::game::{Game, MAX_KEYS, MAX_PLAYERS, Outcome, Turn};
use cairn_core::rng::Rng;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// What a game that does not say gets for `max_plies`.
const MAX_PLIES: u32 = 1000;

/// What is the same in all states of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    keys: u16,
    max_moves: u16,
    players: u8,
    denominator: u8,
    max_plies: u32,
    /// Moves have the keys that the game says, and not one each.
    has_key: bool,
    has_playout_moves: bool,
    has_cutoff: bool,
}

impl Rules {
    fn of(state: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = |name: &str, default: Option<u32>, most: u32| -> PyResult<u32> {
            let given = match default {
                Some(default) if !state.hasattr(name)? => return Ok(default),
                _ => state.getattr(name)?,
            };
            let read = given.extract::<u32>().ok().filter(|value| (1..=most).contains(value));
            read.ok_or_else(|| {
                PyValueError::new_err(format!("{name} is {given}: it is a number from 1 to {most}"))
            })
        };
        let keys = number("keys", None, MAX_KEYS as u32)?;
        Ok(Rules {
            keys: keys as u16,
            max_moves: number("max_moves", Some(keys), u16::MAX.into())? as u16,
            players: number("players", Some(2), MAX_PLAYERS as u32)? as u8,
            denominator: number("denominator", Some(2), u8::MAX.into())? as u8,
            max_plies: number("max_plies", Some(MAX_PLIES), 1 << 24)?,
            has_key: state.hasattr("key")?,
            has_playout_moves: state.hasattr("playout_moves")?,
            has_cutoff: state.hasattr("cutoff")?,
        })
    }

    /// Rewards as shares, 0 to 1, one for each player.
    fn outcome(&self, rewards: &Bound<'_, PyAny>) -> PyResult<Outcome> {
        let of = f64::from(self.denominator);
        let wrong = |why: &str| PyValueError::new_err(format!("the outcome {rewards} {why}"));
        let shares: Vec<f64> = rewards.extract().map_err(|_| {
            PyTypeError::new_err(format!("an outcome is a reward for each player, not {rewards}"))
        })?;
        if shares.len() != usize::from(self.players) {
            return Err(wrong(&format!("is not a reward for each of {} players", self.players)));
        }
        let mut units = [0; MAX_PLAYERS];
        for (unit, share) in units.iter_mut().zip(shares) {
            if !(0.0..=1.0).contains(&share) {
                return Err(wrong("has a reward that is not from 0 to 1"));
            }
            *unit = (share * of).round() as u8;
            if (f64::from(*unit) - share * of).abs() > 1e-6 {
                let why = format!("has a reward that is no multiple of 1/denominator, 1/{of}");
                return Err(wrong(&why));
            }
        }
        Ok(Outcome::new(&units))
    }
}

/// A move: its number among the moves met so far, and its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    number: u32,
    key: u16,
}

/// The moves met so far: equal moves are one.
pub struct Moves {
    numbers: Py<PyDict>,
    all: Vec<(Py<PyAny>, u16)>,
}

impl Moves {
    pub fn new(py: Python<'_>) -> Self {
        Moves { numbers: PyDict::new(py).unbind(), all: Vec::new() }
    }

    fn number(
        &mut self,
        rules: &Rules,
        state: &Bound<'_, PyAny>,
        mv: Bound<'_, PyAny>,
    ) -> PyResult<Move> {
        let py = mv.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(&mv)? {
            let number: u32 = known.extract()?;
            return Ok(Move { number, key: self.all[number as usize].1 });
        }
        let (number, keys) = (self.all.len() as u32, rules.keys);
        let key = if rules.has_key {
            let given = state.call_method1(intern!(py, "key"), (&mv,))?;
            given.extract::<u16>().ok().filter(|&key| key < keys).ok_or_else(|| {
                let mv = text(&mv);
                PyValueError::new_err(format!("key({mv}) is {given}: keys are 0 to {}", keys - 1))
            })?
        } else {
            u16::try_from(number).ok().filter(|&key| key < keys).ok_or_else(|| {
                let mv = text(&mv);
                PyValueError::new_err(format!(
                    "there are more than {keys} different moves, {mv} is one too many: keys says how \
                     many there can be"
                ))
            })?
        };
        numbers.set_item(&mv, number)?;
        self.all.push((mv.unbind(), key));
        Ok(Move { number, key })
    }

    /// The move itself.
    pub fn get(&self, mv: Move) -> &Py<PyAny> {
        &self.all[mv.number as usize].0
    }

    /// Forgets moves that only matter within a search, so that they do not pile up. Those whose
    /// number is their key are in the averages that a player keeps from turn to turn.
    fn new_search(&mut self, py: Python<'_>, rules: &Rules) {
        if rules.has_key {
            *self = Moves::new(py);
        }
    }
}

fn text(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "?".into(), |text| text.to_string())
}

/// A state on the line.
struct Ply {
    object: Py<PyAny>,
    state: State,
    /// The move that led to it.
    via: Option<Move>,
    legal: Option<Arc<[Move]>>,
    playout: Option<Arc<[Move]>>,
}

impl Ply {
    fn new(object: &Bound<'_, PyAny>, state: State, via: Option<Move>) -> Self {
        Ply { object: object.clone().unbind(), state, via, legal: None, playout: None }
    }
}

/// The states of the line being followed, each one move after the one below.
pub struct Line {
    rules: Rules,
    plies: Vec<Ply>,
    pub moves: Moves,
    error: Option<PyErr>,
}

/// A position: a state of the thread's line by its height, and what is asked most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    rules: Rules,
    height: u32,
    turn: Turn,
}

impl State {
    /// The state that `object` is, at some height of a line.
    fn of(object: &Bound<'_, PyAny>, rules: Rules, height: u32) -> PyResult<Self> {
        let py = object.py();
        let rewards = object.call_method0(intern!(py, "outcome"))?;
        if !rewards.is_none() {
            let turn = Turn::Over(rules.outcome(&rewards)?);
            return Ok(State { rules, height, turn });
        }
        let given = object.call_method0(intern!(py, "to_move"))?;
        let to_move = given.extract::<u8>().ok().filter(|&player| player < rules.players);
        let to_move = to_move.ok_or_else(|| {
            let last = rules.players - 1;
            PyValueError::new_err(format!("to_move() is {given}: players are 0 to {last}"))
        })?;
        Ok(State { rules, height, turn: Turn::Player(to_move.into()) })
    }

    /// The position that a search of `object` starts from.
    pub fn root(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        State::of(object, Rules::of(object)?, 0)
    }

    /// Whether both are states of one game, as far as memory is concerned.
    pub fn same_game(&self, other: &State) -> bool {
        self.rules == other.rules
    }
}

impl Line {
    /// The line that starts with `object`, whose position is `root`.
    pub fn new(object: &Bound<'_, PyAny>, root: &State, mut moves: Moves) -> Box<Self> {
        moves.new_search(object.py(), &root.rules);
        let plies = vec![Ply::new(object, *root, None)];
        Box::new(Line { rules: root.rules, plies, moves, error: None })
    }

    fn play(&mut self, py: Python<'_>, from: &State, mv: Move) -> PyResult<State> {
        let (below, height) = (from.height as usize, from.height + 1);
        if let Some(ply) = self.plies.get(below + 1).filter(|ply| ply.via == Some(mv)) {
            return Ok(ply.state);
        }
        self.plies.truncate(below + 1);
        let before = self.plies[below].object.bind(py);
        let object = before.call_method1(intern!(py, "play"), (self.moves.get(mv),))?;
        let state = State::of(&object, self.rules, height)?;
        self.plies.push(Ply::new(&object, state, Some(mv)));
        Ok(state)
    }

    fn legal(&mut self, py: Python<'_>, height: u32) -> PyResult<Arc<[Move]>> {
        if let Some(known) = &self.plies[height as usize].legal {
            return Ok(known.clone());
        }
        let moves = self.list(py, height, intern!(py, "legal_moves"))?;
        self.plies[height as usize].legal = Some(moves.clone());
        Ok(moves)
    }

    fn playout(&mut self, py: Python<'_>, height: u32) -> PyResult<Arc<[Move]>> {
        if !self.rules.has_playout_moves {
            return self.legal(py, height);
        }
        if let Some(known) = &self.plies[height as usize].playout {
            return Ok(known.clone());
        }
        let moves = self.list(py, height, intern!(py, "playout_moves"))?;
        self.plies[height as usize].playout = Some(moves.clone());
        Ok(moves)
    }

    /// What the method `name` lists: at least one move, none twice.
    fn list(
        &mut self,
        py: Python<'_>,
        height: u32,
        name: &Bound<'_, PyString>,
    ) -> PyResult<Arc<[Move]>> {
        let state = self.plies[height as usize].object.bind(py);
        let (mut list, mut seen) = (Vec::new(), HashSet::new());
        for mv in state.call_method0(name)?.try_iter()? {
            let mv = self.moves.number(&self.rules, state, mv?)?;
            if !seen.insert(mv.number) {
                let mv = text(self.moves.get(mv).bind(py));
                return Err(PyValueError::new_err(format!("{name}() has {mv} twice")));
            }
            list.push(mv);
        }
        let most = self.rules.max_moves as usize;
        if list.len() > most {
            let error = format!("{name}() has {} moves: max_moves says {most}", list.len());
            return Err(PyValueError::new_err(error));
        }
        if list.is_empty() {
            let error = format!("{name}() is empty, but the game goes on: outcome() is None");
            return Err(PyValueError::new_err(error));
        }
        Ok(list.into())
    }
}

thread_local! {
    static LINE: Cell<Option<Box<Line>>> = const { Cell::new(None) };
}

/// The payload of the panic that unwinds a search when Python raised something.
struct Raised;

/// Asks the line of the search under way.
fn ask<T>(question: impl FnOnce(Python<'_>, &mut Line) -> PyResult<T>) -> T {
    let mut line = LINE.take().expect("positions are used in a search only");
    let answer = Python::attach(|py| question(py, &mut line));
    let answer = answer.map_err(|error| line.error = Some(error));
    LINE.set(Some(line));
    // Without the message that a panic prints: the exception says it all.
    answer.unwrap_or_else(|()| resume_unwind(Box::new(Raised)))
}

/// Runs a search over positions of `line`; the line comes back with what the search returned, or
/// what Python raised in it.
pub fn on_line<T>(line: Box<Line>, search: impl FnOnce() -> T) -> (Box<Line>, PyResult<T>) {
    let outer = LINE.replace(Some(line));
    let result = catch_unwind(AssertUnwindSafe(search));
    let mut line = LINE.replace(outer).expect("every question puts it back");
    let raised = line.error.take();
    match (result, raised) {
        // Where a table kept the panic to itself, there is a result all the same.
        (_, Some(error)) => (line, Err(error)),
        (Ok(result), None) => (line, Ok(result)),
        (Err(panic), None) => resume_unwind(panic),
    }
}

impl Game for State {
    type Move = Move;

    fn players(&self) -> usize {
        self.rules.players.into()
    }

    fn denominator(&self) -> u32 {
        self.rules.denominator.into()
    }

    fn keys(&self) -> usize {
        self.rules.keys.into()
    }

    fn max_plies(&self) -> usize {
        self.rules.max_plies as usize
    }

    fn max_moves(&self) -> usize {
        self.rules.max_moves.into()
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        each(ask(|py, line| line.legal(py, self.height)))
    }

    fn play(&mut self, mv: Move) {
        *self = ask(|py, line| line.play(py, self, mv));
    }

    fn key(&self, mv: Move) -> usize {
        mv.key.into()
    }

    fn cutoff(&self) -> Outcome {
        if !self.rules.has_cutoff {
            return Outcome::draw();
        }
        ask(|py, line| {
            let state = line.plies[self.height as usize].object.bind(py);
            line.rules.outcome(&state.call_method0(intern!(py, "cutoff"))?)
        })
    }

    fn playout_moves(&self) -> impl Iterator<Item = Move> {
        each(ask(|py, line| line.playout(py, self.height)))
    }

    fn random_playout_move(&self, rng: &mut Rng) -> Move {
        let moves = ask(|py, line| line.playout(py, self.height));
        moves[rng.below(moves.len() as u32) as usize]
    }

    fn write_move(&self, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let text = ask(|py, line| Ok(line.moves.get(mv).bind(py).str()?.to_string()));
        out.write_str(&text)
    }
}

fn each(moves: Arc<[Move]>) -> impl Iterator<Item = Move> {
    (0..moves.len()).map(move |index| moves[index])
}

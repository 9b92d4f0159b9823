//! Games written in Python.
//!
//! A search needs positions that are small and freely copied; a Python state is neither. But all
//! positions that a search has in hand at any moment are on one line of play: the root, the leaf
//! whose second level is searched, and the position being played on. So the states are kept on a
//! [`StateStack`], and a [`State`] is an index into it. Playing a move at some height drops the
//! states above it, unless the same move was played there before: then the next state is already
//! there, and walking down the tree again calls no Python. (With `reuse=on` a search would compare
//! positions of two lines, so it is refused.)
//!
//! A move is a number too: the stack numbers the moves that it meets, and knows their keys.
//!
//! The stack of the running search belongs to its thread ([`run`]). It is taken out while Python
//! runs, so that a state's methods may search as well.
//!
//! Searches cannot fail, but Python can. The stack keeps the exception, a panic unwinds the search,
//! and [`run`] returns the exception to the caller unchanged.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use cairn_core::game::{Game, MAX_KEYS, MAX_PLAYERS, Outcome, PACKED_BITS, PackedMove, Turn};
use cairn_core::rng::Rng;
use cairn_erased::AnyPosition;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The default of `max_plies`.
const MAX_PLIES: u32 = 1000;

/// How many moves have a number.
const MAX_MOVES: usize = 1 << PACKED_BITS;

/// What is the same in all states of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    keys: u16,
    max_moves: u16,
    players: u8,
    denominator: u8,
    max_plies: u32,
    /// Whether the game gives moves their keys; else each move has its own.
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
                let why = format!("has a reward that is not a multiple of 1/denominator, 1/{of}");
                return Err(wrong(&why));
            }
        }
        Ok(Outcome::new(&units))
    }
}

/// A move's number among the moves met so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(u32);

impl PackedMove for Move {
    fn pack(self) -> u32 {
        self.0
    }
    fn unpack(bits: u32) -> Self {
        Move(bits)
    }
}

/// The moves met so far, each with its number and its key; equal moves are one.
pub struct MoveNumbers {
    numbers: Py<PyDict>,
    moves: Vec<(Py<PyAny>, u16)>,
}

impl MoveNumbers {
    fn new(py: Python<'_>) -> Self {
        MoveNumbers { numbers: PyDict::new(py).unbind(), moves: Vec::new() }
    }

    /// The number of a move of `state`.
    fn number(
        &mut self,
        rules: &Rules,
        state: &Bound<'_, PyAny>,
        mv: Bound<'_, PyAny>,
    ) -> PyResult<Move> {
        let py = mv.py();
        let numbers = self.numbers.bind(py);
        if let Some(known) = numbers.get_item(&mv)? {
            return Ok(Move(known.extract()?));
        }
        let (number, keys) = (self.moves.len(), rules.keys);
        let one_too_many = |most: usize, why: &str| {
            let mv = repr(&mv);
            PyValueError::new_err(format!(
                "there are more than {most} different moves, {mv} is one too many: {why}"
            ))
        };
        let key = if rules.has_key {
            if number == MAX_MOVES {
                return Err(one_too_many(MAX_MOVES, "a search can have no more"));
            }
            let given = state.call_method1(intern!(py, "key"), (&mv,))?;
            given.extract::<u16>().ok().filter(|&key| key < keys).ok_or_else(|| {
                let mv = repr(&mv);
                PyValueError::new_err(format!("key({mv}) is {given}: keys are 0 to {}", keys - 1))
            })?
        } else if number < keys.into() {
            number as u16
        } else {
            return Err(one_too_many(keys.into(), "keys says how many there can be"));
        };
        numbers.set_item(&mv, number)?;
        self.moves.push((mv.unbind(), key));
        Ok(Move(number as u32))
    }

    /// The move itself.
    pub fn get(&self, Move(number): Move) -> &Py<PyAny> {
        &self.moves[number as usize].0
    }

    fn key(&self, Move(number): Move) -> usize {
        self.moves[number as usize].1.into()
    }
}

fn repr(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "?".into(), |text| text.to_string())
}

/// A position: the height of its state in the thread's stack, and what is asked most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    rules: Rules,
    height: u32,
    turn: Turn,
}

impl State {
    fn new(object: &Bound<'_, PyAny>, rules: Rules, height: u32) -> PyResult<Self> {
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

    /// The position at the bottom of a stack that begins with `object`.
    pub fn root(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        State::new(object, Rules::of(object)?, 0)
    }

    /// Whether both can be searched with the same memory.
    pub fn same_game(&self, other: &State) -> bool {
        self.rules == other.rules
    }
}

const LEGAL: usize = 0;
const PLAYOUT: usize = 1;

/// A state on the stack.
struct StackedState {
    object: Py<PyAny>,
    position: State,
    /// The move that led to it.
    via: Option<Move>,
    /// Its moves, as far as they were asked for: [`LEGAL`] and [`PLAYOUT`].
    moves: [Option<Rc<[Move]>>; 2],
}

impl StackedState {
    fn new(object: &Bound<'_, PyAny>, position: State, via: Option<Move>) -> Self {
        StackedState { object: object.clone().unbind(), position, via, moves: [None, None] }
    }
}

/// The states of one line of play, each one move after the one below.
pub struct StateStack {
    rules: Rules,
    states: Vec<StackedState>,
    pub moves: MoveNumbers,
    /// What Python raised.
    error: Option<PyErr>,
}

impl StateStack {
    /// A stack that begins with `object`, whose position is `root`; `None` if `root` is of one of
    /// Cairn's games, which need none. `moves` are those of an earlier search, if they were kept.
    pub fn new(
        root: &AnyPosition,
        object: &Bound<'_, PyAny>,
        moves: Option<MoveNumbers>,
    ) -> Option<Box<Self>> {
        let root = *root.downcast::<State>()?;
        // Without key(), a move's number is its key, which a player remembers from turn to turn. Other
        // numbers matter within one search only, and must not pile up.
        let moves = moves.filter(|_| !root.rules.has_key);
        let moves = moves.unwrap_or_else(|| MoveNumbers::new(object.py()));
        let states = vec![StackedState::new(object, root, None)];
        Some(Box::new(StateStack { rules: root.rules, states, moves, error: None }))
    }

    fn object<'py>(&self, py: Python<'py>, height: u32) -> &Bound<'py, PyAny> {
        self.states[height as usize].object.bind(py)
    }

    fn play(&mut self, py: Python<'_>, from: &State, mv: Move) -> PyResult<State> {
        let height = from.height + 1;
        if let Some(next) = self.states.get(height as usize).filter(|next| next.via == Some(mv)) {
            return Ok(next.position);
        }
        self.states.truncate(height as usize);
        let play = intern!(py, "play");
        let object = self.object(py, from.height).call_method1(play, (self.moves.get(mv),))?;
        let position = State::new(&object, self.rules, height)?;
        self.states.push(StackedState::new(&object, position, Some(mv)));
        Ok(position)
    }

    /// The moves of a state: [`LEGAL`] or [`PLAYOUT`], at least one, none twice.
    fn moves_at(&mut self, py: Python<'_>, height: u32, list: usize) -> PyResult<Rc<[Move]>> {
        let list = if self.rules.has_playout_moves { list } else { LEGAL };
        let state = &mut self.states[height as usize];
        if let Some(known) = &state.moves[list] {
            return Ok(known.clone());
        }
        let names = [intern!(py, "legal_moves"), intern!(py, "playout_moves")];
        let (name, object) = (names[list], state.object.bind(py));
        let (mut moves, mut seen) = (Vec::new(), HashSet::new());
        for mv in object.call_method0(name)?.try_iter()? {
            let mv = self.moves.number(&self.rules, object, mv?)?;
            if !seen.insert(mv.0) {
                let mv = repr(self.moves.get(mv).bind(py));
                return Err(PyValueError::new_err(format!("{name}() has {mv} twice")));
            }
            moves.push(mv);
        }
        let most = self.rules.max_moves as usize;
        if moves.len() > most {
            let error = format!("{name}() has {} moves: max_moves says {most}", moves.len());
            return Err(PyValueError::new_err(error));
        }
        if moves.is_empty() {
            let error = format!("{name}() is empty, but the game goes on: outcome() is None");
            return Err(PyValueError::new_err(error));
        }
        Ok(state.moves[list].insert(moves.into()).clone())
    }
}

thread_local! {
    static STACK: Cell<Option<Box<StateStack>>> = const { Cell::new(None) };
}

/// The payload of the panic that unwinds a search after an exception.
struct Raised;

/// Asks the stack of the running search.
fn ask<T>(question: impl FnOnce(Python<'_>, &mut StateStack) -> PyResult<T>) -> T {
    let mut stack = STACK.take().expect("the states of a game in Python are on its thread's stack");
    let answer = Python::attach(|py| question(py, &mut stack));
    // The first exception is the cause of all others.
    let answer = answer.map_err(|error| {
        stack.error.get_or_insert(error);
    });
    STACK.set(Some(stack));
    // Unlike panic!, this prints no message: the exception says it all.
    answer.unwrap_or_else(|()| resume_unwind(Box::new(Raised)))
}

/// Whether Python raised an exception in the running search or match.
pub fn has_raised() -> bool {
    let stack = STACK.take();
    let raised = stack.as_ref().is_some_and(|stack| stack.error.is_some());
    STACK.set(stack);
    raised
}

/// Runs a search or a match: of a game in Python, on the states of `stack`; else without Python's
/// lock. Returns what Python raised in it as an error.
pub fn run<T: Send>(
    py: Python<'_>,
    stack: &mut Option<Box<StateStack>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if stack.is_none() {
        return Ok(py.detach(work));
    }
    let outer = STACK.replace(stack.take());
    let result = catch_unwind(AssertUnwindSafe(work));
    *stack = STACK.replace(outer);
    // A match records a panic as a crash: then there is a result besides the exception.
    match (result, stack.as_mut().and_then(|stack| stack.error.take())) {
        (_, Some(error)) => Err(error),
        (Ok(result), None) => Ok(result),
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
        each(ask(|py, stack| stack.moves_at(py, self.height, LEGAL)))
    }

    fn play(&mut self, mv: Move) {
        *self = ask(|py, stack| stack.play(py, self, mv));
    }

    fn key(&self, mv: Move) -> usize {
        if self.rules.has_key { ask(|_, stack| Ok(stack.moves.key(mv))) } else { mv.0 as usize }
    }

    fn cutoff(&self) -> Outcome {
        if !self.rules.has_cutoff {
            return Outcome::draw();
        }
        ask(|py, stack| {
            let rewards = stack.object(py, self.height).call_method0(intern!(py, "cutoff"))?;
            stack.rules.outcome(&rewards)
        })
    }

    fn playout_moves(&self) -> impl Iterator<Item = Move> {
        each(ask(|py, stack| stack.moves_at(py, self.height, PLAYOUT)))
    }

    fn random_playout_move(&self, rng: &mut Rng) -> Move {
        let moves = ask(|py, stack| stack.moves_at(py, self.height, PLAYOUT));
        moves[rng.below(moves.len() as u32) as usize]
    }

    fn write_move(&self, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let text = ask(|py, stack| Ok(stack.moves.get(mv).bind(py).str()?.to_string()));
        out.write_str(&text)
    }
}

fn each(moves: Rc<[Move]>) -> impl Iterator<Item = Move> {
    (0..moves.len()).map(move |index| moves[index])
}

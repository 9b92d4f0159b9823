//! Games and numbers as arguments.

use std::ops::RangeInclusive;

use cairn_arena::{AgentSummary, AnyGame};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::bad_input;
use crate::game::Game;
use crate::rules::State;

/// The game that an argument names: one of Cairn's, or one written in Python.
pub fn game_argument(given: &Bound<'_, PyAny>) -> PyResult<AnyGame> {
    if let Ok(spec) = given.extract::<String>() {
        return AnyGame::new(&spec).map_err(bad_input);
    }
    if let Ok(game) = given.cast::<Game>() {
        return Ok(game.get().rules().clone());
    }
    if given.hasattr("legal_moves")? && !given.is_instance_of::<PyType>() {
        let name = given.get_type().name()?.to_string();
        return Ok(AnyGame::of(&name, &State::root(given)?));
    }
    Err(PyTypeError::new_err(format!(
        "a game is a spec such as 'go9', a Game, or a state of a game in Python with to_move(), \
         legal_moves(), play() and outcome(); not {}",
        given.repr()?
    )))
}

/// An agent's settings and memory in a game; an error if it cannot play it.
pub fn agent_summary(game: &AnyGame, spec: &str) -> PyResult<AgentSummary> {
    let in_python = game.start().downcast::<State>().is_some();
    let refused = |what: &str| {
        let text = "is for Cairn's own games, not for those in Python";
        bad_input(format_args!("agent {spec}: {what} {text}"))
    };
    // First, because planning such a search may play moves.
    if in_python && !game.agent(spec).map_err(bad_input)?.agent.has_playouts() {
        return Err(refused("a search without playouts"));
    }
    let summary = game.summary(spec).map_err(bad_input)?;
    match summary.settings.playouts() {
        Some(settings) if settings.reuse && in_python => Err(refused("reuse=on")),
        _ => Ok(summary),
    }
}

/// A whole number; out of range is a `ValueError` that says what would be right.
fn whole(name: &str, range: RangeInclusive<u64>, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    match given.extract() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(given.py()) => Err(error),
        _ => Err(bad_input(format_args!(
            "{name}={given} does not fit: {name} is a whole number from {} to {}",
            range.start(),
            range.end()
        ))),
    }
}

/// The seed of everything random.
pub fn seed(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", 0..=u64::MAX, given)
}

/// The seed of the dice, if there is one.
pub fn dice(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if given.is_none() { Ok(None) } else { whole("dice", 0..=u64::MAX, given).map(Some) }
}

/// The number of games of a match.
pub fn games(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole("games", 1..=1_000_000_000, given).map(|games| games as u32)
}

/// The number of games played at a time, if it is given.
pub fn jobs(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    if given.is_none() {
        return Ok(None);
    }
    whole("jobs", 1..=1024, given).map(|jobs| Some(jobs as usize))
}

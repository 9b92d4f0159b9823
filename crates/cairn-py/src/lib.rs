//! Cairn for Python: the compiled half of the package `cairn`.
//!
//! Come here to give Python something that Rust has. What can be said in Python is said there, in
//! `python/cairn`; its stubs, `_cairn.pyi`, have the types and belong to every change here.
//!
//! | file | what is there |
//! | --- | --- |
//! | `game.rs` | `Game`: a game under way, and the list of games |
//! | `agent.rs` | `Agent` and what it finds |
//! | `matches.rs` | `match`, `Score`, records of games |
//! | `rules.rs` | games written in Python |
//! | `arguments.rs` | numbers as arguments |
//!
//! Strings are specs as everywhere in Cairn, and errors are the program's own lines, as `ValueError`.

mod agent;
mod arguments;
mod game;
mod matches;
mod rules;

use std::fmt::Display;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The compiled half of the package `cairn`: games, agents and matches.
#[pymodule]
mod _cairn {
    #[pymodule_export]
    use super::agent::{Agent, AgentInfo, SearchResult, agents};
    #[pymodule_export]
    use super::game::{Game, GameInfo, games};
    #[pymodule_export]
    use super::matches::{MatchResult, Record, Score, match_};
}

/// The error for input that can be put right.
fn bad_input(what: impl Display) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// Asks Python now and then whether somebody pressed Ctrl-C, without holding its lock in between.
/// Signals are for Python's main thread: a search in another one never waits for the lock.
struct Interrupt {
    asked: Instant,
    on_main: bool,
    raised: Option<PyErr>,
}

impl Interrupt {
    const EVERY: Duration = Duration::from_millis(50);

    fn new(py: Python<'_>) -> PyResult<Self> {
        let threading = py.import("threading")?;
        let main = threading.call_method0("main_thread")?.getattr("ident")?;
        let on_main = threading.call_method0("get_ident")?.eq(main)?;
        Ok(Interrupt { asked: Instant::now(), on_main, raised: None })
    }

    /// Whether to stop: a signal's handler raised something.
    fn stops(&mut self) -> bool {
        if self.on_main && self.raised.is_none() && self.asked.elapsed() >= Self::EVERY {
            self.raised = Python::attach(|py| py.check_signals()).err();
            self.asked = Instant::now();
        }
        self.raised.is_some()
    }

    /// What was raised, if anything.
    fn result(self) -> PyResult<()> {
        self.raised.map_or(Ok(()), Err)
    }
}

//! Cairn for Python: the compiled half of the package `cairn`.
//!
//! Come here to give Python something that Rust has. What can be written in Python is in
//! `python/cairn`. A change here also changes the types and docstrings in its stubs, `_cairn.pyi`.
//!
//! | file | what is there |
//! | --- | --- |
//! | `game.rs` | `Game`: a game being played; the list of games |
//! | `agent.rs` | `Agent` and its searches; the list of agents |
//! | `matches.rs` | matches; the statistics of a `Score` |
//! | `rules.rs` | games written in Python |
//! | `arguments.rs` | games and numbers as arguments |
//!
//! Cairn's games and those written in Python are both a [`cairn_arena::AnyGame`]: players, searches
//! and matches are the same for both. Specs are those of the program, and so are the messages of
//! errors, which are `ValueError`s.

mod agent;
mod arguments;
mod game;
mod matches;
mod rules;

use std::fmt::Display;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use cairn_arena::StopSignal;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The compiled half of the package `cairn`: games, agents and matches.
#[pymodule]
mod _cairn {
    #[pymodule_export]
    use super::agent::{Agent, agents};
    #[pymodule_export]
    use super::game::{Game, games};
    #[pymodule_export]
    use super::matches::{play_match, statistics};
}

/// A game or an agent in a list: its name, a short description, and the name, default and description
/// of each option or key.
type Listed = (&'static str, &'static str, Vec<(&'static str, &'static str, &'static str)>);

/// An error in what the caller wrote.
fn bad_input(what: impl Display) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// Ctrl-C. Python runs the handlers of signals in its main thread only: if that is the thread that
/// waits, it asks Python now and then, and needs Python's lock only for that moment.
struct Interrupt {
    main_thread: Option<ThreadId>,
    asked: Mutex<Instant>,
    /// What a handler raised.
    raised: OnceLock<PyErr>,
}

impl Interrupt {
    const EVERY: Duration = Duration::from_millis(50);

    /// For a search or a match that this thread waits for.
    fn new(py: Python<'_>) -> PyResult<Self> {
        let threading = py.import("threading")?;
        let main = threading.call_method0("main_thread")?.getattr("ident")?;
        let is_main = threading.call_method0("get_ident")?.eq(main)?;
        let main_thread = is_main.then(|| std::thread::current().id());
        Ok(Interrupt { main_thread, asked: Instant::now().into(), raised: OnceLock::new() })
    }

    fn result(self) -> PyResult<()> {
        self.raised.into_inner().map_or(Ok(()), Err)
    }
}

impl StopSignal for Interrupt {
    fn is_set(&self) -> bool {
        if self.raised.get().is_none() && self.main_thread == Some(std::thread::current().id()) {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            if asked.elapsed() >= Self::EVERY {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    self.raised.get_or_init(|| error);
                }
                *asked = Instant::now();
            }
        }
        self.raised.get().is_some()
    }
}

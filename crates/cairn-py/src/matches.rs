//! Matches between two agents.

use std::cell::Cell;
use std::ffi::CString;
use std::num::NonZero;

use cairn_arena::{
    Conditions, Elo, FewerThreads, GameRecord, MatchResult, Matchup, Openings, StopSignal,
    Tournament, los,
};
use pyo3::exceptions::{PyRuntimeWarning, PyTypeError};
use pyo3::prelude::*;

use crate::arguments::{self, agent_summary, game_argument};
use crate::game::Game;
use crate::rules::{StateStack, has_raised, run};
use crate::{Interrupt, bad_input};

/// Wins, draws and losses of one side, with statistics.
///
/// >>> score = Score(wins=136, draws=111, losses=96)
/// >>> round(score.elo, 1), [round(end, 1) for end in score.elo_interval]
/// (40.7, [10.2, 70.9])
#[pyclass(frozen, eq, hash, module = "cairn")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score(cairn_arena::Score);

#[pymethods]
impl Score {
    #[new]
    #[pyo3(signature = (wins = 0, draws = 0, losses = 0))]
    fn new(wins: u32, draws: u32, losses: u32) -> Self {
        Score(cairn_arena::Score { wins, draws, losses })
    }

    /// Games won.
    #[getter]
    fn wins(&self) -> u32 {
        self.0.wins
    }

    /// Games drawn.
    #[getter]
    fn draws(&self) -> u32 {
        self.0.draws
    }

    /// Games lost.
    #[getter]
    fn losses(&self) -> u32 {
        self.0.losses
    }

    /// All games.
    #[getter]
    fn games(&self) -> u32 {
        self.0.games()
    }

    /// Points per game, a draw counting half; 0.5 without games.
    #[getter]
    fn rate(&self) -> f64 {
        self.0.rate()
    }

    /// The Agresti–Coull 95 % confidence interval of the rate.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        self.0.interval()
    }

    /// The Elo difference, positive for the stronger side; infinite if one side won every game.
    #[getter]
    fn elo(&self) -> f64 {
        Elo::of(&self.0).difference
    }

    /// The 95 % confidence interval of the Elo difference.
    #[getter]
    fn elo_interval(&self) -> (f64, f64) {
        let Elo { low, high, .. } = Elo::of(&self.0);
        (low, high)
    }

    /// The likelihood that this side is stronger.
    #[getter]
    fn los(&self) -> f64 {
        los(&self.0)
    }

    fn __repr__(&self) -> String {
        let cairn_arena::Score { wins, draws, losses } = self.0;
        format!("Score(wins={wins}, draws={draws}, losses={losses})")
    }

    /// The score as the program writes it.
    fn __str__(&self) -> String {
        let (low, high) = self.0.interval();
        let mut text = format!(
            "{:.1} % (95 % interval {:.1} to {:.1} %)",
            100.0 * self.0.rate(),
            100.0 * low,
            100.0 * high
        );
        let Elo { difference, low, high } = Elo::of(&self.0);
        if difference.is_finite() {
            text += &format!("; Elo {difference:+.0} ({low:+.0} to {high:+.0})");
        }
        text
    }
}

/// Plays a match; see `match`. `report` is called after each game with the fields of its `GameRecord`
/// and the score so far; if it returns False, the match ends. Returns the game's name and the rest of
/// the `MatchResult`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of `match`")]
pub fn play_match(
    py: Python<'_>,
    a: String,
    b: String,
    game: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::games)] games: u32,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::jobs)] jobs: Option<usize>,
    openings: &str,
    report: Py<PyAny>,
) -> PyResult<(String, Score, u32, bool, f64)> {
    if game.is_instance_of::<Game>() {
        let text = "a match begins at the start: give the game's spec, and openings= for its moves";
        return Err(PyTypeError::new_err(text));
    }
    let rules = game_argument(game)?;
    agent_summary(&rules, &a)?;
    agent_summary(&rules, &b)?;
    let mut stack = StateStack::new(rules.start(), game, None);
    let name = rules.spec().into();
    let Ok(openings) = openings.parse::<Openings>();
    let conditions = Conditions { seed, openings };
    let matchups = [Matchup { game: rules, agents: [a, b], conditions }];
    let threads = match (&stack, jobs) {
        // Python runs one thing at a time anyway.
        (Some(_), _) => 1,
        (None, Some(jobs)) => jobs,
        (None, None) => std::thread::available_parallelism().map_or(1, NonZero::get),
    };
    let interrupt = Interrupt::new(py)?;
    let mut raised = None;
    let mut take = |record: &GameRecord, score| {
        let goes_on = Python::attach(|py| {
            let reward = f64::from(record.reward) / f64::from(record.denominator);
            let moves: Vec<_> = record.moves.split_whitespace().collect();
            let GameRecord { number, seat, status, opening, playouts: [a, b], seconds, .. } =
                *record;
            let fields = (number, seat, status.name(), reward, moves, opening, (a, b), seconds);
            report.bind(py).call1((fields, Score(score)))?.is_truthy()
        });
        goes_on.map_err(|error| raised = Some(error)).unwrap_or(false)
    };
    let (result, fewer) = run(py, &mut stack, || {
        let fewer = Cell::new(None);
        let warn = |found: &FewerThreads| fewer.set(Some(found.to_string()));
        let matchups = &matchups;
        let tournament =
            Tournament { matchups, threads, limit: None, stop: &interrupt, warn: &warn };
        let result = tournament.play_match(games, |record, score| {
            !has_raised() && !interrupt.is_set() && take(record, score)
        });
        (result, fewer.take())
    })?;
    if let Some(text) = fewer {
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &CString::new(text)?, 2)?;
    }
    raised.map_or(Ok(()), Err)?;
    interrupt.result()?;
    let MatchResult { score, failed, complete, time } = result.map_err(bad_input)?;
    Ok((name, Score(score), failed, complete, time.as_secs_f64()))
}

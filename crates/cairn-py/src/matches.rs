//! Matches between two agents.

use std::cell::Cell;
use std::ffi::CString;
use std::num::NonZero;

use cairn_arena::{
    Conditions, Elo, FewerThreads, GameRecord, MatchResult, Matchup, Openings, Score, StopSignal,
    Tournament, los,
};
use pyo3::exceptions::{PyRuntimeWarning, PyTypeError};
use pyo3::prelude::*;

use crate::arguments::{self, agent_summary, game_argument};
use crate::game::Game;
use crate::rules::{StateStack, has_raised, run};
use crate::{Interrupt, bad_input};

/// The statistics of a `Score`: rate, interval, elo, elo_interval and los.
#[pyfunction]
pub fn statistics(wins: u32, draws: u32, losses: u32) -> (f64, (f64, f64), f64, (f64, f64), f64) {
    let score = Score { wins, draws, losses };
    let Elo { difference, low, high } = Elo::of(&score);
    (score.rate(), score.interval(), difference, (low, high), los(&score))
}

/// Wins, draws and losses: the fields of a `Score`.
type Counts = (u32, u32, u32);

fn counts(score: Score) -> Counts {
    (score.wins, score.draws, score.losses)
}

/// Plays a match; see `match`. `report` is called after each game with the fields of its `GameRecord`
/// and of the `Score` so far; if it returns False, the match ends. Returns the game's name, the fields
/// of the `Score`, and the rest of the `MatchResult`.
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
) -> PyResult<(String, Counts, u32, bool, f64)> {
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
            report.bind(py).call1((fields, counts(score)))?.is_truthy()
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
    Ok((name, counts(score), failed, complete, time.as_secs_f64()))
}

//! Matches between two agents.

use std::cell::Cell;
use std::ffi::CString;
use std::num::NonZero;

use cairn_arena::{
    Conditions, Elo, FewerThreads, GameStatus, Matchup, Openings, StopSignal, Tournament, los,
};
use pyo3::exceptions::{PyRuntimeWarning, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::arguments::{Games, Jobs, Seed, agent_summary, game_argument};
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

/// A game of a match.
#[pyclass(frozen, module = "cairn")]
pub struct GameRecord(cairn_arena::GameRecord);

#[pymethods]
impl GameRecord {
    /// Its number in the match, from 0.
    #[getter]
    fn number(&self) -> u32 {
        self.0.number
    }

    /// A's player number.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat
    }

    /// How it ended: 'done', or 'crash', 'timeout' or 'illegal', which do not count.
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.name()
    }

    /// A's reward, 0 (lost) to 1 (won); 0 if the game is not done.
    #[getter]
    fn reward(&self) -> f64 {
        f64::from(self.0.reward) / f64::from(self.0.denominator)
    }

    /// The moves, including the opening.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.0.moves.split_whitespace().collect()
    }

    /// The number of moves in the opening.
    #[getter]
    fn opening(&self) -> usize {
        self.0.opening
    }

    /// The playouts of A, and of all others together.
    #[getter]
    fn playouts(&self) -> (u64, u64) {
        self.0.playouts.into()
    }

    /// The time taken.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    fn __repr__(&self) -> String {
        let result = match self.0.status {
            GameStatus::Done => format!("A gets {}", self.reward()),
            status => status.name().into(),
        };
        format!("<game {}: {result}, {} moves>", self.0.number, self.0.plies)
    }
}

/// The result of a match, from A's side.
#[pyclass(frozen, get_all, module = "cairn")]
pub struct MatchResult {
    /// Agent A.
    a: String,
    /// Agent B.
    b: String,
    /// The game.
    game: String,
    /// The finished games, by number; empty with `records=False`.
    records: Vec<Py<GameRecord>>,
    /// Wins, draws and losses, with statistics.
    score: Score,
    /// The number of games that crashed or had an illegal move; they do not count.
    failed: u32,
    /// Whether all games were played; if not, `progress` ended the match.
    complete: bool,
    /// The time taken.
    seconds: f64,
}

#[pymethods]
impl MatchResult {
    fn __repr__(&self) -> String {
        format!(
            "<match of {} games on {}: {}>",
            self.score.0.games(),
            self.game,
            self.score.__str__()
        )
    }

    fn __str__(&self) -> String {
        let cairn_arena::Score { wins, draws, losses } = self.score.0;
        let (a, b, game, games) = (&self.a, &self.b, &self.game, self.score.0.games());
        format!(
            "A  {a}\nB  {b}\n{games} games on {game}: A won {wins}, drew {draws}, lost {losses}\nA \
             scores {}",
            self.score.__str__()
        )
    }
}

/// Where the games of a match are reported.
enum Progress {
    Nowhere,
    /// A line on standard error.
    Line(Py<PyAny>),
    Call(Py<PyAny>),
}

impl Progress {
    fn new(py: Python<'_>, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(progress) = progress else { return Ok(Progress::Nowhere) };
        Ok(match progress.cast::<PyBool>() {
            Ok(wanted) if !wanted.is_true() => Progress::Nowhere,
            Ok(_) => Progress::Line(py.import("sys")?.getattr("stderr")?.unbind()),
            Err(_) => Progress::Call(progress.clone().unbind()),
        })
    }

    /// Reports a game and the score so far; returns whether the match goes on.
    fn report(
        &self,
        py: Python<'_>,
        record: &cairn_arena::GameRecord,
        score: cairn_arena::Score,
        games: u32,
    ) -> PyResult<bool> {
        match self {
            Progress::Nowhere => Ok(true),
            Progress::Line(out) => {
                let (wins, draws, losses) = (score.wins, score.draws, score.losses);
                let done = score.games();
                let text = format!("\r{done}/{games} games  A {wins} – B {losses}, {draws} drawn");
                out.call_method1(py, "write", (text,))?;
                out.call_method0(py, "flush")?;
                Ok(true)
            }
            Progress::Call(call) => {
                let answer = call.bind(py).call1((GameRecord(record.clone()), Score(score)))?;
                Ok(!answer.cast::<PyBool>().is_ok_and(|answer| !answer.is_true()))
            }
        }
    }

    /// After the last game.
    fn end(&self, py: Python<'_>) -> PyResult<()> {
        if let Progress::Line(out) = self {
            out.call_method1(py, "write", ("\n",))?;
        }
        Ok(())
    }
}

/// Plays a match between two agents.
///
/// `game` is a game's spec, or the first state of a game written in Python (whose moves are recorded
/// as `str(move)`). A moves first in even games, B in odd ones; with three players, A takes the seats
/// in turn. `jobs` is the number of games played at a time, by default one for each core; games in
/// Python are played one by one. The games depend only on `seed`, unless an agent's time is limited.
/// `openings` says how games begin: with a number of random plies, the same for all games of a round,
/// or with openings between semicolons, taken in turn ('b2 a1; c3'). A number alone is a number of
/// plies: in a game whose moves are numbers, '4;' is the move 4.
///
/// `progress` is called after each game, in the order of their numbers, with the game's record and the
/// score so far; if it returns False, the match ends. `progress=True` prints a line to standard error.
/// Ctrl-C ends the match with KeyboardInterrupt. With `records=False` the result does not keep the
/// games, so that a match of millions takes no more memory than a short one.
///
/// >>> result = match('uct:playouts=50', 'mc:playouts=5', 'tictactoe', games=10)
/// >>> result.score.games, result.complete
/// (10, True)
#[pyfunction]
#[pyo3(
    name = "match",
    signature = (a, b, game, *, games = Games(20), seed = Seed(1), jobs = None, openings = "0",
        progress = None, records = true),
    text_signature = "(a, b, game, *, games=20, seed=1, jobs=None, openings='0', progress=None, \
                      records=True)"
)]
#[expect(clippy::too_many_arguments, reason = "keywords, in Python")]
pub fn match_(
    py: Python<'_>,
    a: String,
    b: String,
    game: &Bound<'_, PyAny>,
    games: Games,
    seed: Seed,
    jobs: Option<Jobs>,
    openings: &str,
    progress: Option<&Bound<'_, PyAny>>,
    records: bool,
) -> PyResult<MatchResult> {
    if game.is_instance_of::<Game>() {
        let text = "a match begins at the start: give the game's spec, and openings= for its moves";
        return Err(PyTypeError::new_err(text));
    }
    let (Games(games), Seed(seed)) = (games, seed);
    let games = games as u32;
    let progress = Progress::new(py, progress)?;
    let rules = game_argument(game)?;
    agent_summary(&rules, &a)?;
    agent_summary(&rules, &b)?;
    let mut stack = StateStack::new(rules.start(), game, None);
    let name = rules.spec().into();
    let Ok(openings) = openings.parse::<Openings>();
    let conditions = Conditions { seed, openings };
    let matchups = [Matchup { game: rules, agents: [a.clone(), b.clone()], conditions }];
    let threads = match (&stack, jobs) {
        // Python runs one thing at a time anyway.
        (Some(_), _) => 1,
        (None, Some(Jobs(jobs))) => jobs as usize,
        (None, None) => std::thread::available_parallelism().map_or(1, NonZero::get),
    };
    let interrupt = Interrupt::new(py)?;
    let (mut kept, mut raised) = (Vec::new(), None);
    let mut take = |record: &cairn_arena::GameRecord, score| {
        let goes_on = Python::attach(|py| {
            if records {
                kept.push(Py::new(py, GameRecord(record.clone()))?);
            }
            progress.report(py, record, score, games)
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
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &CString::new(text)?, 1)?;
    }
    raised.map_or(Ok(()), Err)?;
    interrupt.result()?;
    let cairn_arena::MatchResult { score, failed, complete, time } = result.map_err(bad_input)?;
    progress.end(py)?;
    let (score, seconds) = (Score(score), time.as_secs_f64());
    Ok(MatchResult { a, b, game: name, records: kept, score, failed, complete, seconds })
}

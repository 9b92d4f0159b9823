//! Matches between two agents.

use std::cell::Cell;
use std::ffi::CString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::Instant;

use cairn_arena::{AnyTable, Elo, FewerThreads, Openings, Rounds, Status, Table, los, run_match};
use pyo3::exceptions::{PyRuntimeWarning, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::agent::{Played, python_player};
use crate::arguments::{Games, Jobs, Seed};
use crate::game::Game;
use crate::rules::{Line, Moves, State, on_line};
use crate::{Interrupt, bad_input};

/// Wins, draws and losses of one side, and what they say.
///
/// >>> score = Score(wins=136, draws=111, losses=96)
/// >>> round(score.elo, 1), [round(end, 1) for end in score.elo_interval]
/// (40.7, [10.2, 70.9])
#[pyclass(frozen, eq, module = "cairn")]
#[derive(Clone, Copy, PartialEq, Eq)]
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

    /// Points per game, a draw counting half; one half if there was no game.
    #[getter]
    fn rate(&self) -> f64 {
        self.0.rate()
    }

    /// The Agresti–Coull 95 % confidence interval of the rate.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        self.0.interval()
    }

    /// The Elo difference, above 0 for the stronger; infinite if every game went the same way.
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

    /// The likelihood that this side is the stronger one.
    #[getter]
    fn los(&self) -> f64 {
        los(&self.0)
    }

    fn __hash__(&self) -> u64 {
        let cairn_arena::Score { wins, draws, losses } = self.0;
        let mut hasher = DefaultHasher::new();
        [wins, draws, losses].hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let cairn_arena::Score { wins, draws, losses } = self.0;
        format!("Score(wins={wins}, draws={draws}, losses={losses})")
    }

    /// The program's words for it.
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
pub struct Record(cairn_arena::Record);

#[pymethods]
impl Record {
    /// Its number in the match, from 0.
    #[getter]
    fn number(&self) -> u32 {
        self.0.number
    }

    /// Which player A was.
    #[getter]
    fn seat(&self) -> usize {
        self.0.seat
    }

    /// How it ended: 'done', or 'crash', 'timeout' or 'illegal', and then it counts for nobody.
    #[getter]
    fn status(&self) -> &'static str {
        self.0.status.name()
    }

    /// A's reward, 0 (lost) to 1 (won); 0 if the game is not done.
    #[getter]
    fn reward(&self) -> f64 {
        f64::from(self.0.reward) / f64::from(self.0.denominator)
    }

    /// The moves, its opening's among them.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.0.moves.split_whitespace().collect()
    }

    /// How many of the moves are its opening.
    #[getter]
    fn opening(&self) -> usize {
        self.0.opening
    }

    /// Playouts of A, and of the others together.
    #[getter]
    fn playouts(&self) -> (u64, u64) {
        self.0.playouts.into()
    }

    /// Time taken.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    fn __repr__(&self) -> String {
        let result = match self.0.status {
            Status::Done => format!("A gets {}", self.reward()),
            status => status.name().into(),
        };
        format!("<game {}: {result}, {} moves>", self.0.number, self.0.plies)
    }
}

/// What came of a match; all from A's side.
#[pyclass(frozen, get_all, module = "cairn")]
pub struct MatchResult {
    /// One agent.
    a: String,
    /// The other.
    b: String,
    /// The game.
    game: String,
    /// The finished games, by number; none if they were not to be kept.
    records: Vec<Py<Record>>,
    /// Wins, draws and losses, and what they say.
    score: Score,
    /// Games that crashed or had an illegal move; they count for nobody.
    failed: u32,
    /// Whether all games were played; otherwise `progress` ended it.
    complete: bool,
    /// Time taken.
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

/// Who is told how a match goes.
enum Progress<'py> {
    Nobody,
    /// A line on standard error.
    Line(Bound<'py, PyAny>),
    Call(Bound<'py, PyAny>),
}

impl<'py> Progress<'py> {
    fn new(py: Python<'py>, progress: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(progress) = progress else { return Ok(Progress::Nobody) };
        Ok(match progress.cast::<PyBool>() {
            Ok(wanted) if !wanted.is_true() => Progress::Nobody,
            Ok(_) => Progress::Line(py.import("sys")?.getattr("stderr")?),
            Err(_) => Progress::Call(progress.clone()),
        })
    }

    /// Tells of a game; whether the match goes on.
    fn tell(
        &self,
        record: cairn_arena::Record,
        score: cairn_arena::Score,
        games: u32,
    ) -> PyResult<bool> {
        match self {
            Progress::Nobody => Ok(true),
            Progress::Line(out) => {
                let (wins, draws, losses) = (score.wins, score.draws, score.losses);
                let done = score.games();
                let text = format!("\r{done}/{games} games  A {wins} – B {losses}, {draws} drawn");
                out.call_method1("write", (text,))?;
                out.call_method0("flush")?;
                Ok(true)
            }
            Progress::Call(call) => {
                let answer = call.call1((Record(record), Score(score)))?;
                Ok(!answer.cast::<PyBool>().is_ok_and(|answer| !answer.is_true()))
            }
        }
    }

    /// After the last game.
    fn end(&self) -> PyResult<()> {
        if let Progress::Line(out) = self {
            out.call_method1("write", ("\n",))?;
        }
        Ok(())
    }
}

/// Lets two agents play a match.
///
/// `game` is a game's spec, or the start of a game written in Python (its states' `str(move)` are
/// then the moves of the records). A moves first in even games, B in odd ones; with three players A
/// takes the seats in turn. Everything follows from `seed`, whatever `jobs`, the number of games at a
/// time (one for each core by default; games in Python are played one by one), unless an agent is
/// bound by time. `openings` says how games begin: with a number of random plies that each round of
/// games shares, or with openings between semicolons, taken in turn ('b2 a1; c3'). A number alone is
/// plies: where moves are numbers, '4;' is the move 4.
///
/// `progress` is called after each game with its record and the score so far, and ends the match by
/// returning False; True prints a line to standard error. Ctrl-C ends it with KeyboardInterrupt. The
/// games are told in the order of their numbers. With `records=False` the result does not keep them,
/// and a match of millions takes no more memory than one of a few.
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
    let Ok(openings) = openings.parse::<Openings>();
    let rounds = Rounds { seed, openings };
    let progress = Progress::new(py, progress)?;
    let mut kept = Vec::new();
    let mut tell = |record: cairn_arena::Record, score| {
        if records {
            kept.push(Py::new(py, Record(record.clone()))?);
        }
        progress.tell(record, score, games)
    };
    let (name, result) = match Played::read(game)? {
        Played::Own(game) => {
            game.check(&rounds.openings).map_err(bad_input)?;
            let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
            let jobs = jobs.map_or(cores, |Jobs(jobs)| jobs as usize);
            let tables = game.tables(&a, &b, jobs.min(games as usize)).map_err(bad_input)?;
            (game.spec().into(), on_threads(py, tables, &rounds, games, &mut tell)?)
        }
        Played::Python(state) => {
            let name = state.get_type().name()?.to_string();
            (name, in_python(&state, [&a, &b], &rounds, games, &mut tell)?)
        }
    };
    progress.end()?;
    let cairn_arena::MatchResult { score, failed, complete, time } = result;
    let (score, seconds) = (Score(score), time.as_secs_f64());
    Ok(MatchResult { a, b, game: name, records: kept, score, failed, complete, seconds })
}

/// Takes a game and the score so far; whether the match goes on.
type Tell<'a> = dyn FnMut(cairn_arena::Record, cairn_arena::Score) -> PyResult<bool> + 'a;

/// How many games may wait for Python; then the tables wait too.
const QUEUE: usize = 64;

/// The tables play in threads of their own, while this one listens to them and to Python.
fn on_threads(
    py: Python<'_>,
    tables: Vec<Box<dyn AnyTable>>,
    rounds: &Rounds,
    games: u32,
    tell: &mut Tell<'_>,
) -> PyResult<cairn_arena::MatchResult> {
    let stop = &AtomicBool::new(false);
    let fewer = &Mutex::new(None);
    let warn = |found: &FewerThreads| {
        *fewer.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.to_string());
    };
    let mut raised = None;
    let result = std::thread::scope(|scope| {
        let (sender, mut receiver) = sync_channel(QUEUE);
        let playing = Builder::new().spawn_scoped(scope, move || {
            run_match(tables, rounds, games, stop, &warn, &mut |record, score| {
                sender.send((record.clone(), score)).is_ok()
            })
        });
        let playing = match playing {
            Ok(playing) => playing,
            Err(error) => return Ok(Err(PyErr::from(error))),
        };
        loop {
            let receiver = &mut receiver;
            let told = py.detach(move || receiver.recv_timeout(Interrupt::EVERY));
            let goes_on = match told {
                Ok(_) if stop.load(Ordering::Relaxed) => continue,
                Ok((record, score)) => tell(record, score),
                Err(RecvTimeoutError::Timeout) => Ok(true),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let goes_on = goes_on.and_then(|goes_on| py.check_signals().map(|()| goes_on));
            if !matches!(goes_on, Ok(true)) {
                stop.store(true, Ordering::Relaxed);
                raised = raised.take().or(goes_on.err());
            }
        }
        py.detach(|| playing.join()).map(|result| result.map_err(bad_input))
    });
    if let Some(said) = fewer.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let said = CString::new(said)?;
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &said, 1)?;
    }
    match (result, raised) {
        (_, Some(error)) => Err(error),
        (Ok(result), None) => result,
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}

/// Games in Python are played one by one: Python runs one thing at a time anyway.
fn in_python(
    start: &Bound<'_, PyAny>,
    [a, b]: [&str; 2],
    rounds: &Rounds,
    games: u32,
    tell: &mut Tell<'_>,
) -> PyResult<cairn_arena::MatchResult> {
    let py = start.py();
    let root = State::root(start)?;
    // Each on its own first, so that an error names the right one.
    let (a, b) = (python_player(a, &root)?.0, python_player(b, &root)?.0);
    let mut table = Table::new(&root, &a, &b).map_err(bad_input)?;
    let begun = Instant::now();
    let mut score = cairn_arena::Score::default();
    let mut line = Line::new(start, &root, Moves::new(py));
    let (back, checked) = on_line(line, || rounds.openings.check(&root));
    checked?.map_err(bad_input)?;
    line = back;
    let (mut failed, mut goes_on) = (0, true);
    for number in 0..games {
        if !goes_on {
            break;
        }
        let signal = Cell::new(None);
        let stop = || {
            let raised = py.check_signals().err();
            let stops = raised.is_some();
            signal.set(raised);
            stops
        };
        let (back, played) = on_line(line, || table.play(rounds, number, None, &stop));
        line = back;
        signal.take().map_or(Ok(()), Err)?;
        if let Some(record) = played?.map_err(bad_input)? {
            record.count(&mut score);
            failed += u32::from(record.status != Status::Done);
            goes_on = tell(record, score)?;
        }
    }
    let complete = score.games() + failed == games;
    Ok(cairn_arena::MatchResult { score, failed, complete, time: begun.elapsed() })
}

//! Cairn's own games.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cairn_arena::{AnyGame, GameHistory};
use cairn_games::registry::{GAMES, GameInfo, GameOption};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::arguments;
use crate::{Listed, bad_input};

/// The fields of each `GameInfo`.
#[pyfunction]
pub fn games() -> Vec<Listed> {
    let option = |option: &GameOption| (option.name, option.default, option.about);
    let options = |game: &GameInfo| game.options.iter().map(option).collect();
    GAMES.iter().map(|game| (game.name, game.about, options(game))).collect()
}

/// A game being played: its moves and its position.
///
/// `spec` names the game and its options, such as 'go9' or 'hex:size=7' (see `games()`); `position`
/// is where it begins, in the game's notation, instead of the usual start; `moves` are played first,
/// separated by blanks. In a game of chance, `dice` is the seed of the dice, which are then rolled
/// after every move; without it, play one of `chance_moves()` yourself.
///
/// >>> game = Game('tictactoe', moves='b2 a1')
/// >>> game.play('c3')
/// >>> game.to_move(), game.outcome()
/// (1, None)
/// >>> print(game)
/// 3 . . X
/// 2 . X .
/// 1 O . .
///   a b c
#[pyclass(frozen, module = "cairn")]
pub struct Game {
    rules: AnyGame,
    /// Where it began, if not at the usual start.
    position: Option<String>,
    history: Mutex<GameHistory>,
}

impl Game {
    fn lock(&self) -> MutexGuard<'_, GameHistory> {
        // Locked for single questions only, and never while Python runs: nobody waits long, and there
        // is no deadlock. A panic leaves it usable.
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules, at the usual start.
    pub fn rules(&self) -> &AnyGame {
        &self.rules
    }

    /// A copy of the game as it is now.
    pub fn snapshot(&self) -> GameHistory {
        self.lock().clone()
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (spec, *, position = None, moves = "", dice = None))]
    fn new(
        spec: &str,
        position: Option<String>,
        moves: &str,
        #[pyo3(from_py_with = arguments::dice)] dice: Option<u64>,
    ) -> PyResult<Self> {
        let rules = AnyGame::new(spec).map_err(bad_input)?;
        let mut history = rules.history_after(position.as_deref(), moves).map_err(bad_input)?;
        if let Some(seed) = dice {
            history.set_dice(seed);
        }
        Ok(Game { rules, position, history: Mutex::new(history) })
    }

    /// The spec that it was made from.
    #[getter]
    fn spec(&self) -> &str {
        self.rules.spec()
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> usize {
        self.rules.players()
    }

    /// A player's name: 'Black', 'X', 'South'.
    fn player_name(&self, player: usize) -> PyResult<&'static str> {
        if player >= self.players() {
            let last = self.players() - 1;
            return Err(bad_input(format_args!(
                "there is no player {player}: they are 0 to {last}"
            )));
        }
        Ok(self.lock().player_name(player))
    }

    /// The number of the player whose turn it is, from 0; None if the game is over, or if it is
    /// chance's turn.
    fn to_move(&self) -> Option<usize> {
        self.lock().mover()
    }

    /// The outcomes of chance, each with its weight, if it is chance's turn; else an empty list. They
    /// are played like moves.
    fn chance_moves(&self) -> Vec<(String, u32)> {
        self.lock().chance_moves()
    }

    /// The legal moves; none if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.lock().legal_moves()
    }

    /// Each player's reward, 0 (lost) to 1 (won), 0.5 for a draw; None if the game is not over.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (outcome, of) = {
            let history = self.lock();
            (history.outcome(), history.denominator())
        };
        let Some(outcome) = outcome else { return Ok(None) };
        let share = |player| f64::from(outcome.reward(player, of)) / f64::from(of);
        let rewards = (0..self.players()).map(share);
        PyTuple::new(py, rewards.collect::<Vec<_>>()).map(Some)
    }

    /// Plays a move. Raises ValueError if it is not legal.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: &str) -> PyResult<()> {
        self.lock().play_text(r#move).map_err(bad_input)
    }

    /// Takes the last move back. Returns False if there is none.
    fn undo(&self) -> bool {
        self.lock().undo()
    }

    /// The moves so far.
    fn moves(&self) -> Vec<String> {
        self.lock().moves_text().split_whitespace().map(String::from).collect()
    }

    /// The position in the game's notation, as `Game(spec, position=...)` reads it; None if the game
    /// has no notation. It does not include what earlier positions forbid (superko).
    fn position(&self) -> Option<String> {
        self.lock().position_text()
    }

    /// An independent copy of the game.
    fn copy(&self) -> Self {
        let (rules, position) = (self.rules.clone(), self.position.clone());
        Game { rules, position, history: Mutex::new(self.snapshot()) }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&str,), Bound<'py, PyDict>)> {
        let moves = self.lock().moves_text();
        let named = PyDict::new(py);
        named.set_item("position", &self.position)?;
        named.set_item("moves", moves)?;
        Ok(((self.spec(),), named))
    }

    fn __str__(&self) -> String {
        let history = self.lock();
        let drawing = history.drawing().map(|text| text.trim_end().to_string());
        drawing.or_else(|| history.position_text()).unwrap_or_else(|| history.moves_text())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let quoted = |text: &str| PyString::new(py, text).repr().map(|text| text.to_string());
        let mut text = format!("Game({}", quoted(self.spec())?);
        if let Some(position) = &self.position {
            text += &format!(", position={}", quoted(position)?);
        }
        let moves = self.lock().moves_text();
        if !moves.is_empty() {
            text += &format!(", moves={}", quoted(&moves)?);
        }
        Ok(text + ")")
    }
}

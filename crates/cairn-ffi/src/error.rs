//! Why a call fails: one line for each error, which says what would be right.

use core::fmt;

use cairn_core::history::MoveError;
use cairn_core::spec::SpecError;
use cairn_games::registry::GameError;

use crate::player::GamePlayer;

/// Why a call fails.
pub enum CallError<'a> {
    /// The first is NULL; the second says what to pass.
    Null(&'static str, &'static str),
    /// This text is not UTF-8.
    Encoding(&'static str),
    /// The buffer's address is not a multiple of 8.
    Unaligned,
    /// The buffer is too small.
    Short {
        /// Bytes needed.
        needed: usize,
        /// Bytes given.
        given: usize,
    },
    /// The game spec is wrong.
    Game(GameError<'a>),
    /// The agent spec is wrong.
    Agent(SpecError<'a>),
    /// The position is wrong.
    Position(&'static str),
    /// This player's game does not allow this move.
    Move(&'a GamePlayer, &'a str, MoveError),
    /// Only Go has a score.
    NotGo,
    /// The dead stones need a buffer of this size.
    Dead(usize),
}

impl fmt::Display for CallError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Null(what, pass) => write!(f, "the {what} is NULL: pass {pass}"),
            CallError::Encoding(what) => write!(f, "the {what} is not UTF-8: pass plain ASCII"),
            CallError::Unaligned => f.write_str(
                "the buffer must begin at a multiple of 8 bytes, like an array of uint64_t",
            ),
            CallError::Short { needed, given } => write!(
                f,
                "not enough memory: the player needs {needed} bytes, the buffer has {given}"
            ),
            CallError::Game(error) => error.fmt(f),
            CallError::Agent(error) => error.fmt(f),
            CallError::Position(error) => f.write_str(error),
            CallError::Move(player, text, reason) => player.history.write_error(text, *reason, f),
            CallError::NotGo => f.write_str("only Go has a score: the player's game is another"),
            CallError::Dead(size) => write!(f, "the dead stones need a buffer of {size} bytes"),
        }
    }
}

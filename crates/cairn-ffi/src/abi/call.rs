//! What every call does with pointers, texts and errors.

use core::ffi::c_char;
use core::fmt::{self, Write};

use super::CairnPlayer;
use crate::player::{CreateError, GamePlayer};
use crate::text::{Text, TextError};

/// Why a call fails.
pub enum CallError<'a> {
    /// The player is NULL.
    Player,
    /// The buffer is NULL.
    Buffer,
    /// This text is wrong.
    Text(&'static str, TextError),
    /// The player cannot be created.
    Create(CreateError<'a>),
    /// The position is wrong.
    Position(&'static str),
    /// Only Go has a score.
    NotGo,
    /// The dead stones need a buffer of this size.
    Dead(usize),
}

impl fmt::Display for CallError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Player => f.write_str("the player is NULL: pass one from cairn_create"),
            CallError::Buffer => f.write_str("the buffer is NULL: pass one of cairn_size bytes"),
            CallError::Text(what, TextError::Null) => write!(f, "the {what} is NULL: pass a text"),
            CallError::Text(what, TextError::Encoding) => {
                write!(f, "the {what} is not UTF-8: pass plain ASCII")
            }
            CallError::Create(error) => error.fmt(f),
            CallError::Position(error) => f.write_str(error),
            CallError::NotGo => f.write_str("only Go has a score: the player's game is another"),
            CallError::Dead(size) => write!(f, "the dead stones need a buffer of {size} bytes"),
        }
    }
}

/// Runs `act` and writes its error into the caller's buffer: an empty text if there is none.
pub unsafe fn with_error<'a, T>(
    error: *mut c_char,
    size: usize,
    act: impl FnOnce() -> Result<T, CallError<'a>>,
) -> Option<T> {
    let done = act();
    // SAFETY: the caller's promise.
    let mut text = unsafe { Text::new(error, size) };
    if let Err(error) = &done {
        let _ = write!(text, "{error}");
    }
    text.cut();
    done.ok()
}

/// Calls `write` with a player and the caller's buffer. If it fails, the buffer is empty.
pub unsafe fn write_text<P>(
    player: Option<P>,
    out: *mut c_char,
    size: usize,
    write: impl FnOnce(P, &mut Text) -> fmt::Result,
) -> usize {
    // SAFETY: the caller's promise.
    let mut text = unsafe { Text::new(out, size) };
    match player.map(|player| write(player, &mut text)) {
        Some(Ok(())) => text.whole(),
        // SAFETY: the caller's promise.
        _ => unsafe { Text::new(out, size) }.whole(),
    }
}

pub unsafe fn player_mut<'a>(player: *mut CairnPlayer) -> Option<&'a mut GamePlayer> {
    // SAFETY: the caller's promise.
    unsafe { player.as_mut() }.map(|player| &mut player.0)
}

pub unsafe fn player_ref<'a>(player: *const CairnPlayer) -> Option<&'a GamePlayer> {
    // SAFETY: the caller's promise.
    unsafe { player.as_ref() }.map(|player| &player.0)
}

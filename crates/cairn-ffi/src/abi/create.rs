//! The library, and making a player.

use core::ffi::{c_char, c_void};
use core::fmt::Write;

use cairn_games::registry::GAMES;

use super::CairnPlayer;
use super::call::with_error;
use crate::error::CallError;
use crate::player::{Buffer, PlayerSpec};
use crate::text::{Text, read};

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Writes the list of games, one per line: name, tab, description. Returns the length of the text, as
/// all functions that write text do. If the length is not less than `size`, the text did not fit and
/// `out` is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_games(out: *mut c_char, size: usize) -> usize {
    // SAFETY: the caller's promise.
    let mut text = unsafe { Text::new(out, size) };
    for game in GAMES {
        let _ = writeln!(text, "{}\t{}", game.name, game.about);
    }
    text.whole()
}

/// Returns how many bytes a player needs, for a game such as "go9" or "hex:size=7" and an agent such as
/// "graver2:nodes=160". If the agent is NULL or empty, the game's own agent plays. Returns 0 if there
/// is no such game or agent; `error` then says what would be right.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_size(
    game: *const c_char,
    agent: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { with_error(error, error_size, || crate::player::size(player_spec(game, agent, 0)?)) }
        .unwrap_or(0)
}

/// Creates a player in `buffer`, whose address must be a multiple of 8 and which must have room for
/// `cairn_size` bytes. The buffer belongs to the player, and must not be moved, until you stop using
/// the player; nothing needs to be freed. Returns NULL if the player cannot be created; `error` then
/// says why. The same `seed` and moves give the same game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_create(
    buffer: *mut c_void,
    size: usize,
    game: *const c_char,
    agent: *const c_char,
    seed: u64,
    error: *mut c_char,
    error_size: usize,
) -> Option<&'static mut CairnPlayer> {
    // SAFETY: the caller's promise.
    unsafe {
        with_error(error, error_size, || {
            let buffer = check_buffer(buffer, size)?;
            crate::player::create(buffer, player_spec(game, agent, seed)?)
        })
    }
}

/// Returns the number that `cairn bench --signature` prints. It is the same on every machine, for all
/// builds that search alike. This takes a few seconds and overwrites the buffer. Returns 0 if the
/// buffer is too small; `error` then says how large it must be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_signature(
    buffer: *mut c_void,
    size: usize,
    error: *mut c_char,
    error_size: usize,
) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        with_error(error, error_size, || crate::signature::signature(check_buffer(buffer, size)?))
    }
    .unwrap_or(0)
}

unsafe fn player_spec<'a>(
    game: *const c_char,
    agent: *const c_char,
    seed: u64,
) -> Result<PlayerSpec<'a>, CallError<'a>> {
    // SAFETY: the caller's promise.
    let (game, agent) = unsafe { (read(game, "game")?, read(agent, "agent")?) };
    let game = game.ok_or(CallError::Null("game", "a text"))?;
    Ok(PlayerSpec { game, agent: agent.unwrap_or(""), defaults: true, seed })
}

fn check_buffer(buffer: *mut c_void, size: usize) -> Result<Buffer, CallError<'static>> {
    match buffer.is_null() {
        true => Err(CallError::Null("buffer", "one of cairn_size bytes")),
        false => Ok(Buffer { at: buffer.cast(), size }),
    }
}

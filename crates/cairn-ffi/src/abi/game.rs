//! The game of a player.

use core::ffi::c_char;
use core::fmt::{self, Write};
use core::mem::MaybeUninit;

use cairn_core::Game;

use super::CairnPlayer;
use super::call::{with_error, write_text};
use crate::error::CallError;
use crate::text::{Text, read};

const NO_PLAYER: CallError<'static> = CallError::Null("player", "one from cairn_create");

/// Begins a new game at `position`, in the notation of `cairn_position`. If that is NULL, it begins
/// where the last game began.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_restart(
    player: Option<&mut CairnPlayer>,
    position: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let restarted = unsafe {
        with_error(error, error_size, || {
            let CairnPlayer(player) = player.ok_or(NO_PLAYER)?;
            player.restart(read(position, "position")?).map_err(CallError::Position)
        })
    };
    restarted.is_some()
}

/// Plays a move for the player whose turn it is. Returns false if that is not possible; `error` then
/// says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_play(
    player: Option<&mut CairnPlayer>,
    mv: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let played = unsafe {
        with_error(error, error_size, || {
            let CairnPlayer(player) = player.ok_or(NO_PLAYER)?;
            player.play(read(mv, "move")?.ok_or(CallError::Null("move", "a text"))?)
        })
    };
    played.is_some()
}

/// Takes the last move back. Returns false if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_undo(player: Option<&mut CairnPlayer>) -> bool {
    player.is_some_and(|player| player.0.undo())
}

/// Returns whose turn it is, from 0, or -1 if the game is over.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_to_move(player: Option<&CairnPlayer>) -> i32 {
    let to_move = player.and_then(|player| player.0.history.turn().player());
    to_move.map_or(-1, |player| player as i32)
}

/// Returns the result of a finished game for the player `who`, from 0: 1 is a win, 0 a loss, 0.5 a
/// draw. Returns -1 if the game is not over.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_outcome(player: Option<&CairnPlayer>, who: u32) -> f64 {
    let Some(CairnPlayer(player)) = player else { return -1.0 };
    match player.history.turn().outcome() {
        Some(outcome) if (who as usize) < player.position().players() => {
            let denominator = player.position().denominator();
            f64::from(outcome.reward(who as usize, denominator)) / f64::from(denominator)
        }
        _ => -1.0,
    }
}

/// Scores a game of Go as players do, without dead stones; playouts find these. `lead` gets
/// Black's lead in points after komi. `dead` gets the dead stones, separated by blanks; it must be NULL
/// or have room for them, for which `CAIRN_DEAD_TEXT` bytes are enough. (`cairn_outcome` counts all
/// stones as alive, as the rules do.) Returns false if the game is not Go; `error` then says so.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_score(
    player: Option<&CairnPlayer>,
    lead: Option<&mut MaybeUninit<f64>>,
    dead: *mut c_char,
    size: usize,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let scored = unsafe {
        with_error(error, error_size, || {
            let CairnPlayer(player) = player.ok_or(NO_PLAYER)?;
            let mut text = Text::new(dead, size);
            let score = player.score(&mut text).ok_or(CallError::NotGo);
            let needed = text.whole() + 1;
            let score = score?;
            if !dead.is_null() && needed > size {
                return Err(CallError::Dead(needed));
            }
            if let Some(lead) = lead {
                lead.write(f64::from(score) / 2.0);
            }
            Ok(())
        })
    };
    scored.is_some()
}

/// Returns how many players the game has.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_players(player: Option<&CairnPlayer>) -> u32 {
    player.map_or(0, |player| player.0.position().players() as u32)
}

/// Writes the name of the player `who`, from 0, such as "Black".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_player_name(
    player: Option<&CairnPlayer>,
    who: u32,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        write_text(player, out, size, |CairnPlayer(player), out| {
            match (who as usize) < player.position().players() {
                true => out.write_str(player.position().player_name(who as usize)),
                false => Err(fmt::Error),
            }
        })
    }
}

/// Writes the moves that may be played, separated by blanks. If the game is over there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_moves(
    player: Option<&CairnPlayer>,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.0.write_allowed(out)) }
}

/// Writes the moves so far, separated by blanks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_history(
    player: Option<&CairnPlayer>,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.0.history.write_moves(out)) }
}

/// Writes the position on one line, as `cairn_restart` reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_position(
    player: Option<&CairnPlayer>,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.0.position().write_position(out)) }
}

/// Draws the position for people, on several lines.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_draw(
    player: Option<&CairnPlayer>,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.0.position().draw(out)) }
}

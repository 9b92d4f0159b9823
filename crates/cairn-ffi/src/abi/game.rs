//! The game of a player.

use core::ffi::c_char;
use core::fmt::{self, Write};

use cairn_core::Game;

use super::CairnPlayer;
use super::call::{CallError, player_mut, player_ref, with_error, write_text};
use crate::text::{Text, TextError, read};

/// Begins a new game at `position`, in the notation of `cairn_position`. If that is NULL, it begins
/// where the last game began.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_restart(
    player: *mut CairnPlayer,
    position: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let restarted = unsafe {
        with_error(error, error_size, || {
            let player = player_mut(player).ok_or(CallError::Player)?;
            let position = match read(position) {
                Err(TextError::Null) => None,
                Err(error) => return Err(CallError::Text("position", error)),
                Ok(position) => Some(position),
            };
            player.restart(position).map_err(CallError::Position)
        })
    };
    restarted.is_some()
}

/// Plays a move for the player whose turn it is. Returns false if that is not possible; `error` then
/// says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_play(
    player: *mut CairnPlayer,
    mv: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let (read, mut out) = unsafe {
        let read = || {
            let player = player_mut(player).ok_or(CallError::Player)?;
            Ok((player, read(mv).map_err(|error| CallError::Text("move", error))?))
        };
        (with_error(error, error_size, read), Text::new(error, error_size))
    };
    let Some((player, mv)) = read else { return false };
    let played = player.play(mv, &mut out);
    out.cut();
    played
}

/// Takes the last move back. Returns false if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_undo(player: *mut CairnPlayer) -> bool {
    // SAFETY: the caller's promise.
    unsafe { player_mut(player) }.is_some_and(|player| player.undo())
}

/// Returns whose turn it is, from 0, or -1 if the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_to_move(player: *const CairnPlayer) -> i32 {
    // SAFETY: the caller's promise.
    match unsafe { player_ref(player) } {
        Some(player) => player.turn().player().map_or(-1, |player| player as i32),
        _ => -1,
    }
}

/// Returns the result of a finished game for the player `who`, from 0: 1 is a win, 0 a loss, 0.5 a
/// draw. Returns -1 if the game is not over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_outcome(player: *const CairnPlayer, who: u32) -> f64 {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { player_ref(player) }) else { return -1.0 };
    match player.turn().outcome() {
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
    player: *const CairnPlayer,
    lead: *mut f64,
    dead: *mut c_char,
    size: usize,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let scored = unsafe {
        with_error(error, error_size, || {
            let player = player_ref(player).ok_or(CallError::Player)?;
            let mut text = Text::new(dead, size);
            let score = player.score(&mut text).ok_or(CallError::NotGo);
            let needed = text.whole() + 1;
            let score = score?;
            if !dead.is_null() && needed > size {
                return Err(CallError::Dead(needed));
            }
            if let Some(lead) = lead.as_mut() {
                *lead = f64::from(score) / 2.0;
            }
            Ok(())
        })
    };
    scored.is_some()
}

/// Returns how many players the game has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_players(player: *const CairnPlayer) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { player_ref(player) }.map_or(0, |player| player.position().players() as u32)
}

/// Writes the name of the player `who`, from 0, such as "Black".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_player_name(
    player: *const CairnPlayer,
    who: u32,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        write_text(player_ref(player), out, size, |player, out| {
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
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player_ref(player), out, size, |player, out| player.write_allowed(out)) }
}

/// Writes the moves so far, separated by blanks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_history(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        write_text(player_ref(player), out, size, |player, out| player.history.write_moves(out))
    }
}

/// Writes the position on one line, as `cairn_restart` reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_position(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        write_text(player_ref(player), out, size, |player, out| {
            player.position().write_position(out)
        })
    }
}

/// Draws the position for people, on several lines.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_draw(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player_ref(player), out, size, |player, out| player.position().draw(out)) }
}

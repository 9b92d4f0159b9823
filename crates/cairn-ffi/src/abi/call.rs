//! What every call does with texts and errors.

use core::ffi::c_char;
use core::fmt::{self, Write};

use crate::error::CallError;
use crate::text::Text;

/// Runs `act` and writes its error into the caller's buffer: an empty text if there is none.
pub unsafe fn with_error<'a, T>(
    error: *mut c_char,
    size: usize,
    act: impl FnOnce() -> Result<T, CallError<'a>>,
) -> Option<T> {
    let done = act();
    // SAFETY: the caller's promise.
    let text = unsafe { Text::new(error, size) };
    write_error(text, done.as_ref().err());
    done.ok()
}

/// Compiled once: the WebAssembly module must be small.
#[inline(never)]
fn write_error(mut text: Text, error: Option<&CallError<'_>>) {
    if let Some(error) = error {
        let _ = write!(text, "{error}");
    }
    text.cut();
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
    let written = player.is_some_and(|player| write(player, &mut text).is_ok());
    text.whole_if(written)
}

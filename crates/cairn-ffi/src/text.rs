//! Text between C and Rust.

use core::ffi::{CStr, c_char};
use core::fmt::{self, Write};

use crate::error::CallError;

/// Text for a buffer that the caller provides. It counts all bytes and keeps those that fit.
pub struct Text {
    buffer: *mut c_char,
    size: usize,
    written: usize,
}

impl Text {
    /// Text for a buffer of `size` bytes; NULL is a buffer of 0 bytes.
    ///
    /// # Safety
    /// The buffer must stay valid, and be used for nothing else, while this exists.
    pub unsafe fn new(buffer: *mut c_char, size: usize) -> Self {
        Text { buffer, size: if buffer.is_null() { 0 } else { size }, written: 0 }
    }

    /// Ends the text with a zero. A text that is too long is cut at the end of a character.
    pub fn cut(self) {
        let mut end = self.written.min(self.size.saturating_sub(1));
        if end < self.written {
            // SAFETY: inside the buffer, and written.
            while end > 0 && unsafe { *self.buffer.add(end) as u8 } & 0xc0 == 0x80 {
                end -= 1;
            }
        }
        self.end_at(end);
    }

    /// Ends the text with a zero and returns its length. A text that is too long becomes empty, because
    /// half a move would be a wrong move.
    pub fn whole(self) -> usize {
        let written = self.written;
        self.end_at(if written < self.size { written } else { 0 });
        written
    }

    /// The same, but empty unless `valid`.
    #[inline(never)]
    pub fn whole_if(mut self, valid: bool) -> usize {
        if !valid {
            self.written = 0;
        }
        self.whole()
    }

    fn end_at(&self, end: usize) {
        if end < self.size {
            // SAFETY: inside the buffer.
            unsafe { self.buffer.add(end).write(0) };
        }
    }
}

impl Write for Text {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for &byte in part.as_bytes() {
            if self.written < self.size {
                // SAFETY: inside the buffer.
                unsafe { self.buffer.add(self.written).write(byte as c_char) };
            }
            self.written += 1;
        }
        Ok(())
    }
}

/// The text called `name` from C; `None` if it is NULL.
///
/// # Safety
/// It must be NULL or end with a zero, and must not change while it is used.
pub unsafe fn read<'a>(
    text: *const c_char,
    name: &'static str,
) -> Result<Option<&'a str>, CallError<'a>> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's promise.
    let text = unsafe { CStr::from_ptr(text) }.to_str();
    text.map(Some).map_err(|_| CallError::Encoding(name))
}

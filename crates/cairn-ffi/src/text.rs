//! Text between C and Rust.

use core::ffi::{CStr, c_char};
use core::fmt::{self, Write};

/// Text that ends in a caller's buffer: counts all of it and keeps what fits.
pub struct Text {
    buffer: *mut c_char,
    size: usize,
    written: usize,
}

impl Text {
    /// Text for a buffer of so many bytes; NULL is a buffer of none.
    ///
    /// # Safety
    /// The buffer must be the caller's, for as long as this lives.
    pub unsafe fn new(buffer: *mut c_char, size: usize) -> Self {
        Text { buffer, size: if buffer.is_null() { 0 } else { size }, written: 0 }
    }

    /// Text for nobody.
    pub fn none() -> Self {
        Text { buffer: core::ptr::null_mut(), size: 0, written: 0 }
    }

    /// Ends the text with a zero, cut where a character ends if it is too long.
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

    /// Ends the text with a zero, or leaves nothing of it if it is too long: half a move is a wrong
    /// move. How long it is.
    pub fn whole(self) -> usize {
        let written = self.written;
        self.end_at(if written < self.size { written } else { 0 });
        written
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

/// What is wrong with a text from C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    /// It is NULL.
    Null,
    /// It is not UTF-8.
    Encoding,
}

/// A text from C.
///
/// # Safety
/// It must be NULL or end with a zero, and stay as it is as long as it is used.
pub unsafe fn read<'a>(text: *const c_char) -> Result<&'a str, TextError> {
    if text.is_null() {
        return Err(TextError::Null);
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| TextError::Encoding)
}

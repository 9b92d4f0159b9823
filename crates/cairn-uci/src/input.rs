//! From bytes to lines, and from lines to words.

use core::fmt::{self, Write};

use arrayvec::ArrayVec;

/// Collects bytes until a line is complete.
///
/// A tab is a blank; other control characters are dropped, carriage returns among them. A line with
/// more than `N` bytes is an error. `position` with the moves of a long game has five bytes for each.
///
/// ```
/// use cairn_uci::LineBuffer;
/// let mut lines = LineBuffer::<32>::new();
/// let complete = b"go\tdepth 4\r\n".iter().filter(|&&byte| lines.push(byte)).count();
/// assert_eq!((complete, lines.take()), (1, Ok("go depth 4")));
/// ```
pub struct LineBuffer<const N: usize> {
    bytes: ArrayVec<u8, N>,
    too_long: bool,
    complete: bool,
}

impl<const N: usize> Default for LineBuffer<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> LineBuffer<N> {
    /// An empty buffer.
    pub const fn new() -> Self {
        LineBuffer { bytes: ArrayVec::new_const(), too_long: false, complete: false }
    }

    /// Adds a byte. Returns whether it ends the line, which [`LineBuffer::take`] then reads.
    pub fn push(&mut self, byte: u8) -> bool {
        if self.complete {
            self.bytes.clear();
            (self.too_long, self.complete) = (false, false);
        }
        let byte = match byte {
            b'\n' => {
                self.complete = true;
                return true;
            }
            b'\t' => b' ',
            0..=31 | 127 => return false,
            byte => byte,
        };
        // Blanks at the front are dropped, so that a line of blanks is never too long.
        if byte != b' ' || !self.bytes.is_empty() {
            self.too_long |= self.bytes.try_push(byte).is_err();
        }
        false
    }

    /// The line so far, as if it ended here, or what is wrong with it. The next byte begins another
    /// line.
    pub fn take(&mut self) -> Result<&str, &'static str> {
        self.complete = true;
        if self.too_long {
            return Err("the line is too long");
        }
        core::str::from_utf8(&self.bytes).map_err(|_| "the line is not UTF-8 text")
    }
}

/// The words of a line that have not been read.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    pub fn new(line: &'a str) -> Self {
        Words(line.trim())
    }

    /// The next word, which stays.
    pub fn peek(&self) -> Option<&'a str> {
        self.0.split_whitespace().next()
    }

    /// Everything that is left.
    pub fn rest(self) -> &'a str {
        self.0
    }

    /// Takes what comes before a word, or everything if the word does not come, and the word.
    pub fn until(&mut self, word: &str) -> &'a str {
        let all = self.0;
        let mut rest = *self;
        while let Some(next) = rest.next() {
            if next.eq_ignore_ascii_case(word) {
                let before = all.len() - rest.0.len();
                let before = all[..before].trim_end();
                self.0 = rest.0;
                return before[..before.len() - next.len()].trim_end();
            }
        }
        self.0 = "";
        all
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.0 = self.0.trim_start()[word.len()..].trim_start();
        Some(word)
    }
}

/// A text from the input in quotation marks: shortened if it is long, and without control characters.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 60;
        f.write_char('\'')?;
        for character in self.0.chars().take(MOST) {
            f.write_char(if character.is_control() { '\u{fffd}' } else { character })?;
        }
        f.write_str(if self.0.chars().nth(MOST).is_some() { "…'" } else { "'" })
    }
}

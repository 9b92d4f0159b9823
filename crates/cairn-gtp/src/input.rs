//! From bytes to commands: the standard's preprocessing, in a buffer of fixed size.

/// Collects bytes until a line is complete.
///
/// Control characters are dropped, carriage returns among them. A tab is a blank. What follows a `#`
/// is a comment. A line with more than `N` bytes is an error.
///
/// ```
/// use cairn_gtp::{Input, LineBuffer};
/// let mut lines = LineBuffer::<32>::new();
/// let complete = b"12\tplay b D4 # corner\r\n".iter().filter(|&&byte| lines.push(byte)).count();
/// assert_eq!(complete, 1);
/// let Input::Command(command) = lines.take() else { panic!() };
/// assert_eq!((command.id, command.name, command.words), (Some("12"), "play", "b D4"));
/// ```
pub struct LineBuffer<const N: usize> {
    buffer: [u8; N],
    len: usize,
    too_long: bool,
    comment: bool,
    complete: bool,
}

/// What a line contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Nothing to answer.
    Empty,
    /// A command.
    Command(Command<'a>),
    /// Something that is not a command.
    Malformed {
        /// The id, if it could be read.
        id: Option<&'a str>,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// A command: an optional id, a name, and the words after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// The number that the response repeats.
    pub id: Option<&'a str>,
    /// The command's name.
    pub name: &'a str,
    /// Everything after it.
    pub words: &'a str,
}

impl<const N: usize> Default for LineBuffer<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> LineBuffer<N> {
    /// An empty buffer.
    pub const fn new() -> Self {
        LineBuffer { buffer: [0; N], len: 0, too_long: false, comment: false, complete: false }
    }

    /// Adds a byte. Returns whether it ends the line, which [`LineBuffer::take`] then reads.
    pub fn push(&mut self, byte: u8) -> bool {
        if self.complete {
            (self.len, self.too_long, self.comment, self.complete) = (0, false, false, false);
        }
        let byte = match byte {
            b'\n' => {
                self.complete = true;
                return true;
            }
            b'\t' => b' ',
            0..=31 | 127 => return false,
            b'#' => {
                self.comment = true;
                return false;
            }
            byte => byte,
        };
        // Blanks before the command are dropped, so that a line of blanks is never too long.
        if self.comment || (self.len == 0 && byte == b' ') {
            return false;
        }
        match self.buffer.get_mut(self.len) {
            Some(slot) => {
                *slot = byte;
                self.len += 1;
            }
            None => self.too_long = true,
        }
        false
    }

    /// The line so far, as if it ended here. The next byte begins another line.
    pub fn take(&mut self) -> Input<'_> {
        self.complete = true;
        let line = &self.buffer[..self.len];
        if self.too_long {
            // The id comes first, so it is in the part that was kept.
            let kept = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            return Input::Malformed { id: split(kept).0, reason: "the line is too long" };
        }
        match core::str::from_utf8(line) {
            Ok(line) => read(line),
            Err(error) => {
                let valid = core::str::from_utf8(&line[..error.valid_up_to()]).unwrap_or("");
                Input::Malformed { id: split(valid).0, reason: "the line is not UTF-8 text" }
            }
        }
    }
}

fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches(' ');
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

/// The id, and what follows it.
fn split(line: &str) -> (Option<&str>, &str) {
    match next_word(line) {
        (word, rest) if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            (Some(word), rest)
        }
        _ => (None, line),
    }
}

fn read(line: &str) -> Input<'_> {
    let (id, rest) = split(line);
    match next_word(rest) {
        ("", _) if id.is_none() => Input::Empty,
        ("", _) => Input::Malformed { id, reason: "a command's name must follow its number" },
        (name, words) => Input::Command(Command { id, name, words: words.trim_matches(' ') }),
    }
}

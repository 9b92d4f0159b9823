//! From bytes to commands: the standard's preprocessing, in a buffer of fixed size.

use arrayvec::ArrayVec;

use crate::args::Args;

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
    bytes: ArrayVec<u8, N>,
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
        LineBuffer {
            bytes: ArrayVec::new_const(),
            too_long: false,
            comment: false,
            complete: false,
        }
    }

    /// Adds a byte. Returns whether it ends the line, which [`LineBuffer::take`] then reads.
    pub fn push(&mut self, byte: u8) -> bool {
        if self.complete {
            self.bytes.clear();
            (self.too_long, self.comment, self.complete) = (false, false, false);
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
        if self.comment || (self.bytes.is_empty() && byte == b' ') {
            return false;
        }
        self.too_long |= self.bytes.try_push(byte).is_err();
        false
    }

    /// The line so far, as if it ended here. The next byte begins another line.
    pub fn take(&mut self) -> Input<'_> {
        self.complete = true;
        let line = self.bytes.as_slice();
        let text = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let reason = match () {
            () if self.too_long => "the line is too long",
            () if text.len() < line.len() => "the line is not UTF-8 text",
            () => return read(text),
        };
        // The id comes first, so it is in the part that could be read.
        Input::Malformed { id: split(text).0, reason }
    }
}

/// The id, and what follows it.
fn split(line: &str) -> (Option<&str>, &str) {
    let mut args = Args::new(line);
    let id = args.word().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    (id, if id.is_some() { args.rest() } else { line })
}

fn read(line: &str) -> Input<'_> {
    let (id, rest) = split(line);
    let mut args = Args::new(rest);
    match args.word() {
        Some(name) => Input::Command(Command { id, name, words: args.rest() }),
        None if id.is_none() => Input::Empty,
        None => Input::Malformed { id, reason: "a command's name must follow its number" },
    }
}

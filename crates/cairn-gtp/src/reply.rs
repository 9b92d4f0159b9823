//! The form of a response, and what can go wrong with a command.

use core::fmt::{self, Write};

use cairn_core::spec::SpecError;

use crate::host::Host;

/// Why a command has no result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault<'a> {
    /// In words.
    Text(&'static str),
    /// Arguments that cannot be read; what they should look like.
    Syntax(&'static str),
    /// An agent that cannot be used.
    Agent(SpecError<'a>),
    /// The player needs more bytes than the host has.
    Memory(usize),
    /// An option of an analysis command that there is not.
    Option(&'a str),
    /// A recorded game has a move that cannot be played: its number.
    Move(u32),
    /// The command needs a board of this size: [`Next::Resize`](crate::Next::Resize).
    Board(usize),
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Text(text) => f.write_str(text),
            Fault::Syntax(expected) => write!(f, "syntax error: {expected}"),
            Fault::Agent(error) => write!(f, "{error}"),
            Fault::Memory(bytes) => write!(
                f,
                "not enough memory: the player needs {bytes} bytes; give it less with --memory or \
                 the agent's key memory="
            ),
            Fault::Option(option) => write!(f, "unknown option '{option}'"),
            Fault::Move(number) => write!(f, "cannot load file: move {number} is illegal"),
            Fault::Board(size) => write!(f, "this needs a board of size {size}"),
        }
    }
}

impl core::error::Error for Fault<'_> {}

/// A response being written: `=` and the id before its first text, nothing that looks like its end
/// inside, and its end once.
pub struct Reply<'a, H: Host> {
    /// Where it goes.
    pub host: &'a mut H,
    id: &'a str,
    begun: bool,
    /// A line has ended; the next begins when something is to stand in it.
    line_ended: bool,
    /// That end has been sent.
    sent: bool,
}

// An output that fails is the host's to notice: the protocol has no word for it. So what the host
// says to each write is passed over below.
impl<'a, H: Host> Reply<'a, H> {
    /// The response to the command with this id.
    pub fn new(host: &'a mut H, id: Option<&'a str>) -> Self {
        Reply { host, id: id.unwrap_or(""), begun: false, line_ended: false, sent: false }
    }

    /// Ends a line of a response that comes in parts over time, and sends it. The first is just the
    /// sign that the command was accepted.
    pub fn send_line(&mut self) {
        self.begin("");
        let _ = self.host.write_char('\n');
        (self.line_ended, self.sent) = (true, true);
        self.host.flush();
    }

    fn begin(&mut self, separator: &str) {
        if !core::mem::replace(&mut self.begun, true) {
            let _ = write!(self.host, "={}{separator}", self.id);
        }
    }

    /// Ends the response. An error takes the place of a result of which nothing was written yet.
    pub fn finish(mut self, result: Result<(), Fault<'_>>) {
        match result {
            Err(fault) if !self.begun => {
                let _ = write!(self.host, "?{} {fault}", self.id);
            }
            _ => self.begin(""),
        }
        let _ = self.host.write_str(if self.sent { "\n" } else { "\n\n" });
        self.host.flush();
    }
}

impl<H: Host> Write for Reply<'_, H> {
    /// Blank lines are left out: one would end the response.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for (index, line) in text.split('\n').enumerate() {
            self.line_ended |= index > 0;
            if line.is_empty() {
                continue;
            }
            self.begin(if self.line_ended { "" } else { " " });
            let sent = core::mem::take(&mut self.sent);
            if core::mem::take(&mut self.line_ended) && !sent {
                self.host.write_char('\n')?;
            }
            self.host.write_str(line)?;
        }
        Ok(())
    }
}

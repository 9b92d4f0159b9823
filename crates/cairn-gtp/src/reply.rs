//! The form of a response, and what can go wrong with a command.

use core::fmt::{self, Write};

use cairn_core::mcts::PlanError;
use cairn_core::spec::SpecError;

use crate::args::Args;
use crate::host::Host;

/// Why a command failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GtpError<'a> {
    /// What is wrong.
    Message(&'static str),
    /// The arguments cannot be read; this says what they should look like.
    Syntax(&'static str),
    /// The rules forbid the move.
    IllegalMove,
    /// A game record cannot be loaded; this says why.
    File(&'static str),
    /// The move with this number in a game record is illegal.
    IllegalRecord(u32),
    /// The agent cannot be used.
    Agent(SpecError<'a>),
    /// The player needs this many bytes, more than the host has.
    Memory(usize),
    /// An analysis command has no such option.
    UnknownOption(&'a str),
    /// The command needs a board of this size: [`Next::Resize`](crate::Next::Resize).
    BoardSize(usize),
}

impl fmt::Display for GtpError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GtpError::Message(text) => f.write_str(text),
            GtpError::Syntax(expected) => write!(f, "syntax error: {expected}"),
            GtpError::IllegalMove => f.write_str("illegal move"),
            GtpError::File(why) => write!(f, "cannot load file: {why}"),
            GtpError::IllegalRecord(number) => {
                write!(f, "cannot load file: move {number} is illegal")
            }
            GtpError::Agent(error) => write!(f, "{error}"),
            GtpError::Memory(bytes) => write!(
                f,
                "not enough memory: the player needs {bytes} bytes; give it less with --memory or \
                 the agent's key memory="
            ),
            GtpError::UnknownOption(option) => write!(f, "unknown option '{option}'"),
            GtpError::BoardSize(size) => write!(f, "this needs a board of size {size}"),
        }
    }
}

impl core::error::Error for GtpError<'_> {}

impl<'a> From<SpecError<'a>> for GtpError<'a> {
    fn from(error: SpecError<'a>) -> Self {
        GtpError::Agent(error)
    }
}

impl From<PlanError> for GtpError<'_> {
    fn from(error: PlanError) -> Self {
        GtpError::Agent(SpecError::Plan(error))
    }
}

/// A command being answered: its arguments and its response.
pub struct Call<'c, H: Host> {
    /// The words after the command's name.
    pub args: Args<'c>,
    /// The response.
    pub out: Reply<'c, H>,
}

/// A response being written. It begins with `=` and the id and ends once; nothing in between looks
/// like its end.
pub struct Reply<'a, H: Host> {
    /// Where it goes.
    pub host: &'a mut H,
    id: &'a str,
    begun: bool,
    /// A line has ended. The next one begins with its first text.
    line_ended: bool,
    /// The end of that line has been sent.
    sent: bool,
}

// The protocol cannot report that output fails, so the host must notice it. The results of writing
// are ignored here.
impl<'a, H: Host> Reply<'a, H> {
    /// The response to the command with this id.
    pub fn new(host: &'a mut H, id: Option<&'a str>) -> Self {
        Reply { host, id: id.unwrap_or(""), begun: false, line_ended: false, sent: false }
    }

    /// Ends a line of a response that comes in parts over time, and sends it. The first line just
    /// says that the command was accepted.
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

    /// Ends the response. An error is written only if nothing of a result has been.
    pub fn finish(mut self, result: Result<(), GtpError<'_>>) {
        match result {
            Err(error) if !self.begun => {
                let _ = write!(self.host, "?{} {error}", self.id);
            }
            _ => self.begin(""),
        }
        let _ = self.host.write_str(if self.sent { "\n" } else { "\n\n" });
        self.host.flush();
    }
}

impl<H: Host> Write for Reply<'_, H> {
    /// Leaves out blank lines: one would end the response.
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

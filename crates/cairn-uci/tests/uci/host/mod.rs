//! A host whose clock is part of the script, so that what it says is always the same.

use std::fmt;

use cairn_core::memory::Word;
use cairn_uci::{Host, LineBuffer, Next, Options, UciSession};

/// The longest line of the scripts.
pub const LINE: usize = 600;

#[derive(Default)]
pub struct Script {
    pub output: String,
    pub memory: Option<u64>,
    /// Each look at the clock takes a millisecond.
    millis: u64,
    clockless: bool,
    asked: u32,
}

impl fmt::Write for Script {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.output.push_str(text);
        Ok(())
    }
}

impl Host for Script {
    type Block = Vec<Word>;

    const NODES_PER_LOOK: u32 = 64;

    fn block(&mut self, words: usize) -> Option<Vec<Word>> {
        (words < 1 << 21).then(|| vec![Word::uninit(); words])
    }

    fn memory(&self) -> Option<u64> {
        self.memory
    }

    fn now(&mut self) -> Option<u64> {
        self.millis += 1;
        (!self.clockless).then_some(self.millis)
    }

    /// Some searches would take for ever.
    fn wants_stop(&mut self) -> bool {
        self.asked += 1;
        self.asked.is_multiple_of(300)
    }
}

impl Script {
    #[allow(dead_code)] // Not every test has one.
    pub fn without_clock() -> Self {
        Script { clockless: true, ..Script::default() }
    }
}

/// The options of the scripts: little memory, so that they are quick.
pub fn options() -> Options {
    Options { memory: Some(200_000), ..Options::default() }
}

/// A session, its host and its input.
pub struct Talk {
    pub host: Script,
    pub session: UciSession<Script>,
    buffer: Box<LineBuffer<LINE>>,
}

impl Talk {
    pub fn new(host: Script) -> Self {
        Talk { host, session: UciSession::new(options()), buffer: Box::default() }
    }

    /// Sends bytes, and lets the session think `looks` times after each line. Returns what it said, and
    /// whether it goes on.
    pub fn send(&mut self, bytes: &[u8], looks: usize) -> (String, bool) {
        self.host.output.clear();
        let mut more = true;
        for &byte in bytes.iter().chain(b"\n") {
            if more && self.buffer.push(byte) {
                more = self.session.line(self.buffer.take(), &mut self.host) == Next::Continue;
                self.think(looks);
            }
        }
        (self.host.output.clone(), more)
    }

    /// Lets it think.
    pub fn think(&mut self, looks: usize) {
        for _ in 0..looks {
            if !self.session.is_thinking() {
                break;
            }
            self.session.think(&mut self.host);
        }
    }

    /// What it says to a line if it may think until it stops by itself, or for a long time.
    #[allow(dead_code)] // Not every test has one.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line.as_bytes(), 3000).0
    }
}

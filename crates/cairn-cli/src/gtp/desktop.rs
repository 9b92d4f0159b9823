//! Standard input and output, this machine's clock and memory, and a log of it all.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Instant;

use cairn_core::memory::{OwnedBlock, words};
use cairn_core::spec::Spec;
use cairn_games::go::conventions::SgfItem;
use cairn_gtp::{AnySizeSession, Call, GtpError, Host, Input, LineBuffer};
use cairn_lab::sgf::{SgfError, SgfRecord};
use cpu_time::ProcessTime;

use crate::End;
use crate::output::read_file;
use crate::pipes::{Log, read_input};
use crate::signature::signature;

/// The longest line.
const LINE: usize = 8192;

/// Standard input and output, and this machine's clock and memory.
pub struct Desktop<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
    log: Option<Log>,
    memory: Option<u64>,
    begun: Instant,
    input: Receiver<Vec<u8>>,
    waiting: VecDeque<u8>,
    ended: bool,
}

impl<'a> Desktop<'a> {
    /// Reads standard input from now on and writes to `out`; players may take `memory` bytes.
    pub fn new(
        out: &'a mut dyn Write,
        log: Option<Log>,
        memory: Option<u64>,
    ) -> anyhow::Result<Self> {
        Ok(Desktop {
            out,
            failed: None,
            log,
            memory,
            begun: Instant::now(),
            input: read_input()?,
            waiting: VecDeque::new(),
            ended: false,
        })
    }

    /// Gives every line to `answer` until it returns false or the input ends.
    pub fn serve(
        mut self,
        mut answer: impl FnMut(Input<'_>, &mut Self) -> bool,
    ) -> anyhow::Result<End> {
        let mut lines = LineBuffer::<LINE>::new();
        let mut unfinished = false;
        loop {
            let byte = self.next_byte();
            // A last line without its end is a line all the same.
            let complete = match byte {
                Some(byte) => lines.push(byte),
                None => unfinished,
            };
            unfinished = byte.is_some() && !complete;
            let more = !complete || answer(lines.take(), &mut self);
            if let Some(error) = self.failed.take() {
                return Err(error.into());
            }
            if !more || byte.is_none() {
                let whole = self.log.is_none_or(|log| log.is_whole());
                return Ok(if whole { End::Done } else { End::Flawed });
            }
        }
    }

    /// The next byte of the input, when it has come; `None` at its end.
    fn next_byte(&mut self) -> Option<u8> {
        if self.waiting.is_empty() && !self.ended {
            self.receive();
        }
        self.waiting.pop_front()
    }

    /// Waits for more input, or its end.
    fn receive(&mut self) {
        match self.input.recv() {
            Ok(chunk) => self.take(&chunk),
            Err(_) => self.ended = true,
        }
    }

    fn take(&mut self, chunk: &[u8]) {
        self.write_log(chunk);
        self.waiting.extend(chunk);
    }

    /// Writes something to the log, if there is one.
    pub fn write_log(&mut self, bytes: &[u8]) {
        if let Some(log) = &mut self.log {
            log.write(bytes);
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_log(bytes);
        self.out.write_all(bytes)
    }
}

impl fmt::Write for Desktop<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

impl Host for Desktop<'_> {
    type Block = OwnedBlock;

    const COMMANDS: &'static [&'static str] = &["cputime", "gomill-cpu_time"];

    /// The seconds that this process has used of all processors.
    fn command(_: &str, call: &mut Call<'_, Self>) -> Result<(), GtpError<'static>> {
        let used = ProcessTime::now().as_duration().as_secs_f64();
        // `write_str` notices if writing fails.
        let _ = fmt::Write::write_fmt(&mut call.out, format_args!("{used:.3}"));
        Ok(())
    }

    fn block(&mut self, words: usize) -> Option<Self::Block> {
        OwnedBlock::new(words)
    }

    fn memory(&self) -> Option<u64> {
        self.memory
    }

    fn now(&mut self) -> Option<u64> {
        Some(self.begun.elapsed().as_millis() as u64)
    }

    fn input_waiting(&mut self) -> bool {
        while !self.ended {
            match self.input.try_recv() {
                Ok(chunk) => self.take(&chunk),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        self.ended || self.failed.is_some() || self.waiting.contains(&b'\n')
    }

    fn wait_for_input(&mut self) {
        while !self.input_waiting() {
            self.receive();
        }
    }

    fn flush(&mut self) {
        if let Err(error) = self.out.flush() {
            self.failed = Some(error);
        }
    }

    fn accepts(&mut self, size: usize, agent: &Spec) -> Result<(), GtpError<'static>> {
        let agent = self.memory.map_or(*agent, |bytes| agent.within(bytes));
        let bytes = AnySizeSession::<Self>::bytes_needed(size, &agent)?;
        self.block(words(bytes)).map(drop).ok_or(GtpError::Memory(bytes))
    }

    fn load_sgf(
        &mut self,
        file: &str,
        until: u32,
        each: &mut dyn FnMut(SgfItem) -> Result<(), GtpError<'static>>,
    ) -> Result<(), GtpError<'static>> {
        let wrong = |error| match error {
            SgfError::Format(why) => GtpError::File(why),
            SgfError::Illegal(number) => GtpError::IllegalRecord(number),
            _ => GtpError::File("it cannot be read"),
        };
        let bytes = read_file(file).map_err(|_| GtpError::File("it cannot be read"))?;
        let record = SgfRecord::parse(&String::from_utf8_lossy(&bytes)).map_err(wrong)?;
        record.items(until).map_err(wrong)?.into_iter().try_for_each(each)
    }

    fn signature(&mut self) -> Option<u64> {
        Some(signature(false))
    }
}

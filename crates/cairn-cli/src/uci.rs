//! `cairn uci`: the Universal Chess Interface on standard input and output.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Instant;

use cairn_core::memory::{Block, OwnedBlock};
use cairn_uci::{Host, LineBuffer, Next, Options, UciSession, player_bytes};

use crate::End;
use crate::arguments;
use crate::output::bad_input;
use crate::pipes::{Log, read_input};

/// Play chess in any chess program
#[derive(clap::Args)]
#[command(after_help = "\
Set it up once in the program you like, with the full path of cairn:
  Cute Chess   Tools, Settings, Engines, +: command 'cairn uci', protocol UCI
  En Croissant Engines, Add New, Local: path to cairn, argument 'uci'
  Scid         Tools, Analysis Engines, New: command cairn, parameters 'uci'
  python-chess chess.engine.SimpleEngine.popen_uci(['cairn', 'uci'])
  lichess-bot  engine: a script that runs 'cairn uci', protocol uci
Some programs want one file without arguments: write a script that runs 'cairn uci'.

Examples:
  cairn uci
  cairn uci --memory 64KiB                   the whole player in 64 KiB
  printf 'go movetime 1000\\n' | cairn uci    what it would open with

The options that a chess program shows: Hash (MiB) or Memory (bytes, or 64KiB) is the whole budget of \
the player; Agent is another alpha-beta search, such as mtdf:null=off; MultiPV shows several lines; \
UCI_LimitStrength and UCI_Elo make it weaker; Move Overhead is the time lost between the two programs. Type 'uci' for the list, 'd' for the position as FEN, 'quit' to \
leave.")]
pub struct Args {
    /// The most memory that the player may use, like 64KiB or 16MiB, whatever the chess program asks for
    #[arg(long, value_name = "SIZE", value_parser = arguments::bytes)]
    memory: Option<u64>,
    /// Write all input and output to a file
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
}

/// The longest line: a game of twelve thousand moves.
const LINE: usize = 1 << 16;

/// Standard output, and this machine's clock and memory.
struct Desktop<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
    log: Option<Log>,
    memory: Option<u64>,
    begun: Instant,
    input: Receiver<Vec<u8>>,
    /// Input that has not been read yet, and whether there will be no more.
    waiting: VecDeque<u8>,
    ended: bool,
}

impl Desktop<'_> {
    /// Takes the input that has arrived; if there is none and `wait`, it waits for some.
    fn receive(&mut self, mut wait: bool) {
        while !self.ended {
            let chunk = match wait && self.waiting.is_empty() {
                true => self.input.recv().map_err(|_| TryRecvError::Disconnected),
                false => self.input.try_recv(),
            };
            match chunk {
                Ok(chunk) => {
                    if let Some(log) = &mut self.log {
                        log.write(&chunk);
                    }
                    self.waiting.extend(chunk);
                    wait = false;
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
    }
}

impl fmt::Write for Desktop<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(log) = &mut self.log {
            log.write(text.as_bytes());
        }
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.failed = Some(error);
            fmt::Error
        })
    }
}

impl Host for Desktop<'_> {
    type Block = OwnedBlock;

    fn block(&mut self, words: usize) -> Option<OwnedBlock> {
        let mut block = OwnedBlock::new(words)?;
        // A block whose words were borrowed is filled with zeros by the search. So the system provides
        // every page now, not while a clock runs.
        block.words();
        Some(block)
    }

    fn memory(&self) -> Option<u64> {
        self.memory
    }

    fn now(&mut self) -> Option<u64> {
        Some(self.begun.elapsed().as_millis() as u64)
    }

    fn wants_stop(&mut self) -> bool {
        self.receive(false);
        // What is behind the last end of a line is not a line yet.
        let mut lines = self.waiting.make_contiguous().rsplit(|&byte| byte == b'\n').skip(1);
        self.failed.is_some()
            || lines.any(|line| [&b"stop"[..], b"quit"].contains(&line.trim_ascii()))
    }

    fn flush(&mut self) {
        if let Err(error) = self.out.flush() {
            self.failed = Some(error);
        }
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let log = args.log.as_deref().map(Log::create).transpose()?;
    let (memory, begun) = (args.memory, Instant::now());
    let options = Options::default();
    player_bytes(&options, memory).map_err(bad_input)?;
    let input = read_input()?;
    let waiting = VecDeque::new();
    let mut host = Desktop { out, failed: None, log, memory, begun, input, waiting, ended: false };
    let mut session = UciSession::new(options);
    let mut lines = Box::new(LineBuffer::<LINE>::new());
    let mut unfinished = false;
    while host.failed.is_none() {
        host.receive(!session.is_thinking());
        if let Some(byte) = host.waiting.pop_front() {
            let complete = lines.push(byte);
            unfinished = !complete;
            if complete && session.line(lines.take(), &mut host) == Next::Quit {
                break;
            }
        } else if host.ended {
            // A last line without its end is a line all the same.
            if unfinished {
                session.line(lines.take(), &mut host);
            }
            session.end(&mut host);
            break;
        } else {
            session.think(&mut host);
        }
    }
    if let Some(error) = host.failed.take() {
        return Err(error.into());
    }
    let whole = host.log.is_none_or(|log| log.is_whole());
    Ok(if whole { End::Done } else { End::Flawed })
}

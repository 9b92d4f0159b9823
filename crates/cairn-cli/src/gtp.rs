//! `cairn gtp`: the Go Text Protocol on standard input and output.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use cairn_core::memory::{Word, words};
use cairn_core::spec::{Spec, parse_bytes};
use cairn_gtp::{AnySession, Fault, Host, Lines, Options, Played, SgfItem};

use crate::End;
use crate::arguments::{self, Wanted};
use crate::output::bad_input;
use crate::sgf::{Item, Record};

/// Play Go in Sabaki, GoGui and other Go programs
#[derive(clap::Args)]
#[command(after_help = "\
Set it up once in the program you like, with the full path of cairn:
  Sabaki       Engines, Manage Engines, Add: path to cairn, arguments 'gtp'; then attach it, and
               choose Analyze for win rates on the board
  GoGui        Program, New Program: command 'cairn gtp'; Tools, Analyze Commands shows visits, win
               rates, AMAF, ownership and (with playout=mast) MAST as heat maps
  Lizzie       engine command 'cairn gtp'
  KGS          kgsGtp with engine=cairn gtp
  CGOS         cgos client with 'cairn gtp --resign never'
(KaTrain speaks the analysis protocol of KataGo, not this one.)

Examples:
  cairn gtp
  cairn gtp --agent grave:time=5s                 five seconds a move
  cairn gtp --memory 64KiB                        as strong as 64 KiB allow
  gogui-twogtp -black 'cairn gtp' -white 'gnugo --mode gtp' -games 10 -auto -sgffile games

A move takes what the agent says, or less if the game's clock asks for it: for long games give an
agent with a long time. It passes when the game is decided, and resigns when two of its turns in a
row look lost. An analysis goes on until the next command, but if the agent has a number of playouts
its search ends with them. Type 'list_commands' for all it knows; 'cairn-agent SPEC' changes the agent.")]
pub struct Args {
    /// The agent (see 'cairn agents') [default: graver:memory=64MiB,time=1s,counters=32; with less
    /// than 1 MiB of --memory graver2:playouts=32000,time=1s]
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// The most memory the player may take, like 64KiB or 16MiB, whatever the agent asks for; a
    /// board for which it does not suffice is refused
    #[arg(long, value_name = "SIZE", value_parser = read_memory)]
    memory: Option<u64>,
    /// What all chance follows from; without it, every run is different
    #[arg(long, value_parser = arguments::seed)]
    seed: Option<u64>,
    /// Komi until the other side sets it
    #[arg(long, default_value = "7.5", value_parser = read_komi, value_name = "POINTS")]
    komi: i16,
    /// The board's size until the other side sets it
    #[arg(long, default_value_t = 9, value_parser = arguments::whole::<usize>(2..=19))]
    size: usize,
    /// Resign when the chance to win is below this, from 0 to 1, or 'never'
    #[arg(long, default_value = "0.05", value_name = "RATE", value_parser = read_resign)]
    resign: Resign,
    /// Write everything that is said to a file
    #[arg(long, value_name = "FILE")]
    log: Option<String>,
}

/// When to give up.
#[derive(Clone, Copy)]
struct Resign(Option<f32>);

fn read_memory(text: &str) -> Result<u64, Wanted> {
    parse_bytes(text).ok_or_else(|| Wanted::new("a size such as 64KiB, 16MiB or 50000 (bytes)"))
}

/// In half points.
fn read_komi(text: &str) -> Result<i16, Wanted> {
    let wanted = |_| Wanted::new("a number of whole or half points, such as 7.5");
    cairn_gtp::Args::new(text).komi().map_err(wanted)
}

fn read_resign(text: &str) -> Result<Resign, Wanted> {
    if text == "never" {
        return Ok(Resign(None));
    }
    let rate = text.parse().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.map(|rate| Resign(Some(rate))).ok_or_else(|| Wanted::new("a number from 0 to 1, or never"))
}

/// The agent if none is asked for, as results/go has measured what helps. A second's playouts are more
/// than 16-bit counters hold; in 64 KiB such counters are worth more than the playouts.
fn default_agent(memory: Option<u64>) -> &'static str {
    match memory {
        None => STRONGEST,
        Some(bytes) if bytes >= ONE_LEVEL => "graver:time=1s,counters=32",
        Some(_) => "graver2:playouts=32000,time=1s",
    }
}

/// The strongest agent known for a second a move and 64 MiB.
pub const STRONGEST: &str = "graver:memory=64MiB,time=1s,counters=32";

/// From here on one level has the 1,500 nodes on 9×9 with which it needs no second.
const ONE_LEVEL: u64 = 1 << 20;

/// The longest line, and the longest game.
const LINE: usize = 8192;
const MOVES: usize = 16_384;

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<End> {
    let memory = args.memory;
    let mut options = options(args)?;
    let log =
        match &args.log {
            None => None,
            Some(path) => Some(File::create(path).map_err(|error| {
                bad_input(format_args!("--log {path} cannot be written: {error}"))
            })?),
        };
    let mut host = Desktop {
        out,
        failed: None,
        log,
        memory,
        begun: Instant::now(),
        input: read_input(),
        waiting: VecDeque::new(),
        ended: false,
    };
    host.accepts(args.size, &options.agent).map_err(|error| {
        let text = args.agent.as_deref().unwrap_or(default_agent(memory));
        bad_input(format_args!("agent {text}: {error}"))
    })?;
    let mut moves = vec![Played::default(); MOVES];
    let mut session = AnySession::new(args.size, &mut options, &mut moves).map_err(bad_input)?;
    let mut lines = Lines::<LINE>::new();
    let mut unfinished = false;
    loop {
        let byte = host.next_byte();
        // A last line without its end is a line all the same.
        let complete = match byte {
            Some(byte) => lines.push(byte),
            None => unfinished,
        };
        unfinished = byte.is_some() && !complete;
        let more = !complete || session.answer(lines.take(), &mut host);
        if let Some(error) = host.failed.take() {
            return Err(error.into());
        }
        if !more || byte.is_none() {
            return Ok(End::Done);
        }
    }
}

fn options(args: &Args) -> anyhow::Result<Options> {
    let text = args.agent.as_deref().unwrap_or(default_agent(args.memory));
    let agent =
        Spec::parse(text).map_err(|error| bad_input(format_args!("agent {text}: {error}")))?;
    let mut options = Options::new(agent);
    options.seed = args.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.as_nanos() as u64
    });
    (options.komi, options.resign) = (args.komi, args.resign.0);
    Ok(options)
}

/// Reads standard input in the background, so that an analysis can see that a line has come.
fn read_input() -> Receiver<Vec<u8>> {
    // Whoever sends faster than it is read has to wait.
    let (sender, receiver) = sync_channel(64);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(chunk) = input.fill_buf().map(<[u8]>::to_vec) {
            input.consume(chunk.len());
            if chunk.is_empty() || sender.send(chunk).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Standard input and output, and this machine's clock and memory.
struct Desktop<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
    log: Option<File>,
    memory: Option<u64>,
    begun: Instant,
    input: Receiver<Vec<u8>>,
    waiting: VecDeque<u8>,
    ended: bool,
}

impl Desktop<'_> {
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

    /// A log that cannot be written is no reason to stop a game.
    fn write_log(&mut self, bytes: &[u8]) {
        if let Some(log) = &mut self.log {
            let _ = log.write_all(bytes);
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
    type Block = Box<[Word]>;

    fn block(&mut self, words: usize) -> Option<Self::Block> {
        let mut block = Vec::new();
        block.try_reserve_exact(words).ok()?;
        block.resize(words, Word::uninit());
        Some(block.into_boxed_slice())
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

    fn accepts(&mut self, size: usize, agent: &Spec) -> Result<(), Fault<'static>> {
        let agent = self.memory.map_or(*agent, |bytes| agent.within(bytes));
        let bytes = AnySession::<Self>::accepts(size, &agent)?;
        let room = Vec::<Word>::new().try_reserve_exact(words(bytes));
        room.map_err(|_| Fault::Memory(bytes))
    }

    fn load_sgf(
        &mut self,
        file: &str,
        until: u32,
        each: &mut dyn FnMut(SgfItem<'_>) -> Result<(), Fault<'static>>,
    ) -> Result<(), Fault<'static>> {
        let record = Record::load(file).map_err(Fault::Text)?;
        each(SgfItem::Size(record.size))?;
        record.komi.map_or(Ok(()), |komi| each(SgfItem::Komi(komi)))?;
        for item in record.before(until) {
            each(match &item {
                Item::Setup(changes) => SgfItem::Setup(changes),
                Item::ToMove(player) => SgfItem::ToMove(*player),
                Item::Play(player, at) => SgfItem::Play(*player, *at),
            })?;
        }
        Ok(())
    }
}

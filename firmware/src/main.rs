//! Go on a microcontroller: the Go Text Protocol on a serial line, everything in 64 KiB of RAM.
//!
//! The program reads bytes from [`uart`], splits them into lines and passes each line to a session
//! of `cairn-gtp`, which does the rest. The player's memory is one static block; there is no
//! allocator. After a panic or a fault, the chip restarts and reports the cause on the serial line
//! ([`fault`]).
#![no_std]
#![no_main]

mod chip;
mod fault;
mod stack;
mod uart;

use core::fmt::{self, Write};

use cairn_core::memory::Word;
use cairn_core::spec::Spec;
use cairn_games::go::Go9;
use cairn_gtp::{
    Call, GameMemory, GtpError, GtpSession, Host, LineBuffer, Next, Options, max_legal,
};
use cortex_m_rt::entry;

/// The agent until `cairn-agent` chooses another. It recycles nodes and has AMAF tables on
/// demand (docs/tables.md).
const AGENT: &str = "graver:memory=45KiB,playouts=12800";

/// The player's memory: enough for this agent, also with MAST.
const BLOCK_BYTES: usize = 46 * 1024;
const BLOCK_WORDS: usize = BLOCK_BYTES / size_of::<Word>();
static mut BLOCK: [Word; BLOCK_WORDS] = [Word::uninit(); BLOCK_WORDS];

/// The bytes of the longest line, and the moves of the longest game.
const LINE: usize = 256;
const MOVES: usize = 400;

/// The chip, as a session sees it.
struct Chip {
    /// The player's memory while no player uses it.
    block: Option<&'static mut [Word]>,
}

impl fmt::Write for Chip {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        uart::Port.write_str(text)
    }
}

impl Host for Chip {
    type Block = &'static mut [Word];

    const SMALL: bool = true;
    const COMMANDS: &'static [&'static str] = &["cairn-memory", "cairn-crash"];

    fn command(name: &str, call: &mut Call<'_, Self>) -> Result<(), GtpError<'static>> {
        let out = &mut call.out;
        match (name, call.args.word()) {
            ("cairn-memory", None) => {
                // Writing to this host never fails.
                let _ = writeln!(out, "player {BLOCK_BYTES}");
                let _ = writeln!(out, "stack {}", stack::bytes());
                let _ = writeln!(out, "stack used {}", stack::used());
                Ok(())
            }
            ("cairn-memory", _) => Err(GtpError::Syntax("cairn-memory has no arguments")),
            (_, Some("panic")) => panic!("asked to"),
            (_, Some("stack")) => stack::overflow(),
            (_, Some("fault")) => fault::provoke(),
            _ => Err(GtpError::Syntax("expected panic, stack or fault")),
        }
    }

    fn block(&mut self, words: usize) -> Option<Self::Block> {
        if words > BLOCK_WORDS {
            return None;
        }
        self.block.take()
    }

    fn release(&mut self, block: Self::Block) {
        self.block = Some(block);
    }

    fn memory(&self) -> Option<u64> {
        Some(BLOCK_BYTES as u64)
    }

    fn now(&mut self) -> Option<u64> {
        Some(chip::millis())
    }

    fn input_waiting(&mut self) -> bool {
        uart::line_waiting()
    }

    fn wait_for_input(&mut self) {
        uart::wait_for_line();
    }
}

#[entry]
fn main() -> ! {
    chip::start();
    uart::start();
    fault::report_last();
    // SAFETY: this is the only use of the block, and it runs once.
    let block = unsafe { (&raw mut BLOCK).as_mut() };
    let mut host = Chip { block: block.map(|block| &mut block[..]) };
    let agent = Spec::parse(AGENT).expect("a good agent");
    let mut options = Options::new(agent);
    let mut memory = GameMemory::<MOVES, { max_legal(9) }>::new();
    let mut lines = LineBuffer::<LINE>::new();
    let mut session = GtpSession::new(Go9::new(), &mut options, memory.lists());
    loop {
        if lines.push(uart::read()) && session.answer(lines.take(), &mut host) == Next::Quit {
            uart::drain();
            chip::reset();
        }
    }
}

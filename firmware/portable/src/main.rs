//! Go over a serial line on any chip with 64 KiB of RAM: what `cairn-gtp` needs from a chip, in few
//! lines. There are two chips, a Cortex-M0 and a RISC-V; to add one, write a file in `board/`. The
//! full firmware, with interrupts, a clock and recovery from faults, is in the folder above.
#![no_std]
#![no_main]

#[cfg_attr(target_arch = "arm", path = "board/cortex_m0.rs")]
#[cfg_attr(target_arch = "riscv32", path = "board/riscv.rs")]
mod board;

use core::fmt;
use core::panic::PanicInfo;

use cairn_core::memory::Word;
use cairn_core::spec::Spec;
use cairn_games::go::Go9;
use cairn_gtp::{GameMemory, GtpSession, Host, LineBuffer, Next, Options, max_legal};

/// It recycles nodes and has AMAF tables on demand (docs/tables.md).
const AGENT: &str = "graver:memory=45KiB,playouts=12800";

/// The player's memory.
const BLOCK_WORDS: usize = 46 * 1024 / size_of::<Word>();
static mut BLOCK: [Word; BLOCK_WORDS] = [Word::uninit(); BLOCK_WORDS];

/// The bytes of the longest line, and the moves of the longest game.
const LINE: usize = 256;
const MOVES: usize = 400;

struct Chip {
    /// The player's memory while no player uses it.
    block: Option<&'static mut [Word]>,
}

impl fmt::Write for Chip {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(board::write);
        Ok(())
    }
}

impl Host for Chip {
    type Block = &'static mut [Word];

    fn block(&mut self, words: usize) -> Option<Self::Block> {
        if words > BLOCK_WORDS { None } else { self.block.take() }
    }

    fn release(&mut self, block: Self::Block) {
        self.block = Some(block);
    }

    fn memory(&self) -> Option<u64> {
        Some((BLOCK_WORDS * size_of::<Word>()) as u64)
    }

    fn input_waiting(&mut self) -> bool {
        board::is_waiting()
    }
}

/// Answers GTP commands until `quit`.
fn serve() {
    // SAFETY: this is the only use of the block, and it runs once.
    let block = unsafe { (&raw mut BLOCK).as_mut() };
    let mut host = Chip { block: block.map(|block| &mut block[..]) };
    let mut options = Options::new(Spec::parse(AGENT).expect("a good agent"));
    let mut memory = GameMemory::<MOVES, { max_legal(9) }>::new();
    let mut session = GtpSession::new(Go9::new(), &mut options, memory.lists());
    let mut lines = LineBuffer::<LINE>::new();
    loop {
        if lines.push(board::read()) && session.answer(lines.take(), &mut host) == Next::Quit {
            return;
        }
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    b"? panic\n\n".iter().for_each(|&byte| board::write(byte));
    board::stop()
}

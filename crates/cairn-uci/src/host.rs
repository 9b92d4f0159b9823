//! What a session asks of the place it runs in.

use core::fmt;

use cairn_core::memory::Block;

/// The place a session runs in: a desktop, a microcontroller, a test. What the engine says is written
/// to it.
pub trait Host: fmt::Write {
    /// The player's memory.
    type Block: Block;

    /// Positions that [`think`](crate::UciSession::think) visits before it returns. Between two calls,
    /// the caller looks for input, so this should take about a millisecond or less.
    const NODES_PER_LOOK: u32 = 256;

    /// Memory of `words` words for the player, or `None` if there is not enough.
    fn block(&mut self, words: usize) -> Option<Self::Block>;

    /// Takes back the memory of a player that has ended.
    fn release(&mut self, block: Self::Block) {
        drop(block);
    }

    /// The most bytes that the player may use, if there is such a limit.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// Milliseconds since some fixed moment, or `None` without a clock. Without one, limits of time
    /// have no effect.
    fn now(&mut self) -> Option<u64> {
        None
    }

    /// Whether a line that ends the search, `stop` or `quit`, has arrived behind the one that is being
    /// read. Only asked while that line waits for a search to end by itself.
    fn wants_stop(&mut self) -> bool {
        false
    }

    /// Sends what was written.
    fn flush(&mut self) {}
}

//! What a session asks of the place it runs in.

use core::fmt;

use cairn_core::memory::Block;
use cairn_core::spec::Spec;
use cairn_games::go::conventions::SgfItem;

use crate::reply::{Call, GtpError};

/// The place a session runs in: a desktop, a microcontroller, a test. Responses are written to it.
pub trait Host: fmt::Write {
    /// The player's memory.
    type Block: Block;

    /// Whether there is little room for code. If so, the [extra commands](crate::EXTRA_COMMANDS) are
    /// left out.
    const SMALL: bool = false;

    /// The names of commands that only this place has.
    const COMMANDS: &'static [&'static str] = &[];

    /// Answers one of [`Host::COMMANDS`].
    fn command(name: &str, call: &mut Call<'_, Self>) -> Result<(), GtpError<'static>>
    where
        Self: Sized,
    {
        let _ = (name, call);
        Err(UNKNOWN_COMMAND)
    }

    /// Memory of `words` words for a player, or `None` if there is not enough.
    fn block(&mut self, words: usize) -> Option<Self::Block>;

    /// Takes back the memory of a player that has ended.
    fn release(&mut self, block: Self::Block) {
        drop(block);
    }

    /// The most bytes that an agent may use, if there is such a limit.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// Milliseconds since some fixed moment, or `None` without a clock. Without one, time settings
    /// have no effect and intervals are counted in playouts.
    fn now(&mut self) -> Option<u64> {
        None
    }

    /// Whether a new line or the end of the input has arrived: it ends an analysis.
    fn input_waiting(&mut self) -> bool;

    /// Returns when [`Host::input_waiting`] would be true: an analysis has nothing left to do until
    /// then. A place that can sleep should.
    fn wait_for_input(&mut self) {
        while !self.input_waiting() {
            core::hint::spin_loop();
        }
    }

    /// Sends what was written.
    fn flush(&mut self) {}

    /// Whether this agent can play on a board of another `size`.
    fn accepts(&mut self, size: usize, agent: &Spec) -> Result<(), GtpError<'static>> {
        let _ = (size, agent);
        Err(GtpError::Message("unacceptable size"))
    }

    /// Reads a game record and calls `each` with its items before move number `until`. If the file
    /// cannot be read or has an illegal move, `each` is not called at all, so that the current game is
    /// not lost.
    fn load_sgf(
        &mut self,
        file: &str,
        until: u32,
        each: &mut dyn FnMut(SgfItem) -> Result<(), GtpError<'static>>,
    ) -> Result<(), GtpError<'static>> {
        let _ = (file, until, each);
        Err(GtpError::File("there are no files here"))
    }

    /// The number that `cairn bench --signature` prints, on a host that has all of its games.
    fn signature(&mut self) -> Option<u64> {
        None
    }
}

/// The error for a name that is not a command's.
pub(crate) const UNKNOWN_COMMAND: GtpError<'static> = GtpError::Message("unknown command");

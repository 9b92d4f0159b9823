//! What a session asks of the place it runs in.

use core::fmt;

use cairn_core::memory::Block;
use cairn_core::spec::Spec;

use crate::args::Args;
use crate::reply::{Fault, Reply};

/// The place a session runs in: a desktop, a microcontroller, a test. Responses are written to it.
pub trait Host: fmt::Write {
    /// The player's memory.
    type Block: Block;

    /// Whether there is little room for code: then the [extra commands](crate::EXTRA_COMMANDS) are
    /// left out.
    const SMALL: bool = false;

    /// The names of commands that only this place has.
    const COMMANDS: &'static [&'static str] = &[];

    /// Answers one of [`Host::COMMANDS`].
    fn command(
        name: &str,
        args: &mut Args<'_>,
        out: &mut Reply<'_, Self>,
    ) -> Result<(), Fault<'static>>
    where
        Self: Sized,
    {
        let _ = (name, args, out);
        Err(UNKNOWN_COMMAND)
    }

    /// Memory of so many words for a player; `None` if there is not so much.
    fn block(&mut self, words: usize) -> Option<Self::Block>;

    /// Takes back the memory of a player that is no more.
    fn release(&mut self, block: Self::Block) {
        drop(block);
    }

    /// The most bytes a player may take, if agents are to be held to that.
    fn memory(&self) -> Option<u64> {
        None
    }

    /// Milliseconds since some moment; `None` if there is no clock. Without one, time settings have
    /// no effect and intervals are counted in playouts.
    fn now(&mut self) -> Option<u64> {
        None
    }

    /// Whether the next line has come, or the end of the input: it ends an analysis.
    fn input_waiting(&mut self) -> bool;

    /// Returns when [`Host::input_waiting`]: an analysis has nothing left to do until then. A place
    /// that can sleep should.
    fn wait_for_input(&mut self) {
        while !self.input_waiting() {
            core::hint::spin_loop();
        }
    }

    /// Sends what was written.
    fn flush(&mut self) {}

    /// Whether there can be a session with a board of this size and this agent, beside the size of
    /// the session that asks.
    fn accepts(&mut self, size: usize, agent: &Spec) -> Result<(), Fault<'static>> {
        let _ = (size, agent);
        Err(Fault::Text("unacceptable size"))
    }

    /// Reads a game record and calls `each` with what is in it, up to and without move `until`.
    fn load_sgf(
        &mut self,
        file: &str,
        until: u32,
        each: &mut dyn FnMut(SgfItem<'_>) -> Result<(), Fault<'static>>,
    ) -> Result<(), Fault<'static>> {
        let _ = (file, until, each);
        Err(Fault::Text("cannot load file: there are no files here"))
    }
}

/// There is no command of that name.
pub(crate) const UNKNOWN_COMMAND: Fault<'static> = Fault::Text("unknown command");

/// Something in a game record, in the order it comes. Columns and rows count from the top left, as
/// in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SgfItem<'a> {
    /// The board's size; first, and once.
    Size(usize),
    /// Komi, in half points.
    Komi(i16),
    /// Stones put on the board, or taken off it.
    Setup(&'a [(Option<usize>, (u8, u8))]),
    /// Who is to move.
    ToMove(usize),
    /// A player's move; `None` is a pass.
    Play(usize, Option<(u8, u8)>),
}

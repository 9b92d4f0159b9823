//! A session on boards of any size, for hosts with room for the code of two kinds of boards.

use cairn_core::mcts::bytes_needed;
use cairn_core::spec::Spec;
use cairn_games::go::{AnySize, Go9, GoAny, Nine};

use crate::game::GameLists;
use crate::host::Host;
use crate::input::Input;
use crate::reply::GtpError;
use crate::session::{GtpSession, Next, Options, settings};

// There is one at a time, and no allocator to put the larger one in a box.
#[allow(clippy::large_enum_variant)]
enum Board<'a, H: Host> {
    Nine(GtpSession<'a, Nine, H>),
    Other(GtpSession<'a, AnySize, H>),
}

/// A session whose board can change its size. 9×9 boards are quicker than all others.
pub struct AnySizeSession<'a, H: Host> {
    board: Option<Board<'a, H>>,
}

impl<'a, H: Host> AnySizeSession<'a, H> {
    /// A session that begins with a board of `size`; as [`GtpSession::new`].
    pub fn new(
        size: usize,
        options: &'a mut Options,
        lists: GameLists<'a>,
    ) -> Result<Self, GtpError<'static>> {
        Ok(AnySizeSession { board: Some(board(size, options, lists)?) })
    }

    /// The bytes that `agent` needs on a board of `size`: for [`Host::accepts`].
    pub fn bytes_needed(size: usize, agent: &Spec) -> Result<usize, GtpError<'static>> {
        let board = empty_board(size)?;
        Ok(bytes_needed(&settings(agent, &board)?, &board)?)
    }

    /// Answers a line and returns whether to go on.
    pub fn answer(&mut self, input: Input<'_>, host: &mut H) -> bool {
        loop {
            let next = match self.board.as_mut().expect("there is always one") {
                Board::Nine(session) => session.answer(input, host),
                Board::Other(session) => session.answer(input, host),
            };
            let Next::Resize(size) = next else { return next == Next::Continue };
            let (options, lists) = match self.board.take().expect("there is always one") {
                Board::Nine(session) => session.into_parts(host),
                Board::Other(session) => session.into_parts(host),
            };
            self.board = board(size, options, lists).ok();
        }
    }
}

fn empty_board(size: usize) -> Result<GoAny, GtpError<'static>> {
    GoAny::new(size).map_err(|_| GtpError::Message("unacceptable size"))
}

fn board<'a, H: Host>(
    size: usize,
    options: &'a mut Options,
    lists: GameLists<'a>,
) -> Result<Board<'a, H>, GtpError<'static>> {
    Ok(match size {
        9 => Board::Nine(GtpSession::new(Go9::new(), options, lists)),
        size => Board::Other(GtpSession::new(empty_board(size)?, options, lists)),
    })
}

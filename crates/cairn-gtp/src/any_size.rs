//! A session on boards of any size, for hosts with room for the code of two kinds of boards.

use cairn_core::mcts::bytes_needed;
use cairn_core::spec::{Spec, SpecError};
use cairn_games::go::{AnySize, Go9, GoAny, Nine, SIZES};

use crate::host::Host;
use crate::line::Input;
use crate::record::Played;
use crate::reply::Fault;
use crate::session::{Next, Options, Session, settings};

// There is one at a time, and no allocator to put the larger one aside.
#[allow(clippy::large_enum_variant)]
enum Board<'a, H: Host> {
    Nine(Session<'a, Nine, H>),
    Other(Session<'a, AnySize, H>),
}

/// A session whose board can change its size: 9×9 is the quick one, all others are general.
pub struct AnySession<'a, H: Host> {
    board: Option<Board<'a, H>>,
}

const NO_SUCH_SIZE: &str = "unacceptable size";

impl<'a, H: Host> AnySession<'a, H> {
    /// A session that begins with a board of this size; as [`Session::new`].
    pub fn new(
        size: usize,
        options: &'a mut Options,
        moves: &'a mut [Played],
    ) -> Result<Self, Fault<'static>> {
        Ok(AnySession { board: Some(board(size, options, moves)?) })
    }

    /// What a host with such sessions says to [`Host::accepts`], if it has so many bytes.
    pub fn accepts(size: usize, agent: &Spec) -> Result<usize, Fault<'static>> {
        let board = GoAny::new(size).map_err(|_| Fault::Text(NO_SUCH_SIZE))?;
        let settings = settings(agent, &board)?;
        bytes_needed(&settings, &board).map_err(|error| Fault::Agent(SpecError::Plan(error)))
    }

    /// Answers a line; whether there is to be another.
    pub fn answer(&mut self, input: Input<'_>, host: &mut H) -> bool {
        loop {
            let next = match self.board.as_mut().expect("there is always one") {
                Board::Nine(session) => session.answer(input, host),
                Board::Other(session) => session.answer(input, host),
            };
            let Next::Resize(size) = next else { return next == Next::Line };
            let (options, moves) = match self.board.take().expect("there is always one") {
                Board::Nine(session) => session.into_parts(host),
                Board::Other(session) => session.into_parts(host),
            };
            self.board = board(size, options, moves).ok();
        }
    }
}

fn board<'a, H: Host>(
    size: usize,
    options: &'a mut Options,
    moves: &'a mut [Played],
) -> Result<Board<'a, H>, Fault<'static>> {
    if !SIZES.contains(&size) {
        return Err(Fault::Text(NO_SUCH_SIZE));
    }
    Ok(match size {
        9 => Board::Nine(Session::new(Go9::new(), options, moves)),
        size => {
            let empty = GoAny::new(size).map_err(Fault::Text)?;
            Board::Other(Session::new(empty, options, moves))
        }
    })
}

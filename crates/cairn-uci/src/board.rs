//! The position, and what of the game before it matters.

use arrayvec::ArrayVec;
use cairn_core::Game;
use cairn_games::chess::{Chess, FIFTY_MOVES, START};

use crate::error::UciError;
use crate::input::Words;

/// After this many plies without a capture or a pawn's move the game is drawn, so no earlier position
/// can occur again.
pub(crate) const EARLIER: usize = FIFTY_MOVES as usize;

/// The longest FEN: the board, and five short fields.
const FEN: usize = 100;

/// A position and the repetition keys of the positions that can still occur again.
#[derive(Clone)]
pub(crate) struct Board {
    pub position: Chess,
    /// The oldest first.
    pub earlier: ArrayVec<u64, EARLIER>,
}

impl Board {
    /// The start of a game.
    pub fn start() -> Self {
        Board { position: Chess::default(), earlier: ArrayVec::new() }
    }

    /// Reads the words after `position`.
    pub fn parse(mut words: Words<'_>) -> Result<Self, UciError<'_>> {
        const EXPECTED: UciError<'_> = UciError::Message(
            "position: expected 'startpos' or 'fen' and a position, then 'moves' and moves if there are \
             any",
        );
        let kind = words.next().ok_or(EXPECTED)?;
        let text = words.until("moves");
        let fen = match kind {
            "startpos" if text.is_empty() => START,
            "fen" if !text.is_empty() => text,
            _ => return Err(EXPECTED),
        };
        let start = Chess::default();
        let position = start.parse_position(fen).map_err(UciError::Fen)?;
        let mut board = Board { position, ..Board::start() };
        for (index, text) in words.enumerate() {
            let Some(mv) = board.position.parse_move(text) else {
                let why = board.position.why_illegal(text);
                return Err(UciError::Move { text, number: index + 1, why });
            };
            board.keep_key();
            board.position.play(mv);
            if board.quiet() == 0 {
                board.earlier.clear();
            }
        }
        Ok(board)
    }

    fn keep_key(&mut self) {
        if self.earlier.is_full() {
            self.earlier.remove(0);
        }
        self.earlier.extend(self.position.repetition_key());
    }

    /// Plies since the last capture or pawn's move, at most a hundred.
    fn quiet(&self) -> u16 {
        let clock = self.position.capabilities().clock;
        clock.map_or(0, |clock| u16::from(FIFTY_MOVES) - clock(&self.position))
    }

    /// The position to search. After fifty moves without a capture or a pawn's move the game is drawn
    /// if someone says so. A chess program that asks for a move all the same plays on, so the count
    /// begins again.
    pub fn to_search(&self) -> Chess {
        if !self.position.turn().is_over() || self.quiet() < FIFTY_MOVES.into() {
            return self.position;
        }
        let mut fen = arrayvec::ArrayString::<FEN>::new();
        let written = self.position.write_position(&mut fen);
        debug_assert!(written.is_ok());
        // Without the counters.
        let end = fen.match_indices(' ').nth(3).map_or(fen.len(), |(end, _)| end);
        self.position.parse_position(&fen[..end]).unwrap_or(self.position)
    }
}

//! The words after `go`.

use arrayvec::ArrayVec;
use cairn_core::Game;
use cairn_games::chess::{Chess, ChessMove};

use crate::error::UciError;
use crate::input::Words;
use crate::time::{Budget, Clock};

/// The most legal moves of a position.
pub(crate) const MOVES: usize = 218;

/// What a search may take.
#[derive(Clone, Default)]
pub(crate) struct Go {
    pub depth: Option<u16>,
    pub nodes: Option<u64>,
    /// Moves to a mate.
    pub mate: Option<u16>,
    pub movetime: Option<u64>,
    /// White's clock and Black's.
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    /// The moves to search; empty is all.
    pub only: ArrayVec<ChessMove, MOVES>,
}

impl Go {
    pub fn parse<'a>(mut words: Words<'a>, position: &Chess) -> Result<Self, UciError<'a>> {
        let mut go = Go::default();
        while let Some(word) = words.next() {
            // Chess programs send negative times to players who are too late.
            let mut number = || {
                let number = words.next().and_then(|text| text.parse::<i64>().ok());
                number.map(|number| number.max(0) as u64).ok_or(UciError::Number(word))
            };
            let short = |number: u64| number.min(u16::MAX.into()) as u16;
            match word {
                // The first iteration is always searched.
                "depth" => go.depth = Some(short(number()?).max(1)),
                "nodes" => go.nodes = Some(number()?),
                "mate" => go.mate = Some(short(number()?).clamp(1, MOST_MATE)),
                "movetime" => go.movetime = Some(number()?),
                "wtime" => go.left[0] = Some(number()?),
                "btime" => go.left[1] = Some(number()?),
                "winc" => go.increment[0] = number()?,
                "binc" => go.increment[1] = number()?,
                "movestogo" => go.moves_to_go = Some(short(number()?).into()),
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => go.search_moves(&mut words, position)?,
                _ => return Err(UciError::Go(word)),
            }
        }
        Ok(go)
    }

    /// Reads moves up to the next word of `go`.
    fn search_moves<'a>(
        &mut self,
        words: &mut Words<'a>,
        position: &Chess,
    ) -> Result<(), UciError<'a>> {
        while let Some(text) = words.peek() {
            let looks_like_a_move = text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
            match position.parse_move(text) {
                Some(mv) if self.only.contains(&mv) => {}
                // There are never more legal moves than places.
                Some(mv) => drop(self.only.try_push(mv)),
                None if looks_like_a_move || self.only.is_empty() => {
                    return Err(UciError::SearchMove(text));
                }
                None => break,
            }
            words.next();
        }
        match self.only.is_empty() {
            true => Err(UciError::Message("go: moves must follow searchmoves")),
            false => Ok(()),
        }
    }

    /// How long the move may take.
    pub fn budget(&self, player: usize, overhead: u64) -> Budget {
        if let Some(millis) = self.movetime {
            return Budget::fixed(millis, overhead);
        }
        let (increment, moves_to_go) = (self.increment[player], self.moves_to_go);
        match self.left[player] {
            Some(left) => Budget::new(Clock { left, increment, moves_to_go }, overhead),
            None => Budget::default(),
        }
    }

    /// Whether nothing but `stop` ends the search, whatever the clock.
    pub fn is_endless(&self, budget: Budget) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        self.infinite || !limited && budget == Budget::default()
    }
}

/// The longest mate that can be asked for: no search is that deep.
const MOST_MATE: u16 = 500;

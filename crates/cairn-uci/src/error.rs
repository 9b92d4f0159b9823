//! What can be wrong with a line.

use core::fmt;

use cairn_core::minimax::PlanError;
use cairn_core::spec::SpecError;

use crate::input::Quoted;

/// Why a line has no effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UciError<'a> {
    /// What is wrong, and what would be right.
    Message(&'static str),
    /// There is no such command.
    Command(&'a str),
    /// There is no such option.
    Option(&'a str),
    /// The option does not accept this value.
    Value {
        /// The option.
        name: &'static str,
        /// The value.
        value: &'a str,
        /// What would be right.
        expected: &'static str,
    },
    /// The option's value is not in its range.
    Range {
        /// The option.
        name: &'static str,
        /// The value.
        value: &'a str,
        /// The lowest and the highest value.
        range: (u64, u64),
    },
    /// `go` has no such word.
    Go(&'a str),
    /// The number after a word of `go` is missing or wrong.
    Number(&'a str),
    /// `go searchmoves` names a move that is not legal.
    SearchMove(&'a str),
    /// The FEN is not a position's.
    Fen(&'static str),
    /// A move of `position` is not legal.
    Move {
        /// The move, and its number from 1.
        text: &'a str,
        /// Its number, from 1.
        number: usize,
        /// Why it is not legal, if that is known.
        why: Option<&'static str>,
    },
    /// The player cannot be made.
    Plan(PlanError),
    /// The agent cannot be used.
    Agent(SpecError<'a>),
    /// This agent is not an alpha-beta search.
    OtherAgent(&'static str),
    /// The player needs more memory than it may use.
    Budget {
        /// The fewest bytes that it needs.
        needed: usize,
        /// The bytes that it may use.
        given: u64,
    },
    /// The host does not have this many bytes.
    Memory(usize),
}

impl fmt::Display for UciError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UciError::Message(text) => f.write_str(text),
            UciError::Command(name) => write!(
                f,
                "unknown command {}: expected uci, isready, setoption, ucinewgame, position, go, stop, \
                 ponderhit, d or quit",
                Quoted(name)
            ),
            UciError::Option(name) => {
                write!(f, "setoption: there is no option {}: 'uci' lists them", Quoted(name))
            }
            UciError::Value { name, value, expected } => {
                write!(f, "setoption: {name} cannot be {}: expected {expected}", Quoted(value))
            }
            UciError::Range { name, value, range: (low, high) } => write!(
                f,
                "setoption: {name} cannot be {}: expected a whole number from {low} to {high}",
                Quoted(value)
            ),
            UciError::Go(word) => write!(
                f,
                "go: unknown word {}: expected depth, nodes, mate, movetime, wtime, btime, winc, binc, \
                 movestogo, searchmoves, ponder or infinite",
                Quoted(word)
            ),
            UciError::Number(word) => write!(f, "go: a whole number must follow {word}"),
            UciError::SearchMove(text) => {
                write!(f, "go: searchmoves {} is not a legal move here", Quoted(text))
            }
            UciError::Fen(why) => write!(f, "position: {why}"),
            UciError::Move { text, number, why } => write!(
                f,
                "position: move {number}, {}, {}",
                Quoted(text),
                why.unwrap_or("is not a legal move: moves are written as in e2e4 and e7e8q")
            ),
            UciError::Plan(error) => write!(f, "{error}"),
            UciError::Agent(error) => write!(f, "the agent: {error}"),
            UciError::OtherAgent(name) => write!(
                f,
                "setoption: Agent {name} cannot play here: expected minimax, alphabeta, pvs, mtdf or sss, \
                 with keys if you like, as in alphabeta:null=off"
            ),
            UciError::Budget { needed, given } => write!(
                f,
                "not enough memory: the player needs at least {needed} bytes, but may use {given}"
            ),
            UciError::Memory(bytes) => {
                write!(f, "not enough memory: there are not {bytes} bytes for the player")
            }
        }
    }
}

impl core::error::Error for UciError<'_> {}

impl From<PlanError> for UciError<'_> {
    fn from(error: PlanError) -> Self {
        UciError::Plan(error)
    }
}

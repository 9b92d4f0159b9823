//! The options that a chess program can set.

use core::fmt::{self, Write};

use cairn_core::spec::{Spec, parse_bytes};

use crate::error::UciError;
use crate::input::Words;
use crate::lines::MOST_LINES;
use crate::player::read_agent;
use crate::strength::{RATINGS, STRENGTH};

/// A mebibyte.
const MIB: u64 = 1 << 20;

/// The largest `Hash`, in MiB.
const MOST_HASH: u64 = 65_536;

/// What a chess program can set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The player's memory in MiB, unless `memory` is given.
    pub hash: u64,
    /// The player's memory in bytes.
    pub memory: Option<u64>,
    /// The agent that searches, if not the usual one.
    pub agent: Option<Spec>,
    /// Whether the chess program lets it think on the opponent's time. It changes nothing: `go ponder`
    /// says when.
    pub ponder: bool,
    /// How many lines an analysis shows.
    pub lines: usize,
    /// Whether to play no better than `rating`.
    pub limited: bool,
    /// The rating.
    pub rating: u16,
    /// Milliseconds of each move that are lost between the chess program's clock and ours.
    pub overhead: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash: 64,
            memory: None,
            agent: None,
            ponder: false,
            lines: 1,
            limited: false,
            rating: STRENGTH[STRENGTH.len() / 2].0,
            overhead: 50,
        }
    }
}

/// What must follow a change of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Nothing,
    /// The player needs other memory.
    Memory,
    /// The player forgets what it has found.
    Forget,
}

impl Options {
    /// The bytes that the player may use, on a host that has at most `limit`.
    pub fn budget(&self, limit: Option<u64>) -> u64 {
        let wanted = self.memory.unwrap_or(self.hash * MIB);
        limit.map_or(wanted, |limit| limit.min(wanted))
    }

    /// The most MiB for `Hash`; 0 on a host where memory is counted in less.
    fn most_hash(limit: Option<u64>) -> u64 {
        limit.map_or(MOST_HASH, |limit| (limit / MIB).min(MOST_HASH))
    }

    /// Lists the options.
    pub(crate) fn write(limit: Option<u64>, out: &mut dyn Write) -> fmt::Result {
        let usual = Options::default();
        let most = Self::most_hash(limit);
        let mut option = |text: fmt::Arguments<'_>| writeln!(out, "option name {text}");
        if most > 0 {
            let hash = usual.hash.min(most);
            option(format_args!("Hash type spin default {hash} min 1 max {most}"))?;
        }
        option(format_args!("Memory type string default <empty>"))?;
        option(format_args!("Agent type string default <empty>"))?;
        option(format_args!("Clear Hash type button"))?;
        option(format_args!("Threads type spin default 1 min 1 max 1"))?;
        option(format_args!("Ponder type check default {}", usual.ponder))?;
        option(format_args!("MultiPV type spin default {} min 1 max {MOST_LINES}", usual.lines))?;
        option(format_args!("Move Overhead type spin default {} min 0 max 5000", usual.overhead))?;
        option(format_args!("UCI_LimitStrength type check default {}", usual.limited))?;
        let ((low, high), rating) = (RATINGS, usual.rating);
        option(format_args!("UCI_Elo type spin default {rating} min {low} max {high}"))
    }

    /// Reads the words after `setoption`.
    pub(crate) fn set<'a>(
        &mut self,
        mut words: Words<'a>,
        limit: Option<u64>,
    ) -> Result<Change, UciError<'a>> {
        const EXPECTED: UciError<'_> =
            UciError::Message("setoption: expected 'name', an option, 'value' and its value");
        if words.next() != Some("name") {
            return Err(EXPECTED);
        }
        let name = words.until("value");
        let value = words.rest();
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let number = |name, low, high| {
            let number = value.parse().ok().filter(|number| (low..=high).contains(number));
            number.ok_or(UciError::Range { name, value, range: (low, high) })
        };
        let check = |name| match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(UciError::Value { name, value, expected: "true or false" }),
        };
        match () {
            () if name.is_empty() => return Err(EXPECTED),
            () if is("Hash") && Self::most_hash(limit) > 0 => {
                self.hash = number("Hash", 1, Self::most_hash(limit))?;
                return Ok(if self.memory.is_none() { Change::Memory } else { Change::Nothing });
            }
            () if is("Memory") => {
                self.memory = match value {
                    "" | "<empty>" => None,
                    _ => Some(parse_bytes(value).ok_or(UciError::Value {
                        name: "Memory",
                        value,
                        expected: "a size such as 64KiB, 16MiB or 50000 (bytes), or nothing for Hash",
                    })?),
                };
                return Ok(Change::Memory);
            }
            () if is("Agent") => {
                self.agent = match value {
                    "" | "<empty>" => None,
                    spec => Some(read_agent(spec)?),
                };
                return Ok(Change::Memory);
            }
            () if is("Clear Hash") => return Ok(Change::Forget),
            () if is("Threads") => drop(number("Threads", 1, 1)?),
            () if is("Ponder") => self.ponder = check("Ponder")?,
            () if is("MultiPV") => self.lines = number("MultiPV", 1, MOST_LINES as u64)? as usize,
            () if is("Move Overhead") => self.overhead = number("Move Overhead", 0, 5000)?,
            () if is("UCI_LimitStrength") => self.limited = check("UCI_LimitStrength")?,
            () if is("UCI_Elo") => {
                self.rating = number("UCI_Elo", RATINGS.0.into(), RATINGS.1.into())? as u16;
            }
            () => return Err(UciError::Option(name)),
        }
        Ok(Change::Nothing)
    }
}

//! The player: which settings it has, and its block of memory.

use cairn_core::memory::words;
use cairn_core::minimax::{Driver, Search, Settings, bytes_needed};
use cairn_core::spec::{self, Family, Spec};
use cairn_games::chess::Chess;

use crate::board::EARLIER;
use crate::error::UciError;
use crate::host::Host;
use crate::options::Options;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To find a good move.
    Play,
    /// To find a mate, or that there is none: nothing is left out.
    Mate,
}

/// What a search needs besides its table: plies of the search and of quiescence after it, moves on the
/// stack of move lists, and the longest principal variation.
const SHAPES: [(u16, u16, u32, u16); 3] =
    [(120, 32, 8192, 24), (48, 24, 2048, 16), (24, 12, 768, 8)];

/// The bytes of an entry of the table, and the entries of a bucket.
const ENTRY: u64 = 16;
const BUCKET: u32 = 4;

/// Reads an agent. Only alpha-beta has the scores and lines that the protocol asks for.
pub(crate) fn read_agent(text: &str) -> Result<Spec, UciError<'_>> {
    let spec = Spec::parse(text).map_err(UciError::Agent)?;
    match spec.agent.family {
        Family::Minimax(_) => Ok(spec),
        _ => Err(UciError::OtherAgent(spec.agent.name)),
    }
}

/// The settings of a search in at most as many bytes as the options allow. It has no limits but those
/// that an agent's spec gives: `go` brings its own.
pub(crate) fn settings(
    options: &Options,
    limit: Option<u64>,
    purpose: Purpose,
) -> Result<Settings, UciError<'static>> {
    let budget = options.budget(limit);
    let Some(spec) = options.agent else { return usual(budget, purpose) };
    let settings = spec.within(budget).endless().solver_settings(&Chess::default());
    let spec::Settings::Minimax(found) = settings.map_err(UciError::Agent)? else {
        unreachable!("read_agent refuses others")
    };
    let sound = purpose == Purpose::Mate;
    Ok(Settings {
        earlier: found.earlier.min(EARLIER as u16),
        null: found.null && !sound,
        reductions: found.reductions && !sound,
        ..found
    })
}

/// The usual player: the deepest shape that leaves half of the budget to the table.
fn usual(budget: u64, purpose: Purpose) -> Result<Settings, UciError<'static>> {
    let start = Chess::default();
    let mut needed = 0;
    for (number, (depth, quiescence, moves, line)) in SHAPES.into_iter().enumerate() {
        let sound = purpose == Purpose::Mate;
        let shape = Settings {
            quiescence,
            line,
            moves: Some(moves),
            earlier: EARLIER as u16,
            null: !sound,
            reductions: !sound,
            ..Settings::full(Driver::Pvs, depth, 0)
        };
        needed = bytes_needed(&shape, &start)?;
        let last = number + 1 == SHAPES.len();
        if needed as u64 <= if last { budget } else { budget / 2 } {
            let entries = (budget - needed as u64) / ENTRY;
            let table = entries.min(u32::MAX.into()) as u32 / BUCKET * BUCKET;
            return Ok(Settings { table, ..shape });
        }
    }
    Err(UciError::Budget { needed, given: budget })
}

/// The bytes of the player with these options, on a host where it may use at most `limit`.
pub fn player_bytes(options: &Options, limit: Option<u64>) -> Result<usize, UciError<'static>> {
    let settings = settings(options, limit, Purpose::Play)?;
    Ok(bytes_needed(&settings, &Chess::default())?)
}

/// A search in its memory.
pub(crate) struct Player<H: Host> {
    pub search: Search<Chess, H::Block>,
    pub purpose: Purpose,
}

impl<H: Host> Player<H> {
    /// Puts a player with these options in the place of `player`. Its block is used again if it is as
    /// large. If the options are impossible, `player` stays; if there is not enough memory, it is gone.
    pub fn renew(
        player: &mut Option<Self>,
        options: &Options,
        purpose: Purpose,
        host: &mut H,
    ) -> Result<(), UciError<'static>> {
        let start = Chess::default();
        let settings = settings(options, host.memory(), purpose)?;
        let bytes = bytes_needed(&settings, &start)?;
        let old = player.take().map(|old| (old.search.bytes(), old.search.into_block()));
        let block = match old {
            Some((same, block)) if same == bytes => Some(block),
            old => {
                if let Some((_, block)) = old {
                    host.release(block);
                }
                host.block(words(bytes))
            }
        };
        let block = block.ok_or(UciError::Memory(bytes))?;
        let search = Search::new(settings, &start, block)?;
        *player = Some(Player { search, purpose });
        Ok(())
    }
}

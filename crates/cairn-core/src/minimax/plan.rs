//! The layout of a search in its block, and what it knows of its game.

use core::fmt;
use core::mem::MaybeUninit;

use super::engine::{Engine, State};
use super::frame::{Frame, Listed, NONE, Ply, RootMove};
use super::line::Line;
use super::path::{FILTER, Path, Rule};
use super::settings::{Driver, Settings, Value};
use super::table::{Entry, Table};
use crate::capabilities::{Capabilities, Repetition};
use crate::game::{Game, MAX_KEYS};
use crate::memory::{Carver, Region, Word};
use crate::score::Score;

/// The most plies below the root: some fewer than the longest distance of a [`Score`].
const MAX_PLIES: usize = Score::MAX_DISTANCE as usize - 99;

/// Why a search cannot be laid out in its block, or cannot search a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The game is not one for two players.
    Players {
        /// How many it has.
        players: usize,
    },
    /// The game has dice, cards or other chance.
    Chance,
    /// A depth limit, but no evaluation.
    NoEvaluation,
    /// Margins are asked for, and the game has none.
    NoMargin,
    /// The block is smaller than the search.
    Block {
        /// Bytes needed.
        needed: usize,
        /// Bytes given.
        given: usize,
    },
    /// The game has too many moves, too many keys or a denominator out of range.
    Game,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlanError::Players { players } => write!(
                f,
                "alpha-beta is for games of two players, and this game has {players}: use a search \
                 with playouts, such as grave"
            ),
            PlanError::Chance => write!(
                f,
                "alpha-beta is for games without chance: use a search with playouts, such as grave"
            ),
            PlanError::NoEvaluation => write!(
                f,
                "this game has no evaluation for a search that stops at a depth limit: leave out \
                 depth to search to the end of the game"
            ),
            PlanError::NoMargin => {
                write!(f, "this game has no margins: search for the outcome, with value=outcome")
            }
            PlanError::Block { needed, given } => {
                write!(f, "the search needs {needed} bytes, but the block has {given}")
            }
            PlanError::Game => write!(
                f,
                "a game must have 1 to {MAX_KEYS} move keys, at most {} moves and a denominator from \
                 1 to 255",
                NONE - 1
            ),
        }
    }
}

impl core::error::Error for PlanError {}

/// The layout of the whole block, and the rules of the search.
#[derive(Clone, Copy)]
pub(crate) struct Plan<G: Game> {
    pub bytes: usize,
    pub settings: Settings,
    pub capabilities: Capabilities<G>,
    pub rule: Rule,
    pub denominator: u32,
    pub keys: usize,
    pub max_plies: usize,
    /// The depth limit, and the plies of quiescence after it.
    pub depth: u16,
    pub quiescence: u16,
    /// Whether values of moves are compared by when the game ends.
    pub distances: bool,
    pub table_len: usize,
    table: Region<Entry>,
    positions: Region<MaybeUninit<G>>,
    frames: Region<Frame>,
    plies: Region<MaybeUninit<Ply<G::Move>>>,
    moves: Region<MaybeUninit<Listed<G::Move>>>,
    root: Region<MaybeUninit<RootMove<G::Move>>>,
    order: Region<u16>,
    history: Region<i16>,
    line: Region<MaybeUninit<G::Move>>,
    lengths: Region<u16>,
    path: Region<u64>,
    filter: Region<u16>,
    priors: Region<f32>,
}

impl<G: Game> Plan<G> {
    pub fn new(settings: &Settings, game: &G) -> Result<Self, PlanError> {
        let (keys, max_moves, denominator) = (game.keys(), game.max_moves(), game.denominator());
        let max_plies = game.max_plies();
        let capabilities = game.capabilities();
        let cut_off = settings.depth.is_some_and(|depth| usize::from(depth) < max_plies);
        match () {
            _ if game.players() != 2 => return Err(PlanError::Players { players: game.players() }),
            _ if game.has_chance() => return Err(PlanError::Chance),
            _ if !(1..=MAX_KEYS).contains(&keys)
                || max_moves >= usize::from(NONE)
                || !(1..=255).contains(&denominator) =>
            {
                return Err(PlanError::Game);
            }
            _ if cut_off && capabilities.evaluation.is_none() => {
                return Err(PlanError::NoEvaluation);
            }
            _ if settings.value == Value::Margin && capabilities.margin.is_none() => {
                return Err(PlanError::NoMargin);
            }
            _ => {}
        }
        let rule = match (game.repetition(), game.repetition_key()) {
            (Repetition::Forbidden, Some(_)) => Rule::Forbidden,
            (Repetition::Ends(times), Some(_)) => Rule::Ends(times),
            _ => Rule::Free,
        };
        let quiet = capabilities.forcing.is_some() && capabilities.evaluation.is_some();
        let quiet = quiet && settings.driver != Driver::Minimax;
        let quiescence =
            if quiet { usize::from(settings.quiescence).min(MAX_PLIES / 2) } else { 0 };
        let depth = settings.depth.map_or(usize::MAX, usize::from);
        let depth = depth.min(max_plies).min(MAX_PLIES - quiescence);
        let frames = depth + quiescence + 1;
        let lists = (frames - 1).saturating_mul(max_moves).min(u32::MAX as usize);
        let moves = settings.moves.map_or(lists, |moves| lists.min(moves as usize));
        let history = settings.ordering && settings.history;
        let priors = settings.ordering && settings.priors && capabilities.order.is_none();
        let tracked = rule != Rule::Free;
        let line = usize::from(settings.line).min(depth);
        let ways = (settings.table as usize).clamp(1, 4);
        let table_len = settings.table as usize / ways * ways;
        let either = |yes: bool, len: usize| if yes { len } else { 0 };
        let mut carver = Carver::default();
        Ok(Plan {
            settings: *settings,
            capabilities,
            rule,
            denominator,
            keys,
            max_plies,
            depth: depth as u16,
            quiescence: quiescence as u16,
            distances: settings.value == Value::Outcome,
            table_len,
            table: carver.take(table_len),
            positions: carver.take(frames),
            frames: carver.take(frames),
            plies: carver.take(frames),
            moves: carver.take(moves),
            root: carver.take(max_moves),
            order: carver.take(max_moves),
            history: carver.take(either(history, 2 * keys)),
            line: carver.take(Line::<G::Move>::room(line)),
            lengths: carver.take(line + 1),
            path: carver.take(either(tracked, usize::from(settings.earlier) + frames)),
            filter: carver.take(either(tracked, FILTER)),
            priors: carver.take(either(priors, keys.next_multiple_of(8))),
            bytes: carver.bytes(),
        })
    }

    /// The search at work in its block.
    ///
    /// # Safety
    /// As for [`Region::of`], and no other engine of this block is alive.
    #[hot]
    pub unsafe fn engine<'a>(&'a self, base: *mut Word, state: &'a mut State) -> Engine<'a, G> {
        // SAFETY: the caller's promise; each region is borrowed once.
        unsafe {
            Engine {
                plan: self,
                positions: self.positions.of(base),
                frames: self.frames.of(base),
                plies: self.plies.of(base),
                moves: self.moves.of(base),
                root: self.root.of(base),
                order: self.order.of(base),
                history: self.history.of(base),
                table: Table { entries: self.table.of(base), ages: state.ages },
                path: Path {
                    keys: self.path.of(base),
                    filter: self.filter.of(base),
                    rule: self.rule,
                    earlier: usize::from(state.earlier),
                },
                line: Line { moves: self.line.of(base), lengths: self.lengths.of(base) },
                priors: self.priors.of(base),
                state,
            }
        }
    }
}

//! The layout of a proof search in its block.

use core::fmt;
use core::mem::MaybeUninit;

use super::dfpn::{Child, Frame};
use super::settings::{Method, Settings};
use super::table::Bucket;
use super::tree::Node;
use crate::capabilities::Repetition;
use crate::game::{Game, MAX_PLAYERS, Turn};
use crate::mcts::queue::Queued;
use crate::memory::{Carver, Region};

/// The longest line. Longer ones count as unknown.
pub(crate) const MAX_PLIES: usize = 60_000;

/// How far a game is played to see whether it has chance.
const PROBE: usize = 8;

/// Why a search cannot be laid out in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// The game does not have two players.
    Players {
        /// How many it has.
        players: usize,
    },
    /// The game has dice, cards or other chance.
    Chance,
    /// The search needs an evaluation, and the game has none.
    NoEvaluation,
    /// A tree would have no nodes, or a table no entries.
    Empty,
    /// There are more nodes than links can number, or more moves than a node can.
    TooMany,
    /// The block is smaller than the search.
    Block {
        /// Bytes needed.
        needed: usize,
        /// Bytes given.
        given: usize,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlanError::Players { players } => write!(
                f,
                "this search is for two players, but the game has {players}: use uct or grave, which \
                 play games of 1 to {MAX_PLAYERS} players"
            ),
            PlanError::Chance => write!(
                f,
                "this search is for games without chance: use uct or grave, which roll the dice"
            ),
            PlanError::NoEvaluation => write!(
                f,
                "this search needs an evaluation, and the game has none: use uct or grave to play it, \
                 dfpn to solve it"
            ),
            PlanError::Empty => {
                write!(f, "a tree needs at least one node, and a table at least one entry")
            }
            PlanError::TooMany => write!(
                f,
                "a tree can have at most {} nodes, and a position {} moves",
                u32::MAX - 1,
                u16::MAX
            ),
            PlanError::Block { needed, given } => {
                write!(f, "the search needs {needed} bytes, but the block has {given}")
            }
        }
    }
}

impl core::error::Error for PlanError {}

/// The layout of the whole block.
pub(crate) struct Plan<G: Game> {
    pub bytes: usize,
    /// The length of a line at which it ends...
    pub plies: usize,
    /// ...because the game says so, not the settings.
    pub final_plies: bool,
    pub repetition: Repetition,
    /// Whether links between nodes have 32 bits instead of 16.
    pub wide: bool,
    /// The position of each depth of the current line.
    pub positions: Region<MaybeUninit<G>>,
    pub keys: Region<u64>,
    pub earlier: Region<u64>,
    pub excluded: Region<u32>,
    nodes: Region<u8>,
    links: Region<u8>,
    path: Region<u8>,
    second_nodes: Region<u8>,
    second_path: Region<u8>,
    pub frames: Region<Frame>,
    pub children: Region<MaybeUninit<Child<G::Move>>>,
    pub table: Region<Bucket>,
    /// The bytes of one more node or table entry.
    pub unit: usize,
}

/// Refuses games that no proof search can play.
pub(crate) fn check<G: Game>(game: &G) -> Result<(), PlanError> {
    let players = game.players();
    if players != 2 {
        return Err(PlanError::Players { players });
    }
    if G::CHANCE {
        // An erased game has the constant set, whatever game it is. A game with chance begins with it,
        // or reaches it after a few moves. Deeper down, the search finds it and says so.
        let mut position = *game;
        for _ in 0..PROBE {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => return Err(PlanError::Chance),
                Turn::Player(_) => {}
            }
            let Some(mv) = position.legal_moves().next() else { break };
            position.play(mv);
        }
    }
    Ok(())
}

impl<G: Game> Plan<G> {
    pub fn new(settings: &Settings, game: &G) -> Result<Self, PlanError> {
        check(game)?;
        let repetition = game.repetition();
        let (max_plies, max_moves) = (game.max_plies(), game.max_moves());
        let limit = settings.depth.map_or(MAX_PLIES, usize::from).clamp(1, MAX_PLIES);
        let plies = max_plies.min(limit);
        let lines = plies + 1;
        let (mut top, mut links, mut second, mut entries) = (0usize, 0usize, 0usize, 0usize);
        let (mut frames, mut children) = (0, 0);
        match settings.method {
            Method::Pn(tree) => {
                top = tree.nodes as usize;
                links = if tree.recycle { top } else { 0 };
            }
            Method::Pn2 { top: tree, second: level } => {
                top = tree.nodes as usize;
                links = if tree.recycle { top } else { 0 };
                second = level.nodes as usize;
                if second == 0 {
                    return Err(PlanError::Empty);
                }
            }
            Method::Dfpn(table) => {
                entries = table.entries as usize;
                frames = lines;
                let all = lines.saturating_mul(max_moves);
                children = table.moves.map_or(all, |moves| all.min(moves as usize));
            }
        }
        if top + entries == 0 {
            return Err(PlanError::Empty);
        }
        let most = top.max(second);
        if most >= u32::MAX as usize || max_moves > usize::from(u16::MAX) {
            return Err(PlanError::TooMany);
        }
        let wide = most >= usize::from(u16::MAX);
        let paths = |tree: usize| if tree > 0 { lines } else { 0 };
        let remembers = matches!(repetition, Repetition::Forbidden | Repetition::Ends(_));
        let earlier = if remembers { crate::history::longest(game) } else { 0 };
        let earlier = settings.earlier.map_or(earlier, |most| earlier.min(most as usize));

        let mut carver = Carver::default();
        let mut plan = Plan {
            plies,
            final_plies: plies == max_plies,
            repetition,
            wide,
            positions: carver.take(lines),
            keys: carver.take(if repetition == Repetition::Never { 0 } else { lines }),
            earlier: carver.take(earlier),
            excluded: carver.take(max_moves.div_ceil(32)),
            nodes: take_nodes(&mut carver, wide, top),
            links: take_links(&mut carver, wide, links),
            path: carver.take_integers(if wide { 32 } else { 16 }, paths(top)),
            second_nodes: take_nodes(&mut carver, wide, second),
            second_path: carver.take_integers(if wide { 32 } else { 16 }, paths(second)),
            frames: carver.take(frames),
            children: carver.take(children),
            table: carver.take(entries.div_ceil(super::table::WAYS)),
            bytes: 0,
            unit: 0,
        };
        plan.bytes = carver.bytes();
        plan.unit = match (entries, wide) {
            (0, true) => {
                size_of::<Node<u32>>() + if links > 0 { size_of::<Queued<u32>>() } else { 0 }
            }
            (0, false) => {
                size_of::<Node<u16>>() + if links > 0 { size_of::<Queued<u16>>() } else { 0 }
            }
            _ => size_of::<Bucket>() / super::table::WAYS,
        };
        Ok(plan)
    }

    /// The regions of the trees: nodes, links and path of the first, nodes and path of the second. They
    /// hold links of the width that [`Plan::wide`] says.
    pub fn trees<L>(&self) -> Trees<L> {
        Trees {
            nodes: self.nodes.cast(),
            links: self.links.cast(),
            path: self.path.cast(),
            second_nodes: self.second_nodes.cast(),
            second_path: self.second_path.cast(),
        }
    }
}

/// The regions of the trees, by the width of their links.
pub(crate) struct Trees<L> {
    pub nodes: Region<Node<L>>,
    pub links: Region<Queued<L>>,
    pub path: Region<L>,
    pub second_nodes: Region<Node<L>>,
    pub second_path: Region<L>,
}

fn take_nodes(carver: &mut Carver, wide: bool, count: usize) -> Region<u8> {
    match wide {
        true => carver.take::<Node<u32>>(count).cast(),
        false => carver.take::<Node<u16>>(count).cast(),
    }
}

fn take_links(carver: &mut Carver, wide: bool, count: usize) -> Region<u8> {
    match wide {
        true => carver.take::<Queued<u32>>(count).cast(),
        false => carver.take::<Queued<u16>>(count).cast(),
    }
}

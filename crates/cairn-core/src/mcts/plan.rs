//! The layout of a search in its block.
//!
//! A [`Plan`] gives each part of a search its region: for each level its AMAF tables, nodes, queue
//! and path, then positions, plies, scratch tables and move averages. It also chooses the types.
//! Counters are as wide as the playouts need, and links between nodes as wide as their number needs:
//! 8, 16 or 32 bits. A part that the settings do not use takes no bytes. The total is
//! [`bytes_needed`](super::bytes_needed).

use core::fmt;
use core::mem::MaybeUninit;

use super::amaf::AmafMode;
use super::ply::Ply;
use super::pool::{Neighbours, PoolState, TablePool, Tallies};
use super::queue::{Queue, QueueState, Queued};
use super::settings::{Playout, Policy, Second, Settings};
use super::tree::{Node, Tree, TreeState};
use super::width::{Link, LinkArray, Tally, Width};
use crate::game::{Game, MAX_KEYS, MAX_PLAYERS};
use crate::memory::{Carver, Region, Word};

/// Vectors are read eight entries at a time.
const LANES: usize = 8;

/// Why a search cannot be laid out in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A tree would have no nodes.
    NoNodes,
    /// There are more nodes than links of the width of `counters=` can number.
    Nodes {
        /// The width asked for, in bits.
        counters: u32,
        /// The most nodes that it can number.
        max: u32,
    },
    /// A single second-level search could overflow counters of this width.
    Counters {
        /// The width asked for, in bits.
        counters: u32,
        /// The most second-level playouts that it allows.
        max: u32,
    },
    /// A single second-level search without sharing could overflow AMAF tables of this width.
    TableCounters {
        /// The width asked for, in bits.
        counters: u32,
        /// The most second-level playouts that it allows.
        max: u32,
    },
    /// The block is smaller than the player.
    Block {
        /// Bytes needed.
        needed: usize,
        /// Bytes given.
        given: usize,
    },
    /// The game has too many players, too many keys or a denominator out of range.
    Game,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlanError::NoNodes => write!(f, "a tree needs at least one node"),
            PlanError::Nodes { counters, max } => {
                write!(f, "counters={counters} can number at most {max} nodes in a tree")
            }
            PlanError::Counters { counters, max } => {
                write!(f, "counters={counters} allows at most {max} second-level playouts")
            }
            PlanError::TableCounters { counters, max } => write!(
                f,
                "table_counters={counters} allows at most {max} second-level playouts without sharing"
            ),
            PlanError::Block { needed, given } => {
                write!(f, "the player needs {needed} bytes, but the block has {given}")
            }
            PlanError::Game => write!(
                f,
                "a game must have 1 to {MAX_PLAYERS} players, 1 to {MAX_KEYS} move keys and a \
                 denominator from 1 to 255"
            ),
        }
    }
}

impl core::error::Error for PlanError {}

/// One tree's part of the block. The widths decide the types in the regions.
#[derive(Clone, Copy)]
pub(crate) struct LevelPlan {
    pub tally: Width,
    pub link: Width,
    pub capacity: usize,
    /// The bytes of one more node, with its table if every node has one.
    pub node_bytes: usize,
    table_len: usize,
    nodes: Region<u8>,
    queue: Region<u8>,
    tables: Region<u8>,
    root_moves: Region<u8>,
    path: Region<u8>,
    pub pool: PoolPlan,
}

/// The tables that are given to nodes on demand.
#[derive(Clone, Copy)]
pub(crate) struct PoolPlan {
    pub width: Width,
    pub tables: usize,
    /// The bytes of one more table.
    pub table_bytes: usize,
    len: usize,
    at: u32,
    slot: Width,
    link: Width,
    tallies: Region<u8>,
    slots: Region<u8>,
    owners: Region<u8>,
    older: Region<u8>,
    newer: Region<u8>,
}

impl PoolPlan {
    fn carve(carver: &mut Carver, shape: &LevelShape) -> Self {
        let LevelShape { pool: tables, pool_width: width, table_len, capacity, link, .. } = *shape;
        let len = table_len + 1;
        let slot = Width::holding(tables as u64);
        // Every node but the root could have one: then none changes hands.
        let queued = if tables + 1 < capacity { tables } else { 0 };
        let in_queue = if queued > 0 { 2 * slot.bytes() } else { 0 };
        PoolPlan {
            width,
            tables,
            table_bytes: 2 * width.bytes() * len + link.bytes() + in_queue,
            len,
            at: shape.at,
            slot,
            link,
            tallies: carver.take_integers(2 * width as u32, tables.saturating_mul(len)),
            slots: carver.take_integers(slot as u32, if tables > 0 { capacity } else { 0 }),
            owners: carver.take_integers(link as u32, tables),
            older: carver.take_integers(slot as u32, queued),
            newer: carver.take_integers(slot as u32, queued),
        }
    }

    /// The pool in its block.
    ///
    /// # Safety
    /// As for [`Region::of`].
    #[once]
    unsafe fn pool<'a>(
        &self,
        base: *mut Word,
        state: &'a mut PoolState,
        queue: &'a mut QueueState,
        recycled: &'a mut u64,
    ) -> TablePool<'a> {
        let links = |width: Width, region: Region<u8>| {
            // SAFETY: the caller's promise; this is the width that the region was carved with.
            unsafe {
                match width {
                    Width::W8 => LinkArray::Narrow(region.of(base)),
                    Width::W16 => LinkArray::Middle(region.cast().of(base)),
                    Width::W32 => LinkArray::Wide(region.cast().of(base)),
                }
            }
        };
        // SAFETY: as above.
        unsafe {
            TablePool {
                tallies: match self.width {
                    Width::W8 => Tallies::Narrow(self.tallies.cast().of(base)),
                    Width::W16 => Tallies::Middle(self.tallies.cast().of(base)),
                    Width::W32 => Tallies::Wide(self.tallies.cast().of(base)),
                },
                len: self.len,
                at: self.at,
                slots: links(self.slot, self.slots),
                owners: links(self.link, self.owners),
                queue: Queue {
                    links: Neighbours {
                        older: links(self.slot, self.older),
                        newer: links(self.slot, self.newer),
                    },
                    state: queue,
                },
                state,
                recycled,
            }
        }
    }
}

impl LevelPlan {
    fn carve(carver: &mut Carver, shape: LevelShape) -> Self {
        match (shape.tally, shape.link) {
            (Width::W8, Width::W8) => Self::carve_as::<u16, u8>(carver, shape),
            (Width::W8, _) => Self::carve_as::<u16, u16>(carver, shape),
            (Width::W16, Width::W8) => Self::carve_as::<u32, u8>(carver, shape),
            (Width::W16, _) => Self::carve_as::<u32, u16>(carver, shape),
            (Width::W32, Width::W32) => Self::carve_as::<u64, u32>(carver, shape),
            (Width::W32, _) => Self::carve_as::<u64, u16>(carver, shape),
        }
    }

    fn carve_as<T: Tally, L: Link>(carver: &mut Carver, shape: LevelShape) -> Self {
        let LevelShape { tally, link, capacity, queue, tables, table_len, max_path, .. } = shape;
        let table = if tables == capacity { table_len * size_of::<T>() } else { 0 };
        let queued = if queue { size_of::<Queued<L>>() } else { 0 };
        let tables = carver.take::<T>(tables.saturating_mul(table_len)).cast();
        let nodes = carver.take::<Node<T, L>>(capacity).cast();
        let queue = carver.take::<Queued<L>>(if queue { capacity } else { 0 }).cast();
        let path = carver.take::<L>(max_path.min(capacity)).cast();
        let root_moves = carver.take::<T>(shape.root_moves).cast();
        let pool = PoolPlan::carve(carver, &shape);
        let slot = if pool.tables > 0 { pool.slot.bytes() } else { 0 };
        LevelPlan {
            tally,
            link,
            capacity,
            node_bytes: size_of::<Node<T, L>>() + queued + table + slot,
            table_len,
            nodes,
            queue,
            tables,
            root_moves,
            path,
            pool,
        }
    }

    /// The tree in its block.
    ///
    /// # Safety
    /// As for [`Region::of`]. `T` and `L` must be the types that this level was carved with.
    #[hot]
    pub unsafe fn tree<'a, T: Tally, L: Link>(
        &self,
        base: *mut Word,
        state: &'a mut TreeState,
    ) -> Tree<'a, T, L> {
        let TreeState { nodes, queue, pool, pool_queue, recycled, recycled_tables } = state;
        // SAFETY: the caller's promise.
        unsafe {
            Tree {
                nodes: self.nodes.cast().of(base),
                queue: Queue { links: self.queue.cast().of(base), state: queue },
                tables: self.tables.cast().of(base),
                table_len: self.table_len,
                pool: self.pool.pool(base, pool, pool_queue, recycled_tables),
                root_moves: self.root_moves.cast().of(base),
                path: self.path.cast().of(base),
                state: nodes,
                recycled,
            }
        }
    }
}

/// Everything that decides the size of a tree.
struct LevelShape {
    tally: Width,
    link: Width,
    capacity: usize,
    queue: bool,
    /// Tables that belong to the first nodes, and tables in the pool.
    tables: usize,
    pool: usize,
    pool_width: Width,
    at: u32,
    table_len: usize,
    root_moves: usize,
    max_path: usize,
}

/// What the settings ask of a level.
struct LevelNeeds {
    nodes: u32,
    tables: u32,
    recycle: bool,
    keep_root: bool,
    /// The most nodes that it could use.
    leaves: Option<u64>,
    /// The most playouts that its root could count.
    playouts: Option<u64>,
    /// Whether a width of counters that is given is used as it is, or as an upper limit.
    exactly: bool,
    /// Whether its root's table is read when only roots have one.
    root_is_read: bool,
}

fn top_level(settings: &Settings) -> LevelNeeds {
    // Second-level searches that are given up early leave playouts for further leaves.
    let fewest = settings.second.map_or(1, |second| second.fewest_playouts().max(1));
    let affordable = settings.playouts.map(|most| most.div_ceil(u64::from(fewest)));
    let leaves = settings.top.playouts.map(u64::from).into_iter().chain(affordable).min();
    // Without sharing, a whole second-level search is counted at once: leave room for two.
    let batch = settings.second.filter(|second| !second.sharing);
    let batch = batch.map_or(0, |second| 2 * u64::from(second.playouts));
    LevelNeeds {
        nodes: settings.top.nodes,
        tables: settings.top.tables,
        recycle: settings.top.recycle,
        keep_root: settings.keep_root && settings.policy != Policy::Flat,
        // A tree that is kept from the last turn has nodes and visits already.
        leaves: leaves.filter(|_| !settings.reuse),
        playouts: settings.max_playouts().map(|n| n.max(batch) << u32::from(settings.reuse)),
        exactly: true,
        root_is_read: true,
    }
}

fn second_level(second: &Second) -> LevelNeeds {
    let playouts = Some(u64::from(second.playouts));
    LevelNeeds {
        nodes: second.nodes,
        tables: second.tables,
        recycle: second.recycle,
        keep_root: false,
        leaves: playouts,
        playouts,
        exactly: false,
        root_is_read: !second.sharing,
    }
}

/// What the game contributes to a level's size.
struct Sizes {
    denominator: u32,
    table_len: usize,
    /// The numbers that moves can have.
    numbers: usize,
    max_path: usize,
}

impl Sizes {
    fn shape(&self, settings: &Settings, needs: LevelNeeds) -> Result<LevelShape, PlanError> {
        let nodes = u64::from(needs.nodes);
        let capacity = needs.leaves.map_or(nodes, |leaves| nodes.min(leaves));
        if capacity == 0 {
            return Err(PlanError::NoNodes);
        }
        let link = Width::holding(capacity);
        let bound = needs.playouts.unwrap_or(u64::MAX).saturating_mul(self.denominator.into());
        let enough = Width::holding(bound).max(link);
        let tally = match settings.counters {
            Some(width) if needs.exactly => width,
            Some(width) => width.min(enough),
            None => enough,
        };
        if link > tally {
            return Err(PlanError::Nodes { counters: tally as u32, max: tally.limit() });
        }
        // A node's move is as wide as its links. With wide counters, narrow links would save nothing.
        let numbers = Width::holding(self.numbers as u64);
        let link = if tally == Width::W32 { link.max(Width::W16) } else { link.max(numbers) };
        let capacity = capacity as usize;
        let pool_width = settings.table_counters.map_or(tally, |width| width.min(tally));
        let (tables, pool) = match settings.policy {
            // HRAVE reads only the root's table. (With `own` also those of the other player's
            // first nodes.)
            Policy::Amaf { reference: u32::MAX, mode, .. } if mode != AmafMode::Own => {
                (usize::from(needs.root_is_read), 0)
            }
            Policy::Amaf { .. } => {
                let all = needs.tables as usize >= capacity;
                match all && settings.table_at == 1 && pool_width == tally {
                    true => (capacity, 0),
                    false => (1, (needs.tables as usize).clamp(1, capacity) - 1),
                }
            }
            _ => (0, 0),
        };
        let fills = needs.leaves.is_none_or(|leaves| (capacity as u64) < leaves);
        Ok(LevelShape {
            tally,
            link,
            capacity,
            queue: needs.recycle && fills,
            tables,
            pool,
            pool_width,
            at: settings.table_at,
            table_len: self.table_len,
            root_moves: if needs.keep_root && fills { self.numbers } else { 0 },
            max_path: self.max_path,
        })
    }
}

/// The layout of the whole block.
pub(crate) struct Plan<G: Game> {
    pub bytes: usize,
    pub keys: usize,
    pub players: usize,
    pub denominator: u32,
    /// `keys` rounded up to whole vectors.
    pub stride: usize,
    pub top: LevelPlan,
    pub second: Option<LevelPlan>,
    /// The root, the current position and, with two levels, the root of the second tree.
    pub positions: Region<MaybeUninit<G>>,
    pub plies: Region<Ply>,
    pub scores: Region<f32>,
    pub weights: Region<f32>,
    pub priors: Region<f32>,
    /// The weight of the priors; 0 is without priors.
    pub prior: f32,
    pub excluded: Region<u32>,
    pub mast_means: Region<f32>,
    pub mast_counts: Region<f32>,
    /// The same as they were after the last turn. Every search of this turn starts with them.
    pub kept_means: Region<f32>,
    pub kept_counts: Region<f32>,
    pub marks: Region<u8>,
    pub lists: Region<u16>,
    /// What a second-level search without sharing will add to the AMAF tables of the top tree.
    pub batch: Region<u64>,
}

impl<G: Game> Plan<G> {
    pub fn new(settings: &Settings, game: &G) -> Result<Self, PlanError> {
        let (keys, players) = (game.keys(), game.players());
        let denominator = game.denominator();
        if !(1..=MAX_KEYS).contains(&keys)
            || !(1..=MAX_PLAYERS).contains(&players)
            || !(1..=255).contains(&denominator)
        {
            return Err(PlanError::Game);
        }
        let stride = keys.next_multiple_of(LANES);
        let mode = settings.policy.mode();
        let amaf = mode.is_some();
        let sharing = settings.second.is_some_and(|second| second.sharing);
        let max_plies = game.max_plies();
        let sizes = Sizes {
            denominator,
            table_len: mode.map_or(0, |mode| mode.table_len(players, keys)),
            numbers: match (G::UNIQUE_KEYS, G::CHANCE) {
                (true, false) => keys,
                (true, true) => keys.max(game.max_moves()),
                (false, _) => game.max_moves(),
            },
            max_path: max_plies + 1,
        };
        let mut carver = Carver::default();
        let top = sizes.shape(settings, top_level(settings))?;
        let top = LevelPlan::carve(&mut carver, top);
        let second = match settings.second {
            Some(second) => {
                let allowed = top.tally.limit() / denominator / 2;
                if !sharing && second.playouts > allowed {
                    return Err(PlanError::Counters { counters: top.tally as u32, max: allowed });
                }
                let allowed = top.pool.width.limit() / denominator / 2;
                if !sharing && top.pool.tables > 0 && second.playouts > allowed {
                    let counters = top.pool.width as u32;
                    return Err(PlanError::TableCounters { counters, max: allowed });
                }
                let shape = sizes.shape(settings, second_level(&second))?;
                Some(LevelPlan::carve(&mut carver, shape))
            }
            None => None,
        };
        let mast = matches!(settings.playout, Playout::Mast { .. });
        let prior = settings.prior.filter(|_| settings.policy != Policy::Flat).unwrap_or(0.0);
        let batch = amaf && second.is_some() && !sharing;
        let either = |yes: bool, len: usize| if yes { len } else { 0 };
        Ok(Plan {
            keys,
            players,
            denominator,
            stride,
            top,
            second,
            positions: carver.take(if second.is_some() { 3 } else { 2 }),
            plies: carver.take(max_plies),
            scores: carver.take(stride),
            weights: carver.take(either(amaf, stride)),
            priors: carver.take(either(prior > 0.0, stride)),
            prior,
            excluded: carver.take(game.max_moves().div_ceil(32)),
            mast_means: carver.take(either(mast, players * stride)),
            mast_counts: carver.take(either(mast, players * stride)),
            kept_means: carver.take(either(mast, players * stride)),
            kept_counts: carver.take(either(mast, players * stride)),
            marks: carver.take(either(amaf, keys)),
            lists: carver.take(either(amaf, players * keys)),
            batch: carver.take(either(batch, players * keys)),
            bytes: carver.bytes(),
        })
    }
}

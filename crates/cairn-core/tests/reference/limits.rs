//! How large the trees may become, which nodes have AMAF tables, and how far counters count.

use cairn_core::Game;
use cairn_core::mcts::{AmafMode, Policy, Second, Settings, Width};

/// Which nodes have AMAF tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    None,
    /// Only the root.
    Root,
    /// Every node, from its first playout to its last.
    Each,
    /// The root from the start, others when they have been visited `at` times; `most` in all. Such
    /// a table counts at most `visits` playouts before it is halved.
    OnDemand {
        at: u32,
        most: u32,
        visits: u32,
    },
}

/// The limits of one level.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub nodes: u32,
    pub recycle: bool,
    pub tables: Tables,
    /// What the root counts at most before all nodes are halved.
    pub visits: u32,
    /// Whether the moves of the root are counted apart from their nodes.
    pub keep_root: bool,
}

/// What a level is asked to do. No limit is `None`.
struct Work {
    nodes: u32,
    recycle: bool,
    tables: u32,
    /// The leaves it searches.
    leaves: Option<u64>,
    /// The playouts it counts.
    playouts: Option<u64>,
}

impl Limits {
    pub fn top<G: Game>(settings: &Settings, game: &G) -> Self {
        let fewest = settings.second.map_or(1, |second| match second.stop {
            Some(_) => second.playouts.div_ceil(4),
            None => second.playouts,
        });
        let leaves = [
            settings.top.playouts.map(u64::from),
            settings.playouts.map(|most| most.div_ceil(fewest.max(1).into())),
        ];
        let two_batches = match settings.second {
            Some(second) if !second.sharing => 2 * u64::from(second.playouts),
            _ => 0,
        };
        let turns = if settings.reuse { 2 } else { 1 };
        let work = Work {
            nodes: settings.top.nodes,
            recycle: settings.top.recycle,
            tables: settings.top.tables,
            leaves: leaves.into_iter().flatten().min().filter(|_| !settings.reuse),
            playouts: settings.max_playouts().map(|most| turns * most.max(two_batches)),
        };
        let counters = settings.counters.unwrap_or(work.counters(game));
        let limits = work.limits(settings, game, counters);
        Limits { keep_root: settings.keep_root && settings.policy != Policy::Flat, ..limits }
    }

    pub fn second<G: Game>(settings: &Settings, second: &Second, game: &G) -> Self {
        let work = Work {
            nodes: second.nodes,
            recycle: second.recycle,
            tables: second.tables,
            leaves: Some(second.playouts.into()),
            playouts: Some(second.playouts.into()),
        };
        let enough = work.counters(game);
        let limits = work.limits(settings, game, settings.counters.unwrap_or(enough).min(enough));
        match limits.tables {
            // All read the table of the top level's root.
            Tables::Root if second.sharing => Limits { tables: Tables::None, ..limits },
            _ => limits,
        }
    }
}

impl Work {
    /// The nodes that the level can use.
    fn capacity(&self) -> u64 {
        self.leaves.map_or(self.nodes.into(), |leaves| leaves.min(self.nodes.into()))
    }

    /// The narrowest counters that count all playouts and number all nodes.
    fn counters<G: Game>(&self, game: &G) -> Width {
        let rewards = self.playouts.map(|most| most * u64::from(game.denominator()));
        match rewards.unwrap_or(u64::MAX).max(self.capacity()) {
            0..=0xff => Width::W8,
            0x100..=0xffff => Width::W16,
            _ => Width::W32,
        }
    }

    fn limits<G: Game>(&self, settings: &Settings, game: &G, counters: Width) -> Limits {
        let most_visits = |width: Width| most(width) / game.denominator();
        let table_counters = settings.table_counters.unwrap_or(counters).min(counters);
        let is_each = settings.table_at == 1
            && u64::from(self.tables) >= self.capacity()
            && table_counters == counters;
        let tables = match settings.policy {
            Policy::Amaf { reference: u32::MAX, mode, .. } if mode != AmafMode::Own => Tables::Root,
            Policy::Amaf { .. } if is_each => Tables::Each,
            Policy::Amaf { .. } => Tables::OnDemand {
                at: settings.table_at,
                most: self.tables,
                visits: most_visits(table_counters),
            },
            _ => Tables::None,
        };
        Limits {
            nodes: self.nodes,
            recycle: self.recycle,
            tables,
            visits: most_visits(counters),
            keep_root: false,
        }
    }
}

/// The largest number that counters of a width are used for.
fn most(width: Width) -> u32 {
    match width {
        Width::W8 => u8::MAX.into(),
        Width::W16 => u16::MAX.into(),
        Width::W32 => i32::MAX as u32,
    }
}

//! The parameters of a search. An agent spec is turned into these.

use core::time::Duration;

use super::amaf::AmafMode;
use super::width::Width;

/// How selection values the moves of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// Flat Monte Carlo: the moves of the root take turns, and there is no tree below them.
    Flat,
    /// UCT (formula 1): mean + c·√(ln V(parent) / V(child)).
    Uct {
        /// The exploration constant.
        c: f32,
        /// First-play urgency: the value of a move without a node; `None` is infinite.
        fpu: Option<f32>,
    },
    /// RAVE, GRAVE and HRAVE (formulas 2 and 3): the mean mixed with the AMAF mean of a reference
    /// node.
    Amaf {
        /// The visits that a node needs to be the reference for the nodes below it. RAVE has 0: each
        /// node is its own reference. HRAVE has [`u32::MAX`]: the root is the reference for all.
        reference: u32,
        /// Whose moves the tables count.
        mode: AmafMode,
        /// How the two means are weighted.
        schedule: Schedule,
    },
}

impl Policy {
    /// The AMAF mode, if the policy uses AMAF.
    pub(crate) fn mode(&self) -> Option<AmafMode> {
        match *self {
            Policy::Amaf { mode, .. } => Some(mode),
            _ => None,
        }
    }
}

/// The weight of the AMAF mean against a child's own mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// β = A / (A + V + bias·A·V), with A the AMAF visits and V the child's (formula 2).
    Bias(f32),
    /// The older schedule: β = k / (V + k).
    K(f32),
}

/// How playouts choose moves beyond the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Playout {
    /// All playout moves are equally likely.
    Uniform,
    /// Usually the move with the best average in this game (MAST), with probability ε a random one.
    Mast {
        /// The probability of a uniformly random move.
        epsilon: f32,
        /// The share of the averages' weight that is kept from one turn to the next.
        decay: f32,
    },
    /// The game's own choice ([`Game::informed_playout_move`](crate::Game::informed_playout_move));
    /// where it has none, all playout moves are equally likely.
    Patterns,
}

/// One tree: its nodes, and how much it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The most nodes the tree may have, its root included.
    pub nodes: u32,
    /// The number of playouts, or with two levels of leaves; `None` is unlimited.
    pub playouts: Option<u32>,
    /// Whether a full tree recycles its least recently used node instead of not growing any more.
    pub recycle: bool,
    /// The most AMAF tables the tree may have, its root's included.
    pub tables: u32,
}

/// The second of two levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Second {
    /// The most nodes its tree may have, its root included.
    pub nodes: u32,
    /// Playouts for each new leaf of the top level.
    pub playouts: u32,
    /// Whether a full tree recycles its least recently used node.
    pub recycle: bool,
    /// The most AMAF tables its tree may have, its root's included.
    pub tables: u32,
    /// Forward sharing: the second level reads the top level's AMAF tables, and each of its
    /// playouts is counted in the top tree at once.
    pub sharing: bool,
    /// Give up a hopeless leaf: see [`Second::hopeless`].
    pub stop: Option<f32>,
}

impl Second {
    /// The fewest playouts that a second-level search runs.
    pub(crate) fn fewest_playouts(&self) -> u32 {
        if self.stop.is_some() { self.playouts.div_ceil(4) } else { self.playouts }
    }

    /// Whether a second-level search with `done` playouts should be given up.
    ///
    /// PN² stops a second-level search whose proof number exceeds twice its disproof number. Here,
    /// `leaf` is the wins and losses at the leaf of the player who chose it, and `search` is that
    /// player's wins and losses in the whole search. The leaf is given up if the odds against it are
    /// more than `stop` times the odds of the whole search. In an even position, `stop` 2 is PN²'s
    /// rule. In a bad position, where every move mostly loses, it still finds the worse moves. The
    /// first quarter of the playouts always runs.
    pub fn hopeless(&self, done: u32, leaf: (u64, u64), search: (u64, u64)) -> bool {
        let Some(stop) = self.stop else { return false };
        let (wins, losses) = leaf;
        let (all_wins, all_losses) = search;
        done >= self.fewest_playouts()
            && losses as f32 * all_wins as f32 > stop * wins as f32 * all_losses as f32
    }
}

/// All parameters of a search: an agent spec with every default filled in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How moves are selected in the tree.
    pub policy: Policy,
    /// How many visits the game's [priors](crate::Game::priors) count for; `None` is without priors.
    /// Flat Monte Carlo ignores them.
    pub prior: Option<f32>,
    /// How playouts choose moves.
    pub playout: Playout,
    /// Whether a search begins with the part of the last turn's tree that is about its position.
    pub reuse: bool,
    /// The visits after which a node gets an AMAF table. The root has one from the start. With 1 and
    /// as many tables as nodes, every node has its own.
    pub table_at: u32,
    /// The width of the counters in AMAF tables, if it is less than that of the nodes. The root's
    /// table is always as wide as the nodes.
    pub table_counters: Option<Width>,
    /// Whether the moves of the root keep their visits when their nodes are recycled.
    pub keep_root: bool,
    /// The tree, or the upper of two.
    pub top: Level,
    /// The second level, if there is one.
    pub second: Option<Second>,
    /// The limit on all playouts together.
    pub playouts: Option<u64>,
    /// The time limit. A search has no clock: [`Search::run_clocked`](super::Search::run_clocked)
    /// uses the caller's.
    pub time: Option<Duration>,
    /// The width of the counters; `None` chooses one that is wide enough for the playouts. A second
    /// level uses narrower counters if they hold all its playouts.
    pub counters: Option<Width>,
}

impl Settings {
    /// Whether an untried move has a first-play urgency.
    pub(crate) fn has_fpu(&self) -> bool {
        matches!(self.policy, Policy::Uct { fpu: Some(_), .. })
    }

    /// The nodes of both levels.
    pub fn nodes(&self) -> u32 {
        self.top.nodes.saturating_add(self.second.map_or(0, |second| second.nodes))
    }

    /// The most playouts that a search can run; `None` is unlimited.
    pub fn max_playouts(&self) -> Option<u64> {
        let second = self.second.map_or(1, |second| u64::from(second.playouts));
        let leaves = self.top.playouts.map(|top| u64::from(top).saturating_mul(second));
        match (leaves, self.playouts) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

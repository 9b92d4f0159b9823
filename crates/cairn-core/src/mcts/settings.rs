//! What a search can be told: every parameter of every agent.

use core::time::Duration;

use super::amaf::AmafMode;
use super::width::Width;

/// How a node's moves are valued during selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Policy {
    /// Flat Monte Carlo: the root's moves in turn, no tree below them.
    Flat,
    /// UCT (formula 1): mean + c·√(ln V(parent) / V(child)).
    Uct {
        /// The exploration constant.
        c: f32,
        /// First-play urgency: the value of a move not yet in the tree; without it, infinite.
        fpu: Option<f32>,
    },
    /// RAVE, GRAVE and HRAVE (formulas 2 and 3): the mean mixed with the AMAF mean of a reference
    /// node.
    Amaf {
        /// A node needs so many visits to be the reference for those below it. RAVE: 0, each node
        /// is its own. HRAVE: [`u32::MAX`], always the root.
        reference: u32,
        /// Whose moves the tables count.
        mode: AmafMode,
        /// How the two means are weighted.
        schedule: Schedule,
    },
}

impl Policy {
    /// The AMAF mode, if there is AMAF at all.
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

/// How the moves beyond the tree are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Playout {
    /// All playout moves alike.
    Uniform,
    /// ε-greedy by the move averages of the game so far.
    Mast {
        /// The probability of a uniformly random move.
        epsilon: f32,
        /// What is left of the statistics from one turn to the next.
        decay: f32,
    },
    /// What the game knows ([`Game::informed_playout_move`](crate::Game::informed_playout_move)),
    /// and where it knows nothing, all playout moves alike.
    Patterns,
}

/// One tree: its pool and how much it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The most nodes the tree may have, its root included.
    pub nodes: u32,
    /// How many playouts (on the upper of two levels: leaves) to search; `None` is without end.
    pub playouts: Option<u32>,
    /// Whether a full pool reuses its least recently used node, or stops growing.
    pub recycle: bool,
}

/// The second of two levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Second {
    /// Its tree's nodes and recycling.
    pub nodes: u32,
    /// Playouts for each new leaf of the top level.
    pub playouts: u32,
    /// Whether a full pool reuses its least recently used node.
    pub recycle: bool,
    /// Forward sharing: the second level reads the top level's AMAF tables, and each of its
    /// playouts is counted in the top tree at once.
    pub sharing: bool,
    /// Give up a hopeless leaf: see [`Second::hopeless`].
    pub stop: Option<f32>,
}

impl Second {
    /// How many playouts a second-level search has at least.
    pub(crate) fn fewest_playouts(&self) -> u32 {
        if self.stop.is_some() { self.playouts.div_ceil(4) } else { self.playouts }
    }

    /// Whether a second-level search with `done` playouts should be given up.
    ///
    /// PN² stops a second-level search whose proof number exceeds twice its disproof number. Here,
    /// `wins` and `losses` are those of the player who chose the leaf, and they are held against
    /// the same player's over the whole search: stop once the odds against the leaf are more than
    /// `stop` times the usual odds. In an even position with `stop` 2 that is PN²'s rule; in a bad
    /// one, where every move mostly loses, it still finds the worse ones. The first quarter of the
    /// playouts is never cut.
    pub fn hopeless(&self, done: u32, leaf: (u64, u64), search: (u64, u64)) -> bool {
        let Some(stop) = self.stop else { return false };
        let (wins, losses) = leaf;
        let (all_wins, all_losses) = search;
        done >= self.fewest_playouts()
            && losses as f32 * all_wins as f32 > stop * wins as f32 * all_losses as f32
    }
}

/// Everything about a search but the game: an agent spec with its defaults filled in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Selection.
    pub policy: Policy,
    /// How many visits the game's [priors](crate::Game::priors) count for; without it they are not
    /// asked for. Flat Monte Carlo has no use for them.
    pub prior: Option<f32>,
    /// Playouts.
    pub playout: Playout,
    /// Whether a search begins with what the turn before found out about its position.
    pub reuse: bool,
    /// The tree, or with two levels the upper one.
    pub top: Level,
    /// The second level.
    pub second: Option<Second>,
    /// Stop after so many playouts in all.
    pub playouts: Option<u64>,
    /// Stop after so much time; kept by whoever drives the search, which has no clock.
    pub time: Option<Duration>,
    /// The width of the counters, if it is not to follow from the playouts; a second level may use
    /// narrower ones that hold all its playouts.
    pub counters: Option<Width>,
}

impl Settings {
    /// Whether an untried move has a first-play urgency.
    pub(crate) fn has_fpu(&self) -> bool {
        matches!(self.policy, Policy::Uct { fpu: Some(_), .. })
    }

    /// The most playouts a search can run, if there is a bound.
    pub fn max_playouts(&self) -> Option<u64> {
        let second = self.second.map_or(1, |second| u64::from(second.playouts));
        let leaves = self.top.playouts.map(|top| u64::from(top).saturating_mul(second));
        match (leaves, self.playouts) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

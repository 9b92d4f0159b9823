//! How each policy values a move: one type for each, as the paper introduces them.

use cairn_core::mcts::{AmafMode, Policy, Schedule};

use super::table::Tally;
use super::tree::Node;

/// Where a move is valued.
pub struct View<'a, M> {
    /// The nodes from the root of the search to the one whose moves are valued.
    pub path: &'a [&'a Node<M>],
    /// The node of the tree being searched, the last of the path.
    pub node: &'a Node<M>,
    /// Whose turn it is.
    pub mover: usize,
    /// The reward of a sure winner.
    pub scale: f32,
    /// What the game thinks of each key and how many visits that is worth, if anybody asks.
    pub priors: Option<(f32, &'a [f32])>,
}

/// What is known of a move by itself, without AMAF.
#[derive(Clone, Copy)]
struct Own {
    visits: f32,
    mean: f32,
}

impl<M: Copy + Eq> View<'_, M> {
    /// The nodes on the path whose tables may be read here, from the root on. Nothing is chosen
    /// where chance moves, so there is nothing to refer to.
    fn tables(&self, mode: AmafMode) -> impl DoubleEndedIterator<Item = &Node<M>> {
        let fits = move |node: &&Node<M>| match mode {
            AmafMode::Own => node.to_move == Some(self.mover),
            _ => node.to_move.is_some(),
        };
        self.path.iter().copied().filter(|node| node.table.is_some()).filter(fits)
    }

    /// What the reference node knows of `key`; without a reference, nothing.
    fn read(&self, mode: AmafMode, reference: Option<&Node<M>>, key: usize) -> Tally {
        reference.map_or(Tally::default(), |node| node.amaf(mode, self.mover, key))
    }

    /// Before any visit there is the prior or nothing.
    fn prior(&self, key: usize) -> Option<Own> {
        self.priors.map(|(visits, means)| Own { visits, mean: means[key] })
    }

    /// (Reward + weight · prior) / (visits + weight).
    fn own(&self, key: usize, child: Tally) -> Own {
        let Some((weight, means)) = self.priors else {
            return Own { visits: child.visits as f32, mean: child.mean(self.scale) };
        };
        let visits = child.visits as f32 + weight;
        let reward = child.reward as f32 + weight * self.scale * means[key];
        Own { visits, mean: reward / (visits * self.scale) }
    }
}

/// The value of a move, for selection.
pub trait Value<M> {
    /// A move without a visited node.
    fn untried(&self, view: &View<'_, M>, key: usize) -> f32;

    /// A move with a node that has been visited so often.
    fn tried(&self, view: &View<'_, M>, key: usize, child: Tally) -> f32;
}

/// The policy that the settings ask for.
pub fn from_policy<M: Copy + Eq>(policy: Policy) -> Box<dyn Value<M>> {
    match policy {
        Policy::Flat => Box::new(Flat),
        Policy::Uct { c, fpu } => Box::new(Uct { c, first_play: fpu.unwrap_or(f32::INFINITY) }),
        Policy::Amaf { reference: 0, mode, schedule } => Box::new(Rave { mode, schedule }),
        Policy::Amaf { reference: u32::MAX, mode, schedule } => Box::new(Hrave { mode, schedule }),
        Policy::Amaf { reference, mode, schedule } => Box::new(Grave { reference, mode, schedule }),
    }
}

/// The moves in turn.
struct Flat;

impl<M: Copy + Eq> Value<M> for Flat {
    fn untried(&self, _: &View<'_, M>, _: usize) -> f32 {
        f32::INFINITY
    }

    fn tried(&self, _: &View<'_, M>, _: usize, child: Tally) -> f32 {
        -(child.visits as f32)
    }
}

/// Formula 1.
struct Uct {
    c: f32,
    first_play: f32,
}

impl Uct {
    fn bound<M: Copy + Eq>(&self, view: &View<'_, M>, own: Own) -> f32 {
        // A second-level root that was never visited has no logarithm: nothing is explored then.
        let parent = libm::logf(view.node.tally.visits.max(1) as f32);
        own.mean + self.c * (parent / own.visits).sqrt()
    }
}

impl<M: Copy + Eq> Value<M> for Uct {
    fn untried(&self, view: &View<'_, M>, key: usize) -> f32 {
        view.prior(key).map_or(self.first_play, |own| self.bound(view, own))
    }

    fn tried(&self, view: &View<'_, M>, key: usize, child: Tally) -> f32 {
        self.bound(view, view.own(key, child))
    }
}

/// Rapid action value estimation: each node reads its own AMAF table, or if it has none the deepest
/// one above it.
struct Rave {
    mode: AmafMode,
    schedule: Schedule,
}

impl Rave {
    fn table<M: Copy + Eq>(&self, view: &View<'_, M>, key: usize) -> Tally {
        view.read(self.mode, view.tables(self.mode).next_back(), key)
    }
}

impl<M: Copy + Eq> Value<M> for Rave {
    fn untried(&self, view: &View<'_, M>, key: usize) -> f32 {
        untried(self.schedule, view, key, self.table(view, key))
    }

    fn tried(&self, view: &View<'_, M>, key: usize, child: Tally) -> f32 {
        mixed(self.schedule, view.own(key, child), self.table(view, key), view.scale)
    }
}

/// All nodes read the root's AMAF table; with tables of one's own, that of the first node with the
/// same player to move.
struct Hrave {
    mode: AmafMode,
    schedule: Schedule,
}

impl Hrave {
    fn table<M: Copy + Eq>(&self, view: &View<'_, M>, key: usize) -> Tally {
        view.read(self.mode, view.tables(self.mode).next(), key)
    }
}

impl<M: Copy + Eq> Value<M> for Hrave {
    fn untried(&self, view: &View<'_, M>, key: usize) -> f32 {
        untried(self.schedule, view, key, self.table(view, key))
    }

    fn tried(&self, view: &View<'_, M>, key: usize, child: Tally) -> f32 {
        mixed(self.schedule, view.own(key, child), self.table(view, key), view.scale)
    }
}

/// Generalised: the deepest table on the path that has counted often enough; if none has, the
/// shallowest.
struct Grave {
    reference: u32,
    mode: AmafMode,
    schedule: Schedule,
}

impl Grave {
    fn table<M: Copy + Eq>(&self, view: &View<'_, M>, key: usize) -> Tally {
        let deepest = view.tables(self.mode).rev().find(|node| node.counted() >= self.reference);
        view.read(self.mode, deepest.or(view.tables(self.mode).next()), key)
    }
}

impl<M: Copy + Eq> Value<M> for Grave {
    fn untried(&self, view: &View<'_, M>, key: usize) -> f32 {
        untried(self.schedule, view, key, self.table(view, key))
    }

    fn tried(&self, view: &View<'_, M>, key: usize, child: Tally) -> f32 {
        mixed(self.schedule, view.own(key, child), self.table(view, key), view.scale)
    }
}

/// Without a prior, β = 1: a move that nobody has seen is tried at once.
fn untried<M: Copy + Eq>(schedule: Schedule, view: &View<'_, M>, key: usize, amaf: Tally) -> f32 {
    match view.prior(key) {
        Some(own) => mixed(schedule, own, amaf, view.scale),
        None if amaf.visits == 0 => f32::INFINITY,
        None => amaf.mean(view.scale),
    }
}

/// Formula 2.
fn mixed(schedule: Schedule, own: Own, amaf: Tally, scale: f32) -> f32 {
    if amaf.visits == 0 {
        return own.mean;
    }
    let (a, v) = (amaf.visits as f32, own.visits);
    let beta = match schedule {
        Schedule::Bias(bias) => a / (a + v + bias * a * v),
        Schedule::K(k) => k / (v + k),
    };
    (1.0 - beta) * own.mean + beta * amaf.mean(scale)
}

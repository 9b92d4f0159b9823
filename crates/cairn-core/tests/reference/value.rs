//! How each policy values a move: one type for each, as the paper introduces them.

use cairn_core::mcts::{AmafMode, Policy, Schedule};

use super::tree::{Node, Tally};

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

impl<M> View<'_, M> {
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

impl<M> Value<M> for Flat {
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
    fn bound<M>(&self, view: &View<'_, M>, own: Own) -> f32 {
        // A second-level root that was never visited has no logarithm: nothing is explored then.
        let parent = libm::logf(view.node.tally.visits.max(1) as f32);
        own.mean + self.c * (parent / own.visits).sqrt()
    }
}

impl<M> Value<M> for Uct {
    fn untried(&self, view: &View<'_, M>, key: usize) -> f32 {
        view.prior(key).map_or(self.first_play, |own| self.bound(view, own))
    }

    fn tried(&self, view: &View<'_, M>, key: usize, child: Tally) -> f32 {
        self.bound(view, view.own(key, child))
    }
}

/// Rapid action value estimation: each node reads its own AMAF table.
struct Rave {
    mode: AmafMode,
    schedule: Schedule,
}

impl<M: Copy + Eq> Value<M> for Rave {
    fn untried(&self, view: &View<'_, M>, key: usize) -> f32 {
        untried(self.schedule, view, key, view.node.amaf(self.mode, view.mover, key))
    }

    fn tried(&self, view: &View<'_, M>, key: usize, child: Tally) -> f32 {
        mixed(
            self.schedule,
            view.own(key, child),
            view.node.amaf(self.mode, view.mover, key),
            view.scale,
        )
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
        let first = match self.mode {
            AmafMode::Own => view.path.iter().find(|node| node.to_move == Some(view.mover)),
            _ => view.path.first(),
        };
        first.expect("the path ends here").amaf(self.mode, view.mover, key)
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

/// Generalised: the table of the deepest node on the path that has been visited often enough.
struct Grave {
    reference: u32,
    mode: AmafMode,
    schedule: Schedule,
}

impl Grave {
    fn table<M: Copy + Eq>(&self, view: &View<'_, M>, key: usize) -> Tally {
        // Nothing is chosen where chance moves, so there is nothing to refer to.
        let fits = |node: &&Node<M>| match self.mode {
            AmafMode::Own => node.to_move == Some(view.mover),
            _ => node.to_move.is_some(),
        };
        let candidates = || view.path.iter().copied().filter(fits);
        let deepest = candidates().rev().find(|node| node.tally.visits >= self.reference);
        let node = deepest.or(candidates().next()).expect("the path ends here");
        node.amaf(self.mode, view.mover, key)
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
fn untried<M>(schedule: Schedule, view: &View<'_, M>, key: usize, amaf: Tally) -> f32 {
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

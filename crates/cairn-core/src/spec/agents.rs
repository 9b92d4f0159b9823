//! The agents: names that a spec can start with.

use crate::minimax::Driver;

/// How an agent searches: the formula it selects moves by, or another engine than playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Flat Monte Carlo.
    Mc,
    /// Upper confidence bounds.
    Uct,
    /// AMAF of the node itself.
    Rave,
    /// AMAF of the nearest well-visited node above.
    Grave,
    /// AMAF of the root.
    Hrave,
    /// Alpha-beta and its relatives ([`minimax`](crate::minimax)).
    Minimax(Driver),
    /// Proof-number search in a tree ([`proof`](crate::proof)).
    Pn,
    /// Proof-number search depth first, with a table.
    Dfpn,
    /// Best-first minimax ([`best`](crate::best)).
    BestFirst,
    /// B*.
    BStar,
    /// Conspiracy numbers.
    Conspiracy,
}

/// A name that a spec can start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The name.
    pub name: &'static str,
    /// How it searches.
    pub family: Family,
    /// Whether a second tree searches each new leaf.
    pub two_levels: bool,
    /// Whether a full tree recycles its least recently used nodes.
    pub recycles: bool,
    /// What it is, in a few words.
    pub about: &'static str,
}

impl Agent {
    /// Whether it searches with playouts ([`mcts`](crate::mcts)).
    pub fn has_playouts(&self) -> bool {
        use Family::*;
        matches!(self.family, Mc | Uct | Rave | Grave | Hrave)
    }
}

const fn agent(
    name: &'static str,
    family: Family,
    two_levels: bool,
    recycles: bool,
    about: &'static str,
) -> Agent {
    Agent { name, family, two_levels, recycles, about }
}

/// The names of the agents without playouts. A program that is built without the feature `solvers`
/// does not have them.
pub const SOLVERS: [&str; 11] = [
    "minimax",
    "alphabeta",
    "pvs",
    "mtdf",
    "sss",
    "pn",
    "pn2",
    "dfpn",
    "bestfirst",
    "bstar",
    "conspiracy",
];

const COUNT: usize = if cfg!(feature = "solvers") { 17 + SOLVERS.len() } else { 17 };

/// Every agent.
pub const AGENTS: [Agent; COUNT] = {
    use Family::*;
    [
        agent("mc", Mc, false, false, "flat Monte Carlo: every move the same number of playouts"),
        agent("uct", Uct, false, false, "upper confidence bounds for trees"),
        agent("uct2", Uct, true, false, "UCT with a second-level search at each new leaf"),
        agent("uctr", Uct, false, true, "UCT that recycles nodes"),
        agent("uctr2", Uct, true, true, "UCT with two levels and recycling"),
        agent("rave", Rave, false, false, "move values shared within each subtree"),
        agent("rave2", Rave, true, false, "RAVE with two levels"),
        agent("raver", Rave, false, true, "RAVE that recycles nodes"),
        agent("raver2", Rave, true, true, "RAVE with two levels and recycling"),
        agent("grave", Grave, false, false, "RAVE that borrows from a well-visited node above"),
        agent("grave2", Grave, true, false, "GRAVE with two levels"),
        agent("graver", Grave, false, true, "GRAVE that recycles nodes"),
        agent("graver2", Grave, true, true, "GRAVE with two levels and recycling"),
        agent("hrave", Hrave, false, false, "RAVE that always borrows from the root"),
        agent("hrave2", Hrave, true, false, "HRAVE with two levels"),
        agent("hraver", Hrave, false, true, "HRAVE that recycles nodes"),
        agent("hraver2", Hrave, true, true, "HRAVE with two levels and recycling"),
        #[cfg(feature = "solvers")]
        solver("minimax", Minimax(Driver::Minimax), "every line to a depth, no pruning"),
        #[cfg(feature = "solvers")]
        solver("alphabeta", Minimax(Driver::AlphaBeta), "minimax without lines that cannot matter"),
        #[cfg(feature = "solvers")]
        solver("pvs", Minimax(Driver::Pvs), "alpha-beta with null windows after the first move"),
        #[cfg(feature = "solvers")]
        solver(
            "mtdf",
            Minimax(Driver::Mtdf),
            "null windows from the last iteration's value: MTD(f)",
        ),
        #[cfg(feature = "solvers")]
        solver("sss", Minimax(Driver::Sss), "SSS* as null windows from infinity"),
        #[cfg(feature = "solvers")]
        solver("pn", Pn, "proof-number search: who wins?"),
        #[cfg(feature = "solvers")]
        agent("pn2", Pn, true, false, "proof-number search with a second one at each leaf"),
        #[cfg(feature = "solvers")]
        solver("dfpn", Dfpn, "proof-number search depth first, with a table"),
        #[cfg(feature = "solvers")]
        solver("bestfirst", BestFirst, "minimax that extends its principal variation"),
        #[cfg(feature = "solvers")]
        solver("bstar", BStar, "B*: proves one move better than all others"),
        #[cfg(feature = "solvers")]
        solver("conspiracy", Conspiracy, "conspiracy numbers: how many leaves must change"),
    ]
};

#[cfg(feature = "solvers")]
const fn solver(name: &'static str, family: Family, about: &'static str) -> Agent {
    agent(name, family, false, false, about)
}

/// Some of the agents: those that have a key.
#[derive(Clone, Copy)]
pub struct AgentGroup {
    /// What they are called in lists and messages.
    pub name: &'static str,
    pub(super) contains: fn(&Agent) -> bool,
}

const fn group(name: &'static str, contains: fn(&Agent) -> bool) -> AgentGroup {
    AgentGroup { name, contains }
}

pub(super) const ALL: AgentGroup = group("all agents", |_| true);
pub(super) const PLAYOUTS: AgentGroup = group("agents with playouts", Agent::has_playouts);
pub(super) const TREE: AgentGroup =
    group("agents with a tree", |agent| agent.has_playouts() && agent.family != Family::Mc);
pub(super) const TWO_LEVELS: AgentGroup =
    group("agents with two levels", |agent| agent.has_playouts() && agent.two_levels);
pub(super) const UCT: AgentGroup = group("the uct agents", |agent| agent.family == Family::Uct);
pub(super) const GRAVE: AgentGroup =
    group("the grave agents", |agent| agent.family == Family::Grave);
pub(super) const AMAF: AgentGroup = group("the rave, grave and hrave agents", |agent| {
    matches!(agent.family, Family::Rave | Family::Grave | Family::Hrave)
});
pub(super) const AMAF_TWO_LEVELS: AgentGroup =
    group("the rave, grave and hrave agents with two levels", |agent| {
        (AMAF.contains)(agent) && agent.two_levels
    });

/// Groups of agents without playouts.
#[cfg(feature = "solvers")]
pub(super) mod solvers {
    use super::{AgentGroup, Family::*, group};
    use crate::minimax::Driver;

    pub const MINIMAX: AgentGroup =
        group("minimax, alphabeta, pvs, mtdf and sss", |agent| matches!(agent.family, Minimax(_)));
    pub const PRUNING: AgentGroup = group(
        "alphabeta, pvs, mtdf and sss",
        |agent| matches!(agent.family, Minimax(driver) if driver != Driver::Minimax),
    );
    pub const WINDOW: AgentGroup = group("alphabeta and pvs", |agent| {
        matches!(agent.family, Minimax(Driver::AlphaBeta | Driver::Pvs))
    });
    pub const PROOF: AgentGroup =
        group("pn, pn2 and dfpn", |agent| matches!(agent.family, Pn | Dfpn));
    pub const PN: AgentGroup = group("pn and pn2", |agent| agent.family == Pn);
    pub const PN2: AgentGroup = group("pn2", |agent| agent.family == Pn && agent.two_levels);
    pub const DFPN: AgentGroup = group("dfpn", |agent| agent.family == Dfpn);
    pub const BEST: AgentGroup = group("bestfirst, bstar and conspiracy", |agent| {
        matches!(agent.family, BestFirst | BStar | Conspiracy)
    });
    pub const TREES: AgentGroup = group("pn, pn2, bestfirst, bstar and conspiracy", |agent| {
        (PN.contains)(agent) || (BEST.contains)(agent)
    });
    pub const LISTS: AgentGroup = group("minimax, alphabeta, pvs, mtdf, sss and dfpn", |agent| {
        (MINIMAX.contains)(agent) || agent.family == Dfpn
    });
    pub const NO_PLAYOUTS: AgentGroup =
        group("agents without playouts", |agent| !agent.has_playouts());
    pub const BSTAR: AgentGroup = group("bstar", |agent| agent.family == BStar);
    pub const CONSPIRACY: AgentGroup = group("conspiracy", |agent| agent.family == Conspiracy);
}

//! The agents: names that a spec can start with.

/// Which formula an agent selects moves by.
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
}

/// A name that a spec can start with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The name.
    pub name: &'static str,
    /// The formula it selects moves by.
    pub family: Family,
    /// Whether a second tree searches each new leaf.
    pub two_levels: bool,
    /// Whether a full tree recycles its least recently used nodes.
    pub recycles: bool,
    /// What it is, in a few words.
    pub about: &'static str,
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

/// Every agent.
pub const AGENTS: [Agent; 17] = {
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
    ]
};

/// Some of the agents: those that have a key.
pub struct AgentGroup {
    /// What they are called in lists and messages.
    pub name: &'static str,
    pub(super) contains: fn(&Agent) -> bool,
}

pub(super) const ALL: AgentGroup = AgentGroup { name: "all agents", contains: |_| true };
pub(super) const TREE: AgentGroup =
    AgentGroup { name: "agents with a tree", contains: |agent| agent.family != Family::Mc };
pub(super) const TWO_LEVELS: AgentGroup =
    AgentGroup { name: "agents with two levels", contains: |agent| agent.two_levels };
pub(super) const UCT: AgentGroup =
    AgentGroup { name: "the uct agents", contains: |agent| agent.family == Family::Uct };
pub(super) const GRAVE: AgentGroup =
    AgentGroup { name: "the grave agents", contains: |agent| agent.family == Family::Grave };
pub(super) const AMAF: AgentGroup = AgentGroup {
    name: "the rave, grave and hrave agents",
    contains: |agent| matches!(agent.family, Family::Rave | Family::Grave | Family::Hrave),
};
pub(super) const AMAF_TWO_LEVELS: AgentGroup = AgentGroup {
    name: "the rave, grave and hrave agents with two levels",
    contains: |agent| (AMAF.contains)(agent) && agent.two_levels,
};

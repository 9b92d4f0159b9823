//! From a spec to settings: contradictions, and the nodes and playouts that follow from each other
//! or from a memory budget.
//!
//! Without `memory=`, nodes and playouts are what was given or a default. With it, the player gets
//! the most nodes that fit, found by bisection: `bytes_needed` grows with the nodes. Two levels
//! divide nodes and playouts between them. In the paper's terms, N nodes are (1 − λ)·N for the top
//! level and λ·N for the second; P playouts are P_top leaves of P_sec playouts each.
//!
//! With `tables=auto` the number of AMAF tables follows from the nodes: one for every `table_at` / 2 of
//! them, but no more than could be of use. In a memory with no room for all useful nodes, their counters
//! have 8 bits. RAVE reads the table of every node, so each has one.

use super::keys::bit;
use super::value::MAX_COUNT;
use super::{Bits, Family, Spec, SpecError};
use crate::game::Game;
use crate::mcts::{Level, Playout, Policy, Schedule, Second, Settings, Width, bytes_needed};

/// The playouts of a search that is given no limit.
const PLAYOUTS: u32 = 10_000;
/// The memory of a tree that grows for as long as its time lasts.
const MEMORY: u64 = 64 << 20;
/// The most visits that a node needs for an AMAF table if `table_at=` is not given.
const TABLE_AT: u32 = 12;
/// A number of tables, or of visits for one, that [`Spec::mcts_settings`] replaces by one that follows from
/// the others.
pub(super) const AUTO: u32 = 0;

impl Spec {
    /// The settings of a search with playouts, for games like `game`. An error if this agent has none:
    /// for callers that know no other search.
    pub fn mcts_settings<G: Game>(&self, game: &G) -> Result<Settings, SpecError<'static>> {
        if !self.agent.has_playouts() {
            return Err(SpecError::NoPlayouts(self.agent.name));
        }
        self.check()?;
        let wide = self.sized(game);
        let all_nodes = self.nodes.or(self.top_nodes).unwrap_or(self.useful_nodes(game));
        let roomy = |settings: &Settings| settings.nodes() >= all_nodes;
        if self.settings.top.tables != AUTO
            || self.table_at() == 1
            || self.budget().is_none()
            || self.has(const { bit("table_counters") })
            || wide.as_ref().is_ok_and(roomy)
        {
            return wide;
        }
        let mut narrow = *self;
        narrow.settings.table_counters = Some(Width::W8);
        // Second-level searches without sharing can be too long for narrow counters.
        narrow.sized(game).or(wide)
    }

    /// The settings with as many nodes as were given or fit.
    fn sized<G: Game>(&self, game: &G) -> Result<Settings, SpecError<'static>> {
        let settings = |nodes: u32| self.with_nodes(game, nodes);
        let needed = |nodes: u32| bytes_needed(&settings(nodes), game).map_err(SpecError::Plan);
        let fixed = self.nodes.or(self.top_nodes);
        let Some(budget) = self.budget() else {
            let nodes = fixed.unwrap_or(self.default_nodes(game));
            return needed(nodes).map(|_| settings(nodes));
        };
        let fits = |nodes: u32| needed(nodes).is_ok_and(|bytes| bytes as u64 <= budget);
        let least = if self.agent.two_levels { 2 } else { 1 };
        let too_little = || match needed(least) {
            Ok(needed) => SpecError::Memory { needed, given: budget },
            Err(error) => error,
        };
        let Some(nodes) = fixed else {
            let most = largest(least, self.useful_nodes(game), fits);
            return most.map(settings).ok_or_else(too_little);
        };
        let needed = needed(nodes)?;
        if needed as u64 <= budget {
            return Ok(settings(nodes));
        }
        let fewer = match self.nodes {
            Some(_) => Some(largest(least, nodes, fits).ok_or_else(too_little)?),
            None => None,
        };
        Err(SpecError::Nodes { needed, given: budget, fewer })
    }

    /// Whether one of `keys`, a set of bits, was given.
    fn has(&self, keys: Bits) -> bool {
        self.given & keys != 0
    }

    /// Finds contradictions that no game can resolve.
    fn check(&self) -> Result<(), SpecError<'static>> {
        let parts = self.top_nodes.is_some() || self.second_nodes.is_some();
        let playouts = (self.top, self.second, self.settings.playouts);
        let conflicts = [
            (
                self.top_nodes.is_some() != self.second_nodes.is_some(),
                "top_nodes= and second_nodes= go together: give both or neither",
            ),
            (
                parts && (self.nodes.is_some() || self.has(const { bit("lambda") })),
                "give top_nodes= and second_nodes=, or nodes= and lambda=, not both",
            ),
            (
                self.agent.two_levels && self.nodes == Some(1),
                "two levels need at least nodes=2, one for each",
            ),
            (
                matches!(playouts, (Some(_), Some(_), Some(_))),
                "playouts= is top × second: give two of the three",
            ),
            (
                self.has(const { bit("bias") }) && self.k.is_some(),
                "bias= and k= are two schedules: give one of them",
            ),
            (
                self.settings.has_fpu() && self.settings.prior.is_some(),
                "fpu= and prior= both say what an untried move is worth: give one of them",
            ),
            (
                self.has(const { bit("epsilon") | bit("decay") })
                    && !matches!(self.settings.playout, Playout::Mast { .. }),
                "epsilon= and decay= need playout=mast",
            ),
        ];
        let found = conflicts.iter().find(|(conflict, _)| *conflict);
        found.map_or(Ok(()), |(_, message)| Err(SpecError::Conflict(message)))
    }

    /// The bytes it must fit in, if there is such a limit.
    fn budget(&self) -> Option<u64> {
        let agent = &self.agent;
        let grows = !agent.two_levels && !agent.recycles && agent.family != Family::Mc;
        let endless = self.is_only_timed() && self.nodes.is_none();
        self.memory.or((grows && endless).then_some(MEMORY))
    }

    /// Whether time is given and playouts are not.
    fn is_only_timed(&self) -> bool {
        self.settings.time.is_some() && self.settings.playouts.is_none()
    }

    fn one_level_playouts(&self) -> Option<u64> {
        if self.is_only_timed() {
            return None;
        }
        let nodes = self.nodes.filter(|_| !self.agent.recycles);
        self.settings.playouts.or(Some(nodes.unwrap_or(PLAYOUTS).into()))
    }

    fn default_nodes<G: Game>(&self, game: &G) -> u32 {
        match (self.agent.two_levels, self.agent.recycles) {
            (true, true) => 160,
            (true, false) => 200,
            (false, true) => 1_536,
            (false, false) => self.useful_nodes(game),
        }
    }

    /// The most nodes that could ever be used.
    fn useful_nodes<G: Game>(&self, game: &G) -> u32 {
        if self.agent.family == Family::Mc {
            // The root and its moves.
            return clamp(game.max_moves() as u64 + 1);
        }
        // A tree that is kept for the next turn begins with nodes.
        let turns = if self.settings.reuse { 2 } else { 1 };
        if self.agent.two_levels {
            let second = self.second_playouts(u32::MAX);
            let Some(leaves) = self.leaves(second) else { return MAX_COUNT };
            return self.both_levels(leaves.saturating_mul(turns), second);
        }
        self.one_level_playouts()
            .map_or(MAX_COUNT, |playouts| clamp(playouts.saturating_mul(turns.into())))
    }

    /// The nodes of both levels together, if each has at least the given number.
    fn both_levels(&self, top: u32, second: u32) -> u32 {
        let nodes = (top as f32 / (1.0 - self.lambda)).max(second as f32 / self.lambda);
        // One more, because the share is rounded.
        clamp((nodes as u64 + 1).max(2))
    }

    /// The settings with `nodes` nodes in all.
    fn with_nodes<G: Game>(&self, game: &G, nodes: u32) -> Settings {
        let mut settings = self.settings;
        settings.top.nodes = nodes;
        settings.table_at = self.table_at();
        if let Policy::Amaf { schedule, .. } = &mut settings.policy {
            *schedule = self.k.map_or(Schedule::Bias(self.bias), Schedule::K);
        }
        if let Playout::Mast { epsilon, decay } = &mut settings.playout {
            (*epsilon, *decay) = (self.epsilon, self.decay);
        }
        match &mut settings.second {
            Some(second) => {
                self.split(nodes, &mut settings.top, second);
                let playouts = Some(u64::from(second.playouts));
                second.tables = self.tables(second.tables, second.nodes, playouts, 1);
            }
            None => settings.playouts = self.one_level_playouts(),
        }
        let playouts = settings.max_playouts();
        let batch = settings.second.map_or(1, |second| second.playouts);
        settings.top.tables = self.tables(settings.top.tables, settings.top.nodes, playouts, batch);
        // A player in a fixed memory that searches without end would need 32-bit counters. More
        // nodes are worth more than counts that are never halved.
        let endless = settings.max_playouts().is_none();
        if endless && self.budget().is_some() && !self.has(const { bit("counters") }) {
            let second = settings.second.map_or(0, |second| second.playouts);
            let room = u64::from(second) * 2 * u64::from(game.denominator()) <= 0xffff;
            settings.counters = (room && settings.top.nodes <= 0xffff).then_some(Width::W16);
        }
        settings
    }

    /// The visits after which a node gets a table.
    fn table_at(&self) -> u32 {
        match (self.settings.table_at, self.settings.policy) {
            (AUTO, Policy::Amaf { reference, .. }) if self.agent.family == Family::Grave => {
                reference.clamp(1, TABLE_AT)
            }
            (AUTO, _) => 1,
            (given, _) => given,
        }
    }

    /// The AMAF tables of a tree in which a node is visited by `batch` playouts at once. At each depth no
    /// more than `playouts` / `table_at` nodes can have the visits for one, and nearly all that have them
    /// are near the root.
    fn tables(&self, given: u32, nodes: u32, playouts: Option<u64>, batch: u32) -> u32 {
        let at = self.table_at();
        let of_use = |n: u64| clamp(n / u64::from(at) + 1);
        match given {
            AUTO if at == 1 => u32::MAX,
            AUTO => nodes.div_ceil((at / 2 / batch).max(1)).min(playouts.map_or(u32::MAX, of_use)),
            given => given,
        }
    }

    /// Divides nodes and playouts between two levels.
    fn split(&self, nodes: u32, top: &mut Level, second: &mut Second) {
        (top.nodes, second.nodes) = match (self.top_nodes, self.second_nodes) {
            (Some(top), Some(second)) => (top, second),
            _ => {
                let share = f64::from(self.lambda) * f64::from(nodes) + 0.5;
                let mut second = (share as u32).clamp(1, nodes.max(2) - 1);
                if self.nodes.is_none() && !self.has(const { bit("lambda") }) {
                    // Of the nodes that fit in memory the second level takes no more than it uses.
                    second = second.min(self.second_playouts(second));
                }
                (nodes - second, second)
            }
        };
        second.playouts = self.second_playouts(second.nodes);
        let usual = if top.recycle { top.nodes.saturating_mul(2) } else { top.nodes };
        let usual = if self.is_only_timed() { None } else { Some(usual) };
        top.playouts = self.leaves(second.playouts).or(usual);
    }

    /// Total playouts of two levels, unless the node counts or the time determine them.
    fn two_level_playouts(&self) -> Option<u64> {
        let sized = self.nodes.is_some() || self.top_nodes.is_some();
        let free = self.memory.is_some() && !sized && self.settings.time.is_none();
        self.settings.playouts.or(free.then_some(PLAYOUTS.into()))
    }

    /// The playouts for each leaf. They are at most as many as the leaves: otherwise, with many
    /// nodes, one leaf could take them all and the top level would hardly choose among moves.
    fn second_playouts(&self, second_nodes: u32) -> u32 {
        let timed = self.settings.time.map(|_| PLAYOUTS.into());
        let expected = self.two_level_playouts().or(timed);
        self.second.unwrap_or(match (self.settings.playouts, self.top, expected) {
            (Some(playouts), Some(top), _) => clamp(playouts.div_ceil(top.into())),
            (.., Some(playouts)) => second_nodes.min(root(playouts)),
            (.., None) => second_nodes,
        })
    }

    /// The leaves of the top level, unless the node counts or the time determine them.
    fn leaves(&self, second_playouts: u32) -> Option<u32> {
        let leaves = |playouts: u64| clamp(playouts.div_ceil(second_playouts.into()));
        self.top.or_else(|| self.two_level_playouts().map(leaves))
    }
}

/// The smallest number whose square is at least `square`. (The standard library's root is faster,
/// but takes half a kilobyte of a microcontroller's flash.)
fn root(square: u64) -> u32 {
    let mut root = 0;
    for bit in (0..32).rev() {
        let more = root | 1 << bit;
        if more * more < square {
            root = more;
        }
    }
    clamp(root + 1)
}

/// The nearest count that a spec accepts.
fn clamp(n: u64) -> u32 {
    n.clamp(1, MAX_COUNT.into()) as u32
}

/// The largest number from `low` to `high` for which `fits` is true; `None` if there is none. If
/// `fits` is false for a number, it must be false for all larger ones.
pub(super) fn largest(mut low: u32, mut high: u32, fits: impl Fn(u32) -> bool) -> Option<u32> {
    if high < low || !fits(low) {
        return None;
    }
    while low < high {
        let middle = high - (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Some(low)
}

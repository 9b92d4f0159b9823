//! From a spec to settings: defaults, contradictions and the nodes that fit in a budget.

use super::table::{Family, PlayoutName};
use super::{Spec, SpecError};
use crate::game::Game;
use crate::mcts::{
    AmafMode, Level, Playout, Policy, Schedule, Second, Settings, Width, bytes_needed,
};

/// The playouts of a one-level search that is not told how many.
const PLAYOUTS: u32 = 10_000;
/// The memory of a search whose tree grows as long as its time lasts.
const MEMORY: u64 = 64 << 20;
/// The most nodes.
const MOST: u64 = u32::MAX as u64 - 1;
/// The share of the second level.
const HALF: f32 = 0.5;
/// √2/2
const C: f32 = core::f32::consts::FRAC_1_SQRT_2;

impl Spec {
    /// Everything the search needs to know, for games like `game`.
    pub fn settings<G: Game>(&self, game: &G) -> Result<Settings, SpecError<'static>> {
        self.check()?;
        let settings = |nodes: u32| self.with_nodes(game, nodes);
        let needed = |nodes: u32| {
            settings(nodes).and_then(|s| bytes_needed(&s, game).map_err(SpecError::Plan))
        };
        let fixed = self.nodes.or(self.top_nodes);
        let Some(budget) = self.budget() else {
            let chosen = settings(fixed.unwrap_or(self.default_nodes(game)))?;
            bytes_needed(&chosen, game).map_err(SpecError::Plan)?;
            return Ok(chosen);
        };
        let fits = |nodes: u32| match needed(nodes) {
            Ok(bytes) => Ok(bytes as u64 <= budget),
            Err(SpecError::Plan(_)) => Ok(false),
            Err(error) => Err(error),
        };
        let least = self.least_nodes();
        let too_little = || needed(least).map(|needed| SpecError::Memory { needed, given: budget });
        if let Some(nodes) = fixed {
            let bytes = needed(nodes)?;
            if bytes as u64 > budget {
                let fewer = match self.nodes {
                    Some(_) => Some(most(least, nodes, fits)?.ok_or(too_little()?)?),
                    None => None,
                };
                return Err(SpecError::Nodes { needed: bytes, given: budget, fewer });
            }
            return settings(nodes);
        }
        match most(least, self.useful_nodes(game), fits)? {
            Some(nodes) => settings(nodes),
            None => Err(too_little()?),
        }
    }

    /// What cannot be right for any game.
    fn check(&self) -> Result<(), SpecError<'static>> {
        let conflict =
            |wrong: bool, what| if wrong { Err(SpecError::Conflict(what)) } else { Ok(()) };
        let parts = self.top_nodes.is_some() || self.second_nodes.is_some();
        conflict(
            self.top_nodes.is_some() != self.second_nodes.is_some(),
            "top_nodes= and second_nodes= go together",
        )?;
        conflict(
            parts && (self.nodes.is_some() || self.lambda.is_some()),
            "give top_nodes= and second_nodes=, or nodes= and lambda=, not both",
        )?;
        conflict(
            self.agent.two_levels && self.nodes == Some(1),
            "two levels need at least nodes=2, one for each",
        )?;
        conflict(
            matches!((self.top, self.second, self.playouts), (Some(_), Some(_), Some(_))),
            "playouts= is top × second: give two of the three",
        )?;
        conflict(
            self.bias.is_some() && matches!(self.k, Some(Some(_))),
            "bias= and k= are two schedules: give one of them",
        )?;
        conflict(
            matches!((self.fpu, self.prior), (Some(Some(_)), Some(Some(_)))),
            "fpu= and prior= both say what an untried move is worth: give one of them",
        )?;
        conflict(
            self.playout.is_some_and(|name| name != PlayoutName::Mast)
                && (self.epsilon.is_some() || self.decay.is_some()),
            "epsilon= and decay= belong to playout=mast",
        )?;
        conflict(
            self.playout.is_none()
                && !self.paper
                && (self.epsilon.is_some() || self.decay.is_some()),
            "epsilon= and decay= belong to playout=mast: add that",
        )
    }

    /// The bytes it must fit in, if that decides anything.
    fn budget(&self) -> Option<u64> {
        let grows =
            !self.agent.two_levels && !self.agent.recycles && self.agent.family != Family::Mc;
        let endless = self.time.is_some() && self.playouts.is_none() && self.nodes.is_none();
        self.memory.or((grows && endless).then_some(MEMORY))
    }

    fn least_nodes(&self) -> u32 {
        if self.agent.two_levels { 2 } else { 1 }
    }

    fn one_level_playouts(&self) -> Option<u64> {
        let nodes = self.nodes.filter(|_| !self.agent.recycles).map(u64::from);
        self.playouts.or(match self.time {
            Some(_) => None,
            None => Some(nodes.unwrap_or(PLAYOUTS.into())),
        })
    }

    fn default_nodes<G: Game>(&self, game: &G) -> u32 {
        match (self.agent.two_levels, self.agent.recycles) {
            (true, true) => 160,
            (true, false) => 200,
            (false, true) => 1_536,
            (false, false) => self.useful_nodes(game),
        }
    }

    /// More nodes than this would never be used.
    fn useful_nodes<G: Game>(&self, game: &G) -> u32 {
        if self.agent.family == Family::Mc {
            // The root and its moves; where moves share keys there may be more of them.
            let moves = game.max_moves() as u64;
            return (moves + 1).min(MOST) as u32;
        }
        // A tree that is kept may have as many nodes already.
        let turns = if self.reuse == Some(true) { 2 } else { 1 };
        if self.agent.two_levels {
            let second = self.second_playouts(u32::MAX);
            let Some(leaves) = self.leaves(second) else { return MOST as u32 };
            return self.both_levels(leaves.saturating_mul(turns), second);
        }
        self.one_level_playouts().unwrap_or(MOST).saturating_mul(turns.into()).min(MOST) as u32
    }

    /// So many nodes that each level has its own.
    fn both_levels(&self, top: u32, second: u32) -> u32 {
        let lambda = self.lambda.unwrap_or(HALF);
        let nodes = (top as f32 / (1.0 - lambda)).max(second as f32 / lambda);
        // A few more, for what is rounded.
        (nodes as u64 + 1).clamp(2, MOST) as u32
    }

    /// The settings with so many nodes in all.
    fn with_nodes<G: Game>(&self, game: &G, nodes: u32) -> Result<Settings, SpecError<'static>> {
        let recycle = self.agent.recycles;
        let mut settings = Settings {
            policy: self.policy(),
            prior: self.prior.unwrap_or(None),
            playout: self.playout(),
            reuse: self.reuse.unwrap_or(false),
            top: Level { nodes, playouts: None, recycle },
            second: None,
            playouts: None,
            time: self.time,
            counters: self.counters.unwrap_or(None),
        };
        if self.agent.two_levels {
            self.split(nodes, &mut settings);
        } else {
            settings.playouts = self.one_level_playouts();
        }
        // A player that is held to its bytes and has no other end would rather have more nodes
        // than counters that never halve.
        if self.counters.is_none() && self.budget().is_some() && settings.most_playouts().is_none()
        {
            let second = settings.second.map_or(0, |second| second.playouts);
            let room = u64::from(second) * 2 * u64::from(game.denominator()) <= 0xffff;
            settings.counters = (room && settings.top.nodes <= 0xffff).then_some(Width::W16);
        }
        Ok(settings)
    }

    /// Shares nodes and playouts out between two levels.
    fn split(&self, nodes: u32, settings: &mut Settings) {
        let (top_nodes, second_nodes) = match (self.top_nodes, self.second_nodes) {
            (Some(top), Some(second)) => (top, second),
            _ => {
                let share = f64::from(self.lambda.unwrap_or(HALF)) * f64::from(nodes) + 0.5;
                let mut second = (share as u32).clamp(1, nodes.max(2) - 1);
                if self.nodes.is_none() && self.lambda.is_none() {
                    // Of the nodes that fit in memory the second level takes no more than it uses.
                    second = second.min(self.second_playouts(second));
                }
                (nodes - second, second)
            }
        };
        let second_playouts = self.second_playouts(second_nodes);
        let endless = self.time.is_some() && self.playouts.is_none();
        let usual = if settings.top.recycle { top_nodes.saturating_mul(2) } else { top_nodes };
        let leaves = self.leaves(second_playouts).or((!endless).then_some(usual));
        settings.playouts = self.playouts;
        settings.top = Level { nodes: top_nodes, playouts: leaves, recycle: settings.top.recycle };
        settings.second = Some(Second {
            nodes: second_nodes,
            playouts: second_playouts,
            recycle: settings.top.recycle,
            sharing: self.sharing.unwrap_or(true),
            stop: self.stop.unwrap_or(None),
        });
    }

    /// The playouts of two levels, if not their nodes decide.
    fn two_level_playouts(&self) -> Option<u64> {
        let sized = self.nodes.is_some() || self.top_nodes.is_some() || self.time.is_some();
        self.playouts.or((self.memory.is_some() && !sized).then_some(PLAYOUTS.into()))
    }

    /// The playouts for each leaf. With many nodes they could be all that there are: they are as
    /// many as the leaves at most, or the top level would hardly choose among moves.
    fn second_playouts(&self, second_nodes: u32) -> u32 {
        let expected = self.two_level_playouts().or(self.time.map(|_| PLAYOUTS.into()));
        self.second.unwrap_or(match (self.playouts, self.top, expected) {
            (Some(playouts), Some(top), _) => small(playouts.div_ceil(top.into())),
            (.., Some(playouts)) => second_nodes.min(root(playouts)),
            (.., None) => second_nodes,
        })
    }

    /// The leaves of the top level, if not its nodes decide, nor the time.
    fn leaves(&self, second_playouts: u32) -> Option<u32> {
        let playouts = || self.two_level_playouts();
        self.top.or_else(|| playouts().map(|p| small(p.div_ceil(second_playouts.into()))))
    }

    fn policy(&self) -> Policy {
        let reference = match self.agent.family {
            Family::Mc => return Policy::Flat,
            Family::Uct => {
                return Policy::Uct { c: self.c.unwrap_or(C), fpu: self.fpu.unwrap_or(None) };
            }
            Family::Rave => 0,
            Family::Grave => self.reference.unwrap_or(25),
            Family::Hrave => u32::MAX,
        };
        let schedule = match self.k {
            Some(Some(k)) => Schedule::K(k),
            _ => Schedule::Bias(self.bias.unwrap_or(0.01)),
        };
        let mode = self.amaf.unwrap_or(AmafMode::OwnAny);
        Policy::Amaf { reference, mode, schedule }
    }

    fn playout(&self) -> Playout {
        let usual = if self.paper { PlayoutName::Mast } else { PlayoutName::Uniform };
        match self.playout.unwrap_or(usual) {
            PlayoutName::Uniform => Playout::Uniform,
            PlayoutName::Mast => Playout::Mast {
                epsilon: self.epsilon.unwrap_or(0.4),
                decay: self.decay.unwrap_or(0.2),
            },
            PlayoutName::Patterns => Playout::Patterns,
        }
    }
}

/// The smallest number whose square is at least `square`. (The library's root is quicker, and takes
/// half a kilobyte of a microcontroller.)
fn root(square: u64) -> u32 {
    let mut root = 0;
    for bit in (0..32).rev() {
        let more = root | 1 << bit;
        if more * more < square {
            root = more;
        }
    }
    small(root + 1)
}

/// A count that a spec could have.
fn small(n: u64) -> u32 {
    n.clamp(1, MOST) as u32
}

/// The largest number from `low` to `high` for which `fits` holds, if it holds for any; it must not
/// hold again once it does not.
fn most<E>(low: u32, high: u32, fits: impl Fn(u32) -> Result<bool, E>) -> Result<Option<u32>, E> {
    if high < low || !fits(low)? {
        return Ok(None);
    }
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = high - (high - low) / 2;
        if fits(middle)? {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ok(Some(low))
}

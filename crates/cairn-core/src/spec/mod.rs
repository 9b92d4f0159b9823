//! Agent specs: a small language for naming a player, used everywhere.
//!
//! A spec is an agent's name, then keys with values: `graver2:nodes=160,top=160,second=80`. A key
//! that is not given has a default. A mistake is an error that says what would be right.
//!
//! - `agents.rs` has the names, `keys.rs` the keys: each is defined there and nowhere else.
//! - `value.rs` reads and writes values: sizes, times, numbers.
//! - `resolve.rs` turns a spec into settings: it finds contradictions, and how many nodes and playouts
//!   follow from a memory budget or from each other.
//! - `solver_keys.rs` and `solvers.rs` are both for agents without playouts. They are left out of small
//!   programs (feature `solvers`), where these names are an error.
//!
//! ```
//! use cairn_core::spec::Spec;
//! assert!(Spec::parse("grave:playouts=1000,bias=0.01").is_ok());
//! let error = Spec::parse("uct:bias=0.01").unwrap_err();
//! assert_eq!(error.to_string(), "uct has no key 'bias': only the rave, grave and hrave agents do");
//! ```

mod agents;
mod error;
mod keys;
mod resolve;
mod settings;
mod solver_keys;
#[cfg(feature = "solvers")]
mod solvers;
mod value;

use core::time::Duration;

pub use agents::{AGENTS, Agent, AgentGroup, Family, SOLVERS};
pub use error::SpecError;
pub use keys::{KEYS, Key};
pub use settings::{FullSpec, Settings};
pub use value::parse_bytes;

use crate::mcts::{self, AmafMode, Level, Playout, Policy, Schedule, Second};
use keys::bit;

/// A bit for each key.
#[cfg(feature = "solvers")]
type Bits = u64;
#[cfg(not(feature = "solvers"))]
type Bits = u32;

/// A spec that was read. [`Spec::settings`] turns it into the settings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// The agent that it names.
    pub agent: Agent,
    /// A bit for each of [`KEYS`] that has been given a value.
    given: Bits,
    /// What the keys set directly. Nodes and leaves are added by [`Spec::mcts_settings`].
    settings: mcts::Settings,
    /// What the keys of agents without playouts set.
    #[cfg(feature = "solvers")]
    solver: solvers::SolverSpec,
    // Together these decide nodes and leaves.
    memory: Option<u64>,
    nodes: Option<u32>,
    lambda: f32,
    top_nodes: Option<u32>,
    second_nodes: Option<u32>,
    top: Option<u32>,
    second: Option<u32>,
    // These have an effect only beside other keys, which may be given later.
    bias: f32,
    k: Option<f32>,
    epsilon: f32,
    decay: f32,
}

impl Spec {
    /// The agent with the default value of every key.
    fn new(agent: Agent) -> Self {
        let (mode, schedule) = (AmafMode::OwnAny, Schedule::Bias(0.0));
        let policy = match agent.family {
            Family::Uct => Policy::Uct { c: 0.0, fpu: None },
            Family::Rave | Family::Grave => Policy::Amaf { reference: 0, mode, schedule },
            Family::Hrave => Policy::Amaf { reference: u32::MAX, mode, schedule },
            _ => Policy::Flat,
        };
        let recycle = agent.recycles;
        let second =
            Second { nodes: 0, playouts: 0, recycle, tables: u32::MAX, sharing: false, stop: None };
        let settings = mcts::Settings {
            policy,
            prior: None,
            playout: Playout::Uniform,
            reuse: false,
            table_at: resolve::AUTO,
            table_counters: None,
            keep_root: recycle,
            top: Level { nodes: 0, playouts: None, recycle, tables: u32::MAX },
            second: agent.two_levels.then_some(second),
            playouts: None,
            time: None,
            counters: None,
        };
        let mut spec = Spec {
            agent,
            given: 0,
            settings,
            #[cfg(feature = "solvers")]
            solver: solvers::SolverSpec::new(agent.family),
            memory: None,
            nodes: None,
            lambda: 0.0,
            top_nodes: None,
            second_nodes: None,
            top: None,
            second: None,
            bias: 0.0,
            k: None,
            epsilon: 0.0,
            decay: 0.0,
        };
        spec.set_all(|key| key.default);
        spec
    }

    /// Sets every key that was not given to a value, if it accepts that value.
    fn set_all(&mut self, value: fn(&Key) -> &'static str) {
        for (index, key) in KEYS.iter().enumerate() {
            if key.applies_to(&self.agent) && self.given >> index & 1 == 0 {
                let _ = (key.read)(self, value(key));
            }
        }
    }

    /// Reads a spec.
    pub fn parse(text: &str) -> Result<Self, SpecError<'_>> {
        let (name, keys) = match text.split_once(':') {
            Some((name, keys)) => (name.trim(), Some(keys)),
            None => (text.trim(), None),
        };
        let agent = AGENTS
            .iter()
            .find(|agent| agent.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| unknown(name))?;
        let mut spec = Spec::new(*agent);
        if let Some(keys) = keys {
            spec.read_keys(keys, false)?;
        }
        Ok(spec)
    }

    /// Takes values from a game's list of defaults, such as `amaf=own,ref=50`, for the keys that the
    /// agent has and that were not given. A spec with `paper` takes none.
    pub fn with_defaults<'a>(mut self, keys: &'a str) -> Result<Self, SpecError<'a>> {
        if self.given & const { bit("paper") } == 0 && !keys.is_empty() {
            self.read_keys(keys, true)?;
        }
        Ok(self)
    }

    /// The value of `time=`, if it was given.
    pub fn time(&self) -> Option<Duration> {
        self.settings.time
    }

    /// The value of `memory=`, if it was given.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// This spec with another value of `memory=`.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self.given |= const { bit("memory") };
        self
    }

    /// This spec with at most `bytes` bytes of memory.
    pub fn within(self, bytes: u64) -> Self {
        self.with_memory(self.memory.map_or(bytes, |memory| memory.min(bytes)))
    }

    fn read_keys<'a>(&mut self, keys: &'a str, defaults: bool) -> Result<(), SpecError<'a>> {
        let (agent, before) = (self.agent, self.given);
        for part in keys.split(',') {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (part.trim(), None),
            };
            let is_named = |key: &Key| key.name.eq_ignore_ascii_case(name);
            let index = KEYS
                .iter()
                .position(|key| is_named(key) && key.applies_to(&agent))
                .or_else(|| KEYS.iter().position(is_named))
                .ok_or(SpecError::UnknownKey { key: name, agent })?;
            let (key, bit) = (&KEYS[index], 1 << index);
            if defaults && (!key.applies_to(&agent) || before & bit != 0 || self.overrides(bit)) {
                continue;
            }
            if !key.applies_to(&agent) {
                return Err(SpecError::OtherAgents { key: key.name, agent: agent.name });
            }
            if self.given & bit != 0 {
                return Err(SpecError::Duplicate(key.name));
            }
            self.given |= bit;
            if bit == const { keys::bit("paper") } && value.is_none() {
                self.set_all(|key| key.paper);
                continue;
            }
            let value = value.unwrap_or("");
            (key.read)(self, value).ok_or(SpecError::Value {
                key: key.name,
                value,
                values: key.values,
            })?;
        }
        Ok(())
    }

    /// Whether another key makes a game's default for this one useless: `fpu` says what an untried
    /// move is worth, and so would `prior`.
    fn overrides(&self, key: Bits) -> bool {
        key == const { bit("prior") } && self.settings.has_fpu()
    }
}

/// The error for a name that no agent of this program has.
fn unknown(name: &str) -> SpecError<'_> {
    let solver = SOLVERS.iter().find(|solver| solver.eq_ignore_ascii_case(name));
    solver.map_or(SpecError::UnknownAgent(name), |solver| SpecError::LeftOut(solver))
}

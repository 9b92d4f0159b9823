//! Agent specs: one small language wherever a player is named.
//!
//! A spec is a name, then keys with values: `graver2:nodes=160,top=160,second=80`. What is not
//! given has a default; what does not fit is an error that says what would be right.
//!
//! ```
//! use cairn_core::spec::Spec;
//! assert!(Spec::parse("grave:playouts=1000,bias=0.01").is_ok());
//! let error = Spec::parse("uct:bias=0.01").unwrap_err();
//! assert_eq!(error.to_string(), "uct has no key 'bias': only the rave, grave and hrave agents do");
//! ```

mod error;
mod resolve;
mod table;
mod write;

use core::time::Duration;

pub use error::SpecError;
pub use table::{AGENTS, Agent, Family, KEYS, Key, parse_bytes};
pub use write::Explicit;

use crate::mcts::{AmafMode, Width};

/// A spec as it was written: what is not given is `None`. [`Spec::settings`] fills in the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spec {
    /// The name it starts with.
    pub agent: Agent,
    paper: bool,
    playouts: Option<u64>,
    time: Option<Duration>,
    memory: Option<u64>,
    nodes: Option<u32>,
    lambda: Option<f32>,
    top_nodes: Option<u32>,
    second_nodes: Option<u32>,
    top: Option<u32>,
    second: Option<u32>,
    sharing: Option<bool>,
    stop: Option<Option<f32>>,
    c: Option<f32>,
    fpu: Option<Option<f32>>,
    reference: Option<u32>,
    bias: Option<f32>,
    k: Option<Option<f32>>,
    amaf: Option<AmafMode>,
    prior: Option<Option<f32>>,
    reuse: Option<bool>,
    playout: Option<table::PlayoutName>,
    epsilon: Option<f32>,
    decay: Option<f32>,
    counters: Option<Option<Width>>,
}

impl Spec {
    fn new(agent: Agent) -> Self {
        Spec {
            agent,
            paper: false,
            playouts: None,
            time: None,
            memory: None,
            nodes: None,
            lambda: None,
            top_nodes: None,
            second_nodes: None,
            top: None,
            second: None,
            sharing: None,
            stop: None,
            c: None,
            fpu: None,
            reference: None,
            bias: None,
            k: None,
            amaf: None,
            prior: None,
            reuse: None,
            playout: None,
            epsilon: None,
            decay: None,
            counters: None,
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
            .ok_or(SpecError::Agent(name))?;
        let mut spec = Spec::new(*agent);
        if let Some(keys) = keys {
            spec.read_keys(keys, false)?;
        }
        Ok(spec)
    }

    /// Takes values from a list of keys such as `amaf=own,ref=50` where this spec is silent, as
    /// far as its agent has the keys: a game's own defaults. They come after `paper`.
    pub fn with_defaults<'a>(mut self, keys: &'a str) -> Result<Self, SpecError<'a>> {
        if !self.paper && !keys.is_empty() {
            self.read_keys(keys, true)?;
        }
        Ok(self)
    }

    /// The bytes it is held to by its `memory=`, if it has one.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// This spec with another `memory=`.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// This spec held to so many bytes, or to fewer if it says so itself.
    pub fn within(mut self, bytes: u64) -> Self {
        self.memory = Some(self.memory.map_or(bytes, |memory| memory.min(bytes)));
        self
    }

    fn read_keys<'a>(&mut self, keys: &'a str, defaults: bool) -> Result<(), SpecError<'a>> {
        let given = *self;
        let mut seen = 0u32;
        for part in keys.split(',') {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (part.trim(), None),
            };
            let index = KEYS
                .iter()
                .position(|key| key.name.eq_ignore_ascii_case(name))
                .ok_or(SpecError::Key { key: name, agent: given.agent })?;
            let key = &KEYS[index];
            if !key.fits(&given.agent) {
                if defaults {
                    continue;
                }
                return Err(SpecError::Foreign {
                    key: key.name,
                    agent: given.agent,
                    only: key.only,
                });
            }
            if seen >> index & 1 != 0 {
                return Err(SpecError::Twice(key.name));
            }
            seen |= 1 << index;
            if key.name == "paper" && value.is_none() {
                self.paper = true;
                continue;
            }
            let text = value.unwrap_or("");
            let error = SpecError::Value { key: key.name, value: text, values: key.values };
            if defaults {
                // Read into a copy, and keep it only if that changes a field that was silent.
                let mut copy = Spec::new(given.agent);
                (key.set)(&mut copy, text).ok_or(error)?;
                self.fill_from(&copy);
            } else {
                (key.set)(self, text).ok_or(error)?;
            }
        }
        Ok(())
    }

    /// Takes over every value of `other` where this spec has none.
    fn fill_from(&mut self, other: &Spec) {
        macro_rules! fill {
            ($($field:ident)*) => { $(self.$field = self.$field.or(other.$field);)* };
        }
        // Somebody who says what an untried move is worth does not want the game to say it.
        let prior =
            if let Some(Some(_)) = self.fpu { self.prior } else { self.prior.or(other.prior) };
        fill!(playouts time memory nodes lambda top_nodes second_nodes top second sharing stop
            c fpu reference bias k amaf reuse playout epsilon decay counters);
        self.prior = prior;
    }
}

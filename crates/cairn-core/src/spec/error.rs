//! What can be wrong with a spec, in one line that says what would be right.

use core::fmt;

use super::table::{AGENTS, Agent, KEYS};
use crate::mcts::PlanError;

/// A spec that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpecError<'a> {
    /// No agent has this name.
    Agent(&'a str),
    /// No agent has this key.
    Key {
        /// The key.
        key: &'a str,
        /// The agent it was meant for.
        agent: Agent,
    },
    /// Other agents have this key.
    Foreign {
        /// The key.
        key: &'static str,
        /// The agent it was meant for.
        agent: Agent,
        /// Who has it.
        only: &'static str,
    },
    /// A key that stands there twice.
    Twice(&'static str),
    /// A value that is not one.
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: &'a str,
        /// What would be one.
        values: &'static str,
    },
    /// Keys that contradict each other.
    Conflict(&'static str),
    /// No such player fits in its bytes.
    Memory {
        /// The bytes that the smallest takes.
        needed: usize,
        /// The bytes that memory= allows.
        given: u64,
    },
    /// The player has too many nodes for its bytes.
    Nodes {
        /// The bytes that it takes.
        needed: usize,
        /// The bytes that memory= allows.
        given: u64,
        /// What nodes= would fit.
        fewer: Option<u32>,
    },
    /// The search cannot be laid out.
    Plan(PlanError),
}

impl fmt::Display for SpecError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SpecError::Agent(name) => {
                write!(f, "no agent is called '{name}': there are ")?;
                list(f, AGENTS.iter().map(|agent| agent.name))
            }
            SpecError::Key { key, agent } => {
                write!(f, "{} has no key '{key}': it has ", agent.name)?;
                list(f, KEYS.iter().filter(|key| key.fits(&agent)).map(|key| key.name))
            }
            SpecError::Foreign { key, agent, only } => {
                write!(f, "{} has no key '{key}': only {only} do", agent.name)
            }
            SpecError::Twice(key) => write!(f, "'{key}' is given twice"),
            SpecError::Value { key, value: "", values } => {
                write!(f, "{key}= needs a value: {values}")
            }
            SpecError::Value { key: "paper", .. } => {
                write!(f, "'paper' takes no value: write just paper")
            }
            SpecError::Value { key, value, values } => {
                write!(f, "{key}={value} does not fit: {key} is {values}")
            }
            SpecError::Conflict(what) => write!(f, "{what}"),
            SpecError::Nodes { needed, given, fewer } => {
                write!(f, "the player needs {needed} bytes, more than memory={given}")?;
                match fewer {
                    Some(nodes) => write!(f, ": nodes={nodes} would fit"),
                    None => write!(f, ": give fewer top_nodes and second_nodes"),
                }
            }
            SpecError::Memory { needed, given } => write!(
                f,
                "memory={given} is too little: the smallest such player for this game \
                 needs {needed} bytes"
            ),
            SpecError::Plan(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for SpecError<'_> {}

fn list<'a>(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    let mut names = names.peekable();
    let mut first = true;
    while let Some(name) = names.next() {
        let before = match (first, names.peek()) {
            (true, _) => "",
            (false, Some(_)) => ", ",
            (false, None) => " and ",
        };
        write!(f, "{before}{name}")?;
        first = false;
    }
    Ok(())
}

//! Errors in a spec: one line each, which says what would be right.

use core::fmt;

use super::{AGENTS, Agent, KEYS};
use crate::mcts::PlanError;
#[cfg(feature = "solvers")]
use crate::{minimax, proof};

/// Why a spec cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpecError<'a> {
    /// No agent has this name.
    UnknownAgent(&'a str),
    /// This program was built without the agent.
    LeftOut(&'static str),
    /// The agent has no playouts, and the caller knows no other search.
    NoPlayouts(&'static str),
    /// No agent has this key.
    UnknownKey {
        /// The key.
        key: &'a str,
        /// The agent it was given to.
        agent: Agent,
    },
    /// Only other agents have this key.
    OtherAgents {
        /// The key.
        key: &'static str,
        /// The agent it was given to.
        agent: &'static str,
    },
    /// The key is given twice.
    Duplicate(&'static str),
    /// The key does not accept this value.
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        value: &'a str,
        /// The values that it accepts.
        values: &'static str,
    },
    /// Keys that contradict each other.
    Conflict(&'static str),
    /// No player of this kind fits in `memory=`.
    Memory {
        /// The bytes that the smallest one needs.
        needed: usize,
        /// The bytes that `memory=` allows.
        given: u64,
    },
    /// The player has too many nodes for `memory=`.
    Nodes {
        /// The bytes that it needs.
        needed: usize,
        /// The bytes that `memory=` allows.
        given: u64,
        /// The value of `nodes=` that would fit.
        fewer: Option<u32>,
    },
    /// The search cannot be laid out in memory.
    Plan(PlanError),
    /// Alpha-beta cannot search this game.
    #[cfg(feature = "solvers")]
    Minimax(minimax::PlanError),
    /// Proof search or best-first search cannot search this game.
    #[cfg(feature = "solvers")]
    Proof(proof::PlanError),
}

impl fmt::Display for SpecError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SpecError::UnknownAgent(name) => {
                write!(f, "no agent is called '{name}': there are ")?;
                write_list(f, AGENTS.iter().map(|agent| agent.name))
            }
            SpecError::UnknownKey { key, agent } => {
                write!(f, "{} has no key '{key}': it has ", agent.name)?;
                write_list(f, KEYS.iter().filter(|key| key.applies_to(&agent)).map(|key| key.name))
            }
            SpecError::LeftOut(name) => {
                write!(f, "{name} is left out of this program: there are ")?;
                write_list(f, AGENTS.iter().map(|agent| agent.name))
            }
            SpecError::NoPlayouts(name) => {
                write!(f, "{name} cannot search here: use an agent with playouts, such as grave")
            }
            SpecError::OtherAgents { key, agent } => {
                write!(f, "{agent} has no key '{key}': only ")?;
                let groups = KEYS.iter().filter(|other| other.name == key);
                write_list(f, groups.map(|key| key.agents.name))?;
                f.write_str(" do")
            }
            SpecError::Duplicate(key) => write!(f, "'{key}' is given twice: give it once"),
            SpecError::Value { key, value: "", values } => {
                write!(f, "{key}= needs a value: {values}")
            }
            SpecError::Value { key: "paper", .. } => {
                write!(f, "'paper' takes no value: write just paper")
            }
            SpecError::Value { key, value, values } => {
                write!(f, "{key}={value} does not fit: {key} is {values}")
            }
            SpecError::Conflict(message) => f.write_str(message),
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
            #[cfg(feature = "solvers")]
            SpecError::Minimax(error) => write!(f, "{error}"),
            #[cfg(feature = "solvers")]
            SpecError::Proof(error) => write!(f, "{error}"),
        }
    }
}

impl SpecError<'_> {
    /// Whether the search needs an evaluation, and the game has none.
    pub fn needs_evaluation(&self) -> bool {
        #[cfg(feature = "solvers")]
        return matches!(
            self,
            SpecError::Minimax(minimax::PlanError::NoEvaluation)
                | SpecError::Proof(proof::PlanError::NoEvaluation)
        );
        #[cfg(not(feature = "solvers"))]
        false
    }
}

impl core::error::Error for SpecError<'_> {}

fn write_list<'a>(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    let (mut names, mut before) = (names.peekable(), "");
    while let Some(name) = names.next() {
        let and = if names.peek().is_none() && !before.is_empty() { " and " } else { before };
        write!(f, "{and}{name}")?;
        before = ", ";
    }
    Ok(())
}

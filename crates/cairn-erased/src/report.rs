//! What a search of any kind tells.

use core::fmt;

use cairn_core::mcts::PoolStats;
use cairn_core::minimax::{Bound, RootScore};
use cairn_core::proof::{Numbers, Value};
use cairn_core::score::Score;

/// What a search knows about a move at its root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveReport<M> {
    /// The move.
    pub mv: M,
    /// Playouts counted in the move's node; of a search without playouts, positions visited or expanded
    /// after the move. 0 if it is not known.
    pub visits: u32,
    /// What the move is worth to the player to move, 0 to 1: the mean reward of its playouts, or its
    /// score on the same scale. `None` if nothing is known.
    pub value: Option<f32>,
    /// Visits and mean in the AMAF table of the root, if the search has one.
    pub amaf: Option<(u32, f32)>,
    /// Its score, if the search has scores.
    pub score: Option<MoveScore>,
}

/// The score of a move, in the terms of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveScore {
    /// Alpha-beta: the score, and what it says about the value.
    Score(Score, Bound),
    /// Best-first search: the least and the most that it may be.
    Range(Score, Score),
    /// Proof search: the numbers, and the least and the most by what is proved.
    Proof(Numbers, Value, Value),
}

impl fmt::Display for MoveScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveScore::Score(score, Bound::Exact) => write!(f, "{score}"),
            MoveScore::Score(score, Bound::Lower) => write!(f, "≥ {score}"),
            MoveScore::Score(score, Bound::Upper) => write!(f, "≤ {score}"),
            MoveScore::Range(low, high) if low == high => write!(f, "{low}"),
            MoveScore::Range(low, high) => write!(f, "{low} to {high}"),
            MoveScore::Proof(numbers, low, high) => write_proof(f, numbers, low, high),
        }
    }
}

/// What is proved, or the numbers if nothing is.
fn write_proof(
    f: &mut fmt::Formatter<'_>,
    numbers: Numbers,
    low: Value,
    high: Value,
) -> fmt::Result {
    match (low, high) {
        (Value::Win, _) => return f.write_str("win"),
        (_, Value::Loss) => return f.write_str("loss"),
        (Value::Draw, Value::Draw) => return f.write_str("draw"),
        (Value::Draw, Value::Win) => f.write_str("no loss, ")?,
        (Value::Loss, Value::Draw) => f.write_str("no win, ")?,
        (Value::Loss, Value::Win) => {}
    }
    let number = |f: &mut fmt::Formatter<'_>, number| match number {
        Numbers::INFINITE | Numbers::UNREACHABLE => f.write_str("∞"),
        number => write!(f, "{number}"),
    };
    number(f, numbers.proof)?;
    f.write_str(" to prove, ")?;
    number(f, numbers.disproof)?;
    f.write_str(" to disprove")
}

/// What a search has done and found, in the terms of its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Report {
    /// A search with playouts.
    Playouts {
        /// Playouts since the start.
        playouts: u64,
        /// The nodes of its trees.
        nodes: PoolStats,
    },
    /// Alpha-beta and its relatives.
    Minimax {
        /// Positions visited.
        nodes: u64,
        /// Plies to which all moves were searched.
        depth: u16,
        /// The deepest ply that was visited.
        selective_depth: u16,
        /// What the root is worth; `None` before a first move is searched.
        score: Option<RootScore>,
        /// How many of a thousand entries of the table this search wrote.
        table_use: u16,
    },
    /// Proof search.
    Proof {
        /// Positions looked at.
        positions: u64,
        /// The root's numbers.
        numbers: Numbers,
        /// The root is worth at least this.
        at_least: Value,
        /// The root is worth at most this.
        at_most: Value,
        /// Whether it ended without an answer, and never will have one.
        gave_up: bool,
        /// The nodes of its tree, or the entries of its table.
        nodes: PoolStats,
    },
    /// Best-first search.
    Best {
        /// Leaves expanded.
        expansions: u64,
        /// Positions looked at.
        positions: u64,
        /// The root is worth at least this, by the method.
        low: Score,
        /// The root is worth at most this, by the method.
        high: Score,
        /// Whether the method has decided.
        settled: bool,
        /// The nodes of its tree.
        nodes: PoolStats,
    },
}

impl Report {
    /// The score of the root, if the search has scores.
    pub fn score(&self) -> Option<MoveScore> {
        match *self {
            Report::Playouts { .. } => None,
            Report::Minimax { score, .. } => {
                score.map(|root| MoveScore::Score(root.score, root.bound))
            }
            Report::Proof { numbers, at_least, at_most, .. } => {
                Some(MoveScore::Proof(numbers, at_least, at_most))
            }
            Report::Best { low, high, .. } => Some(MoveScore::Range(low, high)),
        }
    }
}

//! Monte-Carlo tree search: one engine, many settings.
//!
//! A [`Search`] is GRAVER² with every part of it optional; each agent is a choice of [`Settings`].
//! A playout goes through these files:
//!
//! 1. `select` follows the tree from the root to a leaf and adds a node there. `tree` has the pool
//!    of nodes and recycles them when it is full. With two levels, a second tree continues from the
//!    leaf.
//! 2. `playout` plays from there to the end of the game: at random, by the move averages of `mast`
//!    or by the game's own knowledge. Each move is written down as a `ply`.
//! 3. `backup` goes back to the root and counts the outcome in every node on the way and in the
//!    `amaf` tables.
//!
//! Nodes get AMAF tables on demand, from the `pool`. Nodes and tables are recycled by a `queue`.
//!
//! `search` drives these steps and `clock` stops it in time. `plan` gives everything its place in
//! the block, with counters as wide as `width` says. `reuse` keeps part of a tree for the next turn.
//! `report` reads what was found.

mod amaf;
mod backup;
mod clock;
mod mast;
mod plan;
mod playout;
mod ply;
mod pool;
pub(crate) mod queue;
mod report;
mod reuse;
mod search;
mod select;
mod settings;
mod tree;
pub(crate) mod width;

pub use crate::clock::{Ended, Watch};
pub use amaf::AmafMode;
pub use plan::PlanError;
pub use playout::random_playout;
#[doc(hidden)]
pub use playout::{PlayoutState, play_to_end};
pub use report::{MoveStats, PoolStats};
pub use search::{Footprint, LevelFootprint, Search, bytes_needed};
#[doc(hidden)]
pub use select::best_legal_move;
pub use settings::{Level, Playout, Policy, Schedule, Second, Settings};
pub use width::Width;

//! Monte-Carlo tree search: one engine, several settings.
//!
//! A [`Search`] has every parameter of GRAVER²; each other agent is a setting of it. The way of one
//! playout through the files here: `select` follows the tree to a leaf (and, with two levels,
//! follows a second tree from there), `playout` plays on to the end, `backup` counts the result on
//! the way back, in the `amaf` tables and the `mast` averages too, and `tree` recycles nodes when
//! its pool is full. `search` drives them, `plan` has given each its place in the block,
//! `reuse` carries a tree over to the next turn, and `report` tells what was found.

mod amaf;
mod backup;
mod clock;
mod mast;
mod plan;
mod playout;
mod ply;
mod report;
mod reuse;
mod search;
mod select;
mod settings;
mod tree;
mod width;

pub use amaf::AmafMode;
pub use clock::{Ended, Watch};
pub use plan::PlanError;
pub use playout::random_playout;
#[doc(hidden)]
pub use playout::{PlayoutState, play_to_end};
pub use report::{MoveStats, NodeStats};
pub use search::{Footprint, Search, bytes_needed};
#[doc(hidden)]
pub use select::best_legal_move;
pub use settings::{Level, Playout, Policy, Schedule, Second, Settings};
pub use width::Width;

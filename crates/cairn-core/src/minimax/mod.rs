//! Alpha-beta.

mod driver;
mod engine;
mod frame;
mod line;
mod moves;
mod node;
mod path;
mod plan;
mod report;
mod search;
mod settings;
mod table;

pub use crate::clock::{Ended, Watch};
pub use driver::Certainty;
pub use plan::PlanError;
pub use report::{Bound, MoveScore, RootScore};
pub use search::{Search, bytes_needed};
pub use settings::{Driver, Settings, Value};

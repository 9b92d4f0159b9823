//! The keys of agents without playouts: see `keys.rs`.

use super::keys::Key;
#[cfg(feature = "solvers")]
use super::{Settings, value::Value};

/// A key of agents without playouts.
pub(super) struct SolverKey {
    pub key: Key,
    /// The value in settings. `None` if other keys determine it, or if it has no effect there.
    #[cfg(feature = "solvers")]
    pub write: fn(&Settings) -> Option<Value>,
}

#[cfg(not(feature = "solvers"))]
pub(super) const SOLVER_KEYS: [SolverKey; 0] = [];

#[cfg(feature = "solvers")]
pub(super) use rows::SOLVER_KEYS;

#[cfg(feature = "solvers")]
mod rows;

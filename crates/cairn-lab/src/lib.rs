#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to keep what agents played ([`Experiment`], [`Store`]) and to show it ([`report`]). The
//! agents and their matches are in `cairn-arena`, which this crate re-exports.

mod experiment;
mod files;
mod pairing;
pub mod records;
mod referee;
pub mod report;
mod run;
mod saved;
pub mod shard;
pub mod slurm;
mod standing;
mod store;
pub mod verify;

/// Players, matches and statistics, so that a program that keeps its games needs one name for both.
pub use cairn_arena::*;
pub use experiment::{Contest, Entry, Experiment, ExperimentError, MOST_GAMES, Plot};
pub use files::{check_writable, make_directory, replace_file};
pub use pairing::{Pairing, PairingError};
pub use run::{Run, RunError, missing};
pub use saved::{NotSaved, SavedGame};
pub use standing::{Standing, missing_games, standings};
pub use store::{Added, Store, StoreError};

#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! An [`Experiment`] says what to play, a [`Run`] plays it, a [`Store`] keeps the games, and
//! [`report`] shows the results.

mod experiment;
mod files;
mod pairing;
pub mod records;
mod referee;
pub mod report;
mod results;
mod run;
mod saved;
pub mod sgf;
pub mod shard;
pub mod slurm;
mod store;
pub mod verify;

pub use cairn_arena::*;
pub use experiment::{Contest, Entry, Experiment, ExperimentError, MAX_GAMES, Plot};
pub use files::{check_writable, make_directory, replace_file};
pub use pairing::{Pairing, PairingError};
pub use results::{ContestResult, contest_results, missing_games};
pub use run::{Run, RunError, missing};
pub use saved::{SavedGame, SavedGameError};
pub use store::{Added, Store, StoreError};

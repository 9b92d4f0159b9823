#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! An [`Experiment`] says what to play, [`play_and_store`] plays it into a [`Store`], and [`report`]
//! shows the results.

mod experiment;
mod files;
mod pairing;
pub mod records;
mod referee;
pub mod report;
mod results;
mod run;
mod saved;
pub mod shard;
pub mod slurm;
mod store;
pub mod verify;

pub use cairn_arena::*;
pub use experiment::{Contest, Entry, Experiment, ExperimentError, MAX_GAMES, Plot};
pub use files::{check_writable, make_directory, replace_file};
pub use pairing::{Pairing, PairingError, matchups};
pub use results::{ContestResult, contest_results, missing_games};
pub use run::{RunError, missing, play_and_store};
pub use saved::{SavedGame, SavedGameError};
pub use store::{Added, Store, StoreError};

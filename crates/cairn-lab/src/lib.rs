#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to let agents play ([`Match`], or [`AnyGame`] for games and agents by their names), and
//! to keep what they played ([`Experiment`], [`Store`]). The rules are in `cairn-games`, the searches
//! in `cairn-core`; this crate adds what they must not have: a clock, threads and a history of the
//! game.

mod any;
mod experiment;
mod files;
mod go;
mod history;
mod matches;
mod openings;
mod pairing;
mod player;
pub mod records;
mod referee;
pub mod report;
mod run;
mod saved;
mod sequential;
pub mod sgf;
pub mod shard;
pub mod slurm;
mod standing;
mod stats;
mod store;
mod survey;
mod table;
pub mod verify;
mod workers;

/// The program that plays: its version, and the signature of what it plays (`cairn bench
/// --signature`), which changes when any search does.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+c2ed590092e02d4c");

pub use any::{AnyDecision, AnyGame, AnyPlay, AnyPlayer, Explained, NoAgent, NoGame, NoPosition};
pub use experiment::{Contest, Entry, Experiment, ExperimentError, MOST_GAMES, Plot};
pub use files::{check_writable, make_directory, replace_file};
pub use go::go_position;
pub use history::{GameHistory, MoveError, move_text, moves_text, new_game, play_text};
pub use matches::{Match, MatchError, MatchResult, run_match};
pub use openings::{OpeningError, Openings};
pub use pairing::{Pairing, PairingError};
pub use player::{Decision, Player, PlayerError};
pub use run::{Job, Run, RunError, missing};
pub use saved::{NotSaved, SavedGame};
pub use sequential::Sequential;
pub use standing::{Standing, missing_games, standings};
pub use stats::{
    Disconnected, Elo, Outcomes, Pairs, Score, Sprt, SprtError, Verdict, Z95, agresti_coull,
    elo_from_rate, los, mean_interval, rate_from_elo, ratings, wilson,
};
pub use store::{Added, Store, StoreError};
pub use survey::Survey;
pub use table::{AnyTable, Record, Rounds, Status, Table};
pub use workers::FewerThreads;

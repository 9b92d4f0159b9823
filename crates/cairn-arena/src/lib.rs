#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to let agents play: a [`Player`] is an agent with its memory and a clock, a [`Match`] many
//! games between two of them. The rules are in `cairn-games`, the searches in `cairn-core`; this crate
//! adds what they must not have: a clock and threads.

#[cfg(feature = "games")]
mod any;
#[cfg(feature = "games")]
mod go;
mod history;
mod matches;
mod openings;
mod player;
mod sequential;
mod stats;
mod survey;
mod table;
mod workers;

/// The program that plays: its version, and the signature of what it plays (`cairn bench
/// --signature`), which changes when any search does.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+c2ed590092e02d4c");

#[cfg(feature = "games")]
pub use any::{AnyDecision, AnyGame, AnyPlay, AnyPlayer, Explained, NoAgent, NoGame, NoPosition};
#[cfg(feature = "games")]
pub use go::go_position;
pub use history::{GameHistory, MoveError, move_text, moves_text, new_game, play_text};
pub use matches::{Match, MatchError, MatchResult, run_match};
pub use openings::{OpeningError, Openings};
pub use player::{Decision, Player, PlayerError};
pub use sequential::Sequential;
pub use stats::{
    Disconnected, Elo, Outcomes, Pairs, Score, Sprt, SprtError, Verdict, Z95, agresti_coull,
    elo_from_rate, los, mean_interval, rate_from_elo, ratings, wilson,
};
pub use survey::Survey;
pub use table::{AnyTable, Record, Rounds, Status, Table, guarded};
pub use workers::{FewerThreads, run_jobs};

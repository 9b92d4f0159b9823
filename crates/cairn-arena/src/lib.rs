#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to let agents play. [`AnyGame`] is a game by its name, or one of your own; a
//! [`GameHistory`] is a game of it being played; a [`Player`] is an agent with its memory and a
//! clock; a [`Schedule`] plays many games on several threads. The rules are in `cairn-games`, the
//! searches in `cairn-core`; this crate adds a clock and threads, which they must not have.

mod game;
#[cfg(feature = "games")]
mod go;
mod history;
mod openings;
mod opponents;
mod player;
mod schedule;
mod sequential;
#[cfg(feature = "games")]
pub mod sgf;
mod stats;
mod survey;
mod workers;

/// The program that plays: its version, and the signature of what it plays (`cairn bench
/// --signature`), which changes when any search does.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+c2ed590092e02d4c");

pub use game::{AnyGame, GameSpecError, PositionError};
#[cfg(feature = "games")]
pub use go::go_position;
pub use history::{GameHistory, MoveError, move_text};
pub use openings::{OpeningError, Openings};
pub use opponents::{Conditions, GameRecord, GameStatus, Opponents, guarded};
pub use player::{AgentError, AgentSummary, Decision, Player};
pub use schedule::{Job, MatchResult, Matchup, Schedule, ScheduleError};
pub use sequential::Sequential;
pub use stats::{
    Disconnected, Elo, Outcomes, Pairs, Score, Sprt, SprtError, Verdict, Z95, agresti_coull,
    elo_from_rate, los, mean_interval, rate_from_elo, ratings, wilson,
};
pub use survey::Survey;
pub use workers::FewerThreads;

#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! [`AnyGame`] is a game by its name, or one of your own. A [`GameHistory`] is a game in progress, a
//! [`Player`] an agent with its memory and a clock. A [`Tournament`] plays many games on several
//! threads. The rules are in `cairn-games` and the searches in `cairn-core`, which have neither clock
//! nor threads.

mod game;
mod history;
mod openings;
mod opponents;
mod player;
mod sequential;
#[cfg(feature = "games")]
pub mod sgf;
mod solve;
mod stats;
mod survey;
mod tournament;
mod workers;

/// The program's version and its signature (`cairn bench --signature`), which changes when any search
/// plays differently.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+", include_str!("signature.txt"));

pub use cairn_erased::{AnyMove, MoveReport, MoveScore, Report};
#[cfg(feature = "games")]
pub use game::evaluated_games;
pub use game::{AnyGame, GameSpecError, PositionError};
pub use history::{GameHistory, PlayTextError, move_text};
pub use openings::{OpeningError, Openings};
pub use opponents::{Conditions, GameRecord, GameStatus, Opponents, guarded};
pub use player::{AgentError, AgentSummary, Decision, Player};
pub use sequential::SequentialTest;
pub use solve::{SOLVER, Solution, SolveError, solve};
pub use stats::{
    Elo, Outcomes, Pairs, RatingsError, Score, Sprt, SprtError, SprtVerdict, Z95, agresti_coull,
    elo_from_rate, los, mean_interval, rate_from_elo, ratings, wilson,
};
pub use survey::Survey;
pub use tournament::{Job, MatchResult, Matchup, StopSignal, Tournament, TournamentError};
pub use workers::FewerThreads;

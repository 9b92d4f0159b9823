#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! - To write a game: [`Game`], and [`testkit`] to check it; [`capabilities`] for more than its rules.
//! - To embed a player: [`mcts::Search`] in a block of [`memory`], and [`spec`] to describe it.
//! - To search by evaluation, or to solve: [`minimax`].
//! - To play a whole game: [`history`].
//! - To solve positions: [`proof`]. To search best first with an evaluation: [`best`].
//! - To change how searches work: [`mcts`], [`minimax`], [`proof`], [`best`].
#![no_std]

#[macro_use] // `#[hot]` and `#[once]`
extern crate cairn_macros;
#[cfg(feature = "std")]
extern crate std;

pub mod best;
pub mod capabilities;
pub mod clock;
mod decimal;
pub mod game;
pub mod history;
pub mod mcts;
pub mod memory;
pub mod minimax;
pub mod proof;
pub mod rng;
pub mod score;
mod simd;
pub mod spec;
pub mod testkit;

pub use decimal::parse_decimal;
pub use game::{Game, Outcome, Turn};
pub use rng::Rng;

#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to bring a game of your own ([`Game`], checked by [`testkit`]), to embed a player
//! ([`mcts::Search`] in a block of [`memory`]), to name one ([`spec`]) or to change how searches
//! think ([`mcts`]).
#![no_std]
#[cfg(feature = "std")]
extern crate std;

mod decimal;
pub mod game;
pub mod history;
pub mod mcts;
pub mod memory;
pub mod rng;
mod simd;
pub mod spec;
pub mod testkit;

pub use decimal::parse_decimal;
pub use game::{Game, Outcome, Turn};
pub use rng::Rng;

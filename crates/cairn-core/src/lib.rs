//! Game search inside a byte budget.
#![no_std]
#[cfg(feature = "std")]
extern crate std;

pub mod game;
pub mod mcts;
pub mod memory;
pub mod rng;
mod simd;
pub mod spec;

pub use game::{Game, Outcome};
pub use rng::Rng;

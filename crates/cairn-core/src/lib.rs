//! Game search inside a byte budget.
#![no_std]

pub mod game;
pub mod rng;

pub use game::{Game, Outcome};
pub use rng::Rng;

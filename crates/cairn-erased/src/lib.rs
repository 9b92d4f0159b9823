#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! A search is compiled for its game. Compiled for every game there is, it takes minutes and
//! megabytes. So the games here are one type: an [`Erased`] position holds the bytes of the hidden
//! game's own position and a table of functions, its rules. A playout is one call through that
//! table; only the walk down the tree asks move by move.
//!
//! - `position`: [`Erased`], its rules and its moves. [`AnyPosition`] is large enough for every game.
//! - `search`: [`AnySearch`], a search of any game as an object. It is compiled for 9×9 Go and for
//!   three sizes of position, and [`with_search_type`] finds the one for a game.
//! - `names`: positions by the name of their game.
#![no_std]

#[cfg(feature = "games")]
mod names;
mod position;
mod search;

#[cfg(feature = "games")]
pub use names::start;
pub use position::{AnyMove, AnyPosition, Erased, LARGEST};
pub use search::{AnySearch, SearchType, SearchVisitor, with_search_type};

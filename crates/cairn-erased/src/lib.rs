#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! A search is generic over its game. Compiling it for every game takes minutes and megabytes. An
//! [`Erased`] position has the same type for all games instead: it stores the bytes of the game's own
//! position and a reference to a table of functions, the rules. A playout is a single call through
//! that table. Only the walk down the tree calls it for each move.
//!
//! - `position`: [`Erased`], its rules and its moves. [`AnyPosition`] is large enough for every game.
//! - `search`: [`AnySearch`], a search of any game as a trait object. The search is compiled for 9×9
//!   Go, for Othello and for a few sizes of position. [`with_search_type`] finds the right one for a
//!   position.
//! - `engine`: from an agent's spec to its search ([`with_engine`]), whatever its kind.
//! - `solvers`: the searches without playouts (feature `solvers`), compiled for two sizes of position.
//! - `report`: what every kind of search tells ([`Report`], [`MoveReport`]).
//! - `names`: positions by the name of their game (feature `games`).
#![no_std]

#[macro_use] // `#[hot]`
extern crate cairn_macros;

mod capabilities;
mod engine;
#[cfg(feature = "games")]
mod names;
mod position;
mod report;
mod search;
#[cfg(feature = "solvers")]
mod solvers;

pub use engine::{Engine, EngineVisitor, with_engine};
#[cfg(feature = "games")]
pub use names::start;
pub use position::{AnyMove, AnyPosition, Erased, LARGEST};
pub use report::{MoveReport, MoveScore, Report};
pub use search::{AnySearch, SMALL, SearchType, SearchVisitor, with_search_type};
#[cfg(feature = "solvers")]
pub use solvers::with_solver_type;

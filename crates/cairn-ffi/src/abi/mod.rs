//! The interface for C and WebAssembly. `include/cairn.h` is generated from this folder, and the
//! comments here are its documentation.
//!
//! Any pointer may be NULL: that is an error like any other. No function keeps a pointer that it gets,
//! except the buffer of a player.
//!
//! # Safety
//! It is the same for all functions. A pointer is NULL or valid: a player comes from `cairn_create`
//! and is used by one call at a time, a text ends with a zero, and a place to write to has room for as
//! much as the call says. The buffer of a player is not moved or used otherwise.
#![allow(clippy::missing_safety_doc)]

mod call;
mod create;
mod game;
mod search;

pub use create::*;
pub use game::*;
pub use search::*;

use crate::player::GamePlayer;

/// Room for a move's text with its zero; no game's notation is longer.
pub const CAIRN_MOVE_TEXT: usize = 12;

/// Room for the dead stones of any board.
pub const CAIRN_DEAD_TEXT: usize = 1444;

/// A game and the agent that plays it, in a buffer that you provide. Use it from one thread at a time.
pub struct CairnPlayer(pub(crate) GamePlayer);

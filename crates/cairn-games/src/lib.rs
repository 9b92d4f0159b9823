//! Rules of games, for [`cairn_core`] to search. Come here to add a game: a file or a folder each
//! ([`tictactoe`] is the one to copy) and a line in the [`registry`].
#![no_std]

pub mod amazons;
mod cells;
pub mod domineering;
pub mod go;
pub mod havannah;
pub mod hex;
pub mod registry;
mod rows;
pub mod tictactoe;

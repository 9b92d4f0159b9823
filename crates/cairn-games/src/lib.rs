//! Rules of games, for [`cairn_core`] to search. Come here to add a game: a file or a folder each
//! ([`tictactoe`] is the one to copy) and a line in the [`registry`].
#![no_std]

pub mod amazons;
mod cells;
pub mod connect_four;
pub mod domineering;
pub mod go;
mod grid;
pub mod havannah;
pub mod hex;
pub mod lines_of_action;
pub mod othello;
pub mod race;
pub mod registry;
mod rows;
pub mod tictactoe;

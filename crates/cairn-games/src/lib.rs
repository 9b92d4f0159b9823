//! Rules of games.
#![no_std]

pub mod go;
pub mod registry;
pub mod tictactoe;

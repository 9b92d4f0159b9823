//! Rules of games, for [`cairn_core`] to search. Come here to add a game: a file or a folder each
//! ([`tictactoe`] is the one to copy) and a line in the [`registry`].
#![no_std]

pub mod atarigo;
pub mod awari;
pub mod go;
pub mod goban;
pub mod morris;
pub mod nogo;
pub mod registry;
pub mod three_color_go;
pub mod tictactoe;

#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to add a game: a file or a folder each ([`tictactoe`] is the one to copy) and a line in
//! the [`registry`].
#![no_std]

pub mod amazons;
pub mod atarigo;
pub mod awari;
pub mod bits;
pub mod connect_four;
pub mod connection;
pub mod domineering;
pub mod einstein;
pub mod go;
pub mod goban;
mod grid;
pub mod havannah;
pub mod hex;
pub mod lines_of_action;
pub mod morris;
pub mod nogo;
pub mod othello;
pub mod race;
pub mod registry;
mod rows;
mod rules;
pub mod signature;
pub mod three_color_go;
pub mod tictactoe;

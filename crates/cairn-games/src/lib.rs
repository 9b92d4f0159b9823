#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to add a game: a file or a folder each ([`tictactoe`] is the one to copy) and a line in
//! the [`registry`].
#![no_std]
// Without the other games, some of what they share with Go has no user.
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_imports, unused_macros))]

#[macro_use] // `#[hot]`
extern crate cairn_macros;

pub mod bits;
pub mod go;
pub mod goban;
mod rows;
pub mod signature;

#[cfg(feature = "all")]
pub mod amazons;
#[cfg(feature = "all")]
pub mod atarigo;
#[cfg(feature = "all")]
pub mod awari;
#[cfg(feature = "large")]
pub mod chess;
#[cfg(feature = "all")]
pub mod connect_four;
#[cfg(feature = "all")]
pub mod connection;
#[cfg(feature = "all")]
pub mod domineering;
#[cfg(feature = "large")]
pub mod draughts;
#[cfg(feature = "all")]
pub mod einstein;
#[cfg(feature = "all")]
pub mod evaluation;
#[cfg(feature = "all")]
mod grid;
#[cfg(feature = "all")]
pub mod havannah;
#[cfg(feature = "all")]
pub mod hex;
#[cfg(feature = "all")]
pub mod lines_of_action;
#[cfg(feature = "all")]
pub mod morris;
#[cfg(feature = "all")]
pub mod nogo;
#[cfg(feature = "all")]
pub mod othello;
#[cfg(feature = "all")]
pub mod race;
#[cfg(feature = "all")]
pub mod registry;
#[cfg(feature = "all")]
mod rules;
#[cfg(feature = "all")]
pub mod three_color_go;
#[cfg(feature = "all")]
pub mod tictactoe;

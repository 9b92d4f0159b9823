//! Rules of games.
#![no_std]

pub mod go;

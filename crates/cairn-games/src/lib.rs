//! Rules of games.
#![no_std]

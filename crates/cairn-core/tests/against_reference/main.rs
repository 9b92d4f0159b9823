//! The engine counts exactly what a naive implementation counts. One program for all of these tests:
//! the search is compiled for each of their games, which takes longer than to run them.

#[path = "../games/mod.rs"]
mod games;
#[path = "../reference/mod.rs"]
mod reference;

mod go;
mod small_games;
mod tables;

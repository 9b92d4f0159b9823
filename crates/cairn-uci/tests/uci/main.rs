//! The protocol from outside. One program, because each would compile the search again.

mod any_lines;
#[path = "../../../cairn-core/tests/heap/mod.rs"]
mod heap;
mod host;
mod memory;
mod random_lines;
mod thinking;
mod transcripts;

//! The protocol from outside. One program, because each would compile the search again.

mod any_lines;
mod host;
mod questions;
mod random_lines;
mod transcripts;

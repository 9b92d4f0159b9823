#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to add a command (`session.rs`), an option (`options.rs`) or a word of `go` (`go.rs`), or
//! to bring the engine to another place (write a [`Host`]).
//!
//! Bytes go into a [`LineBuffer`], which finds the lines. A [`UciSession`] does what a line says and
//! returns at once; a search goes on only in [`UciSession::think`], a little at a time. So the caller's
//! loop decides when to look for input, and `isready` and `stop` need no thread. A [`Host`] says what a
//! session cannot know: where the output goes, what time it is, where the player's memory is.
//!
//! A line that arrives during a search and needs its end (`position`, `go`, `setoption`, `ucinewgame`)
//! waits for it, or stops it if it is endless or if `stop` comes next ([`Host::wants_stop`]). Each `go` that is accepted is answered by one `bestmove`.
//!
//! | file | what is there |
//! | --- | --- |
//! | `input.rs` | from bytes to lines, from lines to words |
//! | `session.rs` | every command |
//! | `board.rs` | `position`: the board, and the positions that can occur again |
//! | `go.rs`, `time.rs` | `go`: its words; how long a move may take |
//! | `options.rs`, `strength.rs` | `setoption`; ratings and how many positions make them |
//! | `player.rs` | from options to the settings of a search, and its memory |
//! | `think.rs` | the search at work |
//! | `lines.rs` | `info` and `bestmove` |
//! | `error.rs` | what can be wrong with a line |
#![no_std]

mod board;
mod error;
mod go;
mod host;
mod input;
mod lines;
mod options;
mod player;
mod session;
mod strength;
mod think;
mod time;

pub use error::UciError;
pub use host::Host;
pub use input::LineBuffer;
pub use lines::MOST_LINES;
pub use options::Options;
pub use player::player_bytes;
pub use session::{Next, UciSession};
pub use strength::{RATINGS, STRENGTH, nodes_of};
pub use time::{Budget, Clock};

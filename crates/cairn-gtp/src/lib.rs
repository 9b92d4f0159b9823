#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to add a command (`commands/`: one line in its table and a method of [`Session`]) or to
//! bring the protocol to another place (write a [`Host`]).
//!
//! Bytes go into [`Lines`], which applies the standard's preprocessing and finds the commands; a
//! [`Session`] on a board of one size holds the game and the player, and answers each command with
//! exactly one response. What a session cannot know, a [`Host`] tells: where the output goes, what
//! time it is, whether input is waiting, where the player's memory is.
//!
//! | file | what is there |
//! | --- | --- |
//! | `line.rs`, `args.rs` | from bytes to a command, from its words to values |
//! | `reply.rs` | the form of a response; what can go wrong |
//! | `record.rs` | the game: its start, its moves, superko, taking back |
//! | `clock.rs` | time settings, and how long a move may take |
//! | `status.rs` | who owns what: ownership, dead stones, the score |
//! | `think.rs` | the search for one move, and what it says meanwhile |
//! | `signature.rs` | a fingerprint of the search, to compare machines by |
//! | `any_size.rs` | a session for boards of any size, on hosts with the room |
//! | `commands/` | every command |
#![no_std]

mod any_size;
mod args;
mod clock;
mod commands;
mod host;
mod line;
mod record;
mod reply;
mod session;
mod signature;
mod status;
mod think;

pub use any_size::AnySession;
pub use args::{Args, colour_letter};
pub use clock::{Clock, Left, System, budget};
pub use commands::genmove::{HOPELESS, should_pass};
pub use commands::{COMMANDS, EXTRA_COMMANDS};
pub use host::{Host, SgfItem};
pub use line::{Command, Input, Lines};
pub use record::{Played, Record};
pub use reply::{Fault, Reply};
pub use session::{LOST, Next, Options, STATUS_PLAYOUTS, Session};
pub use status::{Status, fixed_handicap};

#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to add a command (`commands/`: one line in its table and a method of [`GtpSession`]) or
//! to bring the protocol to another place (write a [`Host`]).
//!
//! Bytes go into a [`LineBuffer`], which does the standard's preprocessing and finds the commands. A
//! [`GtpSession`] on a board of one size has the game and the player, and answers each command with
//! exactly one response. A [`Host`] says what a session cannot know: where the output goes, what time
//! it is, whether input is waiting, where the player's memory is.
//!
//! When to pass or resign, which stones are dead and the score are decided in
//! [`cairn_games::go::conventions`].
//!
//! | file | what is there |
//! | --- | --- |
//! | `input.rs`, `args.rs` | from bytes to a command, from its words to values |
//! | `reply.rs` | the form of a response; what can go wrong |
//! | `game.rs` | the game: core's history, with moves by either colour |
//! | `clock.rs` | time settings, and how long a move may take |
//! | `search.rs` | the search for one move, with clock and analysis |
//! | `signature.rs` | a fingerprint of the search, to compare machines by |
//! | `any_size.rs` | a session for boards of any size, on hosts with the room |
//! | `commands/` | every command |
#![no_std]

mod any_size;
mod args;
mod clock;
mod commands;
mod game;
mod host;
mod input;
mod reply;
mod search;
mod session;
mod signature;

pub use any_size::AnySizeSession;
pub use args::Args;
pub use clock::{GameClock, TimeLeft, TimeSystem};
pub use commands::{COMMANDS, EXTRA_COMMANDS};
pub use game::{ColouredMove, GameLists, GameMemory, GtpGame, max_legal};
pub use host::Host;
pub use input::{Command, Input, LineBuffer};
pub use reply::{Call, GtpError, Reply};
pub use session::{GtpSession, Next, Options};

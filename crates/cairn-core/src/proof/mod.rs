//! Proof search: who wins, and by which move.
//!
//! A [`Search`] answers with proof or not at all. There are three ways to search
//! ([`Method`]):
//!
//! - `pn`: proof-number search. Its tree is in the block; a full tree forgets what it has not visited
//!   for longest.
//! - `pn2`: a second proof-number search at each leaf of the first. It proves more in the same memory,
//!   and takes longer.
//! - `dfpn`: depth first, with a table. It goes on however small the table is, and profits from
//!   transpositions. Usually the best of the three.
//!
//! ```
//! use cairn_core::memory::{Word, words};
//! use cairn_core::proof::{Search, Settings, Value, bytes_needed};
//! # use cairn_core::{Game, Outcome, Turn};
//! # #[derive(Clone, Copy, PartialEq, Eq, Hash)]
//! # struct Matches { left: u8, player: u8 }
//! # impl Game for Matches {
//! #     type Move = u8;
//! #     fn keys(&self) -> usize { 3 }
//! #     fn max_plies(&self) -> usize { 21 }
//! #     fn turn(&self) -> Turn {
//! #         let player = self.player.into();
//! #         if self.left == 0 { Turn::Over(Outcome::win(1 - player)) } else { Turn::Player(player) }
//! #     }
//! #     fn legal_moves(&self) -> impl Iterator<Item = u8> { 1..=self.left.min(3) }
//! #     fn play(&mut self, mv: u8) { self.left -= mv; self.player = 1 - self.player; }
//! #     fn key(&self, mv: u8) -> usize { mv as usize - 1 }
//! # }
//! let game = Matches { left: 21, player: 0 }; // take one to three; who takes the last one wins
//! let settings = Settings::dfpn(256);
//! let mut block = vec![Word::uninit(); words(bytes_needed(&settings, &game)?)];
//! let mut search = Search::new(settings, &game, &mut block[..])?;
//! search.start(&game, &[], &[], 0);
//! search.run(|| false);
//! assert_eq!(search.value(), Some(Value::Win));
//! assert_eq!(search.best_move(), Some(1)); // leave a multiple of four
//! # Ok::<(), cairn_core::proof::PlanError>(())
//! ```
//!
//! # What is proved
//!
//! The value for the player to move at the root, if the other player gives him as little as possible: a
//! win is more than half of the game's reward, a draw half. Proof numbers know only yes and no, so a
//! draw takes two questions: `search` has the details. Repetitions end a line. `rules` says why that is
//! right, and why a result that is only true on one line is never used on another.
//!
//! Two things are taken for granted: different positions have different 64-bit hashes
//! ([`Game::hash64`](crate::Game::hash64), with the [counter](crate::capabilities::Capabilities::clock) that they leave out), and going
//! round in a circle does not change [`Game::cutoff`](crate::Game::cutoff).
//!
//! # When memory is full
//!
//! Nothing that is proved becomes wrong. A tree drops the children of nodes that it has not visited for
//! long, a table its cheapest entries, and both search such positions again. A position whose children
//! do not fit at all counts as unknown. If the answer depends on it, the search [gives
//! up](Search::gave_up): it is done and has no value.
//!
//! # The files
//!
//! `settings`, `plan` and `search` are as in [`mcts`](crate::mcts). `numbers` adds up numbers, `rules`
//! judges positions. `pn` and `tree` are the two searches with trees, `dfpn` and `table` the third.
//! `report` reads what was found.

mod dfpn;
mod numbers;
pub(crate) mod plan;
pub(crate) mod pn;
mod report;
pub(crate) mod rules;
mod search;
mod settings;
mod table;
mod tree;

pub use numbers::Numbers;
pub use plan::PlanError;
pub use report::MoveStats;
pub use rules::Obstacles;
pub(crate) use search::is_excluded;
pub use search::{Footprint, Search, bytes_needed};
pub use settings::{Goal, Growth, Method, Second, Settings, Table, Tree, Value};

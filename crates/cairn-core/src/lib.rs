//! Game search inside a byte budget: the contract a game fulfils, the block of memory a player
//! lives in, and the searches. `no_std`, and no allocator in any search.
//!
//! Come here to bring a game of your own ([`Game`]), to embed a player ([`mcts::Search`]) or to
//! change how searches think ([`mcts`]). The rules of ready-made games are in `cairn-games`.
//!
//! # A game and an opponent for it
//!
//! ```
//! use cairn_core::mcts::{Search, bytes_needed};
//! use cairn_core::memory::{Word, words};
//! use cairn_core::spec::Spec;
//! use cairn_core::{Game, Outcome};
//!
//! /// Take one to three matches; whoever takes the last one wins.
//! #[derive(Clone, Copy, Hash)]
//! struct Matches {
//!     left: u8,
//!     player: u8,
//! }
//!
//! impl Game for Matches {
//!     type Move = u8;
//!     fn keys(&self) -> usize { 3 }
//!     fn max_plies(&self) -> usize { 21 }
//!     fn to_move(&self) -> usize { self.player.into() }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.left == 0).then(|| Outcome::win(1 - self.to_move()))
//!     }
//!     fn legal_moves(&self) -> impl Iterator<Item = u8> { 1..=self.left.min(3) }
//!     fn play(&mut self, mv: u8) {
//!         self.left -= mv;
//!         self.player = 1 - self.player;
//!     }
//!     fn key(&self, mv: u8) -> usize { mv as usize - 1 }
//! }
//!
//! let start = Matches { left: 21, player: 0 };
//! cairn_core::testkit::check(&start, 10, 1); // are these rules a game?
//!
//! let settings = Spec::parse("graver2:nodes=40,playouts=2000")?.settings(&start)?;
//! assert!(bytes_needed(&settings, &start)? < 2048);
//!
//! let mut block = [Word::uninit(); words(2048)]; // the player's whole memory
//! let mut search = Search::new(settings, &start, &mut block[..])?;
//! search.start(&start, &[], 1);
//! search.run(|| false);
//! assert_eq!(search.best_move(), Some(1)); // leave a multiple of four
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![no_std]
#[cfg(feature = "std")]
extern crate std;

mod decimal;
pub mod game;
pub mod mcts;
pub mod memory;
pub mod rng;
mod simd;
pub mod spec;
pub mod testkit;

pub use decimal::parse_decimal;
pub use game::{Game, Outcome};
pub use rng::Rng;

//! Alpha-beta: games of two players, searched by what each move is worth. One engine, many settings.
//!
//! A [`Search`] takes turns with its caller like every search here: it visits one position, and can
//! be stopped, read and continued after each. [`Settings`] switch every enhancement on or off;
//! [`Driver`] is one of five ways to search the same tree, which all find the same value.
//!
//! ```
//! use cairn_core::memory::{Word, words};
//! use cairn_core::minimax::{Certainty, Driver, Search, Settings, bytes_needed};
//! use cairn_core::score::Score;
//! # use cairn_core::{Game, Outcome, Turn};
//! # #[derive(Clone, Copy, PartialEq, Eq, Hash)]
//! # struct Nim { stones: u8, player: u8 }
//! # impl Game for Nim {
//! #     type Move = u8;
//! #     fn keys(&self) -> usize { 3 }
//! #     fn max_plies(&self) -> usize { 20 }
//! #     fn turn(&self) -> Turn {
//! #         match self.stones {
//! #             0 => Turn::Over(Outcome::win(1 - self.player as usize)),
//! #             _ => Turn::Player(self.player.into()),
//! #         }
//! #     }
//! #     fn legal_moves(&self) -> impl Iterator<Item = u8> { 1..=self.stones.min(3) }
//! #     fn play(&mut self, mv: u8) { self.stones -= mv; self.player = 1 - self.player; }
//! #     fn key(&self, mv: u8) -> usize { mv as usize - 1 }
//! # }
//!
//! // Take one to three of the stones; whoever takes the last wins.
//! let game = Nim { stones: 9, player: 0 };
//! let settings = Settings { table: 64, ordering: true, ..Settings::plain(Driver::Pvs) };
//! let mut block = [Word::uninit(); 512];
//! assert!(words(bytes_needed(&settings, &game).unwrap()) <= block.len());
//! let mut search = Search::new(settings, &game, &mut block[..]).unwrap();
//! search.run(|| false);
//! let found = search.score().unwrap();
//! assert_eq!((found.score, found.certainty), (Score::win_in(5), Certainty::Exact));
//! assert_eq!(search.best_move(), Some(1));
//! ```
//!
//! # The files
//!
//! `driver` decides how deep and with which window the root is searched. `engine` is the search: a
//! stack of frames instead of recursion. `node` says what a position is worth without its moves, and
//! what it is worth when they have been searched. `moves` chooses the next move, `table` remembers
//! positions, `path` sees repetitions, `line` keeps the principal variation. `plan` gives everything
//! its place in the block, and `report` reads what was found.
//!
//! # Values
//!
//! A finished game is worth a win, a draw or a loss, and a quick win more than a slow one; or its
//! margin, with [`Value::Margin`]. At the depth limit a position is worth its evaluation, after
//! quiescence if the settings ask for it. A depth limit without an evaluation is refused
//! ([`PlanError::NoEvaluation`]). Without a limit, a game needs no evaluation: then iterations that do
//! not reach the end of the game take positions at their depth for draws, and say that this is an
//! [`Estimate`](Certainty::Estimate). A larger [`Settings::deepening`] makes fewer such iterations.
//! A game that is not over after [`Game::max_plies`](crate::Game::max_plies) has the value of its
//! cutoff, as an estimate.
//!
//! # What is proved
//!
//! Each value goes up the tree with two claims: whether it is proved that the position is worth *at
//! least* this much in the game itself, and whether *at most*. The end of the game proves both. An
//! evaluation proves neither, nor does a null move. "At least" is handed on from the best move alone;
//! "at most" only if it is proved for every legal move. A cut-off keeps "at least" alone, because it
//! leaves moves out; so does a quiescence that does not look at all moves. The table keeps the claims,
//! and a claim counts at every depth. So nothing that was left out can prove anything: reductions, null
//! moves and quiescence may overlook a win, but they never claim one that is not there.
//!
//! [`Certainty::Exact`] means both claims at the root. There is one more way to it: a win in `n`
//! plies whose "at least" is proved is the quickest if every line was searched to `n` plies, which is
//! so after an iteration of that depth, without a null move or a reduction that mattered. The same is
//! true of a loss.
//!
//! # Repetition
//!
//! With [`Repetition::Never`](crate::capabilities::Repetition) or `Allowed` nothing is looked at. In
//! cycles of `Allowed` no draw is ever proved; wins are.
//!
//! **Ends.** A position that is on the path from the root already ends the game, whatever number of
//! times the rule says; one that occurred before the root ends it when that number is reached. The
//! first is not the rule as it is written, but has the same value: a player who can win can do so
//! without repeating a position, because each move brings the end nearer; and where nobody can, a
//! player who repeats once can do it again.
//!
//! A draw by repetition is true of its path and may be false on another (the *graph history
//! interaction*, Palay 1983). So a value that depends on the repetition of a position above its own
//! is not stored, only the best move with it: each value carries the ply of the earliest position that
//! it depends on. A cut-off depends on what its one move depends on. The other direction needs no such
//! care. A stored value may be used where some of its lines would meet a position of the path. A win
//! in it stays a win, by the argument above; and if the cutoff is a draw, cutting lines short with
//! draws makes no claim false that a value is at least or at most a draw, so that stored draws stay
//! proved. Where a repetition is not a draw, it proves nothing. Positions that occurred before the
//! root so often that the next time ends the game are another matter: they make it a different game,
//! and are part of every key of the table.
//!
//! The price is that fewer values are stored where games go in circles. With `strict` off they are
//! stored, without claims: what is said to be proved stays true, but a draw on one path may hide a win
//! on another, as in most chess programs.
//!
//! **Forbidden.** Which moves are legal depends on all positions before, and so may wins. With `strict`
//! the set of those positions is part of the table's keys: always right, but only paths through the
//! same positions share what they found. With `strict` off, keys are of positions alone and no claim
//! is stored. A player without a legal move ends the game with its cutoff, as in
//! [`History`](crate::history::History).
//!
//! **Counters** that the hash leaves out, such as the fifty moves of chess: a game says with the
//! capability [`clock`](crate::capabilities::Capabilities::clock) how soon one could end the game. A
//! value that depends on that is not stored; and a stored win is used only if it comes before.
//!
//! # Memory
//!
//! A table entry takes 16 bytes. A ply takes a position, a frame of about 60 bytes and three moves;
//! there are as many as the depth limit and quiescence together, and one. The lists of moves are one
//! stack: where it is full, a position's moves are not listed, but tried in the game's order, each
//! found by counting. The table may have any size. What does not fit is forgotten, and found again.

mod driver;
mod engine;
mod frame;
mod line;
mod moves;
mod node;
mod path;
mod plan;
mod report;
mod search;
mod settings;
mod table;

pub use crate::clock::{Ended, Watch};
pub use driver::Certainty;
pub use plan::PlanError;
pub use report::{Bound, MoveScore, RootScore};
pub use search::{Search, bytes_needed};
pub use settings::{Driver, Settings, Value};

//! Capabilities: what a game may offer beyond its rules.
//!
//! The searches with playouts need none of them. Others do: alpha-beta needs an evaluation unless it
//! searches to the end, an exact solver may want the margin of a win. A capability has no default that
//! works, so a game either has it or says that it has not, and a search without what it needs refuses
//! the game with a clear message.
//!
//! ```
//! use cairn_core::capabilities::{Capabilities, Measure};
//! use cairn_core::{Game, Turn};
//! # #[derive(Clone, Copy, PartialEq, Eq, Hash)]
//! # struct Race { pieces: [i16; 2], player: usize }
//!
//! impl Race {
//!     /// Pieces more than the other player.
//!     fn ahead(&self) -> i16 {
//!         self.pieces[self.player] - self.pieces[1 - self.player]
//!     }
//! }
//!
//! impl Game for Race {
//!     fn capabilities(&self) -> Capabilities<Self> {
//!         let evaluation = Measure { bound: 16, of: Self::ahead };
//!         Capabilities { evaluation: Some(evaluation), ..Capabilities::NONE }
//!     }
//!     // …
//! #    type Move = u8;
//! #    fn keys(&self) -> usize { 3 }
//! #    fn max_plies(&self) -> usize { 20 }
//! #    fn turn(&self) -> Turn { Turn::Player(self.player) }
//! #    fn legal_moves(&self) -> impl Iterator<Item = u8> { 1..=3 }
//! #    fn play(&mut self, mv: u8) { self.player = 1 - self.player; }
//! #    fn key(&self, mv: u8) -> usize { mv as usize - 1 }
//! }
//! # let game = Race { pieces: [9, 8], player: 0 };
//! assert_eq!((game.capabilities().evaluation.unwrap().of)(&game), 1);
//! ```

use crate::game::Game;
use crate::score::Score;

/// What a game offers beyond its rules ([`Game::capabilities`]). Functions, not trait methods, so
/// that a search can ask a game of any type at run time.
#[derive(Clone, Copy)]
pub struct Capabilities<G: Game> {
    /// What a position of an unfinished game is worth to the player to move.
    pub evaluation: Option<Measure<G>>,
    /// By how much a finished game was won by player 0, negative if it was lost: discs, points.
    pub margin: Option<Measure<G>>,
    /// The moves after which an evaluation can be trusted only when they have been answered.
    pub forcing: Option<Forcing<G>>,
    /// The same position with the other player to move, as if the player to move had passed. The
    /// function returns `None` where a pass would say nothing: in check, or where zugzwang is likely.
    /// It also returns `None` where the other player would have no move.
    pub pass: Option<fn(&G) -> Option<G>>,
    /// A quick guess of what a move is worth, to try the best moves first (the greatest number):
    /// captures by the piece that is captured. It must not depend on anything but the position and the move.
    pub order: Option<fn(&G, G::Move) -> i16>,
    /// Bounds on what the position of an unfinished game is worth to the player to move, as far as a
    /// glance can tell: a win in one ply, a threat that cannot be stopped, no room left for a win.
    /// Proved and never wrong: the lowest and the highest score that is possible. Scores of outcomes,
    /// also where a search asks for margins.
    pub bounds: Option<BoundsOf<G>>,
    /// The fewest plies after which a counter that [`Game::hash64`] leaves out can end the game: 100
    /// in chess after a capture. 0 if it has just ended it.
    pub clock: Option<fn(&G) -> u16>,
    /// The same position with the players' sides exchanged: player 1 has what player 0 had, and is to
    /// move if player 0 was. Tests use it: an evaluation must be the same for both.
    pub mirrored: Option<fn(&G) -> G>,
}

impl<G: Game> Capabilities<G> {
    /// Nothing but the rules.
    pub const NONE: Self = Capabilities {
        evaluation: None,
        margin: None,
        forcing: None,
        pass: None,
        order: None,
        bounds: None,
        clock: None,
        mirrored: None,
    };
}

/// What a position is worth at least and at most ([`Capabilities::bounds`]).
pub type BoundsOf<G> = fn(&G) -> (Score, Score);

/// A bounded integer that a position has.
#[derive(Clone, Copy)]
pub struct Measure<G> {
    /// The value is never above `bound` or below `-bound`. At most [`Measure::MAX`].
    pub bound: i16,
    /// The value of a position.
    pub of: fn(&G) -> i16,
}

impl<G> Measure<G> {
    /// The largest bound.
    pub const MAX: i16 = 30_000;
}

/// Forcing moves, such as captures, checks and promotions.
#[derive(Clone, Copy)]
pub struct Forcing<G: Game> {
    /// Calls the function with each forcing move: some of the legal moves, in the same order. If the
    /// player to move must answer a threat, all legal moves are forcing.
    pub moves: fn(&G, &mut dyn FnMut(G::Move)),
    /// Whether the player to move must answer a threat, such as a check, so that an evaluation says
    /// nothing now.
    pub threatened: fn(&G) -> bool,
}

/// What the rules say of a position that occurs again ([`Game::repetition`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// No position can occur twice in a game.
    Never,
    /// Nothing. A game that goes round in circles ends after [`Game::max_plies`] with
    /// [`Game::cutoff`].
    Allowed,
    /// A move must not lead to a position with an earlier [`Game::repetition_key`].
    Forbidden,
    /// When a [`Game::repetition_key`] occurs for this many times, the game ends with
    /// [`Game::cutoff`].
    Ends(u8),
}

//! A search of any game.
//!
//! The search is compiled for a few types only: [`Erased`] in three sizes for games with unique keys
//! and in two for games whose moves share keys, and 9×9 Go and Othello themselves, which would lose
//! too much speed behind a table of functions. Positions and moves of any game are converted to these
//! types ([`SearchType`]). With the feature `compact` it is compiled for one size only, which is
//! smaller and slower.

use cairn_core::Game;
use cairn_core::mcts::{Ended, MoveStats, PoolStats, Search, Watch};
use cairn_core::memory::Block;

use crate::position::{AnyMove, AnyPosition, Erased, LARGEST};
use crate::report::{MoveReport, Report};

/// The smallest size of position, in words, that searches are compiled for: enough for most games.
pub const SMALL: usize = 10;
/// The next size: enough for small Go boards and Havannah.
const MIDDLE: usize = 80;

/// A search of any kind as a trait object, for any game: a [`Search`] with playouts, or with the feature
/// `solvers` one of [`minimax`](cairn_core::minimax), [`proof`](cairn_core::proof) and
/// [`best`](cairn_core::best). Each method is the one of the same name.
pub trait AnySearch: Send {
    /// [`Search::new_game`].
    fn new_game(&mut self);
    /// [`Search::end_turn`].
    fn end_turn(&mut self);
    /// Makes the next search begin with nothing that an earlier one found ([`Search::forget_tree`]).
    fn forget(&mut self);
    /// [`Search::start`]. `earlier` has the repetition keys of the game's earlier positions, the oldest
    /// first. Searches with playouts do not use them.
    fn start(&mut self, position: &AnyPosition, excluded: &[AnyMove], earlier: &[u64], seed: u64);
    /// [`Search::run_clocked`], with a clock in milliseconds and a function that says when to stop.
    fn run_clocked(
        &mut self,
        limit: Option<u64>,
        now: &mut dyn FnMut() -> Option<u64>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Ended;
    /// Runs at most `limit` playouts or other steps, fewer if the search is done before. Returns how
    /// many it ran.
    fn run_steps(&mut self, limit: u32) -> u32;
    /// [`Search::flush_batch`]; does nothing without playouts.
    fn flush_batch(&mut self);
    /// [`Search::best_move`].
    fn best_move(&mut self) -> Option<AnyMove>;
    /// [`Search::for_each_move`].
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveReport<AnyMove>));
    /// [`Search::principal_variation`] from the best move.
    fn principal_variation(&mut self, each: &mut dyn FnMut(AnyMove));
    /// What the search has done and found.
    fn report(&mut self) -> Report;
    /// Playouts since the start, or positions visited.
    fn steps(&self) -> u64;
    /// The nodes of its trees, or the entries of its table; all 0 if they are not counted.
    fn nodes(&self) -> PoolStats;
    /// The time limit of the settings, in milliseconds.
    fn millis(&self) -> Option<u64>;
    /// [`Search::bytes`].
    fn bytes(&self) -> usize;

    /// What it found a move to be worth for the player to move, 0 to 1; `None` if it does not know.
    fn value(&mut self, mv: AnyMove) -> Option<f32> {
        let mut value = None;
        self.for_each_move(&mut |report| {
            if report.mv == mv {
                value = report.value;
            }
        });
        value
    }
}

/// A type that the search is compiled for.
pub trait SearchType: Game + Send + Sync + 'static {
    /// Converts a position to this type.
    ///
    /// # Panics
    /// If it is a position of another game, or too large.
    fn from_any(position: &AnyPosition) -> Self;
    /// Converts it back.
    fn to_any(&self) -> AnyPosition;
    /// Converts a move to a move of this type.
    fn move_from_any(mv: AnyMove) -> Self::Move;
    /// Converts a move of this type to a move of any game.
    fn move_to_any(&self, mv: Self::Move) -> AnyMove;
}

impl<const W: usize, const S: bool> SearchType for Erased<W, S> {
    fn from_any(position: &AnyPosition) -> Self {
        position.resize().expect("a position of the game that the search was made for")
    }
    fn to_any(&self) -> AnyPosition {
        self.resize().expect("LARGEST holds every game")
    }
    fn move_from_any(mv: AnyMove) -> AnyMove {
        mv
    }
    fn move_to_any(&self, mv: AnyMove) -> AnyMove {
        mv
    }
}

/// Compiles the search for the given games themselves; each comes with the function that erases it.
#[cfg_attr(not(feature = "games"), expect(unused_macros, reason = "no games"))]
macro_rules! compile_for {
    ($($game:ty, $erase:path);*) => {
        $(impl SearchType for $game {
            fn from_any(position: &AnyPosition) -> Self {
                *position.downcast().expect("a position of the game that the search was made for")
            }
            fn to_any(&self) -> AnyPosition {
                $erase(self)
            }
            fn move_from_any(mv: AnyMove) -> Self::Move {
                mv.unpack()
            }
            fn move_to_any(&self, mv: Self::Move) -> AnyMove {
                AnyMove::new(self, mv)
            }
        })*

        fn visit_own_type<V: SearchVisitor>(
            position: &AnyPosition,
            visitor: V,
        ) -> Result<V::Output, V> {
            $(if let Some(own) = position.downcast::<$game>() {
                return Ok(visitor.visit(own));
            })*
            Err(visitor)
        }
    };
}

#[cfg(feature = "games")]
compile_for!(
    cairn_games::go::Go9, crate::position::go9;
    // These lose 12 to 15 % otherwise (`cargo bench -p cairn-erased --bench cost`).
    cairn_games::connect_four::ConnectFour, crate::position::erase;
    cairn_games::othello::Othello, crate::position::erase;
    cairn_games::tictactoe::TicTacToe, crate::position::erase
);

#[cfg(not(feature = "games"))]
fn visit_own_type<V: SearchVisitor>(_: &AnyPosition, visitor: V) -> Result<V::Output, V> {
    Err(visitor)
}

/// A function that is generic over the type that a search is compiled for.
pub trait SearchVisitor {
    /// What it returns.
    type Output;

    /// Called with the position as that type.
    fn visit<G: SearchType>(self, position: &G) -> Self::Output;
}

/// Calls `visitor` with `position` as the type that its search is compiled for: the game itself, or
/// the smallest size that is large enough.
pub fn with_search_type<V: SearchVisitor>(position: &AnyPosition, visitor: V) -> V::Output {
    if cfg!(feature = "compact") {
        return visitor.visit(position);
    }
    let visitor = match visit_own_type(position, visitor) {
        Ok(output) => return output,
        Err(visitor) => visitor,
    };
    if let Some(small) = position.resize::<SMALL, false>() {
        visitor.visit(&small)
    } else if let Some(middle) = position.resize::<MIDDLE, false>() {
        visitor.visit(&middle)
    } else if let Some(large) = position.resize::<LARGEST, false>() {
        visitor.visit(&large)
    } else if let Some(small) = position.resize::<SMALL, true>() {
        visitor.visit(&small)
    } else {
        visitor.visit(position)
    }
}

/// Two functions as a [`Watch`].
pub(crate) struct Callbacks<'a> {
    pub now: &'a mut dyn FnMut() -> Option<u64>,
    pub stop: &'a mut dyn FnMut() -> bool,
}

impl<S> Watch<S> for Callbacks<'_> {
    fn now(&mut self) -> Option<u64> {
        (self.now)()
    }
    fn stop(&mut self, _: &mut S, _: Option<u64>) -> bool {
        (self.stop)()
    }
}

impl<G: SearchType, B: Block + Send> AnySearch for Search<G, B> {
    fn new_game(&mut self) {
        self.new_game();
    }
    fn end_turn(&mut self) {
        self.end_turn();
    }
    fn forget(&mut self) {
        self.forget_tree();
    }
    fn start(&mut self, position: &AnyPosition, excluded: &[AnyMove], _: &[u64], seed: u64) {
        let is_excluded: &dyn Fn(_) -> bool =
            &|mv| excluded.iter().any(|&other| G::move_from_any(other) == mv);
        let is_excluded = (!excluded.is_empty()).then_some(is_excluded);
        self.start_without(&G::from_any(position), is_excluded, seed);
    }
    fn run_clocked(
        &mut self,
        limit: Option<u64>,
        now: &mut dyn FnMut() -> Option<u64>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Ended {
        self.run_clocked(limit, &mut Callbacks { now, stop }).0
    }
    fn run_steps(&mut self, limit: u32) -> u32 {
        self.run_playouts(limit)
    }
    fn flush_batch(&mut self) {
        self.flush_batch();
    }
    fn best_move(&mut self) -> Option<AnyMove> {
        let best = self.best_move();
        best.map(|mv| self.root().move_to_any(mv))
    }
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveReport<AnyMove>)) {
        let root = *self.root();
        let each: &mut dyn FnMut(MoveStats<G::Move>) =
            &mut |MoveStats { mv, visits, mean, amaf }| {
                let value = (visits > 0).then_some(mean);
                each(MoveReport { mv: root.move_to_any(mv), visits, value, amaf, score: None });
            };
        self.for_each_move(each);
    }
    fn principal_variation(&mut self, each: &mut dyn FnMut(AnyMove)) {
        let mut position = *self.root();
        let Some(best) = self.best_move() else { return };
        self.principal_variation(best, usize::MAX, |mv, _| {
            each(position.move_to_any(mv));
            position.play(mv);
        });
    }
    fn report(&mut self) -> Report {
        Report::Playouts { playouts: self.playouts(), nodes: self.nodes() }
    }
    fn steps(&self) -> u64 {
        self.playouts()
    }
    fn nodes(&self) -> PoolStats {
        self.nodes()
    }
    fn millis(&self) -> Option<u64> {
        self.settings().millis()
    }
    fn bytes(&self) -> usize {
        self.bytes()
    }
}

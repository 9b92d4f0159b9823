//! A search of any game.

use cairn_core::Game;
use cairn_core::mcts::{Ended, MoveStats, NodeStats, Search, Settings, Watch};
use cairn_core::memory::Block;

use crate::position::{AnyMove, AnyPosition, Erased, LARGEST};

/// The sizes of position, in words, that the search is compiled for. The first holds most games; the
/// second those on the smaller Go boards, and Havannah.
const SMALL: usize = 10;
const MIDDLE: usize = 80;

/// A search as an object: whatever its game, and whichever of the compiled searches it is.
pub trait AnySearch: Send {
    /// [`Search::new_game`].
    fn new_game(&mut self);
    /// [`Search::end_turn`].
    fn end_turn(&mut self);
    /// [`Search::forget_tree`].
    fn forget_tree(&mut self);
    /// [`Search::start`].
    fn start(&mut self, position: &AnyPosition, excluded: &[AnyMove], seed: u64);
    /// [`Search::is_done`].
    fn is_done(&self) -> bool;
    /// [`Search::run_clocked`]: with a clock in milliseconds, and a question once in a few playouts.
    fn run_clocked(
        &mut self,
        limit: Option<u64>,
        now: &mut dyn FnMut() -> Option<u64>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Ended;
    /// [`Search::step`].
    fn step(&mut self);
    /// [`Search::flush_batch`].
    fn flush_batch(&mut self);
    /// [`Search::best_move`].
    fn best_move(&mut self) -> Option<AnyMove>;
    /// [`Search::for_each_move`].
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveStats<AnyMove>));
    /// [`Search::principal_variation`] after its best move.
    fn principal_variation(&mut self, each: &mut dyn FnMut(AnyMove));
    /// [`Search::playouts`].
    fn playouts(&self) -> u64;
    /// [`Search::nodes`].
    fn nodes(&self) -> NodeStats;
    /// [`Search::settings`].
    fn settings(&self) -> &Settings;
    /// [`Search::bytes`].
    fn bytes(&self) -> usize;
}

/// A type that the search is compiled for: positions and moves of any game become its own.
pub trait SearchType: Game + Send + Sync + 'static {
    /// The position as this type.
    ///
    /// # Panics
    /// If it is of another game, or too large.
    fn from_any(position: &AnyPosition) -> Self;
    /// A move as this type's.
    fn move_from_any(mv: AnyMove) -> Self::Move;
    /// And back.
    fn move_to_any(&self, mv: Self::Move) -> AnyMove;
}

impl<const W: usize, const S: bool> SearchType for Erased<W, S> {
    fn from_any(position: &AnyPosition) -> Self {
        position.resize().expect("a position of the game that the search was made for")
    }
    fn move_from_any(mv: AnyMove) -> AnyMove {
        mv
    }
    fn move_to_any(&self, mv: AnyMove) -> AnyMove {
        mv
    }
}

/// Lets the search be compiled for games themselves: those that lose too much behind a table of
/// functions.
#[cfg_attr(not(feature = "games"), expect(unused_macros, reason = "no games"))]
macro_rules! compiled_alone {
    ($($game:ty),*) => {
        $(impl SearchType for $game {
            fn from_any(position: &AnyPosition) -> Self {
                *position.downcast().expect("a position of the game that the search was made for")
            }
            fn move_from_any(mv: AnyMove) -> Self::Move {
                mv.unhide()
            }
            fn move_to_any(&self, mv: Self::Move) -> AnyMove {
                AnyMove::hide(self, mv)
            }
        })*

        fn visit_alone<V: SearchVisitor>(
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
compiled_alone!(cairn_games::go::Go9);

#[cfg(not(feature = "games"))]
fn visit_alone<V: SearchVisitor>(_: &AnyPosition, visitor: V) -> Result<V::Output, V> {
    Err(visitor)
}

/// Something to do with a position as the type that its searches are compiled for.
pub trait SearchVisitor {
    /// What comes of it.
    type Output;

    /// Called with the position.
    fn visit<G: SearchType>(self, position: &G) -> Self::Output;
}

/// Calls `visitor` with `position` as the type that its searches are compiled for: the game itself,
/// or the smallest size that holds it.
pub fn with_search_type<V: SearchVisitor>(position: &AnyPosition, visitor: V) -> V::Output {
    if cfg!(feature = "compact") {
        return visit_as::<LARGEST, V>(position, visitor);
    }
    let visitor = match visit_alone(position, visitor) {
        Ok(output) => return output,
        Err(visitor) => visitor,
    };
    let words = position.words();
    if words <= SMALL {
        visit_as::<SMALL, V>(position, visitor)
    } else if words <= MIDDLE {
        visit_as::<MIDDLE, V>(position, visitor)
    } else {
        visit_as::<LARGEST, V>(position, visitor)
    }
}

fn visit_as<const W: usize, V: SearchVisitor>(position: &AnyPosition, visitor: V) -> V::Output {
    match position.resize::<W, false>() {
        Some(position) => visitor.visit(&position),
        None => visitor.visit(&Erased::<W, true>::from_any(position)),
    }
}

/// A clock and a question as a [`Watch`].
struct Questions<'a> {
    now: &'a mut dyn FnMut() -> Option<u64>,
    stop: &'a mut dyn FnMut() -> bool,
}

impl<G: SearchType, B: Block> Watch<G, B> for Questions<'_> {
    fn now(&mut self) -> Option<u64> {
        (self.now)()
    }
    fn stop(&mut self, _: &mut Search<G, B>, _: Option<u64>) -> bool {
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
    fn forget_tree(&mut self) {
        self.forget_tree();
    }
    fn start(&mut self, position: &AnyPosition, excluded: &[AnyMove], seed: u64) {
        let is_excluded: &dyn Fn(_) -> bool =
            &|mv| excluded.iter().any(|&other| G::move_from_any(other) == mv);
        let is_excluded = (!excluded.is_empty()).then_some(is_excluded);
        self.start_without(&G::from_any(position), is_excluded, seed);
    }
    fn is_done(&self) -> bool {
        self.is_done()
    }
    fn run_clocked(
        &mut self,
        limit: Option<u64>,
        now: &mut dyn FnMut() -> Option<u64>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Ended {
        self.run_clocked(limit, &mut Questions { now, stop }).0
    }
    fn step(&mut self) {
        self.step();
    }
    fn flush_batch(&mut self) {
        self.flush_batch();
    }
    fn best_move(&mut self) -> Option<AnyMove> {
        let best = self.best_move();
        best.map(|mv| self.root().move_to_any(mv))
    }
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveStats<AnyMove>)) {
        let root = *self.root();
        let each: &mut dyn FnMut(MoveStats<G::Move>) =
            &mut |MoveStats { mv, visits, mean, amaf }| {
                each(MoveStats { mv: root.move_to_any(mv), visits, mean, amaf });
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
    fn playouts(&self) -> u64 {
        self.playouts()
    }
    fn nodes(&self) -> NodeStats {
        self.nodes()
    }
    fn settings(&self) -> &Settings {
        self.settings()
    }
    fn bytes(&self) -> usize {
        self.bytes()
    }
}

//! From an agent's spec to its search, whatever its kind.
//!
//! [`with_engine`] finds the settings of a spec in a game and calls a visitor with them. The visitor is
//! generic over the kind of search and over the type of position that it is compiled for. It asks for
//! the bytes and makes the search in a block of its own ([`Engine`]).

use cairn_core::mcts::{self, Footprint, Search};
use cairn_core::memory::Block;
use cairn_core::spec::{Settings, Spec, SpecError};

use crate::position::AnyPosition;
use crate::search::{AnySearch, SearchType, SearchVisitor, with_search_type};

/// The settings of one kind of search, for games of type `G`.
pub trait Engine<G: SearchType>: Copy {
    /// The search.
    type Search<B: Block + Send>: AnySearch;

    /// The same settings as those of any search.
    fn general(&self) -> Settings;

    /// The bytes that the search needs, for games like `game`.
    fn bytes_needed(&self, game: &G) -> Result<usize, SpecError<'static>>;

    /// The nodes and tables of a search with playouts; `None` for other searches.
    fn footprint(&self, game: &G) -> Result<Option<Footprint>, SpecError<'static>> {
        let _ = game;
        Ok(None)
    }

    /// A search in a block of at least that many bytes.
    fn search<B: Block + Send>(
        self,
        game: &G,
        block: B,
    ) -> Result<Self::Search<B>, SpecError<'static>>;
}

impl<G: SearchType> Engine<G> for mcts::Settings {
    type Search<B: Block + Send> = Search<G, B>;
    fn general(&self) -> Settings {
        Settings::Playouts(*self)
    }
    fn bytes_needed(&self, game: &G) -> Result<usize, SpecError<'static>> {
        mcts::bytes_needed(self, game).map_err(SpecError::Plan)
    }
    fn footprint(&self, game: &G) -> Result<Option<Footprint>, SpecError<'static>> {
        Footprint::new(self, game).map(Some).map_err(SpecError::Plan)
    }
    fn search<B: Block + Send>(
        self,
        game: &G,
        block: B,
    ) -> Result<Self::Search<B>, SpecError<'static>> {
        Search::new(self, game, block).map_err(SpecError::Plan)
    }
}

/// A function that is generic over the kind of search and the type that it is compiled for.
pub trait EngineVisitor {
    /// What it returns.
    type Output;

    /// Called with the settings, and with the position as that type.
    fn visit<G: SearchType, E: Engine<G> + 'static>(
        self,
        settings: E,
        position: &G,
    ) -> Self::Output;
}

/// Calls `visitor` with the settings of `spec` in games like `position`.
pub fn with_engine<V: EngineVisitor>(
    spec: &Spec,
    position: &AnyPosition,
    visitor: V,
) -> Result<V::Output, SpecError<'static>> {
    struct Playouts<'a, V>(&'a Spec, V);
    impl<V: EngineVisitor> SearchVisitor for Playouts<'_, V> {
        type Output = Result<V::Output, SpecError<'static>>;
        fn visit<G: SearchType>(self, position: &G) -> Self::Output {
            let Playouts(spec, visitor) = self;
            Ok(visitor.visit(spec.mcts_settings(position)?, position))
        }
    }
    #[cfg(feature = "solvers")]
    if !spec.agent.has_playouts() {
        return crate::solvers::with_solver(spec, position, visitor);
    }
    with_search_type(position, Playouts(spec, visitor))
}

//! Alpha-beta against plain minimax, against Stockman's SSS* and against what is known.

#[path = "../games/mod.rs"]
mod games;
#[path = "../heap/mod.rs"]
mod heap;

mod costs;
mod memory;
mod ordering;
mod reference;
mod repetition;
mod sss;
mod stopping;
mod trees;
mod values;

use cairn_core::Game;
use cairn_core::memory::{Block, Word, words};
use cairn_core::minimax::{Driver, Search, Settings, bytes_needed};

const DRIVERS: [Driver; 5] =
    [Driver::Minimax, Driver::AlphaBeta, Driver::Pvs, Driver::Mtdf, Driver::Sss];

type Boxed<G> = Search<G, Heap>;

/// A block on the heap.
struct Heap(Vec<Word>);

// SAFETY: the search owns the vector, and nothing else changes it.
unsafe impl Block for Heap {
    fn words(&mut self) -> &mut [Word] {
        &mut self.0
    }
}

/// A search that begins at `game`.
fn search<G: Game>(settings: Settings, game: &G) -> Boxed<G> {
    let bytes = bytes_needed(&settings, game).unwrap();
    // Not zero: the search must not rely on what is in its block.
    let block = Heap(vec![Word::new(0xa5a5_a5a5_a5a5_a5a5); words(bytes)]);
    Search::new(settings, game, block).unwrap()
}

/// A search of `game` that has run to its end.
fn searched<G: Game>(settings: Settings, game: &G) -> Boxed<G> {
    let mut search = search(settings, game);
    search.run(|| false);
    search
}

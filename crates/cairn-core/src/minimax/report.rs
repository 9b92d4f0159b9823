//! What a search has found. It can be read at any time.

use super::driver::Certainty;
use super::engine::Engine;
use super::frame::{LOWER, NONE, RootMove, UPPER, from_here};
use super::path::Path;
use super::search::Search;
use super::settings::Settings;
use crate::game::Game;
use crate::memory::Block;
use crate::score::Score;

/// What a score says about the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
    /// The value is the score.
    Exact,
}

impl Bound {
    fn new(bits: u8) -> Option<Self> {
        match bits {
            0 => None,
            LOWER => Some(Bound::Lower),
            UPPER => Some(Bound::Upper),
            _ => Some(Bound::Exact),
        }
    }
}

/// What the root is worth to the player to move, as far as the search knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootScore {
    /// The score, for the player to move.
    pub score: Score,
    /// What it says about the value at `depth`.
    pub bound: Bound,
    /// How sure it is.
    pub certainty: Certainty,
    /// The depth of the iteration that found it.
    pub depth: u16,
}

/// What the search knows about a move at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveScore<M> {
    /// The move.
    pub mv: M,
    /// Its score for the player to move, and what that says about its value; `None` before the move
    /// is searched. After a cut-off it is only as good as it had to be.
    pub score: Option<(Score, Bound)>,
    /// The depth of the iteration that found the score.
    pub depth: u16,
    /// Positions visited after the move; numbers above 2³² − 1 count as that.
    pub nodes: u32,
}

impl<G: Game, B: Block> Search<G, B> {
    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.plan.settings
    }

    /// The bytes of the block that it uses: exactly [`bytes_needed`](super::bytes_needed).
    pub fn bytes(&self) -> usize {
        self.plan.bytes
    }

    /// The position that the search started from.
    pub fn root(&mut self) -> &G {
        let base = self.block.words().as_mut_ptr();
        // SAFETY: this is the only engine, and it is gone before the reference is used.
        let engine = unsafe { self.plan.engine(base, &mut self.state) };
        // SAFETY: the root was written when the search started, and stays in the block.
        unsafe { &*engine.positions[0].as_ptr() }
    }

    /// Positions visited since the start; one that is visited twice counts twice.
    pub fn nodes(&self) -> u64 {
        self.state.nodes
    }

    /// The depth of the last iteration that was completed; 0 before.
    pub fn depth(&self) -> u16 {
        self.state.pass.best.completed
    }

    /// The depth of the iteration that is running, or was the last.
    pub fn current_depth(&self) -> u16 {
        self.state.pass.depth
    }

    /// The deepest ply that was visited, with quiescence.
    pub fn selective_depth(&self) -> u16 {
        self.state.selective
    }

    /// How many of a thousand entries of the table this search wrote, as far as a sample tells.
    pub fn table_use(&mut self) -> u16 {
        self.engine().table.fullness()
    }

    /// What the root is worth. `None` before a first move is searched, or if there is no move: after
    /// the end of the game, or if every move is excluded.
    pub fn score(&self) -> Option<RootScore> {
        let best = &self.state.pass.best;
        let bound = Bound::new(best.bound)?;
        let score = Score::from_raw(from_here(best.value, 0));
        let certainty = best.certainty(self.state.unsound);
        Some(RootScore { score, bound, certainty, depth: best.iteration })
    }

    /// The move to play: the best of the iteration that is running if it is known already, or of the
    /// last. Before a first move is searched, the one that would be searched first. `None` if the game
    /// is over or every move is excluded.
    pub fn best_move(&mut self) -> Option<G::Move> {
        let best = self.state.pass.best;
        let mut engine = self.engine();
        match (engine.state.roots, best.bound) {
            (0, _) => None,
            (_, 0) => Some(engine.root_move(0).mv),
            _ => {
                // SAFETY: the moves of the root were written when the search started.
                Some(unsafe { engine.root[usize::from(best.root_move)].assume_init_ref() }.mv)
            }
        }
    }

    /// Calls `each` with every allowed move of the root, in the game's order.
    pub fn for_each_move(&mut self, mut each: impl FnMut(MoveScore<G::Move>)) {
        let engine = self.engine();
        for at in 0..usize::from(engine.state.roots) {
            // SAFETY: the moves of the root were written when the search started.
            let RootMove { mv, value, bound, depth, nodes, .. } =
                *unsafe { engine.root[at].assume_init_ref() };
            let score = Score::from_raw(from_here(value, 0));
            let score = Bound::new(bound).map(|bound| (score, bound));
            each(MoveScore { mv, score, depth, nodes });
        }
    }

    /// The moves that the search expects: calls `each` with the best move, the best reply and so on,
    /// at most `most` of them. What the search did not keep comes from the table as far as it is there.
    pub fn principal_variation(&mut self, most: usize, mut each: impl FnMut(G::Move)) {
        let Some(best) = self.best_move() else { return };
        let engine = self.engine();
        let mut position = *engine.position(0);
        let mut before = engine.frames[0].before;
        let kept = engine.line.get();
        // The line of another move is out of date.
        let kept = if kept.first() == Some(&best) { kept } else { &[best] };
        for at in 0..most.min(engine.plan.max_plies) {
            let mv = match kept.get(at) {
                Some(&mv) => mv,
                None if position.turn().player().is_none() => break,
                None => match engine.remembered(&position, before) {
                    Some(mv) => mv,
                    None => break,
                },
            };
            each(mv);
            before = before.wrapping_add(position.repetition_key().map_or(0, Path::part));
            position.play(mv);
        }
    }

    /// Ends the search and returns its block.
    pub fn into_block(self) -> B {
        self.block
    }

    pub(super) fn engine(&mut self) -> Engine<'_, G> {
        let base = self.block.words().as_mut_ptr();
        // SAFETY: the block is the search's own and was zeroed, and this is the only engine.
        unsafe { self.plan.engine(base, &mut self.state) }
    }
}

impl<G: Game> Engine<'_, G> {
    /// The best move of a position according to the table; `before` stands for the positions before.
    fn remembered(&self, position: &G, before: u64) -> Option<G::Move> {
        let entry = self.table.find(self.key(position, before))?;
        let number = Some(entry.best).filter(|&best| best != NONE)?;
        position.legal_moves().nth(number.into())
    }
}

//! The search: from a position, step by step, inside its block.

use core::mem::MaybeUninit;

use super::engine::{State, visit_many};
use super::frame::Ply;
use super::plan::{Plan, PlanError};
use super::settings::Settings;
use super::table::Entry;
use crate::clock::{self, Ended, Timed, Watch};
use crate::game::{Game, Turn};
use crate::memory::{self, Block};

/// Positions between two looks at the clock.
const NODES_PER_LOOK: u32 = 256;

/// The bytes that a search with these settings needs, for games like `game`.
pub fn bytes_needed<G: Game>(settings: &Settings, game: &G) -> Result<usize, PlanError> {
    Ok(Plan::new(settings, game)?.bytes)
}

/// An alpha-beta search in its own block of memory.
///
/// [Start](Search::start) it at a position, [run](Search::run) it or [step](Search::step) it as long
/// as you like, and ask for the [best move](Search::best_move) and the [score](Search::score) at any
/// time. See [the module](super) for an example.
pub struct Search<G: Game, B> {
    pub(super) block: B,
    pub(super) plan: Plan<G>,
    pub(super) state: State,
    /// Whether the last search ended a turn: then its table may be used.
    turn_ended: bool,
}

impl<G: Game, B: Block> Search<G, B> {
    /// A search for games with the size and other options of `game`. `block` must have at least
    /// [`bytes_needed`] bytes. Call [`Search::start`] next.
    pub fn new(settings: Settings, game: &G, mut block: B) -> Result<Self, PlanError> {
        let plan = Plan::new(&settings, game)?;
        let too_small = |given| PlanError::Block { needed: plan.bytes, given };
        memory::prepare(&mut block, plan.bytes).map_err(too_small)?;
        #[cfg(target_arch = "x86_64")]
        crate::simd::wide();
        let mut search = Search { block, plan, state: State::default(), turn_ended: false };
        search.start(game, &[], &[], 0);
        Ok(search)
    }

    /// Forgets the game so far.
    pub fn new_game(&mut self) {
        self.turn_ended = false;
    }

    /// Ends a turn of the game: with `reuse`, the next search uses the table and the history that
    /// this one leaves behind.
    pub fn end_turn(&mut self) {
        self.turn_ended = true;
    }

    /// Makes the next search begin with an empty table, even with `reuse`. For searches between turns,
    /// whose results must not depend on earlier ones.
    pub fn forget_table(&mut self) {
        self.turn_ended = false;
    }

    /// Starts a search from `position`. It does not play the moves in `excluded` there, which are
    /// those that the game's history forbids. `earlier` has the
    /// [repetition keys](Game::repetition_key) of the positions of the game before this one, the
    /// oldest first; it may be empty if the game has no rule about repetition. The game must have the
    /// size and options of the one given to [`Search::new`].
    ///
    /// The search draws no random numbers. `seed` is there because all searches have one.
    pub fn start(&mut self, position: &G, excluded: &[G::Move], earlier: &[u64], seed: u64) {
        let is_excluded: &dyn Fn(_) -> bool = &|mv| excluded.contains(&mv);
        let is_excluded = (!excluded.is_empty()).then_some(is_excluded);
        self.start_without(position, is_excluded, earlier, seed);
    }

    /// Like [`Search::start`], without the moves for which `excluded` returns true.
    pub fn start_without(
        &mut self,
        position: &G,
        excluded: Option<&dyn Fn(G::Move) -> bool>,
        earlier: &[u64],
        _seed: u64,
    ) {
        debug_assert_eq!((position.keys(), position.players()), (self.plan.keys, 2));
        assert!(
            position.turn() != Turn::Chance,
            "a search cannot start at a chance node: draw first"
        );
        let continued = core::mem::take(&mut self.turn_ended) && self.plan.settings.reuse;
        self.state.reset(continued && self.state.unsound);
        let all_new = self.state.ages.advance(continued);
        let base = self.block.words().as_mut_ptr();
        // SAFETY: the block is the search's own and was zeroed, and this is the only engine.
        let mut engine = unsafe { self.plan.engine(base, &mut self.state) };
        if all_new {
            engine.table.entries.fill(Entry::default());
        }
        engine.positions.fill(MaybeUninit::new(*position));
        engine.plies.fill(MaybeUninit::new(Ply::EMPTY));
        match continued {
            true => engine.history.iter_mut().for_each(|count| *count /= 2),
            false => engine.history.fill(0),
        }
        engine.begin_search(excluded, earlier);
    }

    /// Whether everything that the settings ask for has been done: the depth limit is reached, the
    /// value is known for certain, or as many positions were visited as are allowed. (Time is the
    /// caller's.)
    pub fn is_done(&self) -> bool {
        self.is_finished() || self.plan.settings.nodes.is_some_and(|most| self.state.nodes >= most)
    }

    /// Whether nothing is left to search, whatever the limit on positions.
    pub fn is_finished(&self) -> bool {
        self.state.finished
    }

    /// Runs the search until it [is done](Search::is_done) or `stop` returns true. `stop` is called
    /// before each position.
    pub fn run(&mut self, mut stop: impl FnMut() -> bool) {
        while !self.is_done() && !stop() {
            self.step();
        }
    }

    /// Visits one position, even if the search is done; does nothing if it
    /// [is finished](Search::is_finished). (The end of a pass over the tree takes a step of its own,
    /// without a position.)
    pub fn step(&mut self) {
        self.visit(1);
    }

    /// Visits at most `limit` positions, fewer if the search [is done](Search::is_done) before.
    /// Returns how many it visited.
    pub fn run_nodes(&mut self, limit: u64) -> u64 {
        let begun = self.state.nodes;
        let end = self.plan.settings.nodes.unwrap_or(u64::MAX).min(begun.saturating_add(limit));
        while self.state.nodes < end && !self.state.finished {
            // No step visits more than one position.
            self.visit((end - self.state.nodes).min(u32::MAX.into()) as u32);
        }
        self.state.nodes - begun
    }

    /// Runs the search until it [is done](Search::is_done), `limit` milliseconds have passed or
    /// `watch` stops it. Returns why it ended and the milliseconds it took (`None` without a clock).
    ///
    /// `limit` is usually [`Settings::millis`] or less; `None` means no limit, even if the settings
    /// have one. A few positions are visited however short it is. Call this again to go on searching.
    pub fn run_clocked(
        &mut self,
        limit: Option<u64>,
        watch: &mut dyn Watch<Self>,
    ) -> (Ended, Option<u64>) {
        clock::run_clocked(self, limit, watch)
    }

    fn visit(&mut self, steps: u32) {
        let base = self.block.words().as_mut_ptr();
        // SAFETY: the block is the search's own and was zeroed, and this is the only engine.
        let mut engine = unsafe { self.plan.engine(base, &mut self.state) };
        visit_many(&mut engine, steps);
    }
}

impl<G: Game, B: Block> Timed for Search<G, B> {
    fn is_done(&self) -> bool {
        self.is_done()
    }

    fn run_briefly(&mut self) {
        self.run_nodes(NODES_PER_LOOK.into());
    }
}

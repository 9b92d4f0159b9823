//! The search: one expansion at a time, inside its block.
//!
//! A search asks one question after the other, each with yes or no as its answer: can the player to
//! move win? If not, can he get at least a draw? Each question starts with a new tree; the table of
//! df-pn keeps what is proved, since who can win gets at least a draw. If no line of the first question
//! ended with a draw, the answer "no" means a loss, and the second question is not asked.

use super::dfpn::StackState;
use super::numbers::{OR, Pair, is_solved, is_stuck, solved};
use super::plan::{Plan, PlanError};
use super::pn::Leaf;
use super::rules::{LineRules, Rules, Seen, prepare_earlier};
use super::settings::{Goal, Method, Settings, Value};
use super::tree::TreeState;
use crate::clock::Timed;
use crate::game::{Game, Turn};
use crate::memory::{self, Block};
use crate::score::Score;

/// A proof search, in its own block of memory.
///
/// [Start](Search::start) it at a position, [step](Search::step) it as long as you like, and ask at any
/// time what it has found. `B` is the block: `&mut [Word]` or another [`Block`].
pub struct Search<G: Game, B> {
    pub(super) block: B,
    pub(super) plan: Plan<G>,
    pub(super) settings: Settings,
    pub(super) rules: Rules,
    pub(super) seen: Seen,
    /// Earlier positions of the game that matter.
    pub(super) earlier: usize,
    pub(super) top: TreeState,
    pub(super) second: TreeState,
    pub(super) leaf: Option<Leaf>,
    pub(super) stack: StackState,
    pub(super) expansions: u64,
    /// What is known about the root's value.
    pub(super) bounds: (Value, Value),
    /// All questions have their answer, or none can be had.
    pub(super) finished: bool,
    /// Whether the root is a position in which a player moves.
    pub(super) playable: bool,
}

/// The bytes that a search with these settings needs, for games like `game`.
pub fn bytes_needed<G: Game>(settings: &Settings, game: &G) -> Result<usize, PlanError> {
    Ok(Plan::new(settings, game)?.bytes)
}

/// The memory of a search, known without creating it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// All bytes together: [`bytes_needed`].
    pub bytes: usize,
    /// The bytes of one more node of the first tree, or of one more table entry.
    pub unit: usize,
}

impl Footprint {
    /// The memory of a search with these settings, for games like `game`.
    pub fn new<G: Game>(settings: &Settings, game: &G) -> Result<Self, PlanError> {
        let plan = Plan::new(settings, game)?;
        Ok(Footprint { bytes: plan.bytes, unit: plan.unit })
    }
}

/// Whether the bit of a move is set.
pub(crate) fn is_excluded(bits: &[u32], number: usize) -> bool {
    bits.get(number / 32).is_some_and(|bits| bits >> (number % 32) & 1 != 0)
}

impl<G: Game, B: Block> Search<G, B> {
    /// A search for games with the size and other options of `game`. `block` must have at least
    /// [`bytes_needed`] bytes. Call [`Search::start`] next.
    pub fn new(settings: Settings, game: &G, mut block: B) -> Result<Self, PlanError> {
        let plan = Plan::new(&settings, game)?;
        let too_small = |given| PlanError::Block { needed: plan.bytes, given };
        memory::prepare(&mut block, plan.bytes).map_err(too_small)?;
        let rules = Rules {
            player: 0,
            denominator: game.denominator(),
            goal: Goal::Win,
            line: LineRules {
                repetition: plan.repetition,
                plies: plan.plies,
                final_plies: plan.final_plies,
            },
            mobility: settings.mobility,
        };
        let mut search = Search {
            block,
            plan,
            settings,
            rules,
            seen: Seen::default(),
            earlier: 0,
            top: TreeState::default(),
            second: TreeState::default(),
            leaf: None,
            stack: StackState::default(),
            expansions: 0,
            bounds: (Value::Loss, Value::Win),
            finished: false,
            playable: false,
        };
        search.start(game, &[], &[], 0);
        Ok(search)
    }

    /// Starts a search from `position`. It does not play the moves in `excluded` there, which are those
    /// that the game's history forbids. `earlier` has the repetition keys of the game's earlier
    /// positions, the latest last. Proof search draws no random numbers, so `seed` changes nothing.
    ///
    /// The game must have the size and options of the one given to [`Search::new`]. If it is the turn
    /// of chance, the search is [done](Search::is_done) at once and knows nothing.
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
        seed: u64,
    ) {
        let _ = seed;
        let base = self.block.words().as_mut_ptr();
        // SAFETY: each region is borrowed once, and the block was zeroed.
        let (positions, bits, keys) = unsafe {
            (self.plan.positions.of(base), self.plan.excluded.of(base), self.plan.earlier.of(base))
        };
        positions[0].write(*position);
        bits.fill(0);
        let latest = &earlier[earlier.len().saturating_sub(keys.len())..];
        let keys = &mut keys[..latest.len()];
        keys.copy_from_slice(latest);
        self.earlier = prepare_earlier(keys, self.plan.repetition);
        (self.seen, self.expansions) = (Seen::default(), 0);
        self.bounds = (Value::Loss, Value::Win);
        (self.finished, self.playable) = (false, false);
        (self.top.recycled, self.stack.replaced) = (0, 0);
        match position.turn() {
            Turn::Player(player) => {
                self.playable = true;
                self.rules.player = player;
            }
            Turn::Chance => {
                self.seen.obstacles.chance = true;
                self.finished = true;
                return;
            }
            Turn::Over(outcome) => {
                // Nobody is to move: the value is the first player's.
                let score = Score::of(outcome, 0, self.rules.denominator);
                let value = match () {
                    () if score.is_win() => Value::Win,
                    () if score.is_loss() => Value::Loss,
                    () => Value::Draw,
                };
                self.bounds = (value, value);
                self.finished = true;
                return;
            }
        }
        if let Some(is_excluded) = excluded {
            for (number, mv) in position.legal_moves().enumerate() {
                // A game with more legal moves than its `max_moves` must not panic here.
                if is_excluded(mv)
                    && let Some(bits) = bits.get_mut(number / 32)
                {
                    *bits |= 1 << (number % 32);
                }
            }
        }
        let goal = if self.settings.goal == Goal::Draw { Goal::Draw } else { Goal::Win };
        self.ask(goal);
    }

    /// Begins a search for the answer to one question.
    fn ask(&mut self, goal: Goal) {
        let again = self.rules.goal == Goal::Win && goal == Goal::Draw && self.expansions > 0;
        self.rules.goal = goal;
        self.leaf = None;
        match self.settings.method {
            Method::Dfpn(_) => self.begin_dfpn(again),
            Method::Pn(_) | Method::Pn2 { .. } => self.begin_tree(OR, [1, 1]),
        }
        self.conclude();
    }

    /// Whether all is known that this search can know, or it has looked at as many positions as the
    /// settings allow. (Time is the caller's.)
    pub fn is_done(&self) -> bool {
        self.finished || self.settings.positions.is_some_and(|most| self.seen.positions >= most)
    }

    /// Expands one position, unless the search is done for good. With df-pn, sometimes it only returns
    /// to an earlier position.
    pub fn step(&mut self) {
        if self.finished {
            return;
        }
        let changed = match self.settings.method {
            Method::Dfpn(table) => self.step_dfpn(table),
            Method::Pn(_) | Method::Pn2 { .. } => {
                self.step_tree();
                true
            }
        };
        if changed {
            self.conclude();
        }
    }

    /// Runs the search until it [is done](Search::is_done) or `stop` returns true. `stop` is called
    /// before each step.
    pub fn run(&mut self, mut stop: impl FnMut() -> bool) {
        while !self.is_done() && !stop() {
            self.step();
        }
    }

    /// The numbers of the root.
    pub(super) fn root_numbers(&mut self) -> Pair {
        match self.settings.method {
            Method::Dfpn(_) => self.dfpn_numbers(),
            Method::Pn(_) | Method::Pn2 { .. } => self.tree_numbers(),
        }
    }

    /// Draws the conclusions from the root's numbers.
    fn conclude(&mut self) {
        let numbers = self.root_numbers();
        if !is_solved(numbers) && !is_stuck(numbers) {
            return;
        }
        let proved = numbers == solved(true);
        let (low, high) = &mut self.bounds;
        match (self.rules.goal, is_solved(numbers), proved) {
            (_, false, _) => {}
            (Goal::Draw, _, false) => *high = Value::Loss,
            // Without any draw, who does not win loses.
            (Goal::Draw, _, true) if self.seen.draws => *low = Value::Draw,
            (_, _, true) => *low = Value::Win,
            (_, _, false) => *high = if self.seen.draws { Value::Draw } else { Value::Loss },
        }
        if self.settings.goal == Goal::Value && self.rules.goal == Goal::Win && *low < *high {
            self.ask(Goal::Draw);
        } else {
            self.finished = true;
        }
    }
}

/// Steps between two looks at the clock.
const STEPS_PER_LOOK: u32 = 64;

impl<G: Game, B: Block> Timed for Search<G, B> {
    fn is_done(&self) -> bool {
        Search::is_done(self)
    }
    fn run_briefly(&mut self) {
        for _ in 0..STEPS_PER_LOOK {
            if self.is_done() {
                break;
            }
            self.step();
        }
    }
}

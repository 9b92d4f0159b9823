//! The search: one expansion at a time, inside its block.

use super::plan::{NIL, Node, Plan};
use super::rank::{Aim, Tree};
use super::settings::{Method, Settings};
use crate::clock::Timed;
use crate::game::{Game, Outcome, Turn};
use crate::memory::{self, Block};
use crate::proof::PlanError;
use crate::proof::pn::play_number;
use crate::proof::rules::{Sight, Trail, prepare_earlier};
use crate::score::Score;

/// A best-first search, in its own block of memory.
///
/// [Start](Search::start) it at a position, [step](Search::step) it as long as you like, and ask for the
/// [best move](Search::best_move) at any time.
pub struct Search<G: Game, B> {
    pub(super) block: B,
    pub(super) plan: Plan<G>,
    pub(super) settings: Settings,
    pub(super) player: usize,
    denominator: u32,
    earlier: usize,
    pub(super) used: usize,
    pub(super) expansions: u64,
    pub(super) positions: u64,
    pub(super) settled: bool,
    pub(super) full: bool,
    pub(super) playable: bool,
    pub(super) met_chance: bool,
}

/// The bytes that a search with these settings needs, for games like `game`.
pub fn bytes_needed<G: Game>(settings: &Settings, game: &G) -> Result<usize, PlanError> {
    Ok(Plan::new(settings, game)?.bytes)
}

impl<G: Game, B: Block> Search<G, B> {
    /// A search for games with the size and other options of `game`. `block` must have at least
    /// [`bytes_needed`] bytes. Call [`Search::start`] next.
    pub fn new(settings: Settings, game: &G, mut block: B) -> Result<Self, PlanError> {
        let plan = Plan::new(&settings, game)?;
        let too_small = |given| PlanError::Block { needed: plan.bytes, given };
        memory::prepare(&mut block, plan.bytes).map_err(too_small)?;
        let mut search = Search {
            block,
            plan,
            settings,
            player: 0,
            denominator: game.denominator(),
            earlier: 0,
            used: 0,
            expansions: 0,
            positions: 0,
            settled: false,
            full: false,
            playable: false,
            met_chance: false,
        };
        search.start(game, &[], &[], 0);
        Ok(search)
    }

    /// Starts a search from `position`. It does not play the moves in `excluded` there, which are those
    /// that the game's history forbids. `earlier` has the repetition keys of the game's earlier
    /// positions, the latest last. The search draws no random numbers, so `seed` changes nothing.
    ///
    /// The game must have the size and options of the one given to [`Search::new`]. If no player is to
    /// move, the search is done at once.
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
        let plan = &self.plan;
        // SAFETY: each region is borrowed once, and the block was zeroed.
        let (positions, bits, keys, nodes) = unsafe {
            (
                plan.positions.of(base),
                plan.excluded.of(base),
                plan.earlier.of(base),
                plan.nodes.of(base),
            )
        };
        positions.fill(core::mem::MaybeUninit::new(*position));
        bits.fill(0);
        let latest = &earlier[earlier.len().saturating_sub(keys.len())..];
        let keys = &mut keys[..latest.len()];
        keys.copy_from_slice(latest);
        self.earlier = prepare_earlier(keys, plan.line.repetition);
        (self.expansions, self.positions, self.used) = (0, 0, 1);
        (self.settled, self.full, self.met_chance) = (false, false, false);
        let player = position.turn().player();
        self.playable = player.is_some();
        self.player = player.unwrap_or(0);
        nodes[0] = Node {
            low: 0,
            high: 0,
            first: NIL,
            count: 0,
            number: 0,
            work: 0,
            own: true,
            ended: player.is_none(),
        };
        match position.turn() {
            Turn::Over(outcome) => {
                let value = self.worth(outcome, 0);
                (nodes[0].low, nodes[0].high) = (value, value);
                self.settled = true;
            }
            Turn::Chance => (self.settled, self.met_chance) = (true, true),
            Turn::Player(_) => {
                let value = (self.plan.evaluation.of)(position);
                (nodes[0].low, nodes[0].high) = (value, value);
                if let Some(is_excluded) = excluded {
                    for (number, mv) in position.legal_moves().enumerate() {
                        if is_excluded(mv)
                            && let Some(bits) = bits.get_mut(number / 32)
                        {
                            *bits |= 1 << (number % 32);
                        }
                    }
                }
            }
        }
        let mut tree = self.tree();
        tree.begin_leaf(0);
    }

    /// The score of an outcome `depth` plies below the root, for the root's player.
    fn worth(&self, outcome: Outcome, depth: usize) -> i16 {
        let score = Score::of(outcome, self.player, self.denominator);
        let plies = depth.min(usize::from(Score::MAX_DISTANCE)) as u16;
        match () {
            () if score.is_win() => Score::win_in(plies).get(),
            () if score.is_loss() => Score::loss_in(plies).get(),
            () => Score::DRAW.get(),
        }
    }

    pub(super) fn tree(&mut self) -> Tree<'_> {
        let base = self.block.words().as_mut_ptr();
        let plan = &self.plan;
        // SAFETY: the block is the search's own and was zeroed; each region is borrowed once.
        let (nodes, conspiracies) = unsafe { (plan.nodes.of(base), plan.conspiracies.of(base)) };
        Tree { nodes, conspiracies, grades: plan.grades, bound: plan.evaluation.bound.max(1) }
    }

    /// Whether the search is [settled](Search::is_settled), the tree [full](Search::is_full), or as many
    /// leaves were expanded as the settings ask for. (Time is the caller's.)
    pub fn is_done(&self) -> bool {
        self.settled
            || self.full
            || self.settings.expansions.is_some_and(|most| self.expansions >= most)
    }

    /// Runs the search until it [is done](Search::is_done) or `stop` returns true. `stop` is called
    /// before each step.
    pub fn run(&mut self, mut stop: impl FnMut() -> bool) {
        while !self.is_done() && !stop() {
            self.step();
        }
    }

    /// Expands a leaf, unless the search is settled or the tree full.
    pub fn step(&mut self) {
        if self.settled || self.full {
            return;
        }
        let method = self.settings.method;
        let base = self.block.words().as_mut_ptr();
        let plan = &self.plan;
        // SAFETY: the block is the search's own and was zeroed; each region is borrowed once, the
        // tree's own regions by `tree`.
        let (positions, keys, earlier, excluded, path, nodes, conspiracies) = unsafe {
            (
                plan.positions.of(base),
                plan.keys.of(base),
                &plan.earlier.of(base)[..self.earlier],
                plan.excluded.of(base),
                plan.path.of(base),
                plan.nodes.of(base),
                plan.conspiracies.of(base),
            )
        };
        let bound = plan.evaluation.bound.max(1);
        let mut tree = Tree { nodes, conspiracies, grades: plan.grades, bound };
        // SAFETY: both positions were written when the search started.
        let mut position = unsafe { *positions[0].assume_init_ref() };
        let trail = Trail { keys, earlier };
        let target = match method {
            Method::Conspiracy { threshold, .. } if tree.nodes[0].count > 0 => {
                tree.target(threshold)
            }
            _ => None,
        };
        let (mut node, mut depth) = (0, 0);
        loop {
            path[depth] = node as u32;
            if let Some(key) = trail.keys.get_mut(depth) {
                *key = plan.line.key(&position);
            }
            if tree.nodes[node].count == 0 {
                break;
            }
            let aim = if depth == 0 { tree.aim(method) } else { tree.below(node, method, target) };
            let Aim::Child(child) = aim else {
                self.settled = true;
                return;
            };
            play_number(&mut position, tree.nodes[child].number);
            (node, depth) = (child, depth + 1);
        }

        let first = self.used;
        if position.legal_moves().count() > tree.nodes.len() - first {
            self.full = true;
            return;
        }
        for (number, mv) in position.legal_moves().enumerate() {
            if depth == 0 && crate::proof::is_excluded(excluded, number) {
                continue;
            }
            let mut next = position;
            next.play(mv);
            self.positions += 1;
            let sight = plan.line.look(&next, depth + 1, &trail);
            let mut margin = 0;
            let (value, own, ended) = match sight {
                Sight::Forbidden => continue,
                Sight::Over(outcome, _) | Sight::Cutoff(outcome) => {
                    (self.worth(outcome, depth + 1), false, true)
                }
                Sight::Chance => {
                    // It cannot be evaluated, so it counts as even.
                    self.met_chance = true;
                    (0, false, true)
                }
                Sight::TooDeep | Sight::Open(_) => {
                    let open = matches!(sight, Sight::Open(_));
                    let value = (plan.evaluation.of)(&next);
                    let own = next.turn().player() == Some(self.player);
                    if let (Method::BStar { margin: m }, true) = (method, open) {
                        margin = i32::from(m);
                    }
                    (if own { value } else { -value }, own, !open)
                }
            };
            let edge = |value: i32| Score::number(value.clamp(-30_000, 30_000) as i16).get();
            let (low, high) = match margin {
                0 => (value, value),
                _ => (edge(i32::from(value) - margin), edge(i32::from(value) + margin)),
            };
            let at = self.used;
            let number = number as u16;
            tree.nodes[at] = Node { low, high, first: NIL, count: 0, number, work: 0, own, ended };
            tree.begin_leaf(at);
            self.used += 1;
        }
        self.expansions += 1;
        let count = self.used - first;
        tree.nodes[node].first = first as u32;
        tree.nodes[node].count = count as u16;
        if count == 0 {
            // All moves are forbidden: the game ends.
            let value = self.worth(position.cutoff(), depth);
            let stuck = &mut tree.nodes[node];
            (stuck.low, stuck.high, stuck.ended) = (value, value, true);
            tree.begin_leaf(node);
            self.settled |= depth == 0;
        }
        for &at in path[..=depth].iter().rev() {
            if tree.nodes[at as usize].count > 0 {
                tree.back_up(at as usize);
            }
        }
        // The best move may be known now; otherwise the next step goes on.
        self.settled |= tree.nodes[0].count > 0 && tree.aim(method) == Aim::Settled;
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

//! The search: one playout at a time, inside its block.
//!
//! [`Search::start`] sets a position, and each [`Search::step`] runs one playout. With one level a
//! step is `descend`, `play_out` and `back_up`. With two levels, a leaf of the top tree becomes the
//! root of a second tree. The top tree's path to that leaf stays as it is (`Leaf`) while the second
//! tree runs its share of playouts, one for each step. With sharing, every playout is counted in both
//! trees at once. Without it, a `Batch` collects what the top tree will count when the leaf is done.
//!
//! Everything large is in the block. Functions at the end of this file borrow its regions; each
//! region is borrowed once at a time.

use core::mem::MaybeUninit;

use super::amaf::DistinctMoves;
use super::backup::{Batch, FinishedPlayout, Path, back_up};
use super::mast::Mast;
use super::plan::{LevelPlan, Plan, PlanError};
use super::playout::play_out;
use super::ply::Ply;
use super::reuse::keep_root;
use super::select::{References, Walk, descend};
use super::settings::{Playout, Policy, Second, Settings};
use super::tree::TreeState;
use super::width::Width;
use crate::game::{Game, MAX_PLAYERS, Rewards, Turn};
use crate::memory::{self, Block, Word};
use crate::rng::Rng;

/// Runs `$body` with `$tree` as the tree of a level, compiled for each pair of widths.
macro_rules! with_tree {
    ($level:expr, $base:expr, $state:expr, $tree:ident => $body:expr) => {
        with_tree!(@ $level, $base, $state, $tree => $body,
            (Width::W8, Width::W8) => u16, u8;
            (Width::W8, _) => u16, u16;
            (Width::W16, Width::W8) => u32, u8;
            (Width::W16, _) => u32, u16;
            (Width::W32, Width::W32) => u64, u32;
            (Width::W32, _) => u64, u16;
        )
    };
    (@ $level:expr, $base:expr, $state:expr, $tree:ident => $body:expr,
        $($widths:pat => $tally:ty, $link:ty;)*) => {
        match ($level.tally, $level.link) {
            $($widths => {
                // SAFETY: the block is the search's own and was zeroed; these are the types the
                // level was carved with; no other view of this level is alive.
                #[allow(unused_mut)]
                let mut $tree = unsafe { $level.tree::<$tally, $link>($base, $state) };
                $body
            })*
        }
    };
}
pub(super) use with_tree;

pub(super) const ROOT: usize = 0;
const CURRENT: usize = 1;
const LEAF: usize = 2;

/// A search for one player, in its own block of memory.
///
/// [Start](Search::start) it at a position, [run](Search::run) it or [step](Search::step) it as long
/// as you like, and ask for the [best move](Search::best_move) at any time. `B` is the block:
/// `&mut [Word]` or another [`Block`].
///
/// In a game, call [`end_turn`](Search::end_turn) after the search whose move is played, so that the
/// next searches profit from it. A search without it, such as a hint, has no effect on later ones.
///
/// See the crate's front page for an example.
pub struct Search<G: Game, B> {
    pub(super) block: B,
    pub(super) plan: Plan<G>,
    pub(super) settings: Settings,
    pub(super) rng: Rng,
    pub(super) top: TreeState,
    pub(super) second: TreeState,
    /// The second-level search in progress.
    pub(super) leaf: Option<Leaf>,
    pub(super) root_player: usize,
    /// Playouts so far, and the sum of each player's rewards.
    pub(super) playouts: u64,
    rewards: [u64; MAX_PLAYERS],
    leaves: u64,
    /// Whether a turn of this game has ended: then there are averages to start with.
    in_game: bool,
    /// Whether the last search ended a turn: then its tree may be kept.
    turn_ended: bool,
    /// Whether the search began with a part of the last turn's tree.
    kept: bool,
    /// Whether the root has excluded moves.
    pub(super) excludes: bool,
}

/// A leaf of the top tree whose second-level search is in progress.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    /// Its depth below the root of the search.
    depth: usize,
    done: u32,
    rewards: [u64; MAX_PLAYERS],
    /// The playouts that the top tree has not counted yet.
    batch: Batch,
}

/// The bytes that a player with these settings needs, for games like `game`.
pub fn bytes_needed<G: Game>(settings: &Settings, game: &G) -> Result<usize, PlanError> {
    Ok(Plan::new(settings, game)?.bytes)
}

/// The memory that a player needs, known without creating it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// All bytes together: [`bytes_needed`].
    pub bytes: usize,
    /// The tree, or the upper of two.
    pub top: LevelFootprint,
    /// The second level, if there is one.
    pub second: Option<LevelFootprint>,
}

/// The memory of one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelFootprint {
    /// The most nodes.
    pub nodes: u32,
    /// The bytes of one node, with its AMAF table if every node has one.
    pub node_bytes: usize,
    /// The most AMAF tables that nodes get on demand. The root's is not among them.
    pub tables: u32,
    /// The bytes of one of those tables.
    pub table_bytes: usize,
}

impl Footprint {
    /// The memory of a player with these settings, for games like `game`.
    pub fn new<G: Game>(settings: &Settings, game: &G) -> Result<Self, PlanError> {
        let plan = Plan::new(settings, game)?;
        let level = |level: &LevelPlan| LevelFootprint {
            nodes: level.capacity as u32,
            node_bytes: level.node_bytes,
            tables: level.pool.tables as u32,
            table_bytes: level.pool.table_bytes,
        };
        let second = plan.second.as_ref().map(level);
        Ok(Footprint { bytes: plan.bytes, top: level(&plan.top), second })
    }
}

impl<G: Game, B: Block> Search<G, B> {
    /// A player for games with the size and other options of `game`. `block` must have at least
    /// [`bytes_needed`] bytes. Call [`Search::start`] next.
    pub fn new(settings: Settings, game: &G, mut block: B) -> Result<Self, PlanError> {
        let plan = Plan::new(&settings, game)?;
        let too_small = |given| PlanError::Block { needed: plan.bytes, given };
        memory::prepare(&mut block, plan.bytes).map_err(too_small)?;
        #[cfg(target_arch = "x86_64")]
        crate::simd::wide();
        let mut search = Search {
            block,
            plan,
            settings,
            rng: Rng::new(0),
            top: TreeState::default(),
            second: TreeState::default(),
            leaf: None,
            root_player: 0,
            playouts: 0,
            rewards: [0; MAX_PLAYERS],
            leaves: 0,
            in_game: false,
            turn_ended: false,
            kept: false,
            excludes: false,
        };
        search.start_anywhere(game, None, 0);
        Ok(search)
    }

    /// Forgets the game so far. The next turn is the first of a new game.
    pub fn new_game(&mut self) {
        (self.in_game, self.turn_ended) = (false, false);
    }

    /// Ends a turn of the game: later searches may use what the last search found. Its MAST averages
    /// are kept, and weigh less with every turn. With `reuse=on`, the next search begins with the part
    /// of the tree that is about its position.
    pub fn end_turn(&mut self) {
        if let Playout::Mast { .. } = self.settings.playout {
            let base = self.base();
            kept_mast(&self.plan, base).copy_from(&mast(&self.plan, base));
        }
        (self.in_game, self.turn_ended) = (true, true);
    }

    /// Makes the next search begin with an empty tree, even with `reuse=on`. For searches between
    /// turns, whose results must not depend on earlier ones.
    pub fn forget_tree(&mut self) {
        self.turn_ended = false;
    }

    /// Starts a search from `position`. It does not play the moves in `excluded` there, which are
    /// those that the game's history forbids. The game must have the size and options of the one given
    /// to [`Search::new`], and it must not be the turn of chance.
    ///
    /// The same settings, position, seed and [ended turns](Search::end_turn) give the same search.
    pub fn start(&mut self, position: &G, excluded: &[G::Move], seed: u64) {
        let is_excluded: &dyn Fn(_) -> bool = &|mv| excluded.contains(&mv);
        self.start_without(position, (!excluded.is_empty()).then_some(is_excluded), seed);
    }

    /// Like [`Search::start`], without the moves for which `excluded` returns true. If it is `None`, the
    /// position's moves are not listed.
    pub fn start_without(
        &mut self,
        position: &G,
        excluded: Option<&dyn Fn(G::Move) -> bool>,
        seed: u64,
    ) {
        assert!(
            !G::CHANCE || position.turn() != Turn::Chance,
            "a search cannot start at a chance node: draw first"
        );
        self.start_anywhere(position, excluded, seed);
    }

    fn start_anywhere(
        &mut self,
        position: &G,
        excluded: Option<&dyn Fn(G::Move) -> bool>,
        seed: u64,
    ) {
        debug_assert_eq!(
            (position.keys(), position.players()),
            (self.plan.keys, self.plan.players)
        );
        let continued = core::mem::take(&mut self.turn_ended);
        self.kept = continued && self.settings.reuse && self.keep(position);
        self.rng = Rng::new(seed);
        self.root_player = position.turn().player().unwrap_or(0);
        (self.playouts, self.rewards, self.leaves, self.leaf) = (0, [0; MAX_PLAYERS], 0, None);
        for level in [&mut self.top, &mut self.second] {
            (level.recycled, level.recycled_tables) = (0, 0);
        }
        let (keys, base) = (self.plan.keys, self.base());
        // SAFETY: each region is borrowed once, and the block was zeroed.
        let (positions, bits, batch) = unsafe {
            (self.plan.positions.of(base), self.plan.excluded.of(base), self.plan.batch.of(base))
        };
        positions.fill(MaybeUninit::new(*position));
        // The last search may have stopped in the middle of a second-level search.
        batch.fill(0);
        bits.fill(0);
        self.excludes = false;
        if let (Some(excluded), Some(_)) = (excluded, position.turn().player()) {
            for (index, _) in position.legal_moves().enumerate().filter(|&(_, mv)| excluded(mv)) {
                self.excludes = true;
                // A game with more legal moves than its `max_moves` must not panic here.
                if let Some(bits) = bits.get_mut(index / 32) {
                    *bits |= 1 << (index % 32);
                }
            }
        }
        if let Playout::Mast { decay, .. } = self.settings.playout {
            let mut mast = mast(&self.plan, base);
            if self.in_game {
                mast.copy_from(&kept_mast(&self.plan, base));
                mast.decay(decay);
            } else {
                mast.clear(keys);
            }
        }
        with_tree!(self.plan.top, base, &mut self.top, tree => match self.kept {
            true => keep_root(&mut tree, position, excluded),
            false => tree.reset(),
        });
        if let Some(second) = &self.plan.second {
            with_tree!(second, base, &mut self.second, tree => tree.reset());
        }
    }

    /// Whether the playouts that the settings ask for have been run. (Time is the caller's.)
    pub fn is_done(&self) -> bool {
        let leaves = self.settings.top.playouts.is_some_and(|most| self.leaves >= u64::from(most));
        leaves || self.settings.playouts.is_some_and(|most| self.playouts >= most)
    }

    /// Runs the search until it [is done](Search::is_done) or `stop` returns true. `stop` is called
    /// before each playout.
    pub fn run(&mut self, mut stop: impl FnMut() -> bool) {
        while !self.is_done() && !stop() {
            self.step();
        }
        self.flush_batch();
    }

    /// Runs one playout, even if the search is done.
    pub fn step(&mut self) {
        match self.settings.second {
            None => self.step_one_level(),
            Some(second) => self.step_two_levels(second),
        }
    }

    /// Without sharing, ends the second-level search in progress and counts its playouts in the top
    /// tree; otherwise does nothing. [`Search::run`] calls it at its end. If you call [`Search::step`]
    /// yourself, call it before you read results.
    pub fn flush_batch(&mut self) {
        if self.settings.second.is_some_and(|second| !second.sharing)
            && let Some(leaf) = self.leaf
        {
            self.end_leaf(leaf);
        }
    }

    #[hot]
    pub(super) fn base(&mut self) -> *mut Word {
        self.block.words().as_mut_ptr()
    }

    fn step_one_level(&mut self) {
        let base = self.base();
        let policy = &self.settings.policy;
        let mut walk = walk(&self.plan, base, &mut self.rng, self.excludes, ROOT, 0);
        let first = self.playouts == 0 && !self.kept;
        with_tree!(self.plan.top, base, &mut self.top, tree =>
            descend(&mut walk, &mut tree, &NOTHING_ABOVE, policy, first));
        let mut mast = mast(&self.plan, base);
        let rewards = play_out(&mut walk, &self.settings.playout, &mast);
        let plies = &walk.plies[..walk.len];
        if let Playout::Mast { .. } = self.settings.playout {
            mast.count::<G>(plies, &rewards, self.plan.denominator);
        }
        let mut finished = finished(&self.plan, base, policy, plies, rewards, self.root_player);
        with_tree!(self.plan.top, base, &mut self.top, tree => {
            back_up::<G, _, _>(&mut finished, &mut tree, 0);
            tree.leave_path();
        });
        self.leaves += 1;
        self.count_playout(&rewards);
    }

    fn step_two_levels(&mut self, second: Second) {
        let mut leaf = match self.leaf {
            Some(leaf) => leaf,
            None => self.begin_leaf(),
        };
        let base = self.base();
        let policy = &self.settings.policy;
        let level = self.plan.second.as_ref().expect("planned with two levels");
        let mut walk = walk(&self.plan, base, &mut self.rng, self.excludes, LEAF, leaf.depth);
        let above = match second.sharing {
            true => references_above(&self.plan, base, &mut self.top, policy, &walk),
            false => NOTHING_ABOVE,
        };
        with_tree!(level, base, &mut self.second, tree =>
            descend(&mut walk, &mut tree, &above, policy, leaf.done == 0));
        let mut mast = mast(&self.plan, base);
        let rewards = play_out(&mut walk, &self.settings.playout, &mast);
        let plies = &walk.plies[..walk.len];
        if let Playout::Mast { .. } = self.settings.playout {
            mast.count::<G>(plies, &rewards, self.plan.denominator);
        }
        let mut finished = finished(&self.plan, base, policy, plies, rewards, self.root_player);
        with_tree!(level, base, &mut self.second, tree => {
            back_up::<G, _, _>(&mut finished, &mut tree, leaf.depth);
            tree.leave_path();
        });
        if second.sharing {
            with_tree!(self.plan.top, base, &mut self.top, tree =>
                back_up::<G, _, _>(&mut finished, &mut tree, 0));
        } else {
            // SAFETY: the only view of this region.
            let tables = unsafe { self.plan.batch.of(base) };
            leaf.batch.keep::<G>(&mut finished, leaf.depth, tables);
        }
        leaf.done += 1;
        for (sum, &reward) in leaf.rewards.iter_mut().zip(&rewards) {
            *sum += u64::from(reward);
        }
        let last = leaf.depth.checked_sub(1).and_then(|before| plies[before].by_player::<G>());
        let chooser = last.map(Ply::player);
        self.count_playout(&rewards);
        self.leaf = Some(leaf);
        if leaf.done >= second.playouts || chooser.is_some_and(|p| self.hopeless(second, &leaf, p))
        {
            self.end_leaf(leaf);
        }
    }

    fn count_playout(&mut self, rewards: &Rewards) {
        self.playouts += 1;
        for (sum, &reward) in self.rewards.iter_mut().zip(rewards) {
            *sum += u64::from(reward);
        }
    }

    fn hopeless(&self, second: Second, leaf: &Leaf, player: usize) -> bool {
        let odds = |playouts: u64, wins: u64| {
            (wins, (playouts * u64::from(self.plan.denominator)).saturating_sub(wins))
        };
        second.hopeless(
            leaf.done,
            odds(leaf.done.into(), leaf.rewards[player]),
            odds(self.playouts, self.rewards[player]),
        )
    }

    /// Finds the next leaf of the top tree and prepares a second-level search from it. The top tree's
    /// path stays as it is until [`Search::end_leaf`].
    fn begin_leaf(&mut self) -> Leaf {
        let base = self.base();
        let mut walk = walk(&self.plan, base, &mut self.rng, self.excludes, ROOT, 0);
        let (policy, first) = (&self.settings.policy, self.leaves == 0 && !self.kept);
        with_tree!(self.plan.top, base, &mut self.top, tree =>
            descend(&mut walk, &mut tree, &NOTHING_ABOVE, policy, first));
        let (depth, position) = (walk.len, *walk.position);
        // SAFETY: the walk is over; this is the only view of the positions.
        unsafe { self.plan.positions.of(base)[LEAF].write(position) };
        let level = self.plan.second.as_ref().expect("planned with two levels");
        with_tree!(level, base, &mut self.second, tree => tree.reset());
        Leaf { depth, done: 0, rewards: [0; MAX_PLAYERS], batch: Batch::default() }
    }

    /// Ends a second-level search: the top tree counts the playouts that it has not counted yet.
    pub(super) fn end_leaf(&mut self, leaf: Leaf) {
        let base = self.base();
        let plan = &self.plan;
        // SAFETY: each region is borrowed once, and the second level's root was written.
        let (plies, tables, leaf_player) = unsafe {
            let position = plan.positions.of(base)[LEAF].assume_init_ref();
            let plies = &*plan.plies.of(base);
            // Where playouts are cut off, nobody moves.
            let leaf_player = position.turn().player().filter(|_| leaf.depth < plies.len());
            (&plies[..leaf.depth], plan.batch.of(base), leaf_player)
        };
        with_tree!(plan.top, base, &mut self.top, tree => {
            if leaf.batch.visits > 0 {
                let above = played(plan, base, &self.settings.policy);
                let path = Path { moves: plies, leaf_player, root_player: self.root_player };
                leaf.batch.count::<G, _, _>(&mut tree, &path, plan.denominator, above, tables);
            }
            tree.leave_path();
        });
        tables.fill(0);
        self.leaves += 1;
        self.leaf = None;
    }
}

const NOTHING_ABOVE: References<'static> = [None; MAX_PLAYERS];

/// A walk that starts at the position in slot `from`, which is `len` plies below the root.
fn walk<'a, G: Game>(
    plan: &Plan<G>,
    base: *mut Word,
    rng: &'a mut Rng,
    excludes: bool,
    from: usize,
    len: usize,
) -> Walk<'a, G> {
    // SAFETY: the regions belong to the search, and there is no other walk. All positions were written
    // when the search started.
    unsafe {
        let positions = plan.positions.of(base);
        positions[CURRENT] = positions[from];
        Walk {
            position: positions[CURRENT].assume_init_mut(),
            plies: plan.plies.of(base),
            len,
            rng,
            scores: plan.scores.of(base),
            weights: plan.weights.of(base),
            priors: plan.priors.of(base),
            prior: plan.prior,
            excluded: if excludes { plan.excluded.of(base) } else { &[] },
            keys: plan.keys,
            denominator: plan.denominator,
        }
    }
}

pub(super) fn mast<'a, G: Game>(plan: &Plan<G>, base: *mut Word) -> Mast<'a> {
    // SAFETY: the only view of these regions.
    let (means, counts) = unsafe { (plan.mast_means.of(base), plan.mast_counts.of(base)) };
    Mast { means, counts, stride: plan.stride }
}

/// The averages as they were after the last turn.
fn kept_mast<'a, G: Game>(plan: &Plan<G>, base: *mut Word) -> Mast<'a> {
    // SAFETY: the only view of these regions.
    let (means, counts) = unsafe { (plan.kept_means.of(base), plan.kept_counts.of(base)) };
    Mast { means, counts, stride: plan.stride }
}

/// An empty set of moves, if the policy needs one.
fn played<'a, G: Game>(
    plan: &Plan<G>,
    base: *mut Word,
    policy: &Policy,
) -> Option<DistinctMoves<'a>> {
    // SAFETY: the only view of these regions.
    let (marks, lists) = unsafe { (plan.marks.of(base), plan.lists.of(base)) };
    policy.mode().map(|mode| DistinctMoves::new(mode, marks, lists))
}

fn finished<'a, G: Game>(
    plan: &Plan<G>,
    base: *mut Word,
    policy: &Policy,
    plies: &'a [Ply],
    rewards: Rewards,
    root_player: usize,
) -> FinishedPlayout<'a> {
    FinishedPlayout {
        plies,
        rewards,
        players: plan.players,
        denominator: plan.denominator,
        root_player,
        played: played(plan, base, policy),
        from: plies.len(),
    }
}

/// The tables of the reference nodes on the top tree's path, for a second-level search below it.
fn references_above<'a, G: Game>(
    plan: &Plan<G>,
    base: *mut Word,
    top: &'a mut TreeState,
    policy: &Policy,
    walk: &Walk<'_, G>,
) -> References<'a> {
    let Policy::Amaf { reference, mode, .. } = *policy else { return NOTHING_ABOVE };
    with_tree!(plan.top, base, top, tree => {
        let mut references = [None; MAX_PLAYERS];
        for depth in 0..tree.state.depth as usize {
            let node = tree.on_path(depth);
            let mover = match walk.plies[..walk.len].get(depth) {
                Some(ply) => ply.by_player::<G>().map(Ply::player),
                None => walk.position.turn().player(),
            };
            let Some(mover) = mover else { continue };
            let class = &mut references[mode.class(mover)];
            if tree.table(node).is_some_and(|(_, counted)| counted >= reference || class.is_none()) {
                *class = Some(node);
            }
        }
        tree.into_tables(references)
    })
}

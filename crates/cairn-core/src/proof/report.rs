//! What a search has found. It can be read at any time.

use super::dfpn::line_key;
use super::numbers::{AND, INFINITE, Numbers, OR, Pair, solved};
use super::pn::play_number;
use super::rules::{Obstacles, identity};
use super::search::{Search, is_excluded};
use super::settings::{Goal, Method, Settings, Value};
use super::table::WAYS;
use super::tree::ROOT;
use crate::clock::{Ended, Watch, run_clocked};
use crate::game::Game;
use crate::mcts::PoolStats;
use crate::memory::Block;

/// What the search knows about a move at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// Its numbers, for the question that was asked last ([`Search::question`]).
    pub numbers: Numbers,
    /// The move is worth at least this to the player to move.
    pub at_least: Value,
    /// The move is worth at most this.
    pub at_most: Value,
}

impl<G: Game, B: Block> Search<G, B> {
    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The position that the search started from.
    pub fn root(&mut self) -> &G {
        let base = self.block.words().as_mut_ptr();
        // SAFETY: the only view of the positions; the root was written when the search started.
        unsafe { self.plan.positions.of(base)[0].assume_init_ref() }
    }

    /// The bytes of the block that it uses: exactly [`bytes_needed`](super::bytes_needed).
    pub fn bytes(&self) -> usize {
        self.plan.bytes
    }

    /// What the root is worth to the player to move, if that is proved. If the game is over, to player
    /// 0.
    ///
    /// A line that repeats a position is worth [`Game::cutoff`], as the module says. A line of
    /// [`Game::max_plies`] moves is too; [`Search::met_cutoff`] tells whether there was one.
    pub fn value(&self) -> Option<Value> {
        let (low, high) = self.bounds;
        (low == high).then_some(low)
    }

    /// The least and the greatest value that the root can have by what is proved.
    pub fn bounds(&self) -> (Value, Value) {
        self.bounds
    }

    /// The question that is or was asked last: [`Goal::Win`] or [`Goal::Draw`].
    pub fn question(&self) -> Goal {
        self.rules.goal
    }

    /// Whether the search has ended without an answer to one of its questions, and never will have it:
    /// it gave up. [`Search::obstacles`] says why.
    pub fn gave_up(&self) -> bool {
        let (low, high) = self.bounds;
        let answered = match self.settings.goal {
            Goal::Value => low == high,
            Goal::Win => low == Value::Win || high < Value::Win,
            Goal::Draw => low >= Value::Draw || high == Value::Loss,
        };
        self.finished && !answered
    }

    /// What kept the search from some positions. Lines beside them may still prove the value.
    pub fn obstacles(&self) -> Obstacles {
        self.seen.obstacles
    }

    /// Whether a line was as long as the game allows ([`Game::max_plies`]), so that the value may be
    /// another without that limit.
    pub fn met_cutoff(&self) -> bool {
        self.seen.cutoffs
    }

    /// The numbers of the root, for the question that was asked last.
    pub fn numbers(&mut self) -> Numbers {
        if self.playable {
            return Numbers::new(self.root_numbers());
        }
        match self.bounds {
            (Value::Loss, Value::Win) => Numbers::new([1, 1]),
            (low, _) => Numbers::new(solved(low == Value::Win)),
        }
    }

    /// Positions that the search has looked at: each child of each expanded position counts.
    pub fn positions(&self) -> u64 {
        self.seen.positions
    }

    /// How many times a position was expanded.
    pub fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The nodes of the trees, or the entries of the table.
    pub fn pool(&self) -> PoolStats {
        let (capacity, used, recycled) = match self.settings.method {
            Method::Pn(tree) => (tree.nodes, self.top.used, self.top.recycled),
            Method::Pn2 { top, second } => {
                let second_used = if self.leaf.is_some() { self.second.used } else { 0 };
                (
                    top.nodes.saturating_add(second.nodes),
                    self.top.used + second_used,
                    self.top.recycled,
                )
            }
            Method::Dfpn(table) => {
                let entries = table.entries.next_multiple_of(WAYS as u32);
                (entries, self.stack.used, self.stack.replaced)
            }
        };
        PoolStats { capacity, used, recycled }
    }

    /// Calls `each` with the number, the numbers and the node of each child of the root. (df-pn has no
    /// nodes.)
    pub(super) fn for_each_root_child(&mut self, mut each: impl FnMut(u16, Pair, usize)) {
        match self.settings.method {
            Method::Dfpn(_) => {
                let children = self.stack();
                let mut stack = children.0;
                stack.root_children().iter().for_each(|child| each(child.number, child.numbers, 0));
            }
            Method::Pn(_) | Method::Pn2 { .. } => self.for_each_child(ROOT, each),
        }
    }

    /// What is known about a move of the root with these numbers.
    fn bounds_of(&self, numbers: Pair) -> (Value, Value) {
        // Whatever no move of the root can exceed, this one cannot.
        let (mut low, mut high) = (Value::Loss, self.bounds.1);
        let draws = self.seen.draws;
        match (self.rules.goal, numbers == solved(true), numbers == solved(false)) {
            (Goal::Draw, _, true) => high = Value::Loss,
            (Goal::Draw, true, _) if draws => low = Value::Draw,
            (_, true, _) => low = Value::Win,
            (_, _, true) => high = high.min(if draws { Value::Draw } else { Value::Loss }),
            _ => {}
        }
        (low, high.max(low))
    }

    /// Calls `each` with the allowed moves of the root, in the game's order. Of a root that is proved,
    /// some moves may be missing: they were not looked at.
    pub fn for_each_move(&mut self, mut each: impl FnMut(MoveStats<G::Move>)) {
        if !self.playable {
            return;
        }
        let root = *self.root();
        let mut moves = root.legal_moves().enumerate();
        // A child's bounds need the search, which is borrowed while children are listed.
        let bounds = [solved(true), solved(false), [1, 1]].map(|numbers| self.bounds_of(numbers));
        self.for_each_root_child(|number, numbers, _| {
            let found = moves.by_ref().find(|&(other, _)| other == usize::from(number));
            let Some((_, mv)) = found else { return };
            let (at_least, at_most) = match () {
                () if numbers == solved(true) => bounds[0],
                () if numbers == solved(false) => bounds[1],
                () => bounds[2],
            };
            each(MoveStats { mv, numbers: Numbers::new(numbers), at_least, at_most });
        });
    }

    /// The number and the node of the best move, if the root has children.
    fn best_child(&mut self) -> Option<(u16, usize)> {
        let refuted = self.top.refuted.or(self.stack.refuted);
        let mut best: Option<((u32, u32, bool), u16, usize)> = None;
        self.for_each_root_child(|number, numbers, node| {
            // Of refuted moves, the one that took longest. Of others, the nearest to a proof.
            let rank = (numbers[OR], INFINITE - numbers[AND], Some(number) != refuted);
            if best.is_none_or(|(least, ..)| rank < least) {
                best = Some((rank, number, node));
            }
        });
        best.map(|(_, number, node)| (number, node))
    }

    /// The move to play: one that is proved to reach the goal; else the one with the least proof number;
    /// if all moves are refuted, the one that was refuted last. `None` if the game is over or every move
    /// is excluded.
    pub fn best_move(&mut self) -> Option<G::Move> {
        if !self.playable {
            return None;
        }
        let mut root = *self.root();
        if let Some((number, _)) = self.best_child() {
            return play_number(&mut root, number);
        }
        // Nothing was searched, for lack of memory.
        let base = self.block.words().as_mut_ptr();
        // SAFETY: the only view of this region.
        let excluded: &[u32] = unsafe { self.plan.excluded.of(base) };
        let allowed = |&(number, _): &(usize, G::Move)| !is_excluded(excluded, number);
        root.legal_moves().enumerate().find(allowed).map(|(_, mv)| mv)
    }

    /// The line that the search expects: at each position the move that proves its result, or the one to
    /// be searched next. Calls `each` with at most `most` moves. A proved line may be longer than
    /// necessary, since proof search does not look for the quickest win. It may end early, where the tree
    /// or the table has lost the rest.
    pub fn principal_variation(&mut self, most: usize, mut each: impl FnMut(G::Move)) {
        if !self.playable {
            return;
        }
        let mut position = *self.root();
        let mut line = line_key(0, identity(&position));
        let mut next = self.best_child();
        for _ in 0..most.min(self.plan.plies) {
            let Some((number, node)) = next else { break };
            let Some(mv) = play_number(&mut position, number) else { break };
            each(mv);
            if position.turn().player().is_none() {
                break;
            }
            next = match self.settings.method {
                Method::Dfpn(_) => {
                    let key = identity(&position);
                    let number = self.stack().0.best_in_table(key, line);
                    line = line_key(line, key);
                    number.map(|number| (number, 0))
                }
                Method::Pn(_) | Method::Pn2 { .. } => self.best_below(node),
            };
        }
    }

    /// The best child of a node of the first tree.
    fn best_below(&mut self, node: usize) -> Option<(u16, usize)> {
        let side = self.side(node);
        let mut best: Option<((u32, u32), u16, usize)> = None;
        self.for_each_child(node, |number, numbers, child| {
            let rank = (numbers[side], INFINITE - numbers[1 - side]);
            if best.is_none_or(|(least, ..)| rank < least) {
                best = Some((rank, number, child));
            }
        });
        best.map(|(_, number, child)| (number, child))
    }

    /// Ends the search and returns its block.
    pub fn into_block(self) -> B {
        self.block
    }

    /// Runs the search until it [is done](Search::is_done), `limit` milliseconds have passed or `watch`
    /// stops it. Returns why it ended and the milliseconds it took. Call this again to go on.
    pub fn run_clocked(
        &mut self,
        limit: Option<u64>,
        watch: &mut dyn Watch<Self>,
    ) -> (Ended, Option<u64>) {
        run_clocked(self, limit, watch)
    }
}

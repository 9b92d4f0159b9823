//! `pn` and `pn2`: the most-proving leaf is expanded, or searched by a second tree.

use core::mem::MaybeUninit;

use super::numbers::{Pair, UNKNOWN, is_solved, is_stuck};
use super::rules::{Judged, Rules, Seen, Trail};
use super::search::{Search, is_excluded};
use super::settings::{Growth, Method, Second};
use super::tree::{ROOT, Tree};
use crate::game::Game;
use crate::mcts::width::Link;
use crate::memory::Block;

/// A second-level search in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// The most nodes that its tree may have.
    limit: u32,
}

/// The part of the block that `pn` and `pn2` work in.
struct Trees<'a, G: Game, L> {
    positions: &'a mut [MaybeUninit<G>],
    trail: Trail<'a>,
    excluded: &'a [u32],
    top: Tree<'a, L>,
    second: Tree<'a, L>,
    rules: &'a Rules,
    seen: &'a mut Seen,
}

/// Why a leaf was not expanded.
struct Full;

/// Gives a node its children, with the numbers that they have at first. Returns `Full` if there is no
/// room for them.
#[allow(clippy::too_many_arguments)]
fn expand<G: Game, L: Link>(
    tree: &mut Tree<'_, L>,
    depth: usize,
    positions: &[MaybeUninit<G>],
    trail: &mut Trail<'_>,
    excluded: &[u32],
    rules: &Rules,
    seen: &mut Seen,
    limit: usize,
) -> Result<(), Full> {
    let node = tree.at();
    // SAFETY: the positions of the path were written on the way.
    let position = unsafe { *positions[depth].assume_init_ref() };
    let count = position.legal_moves().count();
    if count + tree.state.used as usize > limit || !tree.make_room(count) {
        return Err(Full);
    }
    if let Some(key) = trail.keys.get_mut(depth) {
        *key = rules.line.key(&position);
    }
    let side = usize::from(tree.nodes[node].side);
    let mut last = None;
    for (number, mv) in position.legal_moves().enumerate() {
        if depth == 0 && is_excluded(excluded, number) {
            continue;
        }
        let mut next = position;
        next.play(mv);
        let (child_side, numbers) = match rules.judge(&next, depth + 1, trail, seen) {
            Judged::Forbidden => continue,
            Judged::Leaf(numbers, _) => (0, numbers),
            Judged::Open(side) => (side, rules.first_numbers(&next, side)),
        };
        last = Some(tree.add_child(node, last, number as u16, child_side, numbers));
        if numbers[side] == 0 {
            break;
        }
    }
    if last.is_none() {
        tree.nodes[node].numbers = rules.stuck(&position, seen);
    }
    Ok(())
}

/// Follows a tree from the end of its path to a leaf. Returns the leaf's depth.
fn descend<G: Game, L: Link>(
    tree: &mut Tree<'_, L>,
    positions: &mut [MaybeUninit<G>],
    trail: &mut Trail<'_>,
    rules: &Rules,
) -> usize {
    loop {
        let (node, depth) = (tree.at(), tree.state.end - 1);
        let Some(child) = tree.select(node) else { return depth };
        // SAFETY: the positions of the path were written on the way.
        let mut position = unsafe { *positions[depth].assume_init_ref() };
        if let Some(key) = trail.keys.get_mut(depth) {
            *key = rules.line.key(&position);
        }
        play_number(&mut position, tree.nodes[child].number);
        positions[depth + 1].write(position);
        tree.descend(child);
    }
}

/// Plays the legal move with this number.
pub(crate) fn play_number<G: Game>(position: &mut G, number: u16) -> Option<G::Move> {
    let mv = position.legal_moves().nth(number.into());
    if let Some(mv) = mv {
        position.play(mv);
    }
    mv
}

impl<G: Game, L: Link> Trees<'_, G, L> {
    fn step_pn(&mut self) {
        let depth = descend(&mut self.top, self.positions, &mut self.trail, self.rules);
        self.expand_leaf(depth);
    }

    fn expand_leaf(&mut self, depth: usize) {
        let Trees { positions, trail, excluded, top, rules, seen, .. } = self;
        let expanded =
            expand(top, depth, positions, trail, excluded, rules, seen, usize::MAX).is_ok();
        if !expanded {
            seen.obstacles.memory = true;
            let leaf = top.at();
            top.nodes[leaf].numbers = UNKNOWN;
        }
        top.settle();
    }

    /// Finds a leaf of the first tree and makes it the root of the second.
    fn begin_leaf(&mut self, settings: Second) -> Leaf {
        let depth = descend(&mut self.top, self.positions, &mut self.trail, self.rules);
        let leaf = self.top.nodes[self.top.at()];
        self.second.reset(depth, leaf.side.into(), leaf.numbers);
        let limit = settings.growth.map_or(settings.nodes, |growth| {
            growth.size(self.top.state.used).clamp(1, settings.nodes)
        });
        Leaf { limit }
    }

    /// A step of the second tree. Returns whether its search is over.
    fn step_second(&mut self, leaf: Leaf, settings: Second) -> bool {
        let Trees { positions, trail, excluded, second, rules, seen, .. } = self;
        let depth = descend(second, positions, trail, rules);
        let limit = leaf.limit as usize;
        // Its root always gets its children, if there is room.
        let limit = if second.is_expanded(ROOT) { limit } else { usize::MAX };
        let grown = expand(second, depth, positions, trail, excluded, rules, seen, limit).is_ok();
        if !grown {
            return true;
        }
        second.settle();
        let numbers = second.nodes[ROOT].numbers;
        let hopeless = settings.stop.is_some_and(|times| {
            u64::from(numbers[0]) > u64::from(times) * u64::from(numbers[1])
                && second.state.used >= leaf.limit / 4
        });
        hopeless || is_solved(numbers) || is_stuck(numbers)
    }

    /// Gives the leaf of the first tree what the second tree found.
    fn end_leaf(&mut self) {
        self.second.leave_path();
        let depth = self.top.state.end - 1;
        if !self.second.is_expanded(ROOT) && !is_solved(self.second.nodes[ROOT].numbers) {
            // The second tree cannot hold the children; perhaps the first can.
            return self.expand_leaf(depth);
        }
        let leaf = self.top.at();
        let numbers = self.second.nodes[ROOT].numbers;
        let count = self.second.children(ROOT).count();
        let room = self.top.make_room(count);
        if room {
            let mut last = None;
            let mut next = self.second.children(ROOT).next();
            while let Some(child) = next {
                let node = self.second.nodes[child];
                let side = node.side.into();
                last = Some(self.top.add_child(leaf, last, node.number, side, node.numbers));
                next = self.second.next(child);
            }
            self.keep_lines(leaf);
        }
        if !room || count == 0 {
            let unsolved = !is_solved(numbers);
            self.seen.obstacles.memory |= unsolved;
            self.top.nodes[leaf].numbers = if unsolved { UNKNOWN } else { numbers };
        }
        self.top.settle();
    }

    /// Keeps the lines that show why children of a leaf of the first tree are solved.
    fn keep_lines(&mut self, leaf: usize) {
        let mut from = self.second.children(ROOT).next();
        let mut to = self.top.children(leaf).next();
        while let (Some(theirs), Some(ours)) = (from, to) {
            if is_solved(self.top.nodes[ours].numbers) {
                self.top.copy_line(ours, &self.second, theirs);
            }
            (from, to) = (self.second.next(theirs), self.top.next(ours));
        }
    }
}

impl Growth {
    /// The size of the second tree while the first has `nodes` nodes.
    fn size(self, nodes: u32) -> u32 {
        let exponent = (self.half as f32 - nodes as f32) / self.scale.max(1) as f32;
        (nodes as f32 / (1.0 + libm::expf(exponent))) as u32
    }
}

/// Runs `$body` with `$trees` as the trees of a search, compiled for both widths of links.
macro_rules! with_trees {
    ($search:expr, $trees:ident => $body:expr) => {
        match $search.plan.wide {
            true => {
                #[allow(unused_mut)]
                let mut $trees = $search.trees::<u32>();
                $body
            }
            false => {
                #[allow(unused_mut)]
                let mut $trees = $search.trees::<u16>();
                $body
            }
        }
    };
}

impl<G: Game, B: Block> Search<G, B> {
    /// Links must have the width that the plan says.
    fn trees<L: Link>(&mut self) -> Trees<'_, G, L> {
        debug_assert_eq!(size_of::<L>() == 4, self.plan.wide);
        let base = self.block.words().as_mut_ptr();
        let plan = &self.plan;
        let regions = plan.trees::<L>();
        let weak = self.settings.weak;
        // SAFETY: the block is the search's own and was zeroed; each region is borrowed once, with
        // links of the width that it was carved for.
        unsafe {
            Trees {
                positions: plan.positions.of(base),
                trail: Trail {
                    keys: plan.keys.of(base),
                    earlier: &plan.earlier.of(base)[..self.earlier],
                },
                excluded: plan.excluded.of(base),
                top: Tree::new(
                    regions.nodes.of(base),
                    regions.links.of(base),
                    regions.path.of(base),
                    &mut self.top,
                    weak,
                ),
                second: Tree::new(
                    regions.second_nodes.of(base),
                    &mut [],
                    regions.second_path.of(base),
                    &mut self.second,
                    weak,
                ),
                rules: &self.rules,
                seen: &mut self.seen,
            }
        }
    }

    pub(super) fn begin_tree(&mut self, side: usize, numbers: Pair) {
        with_trees!(self, trees => trees.top.reset(0, side, numbers));
    }

    pub(super) fn step_tree(&mut self) {
        let second = match self.settings.method {
            Method::Pn2 { second, .. } => Some(second),
            _ => None,
        };
        let mut leaf = self.leaf;
        with_trees!(self, trees => match second {
            None => trees.step_pn(),
            Some(settings) => {
                let at = match leaf {
                    Some(leaf) => leaf,
                    None => trees.begin_leaf(settings),
                };
                leaf = Some(at);
                if trees.step_second(at, settings) {
                    trees.end_leaf();
                    leaf = None;
                }
            }
        });
        self.leaf = leaf;
        self.expansions += 1;
    }

    pub(super) fn tree_numbers(&mut self) -> Pair {
        with_trees!(self, trees => trees.top.nodes[ROOT].numbers)
    }

    /// Calls `each` with the number, the proof and disproof number of each child of a node of the
    /// first tree, and with the child.
    pub(super) fn for_each_child(&mut self, node: usize, mut each: impl FnMut(u16, Pair, usize)) {
        with_trees!(self, trees => for child in trees.top.children(node) {
            let node = &trees.top.nodes[child];
            each(node.number, node.numbers, child);
        });
    }

    /// The side of a node of the first tree.
    pub(super) fn side(&mut self, node: usize) -> usize {
        with_trees!(self, trees => trees.top.nodes[node].side.into())
    }
}

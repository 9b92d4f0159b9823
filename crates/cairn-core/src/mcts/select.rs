//! Selection: which move to follow from a node.

use super::line::Ply;
use super::settings::{Policy, Schedule};
use super::tree::Tree;
use super::width::{Link, Tally};
use crate::game::{Game, MAX_PLAYERS, best_of};
use crate::rng::Rng;
use crate::simd::multiversion;

/// An AMAF table of some tree, whatever its width.
#[derive(Clone, Copy)]
pub(crate) enum Table<'a> {
    Narrow(&'a [u16]),
    Middle(&'a [u32]),
    Wide(&'a [u64]),
}

/// For each class of tables ([`Reading::class`](super::Reading)), the reference node's, as far as it is above the tree
/// being searched.
pub(crate) type References<'a> = [Option<Table<'a>>; MAX_PLAYERS];

/// The line being followed, and what selection works with.
pub(crate) struct Walk<'a, G> {
    pub position: &'a mut G,
    pub plies: &'a mut [Ply],
    pub len: usize,
    pub rng: &'a mut Rng,
    /// Scratch: the value of each key, and the AMAF visits behind it.
    pub scores: &'a mut [f32],
    pub weights: &'a mut [f32],
    /// Keys not allowed at the root of the search, a bit each.
    pub excluded: &'a [u32],
    pub keys: usize,
    pub denominator: u32,
}

impl<G: Game> Walk<'_, G> {
    /// Plays a move and writes it down.
    #[inline(always)]
    pub fn follow(&mut self, mv: G::Move) {
        let key = self.position.key(mv);
        self.plies[self.len] = Ply::new(self.position.to_move(), key);
        self.len += 1;
        self.position.play(mv);
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.len == self.plies.len() || self.position.outcome().is_some()
    }
}

multiversion! {
    /// Follows the tree from its root to a leaf, and adds a node there if it can. The root's first
    /// playout starts at the root itself.
    pub(crate) fn descend<G: Game, T: Tally, L: Link>(
        walk: &mut Walk<'_, G>,
        tree: &mut Tree<'_, T, L, G::Move>,
        above: &References<'_>,
        policy: &Policy,
        first: bool,
    ) = descend_inline;
}

#[inline(always)]
fn descend_inline<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &mut Tree<'_, T, L, G::Move>,
    above: &References<'_>,
    policy: &Policy,
    first: bool,
) {
    let mut node = 0;
    let mut references = [None; MAX_PLAYERS];
    tree.enter(node);
    if first {
        return;
    }
    while !walk.is_over() {
        let Some(choice) = select(walk, tree, node, above, &mut references, policy) else { return };
        walk.follow(choice.mv);
        match choice.child {
            Some(child) => {
                tree.enter(child);
                node = child;
                if *policy == Policy::Flat {
                    return;
                }
            }
            None => {
                tree.add_child(node, choice.mv, choice.after);
                return;
            }
        }
    }
}

/// The chosen move, its node if it has one, and if not, the sibling to put it behind.
#[derive(Clone, Copy)]
struct Choice<M> {
    mv: M,
    child: Option<usize>,
    after: Option<usize>,
}

/// The move with the highest value. A move without a node has the value that `scores` starts with;
/// one with a node, what its policy's closure makes of its tally.
#[inline(always)]
fn select<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L, G::Move>,
    node: usize,
    above: &References<'_>,
    references: &mut [Option<usize>; MAX_PLAYERS],
    policy: &Policy,
) -> Option<Choice<G::Move>> {
    let scale = walk.denominator as f32;
    match *policy {
        Policy::Flat => {
            walk.scores.fill(f32::INFINITY);
            choose(walk, tree, node, |tally, _, _| -(tally.visits() as f32))
        }
        Policy::Uct { c, fpu } => {
            walk.scores.fill(fpu.unwrap_or(f32::INFINITY));
            let log = libm::logf(tree.nodes[node].tally.visits().max(1) as f32);
            choose(walk, tree, node, |tally, _, _| {
                mean(tally, scale) + c * sqrt(log / tally.visits() as f32)
            })
        }
        Policy::Amaf { reference, reading, schedule } => {
            let mover = walk.position.to_move();
            let class = reading.class(mover);
            let visits = tree.nodes[node].tally.visits();
            if visits >= reference || (above[class].is_none() && references[class].is_none()) {
                references[class] = Some(node);
            }
            let start = reading.offset(mover, walk.keys);
            let (scores, weights) = (&mut *walk.scores, &mut *walk.weights);
            match references[class] {
                Some(own) => read(tree.table(own), start, scale, scores, weights, walk.keys),
                None => match above[class] {
                    Some(Table::Narrow(t)) => {
                        read(Some(t), start, scale, scores, weights, walk.keys)
                    }
                    Some(Table::Middle(t)) => {
                        read(Some(t), start, scale, scores, weights, walk.keys)
                    }
                    Some(Table::Wide(t)) => read(Some(t), start, scale, scores, weights, walk.keys),
                    None => {}
                },
            }
            // A move that the reference never saw has only its own mean.
            let mix = |tally: T, beta: f32, amaf: f32, weight: f32| {
                let own = mean(tally, scale);
                if weight == 0.0 { own } else { (1.0 - beta) * own + beta * amaf }
            };
            match schedule {
                Schedule::Bias(bias) => choose(walk, tree, node, |tally, amaf, weight| {
                    let visits = tally.visits() as f32;
                    let beta = weight / (weight + visits + bias * weight * visits);
                    mix(tally, beta, amaf, weight)
                }),
                Schedule::K(k) => choose(walk, tree, node, |tally, amaf, weight| {
                    mix(tally, k / (tally.visits() as f32 + k), amaf, weight)
                }),
            }
        }
    }
}

#[inline(always)]
fn mean<T: Tally>(tally: T, scale: f32) -> f32 {
    tally.reward() as f32 / (tally.visits() as f32 * scale)
}

#[inline(always)]
fn sqrt(x: f32) -> f32 {
    // Both are exact to the last bit.
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
}

/// Spreads a table into AMAF means and visits; a move without any is worth trying at once.
#[inline(always)]
fn read<T: Tally>(
    table: Option<&[T]>,
    start: usize,
    scale: f32,
    scores: &mut [f32],
    weights: &mut [f32],
    keys: usize,
) {
    let table = &table.expect("a reference node has a table")[start..][..keys];
    let (scores, weights) = (&mut scores[..keys], &mut weights[..keys]);
    for i in 0..keys {
        // Counts are below 2³¹ unless 32-bit counters are nearly full; signed conversion is quick.
        let visits = table[i].visits() as i32 as f32;
        let reward = table[i].reward() as i32 as f32;
        let mean = reward / (visits * scale);
        scores[i] = if visits > 0.0 { mean } else { f32::INFINITY };
        weights[i] = visits;
    }
}

/// The best move, where `value(tally, score, weight)` values a move with a node.
#[inline(always)]
fn choose<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L, G::Move>,
    node: usize,
    value: impl Fn(T, f32, f32) -> f32,
) -> Option<Choice<G::Move>> {
    if G::UNIQUE_KEYS {
        choose_by_key(walk, tree, node, value)
    } else {
        choose_by_move(walk, tree, node, value)
    }
}

/// Values whole tables at once: the score of each key that has a node is overwritten, and the game
/// finds the best.
#[inline(always)]
fn choose_by_key<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L, G::Move>,
    node: usize,
    value: impl Fn(T, f32, f32) -> f32,
) -> Option<Choice<G::Move>> {
    for child in tree.children(node) {
        let tally = tree.nodes[child].tally;
        let key = walk.position.key(tree.mv(child));
        if tally.visits() > 0 {
            let weight = walk.weights.get(key).copied().unwrap_or(0.0);
            walk.scores[key] = value(tally, walk.scores[key], weight);
        }
    }
    if walk.len == 0 {
        for key in 0..walk.keys {
            if is_excluded(walk.excluded, key) {
                walk.scores[key] = f32::NEG_INFINITY;
            }
        }
    }
    let mv = walk.position.best_legal_move(walk.scores, walk.rng)?;
    let child = tree.children(node).find(|&child| tree.mv(child) == mv);
    Some(Choice { mv, child, after: None })
}

/// Values move by move. Children stand in the order of their moves, so that one walk meets both.
#[inline(always)]
fn choose_by_move<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L, G::Move>,
    node: usize,
    value: impl Fn(T, f32, f32) -> f32,
) -> Option<Choice<G::Move>> {
    // Reborrowed, so that the closures can share them beside the generator.
    let (rng, position, len) = (&mut *walk.rng, &*walk.position, walk.len);
    let (scores, weights, excluded) = (&*walk.scores, &*walk.weights, walk.excluded);
    let candidates = || {
        let (mut next, mut after) = (tree.children(node).next(), None);
        position.legal_moves().filter_map(move |mv| {
            let child = next.filter(|&child| tree.mv(child) == mv);
            let choice = Choice { mv, child, after };
            if let Some(child) = child {
                after = Some(child);
                let younger = tree.nodes[child].next;
                next = (younger != L::NIL).then(|| younger.index());
            }
            (len > 0 || !is_excluded(excluded, position.key(mv))).then_some(choice)
        })
    };
    let score = |choice: Choice<G::Move>| {
        let key = position.key(choice.mv);
        let tally = choice.child.map_or(T::default(), |child| tree.nodes[child].tally);
        match tally.visits() {
            0 => scores[key],
            _ => value(tally, scores[key], weights.get(key).copied().unwrap_or(0.0)),
        }
    };
    best_of(candidates, score, rng)
}

/// Whether a key is in a bit set.
#[inline(always)]
pub(crate) fn is_excluded(excluded: &[u32], key: usize) -> bool {
    excluded[key / 32] >> (key % 32) & 1 != 0
}

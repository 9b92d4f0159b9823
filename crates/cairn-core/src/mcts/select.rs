//! Selection: which move to follow from a node.
//!
//! [`descend`] follows the tree from its root to a leaf. At each node, `select` gives every move a
//! value by the policy's formula ([`Value`]) and takes the highest; ties are broken by one random
//! number. It starts with the value of a move without a node: infinite, or its AMAF mean in the
//! reference node's table. Moves with a node then get their own value.
//!
//! If no two moves of a position share a key, this works on whole tables by key, which the compiler
//! turns into vector instructions (`choose_by_key`), and the game finds the best legal move.
//! Otherwise each legal move is valued in turn (`choose_by_move`). At a chance node, the move is
//! drawn by its weight.

use core::ops::Range;

use super::ply::Ply;
use super::settings::{Policy, Schedule};
use super::tree::Tree;
use super::width::{Link, Tally};
use crate::game::{Game, MAX_PLAYERS, Turn, best_of};
use crate::rng::Rng;
use crate::simd::multiversion;

/// An AMAF table with counters of any width.
#[derive(Clone, Copy)]
pub(crate) enum AmafTable<'a> {
    Narrow(&'a [u16]),
    Middle(&'a [u32]),
    Wide(&'a [u64]),
}

impl<'a> AmafTable<'a> {
    /// A part of it.
    #[once]
    pub fn slice(self, tallies: Range<usize>) -> Self {
        match self {
            AmafTable::Narrow(table) => AmafTable::Narrow(&table[tallies]),
            AmafTable::Middle(table) => AmafTable::Middle(&table[tallies]),
            AmafTable::Wide(table) => AmafTable::Wide(&table[tallies]),
        }
    }

    /// The visits of an entry.
    #[once]
    pub fn visits(self, index: usize) -> u32 {
        match self {
            AmafTable::Narrow(table) => table[index].visits(),
            AmafTable::Middle(table) => table[index].visits(),
            AmafTable::Wide(table) => table[index].visits(),
        }
    }
}

/// For each class of tables ([`AmafMode::class`](super::AmafMode)), the table of the reference node
/// in the tree above the one being searched, if there is one.
pub(crate) type References<'a> = [Option<AmafTable<'a>>; MAX_PLAYERS];

/// The moves followed so far, and what selection works with.
pub(crate) struct Walk<'a, G> {
    pub position: &'a mut G,
    pub plies: &'a mut [Ply],
    pub len: usize,
    pub rng: &'a mut Rng,
    /// Scratch: the value of each key, and the AMAF visits behind it.
    pub scores: &'a mut [f32],
    pub weights: &'a mut [f32],
    /// Scratch: the game's prior for each key, and the visits that it counts for; 0 is without
    /// priors.
    pub priors: &'a mut [f32],
    pub prior: f32,
    /// The root's excluded moves: a bit for each legal move, in their order. Empty if there are none.
    pub excluded: &'a [u32],
    pub keys: usize,
    pub denominator: u32,
}

impl<G: Game> Walk<'_, G> {
    /// Plays a move and records it.
    #[hot]
    fn follow(&mut self, mv: G::Move, ply: Ply) {
        self.plies[self.len] = ply;
        self.len += 1;
        play(self.position, mv);
    }
}

multiversion! {
    /// [`Game::best_legal_move`], for callers that are not compiled for wide vectors themselves.
    pub fn best_legal_move<G: Game>(position: &G, scores: &[f32], rng: &mut Rng) -> Option<G::Move>
        = Game::best_legal_move;
}

// What does not depend on the widths of a tree need not be compiled again for each of them. With
// `once` it is not, except on x86-64, where the copies with wide vectors could not share it.

/// [`Game::play`].
#[once]
pub(crate) fn play<G: Game>(position: &mut G, mv: G::Move) {
    position.play(mv);
}

/// [`Game::best_legal_move`].
#[once]
fn best<G: Game>(position: &G, scores: &[f32], rng: &mut Rng) -> Option<G::Move> {
    position.best_legal_move(scores, rng)
}

/// [`Game::priors`], even where the game has no opinion.
#[once]
fn priors<G: Game>(position: &G, means: &mut [f32]) {
    means.fill(EVEN);
    position.priors(means);
}

multiversion! {
    /// Follows the tree from its root to a leaf and adds a node there if possible. The first playout
    /// (`first`) starts at the root itself.
    pub(crate) fn descend<G: Game, T: Tally, L: Link>(
        walk: &mut Walk<'_, G>,
        tree: &mut Tree<'_, T, L>,
        above: &References<'_>,
        policy: &Policy,
        first: bool,
    ) = descend_inline;
}

#[hot]
fn descend_inline<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &mut Tree<'_, T, L>,
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
    while walk.len < walk.plies.len() {
        let (choice, ply) = match walk.position.turn() {
            Turn::Over(_) => return,
            Turn::Player(mover) => {
                let choice = select(walk, tree, node, mover, above, &mut references, policy);
                let Some(choice) = choice else { return };
                let key = walk.position.key(choice.mv);
                if node == 0 && !tree.root_moves.is_empty() {
                    tree.state.root_move = Some(choice.number as u32);
                }
                (choice, Ply::new(mover, key))
            }
            Turn::Chance => (draw(walk, tree, node), Ply::CHANCE),
        };
        walk.follow(choice.mv, ply);
        match choice.child {
            Some(child) => {
                tree.enter(child);
                node = child;
                if *policy == Policy::Flat {
                    return;
                }
            }
            None => {
                tree.add_child(node, choice.number, choice.after);
                return;
            }
        }
    }
}

/// The selected move with its number and its node, or with the sibling to insert its new node after.
#[derive(Clone, Copy)]
struct Selected<M> {
    mv: M,
    number: usize,
    child: Option<usize>,
    after: Option<usize>,
}

/// The number of a player's move in the tree: its key, or its place among the legal moves if those
/// can share keys. Moves of chance have no keys: they are numbered by their place.
#[hot]
pub(crate) fn number<G: Game>(place: usize, key: usize) -> usize {
    if G::UNIQUE_KEYS { key } else { place }
}

/// The legal moves with their numbers.
pub(crate) fn numbered_moves<G: Game>(position: &G) -> impl Iterator<Item = (usize, G::Move)> {
    let by_key = G::UNIQUE_KEYS && !(G::CHANCE && position.turn() == Turn::Chance);
    let moves = position.legal_moves().enumerate();
    moves.map(move |(place, mv)| (if by_key { position.key(mv) } else { place }, mv))
}

/// A random move of chance. Its statistics do not matter.
#[hot]
fn draw<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L>,
    node: usize,
) -> Selected<G::Move> {
    let mv = chance_move(walk.position, walk.rng);
    let mut moves = walk.position.legal_moves();
    let number = moves.position(|other| other == mv).expect("a legal move was drawn");
    Selected { mv, number, child: tree.child(node, number), after: None }
}

/// [`Game::chance_move`], which is not compiled for games without chance.
#[hot]
pub(crate) fn chance_move<G: Game>(position: &G, rng: &mut Rng) -> G::Move {
    if G::CHANCE { position.chance_move(rng) } else { unreachable!("Game::CHANCE is not set") }
}

/// The move with the highest value.
#[hot]
fn select<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L>,
    node: usize,
    mover: usize,
    above: &References<'_>,
    references: &mut [Option<usize>; MAX_PLAYERS],
    policy: &Policy,
) -> Option<Selected<G::Move>> {
    let visits = tree.nodes[node].tally.visits();
    let scale = walk.denominator as f32;
    let mut value = Value { policy: *policy, scale, log: 0.0, prior: walk.prior };
    if walk.prior > 0.0 {
        priors(walk.position, walk.priors);
    }
    // The value of a move without a node, if there are no priors.
    match *policy {
        Policy::Flat => walk.scores.fill(f32::INFINITY),
        Policy::Uct { fpu, .. } => {
            walk.scores.fill(fpu.unwrap_or(f32::INFINITY));
            value.log = libm::logf(visits.max(1) as f32);
        }
        Policy::Amaf { reference, mode, .. } => {
            let class = mode.class(mover);
            let none = above[class].is_none() && references[class].is_none();
            if tree.table(node).is_some_and(|(_, counted)| counted >= reference || none) {
                references[class] = Some(node);
            }
            let start = mode.offset(mover, walk.keys);
            let table = match references[class] {
                Some(own) => tree.table(own).map(|(table, _)| table),
                None => above[class],
            };
            let (scores, weights) = (&mut walk.scores[..walk.keys], &mut walk.weights[..walk.keys]);
            read(table, start, value.scale, scores, weights);
        }
    }
    if G::UNIQUE_KEYS {
        choose_by_key(walk, tree, node, &value)
    } else {
        choose_by_move(walk, tree, node, &value)
    }
}

/// The prior of a move that the game has no opinion about.
const EVEN: f32 = 0.5;

/// Marks a key in the table of priors that has its value already.
const VALUED: f32 = -1.0;

/// The formula for the value of a move.
struct Value {
    policy: Policy,
    /// The reward of a win.
    scale: f32,
    /// UCT: the logarithm of the parent's visits.
    log: f32,
    /// The visits that a prior counts for; 0 is without priors.
    prior: f32,
}

impl Value {
    /// The value of a move whose node has visits. `amaf` is its AMAF mean in the reference node,
    /// `weight` the visits of that mean, and `prior` the game's opinion.
    #[hot]
    fn of<T: Tally>(&self, tally: T, amaf: f32, weight: f32, prior: f32) -> f32 {
        let visits = tally.visits() as f32 + self.prior;
        let reward = tally.reward() as f32 + self.prior * self.scale * prior;
        self.mixed(reward / (visits * self.scale), visits, amaf, weight)
    }

    /// The value of a move without visits. `amaf` is its value without a prior.
    #[hot]
    fn untried(&self, amaf: f32, weight: f32, prior: f32) -> f32 {
        if self.prior > 0.0 { self.mixed(prior, self.prior, amaf, weight) } else { amaf }
    }

    #[hot]
    fn mixed(&self, mean: f32, visits: f32, amaf: f32, weight: f32) -> f32 {
        match self.policy {
            Policy::Flat => -visits,
            Policy::Uct { c, .. } => mean + c * sqrt(self.log / visits),
            // Without visits in the reference node, a move has only its own mean.
            Policy::Amaf { .. } if weight == 0.0 => mean,
            Policy::Amaf { schedule, .. } => {
                let beta = match schedule {
                    Schedule::Bias(bias) => weight / (weight + visits + bias * weight * visits),
                    Schedule::K(k) => k / (visits + k),
                };
                (1.0 - beta) * mean + beta * amaf
            }
        }
    }
}

#[hot]
fn sqrt(x: f32) -> f32 {
    // Both give the same bits.
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return libm::sqrtf(x);
}

/// Turns a table, from its entry `start` on, into AMAF means and visits. A move without visits has an
/// infinite mean, so that it is tried. `None` is an empty table.
#[once]
fn read(
    table: Option<AmafTable<'_>>,
    start: usize,
    scale: f32,
    means: &mut [f32],
    weights: &mut [f32],
) {
    match table {
        Some(AmafTable::Narrow(table)) => read_as(&table[start..], scale, means, weights),
        Some(AmafTable::Middle(table)) => read_as(&table[start..], scale, means, weights),
        Some(AmafTable::Wide(table)) => read_as(&table[start..], scale, means, weights),
        None => {
            means.fill(f32::INFINITY);
            weights.fill(0.0);
        }
    }
}

#[hot]
fn read_as<T: Tally>(table: &[T], scale: f32, means: &mut [f32], weights: &mut [f32]) {
    let keys = means.len();
    let (table, weights) = (&table[..keys], &mut weights[..keys]);
    for i in 0..keys {
        // Signed integers convert faster, and [`Tally::LIMIT`] allows them.
        let visits = table[i].visits() as i32 as f32;
        let reward = table[i].reward() as i32 as f32;
        let mean = reward / (visits * scale);
        means[i] = if visits > 0.0 { mean } else { f32::INFINITY };
        weights[i] = visits;
    }
}

/// Selects by whole tables: overwrites the score of each key that has a node, and lets the game find
/// the best move.
#[hot]
fn choose_by_key<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L>,
    node: usize,
    value: &Value,
) -> Option<Selected<G::Move>> {
    if node == 0 && !tree.root_moves.is_empty() {
        for (key, &tally) in tree.root_moves.iter().enumerate() {
            value_tried::<G, T>(walk, value, key, tally);
        }
    } else {
        for child in tree.children(node) {
            value_tried::<G, T>(walk, value, tree.number(child), tree.nodes[child].tally);
        }
    }
    if walk.prior > 0.0 {
        // Without AMAF there are no weights, and they are not used.
        let weights = match value.policy {
            Policy::Amaf { .. } => &walk.weights[..walk.keys],
            _ => &walk.priors[..walk.keys],
        };
        value_untried(value, &mut walk.scores[..walk.keys], weights, &walk.priors[..walk.keys]);
    }
    if walk.len == 0 && !walk.excluded.is_empty() {
        exclude(walk);
    }
    let mv = best(walk.position, walk.scores, walk.rng)?;
    let number = walk.position.key(mv);
    Some(Selected { mv, number, child: tree.child(node, number), after: None })
}

/// Gives a key with visits its value.
#[hot]
fn value_tried<G, T: Tally>(walk: &mut Walk<'_, G>, value: &Value, key: usize, tally: T) {
    if tally.visits() > 0 {
        let weight = walk.weights.get(key).copied().unwrap_or(0.0);
        let prior = walk.priors.get(key).copied().unwrap_or(EVEN);
        walk.scores[key] = value.of(tally, walk.scores[key], weight, prior);
        if walk.prior > 0.0 {
            walk.priors[key] = VALUED;
        }
    }
}

/// Makes sure that excluded moves are not chosen.
#[inline(never)]
fn exclude<G: Game>(walk: &mut Walk<'_, G>) {
    for (index, mv) in walk.position.legal_moves().enumerate() {
        if is_excluded(walk.excluded, index) {
            walk.scores[walk.position.key(mv)] = f32::NEG_INFINITY;
        }
    }
}

/// Gives every key without visits the value of its prior.
#[once]
fn value_untried(value: &Value, scores: &mut [f32], weights: &[f32], priors: &[f32]) {
    let keys = scores.len();
    let (weights, priors) = (&weights[..keys], &priors[..keys]);
    for i in 0..keys {
        let untried = value.untried(scores[i], weights[i], priors[i]);
        scores[i] = if priors[i] == VALUED { scores[i] } else { untried };
    }
}

/// Selects move by move. Children are in the order of their moves, so one pass finds both.
#[hot]
fn choose_by_move<G: Game, T: Tally, L: Link>(
    walk: &mut Walk<'_, G>,
    tree: &Tree<'_, T, L>,
    node: usize,
    value: &Value,
) -> Option<Selected<G::Move>> {
    // Separate borrows: the closures share all of these but the generator.
    let (rng, position, len) = (&mut *walk.rng, &*walk.position, walk.len);
    let (scores, weights, excluded) = (&*walk.scores, &*walk.weights, walk.excluded);
    let priors = &*walk.priors;
    let candidates = || {
        let (mut next, mut after) = (tree.children(node).next(), None);
        position.legal_moves().enumerate().filter_map(move |(number, mv)| {
            let child = next.filter(|&child| tree.number(child) == number);
            let choice = Selected { mv, number, child, after };
            if let Some(child) = child {
                after = Some(child);
                let younger = tree.nodes[child].next;
                next = (younger != L::NIL).then(|| younger.index());
            }
            (len > 0 || !is_excluded(excluded, number)).then_some(choice)
        })
    };
    let score = |choice: Selected<G::Move>| {
        let key = position.key(choice.mv);
        let tally = match tree.root_moves.get(choice.number) {
            Some(&kept) if node == 0 => kept,
            _ => choice.child.map_or(T::default(), |child| tree.nodes[child].tally),
        };
        let weight = weights.get(key).copied().unwrap_or(0.0);
        let prior = priors.get(key).copied().unwrap_or(EVEN);
        match tally.visits() {
            0 => value.untried(scores[key], weight, prior),
            _ => value.of(tally, scores[key], weight, prior),
        }
    };
    best_of(candidates, score, rng)
}

/// Whether the root's legal move with this index is excluded.
#[hot]
pub(crate) fn is_excluded(excluded: &[u32], index: usize) -> bool {
    excluded.get(index / 32).is_some_and(|bits| bits >> (index % 32) & 1 != 0)
}

//! A second, naive implementation of every search, written for clarity from the paper.
//!
//! It shares no search code with the engine, only the rules of the games, the random generator and
//! the settings. Where the engine packs, threads lists and keeps running sums, this one has boxes,
//! maps, time stamps and whole lines. Given the same seed it must draw the same random numbers in
//! the same order and so count the same visits.
#![allow(dead_code)]

mod limits;
pub mod pair;
mod table;
mod tree;
mod value;

use std::collections::HashMap;

use cairn_core::mcts::{MoveStats, Playout, Policy, Second, Settings};
use cairn_core::{Game, Rng, Turn};

use limits::Limits;
use table::{Finished, PlayerKey, Rewards, Tally};
use tree::{Node, Tree};
use value::{Value, View, from_policy};

/// The moves from the root of the search to a position.
#[derive(Clone)]
struct Line<G> {
    position: G,
    moves: Vec<Option<PlayerKey>>,
    most: usize,
}

impl<G: Game> Line<G> {
    fn play(&mut self, mv: G::Move) {
        let by = self.position.turn().player();
        self.moves.push(by.map(|player| (player, self.position.key(mv))));
        self.position.play(mv);
    }

    /// What each player got, if it has ended.
    fn end(&self) -> Option<Rewards> {
        let cut = || (self.moves.len() == self.most).then(|| self.position.cutoff());
        let outcome = self.position.turn().outcome().or_else(cut)?;
        Some(outcome.rewards(self.position.denominator()).map(u32::from))
    }
}

/// A second-level search under way.
struct Leaf<G: Game> {
    /// The way there in the top tree (nodes only) and in the game.
    path: Vec<G::Move>,
    line: Line<G>,
    done: u32,
    /// What the player who chose the leaf got there so far.
    reward: u32,
    /// Finished lines that the top tree has not counted yet.
    uncounted: Vec<Finished>,
}

pub struct Reference<G: Game> {
    settings: Settings,
    /// Of the top level and of the second.
    limits: (Limits, Option<Limits>),
    value: Box<dyn Value<G::Move>>,
    root: G,
    excluded: Vec<G::Move>,
    rng: Rng,
    top: Tree<G::Move>,
    second: Option<Tree<G::Move>>,
    recycled_below: u64,
    leaf: Option<Leaf<G>>,
    mast: HashMap<PlayerKey, (f32, f32)>,
    /// The averages after the last turn that ended.
    kept_mast: HashMap<PlayerKey, (f32, f32)>,
    turn_ended: bool,
    kept: bool,
    leaves: u64,
    /// What each playout was worth to each player.
    outcomes: Vec<Rewards>,
}

impl<G: Game> Reference<G> {
    pub fn new(settings: Settings, game: &G) -> Self {
        let top = Limits::top(&settings, game);
        let second = settings.second.map(|second| Limits::second(&settings, &second, game));
        Reference {
            limits: (top, second),
            value: from_policy(settings.policy),
            settings,
            root: *game,
            excluded: Vec::new(),
            rng: Rng::new(0),
            top: Tree::new(top, None),
            second: None,
            recycled_below: 0,
            leaf: None,
            mast: HashMap::new(),
            kept_mast: HashMap::new(),
            turn_ended: false,
            kept: false,
            leaves: 0,
            outcomes: Vec::new(),
        }
    }

    pub fn start(&mut self, position: &G, excluded: &[G::Move], seed: u64) {
        let to_move = position.turn().player();
        self.kept = self.settings.reuse && self.turn_ended && self.keep(position, excluded);
        self.root = *position;
        self.excluded = excluded.to_vec();
        self.rng = Rng::new(seed);
        if !self.kept {
            self.top = Tree::new(self.limits.0, to_move);
        }
        self.second = self.limits.1.map(|limits| Tree::new(limits, to_move));
        (self.recycled_below, self.leaf, self.leaves) = (0, None, 0);
        self.outcomes.clear();
        self.mast = self.kept_mast.clone();
        if let Playout::Mast { decay, .. } = self.settings.playout {
            self.mast.values_mut().for_each(|(_, count)| *count *= decay);
            self.mast.retain(|_, (_, count)| *count > 0.0);
        }
        self.turn_ended = false;
    }

    pub fn end_turn(&mut self) {
        self.kept_mast = self.mast.clone();
        self.turn_ended = true;
    }

    /// Looks for a line of tree nodes, at most as many moves of players as there are players and as many
    /// of chance, that leads from the last root to `position`, and keeps the tree at its end.
    fn keep(&mut self, position: &G, excluded: &[G::Move]) -> bool {
        if let Some(leaf) = self.leaf.take() {
            self.end_leaf(leaf);
        }
        let mut lines = vec![Vec::new()];
        while !lines.is_empty() {
            for line in &lines {
                let mut end = self.root;
                line.iter().for_each(|&mv| end.play(mv));
                if end == *position {
                    if !self.top.can_keep(line) {
                        return false;
                    }
                    self.top.keep(line, |mv| excluded.contains(&mv));
                    return true;
                }
            }
            let longer = |line: &Vec<G::Move>| {
                let end = self.top.along(line).pop().expect("a node at the end").moves();
                let most = self.root.players();
                end.into_iter()
                    .map(|mv| [&line[..], &[mv]].concat())
                    .filter(|line| {
                        self.moves_of_players_and_chance(line).iter().all(|&n| n <= most)
                    })
                    .collect::<Vec<_>>()
            };
            lines = lines.iter().flat_map(longer).collect();
        }
        false
    }

    fn moves_of_players_and_chance(&self, line: &[G::Move]) -> [usize; 2] {
        let (mut position, mut moves) = (self.root, [0; 2]);
        for &mv in line {
            moves[usize::from(position.turn() == Turn::Chance)] += 1;
            position.play(mv);
        }
        moves
    }

    pub fn new_game(&mut self) {
        self.kept_mast.clear();
        self.turn_ended = false;
    }

    pub fn is_done(&self) -> bool {
        let Settings { top, playouts, .. } = self.settings;
        top.playouts.is_some_and(|most| self.leaves >= most.into())
            || playouts.is_some_and(|most| self.outcomes.len() as u64 >= most)
    }

    /// One playout.
    pub fn step(&mut self) {
        match self.settings.second {
            None => self.step_one_level(),
            Some(second) => self.step_two_levels(second),
        }
    }

    /// Ends an unshared second-level search early.
    pub fn flush_batch(&mut self) {
        if self.settings.second.is_some_and(|second| !second.sharing)
            && let Some(leaf) = self.leaf.take()
        {
            self.end_leaf(leaf);
        }
    }

    fn step_one_level(&mut self) {
        let (path, mut line) = self.find_leaf();
        let outcome = self.play_out(&mut line);
        self.top.back_up(&path, 0, &[(line.moves, outcome)], self.root_player());
        self.top.leave(&path);
        self.leaves += 1;
    }

    fn step_two_levels(&mut self, second: Second) {
        let mut leaf = self.leaf.take().unwrap_or_else(|| self.begin_leaf());
        let (mut line, depth) = (leaf.line.clone(), leaf.line.moves.len());
        let mut tree = self.second.take().expect("two levels");
        let above = if second.sharing { self.top.along(&leaf.path) } else { Vec::new() };
        let path = match leaf.done {
            0 => Vec::new(),
            _ => descend(&mut tree, &above, &mut line, &*self.value, &self.rules(), &mut self.rng),
        };
        let outcome = self.play_out(&mut line);
        let root_player = self.root_player();
        let finished = [(line.moves, outcome)];
        tree.back_up(&path, depth, &finished, root_player);
        tree.leave(&path);
        self.second = Some(tree);
        if second.sharing {
            self.top.back_up(&leaf.path, 0, &finished, root_player);
        } else {
            leaf.uncounted.extend(finished);
        }
        leaf.done += 1;
        let chooser = leaf.line.moves.last().copied().flatten().map(|(player, _)| player);
        leaf.reward += chooser.map_or(0, |player| outcome[player]);
        let hopeless = chooser.is_some_and(|player| self.is_hopeless(second, &leaf, player));
        if leaf.done == second.playouts || hopeless {
            self.end_leaf(leaf);
        } else {
            self.leaf = Some(leaf);
        }
    }

    fn begin_leaf(&mut self) -> Leaf<G> {
        let (path, line) = self.find_leaf();
        let limits = self.limits.1.expect("two levels");
        let new = Tree::new(limits, line.position.turn().player());
        let old = self.second.replace(new);
        self.recycled_below += old.map_or(0, |tree| tree.recycled);
        Leaf { path, line, done: 0, reward: 0, uncounted: Vec::new() }
    }

    fn end_leaf(&mut self, leaf: Leaf<G>) {
        if !leaf.uncounted.is_empty() {
            self.top.back_up(&leaf.path, 0, &leaf.uncounted, self.root_player());
        }
        self.top.leave(&leaf.path);
        self.leaves += 1;
    }

    /// The odds against the leaf are more than `stop` times the odds against the same player in the
    /// whole search.
    fn is_hopeless(&self, second: Second, leaf: &Leaf<G>, player: usize) -> bool {
        let Some(stop) = second.stop else { return false };
        let denominator = self.root.denominator();
        let wins = leaf.reward;
        let losses = leaf.done * denominator - wins;
        let all_wins: u32 = self.outcomes.iter().map(|outcome| outcome[player]).sum();
        let all_losses = self.outcomes.len() as u32 * denominator - all_wins;
        leaf.done >= second.playouts.div_ceil(4)
            && losses as f32 * all_wins as f32 > stop * wins as f32 * all_losses as f32
    }

    /// The first leaf is the root; each other is found by selection.
    fn find_leaf(&mut self) -> (Vec<G::Move>, Line<G>) {
        let mut line = Line { position: self.root, moves: Vec::new(), most: self.root.max_plies() };
        let path = match (self.leaves, self.kept) {
            (0, false) => Vec::new(),
            _ => {
                let rules = self.rules();
                descend(&mut self.top, &[], &mut line, &*self.value, &rules, &mut self.rng)
            }
        };
        (path, line)
    }

    fn root_player(&self) -> usize {
        self.root.turn().player().unwrap_or(0)
    }

    fn rules(&self) -> Rules<G::Move> {
        let depth = if self.settings.policy == Policy::Flat { 1 } else { usize::MAX };
        let scale = self.root.denominator() as f32;
        Rules { excluded: self.excluded.clone(), depth, scale, prior: self.settings.prior }
    }

    fn play_out(&mut self, line: &mut Line<G>) -> Rewards {
        let outcome = loop {
            match line.end() {
                Some(outcome) => break outcome,
                None => {
                    let mv = self.playout_move(&line.position);
                    line.play(mv);
                }
            }
        };
        if let Playout::Mast { .. } = self.settings.playout {
            for &(player, key) in line.moves.iter().flatten() {
                let reward = outcome[player] as f32 / self.root.denominator() as f32;
                let (mean, count) = self.mast.entry((player, key)).or_insert((1.0, 0.0));
                *count += 1.0;
                *mean += (reward - *mean) / *count;
            }
        }
        self.outcomes.push(outcome);
        outcome
    }

    fn playout_move(&mut self, position: &G) -> G::Move {
        let Turn::Player(player) = position.turn() else { return drawn(position, &mut self.rng) };
        if let Playout::Mast { epsilon, .. } = self.settings.playout
            && f64::from(self.rng.next_u32()) >= f64::from(epsilon) * 2f64.powi(32)
        {
            let mut scores = vec![0.0; position.keys().next_multiple_of(8)];
            for (key, score) in scores.iter_mut().enumerate().take(position.keys()) {
                *score = self.mast.get(&(player, key)).map_or(1.0, |&(mean, _)| mean);
            }
            return position.best_playout_move(&scores, &mut self.rng);
        }
        let informed = match self.settings.playout {
            Playout::Patterns => position.informed_playout_move(&mut self.rng),
            _ => None,
        };
        informed.unwrap_or_else(|| position.random_playout_move(&mut self.rng))
    }

    /// What is known of each move at the root.
    pub fn moves(&self) -> Vec<MoveStats<G::Move>> {
        let Turn::Player(mover) = self.root.turn() else { return Vec::new() };
        let scale = self.root.denominator() as f32;
        let seen = |tally: Tally| match tally.visits {
            0 => (0, 0.0),
            visits => (visits, tally.mean(scale)),
        };
        let stats = |mv: G::Move| {
            let key = self.root.key(mv);
            let (visits, mean) = seen(self.top.tally(&[], mv));
            let amaf = match self.settings.policy {
                Policy::Amaf { mode, .. } => Some(seen(self.top.root.amaf(mode, mover, key))),
                _ => None,
            };
            MoveStats { mv, visits, mean, amaf }
        };
        let allowed = |mv: &G::Move| !self.excluded.contains(mv);
        self.root.legal_moves().filter(allowed).map(stats).collect()
    }

    pub fn best_move(&self) -> Option<G::Move> {
        let moves = self.moves();
        // The earliest of those with the highest score.
        let best = |score: fn(&MoveStats<G::Move>) -> (f32, f32)| {
            let highest = |a: &&_, b: &&_| score(a).partial_cmp(&score(b)).expect("no NaN");
            moves.iter().rev().max_by(highest).map(|stats| stats.mv)
        };
        if moves.iter().any(|stats| stats.visits > 0) {
            return match self.settings.policy {
                Policy::Flat => best(|stats| (f32::from(stats.visits > 0), stats.mean)),
                _ => best(|stats| (stats.visits as f32, stats.mean)),
            };
        }
        if moves.iter().any(|stats| stats.amaf.is_some_and(|(_, mean)| mean > 0.0)) {
            return best(|stats| stats.amaf.map_or((0.0, 0.0), |(_, mean)| (mean, 0.0)));
        }
        // Chance: the n-th takes the place of the one before with probability 1/n.
        let mut rng = self.rng;
        let mut chosen = moves.first()?.mv;
        for (before, stats) in moves.iter().enumerate().skip(1) {
            if rng.below(before as u32 + 1) == 0 {
                chosen = stats.mv;
            }
        }
        Some(chosen)
    }

    /// Nodes in use, and how many were given up so far.
    pub fn nodes(&self) -> (u32, u64) {
        let below = self.second.as_ref();
        let used = self.top.size + below.map_or(0, |tree| tree.size);
        let now = below.map_or(0, |tree| tree.recycled);
        (used, self.top.recycled + self.recycled_below + now)
    }

    pub fn playouts(&self) -> u64 {
        self.outcomes.len() as u64
    }
}

/// One of chance's moves: each is on as many lots as it has weight.
fn drawn<G: Game>(position: &G, rng: &mut Rng) -> G::Move {
    let lots = |mv| std::iter::repeat_n(mv, position.weight(mv) as usize);
    let lots: Vec<_> = position.legal_moves().flat_map(lots).collect();
    lots[rng.below(lots.len() as u32) as usize]
}

/// What selection has to respect.
struct Rules<M> {
    /// Moves not allowed at the root of the search.
    excluded: Vec<M>,
    /// How far the tree may grow.
    depth: usize,
    scale: f32,
    /// How many visits the game's opinion of a move counts for.
    prior: Option<f32>,
}

/// Follows `tree` from its root by the values of the moves, gives the first move without a node
/// one if there is room, and returns the nodes' moves. `above` are the nodes above this tree.
fn descend<G: Game>(
    tree: &mut Tree<G::Move>,
    above: &[&Node<G::Move>],
    line: &mut Line<G>,
    value: &dyn Value<G::Move>,
    rules: &Rules<G::Move>,
    rng: &mut Rng,
) -> Vec<G::Move> {
    let mut path = Vec::new();
    tree.begin(None);
    while line.end().is_none() && path.len() < rules.depth {
        let nodes: Vec<_> = above.iter().copied().chain(tree.along(&path)).collect();
        let chosen = match line.position.turn() {
            Turn::Chance => Some(drawn(&line.position, rng)),
            _ => {
                let tally = |mv| tree.tally(&path, mv);
                choose(&nodes, tally, line, value, rules, rng)
            }
        };
        let Some(mv) = chosen else { return path };
        let known = nodes[nodes.len() - 1].child(mv).is_some();
        if path.is_empty() {
            tree.begin(Some(mv));
        }
        line.play(mv);
        if known {
            path.push(mv);
        } else {
            if tree.grow(&path, mv, line.position.turn().player()) {
                path.push(mv);
            }
            return path;
        }
    }
    path
}

/// The move with the highest value, with ties broken at random; `tally` says what is known of a move.
fn choose<G: Game>(
    path: &[&Node<G::Move>],
    tally: impl Fn(G::Move) -> Tally,
    line: &Line<G>,
    value: &dyn Value<G::Move>,
    rules: &Rules<G::Move>,
    rng: &mut Rng,
) -> Option<G::Move> {
    let node = path[path.len() - 1];
    let mut opinions = vec![0.5; line.position.keys().next_multiple_of(8)];
    line.position.priors(&mut opinions);
    let priors = rules.prior.map(|weight| (weight, &opinions[..]));
    let mover = line.position.turn().player().expect("a player chooses");
    let view = View { path, node, mover, scale: rules.scale, priors };
    let mut valued = Vec::new();
    for mv in line.position.legal_moves() {
        let key = line.position.key(mv);
        if line.moves.is_empty() && rules.excluded.contains(&mv) {
            continue;
        }
        let worth = match tally(mv) {
            Tally { visits: 0, .. } => value.untried(&view, key),
            known => value.tried(&view, key, known),
        };
        valued.push((mv, worth));
    }
    let highest = valued.iter().map(|&(_, worth)| worth).fold(f32::NEG_INFINITY, f32::max);
    valued.retain(|&(_, worth)| worth == highest);
    match valued.len() {
        0 => None,
        1 => Some(valued[0].0),
        equals => Some(valued[rng.below(equals as u32) as usize].0),
    }
}

//! A tree of boxes and maps, and what a finished line adds to it.

use std::collections::HashMap;

use cairn_core::mcts::AmafMode;

/// How often, and for how much in sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub visits: u32,
    pub reward: u32,
}

impl Tally {
    fn add(&mut self, reward: u32) {
        self.visits += 1;
        self.reward += reward;
    }

    /// The mean reward, 0 to 1, where `scale` is the reward of a sure winner.
    pub fn mean(self, scale: f32) -> f32 {
        self.reward as f32 / (self.visits as f32 * scale)
    }
}

/// A move of a line: who played which key.
pub type Played = (usize, usize);

pub struct Node<M> {
    pub tally: Tally,
    /// Whose turn it is here, if it is a player's.
    pub to_move: Option<usize>,
    /// AMAF by player and key; the readings look at it in different ways.
    by_player: HashMap<Played, Tally>,
    /// AMAF by key alone.
    by_key: HashMap<usize, Tally>,
    last_visit: u64,
    children: Vec<(M, Box<Node<M>>)>,
}

impl<M: Copy + Eq> Node<M> {
    fn new(to_move: Option<usize>) -> Self {
        Node {
            tally: Tally::default(),
            to_move,
            by_player: HashMap::new(),
            by_key: HashMap::new(),
            last_visit: 0,
            children: Vec::new(),
        }
    }

    pub fn child(&self, mv: M) -> Option<&Node<M>> {
        self.children.iter().find(|(at, _)| *at == mv).map(|(_, child)| &**child)
    }

    fn child_mut(&mut self, mv: M) -> &mut Node<M> {
        let child = self.children.iter_mut().find(|(at, _)| *at == mv);
        child.map(|(_, child)| &mut **child).expect("a node on the path")
    }

    /// The moves that have a node.
    pub fn moves(&self) -> Vec<M> {
        self.children.iter().map(|(mv, _)| *mv).collect()
    }

    fn size(&self) -> u32 {
        1 + self.children.iter().map(|(_, child)| child.size()).sum::<u32>()
    }

    /// What this node knows of `key` when it serves as the reference of a node where `mover` is to
    /// move.
    pub fn amaf(&self, mode: AmafMode, mover: usize, key: usize) -> Tally {
        // Where chance moves, nothing is counted.
        let Some(own) = self.to_move else { return Tally::default() };
        let found = match mode {
            AmafMode::Both => self.by_player.get(&(mover, key)),
            AmafMode::Own | AmafMode::OwnAny => self.by_player.get(&(own, key)),
            AmafMode::Point => self.by_key.get(&key),
        };
        found.copied().unwrap_or_default()
    }

    /// All moves as first: `moves` were played from here on.
    fn count_moves(&mut self, moves: &[Option<Played>], rewards: &[u32]) {
        let moves: Vec<Played> = moves.iter().flatten().copied().collect();
        for (index, &(player, key)) in moves.iter().enumerate() {
            let before = &moves[..index];
            if !before.contains(&(player, key)) {
                self.by_player.entry((player, key)).or_default().add(rewards[player]);
            }
            if before.iter().all(|&(_, other)| other != key) {
                self.by_key.entry(key).or_default().add(rewards[player]);
            }
        }
    }
}

/// A tree of at most `capacity` nodes.
pub struct Tree<M> {
    pub root: Node<M>,
    pub size: u32,
    pub recycled: u64,
    capacity: u32,
    recycle: bool,
    clock: u64,
}

impl<M: Copy + Eq> Tree<M> {
    pub fn new(capacity: u32, recycle: bool, to_move: Option<usize>) -> Self {
        Tree { root: Node::new(to_move), size: 1, recycled: 0, capacity, recycle, clock: 0 }
    }

    /// The nodes from the root to the end of `path`.
    pub fn along(&self, path: &[M]) -> Vec<&Node<M>> {
        let mut nodes = vec![&self.root];
        for &mv in path {
            let last = nodes[nodes.len() - 1];
            nodes.push(last.child(mv).expect("a node on the path"));
        }
        nodes
    }

    fn at_mut(&mut self, path: &[M]) -> &mut Node<M> {
        path.iter().fold(&mut self.root, |node, &mv| node.child_mut(mv))
    }

    /// Gives `mv` a node at the end of the current `path`, if there is or can be made room.
    pub fn grow(&mut self, path: &[M], mv: M, to_move: Option<usize>) -> bool {
        if self.size == self.capacity && !(self.recycle && self.give_up_oldest_leaf(path)) {
            return false;
        }
        self.size += 1;
        self.at_mut(path).children.push((mv, Box::new(Node::new(to_move))));
        true
    }

    fn give_up_oldest_leaf(&mut self, path: &[M]) -> bool {
        let mut oldest = None;
        find_oldest_leaf(&self.root, Some(path), &mut Vec::new(), &mut oldest);
        let Some((_, place)) = oldest else { return false };
        let (mv, parent) = place.split_last().expect("the root is on every path");
        self.at_mut(parent).children.retain(|(at, _)| at != mv);
        self.size -= 1;
        self.recycled += 1;
        true
    }

    /// The playout, or the second-level search, is over: all nodes of `path` have been visited now.
    pub fn leave(&mut self, path: &[M]) {
        self.clock += 1;
        for end in 0..=path.len() {
            self.at_mut(&path[..end]).last_visit = self.clock;
        }
    }

    /// The node at the end of `path` becomes the root; only what is below it stays.
    pub fn keep(&mut self, path: &[M]) {
        for mv in path {
            let children = std::mem::take(&mut self.root.children);
            let (_, child) = children.into_iter().find(|(at, _)| at == mv).expect("a node");
            self.root = *child;
        }
        self.size = self.root.size();
    }

    /// Throws away the root's children that `forbidden` names.
    pub fn forbid(&mut self, forbidden: impl Fn(M) -> bool) {
        self.root.children.retain(|(mv, _)| !forbidden(*mv));
        self.size = self.root.size();
    }

    /// Counts a line in the nodes of `path`; the root of this tree stands at `depth` of the line.
    pub fn back_up(
        &mut self,
        path: &[M],
        depth: usize,
        line: &[Option<Played>],
        rewards: &[u32],
        root_player: usize,
    ) {
        for end in 0..=path.len() {
            let node = self.at_mut(&path[..end]);
            let here = depth + end;
            let last = here.checked_sub(1).and_then(|before| line[before]);
            let moved_here = last.map_or(root_player, |(player, _)| player);
            node.tally.add(rewards[moved_here]);
            node.count_moves(&line[here..], rewards);
        }
    }
}

/// The leaf off the path that was visited least recently; `path` is what is left of the path below
/// `node`, if `node` is on it.
fn find_oldest_leaf<M: Copy + Eq>(
    node: &Node<M>,
    path: Option<&[M]>,
    place: &mut Vec<M>,
    oldest: &mut Option<(u64, Vec<M>)>,
) {
    let is_leaf = node.children.is_empty();
    if is_leaf && path.is_none() && oldest.as_ref().is_none_or(|(when, _)| node.last_visit < *when)
    {
        *oldest = Some((node.last_visit, place.clone()));
    }
    for (mv, child) in &node.children {
        let rest = match path.and_then(<[M]>::split_first) {
            Some((next, rest)) if next == mv => Some(rest),
            _ => None,
        };
        place.push(*mv);
        find_oldest_leaf(child, rest, place, oldest);
        place.pop();
    }
}

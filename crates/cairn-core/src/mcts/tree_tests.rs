//! The tree and its queue against a model of time stamps, and what recycling leaves of a search.

extern crate std;

use std::collections::HashMap;
use std::{vec, vec::Vec};

use proptest::prelude::*;

use super::*;

/// How many moves every position of the made-up game has.
const MOVES: u8 = 4;

type TestTree<'a> = Tree<'a, u32, u8, u8>;

/// Memory for a tree.
struct Pool {
    nodes: Vec<Node<u32, u8, u8>>,
    queue: Vec<Queued<u8>>,
    path: Vec<u8>,
    tables: Vec<u32>,
    state: TreeState,
}

impl Pool {
    fn new(capacity: usize, recycle: bool) -> Self {
        let node =
            || Node { tally: 0, first_child: 0, next: 0, back: 0, mv: MaybeUninit::uninit() };
        let queue = if recycle { capacity } else { 0 };
        let mut pool = Pool {
            nodes: (0..capacity).map(|_| node()).collect(),
            queue: vec![Queued { older: 0, newer: 0 }; queue],
            path: vec![0; capacity],
            tables: vec![0; capacity],
            state: TreeState::default(),
        };
        pool.tree().reset();
        pool
    }

    fn tree(&mut self) -> TestTree<'_> {
        Tree {
            nodes: &mut self.nodes,
            queue: &mut self.queue,
            tables: &mut self.tables,
            table_len: 1,
            path: &mut self.path,
            state: &mut self.state,
        }
    }
}

/// What a node should be.
#[derive(Clone, Debug, PartialEq)]
struct Expected {
    parent: usize,
    mv: u8,
    visits: u32,
    last_visit: u64,
    /// Playouts that went no further, and those of children that were recycled.
    ended: u32,
    lost: u32,
}

/// The same tree, kept by looking at everything every time.
struct Model {
    nodes: HashMap<usize, Expected>,
    capacity: usize,
    recycle: bool,
    clock: u64,
}

impl Model {
    fn children(&self, parent: usize) -> Vec<usize> {
        let mut children: Vec<usize> = self.nodes.keys().copied().collect();
        children.retain(|&index| index != 0 && self.nodes[&index].parent == parent);
        children.sort_by_key(|index| self.nodes[index].mv);
        children
    }

    /// The leaf that was left alone for longest, if the pool is full.
    fn victim(&self, path: &[usize]) -> Option<usize> {
        let leaves = self.nodes.keys().copied();
        leaves
            .filter(|index| !path.contains(index) && self.children(*index).is_empty())
            .min_by_key(|index| self.nodes[index].last_visit)
    }

    /// Keeps only what is below `root`, which becomes node 0.
    fn reroot(&mut self, root: usize) {
        let mut kept = HashMap::new();
        let mut waiting = vec![root];
        while let Some(index) = waiting.pop() {
            waiting.extend(self.children(index));
            let mut node = self.nodes[&index].clone();
            if node.parent == root {
                node.parent = 0;
            }
            kept.insert(if index == root { 0 } else { index }, node);
        }
        self.nodes = kept;
    }

    /// A node and everything below it is gone.
    fn cut(&mut self, index: usize) {
        for child in self.children(index) {
            self.cut(child);
        }
        self.forget(index);
    }

    fn forget(&mut self, index: usize) {
        let gone = self.nodes.remove(&index).expect("a node in use");
        self.nodes.get_mut(&gone.parent).expect("its parent").lost += gone.visits;
    }
}

/// One playout: follows `choices` from the root until a move has no node, gives it one if possible,
/// counts, and leaves the path. Model and tree must agree at every turn.
fn playout(tree: &mut TestTree<'_>, model: &mut Model, choices: &[u8]) {
    let mut path = vec![0];
    tree.enter(0);
    for choice in choices {
        let mv = choice % MOVES;
        let node = path[path.len() - 1];
        let children: Vec<usize> = tree.children(node).collect();
        assert_eq!(children, model.children(node), "the children, in the order of their moves");
        if let Some(&child) = children.iter().find(|&&child| tree.mv(child) == mv) {
            tree.enter(child);
            path.push(child);
            check_queue(tree, model, &path);
            continue;
        }
        let elder = children.iter().copied().rfind(|&child| tree.mv(child) < mv);
        let full = model.nodes.len() == model.capacity;
        let victim = if model.recycle { model.victim(&path) } else { None };
        let added = tree.add_child(node, mv, elder);
        match (full, victim) {
            (false, _) => assert!(!model.nodes.contains_key(&added.expect("there was room"))),
            (true, None) => assert_eq!(added, None),
            (true, Some(oldest)) => {
                assert_eq!(added, Some(oldest), "the least recently used leaf is recycled");
                model.forget(oldest);
            }
        }
        if let Some(index) = added {
            let new = Expected { parent: node, mv, visits: 0, last_visit: 0, ended: 0, lost: 0 };
            model.nodes.insert(index, new);
            assert_eq!((tree.nodes[index].tally, tree.tables[index]), (0, 0), "a clean node");
            path.push(index);
        }
        break;
    }
    check_queue(tree, model, &path);
    model.clock += 1;
    for &index in &path {
        tree.nodes[index].tally.add(Tally::new(1, 0));
        tree.tables[index] += 1;
        let expected = model.nodes.get_mut(&index).expect("a node in use");
        (expected.visits, expected.last_visit) = (expected.visits + 1, model.clock);
    }
    let last = path[path.len() - 1];
    model.nodes.get_mut(&last).expect("a node in use").ended += 1;
    let on_path: Vec<usize> = (0..tree.state.depth as usize).map(|d| tree.on_path(d)).collect();
    assert_eq!(on_path, path);
    tree.leave_path();
    check_queue(tree, model, &[0]);
    check_links(tree, model);
}

/// The queue holds exactly the nodes off the path, children before parents, linked both ways.
fn check_queue(tree: &TestTree<'_>, model: &Model, path: &[usize]) {
    if !model.recycle {
        assert_eq!(tree.state.queued, 0);
        return;
    }
    let mut queued = Vec::new();
    let mut older = <u8 as Link>::NIL;
    let mut next = tree.state.oldest as u8;
    while queued.len() < tree.state.queued as usize {
        assert_eq!(tree.queue[next as usize].older, older);
        queued.push(next as usize);
        (older, next) = (next, tree.queue[next as usize].newer);
    }
    if let Some(&newest) = queued.last() {
        assert_eq!((newest, next), (tree.state.newest as usize, <u8 as Link>::NIL));
    }
    if let Some(&oldest) = queued.first() {
        assert!(model.children(oldest).is_empty(), "the front of the queue is a leaf");
    }
    for (place, index) in queued.iter().enumerate() {
        let parent = model.nodes[index].parent;
        assert!(!queued[..place].contains(&parent), "a parent comes after its children");
    }
    let mut off_path: Vec<usize> = model.nodes.keys().copied().collect();
    off_path.retain(|index| !path.contains(index));
    off_path.sort_unstable();
    queued.sort_unstable();
    assert_eq!(queued, off_path, "all nodes off the path, each once");
}

/// Every node in use can be reached from the root by links that lead back, and none is lost.
fn check_links(tree: &TestTree<'_>, model: &Model) {
    assert!(tree.state.in_use() as usize <= model.capacity);
    assert_eq!(tree.state.in_use() as usize, model.nodes.len());
    let (mut reached, mut at) = (vec![0], 0);
    while at < reached.len() {
        let node = reached[at];
        let mut back = node;
        let expected = &model.nodes[&node];
        assert_eq!(tree.nodes[node].tally.visits(), expected.visits);
        assert_eq!(tree.tables[node], expected.visits);
        let mut below = 0;
        for child in tree.children(node) {
            assert_eq!(tree.nodes[child].back.index(), back, "its elder, or the parent");
            let found = (model.nodes[&child].parent, model.nodes[&child].mv);
            assert_eq!(found, (node, tree.mv(child)));
            below += tree.nodes[child].tally.visits();
            back = child;
            reached.push(child);
        }
        assert_eq!(expected.visits, expected.ended + below + expected.lost);
        at += 1;
    }
    reached.sort_unstable();
    reached.dedup();
    assert_eq!(reached.len(), model.nodes.len(), "no node is unreachable");
}

/// What can happen to a tree.
#[derive(Clone, Debug)]
enum Event {
    Playout(Vec<u8>),
    /// The node at the end of these choices, as far as there are nodes, becomes the root.
    Reroot(Vec<u8>),
    /// It is cut, unless it is the root.
    Cut(Vec<u8>),
}

fn follow(tree: &TestTree<'_>, choices: &[u8]) -> usize {
    choices.iter().fold(0, |node, choice| {
        tree.children(node).find(|&child| tree.mv(child) == choice % MOVES).unwrap_or(node)
    })
}

fn happen(tree: &mut TestTree<'_>, model: &mut Model, event: &Event) {
    match event {
        Event::Playout(choices) => playout(tree, model, choices),
        Event::Reroot(choices) => {
            let node = follow(tree, choices);
            tree.reroot(node);
            model.reroot(node);
        }
        Event::Cut(choices) => {
            let node = follow(tree, choices);
            if node != 0 {
                tree.cut(node);
                model.cut(node);
            }
        }
    }
    check_queue(tree, model, &[0]);
    check_links(tree, model);
}

fn run(capacity: usize, recycle: bool, events: &[Event]) -> u64 {
    let mut pool = Pool::new(capacity, recycle);
    let root = Expected { parent: 0, mv: 0, visits: 0, last_visit: 0, ended: 0, lost: 0 };
    let nodes = HashMap::from([(0, root)]);
    let mut model = Model { nodes, capacity, recycle, clock: 0 };
    for event in events {
        happen(&mut pool.tree(), &mut model, event);
    }
    pool.state.recycled
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let choices = |most| prop::collection::vec(0..MOVES, 0..most);
    let event = prop_oneof![
        12 => choices(8).prop_map(Event::Playout),
        1 => choices(3).prop_map(Event::Reroot),
        1 => choices(4).prop_map(Event::Cut),
    ];
    prop::collection::vec(event, 1..120)
}

proptest! {
    #[test]
    fn any_events_keep_tree_and_queue_in_order(
        capacity in 1usize..20,
        recycle: bool,
        events in events(),
    ) {
        run(capacity, recycle, &events);
    }
}

/// The largest pool that one-byte links can number, filled and recycled.
#[test]
fn the_largest_narrow_pool() {
    let mut rng = crate::Rng::new(1);
    let mut choices = |_| (0..20).map(|_| rng.below(MOVES.into()) as u8).collect();
    let playouts: Vec<Event> = (0..600).map(|n| Event::Playout(choices(n))).collect();
    assert!(run(255, true, &playouts) > 300);
    assert_eq!(run(255, false, &playouts), 0);
}

/// A reset tree is a new one.
#[test]
fn a_reset_leaves_only_the_root() {
    let mut pool = Pool::new(5, true);
    let mut tree = pool.tree();
    for mv in 0..3 {
        tree.enter(0);
        tree.add_child(0, mv, mv.checked_sub(1).map(|elder| elder as usize + 1));
        tree.leave_path();
    }
    tree.reset();
    assert_eq!((tree.state.in_use(), tree.state.queued, tree.children(0).count()), (1, 0, 0));
}

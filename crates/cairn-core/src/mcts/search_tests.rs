//! Where a search's playouts are: in every node, those that ended there, those of its children and
//! those of children that were recycled add up to its visits.

extern crate std;

use std::borrow::ToOwned;
use std::collections::HashMap;
use std::{vec, vec::Vec};

use super::search::with_tree;
use super::width::{Tally, Width};
use super::*;
use crate::memory::{Word, words};
use crate::{Game, Outcome};

/// Take one to three matches; whoever takes the last wins.
#[derive(Clone, Copy, Hash)]
struct Matches {
    left: u8,
    player: u8,
}

impl Game for Matches {
    type Move = u8;

    fn keys(&self) -> usize {
        3
    }

    fn max_plies(&self) -> usize {
        12
    }

    fn to_move(&self) -> usize {
        self.player.into()
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::win(1 - self.to_move()))
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        1..=self.left.min(3)
    }

    fn play(&mut self, mv: u8) {
        *self = Matches { left: self.left - mv, player: 1 - self.player };
    }

    fn key(&self, mv: u8) -> usize {
        mv as usize - 1
    }
}

const START: Matches = Matches { left: 12, player: 0 };

/// Visits by the moves that lead to a node.
type Visits = HashMap<Vec<u8>, u32>;

fn snapshot<G: Game<Move = u8>>(search: &mut Search<G, &mut [Word]>) -> Visits {
    let base = search.block.as_mut_ptr();
    with_tree!(search.plan.top, base, &mut search.top, tree => {
        let mut visits = HashMap::new();
        let mut open = vec![(0, Vec::new())];
        while let Some((node, way)) = open.pop() {
            for child in tree.children(node) {
                let mut further = way.clone();
                further.push(tree.mv(child));
                open.push((child, further));
            }
            visits.insert(way, tree.nodes[node].tally.visits());
        }
        visits
    })
}

/// Steps a search of one level and keeps account.
fn check_account(policy: Policy, nodes: u32, recycle: bool) {
    let settings = Settings {
        policy,
        prior: None,
        playout: Playout::Uniform,
        top: Level { nodes, playouts: Some(500), recycle },
        second: None,
        playouts: None,
        time: None,
        counters: None,
    };
    let mut block = vec![Word::uninit(); words(bytes_needed(&settings, &START).unwrap())];
    let mut search = Search::new(settings, &START, &mut block[..]).unwrap();
    search.start(&START, &[], 1);
    let (mut ended, mut lost): (Visits, Visits) = Default::default();
    let mut before = Visits::new();
    while !search.is_done() {
        search.step();
        let now = snapshot(&mut search);
        assert!(now.len() <= nodes as usize && now.len() == search.nodes().used as usize);
        for (gone, visits) in before.iter().filter(|(way, _)| !now.contains_key(*way)) {
            let parent = gone[..gone.len() - 1].to_owned();
            *lost.entry(parent).or_default() += visits;
            ended.remove(gone);
            lost.remove(gone);
        }
        let visited = now.iter().filter(|&(way, visits)| before.get(way) != Some(visits));
        let last = visited.map(|(way, _)| way).max_by_key(|way| way.len());
        *ended.entry(last.expect("the root at least").clone()).or_default() += 1;
        for (way, &visits) in &now {
            let is_child =
                |other: &&Vec<u8>| other.len() == way.len() + 1 && other.starts_with(way);
            let below: u32 = now.keys().filter(is_child).map(|child| now[child]).sum();
            let of = |account: &Visits| account.get(way).copied().unwrap_or(0);
            assert_eq!(visits, of(&ended) + below + of(&lost), "{settings:?} at {way:?}");
            assert!(of(&ended) > 0, "a node's first playout ends there");
        }
        before = now;
    }
    assert_eq!(before[&Vec::new()], 500);
    // A pool of one has nothing to recycle, and a larger one may never fill.
    let recycled = search.nodes().recycled > 0;
    assert!(!recycled || (recycle && nodes > 1));
    assert!(recycled || !recycle || !(2..=20).contains(&nodes), "{settings:?}");
}

#[test]
fn every_playout_is_accounted_for() {
    let grave = |reference| Policy::Amaf {
        reference,
        reading: Reading::Both,
        schedule: Schedule::Bias(0.01),
    };
    for policy in [Policy::Uct { c: 0.7, fpu: None }, grave(0), grave(10), grave(u32::MAX)] {
        for nodes in [1, 2, 3, 5, 20, 60, 500] {
            check_account(policy, nodes, false);
            check_account(policy, nodes, true);
        }
    }
}

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
use crate::{Game, Outcome, Turn};

/// Take one to three matches; whoever takes the last wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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

    fn turn(&self) -> Turn {
        let player = self.player.into();
        if self.left == 0 { Turn::Over(Outcome::win(1 - player)) } else { Turn::Player(player) }
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
        reuse: false,
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
        mode: AmafMode::Both,
        schedule: Schedule::Bias(0.01),
    };
    for policy in [Policy::Uct { c: 0.7, fpu: None }, grave(0), grave(10), grave(u32::MAX)] {
        for nodes in [1, 2, 3, 5, 20, 60, 500] {
            check_account(policy, nodes, false);
            check_account(policy, nodes, true);
        }
    }
}

fn reporting(spec: &str) -> (Settings, Vec<Word>) {
    let settings = crate::spec::Spec::parse(spec).unwrap().settings(&START).unwrap();
    let block = vec![Word::uninit(); words(bytes_needed(&settings, &START).unwrap())];
    (settings, block)
}

/// From twelve matches, whatever the first player takes, the second leaves a multiple of four.
#[test]
fn the_principal_variation_follows_the_most_visited_replies() {
    let (settings, mut block) = reporting("uct:playouts=5000");
    let mut search = Search::new(settings, &START, &mut block[..]).unwrap();
    search.start(&START, &[], 1);
    search.run(|| false);
    let visits = snapshot(&mut search);
    for first in 1..=3 {
        let mut line = Vec::new();
        search.principal_variation(first, 100, |mv, seen| {
            line.push(mv);
            assert_eq!(seen, visits[&line], "{line:?}");
        });
        assert_eq!(line[..2], [first, 4 - first]);
        for depth in 2..line.len() {
            let siblings = (1..=3).filter_map(|mv| visits.get(&[&line[..depth], &[mv]].concat()));
            assert_eq!(siblings.max(), visits.get(&line[..=depth]), "{line:?}");
        }
        let mut short = Vec::new();
        search.principal_variation(first, 2, |mv, _| short.push(mv));
        assert_eq!(short, line[..2]);
    }
}

#[test]
fn move_averages_are_of_all_playouts() {
    let (settings, mut block) = reporting("uct:playouts=400,playout=mast");
    let mut search = Search::new(settings, &START, &mut block[..]).unwrap();
    search.start(&START, &[], 1);
    search.run(|| false);
    let counts = [0, 1]
        .map(|player| (0..3).map(|key| search.move_average(player, key).unwrap().1).sum::<f32>());
    // Every playout has two to six moves of each player.
    assert!(counts.iter().all(|&count| (800.0..=2400.0).contains(&count)), "{counts:?}");
    let (mean, _) = search.move_average(0, 0).unwrap();
    assert!((0.0..=1.0).contains(&mean));

    let (settings, mut block) = reporting("uct:playouts=400");
    let mut search = Search::new(settings, &START, &mut block[..]).unwrap();
    assert_eq!(search.move_average(0, 0), None);
    let needed = search.bytes();
    assert_eq!(size_of_val(search.into_block()), needed);
}

/// How often a line is drawn is how often it was visited.
#[test]
fn sampled_lines_follow_the_visits() {
    let (settings, mut block) = reporting("uct:playouts=2000");
    let mut search = Search::new(settings, &START, &mut block[..]).unwrap();
    search.start(&START, &[], 1);
    search.run(|| false);
    let visits = snapshot(&mut search);
    let total: u32 = (1..=3).map(|mv| visits[&vec![mv]]).sum();
    let mut rng = crate::Rng::new(1);
    let mut firsts = [0u32; 3];
    for _ in 0..6000 {
        let mut line = Vec::new();
        search.sample_variation(&mut rng, |mv| line.push(mv));
        firsts[line[0] as usize - 1] += 1;
        assert!(visits.contains_key(&line));
        assert!((1..=3).all(|mv| !visits.contains_key(&[&line[..], &[mv]].concat())), "a leaf");
    }
    for (drawn, mv) in firsts.into_iter().zip(1..) {
        let expected = 6000.0 * f64::from(visits[&vec![mv]]) / f64::from(total);
        assert!((f64::from(drawn) - expected).abs() < 5.0 * expected.sqrt() + 1.0, "{firsts:?}");
    }
}

//! What a search reports besides its best move: variations and move averages.

mod games;

use cairn_core::mcts::Search;
use cairn_core::memory::Word;
use cairn_core::spec::Spec;
use cairn_core::{Game, Outcome, Rng, Turn};
use games::agents::{boxed, moves};

/// Take one to three matches; the player who takes the last one wins.
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

fn searched(spec: &str) -> Search<Matches, &'static mut [Word]> {
    let start = Matches { left: 12, player: 0 };
    let mut search = boxed(Spec::parse(spec).unwrap().mcts_settings(&start).unwrap(), &start);
    search.start(&start, &[], 1);
    search.run(|| false);
    search
}

/// From twelve matches, whatever the first player takes, the second leaves a multiple of four.
#[test]
fn the_principal_variation_follows_the_most_visited_replies() {
    let mut search = searched("uct:playouts=5000");
    for stats in moves(&mut search) {
        let first = stats.mv;
        let (mut variation, mut visits) = (Vec::new(), Vec::new());
        search.principal_variation(first, 100, |mv, seen| {
            variation.push(mv);
            visits.push(seen);
        });
        assert_eq!(variation[..2], [first, 4 - first]);
        assert_eq!(visits[0], stats.visits);
        assert!(visits.is_sorted_by(|above, below| above > below), "{visits:?}");
        let mut short = Vec::new();
        search.principal_variation(first, 2, |mv, _| short.push(mv));
        assert_eq!(short, variation[..2]);
    }
}

/// A move of the root whose node was recycled is still a variation, of one move.
#[test]
fn a_variation_begins_with_its_move_even_if_its_node_was_recycled() {
    let mut search = searched("graver:playouts=2000,nodes=5");
    let mut short = 0;
    for stats in moves(&mut search).into_iter().filter(|stats| stats.visits > 0) {
        let mut variation = Vec::new();
        search.principal_variation(stats.mv, 100, |mv, seen| variation.push((mv, seen)));
        assert_eq!(variation[0], (stats.mv, stats.visits));
        short += u32::from(variation.len() == 1);
    }
    assert!(short > 0, "five nodes are not enough for all moves and their replies");
}

#[test]
fn move_averages_are_of_all_playouts() {
    let mut search = searched("uct:playouts=400,playout=mast");
    let counts = [0, 1]
        .map(|player| (0..3).map(|key| search.move_average(player, key).unwrap().1).sum::<f32>());
    // Every playout has two to six moves of each player.
    assert!(counts.iter().all(|&count| (800.0..=2400.0).contains(&count)), "{counts:?}");
    let (mean, _) = search.move_average(0, 0).unwrap();
    assert!((0.0..=1.0).contains(&mean));
    assert_eq!(searched("uct:playouts=400").move_average(0, 0), None);
}

#[test]
fn a_search_gives_its_block_back() {
    let search = searched("uct:playouts=400");
    let needed = search.bytes();
    assert_eq!(size_of_val(search.into_block()), needed);
}

/// How often a variation is drawn is how often it was visited.
#[test]
fn sampled_variations_follow_the_visits() {
    let mut search = searched("uct:playouts=2000");
    let visits: Vec<u32> = moves(&mut search).iter().map(|stats| stats.visits).collect();
    let mut rng = Rng::new(1);
    let mut firsts = [0u32; 3];
    for _ in 0..6000 {
        let mut variation = Vec::new();
        search.sample_variation(&mut rng, |mv| variation.push(mv));
        firsts[variation[0] as usize - 1] += 1;
        assert!(variation.len() > 1 && variation.iter().sum::<u8>() <= 12);
    }
    let total: u32 = visits.iter().sum();
    for (&drawn, &visits) in firsts.iter().zip(&visits) {
        let expected = 6000.0 * f64::from(visits) / f64::from(total);
        assert!((f64::from(drawn) - expected).abs() < 5.0 * expected.sqrt() + 1.0, "{firsts:?}");
    }
}

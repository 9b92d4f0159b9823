//! Games whose moves share keys, and games with dice, are searched behind their mask as they are
//! without it.

use cairn_core::game::PackedMove;
use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::spec::Spec;
use cairn_core::{Game, Outcome, Rng, Turn, testkit};
use cairn_erased::Erased;
use cairn_games::einstein::Einstein;

/// Three heaps; who takes the last stone wins. A move's key is how many stones it takes, whatever the
/// heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Nim {
    heaps: [u8; 3],
    player: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take {
    heap: u8,
    stones: u8,
}

impl PackedMove for Take {
    fn pack(self) -> u32 {
        u16::from_le_bytes([self.heap, self.stones]).into()
    }
    fn unpack(bits: u32) -> Self {
        let [heap, stones, ..] = bits.to_le_bytes();
        Take { heap, stones }
    }
}

impl Game for Nim {
    type Move = Take;

    fn keys(&self) -> usize {
        5
    }

    fn max_moves(&self) -> usize {
        15
    }

    fn max_plies(&self) -> usize {
        15
    }

    fn turn(&self) -> Turn {
        let player = self.player.into();
        match self.heaps {
            [0, 0, 0] => Turn::Over(Outcome::win(1 - player)),
            _ => Turn::Player(player),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = Take> {
        let heaps = (0..3).zip(self.heaps);
        heaps.flat_map(|(heap, left)| (1..=left).map(move |stones| Take { heap, stones }))
    }

    fn play(&mut self, Take { heap, stones }: Take) {
        self.heaps[usize::from(heap)] -= stones;
        self.player = 1 - self.player;
    }

    fn key(&self, mv: Take) -> usize {
        usize::from(mv.stones) - 1
    }

    fn write_move(&self, mv: Take, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        write!(out, "{}from{}", mv.stones, mv.heap + 1)
    }
}

/// What a search finds: each move's text, visits and AMAF visits.
fn found<G: Game>(position: &G, agent: &str) -> Vec<(String, u32, u32)> {
    let settings = Spec::parse(agent).unwrap().settings(position).unwrap();
    let bytes = bytes_needed(&settings, position).unwrap();
    let mut block = vec![Word::uninit(); words(bytes)];
    let mut search = Search::new(settings, position, &mut block[..]).unwrap();
    search.start(position, &[], 5);
    search.run(|| false);
    let mut all = Vec::new();
    search.for_each_move(|stats| {
        let mut text = String::new();
        position.write_move(stats.mv, &mut text).unwrap();
        all.push((text, stats.visits, stats.amaf.map_or(0, |(visits, _)| visits)));
    });
    all
}

const AGENTS: [&str; 4] = [
    "uct:playouts=500",
    "grave:playouts=500,playout=mast",
    "graver2:nodes=40,playouts=500",
    "mc:playouts=100",
];

#[test]
fn moves_that_share_keys() {
    let nim = Nim { heaps: [3, 4, 5], player: 0 };
    let hidden = Erased::<2, true>::new(&nim).unwrap();
    testkit::check(&hidden, 20, 1);
    for agent in AGENTS {
        assert_eq!(found(&hidden, agent), found(&nim, agent), "{agent}");
    }
}

#[test]
fn dice() {
    let mut rng = Rng::new(2);
    let mut position = Einstein::default();
    while position.turn() == Turn::Chance {
        position.play(position.chance_move(&mut rng));
    }
    let hidden = Erased::<3>::new(&position).unwrap();
    testkit::check(&hidden, 5, 1);
    for agent in AGENTS {
        assert_eq!(found(&hidden, agent), found(&position, agent), "{agent}");
    }
}

//! The signature: one number that changes when play does.
//!
//! It is a hash over the root visit counts of a fixed set of searches. The same on every machine,
//! in debug and release builds; a change that means to leave play alone must leave it alone.

use cairn_lab::AnyGame;

/// Every family, level, form of recycling, AMAF reading and kind of playout, on boards of several
/// sizes: together about a second.
const SEARCHES: &[(&str, &str)] = &[
    ("tictactoe", "mc:playouts=500"),
    ("tictactoe", "uct:playouts=2000"),
    ("tictactoe", "graver2:nodes=20,top=60,second=20,playout=mast"),
    ("go:size=5", "mc:playouts=1000,playout=mast"),
    ("go:size=5", "uct:playouts=2000,fpu=1.1"),
    ("go:size=5", "uctr2:nodes=40,top=40,second=30"),
    ("go:size=5", "rave:playouts=2000,k=100"),
    ("go:size=5", "raver:playouts=3000,nodes=100,amaf=both"),
    ("go:size=5,komi=6", "graver:playouts=3000,nodes=300,amaf=own"),
    ("go:size=5", "hrave2:nodes=60,top=40,second=40,amaf=point"),
    ("go9", "uct:playouts=2000"),
    ("go9", "uct2:nodes=100,sharing=off"),
    ("go9", "uctr:playouts=2000,nodes=500"),
    ("go9", "rave:playouts=2000"),
    ("go9", "grave:playouts=2000"),
    ("go9", "grave:paper,playouts=2000"),
    ("go9", "graver:playouts=4000,nodes=512"),
    ("go9", "grave2:nodes=100"),
    ("go9", "grave2:nodes=100,sharing=off,stop=2"),
    ("go9", "graver2:paper,nodes=80,top=60,second=40"),
    ("go9", "hrave:playouts=2000"),
    ("go9", "hraver2:nodes=80,top=60,second=40,counters=16"),
    ("go:size=13", "grave:playouts=500,playout=mast"),
    ("go:size=13", "graver2:nodes=40,top=30,second=20"),
];

/// Two turns of each game, so that what a player keeps between turns counts too.
const TURNS: u64 = 2;

/// The signature of this build.
pub fn signature() -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    for &(game, agent) in SEARCHES {
        let game = AnyGame::new(game).expect("a game of the registry");
        // A game's defaults are left out: they may follow new measurements, the search may not.
        let mut player = game.plain_player(agent).expect("a player that fits");
        let mut play = game.play();
        for seed in 1..=TURNS {
            let decision = player.choose(&*play, seed, &mut || false);
            for stats in player.moves(&*play) {
                hash.add(stats.visits);
            }
            let best = decision.mv.expect("a move early in the game");
            play.play_text(&best).expect("a legal move");
        }
    }
    hash.0
}

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Fnv {
    fn add(&mut self, number: u32) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

//! The signature: one number that changes when play does.
//!
//! It is a hash over the root visit counts of a fixed set of searches, the same on every machine and
//! in every build. A change that should not change play must not change it. This is its definition;
//! `cairn bench --signature`, the library for C and WebAssembly and the Go Text Protocol compute it.

use core::hash::Hasher;

use cairn_core::game::Fnv;
use cairn_core::mcts::{Settings, bytes_needed};
use cairn_core::spec::Spec;

use crate::go::Go9;

/// Games and agents: every family, level, form of recycling, kind of AMAF and kind of playout, Go's
/// patterns, boards of several sizes; together about a second. The games' defaults are left out: they
/// may follow new measurements, the search may not.
pub const SEARCHES: &[(&str, &str)] = &[
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
    ("go9", "grave:playouts=1000,playout=patterns,prior=10,amaf=both,reuse=on"),
    ("go9", "graver2:nodes=80,top=60,second=40,playout=patterns,prior=10"),
    ("go:size=13", "grave:playouts=500,playout=patterns,prior=10"),
    ("go:size=13", "grave:playouts=500,playout=mast"),
    ("go:size=13", "graver2:nodes=40,top=30,second=20"),
];

/// How many turns of each game are searched, with the seeds 1, 2 and so on, so that what a player
/// keeps between turns counts too.
pub const TURNS: u64 = 2;

/// The most memory and the most playouts of a search that a microcontroller runs.
const SMALL_BYTES: usize = 46 * 1024;
const SMALL_PLAYOUTS: u64 = 2_500;

/// Those of [`SEARCHES`] that a microcontroller can run: 9×9 Go, little memory, few playouts. Their
/// hash is the signature of the firmware, and `cairn bench --signature --small` prints it.
pub fn small_searches() -> impl Iterator<Item = (&'static str, Settings)> {
    let agents = SEARCHES.iter().filter(|(game, _)| *game == "go9").map(|&(_, agent)| agent);
    let start = Go9::new();
    agents.filter_map(move |agent| {
        let settings = Spec::parse(agent).ok()?.mcts_settings(&start).ok()?;
        let small = bytes_needed(&settings, &start).is_ok_and(|bytes| bytes <= SMALL_BYTES)
            && settings.max_playouts().is_some_and(|playouts| playouts <= SMALL_PLAYOUTS);
        small.then_some((agent, settings))
    })
}

/// The hash: FNV-1a, 64 bits, over the visits of each allowed move in the game's order.
#[derive(Default)]
pub struct Signature(Fnv);

impl Signature {
    /// Adds the visits of a move.
    pub fn add(&mut self, visits: u32) {
        self.0.write(&visits.to_le_bytes());
    }

    /// The signature of what was added.
    pub fn value(&self) -> u64 {
        self.0.finish()
    }
}

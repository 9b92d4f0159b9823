//! A fingerprint of the search, small enough for a microcontroller.

use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::words;
use cairn_core::rng::derive_seed;
use cairn_core::spec::{Spec, SpecError};
use cairn_games::go::{DEFAULT_KOMI, Geometry};

use crate::host::Host;
use crate::record::play;
use crate::reply::Fault;
use crate::session::Session;
use crate::think::for_each_move;

/// Every family, one and two levels, with and without recycling, every kind of playouts. On 9×9 each
/// takes less than 46 KiB.
const SEARCHES: &[&str] = &[
    "mc:playouts=40",
    "uct:playouts=100",
    "uctr2:nodes=40,top=20,second=10",
    "rave:playouts=60",
    "grave:playouts=100",
    "grave:paper,playouts=60",
    "graver:playouts=100,nodes=40",
    "grave2:nodes=20,sharing=off",
    "graver2:nodes=160,top=4,second=80",
    "graver2:paper,nodes=24,top=16,second=8",
    "graver2:nodes=24,top=16,second=8,playout=patterns,prior=10",
    "hraver2:nodes=20,top=12,second=10,counters=16",
];

/// Two turns of each game, so that what a player keeps between turns counts too.
const TURNS: u64 = 2;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    /// The hash over all root visit counts. The searches use the player's memory, one after another.
    pub(crate) fn signature(&mut self, host: &mut H) -> Result<u64, Fault<'static>> {
        self.release_player(host);
        let mut hash = 0;
        for text in SEARCHES {
            // A game's defaults are left out: they may follow new measurements, the search may not.
            let mut position = self.empty.with_komi(DEFAULT_KOMI);
            let plan = |error| Fault::Agent(SpecError::Plan(error));
            let settings = Spec::parse(text)
                .and_then(|spec| spec.settings(&position))
                .map_err(Fault::Agent)?;
            let bytes = bytes_needed(&settings, &position).map_err(plan)?;
            let block = host.block(words(bytes)).ok_or(Fault::Memory(bytes))?;
            let mut search = Search::new(settings, &position, block).map_err(plan)?;
            for seed in 1..=TURNS {
                search.start(&position, &[], seed);
                search.run(|| false);
                for_each_move(&mut search, &mut |stats| {
                    hash = derive_seed(hash, stats.visits.into())
                });
                search.end_turn();
                if let Some(best) = search.best_move() {
                    play(&mut position, best);
                }
            }
            host.release(search.into_block());
        }
        Ok(hash)
    }
}

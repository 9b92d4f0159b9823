//! A fingerprint of the search, small enough for a microcontroller.

use cairn_core::mcts::{Search, bytes_needed};
use cairn_core::memory::words;
use cairn_games::go::conventions::play;
use cairn_games::go::{Geometry, Go9};
use cairn_games::signature::{Signature, TURNS, small_searches};

use crate::host::Host;
use crate::reply::GtpError;
use crate::search::for_each_move;
use crate::session::GtpSession;

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    /// The number that `cairn bench --signature --small` prints. The searches use the player's
    /// memory, one after another.
    pub(crate) fn small_signature(&mut self, host: &mut H) -> Result<u64, GtpError<'static>> {
        self.release_player(host);
        let mut signature = Signature::default();
        for (_, settings) in small_searches() {
            let mut position = Go9::new();
            let bytes = bytes_needed(&settings, &position)?;
            let block = host.block(words(bytes)).ok_or(GtpError::Memory(bytes))?;
            let mut search = Search::new(settings, &position, block)?;
            for seed in 1..=TURNS {
                search.start(&position, &[], seed);
                search.run(|| false);
                for_each_move(&mut search, &mut |stats| signature.add(stats.visits));
                search.end_turn();
                if let Some(best) = search.best_move() {
                    play(&mut position, best);
                }
            }
            host.release(search.into_block());
        }
        Ok(signature.value())
    }
}

//! Searching against a clock.

use super::search::Search;
use super::settings::Settings;
use crate::clock::{self, Ended, Timed, Watch};
use crate::game::Game;
use crate::memory::Block;

/// Playouts between two looks at the clock: few enough to stop within about a millisecond, and many
/// enough that looking costs nothing.
const PLAYOUTS_PER_LOOK: u32 = 8;

impl<G: Game, B: Block> Timed for Search<G, B> {
    fn is_done(&self) -> bool {
        self.is_done()
    }

    fn run_briefly(&mut self) {
        self.run_playouts(PLAYOUTS_PER_LOOK);
    }
}

impl<G: Game, B: Block> Search<G, B> {
    /// Runs the search until it [is done](Search::is_done), `limit` milliseconds have passed or
    /// `watch` stops it. Returns why it ended and the milliseconds it took (`None` without a clock).
    ///
    /// `limit` is usually [`Settings::millis`] or less; `None` means no limit, even if the settings
    /// have one. A few playouts run however short it is. Call this again to go on searching.
    pub fn run_clocked(
        &mut self,
        limit: Option<u64>,
        watch: &mut dyn Watch<Self>,
    ) -> (Ended, Option<u64>) {
        let result = clock::run_clocked(self, limit, watch);
        self.flush_batch();
        result
    }

    /// Runs at most `limit` playouts, fewer if the search [is done](Search::is_done) before. Returns
    /// how many it ran.
    pub fn run_playouts(&mut self, limit: u32) -> u32 {
        let mut count = 0;
        while count < limit && !self.is_done() {
            self.step();
            count += 1;
        }
        count
    }
}

impl Settings {
    /// The time limit in whole milliseconds, rounded up.
    pub fn millis(&self) -> Option<u64> {
        clock::millis(self.time)
    }
}

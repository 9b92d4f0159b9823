//! Searching against a clock. The caller provides the clock: this crate has none.

use super::search::Search;
use super::settings::Settings;
use crate::game::Game;
use crate::memory::Block;

/// Playouts between two looks at the clock: few enough to stop within about a millisecond, and many
/// enough that looking costs nothing.
const PLAYOUTS_PER_LOOK: u32 = 8;

/// What [`Search::run_clocked`] asks while it runs: the time, and whether to stop.
pub trait Watch<G: Game, B> {
    /// Milliseconds since some fixed moment, or `None` without a clock. Without one, a time limit
    /// has no effect.
    fn now(&mut self) -> Option<u64> {
        None
    }

    /// Returns whether to stop. It is called before the first playout and then after every few.
    /// `elapsed` is in milliseconds. To report results meanwhile, read them from `search`, after
    /// [`flush_batch`](Search::flush_batch).
    fn stop(&mut self, search: &mut Search<G, B>, elapsed: Option<u64>) -> bool {
        let _ = (search, elapsed);
        false
    }
}

/// Why [`Search::run_clocked`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All playouts that the settings ask for have been run.
    Done,
    /// The time limit was reached.
    Time,
    /// [`Watch::stop`] returned true.
    Stopped,
}

impl<G: Game, B: Block> Search<G, B> {
    /// Runs the search until it [is done](Search::is_done), `limit` milliseconds have passed or
    /// `watch` stops it. Returns why it ended and the milliseconds it took (`None` without a clock).
    ///
    /// `limit` is usually [`Settings::millis`] or less; `None` means no limit, even if the settings
    /// have one. A few playouts run however short it is. Call this again to go on searching.
    // Not generic in `watch`, so that a microcontroller's flash holds it once.
    pub fn run_clocked(
        &mut self,
        limit: Option<u64>,
        watch: &mut dyn Watch<G, B>,
    ) -> (Ended, Option<u64>) {
        let begun = watch.now();
        let mut elapsed = begun.map(|_| 0);
        let ended = loop {
            if self.is_done() {
                break Ended::Done;
            }
            if watch.stop(self, elapsed) {
                break Ended::Stopped;
            }
            self.run_playouts(PLAYOUTS_PER_LOOK);
            elapsed = begun.and_then(|begun| Some(watch.now()?.saturating_sub(begun)));
            if let (Some(limit), Some(elapsed)) = (limit, elapsed)
                && elapsed >= limit
                && !self.is_done()
            {
                break Ended::Time;
            }
        };
        self.flush_batch();
        (ended, elapsed)
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
        let part = |nanos: u32| u64::from(nanos.div_ceil(1_000_000));
        self.time.map(|time| time.as_secs() * 1000 + part(time.subsec_nanos()))
    }
}

//! Searching against a clock, for any search that goes step by step. The caller provides the clock:
//! this crate has none.

use core::time::Duration;

pub use crate::mcts::Ended;

/// Steps between two looks at the clock.
const STEPS_PER_LOOK: u32 = 64;

/// A search that goes step by step.
pub trait Steps {
    /// Whether further steps would change nothing.
    fn is_done(&self) -> bool;
    /// A small piece of work.
    fn step(&mut self);
}

/// What [`run_clocked`] asks while it runs: the time, and whether to stop.
pub trait Watch<S> {
    /// Milliseconds since some fixed moment, or `None` without a clock. Without one, a time limit
    /// has no effect.
    fn now(&mut self) -> Option<u64> {
        None
    }

    /// Returns whether to stop. It is called before the first step and then after every few.
    /// `elapsed` is in milliseconds. The results so far can be read from `search`.
    fn stop(&mut self, search: &mut S, elapsed: Option<u64>) -> bool {
        let _ = (search, elapsed);
        false
    }
}

/// Runs a search until it is done, `limit` milliseconds have passed or `watch` stops it. Returns why
/// it ended and the milliseconds it took (`None` without a clock). Call it again to go on.
pub fn run_clocked<S: Steps>(
    search: &mut S,
    limit: Option<u64>,
    watch: &mut dyn Watch<S>,
) -> (Ended, Option<u64>) {
    let begun = watch.now();
    let mut elapsed = begun.map(|_| 0);
    loop {
        if search.is_done() {
            return (Ended::Done, elapsed);
        }
        if watch.stop(search, elapsed) {
            return (Ended::Stopped, elapsed);
        }
        for _ in 0..STEPS_PER_LOOK {
            if search.is_done() {
                break;
            }
            search.step();
        }
        elapsed = begun.and_then(|begun| Some(watch.now()?.saturating_sub(begun)));
        if let (Some(limit), Some(elapsed)) = (limit, elapsed)
            && elapsed >= limit
            && !search.is_done()
        {
            return (Ended::Time, Some(elapsed));
        }
    }
}

/// A time limit in whole milliseconds, rounded up.
pub(crate) fn millis(time: Duration) -> u64 {
    time.as_secs() * 1000 + u64::from(time.subsec_nanos().div_ceil(1_000_000))
}

//! Searching against a clock, for every kind of search. The caller provides the clock: this crate has
//! none.

/// What `run_clocked` of a search asks while it runs: the time, and whether to stop. `S` is the
/// search.
pub trait Watch<S: ?Sized> {
    /// Milliseconds since some fixed moment, or `None` without a clock. Without one, a time limit
    /// has no effect.
    fn now(&mut self) -> Option<u64> {
        None
    }

    /// Returns whether to stop. It is called before the first step and then after every few.
    /// `elapsed` is in milliseconds. To report results meanwhile, read them from `search`, after
    /// [`flush_batch`](crate::mcts::Search::flush_batch) if it has that.
    fn stop(&mut self, search: &mut S, elapsed: Option<u64>) -> bool {
        let _ = (search, elapsed);
        false
    }
}

/// Why `run_clocked` returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything that the settings ask for has been done.
    Done,
    /// The time limit was reached.
    Time,
    /// [`Watch::stop`] returned true.
    Stopped,
}

/// A search that can run against a clock.
pub(crate) trait Timed {
    /// Whether nothing is left to do.
    fn is_done(&self) -> bool;

    /// Runs for a while: long enough that a look at the clock costs nothing beside it, and short
    /// enough to stop within about a millisecond.
    fn run_briefly(&mut self);
}

/// Runs a search until it is done, `limit` milliseconds have passed or `watch` stops it.
// Not generic in `watch`, so that a microcontroller's flash holds it once.
pub(crate) fn run_clocked<S: Timed>(
    search: &mut S,
    limit: Option<u64>,
    watch: &mut dyn Watch<S>,
) -> (Ended, Option<u64>) {
    let begun = watch.now();
    let mut elapsed = begun.map(|_| 0);
    let ended = loop {
        if search.is_done() {
            break Ended::Done;
        }
        if watch.stop(search, elapsed) {
            break Ended::Stopped;
        }
        search.run_briefly();
        elapsed = begun.and_then(|begun| Some(watch.now()?.saturating_sub(begun)));
        if let (Some(limit), Some(elapsed)) = (limit, elapsed)
            && elapsed >= limit
            && !search.is_done()
        {
            break Ended::Time;
        }
    };
    (ended, elapsed)
}

/// A time limit in whole milliseconds, rounded up.
pub(crate) fn millis(time: Option<core::time::Duration>) -> Option<u64> {
    let part = |nanos: u32| u64::from(nanos.div_ceil(1_000_000));
    time.map(|time| time.as_secs() * 1000 + part(time.subsec_nanos()))
}

//! Ctrl-C: once to stop and see what there is, again after a moment to leave at once.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// One press may arrive as several signals: `timeout` signals its child and then the whole process
/// group, and so do some terminals and scripts. So soon after the first, another is the same one.
const SAME_PRESS: Duration = Duration::from_secs(1);

static STOP: AtomicBool = AtomicBool::new(false);
static FIRST: Mutex<Option<Instant>> = Mutex::new(None);

/// From now on Ctrl-C sets this flag. Where no thread can be started (a process limit), it ends the
/// program at once, as it would without this, and stderr says so.
pub fn on_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    // `ctrlc` takes the signal before it starts its thread: if that fails, nobody would hear it.
    if let Err(error) = Builder::new().spawn(|| ()).map(|thread| drop(thread.join())) {
        let what = "Ctrl-C ends this at once, without its results: no thread can be started for it";
        let _ = writeln!(io::stderr(), "cairn: warning: {what} ({error})");
        return Ok(&STOP);
    }
    ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        let mut first = FIRST.lock().expect("nobody panics with it");
        if first.get_or_insert_with(Instant::now).elapsed() >= SAME_PRESS {
            std::process::exit(130);
        }
    })
    .map_err(|error| anyhow::anyhow!("Ctrl-C cannot be watched: {error}"))?;
    Ok(&STOP)
}

/// The stop was heeded and things go on: the next Ctrl-C is a first one again.
pub fn reset() {
    STOP.store(false, Ordering::Relaxed);
    *FIRST.lock().expect("nobody panics with it") = None;
}

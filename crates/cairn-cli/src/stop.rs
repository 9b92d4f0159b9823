//! Ctrl-C: the first stops a command, which shows its results so far; another exits at once.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// One press may arrive as several signals: `timeout`, some terminals and scripts signal a process and
/// then its whole group. Signals within this time are the same press.
const SAME_PRESS: Duration = Duration::from_secs(1);

static STOP: AtomicBool = AtomicBool::new(false);
static FIRST: Mutex<Option<Instant>> = Mutex::new(None);

/// Makes Ctrl-C set the returned flag. If no thread can be started (a process limit), Ctrl-C ends the
/// program at once, and a warning says so.
pub fn on_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    // `ctrlc` catches the signal before it starts its thread; if that fails, Ctrl-C would do nothing.
    if let Err(error) = Builder::new().spawn(|| ()).map(|thread| drop(thread.join())) {
        let what = "Ctrl-C will end this at once, without results: no thread can be started for it";
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
    .map_err(|error| anyhow::anyhow!("Ctrl-C cannot be caught: {error}"))?;
    Ok(&STOP)
}

/// Clears the flag; the next Ctrl-C is a first one again.
pub fn reset() {
    STOP.store(false, Ordering::Relaxed);
    *FIRST.lock().expect("nobody panics with it") = None;
}

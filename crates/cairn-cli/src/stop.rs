//! Ctrl-C: once to stop and see what there is, twice to leave at once.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C sets this flag.
pub fn on_ctrl_c() -> anyhow::Result<&'static AtomicBool> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(&STOP)
}

//! Progress on stderr, while many games are played.

use std::fmt::Display;
use std::io::{self, Write};
use std::thread::{Builder, JoinHandle, park_timeout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How a bar looks.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template that is right")
}

/// Lets a bar's clock go on while no game ends, if anybody sees it. (indicatif's own way panics where
/// no thread can be started.) Returns the thread that does so.
pub fn keep_ticking(bar: &ProgressBar) -> Option<JoinHandle<()>> {
    if bar.is_hidden() {
        return None;
    }
    // Without the thread, the clock shows the time of the last game.
    bar.tick();
    let bar = bar.downgrade();
    let tick = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            park_timeout(Duration::from_millis(200));
        }
    };
    Builder::new().spawn(tick).ok()
}

/// Runs `work` and shows meanwhile that something is going on: on stderr, and only if that is a
/// terminal.
pub fn spinning<T>(message: String, work: impl FnOnce() -> T) -> T {
    let spinner = ProgressBar::new_spinner().with_message(message);
    let ticking = keep_ticking(&spinner);
    let done = work();
    spinner.finish_and_clear();
    if let Some(ticking) = ticking {
        ticking.thread().unpark();
        // It draws nothing after this. If it has panicked, there was just no spinner.
        let _ = ticking.join();
    }
    done
}

/// Says on stderr what does not end the command.
pub fn warn(bar: &ProgressBar, what: impl Display) {
    // If nobody reads it, the games count all the same.
    bar.suspend(|| drop(writeln!(io::stderr(), "cairn: {what}")));
}

//! Progress on stderr, while many games are played.

use std::fmt::Display;
use std::io::{self, Write};
use std::thread::{Builder, JoinHandle, park_timeout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on stderr, if that is a terminal.
pub fn bar(steps: u64, template: &str) -> ProgressBar {
    ProgressBar::new(steps).with_style(style(template))
}

/// The style of a progress bar.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a valid template")
}

/// Redraws a visible bar regularly, so that its clock runs while no game ends. Returns the thread that
/// does so. (indicatif's own method panics if no thread can be started.)
pub fn keep_ticking(bar: &ProgressBar) -> Option<JoinHandle<()>> {
    if bar.is_hidden() {
        return None;
    }
    // Without the thread the clock stops at the last game.
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

/// Runs `work` with a spinner on stderr, if that is a terminal.
pub fn with_spinner<T>(message: String, work: impl FnOnce() -> T) -> T {
    with_changing_spinner(message, |_| work())
}

/// The same for work that changes the message.
pub fn with_changing_spinner<T>(message: String, work: impl FnOnce(&ProgressBar) -> T) -> T {
    let spinner = ProgressBar::new_spinner().with_message(message);
    let ticking = keep_ticking(&spinner);
    let done = work(&spinner);
    spinner.finish_and_clear();
    if let Some(ticking) = ticking {
        ticking.thread().unpark();
        // After this it draws nothing. If it has panicked, there was no spinner.
        let _ = ticking.join();
    }
    done
}

/// Writes a warning to stderr, above the bar.
pub fn warn(bar: &ProgressBar, what: impl Display) {
    // An error here must not end the command.
    bar.suspend(|| drop(writeln!(io::stderr(), "cairn: {what}")));
}

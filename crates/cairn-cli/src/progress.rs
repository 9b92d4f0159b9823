//! Progress on stderr, while many games are played.

use std::fmt::Display;
use std::io::{self, Write};
use std::thread::{Builder, sleep};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How a bar looks.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template that is right")
}

/// Lets a bar's clock go on while no game ends, if anybody sees it. (indicatif's own way panics where
/// no thread can be started.)
pub fn keep_ticking(bar: &ProgressBar) {
    if bar.is_hidden() {
        return;
    }
    let bar = bar.downgrade();
    let tick = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            sleep(Duration::from_millis(200));
        }
    };
    // Without it, the clock shows the time of the last game.
    drop(Builder::new().spawn(tick));
}

/// Says on stderr what does not end the command.
pub fn warn(bar: &ProgressBar, what: impl Display) {
    // If nobody reads it, the games count all the same.
    bar.suspend(|| drop(writeln!(io::stderr(), "cairn: {what}")));
}

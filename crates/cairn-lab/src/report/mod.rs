//! Reports: the results of an experiment as Markdown with a plot.
//!
//! The same games give the same report, to the byte.

mod draw;
mod figure;
mod markdown;
mod page;
#[cfg(feature = "png")]
mod png;
mod svg;
mod tables;

use crate::experiment::{Contest, Experiment};
use crate::results::ContestResult;

pub use markdown::{counted, grouped};
#[cfg(feature = "png")]
pub use png::{PngError, png};

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The page. It shows the plot `NAME.svg` beside it, where NAME is the experiment's name.
    pub markdown: String,
    /// The plot, if the experiment has one and any games.
    pub svg: Option<String>,
}

impl Report {
    /// The report of an experiment. `commands` repeat it.
    pub fn new(
        experiment: &Experiment,
        results: &[ContestResult<'_>],
        commands: &[String],
    ) -> Self {
        let figure = figure::figure(experiment, results);
        let markdown = page::page(experiment, results, figure.as_ref(), commands);
        Report { markdown, svg: figure.map(|figure| figure.svg) }
    }
}

/// The rate of a player of equal strength: a half, or a third in a game of three.
fn fair_share(contest: &Contest) -> f64 {
    1.0 / contest.pairing.players().unwrap_or(2) as f64
}

/// Whether the published result is inside our interval; `None` without a published result or games.
fn agrees(result: &ContestResult<'_>) -> Option<bool> {
    let (published, score) = (result.contest.published?, result.score());
    let (low, high) = score.interval();
    (score.games() > 0).then_some(100.0 * low <= published && published <= 100.0 * high)
}

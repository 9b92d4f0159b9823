//! Reports: how an experiment stands, for people, as Markdown with a picture.
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
use crate::standing::Standing;

#[cfg(feature = "png")]
pub use png::{PngError, png};

/// A report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The page. It shows the picture `NAME.svg` beside it, NAME being the experiment's.
    pub markdown: String,
    /// The picture, if the experiment has a plot and any game to show in it.
    pub svg: Option<String>,
}

impl Report {
    /// The report of an experiment. `commands` are those that repeat it.
    pub fn new(experiment: &Experiment, standings: &[Standing<'_>], commands: &[String]) -> Self {
        let figure = figure::figure(experiment, standings);
        let markdown = page::page(experiment, standings, figure.as_ref(), commands);
        Report { markdown, svg: figure.map(|figure| figure.svg) }
    }
}

/// The rate of a player of equal strength: a half, but in a game of three a third.
fn fair_share(contest: &Contest) -> f64 {
    1.0 / contest.pairing.players().unwrap_or(2) as f64
}

/// Whether a published result lies inside our interval; nothing if there is none, or no game.
fn agrees(standing: &Standing<'_>) -> Option<bool> {
    let (published, score) = (standing.contest.published?, standing.score());
    let (low, high) = score.interval();
    (score.games() > 0).then_some(100.0 * low <= published && published <= 100.0 * high)
}

#[cfg(test)]
mod tests;

//! What the plot shows: win rates over a value of the sweeps, a line for each series.

use crate::experiment::{Contest, Experiment, Plot};
use crate::results::ContestResult;
use cairn_arena::{Score, Z95};

use super::draw::{draw, has_panels};
use super::fair_share;
use super::markdown::{counted, grouped};
use super::tables::distinct;

/// A plot and its caption.
pub struct Figure {
    /// The plot as SVG.
    pub svg: String,
    /// The caption in plain text.
    pub caption: String,
}

/// The contents of a plot. Rates are in percent.
pub struct PlotData {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    pub axis: Axis,
    pub lines: Vec<Series>,
    pub equal: Option<EqualStrength>,
    /// The source of the published points, if there are any.
    pub published: Option<String>,
    /// Whether the lines need names: there are several, or will be with more games.
    pub named: bool,
}

/// The x axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Axis {
    Linear,
    /// Logarithmic.
    Log,
    /// Names instead of numbers, in equal steps.
    Names(Vec<String>),
}

/// A line of the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    pub points: Vec<Point>,
    /// (x, rate) of the published points.
    pub published: Vec<(f64, f64)>,
}

/// A contest with games.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub rate: f64,
    pub low: f64,
    pub high: f64,
    pub label: String,
    pub games: u32,
}

/// The rate of a player of equal strength, and its 95 % range after `games` games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EqualStrength {
    pub rate: f64,
    pub low: f64,
    pub high: f64,
    pub games: u32,
}

/// The figure of an experiment, if it has a plot and games.
pub fn figure(experiment: &Experiment, results: &[ContestResult<'_>]) -> Option<Figure> {
    let plot = experiment.plot.as_ref()?;
    let data = gather(experiment, plot, results)?;
    Some(Figure { svg: draw(&data), caption: caption(&data) })
}

fn value<'a>(contest: &'a Contest, name: &str) -> Option<&'a str> {
    contest.values.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
}

fn gather(experiment: &Experiment, plot: &Plot, results: &[ContestResult<'_>]) -> Option<PlotData> {
    let shown: Vec<(&Contest, &str, Score)> = results
        .iter()
        .filter_map(|result| {
            let x = value(result.contest, &plot.x)?;
            Some((result.contest, x, result.score()))
        })
        .collect();
    let axis = axis(plot, shown.iter().map(|(_, x, _)| *x));
    let names = line_names(plot, &shown);
    let mut lines: Vec<Series> = Vec::new();
    for ((contest, x, score), name) in shown.iter().zip(names) {
        let x = match &axis {
            Axis::Names(names) => names.iter().position(|other| other == x)? as f64,
            _ => x.parse().ok()?,
        };
        if !lines.iter().any(|line| line.name == name) {
            lines.push(Series { name: name.clone(), points: Vec::new(), published: Vec::new() });
        }
        let line = lines.iter_mut().find(|line| line.name == name)?;
        line.published.extend(contest.published.map(|rate| (x, rate)));
        if score.games() > 0 {
            let (rate, (low, high)) = (100.0 * score.rate(), score.interval());
            let (low, high) = (100.0 * low, 100.0 * high);
            let (label, games) = (contest.label.clone(), score.games());
            line.points.push(Point { x, rate, low, high, label, games });
        }
    }
    for line in &mut lines {
        line.points.sort_by(|a, b| a.x.total_cmp(&b.x));
        line.published.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    let named = lines.len() > 1;
    lines.retain(|line| !(line.points.is_empty() && line.published.is_empty()));
    if lines.iter().all(|line| line.points.is_empty()) {
        return None;
    }
    let published = lines.iter().any(|line| !line.published.is_empty());
    let contests = || shown.iter().map(|(contest, ..)| *contest);
    Some(PlotData {
        title: experiment.title.clone(),
        x_label: plot.x_label.clone().unwrap_or_else(|| plot.x.clone()),
        y_label: match common(contests().map(|contest| contest.names[1].as_str())) {
            Some(opponent) => format!("Win rate against {opponent} (%)"),
            None => "Win rate (%)".into(),
        },
        axis,
        named,
        equal: common(contests().map(fair_share)).map(|share| equal(share, &lines)),
        lines,
        published: published.then(|| plot.published.clone().unwrap_or_else(|| "by others".into())),
    })
}

/// The value that all have in common, if they do.
pub fn common<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

fn axis<'a>(plot: &Plot, values: impl Iterator<Item = &'a str> + Clone) -> Axis {
    let numbers = values.clone().map(|text| text.parse::<f64>().ok().filter(|x| x.is_finite()));
    match numbers.collect::<Option<Vec<f64>>>() {
        Some(numbers) if plot.log && numbers.iter().all(|x| *x > 0.0) => Axis::Log,
        Some(_) => Axis::Linear,
        None => Axis::Names(distinct(values).into_iter().map(String::from).collect()),
    }
}

/// The name of each contest's line. A series with several contests at the same x becomes several
/// lines, named by their other values.
fn line_names(plot: &Plot, shown: &[(&Contest, &str, Score)]) -> Vec<String> {
    let one_series = common(shown.iter().map(|(contest, ..)| &contest.series)).is_some();
    let name = |(contest, ..): &(&Contest, &str, Score)| {
        let same = |(other, x, _): &&(&Contest, &str, Score)| {
            other.series == contest.series && value(contest, &plot.x) == Some(*x)
        };
        if shown.iter().filter(same).count() < 2 {
            return contest.series.clone();
        }
        let rivals = || shown.iter().filter(same).map(|(other, ..)| other);
        let others = contest.values.iter().filter(|(name, _)| *name != plot.x);
        let mut others: Vec<_> = others.map(|(name, value)| format!("{name} = {value}")).collect();
        if common(rivals().map(|other| &other.names[1])).is_none() {
            others.push(format!("v {}", contest.names[1]));
        }
        let game = &contest.pairing.game;
        if common(rivals().map(|other| &other.pairing.game)).is_none()
            && !others.iter().any(|text| text.contains(game))
        {
            others.push(game.clone());
        }
        let series = (!one_series || others.is_empty()).then(|| contest.series.clone());
        series.into_iter().chain(others).collect::<Vec<_>>().join(", ")
    };
    shown.iter().map(name).collect()
}

/// The range of a player of equal strength after the median of the points' games.
fn equal(share: f64, lines: &[Series]) -> EqualStrength {
    let mut games: Vec<u32> = lines.iter().flat_map(|line| &line.points).map(|p| p.games).collect();
    games.sort_unstable();
    let games = games[(games.len() - 1) / 2];
    let half = Z95 * (share * (1.0 - share) / f64::from(games)).sqrt();
    let [low, high] = [share - half, share + half].map(|rate| 100.0 * rate.clamp(0.0, 1.0));
    EqualStrength { rate: 100.0 * share, low, high, games }
}

fn caption(data: &PlotData) -> String {
    let games = || data.lines.iter().flat_map(|line| &line.points).map(|point| point.games);
    let (fewest, most) = (games().min().unwrap_or(0), games().max().unwrap_or(0));
    let number = if fewest == most {
        counted(most.into(), "game")
    } else {
        format!("{} to {}", grouped(fewest.into()), counted(most.into(), "game"))
    };
    let y = data.y_label.trim_end_matches(" (%)");
    let mut text = format!("{y} with 95 % intervals (Agresti–Coull), {number} per point.",);
    if let Some(equal) = &data.equal {
        text += &format!(
            " The grey band, {:.1} to {:.1} %, has 95 % of the results of a player of equal strength \
             after {}{}.",
            equal.low,
            equal.high,
            counted(equal.games.into(), "game"),
            if fewest == most { "" } else { ", the median of the points" }
        );
    }
    if let Some(whose) = &data.published {
        text += &format!(" Hollow markers on dashed lines are published: {whose}.");
    }
    if has_panels(data) {
        text += " The faint lines are those of the other panels.";
    } else if data.lines.len() > 1 || data.published.is_some() {
        text += " Points of one value are drawn side by side.";
    }
    text
}

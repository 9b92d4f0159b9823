//! Experiments: files that say which agents play each other, and how many games.
//!
//! ```
//! let text = r#"
//! name = "how-many-playouts"
//! game = "tictactoe"
//! games = 100
//!
//! [[sweep]]
//! a = "uct:playouts={playouts}"
//! b = "uct:playouts=20"
//! over.playouts = [10, 20, 40]
//! "#;
//! let experiment = cairn_lab::Experiment::parse(text).unwrap();
//! assert_eq!(experiment.contests.len(), 3);
//! assert_eq!(experiment.contests[2].label, "playouts = 40");
//! ```

mod file;

use crate::pairing::{Pairing, fill, names_value};
use cairn_core::spec::Spec;
use file::{At, Published};
use std::time::Duration;

/// An experiment, read from its file and checked.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its short name.
    pub name: String,
    /// Its heading in a report; by default its name.
    pub title: String,
    /// A paragraph for the report.
    pub about: String,
    /// What is to be played: the pairings, then the sweeps, then the round robins, each in the order
    /// of the file.
    pub contests: Vec<Contest>,
    /// The time limit of a game.
    pub timeout: Option<Duration>,
    /// How to draw it.
    pub plot: Option<Plot>,
}

/// The largest number of games of a pairing: each takes a few bytes of memory before it is played.
pub const MAX_GAMES: u32 = 10_000_000;
/// The largest number of points of a sweep.
const MAX_POINTS: usize = 10_000;

/// A pairing, and how many of its games to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The agents and the game.
    pub pairing: Pairing,
    /// How many games.
    pub games: u32,
    /// Its name in tables.
    pub label: String,
    /// The series of the plot that it belongs to.
    pub series: String,
    /// The entry of the file it comes from.
    pub entry: Entry,
    /// The names of the two agents in the file, or else their specs.
    pub names: [String; 2],
    /// The values of a sweep.
    pub values: Vec<(String, String)>,
    /// A published result to compare with, in percent.
    pub published: Option<f64>,
}

/// An entry of an experiment's file, with its index among its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A `[[pairing]]`.
    Pairing(usize),
    /// A `[[sweep]]`.
    Sweep(usize),
    /// A `[[round-robin]]`.
    RoundRobin(usize),
}

/// The plot: win rates over a value of the sweeps.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plot {
    /// The name of the value along the x axis.
    pub x: String,
    /// The label of the x axis; by default the value's name.
    pub x_label: Option<String>,
    /// Whether the x axis is logarithmic.
    #[serde(default)]
    pub log: bool,
    /// The source of the published points.
    pub published: Option<String>,
}

/// A mistake in an experiment's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ExperimentError {
    /// Where it is, from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl ExperimentError {
    fn at(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        // An error is one line.
        let message: String = message.into();
        let message = message.lines().map(str::trim).collect::<Vec<_>>().join("; ");
        ExperimentError { line, message }
    }
}

/// A message of the TOML parser without Rust's type names.
fn without_types(message: &str) -> String {
    let mut text = message.to_string();
    for (type_name, words) in [
        ("invalid type: map, expected a sequence", "write it in two brackets, as [[pairing]]"),
        ("expected u32", "expected a whole number, 0 or more"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected f64", "expected a number"),
        ("expected struct Plot", "expected a table, [plot]"),
    ] {
        text = text.replace(type_name, words);
    }
    text
}

/// A value of a sweep as text.
fn value_text(value: &toml::Value) -> Option<String> {
    Some(match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        _ => return None,
    })
}

impl Experiment {
    /// Reads an experiment.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let file: file::File = toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            ExperimentError::at(text, offset, without_types(error.message()))
        })?;
        let mut reader = Reader { text, file: &file, contests: Vec::new() };
        reader.read()?;
        let contests = reader.contests;
        if contests.is_empty() {
            let message =
                "there is nothing to play: add a [[pairing]], [[sweep]] or [[round-robin]]";
            return Err(ExperimentError::at(text, 0, message));
        }
        if let Some(plot) = &file.plot {
            let (x, log) = (&plot.get_ref().x, plot.get_ref().log);
            let values = || contests.iter().flat_map(|contest| &contest.values);
            let mut along = values().filter(|(name, _)| name == x).map(|(_, value)| value);
            let positive = |value: &String| value.parse().is_ok_and(|value: f64| value > 0.0);
            let message = if along.clone().next().is_none() {
                Some(format!("[plot] has x = '{x}', but no sweep is over '{x}'"))
            } else if log && !along.all(positive) {
                Some(format!("log = true needs values of '{x}' above 0"))
            } else {
                None
            };
            if let Some(message) = message {
                return Err(ExperimentError::at(text, plot.span().start, message));
            }
        }
        let timeout = match &file.timeout {
            None => None,
            Some(seconds) => match Duration::try_from_secs_f64(*seconds.get_ref()) {
                Ok(time) if time > Duration::ZERO => Some(time),
                _ => {
                    let message = "timeout must be a number of seconds above 0";
                    return Err(ExperimentError::at(text, seconds.span().start, message));
                }
            },
        };
        Ok(Experiment {
            title: file.title.clone().unwrap_or_else(|| file.name.get_ref().clone()),
            name: file.name.get_ref().clone(),
            about: file.about.unwrap_or_default(),
            contests,
            timeout,
            plot: file.plot.map(toml::Spanned::into_inner),
        })
    }

    /// The pairing of every contest.
    pub fn pairings(&self) -> Vec<Pairing> {
        self.contests.iter().map(|contest| contest.pairing.clone()).collect()
    }

    /// The same experiment with this number of games of every pairing.
    pub fn with_games(mut self, games: u32) -> Self {
        self.contests.iter_mut().for_each(|contest| contest.games = games);
        self
    }
}

/// A contest before it is checked.
struct Draft<'a> {
    entry: Entry,
    a: &'a At<String>,
    b: &'a At<String>,
    common: file::Common<'a>,
    values: Vec<(String, String)>,
    published: Option<f64>,
}

struct Reader<'a> {
    text: &'a str,
    file: &'a file::File,
    contests: Vec<Contest>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), ExperimentError> {
        let file = self.file;
        let name = file.name.get_ref();
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(allowed) || name.starts_with('.') {
            return Err(self.error(
                &file.name,
                "a name has only letters, digits, '-', '_' and '.', and does not begin with '.'",
            ));
        }
        // Check unused agents too: one may be a key that belongs above [agents].
        for named in file.agents.values().filter(|named| !named.get_ref().contains('{')) {
            if let Err(error) = Spec::parse(named.get_ref()) {
                let message = format!("agent {}: {error}", named.get_ref());
                return Err(self.error(named, &message));
            }
        }
        for (index, pairing) in file.pairing.iter().enumerate() {
            let published = self.published(pairing.published.as_ref(), |rate| vec![*rate])?;
            self.add(Draft {
                entry: Entry::Pairing(index),
                a: &pairing.a,
                b: &pairing.b,
                common: pairing.common(),
                values: Vec::new(),
                published: published.first().copied().flatten(),
            })?;
        }
        for (index, sweep) in file.sweep.iter().enumerate() {
            self.read_sweep(Entry::Sweep(index), sweep)?;
        }
        for (index, all) in file.round_robin.iter().enumerate() {
            let entry = Entry::RoundRobin(index);
            let agents = all.agents.get_ref();
            if agents.len() < 2 {
                return Err(self.error(&all.agents, "a round robin needs at least two agents"));
            }
            for (first, a) in agents.iter().enumerate() {
                for b in &agents[first + 1..] {
                    let (common, values) = (all.common(), Vec::new());
                    self.add(Draft { entry, a, b, common, values, published: None })?;
                }
            }
            let last = self.contests.last().expect("two agents are a contest");
            if last.pairing.players() != Ok(2) {
                let message =
                    "a round robin needs a game of two players, because ratings compare two";
                return Err(self.error(&all.agents, message));
            }
        }
        Ok(())
    }

    fn read_sweep(&mut self, entry: Entry, sweep: &file::Sweep) -> Result<(), ExperimentError> {
        let error = |message: &str| self.error(&sweep.over, message);
        let mut axes = Vec::new();
        for (name, values) in sweep.over.get_ref() {
            let values = values.as_array().map(|list| list.iter().map(value_text).collect());
            match values {
                Some(Some(values)) => axes.push((name.clone(), values)),
                _ => {
                    return Err(error(
                        "'over' needs lists of numbers or texts, such as over.nodes = [160, 200]",
                    ));
                }
            }
        }
        let counts: Vec<usize> =
            axes.iter().map(|(_, values): &(_, Vec<String>)| values.len()).collect();
        let points = counts.iter().try_fold(1, |points: usize, &count| points.checked_mul(count));
        if counts.is_empty() || counts.contains(&0) {
            return Err(error(
                "'over' needs a list with at least one value, such as over.nodes = [160, 200]",
            ));
        }
        let Some(points) = points.filter(|&points| points <= MAX_POINTS) else {
            return Err(error(&format!("a sweep can have at most {MAX_POINTS} points")));
        };
        let game = sweep.common().game.or(self.file.game.as_ref());
        let used = |name: &str| {
            let texts = [Some(&sweep.a), Some(&sweep.b), game].into_iter().flatten();
            let text = |at| self.file.agents.get(At::get_ref(at)).unwrap_or(at).get_ref();
            texts.map(text).any(|text: &String| names_value(text, name))
        };
        if let Some((name, _)) = axes.iter().find(|(name, _)| !used(name)) {
            return Err(error(&format!("none of a, b and game contains {{{name}}}")));
        }
        let published = self.published(sweep.published.as_ref(), |given| match given {
            Published::Row(row) => row.clone(),
            Published::Rows(rows) => rows.concat(),
        })?;
        if let Some(given) = sweep.published.as_ref().filter(|_| published.len() != points) {
            let wanted = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" × ");
            let message =
                format!("'published' needs {wanted} numbers, one for each point of 'over'");
            return Err(self.error(given, &message));
        }
        for index in 0..points {
            let mut values = Vec::new();
            let mut rest = index;
            for (name, list) in axes.iter().rev() {
                values.insert(0, (name.clone(), list[rest % list.len()].clone()));
                rest /= list.len();
            }
            let published = published.get(index).copied().flatten();
            let (a, b, common) = (&sweep.a, &sweep.b, sweep.common());
            self.add(Draft { entry, a, b, common, values, published })?;
        }
        Ok(())
    }

    /// Published rates; `None` where the file has nan.
    fn published<T>(
        &self,
        given: Option<&At<T>>,
        rates: impl Fn(&T) -> Vec<f64>,
    ) -> Result<Vec<Option<f64>>, ExperimentError> {
        let Some(given) = given else { return Ok(Vec::new()) };
        let rates = rates(given.get_ref());
        if rates.iter().any(|rate| !rate.is_nan() && !(0.0..=100.0).contains(rate)) {
            let message = "'published' needs rates in percent, from 0 to 100, or nan for none";
            return Err(self.error(given, message));
        }
        Ok(rates.into_iter().map(|rate| (!rate.is_nan()).then_some(rate)).collect())
    }

    fn add(&mut self, draft: Draft<'_>) -> Result<(), ExperimentError> {
        let Draft { entry, a, b, common, values, published } = draft;
        let file = self.file;
        let fill_at = |at: &At<String>, text: &str| {
            fill(text, &values).map_err(|message| self.error(at, &message))
        };
        // A value of the sweep may name an agent of the file.
        let agent = |at: &At<String>| {
            let name = fill_at(at, at.get_ref())?;
            file.agents.get(&name).map_or(Ok(name), |named| fill_at(at, named.get_ref()))
        };
        let agents = [agent(a)?, agent(b)?];
        let named = |at: &At<String>, agent: &str| {
            let name = fill(at.get_ref(), &values).ok();
            name.filter(|name| file.agents.contains_key(name)).unwrap_or_else(|| agent.to_string())
        };
        let names = [named(a, &agents[0]), named(b, &agents[1])];
        let game = match common.game.or(file.game.as_ref()) {
            Some(game) => fill_at(game, game.get_ref())?,
            None => "go9".into(),
        };
        let openings = common.openings.or(file.openings.as_ref());
        let openings = openings.map(|given| given.get_ref().read()).unwrap_or_default();
        let conditions = crate::Conditions { seed: file.seed, openings };
        let pairing =
            Pairing::new(&game, &agents[0], &agents[1], &conditions).map_err(|error| {
                use crate::pairing::PairingError::{Agent, Game, Opening};
                // The error is at the definition of a named agent.
                let defined = |at| self.file.agents.get(At::get_ref(at)).unwrap_or(at).span().start;
                let at = match &error {
                    Agent(error) if error.spec == agents[0] => defined(a),
                    Agent(_) => defined(b),
                    Game(_) => common.game.or(file.game.as_ref()).map_or(0, |at| at.span().start),
                    Opening(_) => {
                        let given = common.openings.or(file.openings.as_ref());
                        given.map_or(0, |at| at.span().start)
                    }
                };
                let mut message = error.to_string();
                if message.contains("no agent is called") && !file.agents.is_empty() {
                    let own: Vec<_> = file.agents.keys().map(String::as_str).collect();
                    message += &format!("; this file defines {}", own.join(", "));
                }
                ExperimentError::at(self.text, at, message)
            })?;
        let listed: Vec<_> =
            values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let label = match common.label {
            Some(label) => fill_at(label, label.get_ref())?,
            None if listed.is_empty() => {
                format!("{} v {}", names[0], names[1])
            }
            None => listed.join(", "),
        };
        let series = match common.series {
            Some(series) => fill_at(series, series.get_ref())?,
            None => named(a, a.get_ref()),
        };
        let games = common.games.or(file.games.as_ref());
        let games = match games.map(|games| (*games.get_ref(), games)) {
            None => 100,
            Some((games @ 1..=MAX_GAMES, _)) => games,
            Some((_, at)) => {
                let message = format!("games must be a number from 1 to {MAX_GAMES}");
                return Err(self.error(at, &message));
            }
        };
        // Generated labels may be the same: tables distinguish them by game or series.
        let same = |other: &Contest| {
            other.label == label && (other.pairing == pairing || common.label.is_some())
        };
        if self.contests.iter().any(same) {
            let message = format!("two contests are called '{label}': give each its own label");
            return Err(self.error(common.label.unwrap_or(a), &message));
        }
        self.contests.push(Contest {
            pairing,
            games,
            label,
            series,
            entry,
            names,
            values,
            published,
        });
        Ok(())
    }

    fn error<T>(&self, at: &At<T>, message: &str) -> ExperimentError {
        ExperimentError::at(self.text, at.span().start, message)
    }
}

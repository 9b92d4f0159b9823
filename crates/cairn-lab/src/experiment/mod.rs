//! Experiments: files that say which agents meet, and how often.
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
    /// Its heading in a report; the name if none is given.
    pub title: String,
    /// A paragraph for the report.
    pub about: String,
    /// Everything it wants played: the pairings, then the sweeps, then the round robins, each in the
    /// file's order.
    pub contests: Vec<Contest>,
    /// The time a game may take.
    pub timeout: Option<Duration>,
    /// How to draw it.
    pub plot: Option<Plot>,
}

/// So many games of a pairing may be asked for: each is a few bytes in memory before it is played.
pub const MOST_GAMES: u32 = 10_000_000;
/// So many points may a sweep have.
const MOST_POINTS: usize = 10_000;

/// A number of games of a pairing.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// Who plays.
    pub pairing: Pairing,
    /// How many games.
    pub games: u32,
    /// What it is called in tables.
    pub label: String,
    /// The line of a plot it belongs to.
    pub series: String,
    /// The entry of the file it comes from.
    pub entry: Entry,
    /// What the two agents are called: their names in the file, or else their specs.
    pub names: [String; 2],
    /// The two agents as the file has them.
    pub agents: [String; 2],
    /// The values of a sweep.
    pub values: Vec<(String, String)>,
    /// A result somebody else published for it, in percent.
    pub published: Option<f64>,
}

/// An entry of an experiment's file: which of its kind, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A `[[pairing]]`.
    Pairing(usize),
    /// A `[[sweep]]`.
    Sweep(usize),
    /// A `[[round-robin]]`.
    RoundRobin(usize),
}

/// How the results are drawn: win rates against a value of the sweeps.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plot {
    /// The value along the axis.
    pub x: String,
    /// What the axis is called; else the value's name.
    pub x_label: Option<String>,
    /// Whether equal factors are equal steps along the axis.
    #[serde(default)]
    pub log: bool,
    /// Whose the published points are.
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
        // A message of several lines would be no line of a log.
        let message: String = message.into();
        let message = message.lines().map(str::trim).collect::<Vec<_>>().join("; ");
        ExperimentError { line, message }
    }
}

/// A message of the TOML reader for people who do not write Rust.
fn in_words(message: &str) -> String {
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

/// A value of several rows or columns as text: floats as they are written.
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
            ExperimentError::at(text, offset, in_words(error.message()))
        })?;
        let mut reader = Reader { text, file: &file, contests: Vec::new() };
        reader.read()?;
        let contests = reader.contests;
        if contests.is_empty() {
            let message =
                "nothing is to be played: add a [[pairing]], [[sweep]] or [[round-robin]]";
            return Err(ExperimentError::at(text, 0, message));
        }
        if let Some(plot) = &file.plot {
            let (x, log) = (&plot.get_ref().x, plot.get_ref().log);
            let values = || contests.iter().flat_map(|contest| &contest.values);
            let mut along = values().filter(|(name, _)| name == x).map(|(_, value)| value);
            let positive = |value: &String| value.parse().is_ok_and(|value: f64| value > 0.0);
            let message = if along.clone().next().is_none() {
                Some(format!("no sweep is over '{x}', which [plot] has as x"))
            } else if log && !along.all(positive) {
                Some(format!("log needs numbers above 0, and '{x}' has others"))
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
                    let message = "timeout is a number of seconds above 0";
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

    /// The same with another number of games of every pairing.
    pub fn with_games(mut self, games: u32) -> Self {
        self.contests.iter_mut().for_each(|contest| contest.games = games);
        self
    }
}

/// What a contest is made of.
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
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) || name.starts_with('.') {
            return Err(
                self.error(&file.name, "a name is made of letters, digits, '-', '_' and '.'")
            );
        }
        // One that nobody uses, too: perhaps it is no agent at all, but a key that should stand above.
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
                let message = "a round robin is for games of two: ratings compare two at a time";
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
                        "'over' has lists of numbers or texts: over.nodes = [160, 200]",
                    ));
                }
            }
        }
        let counts: Vec<usize> =
            axes.iter().map(|(_, values): &(_, Vec<String>)| values.len()).collect();
        let points = counts.iter().try_fold(1, |points: usize, &count| points.checked_mul(count));
        if counts.is_empty() || counts.contains(&0) {
            return Err(error(
                "'over' needs a list with at least one value: over.nodes = [160, 200]",
            ));
        }
        let Some(points) = points.filter(|&points| points <= MOST_POINTS) else {
            return Err(error(&format!("a sweep may have {MOST_POINTS} points, not more")));
        };
        let game = sweep.common().game.or(self.file.game.as_ref());
        let used = |name: &str| {
            let texts = [Some(&sweep.a), Some(&sweep.b), game].into_iter().flatten();
            let text = |at| self.file.agents.get(At::get_ref(at)).unwrap_or(at).get_ref();
            texts.map(text).any(|text: &String| names_value(text, name))
        };
        if let Some((name, _)) = axes.iter().find(|(name, _)| !used(name)) {
            return Err(error(&format!("neither a nor b nor game has {{{name}}}")));
        }
        let published = self.published(sweep.published.as_ref(), |given| match given {
            Published::Row(row) => row.clone(),
            Published::Table(rows) => rows.concat(),
        })?;
        if let Some(given) = sweep.published.as_ref().filter(|_| published.len() != points) {
            let wanted = counts.iter().map(usize::to_string).collect::<Vec<_>>().join(" × ");
            let message = format!("'published' needs {wanted} numbers, as 'over' has values");
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

    /// Published rates, none where the file has nan.
    fn published<T>(
        &self,
        given: Option<&At<T>>,
        rates: impl Fn(&T) -> Vec<f64>,
    ) -> Result<Vec<Option<f64>>, ExperimentError> {
        let Some(given) = given else { return Ok(Vec::new()) };
        let rates = rates(given.get_ref());
        if rates.iter().any(|rate| !rate.is_nan() && !(0.0..=100.0).contains(rate)) {
            let message = "'published' has rates in percent, from 0 to 100, or nan for none";
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
                use crate::pairing::PairingError::{Agent, Game, Memory, Openings};
                // A named agent is wrong where it is defined.
                let defined = |at| self.file.agents.get(At::get_ref(at)).unwrap_or(at).span().start;
                let at = match &error {
                    Agent { spec, .. } | Memory { spec, .. } if *spec == agents[0] => defined(a),
                    Agent { .. } | Memory { .. } => defined(b),
                    Game(_) => common.game.or(file.game.as_ref()).map_or(0, |at| at.span().start),
                    Openings(_) => {
                        let given = common.openings.or(file.openings.as_ref());
                        given.map_or(0, |at| at.span().start)
                    }
                };
                let mut message = error.to_string();
                if message.contains("no agent is called") && !file.agents.is_empty() {
                    let own: Vec<_> = file.agents.keys().map(String::as_str).collect();
                    message += &format!("; this file's own are {}", own.join(", "));
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
            Some((games @ 1..=MOST_GAMES, _)) => games,
            Some((_, at)) => {
                let message = format!("games is a number from 1 to {MOST_GAMES}");
                return Err(self.error(at, &message));
            }
        };
        // Labels that nobody wrote may be the same: tables tell them apart by game or series.
        let same = |other: &Contest| {
            other.label == label && (other.pairing == pairing || common.label.is_some())
        };
        if self.contests.iter().any(same) {
            let message = format!("'{label}' stands here twice: give each a label of its own");
            return Err(self.error(common.label.unwrap_or(a), &message));
        }
        self.contests.push(Contest {
            pairing,
            games,
            label,
            series,
            entry,
            names,
            agents,
            values,
            published,
        });
        Ok(())
    }

    fn error<T>(&self, at: &At<T>, message: &str) -> ExperimentError {
        ExperimentError::at(self.text, at.span().start, message)
    }
}

#[cfg(test)]
mod tests;

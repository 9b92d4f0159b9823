//! How results look, and what counts as bad input.

use std::fmt;
use std::io::{self, Write};

use cairn_core::Game;
use cairn_core::mcts::{Footprint, Settings};
use cairn_core::spec::Spec;
use cairn_games::registry::{GameInfo, Visitor, with_game};
use cairn_lab::{Player, PlayerError};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::Value;

/// An error that the person who typed the command can put right.
#[derive(Debug)]
pub struct BadInput(String);

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::error::Error for BadInput {}

/// Bad input, with what would be right.
pub fn bad_input(what: impl fmt::Display) -> anyhow::Error {
    BadInput(what.to_string()).into()
}

/// Does something with the game of a spec.
pub fn in_game<T, V>(spec: &str, visitor: V) -> anyhow::Result<T>
where
    V: Visitor<Output = anyhow::Result<T>>,
{
    with_game(spec, visitor).map_err(bad_input)?
}

/// The agent that `text` names, with the game's defaults.
pub fn read_agent(text: &str, info: &GameInfo) -> anyhow::Result<Spec> {
    Spec::parse(text)
        .and_then(|spec| spec.with_defaults(info.defaults))
        .map_err(|error| bad_agent(text, &error))
}

/// A player for games like `game`.
pub fn make_player<G: Game>(text: &str, spec: &Spec, game: &G) -> anyhow::Result<Player<G>> {
    Player::new(spec, game).map_err(|error| bad_player(text, &error))
}

/// Whatever is wrong with a player follows from its spec.
pub fn bad_player(text: &str, error: &PlayerError) -> anyhow::Error {
    bad_agent(text, error)
}

/// An agent that cannot be used, and why.
pub fn bad_agent(text: &str, error: &dyn fmt::Display) -> anyhow::Error {
    bad_input(format_args!("agent {text}: {error}"))
}

/// What somebody typed, for a terminal: control characters and others that do not show are escaped.
pub fn plain(text: &str) -> String {
    let escape = |c: char| match c {
        '\'' | '"' | '\\' => String::from(c),
        _ => c.escape_debug().to_string(),
    };
    text.chars().map(escape).collect()
}

/// Writes JSON for people and programs.
pub fn write_json(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    writeln!(out, "{value:#}")
}

/// A table without lines that fits the terminal. A column whose header starts with `>` holds
/// numbers; without any header there are just rows.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if !header.is_empty() {
        table.set_header(header.iter().map(|name| name.trim_start_matches('>')));
    }
    for (column, name) in table.column_iter_mut().zip(header) {
        if name.starts_with('>') {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Writes a table, indented, without blanks at the ends of its lines.
pub fn write_table(out: &mut dyn Write, mut table: Table) -> io::Result<()> {
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if index == 0 { 2 } else { 1 }, 1));
    }
    writeln!(out, "{}", table.trim_fmt())
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of bytes in the unit that suits it.
pub fn short_bytes(bytes: usize) -> String {
    match bytes as f64 / 1024.0 {
        ..1.0 => format!("{bytes} bytes"),
        kib @ ..1024.0 => format!("{kib:.1} KiB"),
        kib @ ..1048576.0 => format!("{:.1} MiB", kib / 1024.0),
        kib => format!("{:.1} GiB", kib / 1048576.0),
    }
}

/// A number of bytes, exact and in the unit that suits it.
pub fn exact_bytes(bytes: usize) -> String {
    match bytes {
        ..1024 => short_bytes(bytes),
        _ => format!("{} bytes ({})", grouped(bytes as u64), short_bytes(bytes)),
    }
}

/// What a node takes with its AMAF table, on average over both levels.
pub fn bytes_per_node<G: Game>(settings: &Settings, game: &G) -> Option<f64> {
    let footprint = Footprint::new(settings, game).ok()?;
    let (mut nodes, mut bytes) = (0.0, 0.0);
    for (count, each) in [Some(footprint.top), footprint.second].into_iter().flatten() {
        nodes += f64::from(count);
        bytes += f64::from(count) * each as f64;
    }
    Some(bytes / nodes)
}

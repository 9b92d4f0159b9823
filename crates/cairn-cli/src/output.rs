//! How results look, and what counts as bad input.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use cairn_games::registry::GAMES;
use cairn_games::registry::GameInfo;
use cairn_lab::{AnyGame, Elo, Score};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::{Value, json};

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

/// The game that a spec names.
/// The registry's entry of a game that was read from a spec.
pub fn info(game: &AnyGame) -> &'static GameInfo {
    game.info().expect("a game of the registry")
}

pub fn read_game(spec: &str) -> anyhow::Result<AnyGame> {
    AnyGame::new(spec).map_err(bad_input)
}

/// The same, beginning at a position in its notation if one is given.
pub fn read_game_at(spec: &str, position: Option<&str>) -> anyhow::Result<AnyGame> {
    let game = read_game(spec)?;
    match position {
        None => Ok(game),
        Some(text) => game.at(text).map_err(bad_input),
    }
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

/// A file that a person wrote: one without an end, such as a device, is refused.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    const MOST: u64 = 64 << 20;
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other("it is larger than 64 MiB"));
    }
    Ok(bytes)
}

/// Elo and its interval; nothing in games of three, where it has no meaning.
pub fn elo_json(score: &Score, of_two: bool) -> Value {
    let Elo { difference, low, high } = Elo::of(score);
    // JSON has no infinities: they are null.
    if of_two { json!({"difference": difference, "low": low, "high": high}) } else { Value::Null }
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

/// A text with line breaks instead of blanks, so that it fits into 80 columns; the lines after the
/// first are indented by `indent` blanks. A longer word stays as it is.
pub fn flowed(text: &str, indent: usize) -> String {
    let mut flowed = String::new();
    let mut column = 0;
    for (index, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if index > 0 && column + 1 + width > 80 {
            flowed.push('\n');
            flowed.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if index > 0 {
            flowed.push(' ');
            column += 1;
        }
        flowed.push_str(word);
        column += width;
    }
    flowed
}

/// `1 visit`, `2,000 visits`
pub fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A warning if an agent has only a handful of nodes in its memory.
pub fn few_nodes(game: &AnyGame, agent: &str) -> Option<String> {
    game.warning(&game.agent(agent).ok()?)
}

/// Tells it on stderr, so that it never gets into results.
pub fn warn_of_few_nodes(game: &AnyGame, agent: &str) {
    if let Some(warning) = few_nodes(game, agent) {
        let _ = writeln!(io::stderr(), "cairn: warning: {warning}");
    }
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

/// Reads standard input in a thread of its own. Where no thread starts (a process limit), that is an
/// error and not a panic.
pub fn start_reading(read: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let started = std::thread::Builder::new().spawn(read);
    started.map(drop).map_err(|error| {
        anyhow::anyhow!(
            "no thread can be started to read the input ({error}); raise the limit on processes"
        )
    })
}

/// A game where an agent belongs is what newcomers type first.
pub fn not_a_game(agent: &str) -> anyhow::Result<()> {
    let name = agent.split(':').next().unwrap_or_default();
    match GAMES.iter().find(|info| info.name.eq_ignore_ascii_case(name)) {
        Some(_) => {
            Err(bad_input(format_args!("'{agent}' is a game, not an agent: write --game {agent}")))
        }
        None => Ok(()),
    }
}

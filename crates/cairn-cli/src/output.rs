//! Output for people and programs, and errors of bad input.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use cairn_games::registry::{GAMES, GameInfo};
pub use cairn_lab::report::{counted, grouped};
use cairn_lab::{AnyGame, Elo, Score, los, wilson};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::{Value, json};

/// An error in what the user typed: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadInput(String);

/// A [`BadInput`] error; `what` says what is wrong and what would be right.
pub fn bad_input(what: impl fmt::Display) -> anyhow::Error {
    BadInput(what.to_string()).into()
}

/// The registry's entry of a game that was made from a spec.
pub fn info(game: &AnyGame) -> &'static GameInfo {
    game.info().expect("a game of the registry")
}

/// The game that a spec names.
pub fn read_game(spec: &str) -> anyhow::Result<AnyGame> {
    AnyGame::new(spec).map_err(bad_input)
}

/// The game that a spec names, with another starting position if one is given.
pub fn read_game_at(spec: &str, position: Option<&str>) -> anyhow::Result<AnyGame> {
    let game = read_game(spec)?;
    match position {
        None => Ok(game),
        Some(text) => game.at(text).map_err(bad_input),
    }
}

/// A text for the terminal, with control characters and other invisible ones escaped.
pub fn printable(text: &str) -> String {
    let escape = |c: char| match c {
        '\'' | '"' | '\\' => String::from(c),
        _ => c.escape_debug().to_string(),
    };
    text.chars().map(escape).collect()
}

/// Writes JSON with indentation.
pub fn write_json(out: &mut dyn Write, value: &Value) -> io::Result<()> {
    writeln!(out, "{value:#}")
}

/// Reads a file of at most 64 MiB. The limit refuses endless files, such as devices.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    const MAX_BYTES: u64 = 64 << 20;
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("the file is larger than 64 MiB"));
    }
    Ok(bytes)
}

/// A score as JSON. Elo and likelihood are null in games of three players.
pub fn score_json(score: &Score, players: usize) -> Value {
    let (low, high) = score.interval();
    let wilson = wilson(score.points(), score.games().into());
    let elo = Elo::of(score);
    // JSON has no infinities: they become null.
    let elo = json!({"difference": elo.difference, "low": elo.low, "high": elo.high});
    let of_two = players == 2;
    json!({
        "games": score.games(), "wins": score.wins, "draws": score.draws, "losses": score.losses,
        "rate": (score.games() > 0).then(|| score.rate()), "ci95": [low, high],
        "wilson95": [wilson.0, wilson.1],
        "elo": of_two.then_some(elo), "los": of_two.then(|| los(score)),
    })
}

/// One JSON object with the fields of all.
pub fn merged<const N: usize>(objects: [Value; N]) -> Value {
    let fields = objects.into_iter().filter_map(|object| match object {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    fields.flatten().collect()
}

/// A table without lines that fits the terminal. A column whose header starts with `>` is aligned to
/// the right. An empty header is not shown.
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

/// Writes a table, indented and without blanks at the ends of lines.
pub fn write_table(out: &mut dyn Write, mut table: Table) -> io::Result<()> {
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if index == 0 { 2 } else { 1 }, 1));
    }
    writeln!(out, "{}", table.trim_fmt())
}

/// Writes a text in lines of at most 80 columns; lines after the first are indented by `indent` blanks.
pub fn write_wrapped(out: &mut dyn Write, text: &str, indent: usize) -> io::Result<()> {
    let mut lines = String::new();
    let mut column = 0;
    for (index, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if index > 0 && column + 1 + width > 80 {
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if index > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += width;
    }
    writeln!(out, "{lines}")
}

/// A warning if the memory of an agent holds only a few nodes.
pub fn few_nodes(game: &AnyGame, agent: &str) -> Option<String> {
    game.warning(&game.agent(agent).ok()?)
}

/// Writes the warning to stderr.
pub fn warn_of_few_nodes(game: &AnyGame, agent: &str) {
    if let Some(warning) = few_nodes(game, agent) {
        let _ = writeln!(io::stderr(), "cairn: warning: {warning}");
    }
}

/// A number of bytes in a suitable unit.
pub fn short_bytes(bytes: usize) -> String {
    match bytes as f64 / 1024.0 {
        ..1.0 => format!("{bytes} bytes"),
        kib @ ..1024.0 => format!("{kib:.1} KiB"),
        kib @ ..1048576.0 => format!("{:.1} MiB", kib / 1024.0),
        kib => format!("{:.1} GiB", kib / 1048576.0),
    }
}

/// A number of bytes, exactly and in a suitable unit.
pub fn exact_bytes(bytes: usize) -> String {
    match bytes {
        ..1024 => short_bytes(bytes),
        _ => format!("{} bytes ({})", grouped(bytes as u64), short_bytes(bytes)),
    }
}

/// Starts a thread that reads standard input; an error if no thread can be started (a process limit).
pub fn start_reading(read: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let started = std::thread::Builder::new().spawn(read);
    started.map(drop).map_err(|error| {
        anyhow::anyhow!(
            "no thread can be started to read the input ({error}): raise the limit on processes"
        )
    })
}

/// Refuses a game in place of an agent, which newcomers often type.
pub fn check_not_a_game(agent: &str) -> anyhow::Result<()> {
    let name = agent.split(':').next().unwrap_or_default();
    if GAMES.iter().any(|info| info.name.eq_ignore_ascii_case(name)) {
        let text = format!("'{agent}' is a game, not an agent: write --game {agent}");
        return Err(bad_input(text));
    }
    Ok(())
}

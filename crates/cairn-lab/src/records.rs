//! Games as lines of JSON, to move them between machines and keep them in a repository.
//!
//! A line `{"pairing": {…}}` comes before the games of that pairing.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::pairing::Pairing;
use crate::referee::Referee;
use cairn_arena::{GameRecord, GameStatus};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairingLine {
    pairing: Pairing,
}

/// How a line of JSON has a [`GameRecord`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "GameRecord", deny_unknown_fields)]
struct GameFields {
    number: u32,
    seat: usize,
    #[serde(serialize_with = "write_status", deserialize_with = "read_status")]
    status: GameStatus,
    reward: u32,
    denominator: u32,
    opening: usize,
    plies: usize,
    moves: String,
    playouts: [u64; 2],
    #[serde(serialize_with = "write_seconds")]
    seconds: f64,
    /// Older files have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    program: String,
}

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct GameLine(#[serde(with = "GameFields")] GameRecord);

fn write_status<S: Serializer>(status: &GameStatus, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(status.name())
}

fn read_status<'de, D: Deserializer<'de>>(input: D) -> Result<GameStatus, D::Error> {
    let name = String::deserialize(input)?;
    let unknown = || serde::de::Error::custom(format!("no status is called '{name}'"));
    GameStatus::from_name(&name).ok_or_else(unknown)
}

/// In steps of 0.1 ms, which is as exact as the clock and keeps lines short.
fn write_seconds<S: Serializer>(seconds: &f64, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_f64((seconds * 1e4).round() / 1e4)
}

/// The fields in which two records of a game differ, each with both values. Time and program may
/// differ.
pub fn differences(one: &GameRecord, other: &GameRecord) -> Vec<(String, [Value; 2])> {
    let fields = |game: &GameRecord| {
        let game = GameRecord { seconds: 0.0, program: String::new(), ..game.clone() };
        match serde_json::to_value(GameLine(game)) {
            Ok(Value::Object(fields)) => fields,
            _ => unreachable!("a line is an object"),
        }
    };
    let both = fields(one).into_iter().zip(fields(other));
    both.filter(|((_, one), (_, other))| one != other)
        .map(|((field, one), (_, other))| (field, [one, other]))
        .collect()
}

/// Writes games as lines.
pub struct Writer<W> {
    out: W,
    last: Option<Pairing>,
}

impl<W: Write> Writer<W> {
    /// A writer without games.
    pub fn new(out: W) -> Self {
        Writer { out, last: None }
    }

    /// Writes a game.
    pub fn write(&mut self, pairing: &Pairing, game: &GameRecord) -> io::Result<()> {
        if self.last.as_ref() != Some(pairing) {
            self.line(&PairingLine { pairing: pairing.clone() })?;
            self.last = Some(pairing.clone());
        }
        self.line(&GameLine(game.clone()))
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
        text.push('\n');
        self.out.write_all(text.as_bytes())
    }

    /// The output.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }
}

/// A file of games that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Reading failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The line with this number, from 1, is wrong.
    #[error("line {0}: {1}")]
    Line(usize, String),
}

/// Reads games and checks each by the rules. If `whole`, every line must be right. Otherwise reading
/// ends before the first wrong line, such as one that was cut short.
pub fn read(input: impl BufRead, whole: bool) -> Result<Vec<(Pairing, GameRecord)>, ReadError> {
    let mut current: Option<(Pairing, Referee)> = None;
    let mut games = Vec::new();
    for (index, text) in input.split(b'\n').enumerate() {
        let text = text?;
        if text.is_empty() && whole {
            continue;
        }
        match read_line(&text, &mut current) {
            Ok(game) => games.extend(game),
            Err(message) if whole => return Err(ReadError::Line(index + 1, message)),
            Err(_) => break,
        }
    }
    Ok(games)
}

/// Reads a game of the current pairing, or the next pairing.
fn read_line(
    text: &[u8],
    current: &mut Option<(Pairing, Referee)>,
) -> Result<Option<(Pairing, GameRecord)>, String> {
    if let Ok(PairingLine { pairing }) = serde_json::from_slice(text) {
        let pairing = pairing.renewed().map_err(|error| error.to_string())?;
        let referee = Referee::new(&pairing).map_err(|error| error.to_string())?;
        *current = Some((pairing, referee));
        return Ok(None);
    }
    let GameLine(game) = serde_json::from_slice(text)
        .map_err(|error| format!("neither a game nor a pairing: {error}"))?;
    let (pairing, referee) = current.as_ref().ok_or("a game before the first pairing")?;
    referee.check(&game).map_err(|wrong| format!("game {}: {wrong}", game.number))?;
    Ok(Some((pairing.clone(), game)))
}

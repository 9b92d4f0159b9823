//! Games as lines of JSON: how they travel between machines and stand in a repository.
//!
//! A line `{"pairing": {…}}` says to which pairing the games on the lines after it belong.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pairing::Pairing;
use crate::referee::Referee;
use cairn_arena::{GameRecord, GameStatus};

/// Something that takes finished games.
pub trait Sink {
    /// Why it cannot.
    type Error;

    /// Takes games: when this returns, they outlast the process.
    fn put(&mut self, games: &[(&Pairing, GameRecord)]) -> Result<(), Self::Error>;
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Pairing { pairing: Pairing },
    Game(GameLine),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    number: u32,
    seat: usize,
    status: String,
    reward: u32,
    denominator: u32,
    opening: usize,
    plies: usize,
    moves: String,
    playouts: [u64; 2],
    seconds: f64,
    /// Older files have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    program: String,
}

impl From<&GameRecord> for GameLine {
    fn from(game: &GameRecord) -> Self {
        GameLine {
            number: game.number,
            seat: game.seat,
            status: game.status.name().into(),
            reward: game.reward,
            denominator: game.denominator,
            opening: game.opening,
            plies: game.plies,
            moves: game.moves.clone(),
            playouts: game.playouts,
            // Finer than that no clock of ours is; the lines stay short.
            seconds: (game.seconds * 1e4).round() / 1e4,
            program: game.program.clone(),
        }
    }
}

/// What differs between two records of a game, but for who played it and in what time: the fields
/// with the values that one and the other have.
pub fn differences(one: &GameRecord, other: &GameRecord) -> Vec<(String, [Value; 2])> {
    let fields = |game: &GameRecord| {
        let game = GameRecord { seconds: 0.0, program: String::new(), ..game.clone() };
        match serde_json::to_value(GameLine::from(&game)) {
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
    /// A writer that begins with a pairing.
    pub fn new(out: W) -> Self {
        Writer { out, last: None }
    }

    /// Writes a game.
    pub fn write(&mut self, pairing: &Pairing, game: &GameRecord) -> io::Result<()> {
        if self.last.as_ref() != Some(pairing) {
            self.line(&Line::Pairing { pairing: pairing.clone() })?;
            self.last = Some(pairing.clone());
        }
        self.line(&Line::Game(game.into()))
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
        text.push('\n');
        self.out.write_all(text.as_bytes())
    }

    /// What it writes to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }
}

/// A file of games that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be read at all.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line of it is wrong.
    #[error("line {line}: {message}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

/// Reads games, and plays each through by its rules. `whole`: every line must be right; otherwise the
/// lines before the first that is not are the answer, as a write that was cut short leaves them.
pub fn read(input: impl BufRead, whole: bool) -> Result<Vec<(Pairing, GameRecord)>, ReadError> {
    let mut pairing: Option<(Pairing, Referee)> = None;
    let mut games = Vec::new();
    for (index, text) in input.split(b'\n').enumerate() {
        let text = text?;
        if text.is_empty() && whole {
            continue;
        }
        let line = serde_json::from_slice(&text);
        let wrong = match line {
            Ok(Line::Pairing { pairing: new }) => {
                match new.renewed().and_then(|new| Ok((Referee::new(&new)?, new))) {
                    Ok((referee, new)) => {
                        pairing = Some((new, referee));
                        continue;
                    }
                    Err(wrong) => wrong.to_string(),
                }
            }
            Ok(Line::Game(line)) => match &pairing {
                None => "a game before any pairing".into(),
                Some((pairing, referee)) => {
                    let number = line.number;
                    let game = line.record();
                    match game.and_then(|game| referee.check(&game).map(|()| game)) {
                        Ok(game) => {
                            games.push((pairing.clone(), game));
                            continue;
                        }
                        Err(wrong) => format!("game {number}: {wrong}"),
                    }
                }
            },
            Err(_) => "neither a game nor a pairing".to_string(),
        };
        if whole {
            return Err(ReadError::Line { line: index + 1, message: wrong });
        }
        break;
    }
    Ok(games)
}

impl GameLine {
    /// The game, if its numbers are such as a store can keep.
    fn record(self) -> Result<GameRecord, String> {
        let status = GameStatus::from_name(&self.status)
            .ok_or_else(|| format!("no status is called '{}'", self.status))?;
        let small = [self.seat, self.opening, self.plies].iter().all(|&n| n < 1 << 24)
            && self.playouts.iter().all(|&playouts| playouts < 1 << 62);
        if !small {
            return Err("it has a number that no game has".into());
        }
        Ok(GameRecord {
            number: self.number,
            seat: self.seat,
            status,
            reward: self.reward,
            denominator: self.denominator,
            opening: self.opening,
            plies: self.plies,
            moves: self.moves,
            playouts: self.playouts,
            seconds: self.seconds,
            program: self.program,
        })
    }
}

/// Some games that may have been played: of every four one is done, lost, drawn and won in turn; the
/// others failed after three moves.
#[cfg(test)]
pub(crate) fn sample(games: u32) -> (Pairing, Vec<GameRecord>) {
    let conditions = crate::Conditions { seed: u64::MAX, openings: crate::Openings::None };
    let pairing = Pairing::new("tictactoe", "uct:playouts=5", "mc:playouts=5", &conditions)
        .expect("a pairing");
    let ends = ["a1 a2 b1 b2 c3 c2", "a1 b2 c3 b1 b3 a3 c1 c2 a2", "a1 a2 b1 b2 c1"];
    let record = |number: u32| {
        let done = number.is_multiple_of(4);
        let moves = if done { ends[number as usize % 3] } else { "a1 b2 c3" };
        GameRecord {
            number,
            seat: number as usize % 2,
            status: GameStatus::NAMES[number as usize % 4].0,
            reward: if done { number % 3 } else { 0 },
            denominator: 2,
            opening: 0,
            plies: moves.split(' ').count(),
            moves: moves.into(),
            playouts: [35, 20],
            seconds: f64::from(number) / 64.0,
            program: if number == 1 { String::new() } else { "0.1.0+test".into() },
        }
    };
    (pairing, (0..games).map(record).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six games that were played, of two pairings.
    fn written() -> (String, Vec<(Pairing, GameRecord)>) {
        let conditions = crate::Conditions { seed: u64::MAX, openings: crate::Openings::Random(2) };
        let pairing =
            Pairing::new("tictactoe", "uct:playouts=5", "mc:playouts=5", &conditions).unwrap();
        let other = Pairing { seed: 2, ..pairing.clone() };
        let mut table = pairing.opponents().unwrap();
        let mut play = |number: u32| {
            let pairing = if number < 4 { &pairing } else { &other };
            let game = table.play(&pairing.conditions(), number, None, &|| false);
            (pairing.clone(), game.unwrap().unwrap())
        };
        let games: Vec<_> = (0..6).map(&mut play).collect();
        let mut writer = Writer::new(Vec::new());
        games.iter().for_each(|(pairing, game)| writer.write(pairing, game).unwrap());
        (String::from_utf8(writer.out).unwrap(), games)
    }

    fn rounded(games: &[(Pairing, GameRecord)]) -> Vec<(Pairing, GameRecord)> {
        let mut games = games.to_vec();
        games.iter_mut().for_each(|(_, game)| game.seconds = (game.seconds * 1e4).round() / 1e4);
        games
    }

    #[test]
    fn games_come_back_as_they_went_out() {
        let (text, games) = written();
        assert_eq!(text.lines().count(), 2 + 6);
        assert_eq!(read(text.as_bytes(), true).unwrap(), rounded(&games));
    }

    #[test]
    fn differences_are_named() {
        let game = sample(1).1.remove(0);
        let later = GameRecord { seconds: 9.0, program: "other".into(), ..game.clone() };
        assert_eq!(differences(&game, &later), []);
        let other = GameRecord { reward: 2, plies: 8, ..later };
        let found = differences(&game, &other);
        assert_eq!(found.len(), 2);
        assert!(found.contains(&("reward".into(), [0.into(), 2.into()])), "{found:?}");
    }

    #[test]
    fn games_that_cannot_be_are_refused() {
        let (text, _) = written();
        for (old, new, says) in [
            ("\"reward\":", "\"reward\":3", "line 2: game 0: its reward is 3"),
            ("\"seat\":1", "\"seat\":7", "line 3: game 1: its seat is 7, but A has seat 1"),
            ("\"plies\":", "\"plies\":9999999999", "line 2: game 0: it has a number that no game"),
            ("\"plies\":", "\"plies\":1", "line 2: game 0: it has "),
            ("\"opening\":2", "\"opening\":1", "line 2: game 0: its opening has 1 moves, not 2"),
            ("\"moves\":\"", "\"moves\":\"z", "line 2: game 0: it does not begin with its opening"),
            ("\"done\"", "\"lost\"", "line 2: game 0: no status is called 'lost'"),
            ("\"tictactoe\"", "\"chess\"", "line 1: no game is called 'chess'"),
            ("uct:", "uct:depth=1,", "line 1: agent uct:depth=1"),
            ("\"seat\"", "\"place\"", "line 2: neither a game nor a pairing"),
        ] {
            let changed = text.replacen(old, new, 1);
            assert_ne!(changed, text);
            let error = read(changed.as_bytes(), true).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
    }

    #[test]
    fn a_cut_line_is_an_error_or_the_end() {
        let (text, games) = written();
        let cut = &text[..text.len() - 20];
        let error = read(cut.as_bytes(), true).unwrap_err().to_string();
        assert_eq!(error, "line 8: neither a game nor a pairing");
        assert_eq!(read(cut.as_bytes(), false).unwrap(), rounded(&games[..5]));
    }
}

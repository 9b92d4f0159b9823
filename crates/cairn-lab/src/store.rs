//! The store: every game that was played, in one SQLite file.

mod file;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use cairn_arena::{GameRecord, GameStatus};
use rusqlite::types::{FromSql, Value};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

use crate::pairing::Pairing;
use crate::records::differences;
use crate::referee::Referee;
use file::LAYOUT;

/// A store of games.
pub struct Store {
    database: Connection,
    path: PathBuf,
    ids: HashMap<Pairing, i64>,
    /// The query for games, which depends on the layout of the file.
    select: String,
}

/// Why a store cannot be used, or refuses a game.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An error of SQLite.
    #[error("{}: {}", path.display(), reason(error))]
    Sqlite {
        /// The store.
        path: PathBuf,
        /// The error.
        error: rusqlite::Error,
    },
    /// The path is empty.
    #[error("the name of the store is empty: give a file")]
    NoName,
    /// The file is not a store.
    #[error("{} is not a store of Cairn's lab: name another file with --store", .0.display())]
    Foreign(PathBuf),
    /// A newer program wrote the file.
    #[error("{}: layout {layout}, but this program knows only {LAYOUT}: use a newer cairn", path.display())]
    Newer {
        /// The store.
        path: PathBuf,
        /// Its layout.
        layout: i32,
    },
    /// The store has the same game with other moves or results.
    #[error("{0}")]
    Differs(String),
    /// A row is not a possible game.
    #[error("{0}; 'cairn lab run FILE --retry' plays it again")]
    Damaged(String),
}

impl StoreError {
    fn is_busy(&self) -> bool {
        matches!(self, StoreError::Sqlite { error, .. }
            if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy))
    }
}

fn reason(error: &rusqlite::Error) -> String {
    let repair = "play the games again into another store, or save what is left with sqlite3's \
                  .recover";
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            "the disk is full: free some space and go on; every game stored so far is safe".into()
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program has locked it: try again when that has ended".into()
        }
        Some(ErrorCode::NotADatabase) => {
            "this is not a store of games: name another file with --store".into()
        }
        Some(ErrorCode::CannotOpen) => {
            "it cannot be opened: check that its directory exists and is yours".into()
        }
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            "it cannot be written: allow writing to the file and its directory, or name another \
             with --store"
                .into()
        }
        Some(ErrorCode::SystemIoFailure) => {
            format!("{error}: free some space if the disk is full, or use a local disk")
        }
        Some(ErrorCode::DatabaseCorrupt) => format!("the store is damaged ({error}): {repair}"),
        // Missing tables or columns, or values of another type.
        _ => {
            let what = match error {
                // Without the query.
                rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
                error => error.to_string(),
            };
            format!("the store has another structure than this program's ({what}): {repair}")
        }
    }
}

/// How many of the games that were added are new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Games that were not in the store.
    pub new: usize,
    /// Games that were there already, the same.
    pub same: usize,
}

impl Store {
    fn fail(&self, error: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { path: self.path.clone(), error }
    }

    fn damaged(&self, pairing: &Pairing, damage: Damage) -> StoreError {
        damage.of(pairing, &self.path)
    }

    /// The numbers of a pairing's games, in order.
    pub fn numbers(&self, pairing: &Pairing) -> Result<Vec<u32>, StoreError> {
        let query = "SELECT number FROM game WHERE pairing = ? ORDER BY number";
        let rows = self.rows(query, pairing, |row| field(row, "number"))?;
        rows.into_iter().collect::<Result<_, _>>().map_err(|damage| self.damaged(pairing, damage))
    }

    /// A pairing's games, in order. Each is checked by its rules, which takes about 0.1 ms for a game
    /// of 9×9 Go.
    pub fn records(&self, pairing: &Pairing) -> Result<Vec<GameRecord>, StoreError> {
        let rows = self.checked(pairing)?;
        rows.into_iter().collect::<Result<_, _>>().map_err(|damage| self.damaged(pairing, damage))
    }

    /// The rows of a pairing: each a game, or what is wrong with it.
    fn checked(&self, pairing: &Pairing) -> Result<Vec<Result<GameRecord, Damage>>, StoreError> {
        let query = format!("{} WHERE game.pairing = ? ORDER BY game.number", self.select);
        let referee = Referee::new(pairing).map_err(|error| {
            let what = error.to_string();
            self.damaged(pairing, Damage { number: Value::Null, what })
        })?;
        self.rows(&query, pairing, |row| {
            let game = record(row)?;
            referee.check(&game).map_err(|what| damage(row, what))?;
            Ok(game)
        })
    }

    /// What `read` returns for each row of a query about a pairing.
    fn rows<T>(
        &self,
        query: &str,
        pairing: &Pairing,
        read: impl Fn(&Row<'_>) -> T,
    ) -> Result<Vec<T>, StoreError> {
        let rows = || -> rusqlite::Result<Vec<T>> {
            let Some(id) = find(&self.database, pairing)? else { return Ok(Vec::new()) };
            let mut query = self.database.prepare_cached(query)?;
            query.query_map([id], |row| Ok(read(row)))?.collect()
        };
        rows().map_err(|error| self.fail(error))
    }

    /// Every pairing that has a game, in order.
    pub fn pairings(&self) -> Result<Vec<Pairing>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Pairing>> {
            let mut query = self.database.prepare(
                "SELECT game, a, b, seed, openings FROM pairing
                 WHERE id IN (SELECT pairing FROM game) ORDER BY game, a, b, seed, openings",
            )?;
            let pairing = |row: &Row<'_>| {
                Ok(Pairing {
                    game: row.get(0)?,
                    a: row.get(1)?,
                    b: row.get(2)?,
                    seed: row.get::<_, i64>(3)? as u64,
                    openings: row.get(4)?,
                })
            };
            query.query_map([], pairing)?.collect()
        };
        read().map_err(|error| self.fail(error))
    }

    /// Deletes the games of a pairing that failed or are damaged, so that they can be played again.
    /// Returns how many.
    pub fn forget_failed(&mut self, pairing: &Pairing) -> Result<usize, StoreError> {
        let failed = |row: Result<GameRecord, Damage>| match row {
            Ok(game) => (game.status != GameStatus::Done).then(|| game.number.into()),
            Err(damage) => Some(damage.number),
        };
        let numbers: Vec<Value> = self.checked(pairing)?.into_iter().filter_map(failed).collect();
        let forget = || -> rusqlite::Result<()> {
            let Some(id) = find(&self.database, pairing)? else { return Ok(()) };
            let change = self.database.unchecked_transaction()?;
            for number in &numbers {
                let query = "DELETE FROM game WHERE pairing = ? AND number = ?";
                change.execute(query, params![id, number])?;
            }
            change.commit()
        };
        forget().map_err(|error| self.fail(error))?;
        Ok(numbers.len())
    }

    /// Adds games, all or none. One that is there already must be the same, unless a time limit
    /// decided either; then the first stays.
    pub fn add(&mut self, games: &[(&Pairing, GameRecord)]) -> Result<Added, StoreError> {
        self.add_games(games, false)
    }

    /// Adds games, all or none. One that is there already must be the same.
    pub fn add_strictly(&mut self, games: &[(&Pairing, GameRecord)]) -> Result<Added, StoreError> {
        self.add_games(games, true)
    }

    fn add_games(
        &mut self,
        games: &[(&Pairing, GameRecord)],
        strictly: bool,
    ) -> Result<Added, StoreError> {
        let path = self.path.clone();
        let fail = |error| StoreError::Sqlite { path: path.clone(), error };
        let change = self
            .database
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(fail)?;
        let mut added = Added::default();
        let mut ids = Vec::new();
        for (pairing, game) in games {
            let id = match self.ids.get(*pairing) {
                Some(id) => *id,
                None => find_or_insert(&change, pairing).map_err(fail)?,
            };
            ids.push((pairing, id));
            if insert(&change, id, game).map_err(fail)? {
                added.new += 1;
                continue;
            }
            let query = format!("{} WHERE game.pairing = ? AND game.number = ?", self.select);
            let had = change
                .prepare_cached(&query)
                .and_then(|mut query| {
                    query.query_row(params![id, game.number], |row| Ok(record(row)))
                })
                .map_err(fail)?;
            let had = had.map_err(|damage| damage.of(pairing, &path))?;
            let timed = [&had, game].iter().any(|game| game.status == GameStatus::Timeout);
            let fixed = strictly || (pairing.is_replayable() && !timed);
            if fixed && !had.same_game(game) {
                let Pairing { game: name, a, b, .. } = pairing;
                let changes: Vec<_> = differences(&had, game)
                    .into_iter()
                    .map(|(field, [was, is])| format!("{field} was {was}, is {is}"))
                    .collect();
                return Err(StoreError::Differs(format!(
                    "game {} of {a} v {b} on {name} is already there and went differently: {}",
                    game.number,
                    changes.join(", ")
                )));
            }
            added.same += 1;
        }
        change.commit().map_err(fail)?;
        // Only now are the ids valid.
        for (pairing, id) in ids {
            if !self.ids.contains_key(*pairing) {
                self.ids.insert((*pairing).clone(), id);
            }
        }
        Ok(added)
    }
}

fn select(program: &str) -> String {
    format!(
        "SELECT game.number AS number, seat, status, reward, denominator, opening, plies, moves,
                playouts_a, playouts_b, coalesce(seconds, 0.0) AS seconds,
                coalesce({program}, '') AS program
         FROM game
         LEFT JOIN timing ON timing.pairing = game.pairing AND timing.number = game.number"
    )
}

/// A row that is not a game.
#[derive(Debug)]
struct Damage {
    number: Value,
    what: String,
}

impl Damage {
    fn of(self, pairing: &Pairing, path: &Path) -> StoreError {
        let Pairing { game, a, b, .. } = pairing;
        let (path, number, what) = (path.display(), shown(&self.number), self.what);
        StoreError::Damaged(format!(
            "{path}: game {number} of {a} v {b} on {game} is damaged: {what}"
        ))
    }
}

fn damage(row: &Row<'_>, what: String) -> Damage {
    Damage { number: row.get("number").unwrap_or(Value::Null), what }
}

/// A value of a row.
fn field<T: FromSql>(row: &Row<'_>, name: &str) -> Result<T, Damage> {
    row.get(name).map_err(|_| {
        let value = row.get(name).unwrap_or(Value::Null);
        damage(row, format!("column {name} is {}", shown(&value)))
    })
}

/// A count of playouts.
fn playouts(row: &Row<'_>, name: &str) -> Result<u64, Damage> {
    let count: i64 = field(row, name)?;
    u64::try_from(count).map_err(|_| damage(row, format!("column {name} is {count}")))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".into(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => format!("'{text}'"),
        Value::Blob(_) => "binary".into(),
    }
}

fn record(row: &Row<'_>) -> Result<GameRecord, Damage> {
    let whole = |name| Ok(field::<u32>(row, name)? as usize);
    let status: String = field(row, "status")?;
    Ok(GameRecord {
        number: field(row, "number")?,
        seat: whole("seat")?,
        status: GameStatus::from_name(&status)
            .ok_or_else(|| damage(row, format!("no status is called '{status}'")))?,
        reward: field(row, "reward")?,
        denominator: field(row, "denominator")?,
        opening: whole("opening")?,
        plies: whole("plies")?,
        moves: field(row, "moves")?,
        playouts: [playouts(row, "playouts_a")?, playouts(row, "playouts_b")?],
        seconds: field(row, "seconds")?,
        program: field(row, "program")?,
    })
}

fn find(database: &Connection, pairing: &Pairing) -> rusqlite::Result<Option<i64>> {
    let Pairing { game, a, b, seed, openings } = pairing;
    database
        .prepare_cached(
            "SELECT id FROM pairing
             WHERE game = ? AND a = ? AND b = ? AND seed = ? AND openings = ?",
        )?
        .query_row(params![game, a, b, *seed as i64, openings], |row| row.get(0))
        .optional()
}

fn find_or_insert(database: &Connection, pairing: &Pairing) -> rusqlite::Result<i64> {
    if let Some(id) = find(database, pairing)? {
        return Ok(id);
    }
    let Pairing { game, a, b, seed, openings } = pairing;
    database.execute(
        "INSERT INTO pairing (game, a, b, seed, openings) VALUES (?, ?, ?, ?, ?)",
        params![game, a, b, *seed as i64, openings],
    )?;
    Ok(database.last_insert_rowid())
}

/// Whether the game was not there yet.
fn insert(database: &Connection, pairing: i64, game: &GameRecord) -> rusqlite::Result<bool> {
    let new = database
        .prepare_cached(
            "INSERT OR IGNORE INTO game (pairing, number, seat, status, reward, denominator,
                 opening, plies, moves, playouts_a, playouts_b)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            pairing,
            game.number,
            game.seat as u32,
            game.status.name(),
            game.reward,
            game.denominator,
            game.opening as u32,
            game.plies as u32,
            game.moves,
            game.playouts[0] as i64,
            game.playouts[1] as i64,
        ])?;
    if new == 1 {
        database
            .prepare_cached(
                "INSERT OR REPLACE INTO timing (pairing, number, seconds, program)
                 VALUES (?, ?, ?, ?)",
            )?
            .execute(params![pairing, game.number, game.seconds, game.program])?;
    }
    Ok(new == 1)
}

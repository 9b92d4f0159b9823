//! The result store: every game that was played, in one SQLite file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, params};

use crate::pairing::Pairing;
use crate::records::Sink;
use crate::table::{Record, Status};

/// Marks the file as ours, and its layout.
const APPLICATION: i32 = 0x4361_6972;
const LAYOUT: i32 = 1;

/// So long may another process keep the store locked; its transactions take milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// What was measured of a game, its time, stands apart from the game: the tables `pairing` and
/// `game` of an experiment are the same whoever played it, in whatever order.
const TABLES: &str = "
CREATE TABLE pairing (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL,
    seed INTEGER NOT NULL, openings TEXT NOT NULL,
    UNIQUE (game, a, b, seed, openings));
CREATE TABLE game (
    pairing INTEGER NOT NULL REFERENCES pairing (id),
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL, status TEXT NOT NULL,
    reward INTEGER NOT NULL, denominator INTEGER NOT NULL,
    opening INTEGER NOT NULL, plies INTEGER NOT NULL, moves TEXT NOT NULL,
    playouts_a INTEGER NOT NULL, playouts_b INTEGER NOT NULL,
    PRIMARY KEY (pairing, number)) WITHOUT ROWID;
CREATE TABLE timing (
    pairing INTEGER NOT NULL, number INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (pairing, number)) WITHOUT ROWID;
";

/// A store of games.
pub struct Store {
    database: Connection,
    path: PathBuf,
    ids: HashMap<Pairing, i64>,
}

/// Why a store cannot be used, or does not take a game.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite says no.
    #[error("{}: {}", path.display(), reason(error))]
    Sqlite {
        /// The store.
        path: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
    /// The path is empty.
    #[error("a store needs a file's name, not ''")]
    NoName,
    /// The file is something else.
    #[error("{} is no store of Cairn's lab: name another file with --store", .0.display())]
    Foreign(PathBuf),
    /// The file comes from a newer program.
    #[error("{}: layout {layout}, but this program knows only {LAYOUT}: take a newer cairn", path.display())]
    Newer {
        /// The store.
        path: PathBuf,
        /// Its layout.
        layout: i32,
    },
    /// The same game came out in two ways.
    #[error("{0}")]
    Differs(String),
}

impl StoreError {
    fn is_busy(&self) -> bool {
        matches!(self, StoreError::Sqlite { error, .. }
            if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy))
    }
}

fn reason(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            "the disk is full; every game stored so far is safe, go on when there is room".into()
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program keeps it locked; try again when that has ended".into()
        }
        Some(ErrorCode::NotADatabase) => "is not a database".into(),
        Some(ErrorCode::CannotOpen) => "cannot be opened: is its directory there and yours?".into(),
        Some(ErrorCode::ReadOnly) => "may not be written".into(),
        Some(ErrorCode::SystemIoFailure) => format!("{error}: is the disk full?"),
        _ => error.to_string(),
    }
}

/// What became of games offered to the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// They are in the store now.
    pub new: usize,
    /// They were there already, the same.
    pub same: usize,
}

impl Store {
    /// Opens a store, or makes it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let fail = |error| StoreError::Sqlite { path: path.into(), error };
        // SQLite gives some names a meaning, "" and ":memory:" among them, and would lose the games.
        // No file has these names when the path is absolute.
        let file = std::path::absolute(path).map_err(|_| StoreError::NoName)?;
        let database = Connection::open(file).map_err(fail)?;
        database.busy_timeout(PATIENCE).map_err(fail)?;
        let mut store = Store { database, path: path.into(), ids: HashMap::new() };
        let begun = Instant::now();
        loop {
            match store.prepare() {
                // When several change a new store to its journal at once, SQLite does not wait.
                Err(error) if error.is_busy() && begun.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                done => return done.map(|()| store),
            }
        }
    }

    /// Opens a store that must be there.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            let error = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(14), None);
            return Err(StoreError::Sqlite { path: path.into(), error });
        }
        Self::open(path)
    }

    fn prepare(&mut self) -> Result<(), StoreError> {
        let numbers = || -> rusqlite::Result<(i32, i32)> {
            // Both of the same moment: another process may be making the store.
            let moment = self.database.unchecked_transaction()?;
            let pragma = |name| moment.pragma_query_value(None, name, |row| row.get(0));
            Ok((pragma("application_id")?, pragma("user_version")?))
        };
        let (application, layout) = numbers().map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign(self.path.clone()),
            _ => self.fail(error),
        })?;
        if (application, layout) == (0, 0) {
            return self.create();
        }
        if application != APPLICATION {
            return Err(StoreError::Foreign(self.path.clone()));
        }
        if layout > LAYOUT {
            return Err(StoreError::Newer { path: self.path.clone(), layout });
        }
        self.tune().map_err(|error| self.fail(error))
    }

    /// Readers do not wait for the writer, and a commit survives the end of the process, however it
    /// comes. (A power cut may cost the last commits, never the store: those games are played again.)
    fn tune(&self) -> rusqlite::Result<()> {
        self.database.pragma_update(None, "journal_mode", "WAL")?;
        self.database.pragma_update(None, "synchronous", "NORMAL")
    }

    fn create(&mut self) -> Result<(), StoreError> {
        let mut make = || -> rusqlite::Result<bool> {
            let change = self
                .database
                .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            // Another process may have been quicker; and a foreign file may have tables.
            let count = "SELECT count(*) FROM sqlite_schema";
            let tables: i64 = change.query_row(count, [], |row| row.get(0))?;
            let application: i32 =
                change.pragma_query_value(None, "application_id", |row| row.get(0))?;
            if application == APPLICATION {
                return Ok(true);
            }
            if tables > 0 {
                return Ok(false);
            }
            change.execute_batch(TABLES)?;
            change.pragma_update(None, "application_id", APPLICATION)?;
            change.pragma_update(None, "user_version", LAYOUT)?;
            change.commit()?;
            Ok(true)
        };
        if !make().map_err(|error| self.fail(error))? {
            return Err(StoreError::Foreign(self.path.clone()));
        }
        self.tune().map_err(|error| self.fail(error))
    }

    fn fail(&self, error: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { path: self.path.clone(), error }
    }

    /// The numbers of the games that are there, in order.
    pub fn numbers(&self, pairing: &Pairing) -> Result<Vec<u32>, StoreError> {
        let read = || -> rusqlite::Result<Vec<u32>> {
            let Some(id) = find(&self.database, pairing)? else { return Ok(Vec::new()) };
            let query = "SELECT number FROM game WHERE pairing = ? ORDER BY number";
            let mut query = self.database.prepare_cached(query)?;
            query.query_map([id], |row| row.get(0))?.collect()
        };
        read().map_err(|error| self.fail(error))
    }

    /// The games that are there, in order.
    pub fn records(&self, pairing: &Pairing) -> Result<Vec<Record>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Record>> {
            let Some(id) = find(&self.database, pairing)? else { return Ok(Vec::new()) };
            let mut query = self
                .database
                .prepare_cached(&format!("{SELECT} WHERE game.pairing = ? ORDER BY game.number"))?;
            query.query_map([id], record)?.collect()
        };
        read().map_err(|error| self.fail(error))
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

    /// Adds games, all or none. One that is there already must be the same, unless a clock decided
    /// either; then the first stays.
    pub fn add(&mut self, games: &[(&Pairing, Record)]) -> Result<Added, StoreError> {
        self.add_unless(games, |pairing, had, new| {
            let timed = [had, new].iter().any(|game| game.status == Status::Timeout);
            pairing.is_replayable() && !timed
        })
    }

    /// Adds games, all or none. One that is there already must be the same.
    pub fn add_strictly(&mut self, games: &[(&Pairing, Record)]) -> Result<Added, StoreError> {
        self.add_unless(games, |_, _, _| true)
    }

    /// Adds games, unless one differs from the one that is there although they are `fixed`.
    fn add_unless(
        &mut self,
        games: &[(&Pairing, Record)],
        fixed: impl Fn(&Pairing, &Record, &Record) -> bool,
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
            let had = change
                .prepare_cached(&format!("{SELECT} WHERE game.pairing = ? AND game.number = ?"))
                .and_then(|mut query| query.query_row(params![id, game.number], record))
                .map_err(fail)?;
            if !had.same_game(game) && fixed(pairing, &had, game) {
                let Pairing { game: name, a, b, .. } = pairing;
                return Err(StoreError::Differs(format!(
                    "game {} of {a} v {b} on {name} is already there and went differently: {} / {}",
                    game.number,
                    in_short(&had),
                    in_short(game),
                )));
            }
            added.same += 1;
        }
        change.commit().map_err(fail)?;
        // Only now are the numbers certain.
        for (pairing, id) in ids {
            if !self.ids.contains_key(*pairing) {
                self.ids.insert((*pairing).clone(), id);
            }
        }
        Ok(added)
    }
}

impl Sink for Store {
    type Error = StoreError;

    fn put(&mut self, games: &[(&Pairing, Record)]) -> Result<(), StoreError> {
        self.add(games).map(drop)
    }
}

fn in_short(game: &Record) -> String {
    format!("{}, {} of {}, {}", game.status.name(), game.reward, game.denominator, game.moves)
}

const SELECT: &str = "
SELECT game.number, seat, status, reward, denominator, opening, plies, moves,
       playouts_a, playouts_b, coalesce(seconds, 0)
FROM game LEFT JOIN timing ON timing.pairing = game.pairing AND timing.number = game.number";

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    let status: String = row.get(2)?;
    Ok(Record {
        number: row.get(0)?,
        seat: row.get::<_, u32>(1)? as usize,
        status: Status::from_name(&status).ok_or_else(|| {
            let message = format!("no status is called '{status}'");
            rusqlite::Error::FromSqlConversionFailure(2, Type::Text, message.into())
        })?,
        reward: row.get(3)?,
        denominator: row.get(4)?,
        opening: row.get::<_, u32>(5)? as usize,
        plies: row.get::<_, u32>(6)? as usize,
        moves: row.get(7)?,
        playouts: [row.get::<_, i64>(8)? as u64, row.get::<_, i64>(9)? as u64],
        seconds: row.get(10)?,
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
fn insert(database: &Connection, pairing: i64, game: &Record) -> rusqlite::Result<bool> {
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
                "INSERT OR REPLACE INTO timing (pairing, number, seconds) VALUES (?, ?, ?)",
            )?
            .execute(params![pairing, game.number, game.seconds])?;
    }
    Ok(new == 1)
}

#[cfg(test)]
mod tests;

//! A store's file: made, opened, and brought up to date.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{Store, StoreError, select};

/// Marks the file as ours, and its layout.
const APPLICATION: i32 = 0x4361_6972;
pub(super) const LAYOUT: i32 = 2;

/// What has come to the tables since the first layout.
const SINCE_1: &str = "ALTER TABLE timing ADD COLUMN program TEXT NOT NULL DEFAULT ''";

/// So long may another process keep the store locked; its transactions take milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// Which program played a game, and in what time, stands apart from the game: the tables `pairing`
/// and `game` of an experiment are the same whoever played it, in whatever order.
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
    seconds REAL NOT NULL, program TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (pairing, number)) WITHOUT ROWID;
";

impl Store {
    /// Opens a store, or makes it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let fail = |error| StoreError::Sqlite { path: path.into(), error };
        // SQLite gives some names a meaning, "" and ":memory:" among them, and would lose the games.
        // No file has these names when the path is absolute.
        let file = std::path::absolute(path).map_err(|_| StoreError::NoName)?;
        let database = Connection::open(file).map_err(fail)?;
        database.busy_timeout(PATIENCE).map_err(fail)?;
        let mut store = Store::new(database, path);
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

    pub(super) fn new(database: Connection, path: &Path) -> Self {
        Store { database, path: path.into(), ids: HashMap::new(), select: select("program") }
    }

    /// Opens a store that must be there, only to read it: it may be on a disk, or in a directory,
    /// where nothing can be written.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        let fail = |error| StoreError::Sqlite { path: path.into(), error };
        let file = std::path::absolute(path).map_err(|_| StoreError::NoName)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Connection::open_with_flags(&file, flags).map_err(fail)?;
        database.busy_timeout(PATIENCE).map_err(fail)?;
        let store = Store::new(database, path);
        match store.layout() {
            // SQLite wants to write a file beside the store even to read it, unless it is told that
            // nobody else writes either; which is so where nobody may.
            Err(StoreError::Sqlite { error, .. })
                if matches!(
                    error.sqlite_error_code(),
                    Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)
                ) && file.exists()
                    && !beside(&file, "-wal").exists() =>
            {
                let flags = flags | OpenFlags::SQLITE_OPEN_URI;
                let uri = immutable_uri(&file);
                let store =
                    Store::new(Connection::open_with_flags(uri, flags).map_err(fail)?, path);
                store.readable()
            }
            Err(error) => Err(error),
            Ok(_) => store.readable(),
        }
    }

    pub(super) fn readable(mut self) -> Result<Self, StoreError> {
        let begun = Instant::now();
        loop {
            match self.layout()? {
                // Another process may just be making it.
                None if begun.elapsed() < Duration::from_secs(1) => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                None => return Err(StoreError::Foreign(self.path)),
                Some(layout) => {
                    if layout == 1 {
                        self.select = select("''");
                    }
                    return Ok(self);
                }
            }
        }
    }

    /// The store's layout; none if the file is empty.
    fn layout(&self) -> Result<Option<i32>, StoreError> {
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
        match (application, layout) {
            (0, 0) => Ok(None),
            (APPLICATION, ..=LAYOUT) => Ok(Some(layout)),
            (APPLICATION, layout) => Err(StoreError::Newer { path: self.path.clone(), layout }),
            _ => Err(StoreError::Foreign(self.path.clone())),
        }
    }

    fn prepare(&mut self) -> Result<(), StoreError> {
        match self.layout()? {
            None => self.create()?,
            Some(1) => self.renew().map_err(|error| self.fail(error))?,
            Some(_) => {}
        }
        self.tune().map_err(|error| self.fail(error))
    }

    /// Brings a store of the first layout to this one.
    fn renew(&mut self) -> rusqlite::Result<()> {
        let immediate = rusqlite::TransactionBehavior::Immediate;
        let change = self.database.transaction_with_behavior(immediate)?;
        let layout: i32 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
        // Another process may have been quicker.
        if layout == 1 {
            change.execute_batch(SINCE_1)?;
            change.pragma_update(None, "user_version", LAYOUT)?;
        }
        change.commit()
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
        Ok(())
    }
}

/// A file of SQLite's beside the store.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The address by which SQLite reads a file that nobody changes.
pub(super) fn immutable_uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    for character in path.to_string_lossy().chars() {
        match character {
            '%' => uri += "%25",
            '?' => uri += "%3f",
            '#' => uri += "%23",
            other => uri.push(other),
        }
    }
    uri + "?immutable=1"
}

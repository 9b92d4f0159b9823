//! A store's file: creating, opening and upgrading it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{Store, StoreError, select};

/// Marks the file as a store of Cairn's.
const APPLICATION: i32 = 0x4361_6972;
pub(super) const LAYOUT: i32 = 2;

/// The change from the first layout to the second.
const SINCE_1: &str = "ALTER TABLE timing ADD COLUMN program TEXT NOT NULL DEFAULT ''";

/// How long to wait for a lock of another process, whose transactions take milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

/// Program and time have their own table, so that the tables `pairing` and `game` do not depend on
/// who played the games, or in what order.
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
    /// Opens a store; creates it if it does not exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let fail = |error| StoreError::Sqlite { path: path.into(), error };
        // Some names, such as "" and ":memory:", are special in SQLite and would lose the games. No
        // absolute path is.
        let file = std::path::absolute(path).map_err(|_| StoreError::NoName)?;
        let database = Connection::open(file).map_err(fail)?;
        database.busy_timeout(PATIENCE).map_err(fail)?;
        let mut store = Store::new(database, path);
        let begun = Instant::now();
        loop {
            match store.prepare() {
                // SQLite does not wait when several processes set a new store's journal at once.
                Err(error) if error.is_busy() && begun.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                done => return done.map(|()| store),
            }
        }
    }

    fn new(database: Connection, path: &Path) -> Self {
        Store { database, path: path.into(), ids: HashMap::new(), select: select("program") }
    }

    /// Opens an existing store for reading. Its disk or directory may be read-only.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        let fail = |error| StoreError::Sqlite { path: path.into(), error };
        let file = std::path::absolute(path).map_err(|_| StoreError::NoName)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let database = Connection::open_with_flags(&file, flags).map_err(fail)?;
        database.busy_timeout(PATIENCE).map_err(fail)?;
        let store = Store::new(database, path);
        match store.layout() {
            // Even to read, SQLite writes a file beside the store, unless it is opened as immutable.
            // Where nobody may write, it is.
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

    fn readable(mut self) -> Result<Self, StoreError> {
        let begun = Instant::now();
        loop {
            match self.layout()? {
                // Another process may be creating it just now.
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

    /// The store's layout; `None` if the file is empty.
    fn layout(&self) -> Result<Option<i32>, StoreError> {
        let numbers = || -> rusqlite::Result<(i32, i32)> {
            // Read both in one transaction: another process may be creating the store.
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
            Some(1) => self.upgrade().map_err(|error| self.fail(error))?,
            Some(_) => {}
        }
        self.set_journal().map_err(|error| self.fail(error))
    }

    /// Upgrades a store of the first layout.
    fn upgrade(&mut self) -> rusqlite::Result<()> {
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

    /// With these settings readers do not wait for the writer, and a commit survives the end of the
    /// process. (A power cut may lose the last commits but never the store; those games are played
    /// again.)
    fn set_journal(&self) -> rusqlite::Result<()> {
        self.database.pragma_update(None, "journal_mode", "WAL")?;
        self.database.pragma_update(None, "synchronous", "NORMAL")
    }

    fn create(&mut self) -> Result<(), StoreError> {
        let mut make = || -> rusqlite::Result<bool> {
            let change = self
                .database
                .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            // Another process may have been quicker, and another program's file may have tables.
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

/// The path with an ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The URI with which SQLite reads a file that nobody changes.
fn immutable_uri(path: &Path) -> String {
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

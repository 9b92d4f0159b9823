//! The store: games in and out, several processes, damage and foreign files.

mod common;

use std::path::{Path, PathBuf};

use cairn_lab::{Added, GameRecord, GameStatus, Store, StoreError};
use common::sample;
use rusqlite::{Connection, ffi};

fn temporary() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.db");
    (directory, path)
}

#[test]
fn games_come_back_as_they_went_in() {
    let (_directory, path) = temporary();
    let (pairing, games) = sample(5);
    let offered: Vec<_> = games.iter().map(|game| (&pairing, game.clone())).collect();
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.add(&offered).unwrap(), Added { new: 5, same: 0 });
    assert_eq!(store.add(&offered[2..]).unwrap(), Added { new: 0, same: 3 });
    drop(store);
    let store = Store::open_existing(&path).unwrap();
    assert_eq!(store.records(&pairing).unwrap(), games);
    assert_eq!(store.numbers(&pairing).unwrap(), [0, 1, 2, 3, 4]);
    assert_eq!(store.pairings().unwrap(), [pairing]);
}

#[test]
fn a_game_that_went_differently_is_refused_with_its_batch() {
    let (_directory, path) = temporary();
    let (pairing, mut games) = sample(3);
    let mut store = Store::open(&path).unwrap();
    store.add(&[(&pairing, games[1].clone())]).unwrap();
    games[1].seconds += 1.0;
    games[2].reward = 2 - games[2].reward;
    let offered: Vec<_> = games.iter().map(|game| (&pairing, game.clone())).collect();
    assert_eq!(store.add(&offered).unwrap(), Added { new: 2, same: 1 }, "time does not matter");
    games[1].number = 0;
    games[0].number = 7;
    let error = store.add(&[(&pairing, games[0].clone()), (&pairing, games[1].clone())]);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("is already there and went differently"), "{error}");
    assert_eq!(store.numbers(&pairing).unwrap(), [0, 1, 2], "nothing of the batch is kept");
}

#[test]
fn a_game_that_a_clock_ended_stays_as_it_was() {
    let (_directory, path) = temporary();
    let (pairing, mut games) = sample(3);
    assert_eq!((games[0].status, games[2].status), (GameStatus::Done, GameStatus::Timeout));
    let mut store = Store::open(&path).unwrap();
    store.add(&[(&pairing, games[2].clone())]).unwrap();
    games[0].number = 2;
    let late = [(&pairing, games[0].clone())];
    assert_eq!(store.add(&late).unwrap(), Added { new: 0, same: 1 });
    assert_eq!(store.records(&pairing).unwrap(), games[2..]);
    assert!(matches!(store.add_strictly(&late), Err(StoreError::Differs(_))));
}

#[test]
fn names_that_sqlite_would_read_otherwise_are_files_or_refused() {
    assert!(matches!(Store::open(Path::new("")), Err(StoreError::NoName)));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("file:a?mode=memory");
    drop(Store::open(&path).unwrap());
    assert!(path.exists());
}

/// Each thread opens the store at the same moment, and it is new.
#[test]
fn a_store_is_made_once() {
    for _ in 0..20 {
        let (_directory, path) = temporary();
        let (pairing, games) = sample(8);
        let barrier = std::sync::Barrier::new(8);
        std::thread::scope(|scope| {
            for game in &games {
                let (path, pairing, barrier) = (&path, &pairing, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    Store::open(path).unwrap().add(&[(pairing, game.clone())]).unwrap();
                });
            }
        });
        assert_eq!(Store::open(&path).unwrap().records(&pairing).unwrap(), games);
    }
}

#[test]
fn two_processes_share_a_store() {
    let (_directory, path) = temporary();
    let (pairing, games) = sample(200);
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (path, pairing, games) = (&path, &pairing, &games);
            scope.spawn(move || {
                let mut store = Store::open(path).unwrap();
                for game in games.iter().skip(half).step_by(2) {
                    store.add(&[(pairing, game.clone())]).unwrap();
                }
            });
        }
    });
    assert_eq!(Store::open(&path).unwrap().records(&pairing).unwrap(), games);
}

#[test]
fn other_files_are_left_alone() {
    let (directory, path) = temporary();
    std::fs::write(&path, "name = \"an experiment, not a store of games\"\n".repeat(40)).unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Foreign(_))));
    let other = directory.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
    let before = std::fs::read(&other).unwrap();
    assert!(matches!(Store::open(&other), Err(StoreError::Foreign(_))));
    assert_eq!(std::fs::read(&other).unwrap(), before);
    let missing = Store::open_existing(&directory.path().join("none.db")).err().unwrap();
    assert!(
        missing.to_string().ends_with("check that its directory exists and is yours"),
        "{missing}"
    );
}

#[test]
fn a_store_of_the_first_layout_is_read_and_renewed() {
    let (_directory, path) = temporary();
    let (pairing, games) = sample(3);
    let offered: Vec<_> = games.iter().map(|game| (&pairing, game.clone())).collect();
    Store::open(&path).unwrap().add(&offered).unwrap();
    let old = Connection::open(&path).unwrap();
    old.execute_batch("ALTER TABLE timing DROP COLUMN program; PRAGMA user_version = 1").unwrap();
    drop(old);
    let unknown = |mut game: GameRecord| {
        game.program.clear();
        game
    };
    let expected: Vec<_> = games.iter().cloned().map(unknown).collect();
    assert_eq!(Store::open_existing(&path).unwrap().records(&pairing).unwrap(), expected);
    let mut store = Store::open(&path).unwrap();
    let more = GameRecord { number: 8, ..games[2].clone() };
    store.add(&[(&pairing, more.clone())]).unwrap();
    assert_eq!(store.records(&pairing).unwrap(), [expected, vec![more]].concat());
}

#[test]
fn a_newer_store_is_refused() {
    let (_directory, path) = temporary();
    drop(Store::open(&path).unwrap());
    let newer = Connection::open(&path).unwrap();
    newer.pragma_update(None, "user_version", 1000).unwrap();
    drop(newer);
    for store in [Store::open(&path), Store::open_existing(&path)] {
        assert!(matches!(store, Err(StoreError::Newer { layout, .. }) if layout == 1000));
    }
}

#[test]
fn failed_games_can_be_forgotten() {
    let (_directory, path) = temporary();
    let (pairing, games) = sample(9);
    let offered: Vec<_> = games.iter().map(|game| (&pairing, game.clone())).collect();
    let mut store = Store::open(&path).unwrap();
    store.add(&offered).unwrap();
    let done = games.iter().filter(|game| game.status == GameStatus::Done).count();
    assert_eq!(store.forget_failed(&pairing).unwrap(), 9 - done);
    assert_eq!(store.add(&offered).unwrap(), Added { new: 9 - done, same: done });
    assert_eq!(store.records(&pairing).unwrap(), games);
}

/// Each damage is named with its file and game, counts for nothing, and is forgotten when asked.
#[test]
fn damaged_games_are_named_and_can_be_played_again() {
    for (change, says) in [
        ("seat = 7", "its seat is 7, but A has seat 0"),
        ("seat = -1", "column seat is -1"),
        ("reward = -1", "column reward is -1"),
        ("reward = 9", "its reward is 9, more than its denominator 2"),
        ("reward = 'much'", "column reward is 'much'"),
        ("denominator = 0", "its denominator is 0, not 2"),
        ("plies = 44", "it has 9 moves, but 44 plies"),
        ("opening = 10", "its opening has 10 moves, but it has 9 plies"),
        ("reward = 2", "its reward is 2, but its moves give 1"),
        ("moves = replace(moves, 'b2', 'z9')", "move 2: 'z9' is not a legal move here"),
        ("moves = replace(moves, 'b2', 'a1')", "move 2: a1 is occupied"),
        ("moves = 'a1 b2 c3', plies = 3", "it is not over after its last move"),
        ("status = 'crash', reward = 0, moves = 'junk', plies = 1", "move 1: 'junk' is not"),
        ("status = 'lost'", "no status is called 'lost'"),
        ("playouts_a = -5", "column playouts_a is -5"),
        ("plies = -1", "column plies is -1"),
        ("moves = x'00'", "column moves is binary"),
        ("number = -4", "column number is -4"),
    ] {
        let (_directory, path) = temporary();
        let (pairing, games) = sample(5);
        let offered: Vec<_> = games.iter().map(|game| (&pairing, game.clone())).collect();
        let mut store = Store::open(&path).unwrap();
        store.add(&offered).unwrap();
        let outside = Connection::open(&path).unwrap();
        outside.execute_batch(&format!("UPDATE game SET {change} WHERE number = 4")).unwrap();
        let error = store.records(&pairing).unwrap_err().to_string();
        let game = if change == "number = -4" { "-4" } else { "4" };
        assert!(error.starts_with(&format!("{}: game {game} of ", path.display())), "{error}");
        assert!(error.contains(&format!("is damaged: {says}")), "{error}");
        assert!(error.ends_with("; 'cairn lab run FILE --retry' plays it again"), "{error}");
        let failed = games[..4].iter().filter(|game| game.status != GameStatus::Done).count();
        assert_eq!(store.forget_failed(&pairing).unwrap(), failed + 1);
        store.add(&offered).unwrap();
        assert_eq!(store.records(&pairing).unwrap(), games);
    }
}

#[test]
fn errors_of_sqlite_come_with_advice() {
    let (_directory, path) = temporary();
    drop(Store::open(&path).unwrap());
    Connection::open(&path).unwrap().execute_batch("DROP TABLE game").unwrap();
    let error = Store::open(&path).unwrap().pairings().unwrap_err().to_string();
    let says =
        "games.db: the store has another structure than this program's (no such table: game): ";
    assert!(error.contains(says), "{error}");
    assert!(error.contains("): play the games again into another store, or"), "{error}");
    let (_directory, path) = temporary();
    let (pairing, games) = sample(1);
    Store::open(&path).unwrap().add(&[(&pairing, games[0].clone())]).unwrap();
    Connection::open(&path).unwrap().execute_batch("ALTER TABLE game DROP COLUMN seat").unwrap();
    let error = Store::open(&path).unwrap().records(&pairing).unwrap_err().to_string();
    assert!(error.contains("program's (no such column: seat): play the games"), "{error}");
    assert!(!error.contains("SELECT") && error.lines().count() == 1, "{error}");
    for (code, says) in [
        (ffi::SQLITE_BUSY, "try again when that has ended"),
        (ffi::SQLITE_FULL, "free some space and go on"),
        (ffi::SQLITE_READONLY, "or name another with --store"),
        (ffi::SQLITE_NOTADB, "name another file with --store"),
        (ffi::SQLITE_CORRUPT, "play the games again into another store"),
    ] {
        let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        let error = StoreError::Sqlite { path: path.clone(), error }.to_string();
        assert!(error.contains(says), "{error}");
    }
}

/// As where nothing may be written: SQLite cannot make its files beside the store.
#[cfg(unix)]
#[test]
fn a_store_that_cannot_change_is_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("50 % #1?.db");
    drop(Store::open(&path).unwrap());
    let beside = directory.path().join("50 % #1?.db-wal");
    std::os::unix::fs::symlink("nowhere/else", beside).unwrap();
    let plain =
        Connection::open_with_flags(&path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let layout = plain.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0));
    let refused = layout.expect_err("there is no room beside it").sqlite_error_code();
    assert_eq!(refused, Some(rusqlite::ErrorCode::CannotOpen));
    assert!(Store::open_existing(&path).unwrap().pairings().unwrap().is_empty());
}

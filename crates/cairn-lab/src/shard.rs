//! Experiments in shards, for many machines that share a directory.
//!
//! A [`Manifest`] names every game of every shard. Whoever plays a shard writes its games to a file
//! of its own there; when all are played, the file takes its final name in one step. So a shard
//! that is there is whole, and one that was killed goes on where it was.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, MOST_GAMES};
use crate::files::{make_directory, replace_file, sync_directory};
use crate::pairing::Pairing;
use crate::records::{self, ReadError, Sink};
use crate::run::{Run, RunError};
use crate::store::{Added, Store, StoreError};
use cairn_arena::FewerThreads;
use cairn_arena::GameRecord;
use cairn_arena::Job;

/// The manifest's name in its directory.
pub const MANIFEST: &str = "manifest.json";

/// Which games belong to which shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The experiment's name.
    pub name: String,
    /// The seconds a game may take.
    pub timeout: Option<f64>,
    /// The pairings that shards speak of.
    pub pairings: Vec<Pairing>,
    /// The games of each shard.
    pub shards: Vec<Vec<Range>>,
}

/// Some games of a pairing: those from `from` up to, not with, `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The pairing's index.
    pub pairing: usize,
    /// The first game.
    pub from: u32,
    /// The game after the last.
    pub to: u32,
}

/// Why a shard cannot be played or collected.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A file has a game that the store has otherwise.
    #[error("{}: {message}", path.display())]
    Differs {
        /// The file.
        path: PathBuf,
        /// Which, and how.
        message: String,
    },
    /// There is no such shard.
    #[error("there is no shard {shard}: the manifest has shards 0 to {last}")]
    NoShard {
        /// What was asked for.
        shard: usize,
        /// The last there is.
        last: usize,
    },
    /// The store refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A pairing cannot be played.
    #[error("{0}")]
    Play(String),
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> ShardError + '_ {
    |error| ShardError::Io { path: path.into(), error }
}

impl Manifest {
    /// Splits an experiment's missing games (see [`missing`](crate::missing)) into shards of about
    /// equal numbers.
    pub fn new(experiment: &Experiment, jobs: &[Job], shards: usize) -> Self {
        let shards = shards.clamp(1, jobs.len().max(1));
        let part = |shard: usize| shard * jobs.len() / shards;
        Manifest {
            name: experiment.name.clone(),
            timeout: experiment.timeout.map(|time| time.as_secs_f64()),
            pairings: experiment.contests.iter().map(|contest| contest.pairing.clone()).collect(),
            shards: (0..shards).map(|shard| ranges(&jobs[part(shard)..part(shard + 1)])).collect(),
        }
    }

    /// Writes the manifest to its directory.
    pub fn write(&self, directory: &Path) -> Result<(), ShardError> {
        make_directory(directory).map_err(io_error(directory))?;
        let path = directory.join(MANIFEST);
        let text = serde_json::to_string_pretty(self).expect("a manifest is JSON");
        replace_file(&path, text.as_bytes()).map_err(io_error(&path))
    }

    /// Reads the manifest of a directory.
    pub fn read(directory: &Path) -> Result<Self, ShardError> {
        let path = directory.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(io_error(&path))?;
        let wrong = |message: String| ShardError::File { path: path.clone(), message };
        let mut manifest: Manifest =
            serde_json::from_str(&text).map_err(|error| wrong(format!("no manifest: {error}")))?;
        for pairing in &mut manifest.pairings {
            *pairing = pairing.renewed().map_err(|error| wrong(error.to_string()))?;
        }
        let known = |range: &Range| range.pairing < manifest.pairings.len();
        if !manifest.shards.iter().flatten().all(known) {
            return Err(wrong("a shard names a pairing that is not there".into()));
        }
        let right = |range: &Range| range.from < range.to && range.to <= MOST_GAMES;
        if !manifest.shards.iter().flatten().all(right) {
            return Err(wrong(format!("a range of games is not within 0 to {MOST_GAMES}")));
        }
        if manifest.timeout.is_some_and(|time| Duration::try_from_secs_f64(time).is_err()) {
            return Err(wrong("its timeout is not a number of seconds".into()));
        }
        Ok(manifest)
    }

    /// The games of a shard.
    pub fn jobs(&self, shard: usize) -> Result<Vec<Job>, ShardError> {
        let last = self.shards.len().saturating_sub(1);
        let ranges = self.shards.get(shard).ok_or(ShardError::NoShard { shard, last })?;
        let games = |range: &Range| {
            let pairing = range.pairing;
            (range.from..range.to).map(move |number| (pairing, number))
        };
        Ok(ranges.iter().flat_map(games).collect())
    }

    /// Plays a shard, or what is missing of it. Returns whether it is whole now, and not stopped. `warn`
    /// is told if not all threads could be started.
    pub fn play(
        &self,
        directory: &Path,
        shard: usize,
        threads: usize,
        stop: &AtomicBool,
        warn: &dyn Fn(&FewerThreads),
        mut progress: impl FnMut(usize, &GameRecord),
    ) -> Result<bool, ShardError> {
        let jobs = self.jobs(shard)?;
        let whole = directory.join(file_name(shard));
        if whole.exists() {
            return Ok(true);
        }
        let mut games = self.partial(directory, shard)?;
        games.sort_by_key(|(job, _)| *job);
        games.dedup_by_key(|(job, _)| *job);
        let wanted: HashSet<Job> = jobs.iter().copied().collect();
        games.retain(|(job, _)| wanted.contains(job));
        for ((index, _), game) in &games {
            progress(*index, game);
        }
        let there = |job: &Job| games.binary_search_by_key(job, |(job, _)| *job).is_ok();
        let left: Vec<Job> = jobs.into_iter().filter(|job| !there(job)).collect();
        let name = format!("{}.{}.partial", file_name(shard), own_token());
        let path = directory.join(name);
        let mut partial = Partial::create(&path).map_err(io_error(&path))?;
        let games: Vec<_> =
            games.into_iter().map(|((index, _), game)| (&self.pairings[index], game)).collect();
        partial.put(&games).map_err(io_error(&path))?;
        let run = Run {
            pairings: &self.pairings,
            jobs: &left,
            threads,
            limit: self.timeout.map(Duration::from_secs_f64),
            stop,
            warn,
        };
        let mut played = 0;
        let result = run.play(&mut partial, |index, game| {
            played += 1;
            progress(index, game);
        });
        result.map_err(|error| match error {
            RunError::Sink(error) => ShardError::Io { path: path.clone(), error },
            error => ShardError::Play(error.to_string()),
        })?;
        if played < left.len() {
            return Ok(false);
        }
        partial.writer.get_mut().sync_all().map_err(io_error(&path))?;
        // Another process at the same shard may have been quicker, and have removed what we wrote:
        // then its file stays.
        if !whole.exists()
            && let Err(error) = fs::rename(&path, &whole)
            && !whole.exists()
        {
            return Err(ShardError::Io { path: whole, error });
        }
        sync_directory(directory).map_err(io_error(directory))?;
        for old in partial_files(directory, shard).map_err(io_error(directory))? {
            // Leftovers: nobody reads them any more.
            let _ = fs::remove_file(old);
        }
        Ok(true)
    }

    /// What earlier attempts at a shard have left.
    fn partial(
        &self,
        directory: &Path,
        shard: usize,
    ) -> Result<Vec<(Job, GameRecord)>, ShardError> {
        let mut games = Vec::new();
        for path in partial_files(directory, shard).map_err(io_error(directory))? {
            let file = match File::open(&path) {
                // Another process has just finished the shard.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                file => file.map_err(io_error(&path))?,
            };
            let read = records::read(BufReader::new(file), false).map_err(|error| {
                ShardError::File { path: path.clone(), message: error.to_string() }
            })?;
            for (pairing, game) in read {
                if let Some(index) = self.pairings.iter().position(|other| *other == pairing) {
                    games.push(((index, game.number), game));
                }
            }
        }
        Ok(games)
    }

    /// Calls `add` with the file and the games of every whole shard, to put them into a store (see
    /// [`add_all`]); returns what was added and which shards are missing.
    pub fn collect<E: From<ShardError>>(
        &self,
        directory: &Path,
        mut add: impl FnMut(&Path, &[(Pairing, GameRecord)]) -> Result<Added, E>,
    ) -> Result<(Added, Vec<usize>), E> {
        let mut added = Added::default();
        let mut missing = Vec::new();
        for shard in 0..self.shards.len() {
            let path = directory.join(file_name(shard));
            if !path.exists() {
                missing.push(shard);
                continue;
            }
            let games = read_file(&path)?;
            let mut wanted = self.jobs(shard)?;
            let mut found: Vec<Job> = Vec::new();
            for (pairing, game) in &games {
                let index = self.pairings.iter().position(|other| other == pairing);
                found.extend(index.map(|index| (index, game.number)));
            }
            wanted.sort_unstable();
            found.sort_unstable();
            if wanted != found || found.len() != games.len() {
                let message = "does not contain exactly the games listed in the manifest".into();
                return Err(ShardError::File { path, message }.into());
            }
            let new = add(&path, &games)?;
            added.new += new.new;
            added.same += new.same;
        }
        Ok((added, missing))
    }
}

/// The games of a file, each line of it right.
pub fn read_file(path: &Path) -> Result<Vec<(Pairing, GameRecord)>, ShardError> {
    let file = File::open(path).map_err(io_error(path))?;
    records::read(BufReader::new(file), true).map_err(|error| match error {
        ReadError::Io(error) => ShardError::Io { path: path.into(), error },
        line => ShardError::File { path: path.into(), message: line.to_string() },
    })
}

/// Adds the games of a file to a store, all or none; one that is there already must be the same.
pub fn add_all(
    store: &mut Store,
    path: &Path,
    games: &[(Pairing, GameRecord)],
) -> Result<Added, ShardError> {
    let games: Vec<_> = games.iter().map(|(pairing, game)| (pairing, game.clone())).collect();
    store.add_strictly(&games).map_err(|error| match error {
        StoreError::Differs(message) => ShardError::Differs { path: path.into(), message },
        error => error.into(),
    })
}

/// Neighbouring jobs as ranges.
fn ranges(jobs: &[Job]) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    for &(pairing, number) in jobs {
        match ranges.last_mut() {
            Some(last) if last.pairing == pairing && last.to == number => last.to += 1,
            _ => ranges.push(Range { pairing, from: number, to: number + 1 }),
        }
    }
    ranges
}

/// The name of a whole shard's file.
pub fn file_name(shard: usize) -> String {
    format!("shard-{shard}.jsonl")
}

fn partial_files(directory: &Path, shard: usize) -> io::Result<Vec<PathBuf>> {
    let start = format!("{}.", file_name(shard));
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(&start) && name.ends_with(".partial") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Another process, perhaps on another machine, may be at the same shard: each has files of its own.
fn own_token() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{:x}-{:x}", now.as_nanos(), std::process::id())
}

/// A shard in the making.
struct Partial {
    writer: records::Writer<File>,
}

impl Partial {
    fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).truncate(true).write(true).open(path)?;
        Ok(Partial { writer: records::Writer::new(file) })
    }
}

impl Sink for Partial {
    type Error = io::Error;

    fn put(&mut self, games: &[(&Pairing, GameRecord)]) -> io::Result<()> {
        games.iter().try_for_each(|(pairing, game)| self.writer.write(pairing, game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    fn experiment() -> Experiment {
        Experiment::parse(
            "name = \"x\"\ngame = \"tictactoe\"\ngames = 30\nopenings = 1\n[[sweep]]\n\
             a = \"uct:playouts={n}\"\nb = \"mc:playouts=5\"\nover.n = [5, 10, 20]\n",
        )
        .unwrap()
    }

    fn manifest(shards: usize) -> Manifest {
        let jobs = crate::missing(&[30; 3], &[vec![], vec![], vec![]]);
        Manifest::new(&experiment(), &jobs, shards)
    }

    fn collect(
        manifest: &Manifest,
        directory: &Path,
        store: &mut Store,
    ) -> Result<(Added, Vec<usize>), ShardError> {
        manifest.collect(directory, |path, games| add_all(store, path, games))
    }

    fn games(store: &Store) -> Vec<Vec<GameRecord>> {
        let plain = |mut games: Vec<GameRecord>| {
            games.iter_mut().for_each(|game| game.seconds = 0.0);
            games
        };
        experiment()
            .contests
            .iter()
            .map(|contest| plain(store.records(&contest.pairing).unwrap()))
            .collect()
    }

    #[test]
    fn shards_have_every_game_once() {
        let manifest = manifest(7);
        let mut jobs: Vec<Job> = (0..7).flat_map(|shard| manifest.jobs(shard).unwrap()).collect();
        jobs.sort_unstable();
        assert_eq!(jobs.len(), 90);
        assert!(jobs.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(
            manifest.jobs(7).unwrap_err().to_string(),
            "there is no shard 7: the manifest has shards 0 to 6"
        );
    }

    #[test]
    fn stopped_shards_go_on_and_are_collected_once() {
        let directory = tempfile::tempdir().unwrap();
        let (go, path) = (AtomicBool::new(false), directory.path());
        manifest(2).write(path).unwrap();
        let manifest = Manifest::read(path).unwrap();
        assert!(manifest.play(path, 0, 2, &go, &|_| {}, |_, _| {}).unwrap());
        let stop = AtomicBool::new(false);
        let mut first = 0;
        let whole = manifest.play(path, 1, 1, &stop, &|_| {}, |_, _| {
            first += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert!(!whole.unwrap() && first < 45);
        // As if it had been killed while it wrote.
        let partial = partial_files(path, 1).unwrap().remove(0);
        let mut cut = fs::read(&partial).unwrap();
        cut.extend(b"{\"number\":3,\"se");
        fs::write(path.join("shard-1.jsonl.77.partial"), cut).unwrap();

        let mut store = Store::open(&path.join("games.db")).unwrap();
        let (added, missing) = collect(&manifest, path, &mut store).unwrap();
        assert_eq!((added, missing), (Added { new: 45, same: 0 }, vec![1]));
        let mut seen = 0;
        assert!(manifest.play(path, 1, 1, &go, &|_| {}, |_, _| seen += 1).unwrap());
        assert_eq!(seen, 45, "what was played is counted too");
        assert_eq!(partial_files(path, 1).unwrap(), Vec::<PathBuf>::new());
        let (added, missing) = collect(&manifest, path, &mut store).unwrap();
        assert_eq!((added, missing), (Added { new: 45, same: 45 }, vec![]));

        let mut undisturbed = Store::open(&path.join("other.db")).unwrap();
        let pairings = &manifest.pairings;
        let jobs = crate::missing(&[30; 3], &[vec![], vec![], vec![]]);
        let run = Run { pairings, jobs: &jobs, threads: 2, limit: None, stop: &go, warn: &|_| {} };
        run.play(&mut undisturbed, |_, _| {}).unwrap();
        assert_eq!(games(&store), games(&undisturbed));
    }

    /// As when a node that was given up for lost is still alive.
    #[test]
    fn two_at_the_same_shard_both_end_well() {
        let directory = tempfile::tempdir().unwrap();
        let (go, path) = (AtomicBool::new(false), directory.path());
        let manifest = manifest(1);
        manifest.write(path).unwrap();
        let mut other_has_played = false;
        let whole = manifest.play(path, 0, 1, &go, &|_| {}, |_, _| {
            if !other_has_played {
                other_has_played = true;
                assert!(manifest.play(path, 0, 1, &go, &|_| {}, |_, _| {}).unwrap());
            }
        });
        assert!(whole.unwrap() && other_has_played);
        assert_eq!(partial_files(path, 0).unwrap(), Vec::<PathBuf>::new());
        let mut store = Store::open(&path.join("games.db")).unwrap();
        let (added, missing) = collect(&manifest, path, &mut store).unwrap();
        assert_eq!((added, missing), (Added { new: 90, same: 0 }, vec![]));
    }

    /// Four billion games would not even fit into memory as numbers.
    #[test]
    fn a_range_that_no_experiment_has_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        for (from, to) in [(0, u32::MAX), (5, 5), (9, 3)] {
            let mut manifest = manifest(1);
            manifest.shards[0].push(Range { pairing: 0, from, to });
            manifest.write(directory.path()).unwrap();
            let error = Manifest::read(directory.path()).unwrap_err().to_string();
            assert!(error.ends_with("a range of games is not within 0 to 10000000"), "{error}");
        }
    }

    #[test]
    fn a_shard_with_other_games_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let (go, path) = (AtomicBool::new(false), directory.path());
        let manifest = manifest(3);
        manifest.write(path).unwrap();
        manifest.play(path, 0, 1, &go, &|_| {}, |_, _| {}).unwrap();
        fs::copy(path.join(file_name(0)), path.join(file_name(1))).unwrap();
        let mut store = Store::open(&path.join("games.db")).unwrap();
        let error = collect(&manifest, path, &mut store).unwrap_err().to_string();
        assert!(error.contains("does not contain exactly the games"), "{error}");
    }
}

//! Experiments in shards, for many machines that share a directory.
//!
//! A [`Manifest`] lists the games of every shard. A process that plays a shard writes the games to its
//! own file in the directory. When all are played, the file gets its final name in one step. So a
//! file with that name is complete, and a shard that was killed can be continued.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cairn_arena::{FewerThreads, GameRecord, Job, Tournament};
use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, MAX_GAMES};
use crate::files::{make_directory, replace_file, sync_directory, temporary_beside};
use crate::pairing::{Pairing, matchups};
use crate::records::{self, Writer};
use crate::run::{RunError, play_and_store};
use crate::store::{Added, Store, StoreError};

/// The manifest's file name.
pub const MANIFEST: &str = "manifest.json";

/// The ending of an unfinished shard's file name.
const PARTIAL: &str = ".partial";

/// Which games belong to which shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The experiment's name.
    pub name: String,
    /// The time limit of a game in seconds.
    pub timeout: Option<f64>,
    /// The pairings that ranges refer to.
    pub pairings: Vec<Pairing>,
    /// The games of each shard.
    pub shards: Vec<Vec<Range>>,
}

/// The games of a pairing from `from` to `to - 1`.
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
    /// A file cannot be read or written, or its contents are wrong.
    #[error("{0}")]
    File(String),
    /// A file has a game that differs from the one in the store.
    #[error("{0}")]
    Differs(String),
    /// There is no shard with this number; the second is that of the last shard.
    #[error("there is no shard {0}: the manifest has shards 0 to {1}")]
    NoShard(usize, usize),
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A pairing cannot be played.
    #[error("{0}")]
    Pairing(String),
}

fn file_error<E: Display>(path: &Path) -> impl Fn(E) -> ShardError + '_ {
    |error: E| ShardError::File(format!("{}: {error}", path.display()))
}

impl Manifest {
    /// Splits an experiment's missing games (see [`missing`](crate::missing)) into shards of about
    /// equal size.
    pub fn new(experiment: &Experiment, jobs: &[Job], shards: usize) -> Self {
        let shards = shards.clamp(1, jobs.len().max(1));
        let part = |shard: usize| shard * jobs.len() / shards;
        Manifest {
            name: experiment.name.clone(),
            timeout: experiment.timeout.map(|time| time.as_secs_f64()),
            pairings: experiment.pairings(),
            shards: (0..shards).map(|shard| ranges(&jobs[part(shard)..part(shard + 1)])).collect(),
        }
    }

    /// Writes the manifest to its directory.
    pub fn write(&self, directory: &Path) -> Result<(), ShardError> {
        make_directory(directory).map_err(file_error(directory))?;
        let path = directory.join(MANIFEST);
        let text = serde_json::to_string_pretty(self).expect("a manifest is JSON");
        replace_file(&path, text.as_bytes()).map_err(file_error(&path))
    }

    /// Reads the manifest of a directory.
    pub fn read(directory: &Path) -> Result<Self, ShardError> {
        let path = directory.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(file_error(&path))?;
        let wrong = file_error::<String>(&path);
        let mut manifest: Manifest = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("not a manifest: {error}")))?;
        for pairing in &mut manifest.pairings {
            *pairing = pairing.renewed().map_err(file_error(&path))?;
        }
        let known = |range: &Range| range.pairing < manifest.pairings.len();
        if !manifest.shards.iter().flatten().all(known) {
            return Err(wrong("a shard refers to a pairing that is not in the manifest".into()));
        }
        let right = |range: &Range| range.from < range.to && range.to <= MAX_GAMES;
        if !manifest.shards.iter().flatten().all(right) {
            return Err(wrong(format!("a range of games is not within 0 to {MAX_GAMES}")));
        }
        if manifest.timeout.is_some_and(|time| Duration::try_from_secs_f64(time).is_err()) {
            return Err(wrong("its timeout is not a number of seconds".into()));
        }
        Ok(manifest)
    }

    /// The games of a shard.
    pub fn jobs(&self, shard: usize) -> Result<Vec<Job>, ShardError> {
        let last = self.shards.len().saturating_sub(1);
        let ranges = self.shards.get(shard).ok_or(ShardError::NoShard(shard, last))?;
        let games = |range: &Range| {
            let pairing = range.pairing;
            (range.from..range.to).map(move |number| (pairing, number))
        };
        Ok(ranges.iter().flat_map(games).collect())
    }

    /// Plays the missing games of a shard; returns whether it is complete, and was not stopped. `warn`
    /// is called if not all threads could be started.
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
        let complete = directory.join(file_name(shard));
        if complete.exists() {
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
        // Another process, perhaps on another machine, may play the same shard into its own file.
        let beside = directory.join(partial_prefix(shard));
        let file = temporary_beside(&beside, PARTIAL).map_err(file_error(&complete))?;
        let (file, path) = file.keep().map_err(file_error(&complete))?;
        let mut partial = Writer::new(file);
        let games: Vec<_> =
            games.into_iter().map(|((index, _), game)| (&self.pairings[index], game)).collect();
        let mut write = |games: &[(&Pairing, GameRecord)]| {
            games.iter().try_for_each(|(pairing, game)| partial.write(pairing, game))
        };
        write(&games).map_err(file_error(&path))?;
        let matchups =
            matchups(&self.pairings).map_err(|error| ShardError::Pairing(error.to_string()))?;
        let limit = self.timeout.map(Duration::from_secs_f64);
        let tournament = Tournament { matchups: &matchups, threads, limit, stop, warn };
        let mut played = 0;
        let result =
            play_and_store(&tournament, &self.pairings, &left, &mut write, |index, game| {
                played += 1;
                progress(index, game);
            });
        result.map_err(|error| match error {
            RunError::Store(error) => file_error(&path)(error),
            error => ShardError::Pairing(error.to_string()),
        })?;
        if played < left.len() {
            return Ok(false);
        }
        partial.get_mut().sync_all().map_err(file_error(&path))?;
        // If another process finished the same shard first, it has removed our file; then its file
        // stays.
        if !complete.exists()
            && let Err(error) = fs::rename(&path, &complete)
            && !complete.exists()
        {
            return Err(file_error(&complete)(error));
        }
        sync_directory(directory).map_err(file_error(directory))?;
        for old in partial_files(directory, shard).map_err(file_error(directory))? {
            // They are not needed any more.
            let _ = fs::remove_file(old);
        }
        Ok(true)
    }

    /// The games of earlier, unfinished attempts at a shard.
    fn partial(
        &self,
        directory: &Path,
        shard: usize,
    ) -> Result<Vec<(Job, GameRecord)>, ShardError> {
        let mut games = Vec::new();
        for path in partial_files(directory, shard).map_err(file_error(directory))? {
            let file = match File::open(&path) {
                // Another process has finished the shard just now.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                file => file.map_err(file_error(&path))?,
            };
            let read = records::read(BufReader::new(file), false).map_err(file_error(&path))?;
            for (pairing, game) in read {
                if let Some(index) = self.pairings.iter().position(|other| *other == pairing) {
                    games.push(((index, game.number), game));
                }
            }
        }
        Ok(games)
    }

    /// Calls `add` with the file and the games of every complete shard, to put them into a store (see
    /// [`add_all`]). Returns how many were added and which shards are missing.
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
                let what = "does not contain exactly the games listed in the manifest";
                return Err(file_error(&path)(what).into());
            }
            let new = add(&path, &games)?;
            added.new += new.new;
            added.same += new.same;
        }
        Ok((added, missing))
    }
}

/// Reads the games of a file; every line must be right.
pub fn read_file(path: &Path) -> Result<Vec<(Pairing, GameRecord)>, ShardError> {
    let file = File::open(path).map_err(file_error(path))?;
    records::read(BufReader::new(file), true).map_err(file_error(path))
}

/// Adds the games of a file to a store, all or none; one that is there already must be the same.
pub fn add_all(
    store: &mut Store,
    path: &Path,
    games: &[(Pairing, GameRecord)],
) -> Result<Added, ShardError> {
    let games: Vec<_> = games.iter().map(|(pairing, game)| (pairing, game.clone())).collect();
    store.add_strictly(&games).map_err(|error| match error {
        StoreError::Differs(what) => ShardError::Differs(format!("{}: {what}", path.display())),
        error => error.into(),
    })
}

/// Consecutive jobs as ranges.
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

/// The file name of a complete shard.
pub fn file_name(shard: usize) -> String {
    format!("shard-{shard}.jsonl")
}

fn partial_prefix(shard: usize) -> String {
    format!("{}.", file_name(shard))
}

fn partial_files(directory: &Path, shard: usize) -> io::Result<Vec<PathBuf>> {
    let start = partial_prefix(shard);
    let entries = fs::read_dir(directory)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&start) && name.ends_with(PARTIAL)
    });
    paths.sort();
    Ok(paths)
}

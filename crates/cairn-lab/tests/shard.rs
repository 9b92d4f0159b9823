//! Experiments in shards.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_lab::shard::{Manifest, Range, ShardError, add_all, file_name};
use cairn_lab::{
    Added, Experiment, GameRecord, Job, Store, Tournament, matchups, missing, play_and_store,
};

fn experiment() -> Experiment {
    Experiment::parse(
        "name = \"x\"\ngame = \"tictactoe\"\ngames = 30\nopenings = 1\n[[sweep]]\n\
         a = \"uct:playouts={n}\"\nb = \"mc:playouts=5\"\nover.n = [5, 10, 20]\n",
    )
    .unwrap()
}

fn manifest(shards: usize) -> Manifest {
    let jobs = missing(&[30; 3], &[vec![], vec![], vec![]]);
    Manifest::new(&experiment(), &jobs, shards)
}

fn collect(
    manifest: &Manifest,
    directory: &Path,
    store: &mut Store,
) -> Result<(Added, Vec<usize>), ShardError> {
    manifest.collect(directory, |path, games| add_all(store, path, games))
}

/// The files of attempts at a shard that are not finished.
fn partial_files(directory: &Path, shard: usize) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let start = format!("{}.", file_name(shard));
    let partial = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        name.starts_with(&start) && name.ends_with(".partial")
    };
    entries.filter(partial).collect()
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
    let partial = partial_files(path, 1).remove(0);
    let mut cut = std::fs::read(&partial).unwrap();
    cut.extend(b"{\"number\":3,\"se");
    std::fs::write(path.join("shard-1.jsonl.77.partial"), cut).unwrap();

    let mut store = Store::open(&path.join("games.db")).unwrap();
    let (added, missing) = collect(&manifest, path, &mut store).unwrap();
    assert_eq!((added, missing), (Added { new: 45, same: 0 }, vec![1]));
    let mut seen = 0;
    assert!(manifest.play(path, 1, 1, &go, &|_| {}, |_, _| seen += 1).unwrap());
    assert_eq!(seen, 45, "what was played is counted too");
    assert_eq!(partial_files(path, 1), Vec::<PathBuf>::new());
    let (added, missing) = collect(&manifest, path, &mut store).unwrap();
    assert_eq!((added, missing), (Added { new: 45, same: 45 }, vec![]));

    let mut undisturbed = Store::open(&path.join("other.db")).unwrap();
    let pairings = &manifest.pairings;
    let jobs = cairn_lab::missing(&[30; 3], &[vec![], vec![], vec![]]);
    let matchups = matchups(pairings).unwrap();
    let tournament =
        Tournament { matchups: &matchups, threads: 2, limit: None, stop: &go, warn: &|_| {} };
    play_and_store(
        &tournament,
        pairings,
        &jobs,
        |games| undisturbed.add(games).map(drop),
        |_, _| {},
    )
    .unwrap();
    assert_eq!(games(&store), games(&undisturbed));
}

/// This happens when a node was believed dead but still runs.
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
    assert_eq!(partial_files(path, 0), Vec::<PathBuf>::new());
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
    std::fs::copy(path.join(file_name(0)), path.join(file_name(1))).unwrap();
    let mut store = Store::open(&path.join("games.db")).unwrap();
    let error = collect(&manifest, path, &mut store).unwrap_err().to_string();
    assert!(error.contains("does not contain exactly the games"), "{error}");
}

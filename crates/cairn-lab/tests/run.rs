//! Playing the games that are missing, and playing games again.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};

use cairn_lab::verify::{sample, verify};
use cairn_lab::{
    Conditions, Experiment, GameRecord, Matchup, Openings, Pairing, RunError, Tournament, matchups,
    missing, missing_games, play_and_store,
};

fn tournament<'a>(matchups: &'a [Matchup], threads: usize, stop: &'a AtomicBool) -> Tournament<'a> {
    Tournament { matchups, threads, limit: None, stop, warn: &|_| {} }
}

#[test]
fn missing_games_are_found_block_by_block() {
    let jobs = missing(&[22, 3], &[vec![0, 1, 5, 21], vec![]]);
    assert_eq!(jobs.len(), 18 + 3);
    assert_eq!((jobs[0], jobs[2]), ((0, 2), (0, 4)));
    assert_eq!(jobs[16..], [(0, 19), (1, 0), (1, 1), (1, 2), (0, 20)]);
    assert!(missing(&[2], &[vec![0, 1, 2]]).is_empty(), "more than wanted is enough");
}

fn pairings() -> Vec<Pairing> {
    let conditions = Conditions { seed: 1, openings: Openings::Random(1) };
    let pairing = |a| Pairing::new("tictactoe", a, "mc:playouts=10", &conditions).unwrap();
    vec![pairing("uct:playouts=20"), pairing("grave:playouts=20")]
}

fn played(
    threads: usize,
    room: usize,
) -> Result<Vec<(Pairing, GameRecord)>, RunError<&'static str>> {
    let pairings = pairings();
    let jobs = missing(&[50, 30], &[vec![], vec![3]]);
    let stop = AtomicBool::new(false);
    let matchups = matchups(&pairings).unwrap();
    let tournament = tournament(&matchups, threads, &stop);
    let (mut list, mut seen) = (Vec::new(), 0);
    let store = |games: &[(&Pairing, GameRecord)]| {
        list.extend(games.iter().map(|(pairing, game)| ((*pairing).clone(), game.clone())));
        if list.len() > room { Err("full") } else { Ok(()) }
    };
    play_and_store(&tournament, &pairings, &jobs, store, |_, _| seen += 1)?;
    assert_eq!(seen, 79);
    list.sort_by_key(|(pairing, game)| (pairing.clone(), game.number));
    list.iter_mut().for_each(|(_, game)| game.seconds = 0.0);
    Ok(list)
}

#[test]
fn a_run_plays_every_job_once_whatever_the_threads() {
    let games = played(1, usize::MAX).unwrap();
    assert_eq!(games.len(), 79);
    assert_eq!(games, played(3, usize::MAX).unwrap());
}

#[test]
fn a_store_that_fails_ends_play() {
    assert!(matches!(played(2, 40), Err(RunError::Store("full"))));
}

#[test]
fn a_stopped_run_keeps_what_is_finished() {
    let pairings = pairings();
    // More games than can wait to be stored, however busy the machine is.
    let jobs = missing(&[5000, 5000], &[vec![], vec![]]);
    let stop = AtomicBool::new(false);
    let matchups = matchups(&pairings).unwrap();
    let tournament = tournament(&matchups, 2, &stop);
    let mut stored = 0;
    let store = |games: &[(&Pairing, GameRecord)]| {
        stored += games.len();
        Ok::<_, std::convert::Infallible>(())
    };
    let stop = |_, _: &GameRecord| stop.store(true, Ordering::Relaxed);
    play_and_store(&tournament, &pairings, &jobs, store, stop).unwrap();
    assert!(stored > 0 && stored < jobs.len());
}

#[test]
fn a_pairing_that_occurs_twice_is_played_once() {
    let experiment = Experiment::parse(
        "name = \"x\"\ngame = \"tictactoe\"\n\
         [[pairing]]\na = \"mc:playouts=1\"\nb = \"mc:playouts=2\"\ngames = 2\n\
         [[pairing]]\na = \"mc:playouts=1\"\nb = \"mc:playouts=3\"\ngames = 1\n\
         [[sweep]]\na = \"mc:playouts={n}\"\nb = \"mc:playouts=2\"\nover.n = [1]\ngames = 3\n",
    )
    .unwrap();
    let jobs = missing_games(&experiment, None).unwrap();
    assert_eq!(jobs, [(0, 0), (0, 1), (0, 2), (1, 0)]);
}

#[test]
fn a_changed_record_is_found() {
    let conditions = Conditions { seed: 5, openings: Openings::Random(1) };
    let pairing =
        Pairing::new("tictactoe", "grave:playouts=30", "uct:playouts=30", &conditions).unwrap();
    let mut opponents = pairing.matchup().unwrap().opponents().unwrap();
    let mut records: Vec<_> = (0..10)
        .map(|number| opponents.play(&conditions, number, None, &|| false).unwrap().unwrap())
        .collect();
    let check = |records: &[GameRecord]| {
        let (jobs, timed) = sample(&[(&pairing, records)], 100, 1);
        assert_eq!((jobs.len(), timed), (10, 0));
        let stop = AtomicBool::new(false);
        let matchups = [pairing.matchup().unwrap()];
        verify(&tournament(&matchups, 2, &stop), &jobs, &[records], |_| {}).unwrap()
    };
    assert_eq!(check(&records).same, 10);
    records[3].playouts[1] += 1;
    let verified = check(&records);
    assert_eq!((verified.same, verified.differing.len()), (9, 1));
    assert_eq!(verified.differing[0].1.number, 3);
}

#[test]
fn samples_are_drawn_without_clocks() {
    let (mut pairing, games) = common::sample(40);
    let (jobs, timed) = sample(&[(&pairing, &games)], 8, 1);
    assert_eq!((jobs.len(), timed), (8, 10), "a quarter of them timed out");
    assert!(jobs.windows(2).all(|pair| pair[0] < pair[1]), "each once");
    assert_ne!(jobs, sample(&[(&pairing, &games)], 8, 2).0);
    pairing.a = "uct:time=1ms".into();
    assert_eq!(sample(&[(&pairing, &games)], 8, 1), (vec![], 40));
}

//! The results of an experiment so far.

use std::collections::HashMap;

use cairn_arena::{GameRecord, GameStatus, Job, Score};

use crate::experiment::{Contest, Experiment};
use crate::pairing::Pairing;
use crate::run::missing;
use crate::store::{Store, StoreError};

/// A contest with its games in the store.
#[derive(Clone, Debug)]
pub struct ContestResult<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// All its games in the store, even if the experiment asks for fewer.
    pub games: Vec<GameRecord>,
}

impl ContestResult<'_> {
    /// A's score over the games that count.
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        self.games.iter().for_each(|game| game.count(&mut score));
        score
    }

    /// How many games crashed, took too long or had an illegal move. They are not in the score.
    pub fn failed(&self) -> usize {
        self.games.iter().filter(|game| game.status != GameStatus::Done).count()
    }

    /// How many games have this status.
    pub fn count(&self, status: GameStatus) -> usize {
        self.games.iter().filter(|game| game.status == status).count()
    }
}

/// Every contest of an experiment with its games, in the experiment's order.
pub fn contest_results<'a>(
    experiment: &'a Experiment,
    store: &Store,
) -> Result<Vec<ContestResult<'a>>, StoreError> {
    let result = |contest: &'a Contest| {
        Ok(ContestResult { contest, games: store.records(&contest.pairing)? })
    };
    experiment.contests.iter().map(result).collect()
}

/// The games of an experiment that are not in the store. If several contests have the same pairing,
/// the jobs name the first of them.
pub fn missing_games(
    experiment: &Experiment,
    store: Option<&Store>,
) -> Result<Vec<Job>, StoreError> {
    let contests = &experiment.contests;
    let mut firsts: HashMap<&Pairing, usize> = HashMap::new();
    let mut wanted = vec![0; contests.len()];
    let mut played = vec![Vec::new(); contests.len()];
    for (index, contest) in contests.iter().enumerate() {
        let first = *firsts.entry(&contest.pairing).or_insert(index);
        wanted[first] = contest.games.max(wanted[first]);
        if let (true, Some(store)) = (first == index, store) {
            played[index] = store.numbers(&contest.pairing)?;
        }
    }
    Ok(missing(&wanted, &played))
}

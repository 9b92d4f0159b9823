//! How an experiment stands.

use crate::experiment::{Contest, Experiment};
use crate::stats::Score;
use crate::store::{Store, StoreError};
use crate::table::{Record, Status};

/// What the store knows about a contest.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// Its games: all there are, even if the experiment asked for fewer.
    pub games: Vec<Record>,
}

impl Standing<'_> {
    /// A's score over the games that count.
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        self.games.iter().for_each(|game| game.count(&mut score));
        score
    }

    /// Games that crashed, took too long or had an illegal move. They count for nobody.
    pub fn failed(&self) -> usize {
        self.games.iter().filter(|game| game.status != Status::Done).count()
    }

    /// The games that ended like that.
    pub fn count(&self, status: Status) -> usize {
        self.games.iter().filter(|game| game.status == status).count()
    }
}

/// How every contest of an experiment stands, in the experiment's order.
pub fn standings<'a>(
    experiment: &'a Experiment,
    store: &Store,
) -> Result<Vec<Standing<'a>>, StoreError> {
    let standing =
        |contest: &'a Contest| Ok(Standing { contest, games: store.records(&contest.pairing)? });
    experiment.contests.iter().map(standing).collect()
}

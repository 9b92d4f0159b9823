//! How an experiment stands.

use std::collections::HashMap;

use crate::experiment::{Contest, Experiment};
use crate::pairing::Pairing;
use crate::run::missing;
use crate::store::{Store, StoreError};
use cairn_arena::Job;
use cairn_arena::Score;
use cairn_arena::{GameRecord, GameStatus};

/// What the store knows about a contest.
#[derive(Clone, Debug)]
pub struct Standing<'a> {
    /// The contest.
    pub contest: &'a Contest,
    /// Its games: all there are, even if the experiment asked for fewer.
    pub games: Vec<GameRecord>,
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
        self.games.iter().filter(|game| game.status != GameStatus::Done).count()
    }

    /// The games that ended like that.
    pub fn count(&self, status: GameStatus) -> usize {
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

/// The games that an experiment wants and the store, if there is one, has not. Contests may share a
/// pairing; then the games are the first one's.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pairing_that_stands_twice_is_played_once() {
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
}

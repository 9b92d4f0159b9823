//! Playing the games of an experiment that are missing.

use cairn_arena::{GameRecord, Job, Tournament, TournamentError};

use crate::pairing::Pairing;

/// How many games of a pairing are played before the next pairing has its turn. So results grow
/// evenly, and players are not made again for every game.
const BLOCK: u32 = 20;

/// The games that are missing: `wanted` is the number of games of each pairing, `played` the sorted
/// numbers of its games so far.
pub fn missing(wanted: &[u32], played: &[Vec<u32>]) -> Vec<Job> {
    let blocks = wanted.iter().map(|games| games.div_ceil(BLOCK)).max().unwrap_or(0);
    let mut jobs = Vec::new();
    for block in 0..blocks {
        for (pairing, (&wanted, played)) in wanted.iter().zip(played).enumerate() {
            let first = block * BLOCK;
            let numbers = first..first.saturating_add(BLOCK).min(wanted);
            let missing = numbers.filter(|number| played.binary_search(number).is_err());
            jobs.extend(missing.map(|number| (pairing, number)));
        }
    }
    jobs
}

/// Why play ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// The games could not be stored.
    #[error("{0}")]
    Store(E),
    /// The games cannot be played.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
}

/// Plays games and stores them. The tournament has the matchups of `pairings`
/// ([`matchups`](crate::matchups)). Finished games go to `store`; then `progress` is called with the
/// index of the pairing.
pub fn play_and_store<E>(
    tournament: &Tournament<'_>,
    pairings: &[Pairing],
    jobs: &[Job],
    mut store: impl FnMut(&[(&Pairing, GameRecord)]) -> Result<(), E>,
    mut progress: impl FnMut(usize, &GameRecord),
) -> Result<(), RunError<E>> {
    let mut stored = Ok(());
    let take = |games: Vec<(usize, GameRecord)>| {
        let batch: Vec<_> =
            games.iter().map(|(index, game)| (&pairings[*index], game.clone())).collect();
        stored = store(&batch);
        if stored.is_ok() {
            games.iter().for_each(|(index, game)| progress(*index, game));
        }
        stored.is_ok()
    };
    let played = tournament.play(jobs.len(), |index| jobs[index], take);
    stored.map_err(RunError::Store)?;
    Ok(played?)
}

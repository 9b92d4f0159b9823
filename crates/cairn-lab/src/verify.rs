//! Playing recorded games again.

use std::collections::HashMap;

use cairn_core::Rng;

use crate::pairing::Pairing;
use crate::records::Sink;
use crate::run::{Run, RunError};
use cairn_arena::Job;
use cairn_arena::{GameRecord, GameStatus};

/// What came of playing games again.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Games that came out the same.
    pub same: usize,
    /// Games that did not: the pairing's index, the record and the new game.
    pub differing: Vec<(usize, GameRecord, GameRecord)>,
}

/// A random sample of `size` games that can be played again, out of each pairing's games; and how
/// many cannot be, because a clock decided them.
pub fn sample(games: &[(&Pairing, &[GameRecord])], size: usize, seed: u64) -> (Vec<Job>, usize) {
    let mut jobs: Vec<Job> = Vec::new();
    let mut timed = 0;
    for (index, (pairing, games)) in games.iter().enumerate() {
        for game in *games {
            if pairing.is_replayable() && game.status != GameStatus::Timeout {
                jobs.push((index, game.number));
            } else {
                timed += 1;
            }
        }
    }
    // The first steps of a shuffle.
    let mut rng = Rng::new(seed);
    let size = size.min(jobs.len());
    for index in 0..size {
        let other = index + rng.below((jobs.len() - index) as u32) as usize;
        jobs.swap(index, other);
    }
    jobs.truncate(size);
    jobs.sort_unstable();
    (jobs, timed)
}

/// Plays the run's games again and compares them with the records.
pub fn verify(
    run: &Run<'_>,
    records: &[&[GameRecord]],
    mut progress: impl FnMut(&Verified),
) -> Result<Verified, RunError<std::convert::Infallible>> {
    struct Nowhere;
    impl Sink for Nowhere {
        type Error = std::convert::Infallible;
        fn put(&mut self, _: &[(&Pairing, GameRecord)]) -> Result<(), Self::Error> {
            Ok(())
        }
    }
    let mut known = HashMap::new();
    for (index, games) in records.iter().enumerate() {
        known.extend(games.iter().map(|game| ((index, game.number), game)));
    }
    let mut verified = Verified::default();
    run.play(&mut Nowhere, |index, game| {
        let record = known[&(index, game.number)];
        if record.same_game(game) {
            verified.same += 1;
        } else {
            verified.differing.push((index, record.clone(), game.clone()));
        }
        progress(&verified);
    })?;
    // Not in the order in which they happened to end.
    verified.differing.sort_by_key(|(index, record, _)| (*index, record.number));
    Ok(verified)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_arena::Conditions;
    use cairn_arena::Openings;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_changed_record_is_found() {
        let conditions = Conditions { seed: 5, openings: Openings::Random(1) };
        let pairing =
            Pairing::new("tictactoe", "grave:playouts=30", "uct:playouts=30", &conditions).unwrap();
        let mut table = pairing.opponents().unwrap();
        let mut records: Vec<_> = (0..10)
            .map(|number| table.play(&conditions, number, None, &|| false).unwrap().unwrap())
            .collect();
        let check = |records: &[GameRecord]| {
            let (jobs, timed) = sample(&[(&pairing, records)], 100, 1);
            assert_eq!((jobs.len(), timed), (10, 0));
            let stop = AtomicBool::new(false);
            let pairings = [pairing.clone()];
            let run = Run {
                pairings: &pairings,
                jobs: &jobs,
                threads: 2,
                limit: None,
                stop: &stop,
                warn: &|_| {},
            };
            verify(&run, &[records], |_| {}).unwrap()
        };
        assert_eq!(check(&records).same, 10);
        records[3].playouts[1] += 1;
        let verified = check(&records);
        assert_eq!((verified.same, verified.differing.len()), (9, 1));
        assert_eq!(verified.differing[0].1.number, 3);
    }

    #[test]
    fn samples_are_drawn_without_clocks() {
        let (mut pairing, games) = crate::records::sample(40);
        let (jobs, timed) = sample(&[(&pairing, &games)], 8, 1);
        assert_eq!((jobs.len(), timed), (8, 10), "a quarter of them timed out");
        assert!(jobs.windows(2).all(|pair| pair[0] < pair[1]), "each once");
        assert_ne!(jobs, sample(&[(&pairing, &games)], 8, 2).0);
        pairing.a = "uct:time=1ms".into();
        assert_eq!(sample(&[(&pairing, &games)], 8, 1), (vec![], 40));
    }
}

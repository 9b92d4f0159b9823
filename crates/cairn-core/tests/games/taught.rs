//! Any game, with opinions about its moves: good or bad, a search must treat them alike.

use cairn_core::{Game, Outcome, Rng, Turn};

use super::wrap::rules_of_the_game_inside;

/// The rules of the game inside. The opinion about a move depends on the position's hash and the
/// move's key, so it is different everywhere and missing for some moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Taught<G>(pub G);

impl<G: Game> Taught<G> {
    /// In elevenths; `None` for about a third of the moves.
    fn opinion(&self, key: usize) -> Option<u64> {
        let mixed = (self.hash64() ^ key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        (!mixed.is_multiple_of(3)).then_some(mixed / 3 % 12)
    }
}

impl<G: Game> Game for Taught<G> {
    type Move = G::Move;
    const UNIQUE_KEYS: bool = G::UNIQUE_KEYS;
    const CHANCE: bool = G::CHANCE;

    rules_of_the_game_inside!();

    /// One of the moves with the best opinion; now and then, or without opinions, none.
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<G::Move> {
        let worth = |mv: &G::Move| self.opinion(self.key(*mv));
        let best = self.playout_moves().filter_map(|mv| worth(&mv)).max()?;
        let good = || self.playout_moves().filter(|mv| worth(mv) == Some(best));
        match rng.below(4) {
            0 => None,
            _ => good().nth(rng.below(good().count() as u32) as usize),
        }
    }

    fn priors(&self, means: &mut [f32]) {
        for (key, mean) in means.iter_mut().enumerate().take(self.keys()) {
            if let Some(opinion) = self.opinion(key) {
                *mean = opinion as f32 / 11.0;
            }
        }
    }
}

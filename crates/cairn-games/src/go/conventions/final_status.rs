//! Dead stones, seki and the score at the end of a game.

use cairn_core::mcts::{Search, Watch};
use cairn_core::memory::Block;
use cairn_core::rng::derive_seed;

use super::{Ownership, fills_own_eye, play};
use crate::bits::PointSet;
use crate::go::{Geometry, Go};

/// Dead stones, seki and the score at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalStatus<B: Geometry> {
    /// The dead stones.
    pub dead: B::Set,
    /// In half points, positive for black.
    pub score: i32,
}

impl<B: Geometry> FinalStatus<B> {
    /// The status if the players agree which stones are dead. Playouts find the dead stones: `playouts`
    /// with each side to move. If they do not settle every point, `refine` makes a better ownership,
    /// for example with [`Ownership::refined_by`]. Also returns the ownership that was used, which
    /// knows what is [in seki](Ownership::in_seki).
    pub fn new<E>(
        position: &Go<B>,
        playouts: u16,
        seed: u64,
        refine: impl FnOnce(Ownership) -> Result<Ownership, E>,
    ) -> Result<(Self, Ownership), E> {
        let mut ownership = Ownership::of_both_sides(position, playouts, seed);
        if !ownership.is_settled(position) {
            ownership = refine(ownership)?;
        }
        let dead = ownership.dead(position);
        Ok((FinalStatus { dead, score: ownership.score_if_dead(position, dead) }, ownership))
    }

    /// The status if all stones are alive, as the rules count them. This is right if the players must
    /// capture dead stones before they pass.
    pub fn of_all_stones(position: &Go<B>) -> Self {
        FinalStatus { dead: B::Set::EMPTY, score: position.area_score() }
    }
}

impl Ownership {
    /// The ownership after twice `playouts` playouts. Each side moves first in half of them, because a
    /// settled point is settled no matter who moves first.
    pub fn of_both_sides<B: Geometry>(position: &Go<B>, playouts: u16, seed: u64) -> Self {
        let other = position.continued_by(position.to_move() ^ 1);
        Ownership::new(position, playouts, seed) + Ownership::new(&other, playouts, seed)
    }

    /// A more careful ownership, for positions that [are not settled](Ownership::is_settled): `search`
    /// runs for half of `limit` milliseconds with each side to move, and the playouts begin with moves
    /// of its tree. Its komi makes the score even according to `self`, so that both sides still fight
    /// for every point if the game is decided.
    pub fn refined_by<B: Geometry, W: Block>(
        self,
        position: &Go<B>,
        search: &mut Search<Go<B>, W>,
        limit: Option<u64>,
        seed: u64,
        watch: &mut dyn Watch<Search<Go<B>, W>>,
    ) -> Self {
        let (playouts, mut ownership) = (self.playouts() / 2, self);
        for (round, first) in [position.to_move(), position.to_move() ^ 1].into_iter().enumerate() {
            let position = position.continued_by(first);
            let seed = derive_seed(seed, round as u64);
            // By whole points, so that draws stay as possible or impossible as they were.
            let even = i32::from(position.komi()) + 2 * ownership.lead_in_points();
            let even = even.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            search.start(&position.with_komi(even), &[], seed);
            search.run_clocked(limit.map(|limit| limit / 2), watch);
            let searched = Ownership::after(&position, playouts, seed, |at, rng| {
                // Where nothing is left to do, the tree fills eyes: stop before that.
                let mut sensible = true;
                search.sample_variation(rng, |mv| {
                    sensible = sensible && !fills_own_eye(at, mv);
                    if sensible {
                        play(at, mv);
                    }
                });
            });
            ownership = if round == 0 { searched } else { ownership + searched };
        }
        ownership
    }
}

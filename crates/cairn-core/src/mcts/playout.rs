//! Playouts: from a leaf to the end of the game.

use super::line::Ply;
use super::mast::Mast;
use super::select::Walk;
use super::settings::Playout;
use crate::game::{Game, Outcome};
use crate::rng::Rng;
use crate::simd::multiversion;

multiversion! {
    /// Plays the walk's line to its end, by the move averages if there are any.
    pub(crate) fn play_out<G: Game>(
        walk: &mut Walk<'_, G>,
        playout: &Playout,
        mast: &Mast<'_>,
    ) -> Outcome = play_out_inline;
}

#[inline(always)]
fn play_out_inline<G: Game>(walk: &mut Walk<'_, G>, playout: &Playout, mast: &Mast<'_>) -> Outcome {
    // The position and the generator stay in registers and on the stack for the whole playout.
    let mut position = *walk.position;
    let mut rng = *walk.rng;
    let line = PlayLine { plies: walk.plies, len: &mut walk.len };
    let outcome = match *playout {
        Playout::Uniform => {
            play_line(&mut position, line, |position| position.random_playout_move(&mut rng))
        }
        Playout::Mast { epsilon, .. } => {
            let threshold = (f64::from(epsilon) * 4_294_967_296.0) as u64;
            play_line(&mut position, line, |position| {
                if u64::from(rng.next_u32()) < threshold {
                    position.random_playout_move(&mut rng)
                } else {
                    position.best_playout_move(mast.row(position.to_move()), &mut rng)
                }
            })
        }
    };
    *walk.rng = rng;
    outcome
}

struct PlayLine<'a> {
    plies: &'a mut [Ply],
    len: &'a mut usize,
}

#[inline(always)]
fn play_line<G: Game>(
    position: &mut G,
    line: PlayLine<'_>,
    mut choose: impl FnMut(&G) -> G::Move,
) -> Outcome {
    let mut len = *line.len;
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        if len == line.plies.len() {
            break position.cutoff();
        }
        let mv = choose(position);
        line.plies[len] = Ply::new(position.to_move(), position.key(mv));
        len += 1;
        position.play(mv);
    };
    *line.len = len;
    outcome
}

multiversion! {
    /// Plays uniformly random playout moves from `position` to the end of the game; how it went,
    /// and after how many plies.
    pub fn random_playout<G: Game>(position: G, rng: &mut Rng) -> (Outcome, usize)
        = random_playout_inline;
}

#[inline(always)]
fn random_playout_inline<G: Game>(mut position: G, rng: &mut Rng) -> (Outcome, usize) {
    let most = position.max_plies();
    let mut own = *rng;
    let mut plies = 0;
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        if plies == most {
            break position.cutoff();
        }
        let mv = position.random_playout_move(&mut own);
        position.play(mv);
        plies += 1;
    };
    *rng = own;
    (outcome, plies)
}

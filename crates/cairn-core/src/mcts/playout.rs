//! Playouts: from a leaf to the end of the game.
//!
//! A [`Chooser`] is a playout policy: it chooses the next move. To add one, implement it here and
//! add a variant of [`Playout`].

use super::mast::Mast;
use super::ply::Ply;
use super::select::{Walk, chance_move};
use super::settings::Playout;
use crate::game::{Game, Outcome, Rewards, Turn};
use crate::rng::Rng;
use crate::simd::multiversion;

/// A playout in progress: everything it needs but its position. [`Game::play_out`] passes it on.
pub struct PlayoutState<'a> {
    playout: &'a Playout,
    mast: &'a Mast<'a>,
    rng: &'a mut Rng,
    plies: &'a mut [Ply],
    len: usize,
}

/// Plays from the walk's position to the end of the game; returns each player's reward.
#[hot]
pub(crate) fn play_out<G: Game>(
    walk: &mut Walk<'_, G>,
    playout: &Playout,
    mast: &Mast<'_>,
) -> Rewards {
    let mut state = PlayoutState { playout, mast, rng: walk.rng, plies: walk.plies, len: walk.len };
    let outcome = walk.position.play_out(&mut state);
    walk.len = state.len;
    outcome.rewards(walk.denominator)
}

multiversion! {
    /// Plays from `position` to the end of the game.
    pub fn play_to_end<G: Game>(position: &G, state: &mut PlayoutState<'_>) -> Outcome
        = play_to_end_inline;
}

#[hot]
fn play_to_end_inline<G: Game>(position: &G, state: &mut PlayoutState<'_>) -> Outcome {
    match *state.playout {
        Playout::Uniform => play_moves(position, state, Uniform),
        Playout::Mast { epsilon, .. } => {
            let threshold = (f64::from(epsilon) * 4_294_967_296.0) as u64;
            play_moves(position, state, Greedy { threshold, mast: state.mast })
        }
        Playout::Patterns => play_moves(position, state, Informed),
    }
}

/// Chooses the next move of a playout. (A trait instead of a closure: a closure that is not inlined
/// would be compiled without the wide instructions.)
trait Chooser {
    fn choose<G: Game>(&self, position: &G, mover: usize, rng: &mut Rng) -> G::Move;
}

struct Uniform;

impl Chooser for Uniform {
    #[hot]
    fn choose<G: Game>(&self, position: &G, _: usize, rng: &mut Rng) -> G::Move {
        position.random_playout_move(rng)
    }
}

struct Informed;

impl Chooser for Informed {
    #[hot]
    fn choose<G: Game>(&self, position: &G, _: usize, rng: &mut Rng) -> G::Move {
        match position.informed_playout_move(rng) {
            Some(mv) => mv,
            None => position.random_playout_move(rng),
        }
    }
}

struct Greedy<'a> {
    /// The move is random if 32 random bits are below this.
    threshold: u64,
    mast: &'a Mast<'a>,
}

impl Chooser for Greedy<'_> {
    #[hot]
    fn choose<G: Game>(&self, position: &G, mover: usize, rng: &mut Rng) -> G::Move {
        if u64::from(rng.next_u32()) < self.threshold {
            position.random_playout_move(rng)
        } else {
            position.best_playout_move(self.mast.row(mover), rng)
        }
    }
}

#[hot]
fn play_moves<G: Game>(
    position: &G,
    state: &mut PlayoutState<'_>,
    chooser: impl Chooser,
) -> Outcome {
    // Local copies, so that they can stay in registers.
    let (mut position, mut rng, mut len) = (*position, *state.rng, state.len);
    let outcome = loop {
        let turn = position.turn();
        if let Turn::Over(outcome) = turn {
            break outcome;
        }
        if len == state.plies.len() {
            break position.cutoff();
        }
        let (mv, ply) = match turn.player() {
            Some(mover) => {
                let mv = chooser.choose(&position, mover, &mut rng);
                (mv, Ply::new(mover, position.key(mv)))
            }
            None => (chance_move(&position, &mut rng), Ply::CHANCE),
        };
        state.plies[len] = ply;
        len += 1;
        position.play(mv);
    };
    (*state.rng, state.len) = (rng, len);
    outcome
}

multiversion! {
    /// Plays uniformly random playout moves from `position` to the end of the game. Returns the
    /// outcome and the number of plies.
    pub fn random_playout<G: Game>(position: G, rng: &mut Rng) -> (Outcome, usize)
        = random_playout_inline;
}

#[hot]
fn random_playout_inline<G: Game>(mut position: G, rng: &mut Rng) -> (Outcome, usize) {
    let most = position.max_plies();
    let mut own = *rng;
    let mut plies = 0;
    let outcome = loop {
        let turn = position.turn();
        if let Turn::Over(outcome) = turn {
            break outcome;
        }
        if plies == most {
            break position.cutoff();
        }
        let mv = match turn.player() {
            Some(_) => position.random_playout_move(&mut own),
            None => chance_move(&position, &mut own),
        };
        position.play(mv);
        plies += 1;
    };
    *rng = own;
    (outcome, plies)
}

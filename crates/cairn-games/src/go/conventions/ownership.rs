//! Who owns what: the board at the end of many playouts.

use cairn_core::{Game, Rng};

use super::play;
use crate::bits::{PointSet, Points};
use crate::go::{BLACK, Geometry, Go, GoMove, SIZES, WHITE};

/// The points of the largest board.
const MAX_POINTS: usize = *SIZES.end() * *SIZES.end();

/// Playouts that are usually enough to say who owns what.
pub const OWNERSHIP_PLAYOUTS: u16 = 256;

/// For each point, how often each colour owned it at the end of a number of playouts.
pub struct Ownership {
    /// How often black did, less how often white did.
    ends: [i16; MAX_POINTS],
    playouts: u16,
    /// The sum of the scores in half points, positive for black.
    score: i64,
}

impl Ownership {
    /// Plays `playouts` games from `position` to the end; the random moves depend only on the seed.
    pub fn new<B: Geometry>(position: &Go<B>, playouts: u16, seed: u64) -> Self {
        Self::after(position, playouts, seed, |_, _| {})
    }

    /// The same, but each playout begins with the moves that `lead` plays.
    pub fn after<B: Geometry>(
        position: &Go<B>,
        playouts: u16,
        seed: u64,
        mut lead: impl FnMut(&mut Go<B>, &mut Rng),
    ) -> Self {
        let playouts = playouts.clamp(1, i16::MAX as u16);
        let mut ownership = Ownership { ends: [0; MAX_POINTS], playouts, score: 0 };
        let mut rng = Rng::new(seed);
        for _ in 0..playouts {
            let mut start = *position;
            lead(&mut start, &mut rng);
            let end = play_out(start, &mut rng);
            for (player, change) in [(BLACK, 1), (WHITE, -1)] {
                for point in Points(end.area(player)) {
                    ownership.ends[point] += change;
                }
            }
            ownership.score += i64::from(end.area_score());
        }
        ownership
    }

    /// How many playouts it comes from.
    pub fn playouts(&self) -> u16 {
        self.playouts
    }

    /// From −1 (white owned the point in every playout) to 1 (black did).
    pub fn of(&self, point: usize) -> f32 {
        f32::from(self.ends[point]) / f32::from(self.playouts)
    }

    /// Black's mean lead in points, after komi.
    pub fn lead(&self) -> f32 {
        self.score as f32 / (2 * i32::from(self.playouts)) as f32
    }

    /// The same, rounded.
    pub(super) fn lead_in_points(&self) -> i32 {
        let playouts = i64::from(self.playouts);
        let rounded = (self.score.abs() + playouts) / (2 * playouts);
        (rounded * self.score.signum()) as i32
    }

    /// The dead stones: chains whose points mostly end up with the other colour, and those that a
    /// bent four in the corner kills, which nobody plays out.
    #[inline(never)]
    pub fn dead<B: Geometry>(&self, position: &Go<B>) -> B::Set {
        let mut dead = B::Set::EMPTY;
        for (player, good) in [(BLACK, 1), (WHITE, -1)] {
            self.for_each_chain(position, player, |chain, fate| {
                if fate * good < 0 {
                    dead = dead | chain;
                }
            });
        }
        for player in [BLACK, WHITE] {
            let victims = position.continued_by(player).dead_by_bent_four();
            let besieged = position.connected(victims, victims | position.stones(player));
            if (besieged & !victims & dead).is_empty() {
                dead = dead | victims;
            }
        }
        dead
    }

    /// The stones in seki: a living chain of each colour, with a common liberty that neither can take
    /// without being in atari, and both survive an attack.
    pub fn in_seki<B: Geometry>(&self, position: &Go<B>, seed: u64) -> B::Set {
        let sides = [BLACK, WHITE].map(|player| position.continued_by(player));
        let mut shared = B::Set::EMPTY;
        for point in Points(position.liberties(position.stones(BLACK))) {
            if sides.iter().all(|side| side.is_self_atari_at(point)) {
                shared = shared | B::Set::single(point);
            }
        }
        let dead = self.dead(position);
        let mut stones = [BLACK, WHITE].map(|player| {
            let living = position.stones(player) & !dead;
            let firm = |chain: &B::Set| withstands(position, *chain, seed);
            union(chains_touching(position, living, shared).filter(firm))
        });
        let [black, white] = stones.map(|stones| position.liberties(stones));
        for stones in &mut stones {
            *stones = union(chains_touching(position, *stones, shared & black & white));
        }
        stones[BLACK] | stones[WHITE]
    }

    /// Whether nearly all playouts agree who owns each point.
    pub fn is_settled<B: Geometry>(&self, position: &Go<B>) -> bool {
        let sure = i32::from(self.playouts) * 4 / 5;
        (0..position.points()).all(|point| i32::from(self.ends[point]).abs() >= sure)
    }

    /// The score of `position` without its dead stones, in half points, positive for black.
    pub fn score<B: Geometry>(&self, position: &Go<B>) -> i32 {
        self.score_if_dead(position, self.dead(position))
    }

    /// The same if `dead` are the dead stones.
    pub fn score_if_dead<B: Geometry>(&self, position: &Go<B>, dead: B::Set) -> i32 {
        self.score_without(position, dead, |ends| ends)
    }

    /// The score without the stones `dead`. Empty points that both colours reach belong to nobody if
    /// two passes have ended the game. Until then, and where only a dead stone separated the colours,
    /// each goes to the colour that `decide` says: its argument is how often black owned the point
    /// less how often white did, its result is positive for black.
    fn score_without<B: Geometry>(
        &self,
        position: &Go<B>,
        dead: B::Set,
        decide: impl Fn(i32) -> i32,
    ) -> i32 {
        let end = position.without(dead);
        let mut open = !(end.area(BLACK) | end.area(WHITE));
        if position.passes() == 2 {
            open = open & end.connected(dead & open, open);
        }
        let open =
            (0..position.points()).filter(|&point| !(open & B::Set::single(point)).is_empty());
        let given = open.map(|point| decide(self.ends[point].into()).signum());
        end.area_score() + 2 * given.sum::<i32>()
    }

    /// The lead of `player` in half points if every doubtful chain turns out badly for them.
    pub fn least_lead<B: Geometry>(&self, position: &Go<B>, player: usize) -> i32 {
        let mut dead = B::Set::EMPTY;
        for (of, good) in [(BLACK, 1), (WHITE, -1)] {
            self.for_each_chain(position, of, |chain, fate| {
                let doubt = i32::from(self.playouts) * chain.count() as i32 * 2 / 5;
                let least = if of == player { doubt } else { -doubt };
                if fate * good < least {
                    dead = dead | chain;
                }
            });
        }
        let good = if player == BLACK { 1 } else { -1 };
        let doubt = i32::from(self.playouts) * 2 / 5;
        good * self.score_without(position, dead, |ends| ends - good * doubt)
    }

    /// Calls `each` with every chain of `player` and the sum of `ends` over its points.
    fn for_each_chain<B: Geometry>(
        &self,
        position: &Go<B>,
        player: usize,
        mut each: impl FnMut(B::Set, i32),
    ) {
        for chain in chains(position, position.stones(player)) {
            each(chain, Points(chain).map(|point| i32::from(self.ends[point])).sum());
        }
    }
}

impl core::ops::Add for Ownership {
    type Output = Ownership;

    /// The ownership from the playouts of both.
    fn add(mut self, other: Ownership) -> Ownership {
        for (ends, more) in self.ends.iter_mut().zip(other.ends) {
            *ends = ends.saturating_add(more);
        }
        self.playouts = self.playouts.saturating_add(other.playouts);
        self.score += other.score;
        self
    }
}

/// The chains of `stones` that have a liberty in `set`.
fn chains_touching<B: Geometry>(
    position: &Go<B>,
    stones: B::Set,
    set: B::Set,
) -> impl Iterator<Item = B::Set> {
    chains(position, stones).filter(move |chain| !(position.liberties(*chain) & set).is_empty())
}

/// The points of all `sets`.
fn union<S: PointSet>(sets: impl Iterator<Item = S>) -> S {
    sets.fold(S::EMPTY, |all, set| all | set)
}

/// The chains of `stones`.
fn chains<B: Geometry>(position: &Go<B>, mut stones: B::Set) -> impl Iterator<Item = B::Set> {
    core::iter::from_fn(move || {
        if stones.is_empty() {
            return None;
        }
        let chain = position.chain(stones.first());
        stones = stones & !chain;
        Some(chain)
    })
}

/// Whether a chain mostly lives, whichever of its liberties the other player takes first. False for a
/// chain with many liberties, which is not in a seki.
fn withstands<B: Geometry>(position: &Go<B>, chain: B::Set, seed: u64) -> bool {
    const PLAYOUTS: u16 = 40;
    let owner = position.stone(chain.first()).unwrap_or(BLACK);
    let good = if owner == BLACK { 1 } else { -1 };
    let liberties = position.liberties(chain);
    let start = position.continued_by(1 - owner);
    (2..=4).contains(&liberties.count())
        && Points(liberties).all(|liberty| {
            let mut attacked = start;
            if !attacked.is_legal(liberty) {
                return true;
            }
            play(&mut attacked, GoMove::at(liberty));
            let ownership = Ownership::new(&attacked, PLAYOUTS, seed);
            let fate: i32 = Points(chain).map(|point| i32::from(ownership.ends[point])).sum();
            2 * fate * good >= i32::from(PLAYOUTS) * chain.count() as i32
        })
}

/// Plays to the end, also where two passes have ended the game before everything was settled.
fn play_out<B: Geometry>(position: Go<B>, rng: &mut Rng) -> Go<B> {
    let mut position = position.continued_by(position.to_move());
    for _ in 0..position.max_plies() {
        if position.turn().is_over() {
            break;
        }
        let mv = position.counting_move(rng);
        play(&mut position, mv);
    }
    position
}

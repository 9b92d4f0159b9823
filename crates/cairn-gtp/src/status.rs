//! Who owns what: by playing on to the end, many times, and looking at the ends.

use cairn_core::{Game, Rng};
use cairn_games::go::{BLACK, Geometry, Go, GoMove, SIZES, WHITE};
use cairn_games::goban::{PointSet, Points};

use crate::record::play;

/// The points of the largest board.
pub(crate) const MAX_POINTS: usize = *SIZES.end() * *SIZES.end();

/// Who has each point at the end of how many of so many playouts.
pub struct Status {
    /// Black's ends less white's.
    ends: [i16; MAX_POINTS],
    playouts: u16,
    /// The sum of their scores in half points, positive for black.
    score: i64,
}

impl Status {
    /// Plays `playouts` times to the end from `position`, at random; the same seed gives the same.
    pub fn new<B: Geometry>(position: &Go<B>, playouts: u16, seed: u64) -> Self {
        Self::after(position, playouts, seed, |_, _| {})
    }

    /// The same, but each time `lead` may first play some moves.
    pub fn after<B: Geometry>(
        position: &Go<B>,
        playouts: u16,
        seed: u64,
        mut lead: impl FnMut(&mut Go<B>, &mut Rng),
    ) -> Self {
        let playouts = playouts.clamp(1, i16::MAX as u16);
        let mut status = Status { ends: [0; MAX_POINTS], playouts, score: 0 };
        let mut rng = Rng::new(seed);
        for _ in 0..playouts {
            let mut start = *position;
            lead(&mut start, &mut rng);
            let end = play_out(start, &mut rng);
            for (player, change) in [(BLACK, 1), (WHITE, -1)] {
                for point in Points(end.area(player)) {
                    status.ends[point] += change;
                }
            }
            status.score += i64::from(end.area_score());
        }
        status
    }

    /// From −1, always white's in the end, to 1, always black's.
    pub fn ownership(&self, point: usize) -> f32 {
        f32::from(self.ends[point]) / f32::from(self.playouts)
    }

    /// Black's mean lead in points, komi counted.
    pub fn lead(&self) -> f32 {
        self.score as f32 / (2 * i32::from(self.playouts)) as f32
    }

    /// The stones that are dead: those of the chains whose points are mostly the other's in the end,
    /// and those that a bent four in the corner kills, which nobody plays out.
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

    /// The stones in seki: two living chains of the two sides share a liberty that neither can take
    /// without being in atari, and both withstand an attack.
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

    /// Whether everybody would agree who has each point: all ends but a few say the same.
    pub fn is_settled<B: Geometry>(&self, position: &Go<B>) -> bool {
        let sure = i32::from(self.playouts) * 4 / 5;
        (0..position.points()).all(|point| i32::from(self.ends[point]).abs() >= sure)
    }

    /// The score of `position` without its dead stones, in half points, positive for black.
    pub fn score<B: Geometry>(&self, position: &Go<B>) -> i32 {
        self.score_if_dead(position, self.dead(position))
    }

    /// The same if these are the dead stones.
    pub fn score_if_dead<B: Geometry>(&self, position: &Go<B>, dead: B::Set) -> i32 {
        self.score_without(position, dead, |ends| ends)
    }

    /// The same without these stones. Empty points that both sides reach are nobody's if two passes
    /// have ended the game; but until then, and where a dead stone was all that stood between, they
    /// are given out one by one: `decide` makes of a point's ends a number that is positive for black.
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

    /// The lead of `player`, in half points, if every doubtful chain turns out against them.
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

    /// Calls `each` with every chain of `player` and the sum of its points' ends.
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

impl core::ops::Add for Status {
    type Output = Status;

    /// What the playouts of both say together.
    fn add(mut self, other: Status) -> Status {
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

/// All points of some sets.
fn union<S: PointSet>(sets: impl Iterator<Item = S>) -> S {
    sets.fold(S::EMPTY, |all, set| all | set)
}

/// The chains that these stones are.
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

/// Whether a chain mostly lives whichever of its liberties the other side takes first. Chains of many
/// liberties are not looked at: they are in no seki.
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
            let status = Status::new(&attacked, PLAYOUTS, seed);
            let fate: i32 = Points(chain).map(|point| i32::from(status.ends[point])).sum();
            2 * fate * good >= i32::from(PLAYOUTS) * chain.count() as i32
        })
}

/// Goes on to the end, also where two passes have ended the game before everything was settled.
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

/// Calls `each` with the points of a fixed handicap, in the standard's order; how many there are.
/// `None` if the standard has no such handicap on a board of this size.
pub fn fixed_handicap(size: usize, stones: usize, mut each: impl FnMut(usize)) -> Option<usize> {
    let most = match size {
        9.. if size % 2 == 1 => 9,
        7.. => 4,
        _ => 0,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let near = if size < 13 { 2 } else { 3 };
    let (far, middle) = (size - 1 - near, size / 2);
    // Column and row: the corners, the sides, then up and down; the middle completes odd numbers
    // from five on.
    let around = [
        (near, near),
        (far, far),
        (near, far),
        (far, near),
        (near, middle),
        (far, middle),
        (middle, near),
        (middle, far),
    ];
    let centre = stones >= 5 && stones % 2 == 1;
    let others = if centre { stones - 1 } else { stones };
    let centre = centre.then_some((middle, middle));
    for (column, row) in around[..others].iter().copied().chain(centre) {
        each(row * size + column);
    }
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::go::{Go9, GoAny};

    /// Both sides have eyes enough; the black stone on white's side has two liberties and no hope.
    const SETTLED: &str = "1O1O1O1/OOOOOOO/OO1X1OO/OOOOOOO/XXXXXXX/X1X1X1X/XXXXXXX b - 0 0";

    #[test]
    fn stones_without_hope_are_dead() {
        let position = GoAny::new(7).unwrap().parse_position(SETTLED).unwrap();
        let status = Status::new(&position, 200, 1);
        let dead: [usize; 1] = [position.parse_point("D5").unwrap()];
        let found = status.dead(&position);
        assert!(Points(found).eq(dead), "{found:?}");
        assert!(status.in_seki(&position, 1).is_empty());
        assert!(status.is_settled(&position));
        assert_eq!(status.score(&position), 2 * (21 - 28));
        assert!(status.ownership(0) > 0.9 && status.ownership(48) < -0.9);
    }

    /// The last board of a game against GNU Go, which counts it as here: without the dead stone at A2
    /// white's whole side is open to black at A1, and is white's all the same.
    #[test]
    fn a_gap_in_a_wall_is_not_a_lost_side() {
        let position = Go9::new().parse_position(
            "1X2OXX2/1OOO1OX2/3OOOX2/2O1OXX2/3OXXX2/1O2OOXO1/1OOOOXOO1/XOXXOXXX1/1XX1X4 b - 2 0",
        );
        let position = position.unwrap().with_komi(15);
        for seed in 1..5 {
            let status = Status::new(&position, 256, seed);
            assert_eq!(status.score(&position), -17, "W+8.5");
            assert!(status.least_lead(&position, BLACK) < 0);
        }
    }

    #[test]
    fn an_open_board_is_nobodys() {
        let position = Go9::new().with_komi(0);
        let status = Status::new(&position, 500, 1);
        assert!(!status.is_settled(&position));
        assert!((0..81).all(|point| status.ownership(point).abs() < 0.5));
        assert!(status.lead().abs() < 8.0, "{}", status.lead());
    }

    /// The last board of another: F1 is open by the ends alone, but with whom would it be in seki?
    #[test]
    fn nothing_is_in_seki_alone() {
        let position = Go9::new().parse_position(
            "OXX1X1X1X/OOXXXOXX1/OOOOX3X/1O1OX1XXX/2OXXXX1X/1OOX2XOX/1OXXOOXOO/1OXXO1OOX/1OOXXO1XX \
             b - 2 7.5",
        );
        let position = position.unwrap();
        for seed in 1..20 {
            let status = Status::new(&position, 256, seed);
            let status = status + Status::new(&position.continued_by(WHITE), 256, seed);
            assert!(status.in_seki(&position, seed).is_empty());
        }
    }

    /// Black's chain in the corner and the white one beside it have an eye each and one liberty in
    /// common: whoever takes it is taken.
    #[test]
    fn stones_in_seki_stay() {
        let position = Go9::new().parse_position(
            "1X1O1OXXX/XXXOOOXXX/OOOXXXXXX/O1OX1XXXX/OOOXXXXXX/O1OX1XXXX/OOOXXXXXX/OOOXXXXXX/OOOXXXXXX \
             b - 2 7.5",
        );
        let position = position.unwrap();
        for seed in 1..5 {
            let status = Status::new(&position, 256, seed);
            assert_eq!(status.in_seki(&position, seed).count(), 4 + 5);
            assert_eq!(status.score(&position), 2 * (53 - 27) - 15, "B+18.5");
        }
    }

    /// The last board of another: all that white has left to play is in the seki of the corner, where
    /// white's chain has an eye at A7, black's at B4, and A5 is between them. White may pass.
    #[test]
    fn who_has_nothing_else_to_play_is_in_seki_too() {
        let position = Go9::new().parse_position(
            "OOOOX4/OOOX1X3/1OXXX4/OOOXOX1X1/1XXOOX3/X1XOOX2X/OXXOXX1X1/OOOOOX1X1/4OOX2 w - 2 7.5",
        );
        let position = position.unwrap();
        for seed in 1..5 {
            let status = Status::new(&position, 256, seed);
            assert_eq!(status.in_seki(&position, seed).count(), 11 + 5 + 1);
            assert_eq!(status.score(&position), 25, "B+12.5");
        }
    }

    /// Whoever plays at A2 or D1 first is in atari, but only black gains by it: white takes four
    /// stones, and then there is a ko. GNU Go counts the same.
    #[test]
    fn a_bent_four_in_the_corner_is_dead() {
        let position = Go9::new().parse_position(
            "1O1O1O1O1/OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/X1X1X1X1X/XXXXXXXXX/OOXXXXXXX/1OOOOXXXX/XXX1OX1X1 \
             b - 2 7.5",
        );
        let position = position.unwrap();
        for seed in 1..5 {
            let status = Status::new(&position, 256, seed);
            assert_eq!(status.dead(&position).count(), 7);
            assert!(status.in_seki(&position, seed).is_empty());
            assert_eq!(status.score(&position), 39, "B+19.5");
        }
    }

    /// White takes what is around the corner at G1.
    #[test]
    fn a_bent_four_kills_nothing_from_within_the_dead() {
        let position = Go9::new().parse_position(
            "1O1O1O1O1/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/XXXXOOOOO/OOXXXXOOO/1OOOOXOOO/XXX1OX1OO \
             b - 2 7.5",
        );
        let position = position.unwrap();
        assert_eq!(position.continued_by(BLACK).dead_by_bent_four().count(), 7);
        let status = Status::new(&position, 256, 1);
        assert!((status.dead(&position) & position.stones(WHITE)).is_empty());
    }

    #[test]
    fn what_both_sides_reach_is_nobodys_after_two_passes() {
        let empty = Go9::new().parse_position("9/9/9/9/9/9/9/9/9 b - 2 7.5").unwrap();
        let dame = "3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3 b - 2 7.5";
        for position in [empty, Go9::new().parse_position(dame).unwrap()] {
            for seed in 1..5 {
                let status = Status::new(&position, 100, seed);
                assert_eq!(status.score(&position), -15, "W+7.5");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same() {
        let position = Go9::new();
        let (a, b) = (Status::new(&position, 50, 3), Status::new(&position, 50, 3));
        assert!(a.ends == b.ends && a.score == b.score);
        assert!(a.ends != Status::new(&position, 50, 4).ends);
    }

    #[test]
    fn two_together_say_what_both_say() {
        let position = Go9::new();
        let one = || Status::new(&position, 50, 3);
        let other = || Status::new(&position.continued_by(WHITE), 150, 4);
        let both = one() + other();
        for point in 0..81 {
            let mean = (one().ownership(point) + 3.0 * other().ownership(point)) / 4.0;
            assert!((both.ownership(point) - mean).abs() < 1e-5);
        }
        assert!((both.lead() - (one().lead() + 3.0 * other().lead()) / 4.0).abs() < 1e-3);
    }
}

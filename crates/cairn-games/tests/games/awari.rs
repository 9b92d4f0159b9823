//! Awari against a naive implementation, counts by an outside program, and the rules one by one.

use crate::common::{at, perft, position_text, refuses};
use cairn_core::game::Game;
use cairn_core::{Rng, testkit};
use cairn_games::awari::{Awari, QUIET_LIMIT};

/// As plainly as possible: houses 0 to 5 are south's, 6 to 11 north's.
#[derive(Clone, Debug)]
struct Naive {
    houses: [u32; 12],
    captured: [u32; 2],
    player: usize,
    quiet: u32,
}

impl Naive {
    fn side(&self, player: usize) -> u32 {
        self.houses[6 * player..6 * player + 6].iter().sum()
    }

    fn sow(&self, house: usize) -> Naive {
        let mut next = self.clone();
        let mut seeds = std::mem::take(&mut next.houses[house]);
        let mut at = house;
        while seeds > 0 {
            at = (at + 1) % 12;
            if at != house {
                next.houses[at] += 1;
                seeds -= 1;
            }
        }
        next.quiet += 1;
        let before_capture = next.clone();
        let hostile = |house: usize| house / 6 != self.player;
        while hostile(at) && (next.houses[at] == 2 || next.houses[at] == 3) {
            next.captured[self.player] += std::mem::take(&mut next.houses[at]);
            next.quiet = 0;
            at = (at + 11) % 12;
        }
        if next.side(1 - self.player) == 0 {
            next = before_capture;
        }
        next.player = 1 - self.player;
        next
    }

    fn legal(&self) -> Vec<usize> {
        let own = 6 * self.player..6 * self.player + 6;
        let full = own.filter(|&house| self.houses[house] > 0);
        if self.side(1 - self.player) > 0 {
            return full.collect();
        }
        full.filter(|&house| self.sow(house).side(1 - self.player) > 0).collect()
    }

    /// Twice south's reward of one, if the game is over.
    fn result(&self) -> Option<u32> {
        let by =
            |south: u32, north: u32| Some(1 + u32::from(south > north) - u32::from(south < north));
        let [south, north] = self.captured;
        if south > 24 || north > 24 || (south, north) == (24, 24) {
            return by(south, north);
        }
        let stuck = self.legal().is_empty() || self.quiet >= QUIET_LIMIT.into();
        if stuck { by(south + self.side(0), north + self.side(1)) } else { None }
    }
}

#[test]
fn plays_like_the_naive_one() {
    let mut rng = Rng::new(1);
    let (mut decided, mut stuck, mut circles) = (0, 0, 0);
    for _ in 0..20_000 {
        let mut real = Awari::default();
        let start = [4; 12];
        let mut naive = Naive { houses: start, captured: [0, 0], player: 0, quiet: 0 };
        loop {
            assert_eq!(real.to_move(), naive.player);
            for player in 0..2 {
                assert!(
                    real.seeds(player)
                        .iter()
                        .zip(&naive.houses[6 * player..])
                        .all(|(&real, &naive)| u32::from(real) == naive)
                );
                assert_eq!(real.captured(player) as u32, naive.captured[player]);
            }
            assert_eq!(
                real.turn().outcome().map(|outcome| outcome.reward(0, 2)),
                naive.result(),
                "{naive:?}"
            );
            if naive.result().is_some() {
                match () {
                    () if naive.quiet >= QUIET_LIMIT.into() => circles += 1,
                    () if naive.legal().is_empty() => stuck += 1,
                    () => decided += 1,
                }
                break;
            }
            let moves: Vec<u8> = naive.legal().iter().map(|&house| (house % 6) as u8).collect();
            assert!(real.legal_moves().eq(moves.iter().copied()), "{naive:?}");
            let mv = real.random_playout_move(&mut rng);
            naive = naive.sow(6 * naive.player + mv as usize);
            real.play(mv);
        }
    }
    assert!(decided > 1000 && stuck > 1000 && circles > 50, "{decided} {stuck} {circles}");
}

/// Counted by OpenSpiel's `oware`.
#[test]
fn lines_from_the_start() {
    for (depth, count) in [(1, 6), (2, 36), (3, 190), (4, 1_014), (5, 5_219), (6, 27_332)] {
        assert_eq!(perft(&Awari::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn keeps_the_contract() {
    let start = Awari::default();
    assert_eq!(size_of::<Awari>(), 16);
    testkit::check(&start, 300, 1);
    testkit::check_uniform(&start, 10_000, 1);
    for text in ["0,3,0,1,2,9/1,0,0,4,4,0 12-12 S 3", "0,0,0,1,2,9/0,0,0,0,0,0 18-18 S 3"] {
        let position = start.parse_position(text).expect(text);
        testkit::check(&position, 50, 2);
        testkit::check_uniform(&position, 10_000, 2);
    }
}

/// Plays `mv` and writes what comes of it.
fn after(text: &str, mv: &str) -> String {
    position_text(&crate::common::after(at(&Awari::default(), text), mv))
}

#[test]
fn sowing_leaves_out_the_house_it_came_from() {
    let text = after("0,0,0,0,0,13/1,1,1,1,1,1 15-14 S 7", "F");
    assert_eq!(text, "1,1,1,1,1,0/0,0,2,2,2,2 21-14 N 0");
}

#[test]
fn captures_go_backwards_through_twos_and_threes() {
    // The last seed makes three; before it two, and four, which is where it stops.
    let text = after("1,0,0,0,0,3/3,1,2,0,1,0 20-17 S 7", "F");
    assert_eq!(text, "1,0,0,0,0,0/4,0,0,0,1,0 25-17 N 0");
    // North captures from south, but never on its own side.
    let text = after("1,2,0,0,0,9/3,1,2,0,1,2 10-17 N 7", "f");
    assert_eq!(text, "0,0,0,0,0,9/3,1,2,0,1,0 10-22 S 0");
    let text = after("0,0,2,0,0,0/2,0,1,0,0,0 20-23 N 7", "a");
    assert_eq!(text, "0,0,2,0,0,0/0,1,2,0,0,0 20-23 S 8");
}

#[test]
fn a_grand_slam_captures_nothing() {
    let text = after("5,0,0,0,0,2/1,1,0,0,0,0 20-19 S 7", "F");
    assert_eq!(text, "5,0,0,0,0,0/2,2,0,0,0,0 20-19 N 8");
}

#[test]
fn the_hungry_must_be_fed_if_possible() {
    let position =
        Awari::default().parse_position("0,1,0,0,2,1/0,0,0,0,0,0 22-22 S 3").expect("a position");
    assert!(position.legal_moves().eq([4, 5]), "B would not reach north");
    assert!(position.turn().outcome().is_none());
    let stuck = position.parse_position("1,1,0,0,0,0/0,0,0,0,0,0 22-24 S 3").unwrap();
    assert_eq!(stuck.turn().outcome().unwrap().reward(0, 2), 1, "24 each: south keeps its two");
}

#[test]
fn circles_end_the_game_and_everyone_keeps_their_side() {
    let text = "0,2,0,0,0,0/0,0,0,0,2,0 23-21 S 99";
    let mut position = Awari::default().parse_position(text).unwrap();
    assert!(position.turn().outcome().is_none());
    assert_eq!(position.cutoff().reward(0, 2), 2);
    position.play(position.parse_move("b").unwrap());
    assert_eq!(position.turn().outcome().unwrap().reward(0, 2), 2);
}

#[test]
fn wrong_positions_are_explained() {
    let start = Awari::default();
    refuses(
        &start,
        &[
            ("", "like the start"),
            ("4,4,4,4,4,4 0-0 S 0", "a / divides"),
            ("4,4,4,4,4/4,4,4,4,4,8 0-0 S 0", "six houses"),
            ("4,4,4,4,4,+4/4,4,4,4,4,4 0-0 S 0", "0 to 48"),
            ("4,4,4,4,4,4/4,4,4,4,4,4 1-0 S 0", "48 seeds"),
            ("4,4,4,4,4,4/4,4,4,4,4,4 0 S 0", "like 10-7"),
            ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 W 0", "S or N"),
            ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", "0 to 100"),
            ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 S 101", "0 to 100"),
            ("4,4,4,4,4,4/4,4,4,4,4,4 0-0 S 1 1", "nothing may follow"),
        ],
    );
}

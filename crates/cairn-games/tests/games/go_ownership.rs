//! Who owns what at the end of a game of Go: positions with known answers.

use cairn_core::Game;
use cairn_games::bits::{PointSet, Points};
use cairn_games::go::conventions::Ownership;
use cairn_games::go::{BLACK, Go9, GoAny, WHITE};

/// Both sides have eyes enough; the black stone on white's side has two liberties and no hope.
const SETTLED: &str = "1O1O1O1/OOOOOOO/OO1X1OO/OOOOOOO/XXXXXXX/X1X1X1X/XXXXXXX b - 0 0";

#[test]
fn stones_without_hope_are_dead() {
    let position = GoAny::new(7).unwrap().parse_position(SETTLED).unwrap();
    let ownership = Ownership::new(&position, 200, 1);
    let dead: [usize; 1] = [position.parse_point("D5").unwrap()];
    let found = ownership.dead(&position);
    assert!(Points(found).eq(dead), "{found:?}");
    assert!(ownership.in_seki(&position, 1).is_empty());
    assert!(ownership.is_settled(&position));
    assert_eq!(ownership.score(&position), 2 * (21 - 28));
    assert!(ownership.of(0) > 0.9 && ownership.of(48) < -0.9);
}

/// The last board of a game against GNU Go, which counts it as here: without the dead stone at A2
/// white's whole side would be open to black at A1, but it counts as white's.
#[test]
fn a_gap_in_a_wall_is_not_a_lost_side() {
    let position = Go9::new().parse_position(
        "1X2OXX2/1OOO1OX2/3OOOX2/2O1OXX2/3OXXX2/1O2OOXO1/1OOOOXOO1/XOXXOXXX1/1XX1X4 b - 2 0",
    );
    let position = position.unwrap().with_komi(15);
    for seed in 1..5 {
        let ownership = Ownership::new(&position, 256, seed);
        assert_eq!(ownership.score(&position), -17, "W+8.5");
        assert!(ownership.least_lead(&position, BLACK) < 0);
    }
}

#[test]
fn an_open_board_is_nobodys() {
    let position = Go9::new().with_komi(0);
    let ownership = Ownership::new(&position, 500, 1);
    assert!(!ownership.is_settled(&position));
    assert!((0..81).all(|point| ownership.of(point).abs() < 0.5));
    assert!(ownership.lead().abs() < 8.0, "{}", ownership.lead());
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
        let ownership = Ownership::of_both_sides(&position, 256, seed);
        assert!(ownership.in_seki(&position, seed).is_empty());
    }
}

/// Black's chain in the corner and the white one beside it have an eye each and one liberty in
/// common: the player who takes it is captured.
#[test]
fn stones_in_seki_stay() {
    let position = Go9::new().parse_position(
        "1X1O1OXXX/XXXOOOXXX/OOOXXXXXX/O1OX1XXXX/OOOXXXXXX/O1OX1XXXX/OOOXXXXXX/OOOXXXXXX/OOOXXXXXX \
         b - 2 7.5",
    );
    let position = position.unwrap();
    for seed in 1..5 {
        let ownership = Ownership::new(&position, 256, seed);
        assert_eq!(ownership.in_seki(&position, seed).count(), 4 + 5);
        assert_eq!(ownership.score(&position), 2 * (53 - 27) - 15, "B+18.5");
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
        let ownership = Ownership::new(&position, 256, seed);
        assert_eq!(ownership.in_seki(&position, seed).count(), 11 + 5 + 1);
        assert_eq!(ownership.score(&position), 25, "B+12.5");
    }
}

/// The player who plays at A2 or D1 first is in atari, but only black gains by it: white takes four
/// stones, and then there is a ko. GNU Go counts the same.
#[test]
fn a_bent_four_in_the_corner_is_dead() {
    let position = Go9::new().parse_position(
        "1O1O1O1O1/OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/X1X1X1X1X/XXXXXXXXX/OOXXXXXXX/1OOOOXXXX/XXX1OX1X1 \
         b - 2 7.5",
    );
    let position = position.unwrap();
    for seed in 1..5 {
        let ownership = Ownership::new(&position, 256, seed);
        assert_eq!(ownership.dead(&position).count(), 7);
        assert!(ownership.in_seki(&position, seed).is_empty());
        assert_eq!(ownership.score(&position), 39, "B+19.5");
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
    let ownership = Ownership::new(&position, 256, 1);
    assert!((ownership.dead(&position) & position.stones(WHITE)).is_empty());
}

#[test]
fn points_that_both_reach_count_for_neither_after_two_passes() {
    let empty = Go9::new().parse_position("9/9/9/9/9/9/9/9/9 b - 2 7.5").unwrap();
    let dame = "3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3/3X1O3 b - 2 7.5";
    for position in [empty, Go9::new().parse_position(dame).unwrap()] {
        for seed in 1..5 {
            let ownership = Ownership::new(&position, 100, seed);
            assert_eq!(ownership.score(&position), -15, "W+7.5");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same() {
    let position = Go9::new();
    let found = |seed| {
        let ownership = Ownership::new(&position, 50, seed);
        (0..81).map(|point| ownership.of(point)).chain([ownership.lead()]).collect::<Vec<_>>()
    };
    assert_eq!(found(3), found(3));
    assert_ne!(found(3), found(4));
}

#[test]
fn two_together_say_what_both_say() {
    let position = Go9::new();
    let one = || Ownership::new(&position, 50, 3);
    let other = || Ownership::new(&position.continued_by(WHITE), 150, 4);
    let both = one() + other();
    for point in 0..81 {
        let mean = (one().of(point) + 3.0 * other().of(point)) / 4.0;
        assert!((both.of(point) - mean).abs() < 1e-5);
    }
    assert!((both.lead() - (one().lead() + 3.0 * other().lead()) / 4.0).abs() < 1e-3);
}

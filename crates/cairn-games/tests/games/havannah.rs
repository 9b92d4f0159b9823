//! Havannah against a naive implementation, its rules one by one, and its text.

use std::collections::{HashMap, HashSet};

use crate::common::*;
use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};
use cairn_core::testkit;
use cairn_games::havannah::{BASES, BLACK, HavannahLarge, HavannahSmall, WHITE};

fn board(base: usize) -> HavannahSmall {
    HavannahSmall::new(base).unwrap()
}

#[test]
fn keeps_the_contract() {
    for base in 3..=7 {
        testkit::check(&board(base), 10, base as u64);
        testkit::check_uniform(&board(base), 10_000, base as u64);
    }
    for base in [5, 8, 10] {
        let start = HavannahLarge::new(base).unwrap();
        testkit::check(&start, 3, base as u64);
        testkit::check_uniform(&start, 10_000, base as u64);
    }
    testkit::check_uniform(&after(board(3), "a1 b2 c3 d4 e5 a2"), 10_000, 1);
}

#[test]
fn sizes_have_limits() {
    assert!(HavannahSmall::new(2).is_err() && HavannahSmall::new(8).is_err());
    assert!(HavannahLarge::new(2).is_err() && HavannahLarge::new(11).is_err());
    assert_eq!((size_of::<HavannahSmall>(), align_of::<HavannahSmall>()), (296, 8));
    assert_eq!((size_of::<HavannahLarge>(), align_of::<HavannahLarge>()), (632, 8));
    assert_eq!(board(5).keys(), 61);
    assert_eq!(HavannahLarge::new(10).unwrap().keys(), 271);
}

type Place = (i32, i32);

/// The board as a set of places, stones by place, and questions answered by flood fill.
struct Naive {
    base: i32,
    stones: HashMap<Place, usize>,
}

impl Naive {
    fn on_board(&self, (column, row): Place) -> bool {
        let last = 2 * self.base - 2;
        (0..=last).contains(&column)
            && (0..=last).contains(&row)
            && (column - row).abs() < self.base
    }

    fn neighbours((column, row): Place) -> [Place; 6] {
        [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)].map(|(c, r)| (column + c, row + r))
    }

    fn player(&self, place: Place) -> Option<usize> {
        self.stones.get(&place).copied()
    }

    /// Everything that is reached from `start` by steps to places that `is_inside`.
    fn flood(start: Place, is_inside: impl Fn(Place) -> bool) -> HashSet<Place> {
        let mut all = HashSet::from([start]);
        let mut todo = vec![start];
        while let Some(place) = todo.pop() {
            for near in Self::neighbours(place) {
                if is_inside(near) && all.insert(near) {
                    todo.push(near);
                }
            }
        }
        all
    }

    /// Whether the chain with the stone at `place` wins: by bridge, fork, ring.
    fn wins(&self, place: Place) -> [bool; 3] {
        let player = self.player(place);
        let chain = Self::flood(place, |near| self.player(near) == player);
        let (middle, last) = (self.base - 1, 2 * self.base - 2);
        let corners =
            [(0, 0), (middle, 0), (last, middle), (last, last), (middle, last), (0, middle)];
        let bridge = corners.iter().filter(|corner| chain.contains(corner)).count() >= 2;
        let edges: [&dyn Fn(Place) -> bool; 6] = [
            &|(_, row)| row == 0,
            &|(column, _)| column == 0,
            &|(_, row)| row == last,
            &|(column, _)| column == last,
            &|(column, row)| column - row == middle,
            &|(column, row)| row - column == middle,
        ];
        let touched = edges
            .iter()
            .filter(|is_on| chain.iter().any(|&place| is_on(place) && !corners.contains(&place)));
        let fork = touched.count() >= 3;
        // What is reached from outside without crossing the chain is not enclosed.
        let frame = |(column, row): Place| {
            (-1..=last + 1).contains(&column) && (-1..=last + 1).contains(&row)
        };
        let outside = Self::flood((-1, -1), |near| frame(near) && !chain.contains(&near));
        let ring = (0..=last).any(|row| {
            (0..=last).any(|column| {
                let place = (column, row);
                let enclosed = !chain.contains(&place) && !outside.contains(&place);
                let filled = chain.contains(&place)
                    && Self::neighbours(place).iter().all(|near| chain.contains(near));
                self.on_board(place) && (enclosed || filled)
            })
        });
        [bridge, fork, ring]
    }
}

fn place(name: &str) -> Place {
    (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1)
}

/// Plays random games by both; counts wins by bridge, fork, ring, and draws.
fn plays_as_the_plain_rules<G: Game>(
    start: G,
    base: usize,
    games: usize,
    rng: &mut Rng,
) -> [u32; 4] {
    let mut ends = [0; 4];
    for _ in 0..games {
        let mut position = start;
        let mut naive = Naive { base: base as i32, stones: HashMap::new() };
        while let Turn::Player(player) = position.turn() {
            let mv = position.random_playout_move(rng);
            let name = move_text(&position, mv);
            assert!(naive.on_board(place(&name)) && naive.player(place(&name)).is_none());
            naive.stones.insert(place(&name), player);
            position.play(mv);
            assert!(position.turn().player().is_none_or(|next| next == 1 - player));
            let wins = naive.wins(place(&name));
            let expected = wins.contains(&true).then_some(player);
            let full = naive.stones.len() == position.keys();
            assert_eq!(winner(&position), expected, "{}", position_text(&position));
            assert_eq!(position.turn().is_over(), expected.is_some() || full);
            for (end, is_so) in ends.iter_mut().zip(wins) {
                *end += u32::from(is_so);
            }
            if full && expected.is_none() {
                assert_eq!(position.turn().outcome(), Some(Outcome::draw()));
                ends[3] += 1;
            }
        }
    }
    ends
}

#[test]
fn the_winner_is_known_at_once() {
    let mut rng = Rng::new(4);
    let mut all = [0; 4];
    for base in 3..=7 {
        let ends = plays_as_the_plain_rules(board(base), base, 2_000 / base / base, &mut rng);
        all = std::array::from_fn(|end| all[end] + ends[end]);
    }
    assert!(all[..3].iter().all(|&wins| wins > 20), "{all:?}");
    for base in [3, 5, 8, 10] {
        plays_as_the_plain_rules(HavannahLarge::new(base).unwrap(), base, 8, &mut rng);
    }
}

/// Positions with many more stones than games reach, put together in the order of the rows.
#[test]
fn any_position_is_read_as_the_plain_rules_have_it() {
    let mut rng = Rng::new(6);
    let (mut won, mut open) = (0, 0);
    for round in 0..1_500 {
        let base = 3 + round % 3;
        let start = board(base);
        let own = 2 + rng.below(6);
        let mut naive = Naive { base: base as i32, stones: HashMap::new() };
        let mut text = String::new();
        for row in 0..2 * base as i32 - 1 {
            for column in 0..2 * base as i32 - 1 {
                if naive.on_board((column, row)) {
                    let is_own = rng.below(10) < own;
                    text.push(if is_own { 'O' } else { '.' });
                    if is_own {
                        naive.stones.insert((column, row), WHITE);
                    }
                }
            }
            text.push('/');
        }
        text.pop();
        let position = start.parse_position(&(text + " b")).unwrap();
        let expected = naive.stones.keys().any(|place| naive.wins(*place).contains(&true));
        assert_eq!(winner(&position), expected.then_some(WHITE), "{}", position_text(&position));
        *(if expected { &mut won } else { &mut open }) += 1;
    }
    assert!(won > 150 && open > 150, "{won} won, {open} open");
}

/// Who wins when White plays `stones` and Black far away, at base 5; only the last may win.
fn end(stones: &str, elsewhere: &str) -> Option<usize> {
    let mut position = board(5);
    let mut elsewhere = elsewhere.split_whitespace();
    for stone in stones.split_whitespace() {
        assert_eq!(position.turn().outcome(), None, "before {stone}");
        position = after(position, stone);
        if position.turn().outcome().is_none() {
            position = after(position, elsewhere.next().unwrap());
        }
    }
    winner(&position)
}

#[test]
fn bridges_forks_and_rings() {
    let far = "e9 g8 i7 f9 h9 i9";
    assert_eq!(end("a1 c1 d1 e1 b1", far), Some(WHITE), "a bridge along an edge");
    assert_eq!(end("a1 b1 c1 d1", far), None, "one corner");
    assert_eq!(end("a2 b2 c2 d2 e2 f2", far), None, "two edges");
    assert_eq!(end("a2 b2 c2 d2 e2 a1", far), None, "one edge and a corner");
    assert_eq!(end("a2 b2 c2 d2 e2 b1 f2", far), Some(WHITE), "a fork");
    assert_eq!(end("c3 d3 e4 e5 d5 c4", far), Some(WHITE), "a ring round an empty cell");
    assert_eq!(end("c3 d3 e4 e5 d5 d4", far), None, "no ring with a gap");
    assert_eq!(
        end("c3 d3 e4 e5 d5 d4 c4", "e9 g8 i7 f9 h9 i9 a5"),
        Some(WHITE),
        "round an own one"
    );
    assert_eq!(end("c3 d3 e4 e5 d5 c4", "d4 g8 i7 f9 h9 i9"), Some(WHITE), "round an enemy");
    assert_eq!(end("c3 d3 c4 d4 e4 d5", far), None, "a triangle is not a ring");
}

#[test]
fn corners_belong_to_no_edge() {
    // From the corner a1 along an edge, and down to another edge: two edges only.
    let position = board(4).parse_position("OOO1/1O3/1O4/1O5/O5/5/4 b").unwrap();
    assert_eq!(position_text(&position), "OOO1/1O3/1O4/1O5/O5/5/4 b");
    assert_eq!(winner(&position), None);
}

#[test]
fn a_whole_side_is_a_bridge() {
    for base in BASES {
        let start = HavannahLarge::new(base).unwrap();
        let naive = Naive { base: base as i32, stones: HashMap::new() };
        let (middle, last) = (base as i32 - 1, 2 * base as i32 - 2);
        let sides: [&dyn Fn(Place) -> bool; 6] = [
            &|(_, row)| row == 0,
            &|(column, _)| column == 0,
            &|(_, row)| row == last,
            &|(column, _)| column == last,
            &|(column, row)| column - row == middle,
            &|(column, row)| row - column == middle,
        ];
        let places = || (0..=last).flat_map(|row| (0..=last).map(move |column| (column, row)));
        for side in sides {
            let cells: Vec<Place> =
                places().filter(|&cell| naive.on_board(cell) && side(cell)).collect();
            assert_eq!(cells.len(), base);
            for missing in 0..=base {
                let has = |cell| cells.iter().position(|&own| own == cell) != Some(missing);
                let rows = (0..=last).map(|row| {
                    let row = places().filter(|cell| cell.1 == row && naive.on_board(*cell));
                    row.map(|cell| if side(cell) && has(cell) { 'O' } else { '.' }).collect()
                });
                let text = rows.collect::<Vec<String>>().join("/") + " b";
                let expected = (missing == base).then_some(WHITE);
                assert_eq!(winner(&start.parse_position(&text).unwrap()), expected, "{text}");
            }
        }
    }
}

#[test]
fn a_full_board_can_be_drawn() {
    // Found by search: neither side has anything.
    let mut rng = Rng::new(1);
    let drawn = (0..3_000_000).find_map(|_| {
        let mut position = board(3);
        while position.turn().outcome().is_none() {
            position.play(position.random_playout_move(&mut rng));
        }
        (position.turn().outcome() == Some(Outcome::draw())).then_some(position)
    });
    let drawn = drawn.expect("a drawn game");
    assert_eq!(drawn.legal_moves().count(), 0);
    assert!((0..19).all(|cell| drawn.stone(cell).is_some()));
}

#[test]
fn both_types_play_alike() {
    for base in 3..=7 {
        play_alike(board(base), HavannahLarge::new(base).unwrap(), base as u64);
    }
}

#[test]
fn lines_are_counted() {
    assert_eq!([1, 2, 3].map(|depth| perft(&board(5), depth)), [61, 61 * 60, 61 * 60 * 59]);
}

#[test]
fn text() {
    let start = board(3);
    assert_eq!(position_text(&start), "3/4/5/4/3 w");
    let position = after(start, "B2 e5 d2");
    assert_eq!(position_text(&position), "3/1O1O/5/4/2X b");
    assert_eq!(start.parse_position("3/.o1O/5/4/..x B"), Ok(position));
    assert_eq!(
        drawing(&position),
        "      a b c\n   1 . . . d\n  2 . O . O e\n 3 . . . . .\n  4 . . . .\n   5 . . X\n"
    );
    for base in BASES {
        drawing(&HavannahLarge::new(base).unwrap());
    }
    for wrong in ["", "d1", "a4", "f3", "a0", "a01", "1a", "é1", "b2", "a1x", "c6"] {
        assert_eq!(position.parse_move(wrong), None, "{wrong}");
    }
    assert_eq!((start.player_name(WHITE), start.player_name(BLACK)), ("White", "Black"));
    refuses(
        &start,
        &[
            ("", "rows"),
            ("3/4/5 w", "as many rows"),
            ("3/5/5/4/3 w", "as many places"),
            ("3/4/5/4/Z2 w", "O for white"),
            ("OOO/4/5/4/XXX w", "only one"),
            ("3/4/5/4/3", "w or b"),
            ("3/4/5/4/3 w -", "follow"),
        ],
    );
    survives_noise(&start, "34/XO.ab1é", "/5/4/3 w");
}

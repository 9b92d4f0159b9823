//! What Go knows about good moves, against the same rules written plainly over a grid of characters.

use std::collections::BTreeSet;

use crate::naive::{Grid, Naive, neighbours, region};
use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_games::bits::PointSet;
use cairn_games::go::{BLACK, Geometry, Go, Go9, GoAny, GoMove, WHITE};

type Point = (usize, usize);

/// MoGo's patterns as they are drawn: X and O are the colours either way round, `x` is not X, `o`
/// not O, `?` anything, `#` off the board.
const PATTERNS: [&str; 13] = [
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. x.?",
    ".O. X.. ...",
    "XO? O.o ?o?",
    "XO? O.X ???",
    "?X? O.O ooo",
    "OX? o.O ???",
    "X.? O.? ##?",
    "OX? X.O ###",
    "?X? x.O ###",
    "?XO x.x ###",
    "?OX X.O ###",
];

/// The shapes that make at most one eye if the other side plays first.
const ONE_EYE: [&str; 9] =
    ["#", "##", "###", "## #.", "### .#.", "## ##", "### ##.", ".#. ### .#.", "##. ### .#."];

/// Whether the points are one of the shapes, turned and mirrored in some way.
fn is_one_eye(points: &BTreeSet<Point>) -> bool {
    let from_zero = |points: Vec<(i32, i32)>| -> BTreeSet<(i32, i32)> {
        let row = points.iter().map(|point| point.0).min().unwrap();
        let column = points.iter().map(|point| point.1).min().unwrap();
        points.into_iter().map(|(r, c)| (r - row, c - column)).collect()
    };
    let found = from_zero(points.iter().map(|&(r, c)| (r as i32, c as i32)).collect());
    ONE_EYE.iter().any(|shape| {
        let rows = shape.split(' ').zip(0..);
        let points = rows.flat_map(|(row, r)| {
            row.chars().zip(0..).filter(|(symbol, _)| *symbol == '#').map(move |(_, c)| (r, c))
        });
        let points: Vec<_> = points.collect();
        (0..8).any(|way| from_zero(points.iter().map(|&at| turned(way, at)).collect()) == found)
    })
}

fn liberties(grid: &Grid, point: Point) -> BTreeSet<Point> {
    let stones = region(grid, point.0, point.1).0;
    let around = stones.iter().flat_map(|&(r, c)| neighbours(grid.len(), r, c));
    around.filter(|&(r, c)| grid[r][c] == '.').collect()
}

fn at(grid: &Grid, row: i32, column: i32) -> char {
    let on_board = |x: i32| (0..grid.len() as i32).contains(&x);
    match on_board(row) && on_board(column) {
        true => grid[row as usize][column as usize],
        false => '#',
    }
}

fn fits(symbol: char, found: char, colours: [char; 2]) -> bool {
    match symbol {
        'X' => found == colours[0],
        'O' => found == colours[1],
        'x' => found != colours[0],
        'o' => found != colours[1],
        '?' => true,
        other => found == other,
    }
}

/// A step turned and mirrored in one of eight ways.
fn turned(way: usize, (row, column): (i32, i32)) -> (i32, i32) {
    let (row, column) = if way & 1 > 0 { (column, row) } else { (row, column) };
    (if way & 2 > 0 { -row } else { row }, if way & 4 > 0 { -column } else { column })
}

fn is_pattern(grid: &Grid, (row, column): Point) -> bool {
    let matches = |pattern: &str, way: usize, colours: [char; 2]| {
        pattern.split(' ').zip(-1..).all(|(line, r)| {
            line.chars().zip(-1..).all(|(symbol, c)| {
                let (dr, dc) = turned(way, (r, c));
                fits(symbol, at(grid, row as i32 + dr, column as i32 + dc), colours)
            })
        })
    };
    PATTERNS.iter().any(|pattern| {
        (0..8).any(|way| matches(pattern, way, ['X', 'O']) || matches(pattern, way, ['O', 'X']))
    })
}

/// A position with what was played last.
struct Known {
    now: Naive,
    last: Option<Point>,
}

impl Known {
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let size = self.now.size;
        (0..size * size).map(move |point| (point / size, point % size))
    }

    fn stone(&self, (row, column): Point) -> char {
        self.now.grid[row][column]
    }

    fn other(&self) -> char {
        if self.now.turn == 'X' { 'O' } else { 'X' }
    }

    fn after(&self, point: Point) -> Option<Naive> {
        let mut next = self.now.clone();
        self.now.legal(point.0, point.1).then(|| next.play(Some(point)))?;
        Some(next)
    }

    /// Whether a stone at `point` is in atari afterwards.
    fn is_self_atari(&self, point: Point) -> bool {
        self.after(point).is_some_and(|next| liberties(&next.grid, point).len() < 2)
    }

    fn last_liberty(&self, stone: Point) -> Option<Point> {
        let liberties = liberties(&self.now.grid, stone);
        (liberties.len() == 1).then(|| *liberties.first().unwrap())
    }

    /// What takes the chain of this hostile stone.
    fn capture(&self, stone: Point) -> Option<Point> {
        if self.stone(stone) == self.other() { self.last_liberty(stone) } else { None }
    }

    /// What saves the chain of this own stone.
    fn rescues(&self, stone: Point) -> BTreeSet<Point> {
        if self.stone(stone) != self.now.turn {
            return BTreeSet::new();
        }
        let Some(liberty) = self.last_liberty(stone) else { return BTreeSet::new() };
        let chain = region(&self.now.grid, stone.0, stone.1).0;
        let beside = chain.iter().flat_map(|&(r, c)| neighbours(self.now.size, r, c));
        let mut saving: BTreeSet<_> = beside.filter_map(|stone| self.capture(stone)).collect();
        // The stone alone must find a second liberty; what it takes was counted above.
        let mut grid = self.now.grid.clone();
        grid[liberty.0][liberty.1] = self.now.turn;
        if liberties(&grid, liberty).len() > 1 {
            saving.insert(liberty);
        }
        saving
    }

    fn patterns(&self) -> BTreeSet<Point> {
        let Some((row, column)) = self.last else { return BTreeSet::new() };
        let beside = |&(r, c): &Point| r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1;
        let fits = |point: &Point| self.stone(*point) == '.' && is_pattern(&self.now.grid, *point);
        self.points().filter(beside).filter(fits).collect()
    }

    fn may_play_out(&self, &(row, column): &Point) -> bool {
        self.now.legal(row, column) && !self.now.eye(row, column)
    }

    /// What saves the chains that the last move put in atari.
    fn urgent(&self) -> BTreeSet<Point> {
        let Some(last) = self.last else { return BTreeSet::new() };
        let beside = neighbours(self.now.size, last.0, last.1);
        let mut urgent: BTreeSet<_> = beside.iter().flat_map(|&p| self.rescues(p)).collect();
        urgent.retain(|point| self.may_play_out(point));
        urgent
    }

    /// The answers to the last move.
    fn answers(&self) -> BTreeSet<Point> {
        let urgent = self.urgent();
        if !urgent.is_empty() {
            return urgent;
        }
        let mut patterns = self.patterns();
        patterns.retain(|&point| self.may_play_out(&point) && !self.is_self_atari(point));
        patterns
    }

    /// Whether a stone at `point` leaves a chain of several stones in atari.
    fn is_blunder(&self, point: Point) -> bool {
        let beside = neighbours(self.now.size, point.0, point.1);
        self.is_self_atari(point) && beside.iter().any(|&p| self.stone(p) == self.now.turn)
    }

    /// Stones that take nothing and have one liberty, in one hostile chain and far from friends; and
    /// the place they leave is one eye.
    fn is_sacrifice(&self, point: Point) -> bool {
        let size = self.now.size;
        let mut grid = self.now.grid.clone();
        grid[point.0][point.1] = self.now.turn;
        let stones = region(&grid, point.0, point.1).0;
        let liberties = liberties(&grid, point);
        let Some(&(row, column)) = liberties.first() else { return false };
        let beside = neighbours(size, row, column);
        let has_friends =
            beside.iter().any(|&(r, c)| grid[r][c] == self.now.turn && !stones.contains(&(r, c)));
        let around = stones.iter().flat_map(|&(r, c)| neighbours(size, r, c));
        let hostile = around.filter(|&(r, c)| grid[r][c] == self.other());
        let chains: BTreeSet<BTreeSet<Point>> =
            hostile.map(|(r, c)| region(&grid, r, c).0).collect();
        liberties.len() == 1 && !has_friends && chains.len() <= 1 && is_one_eye(&stones)
    }
}

/// Priors, from the one that outweighs all others down.
impl Known {
    fn prior(&self, point: Point) -> f32 {
        let urgent = |stone: Point| {
            self.capture(stone) == Some(point) || self.rescues(stone).contains(&point)
        };
        let stones = || self.points().filter(|&stone| self.stone(stone) != '.');
        if stones().any(urgent) {
            0.95
        } else if self.is_self_atari(point) {
            0.1
        } else if self.patterns().contains(&point) {
            0.87
        } else if is_pattern(&self.now.grid, point) {
            0.72
        } else {
            0.5
        }
    }
}

/// What came up in the games that were compared.
#[derive(Default)]
struct Seen {
    answers: usize,
    silent: usize,
    sacrifices: usize,
}

fn compare_priors<B: Geometry>(real: &Go<B>, known: &Known) {
    let mut priors = vec![0.5; real.keys().next_multiple_of(8)];
    real.priors(&mut priors);
    for point in known.points().filter(|&(r, c)| known.now.legal(r, c)) {
        let found = priors[point.0 * known.now.size + point.1];
        assert_eq!(found, known.prior(point), "prior of {point:?} in {:?}", known.now);
    }
    assert_eq!(priors[real.key(GoMove::PASS)], 0.5);
}

fn compare<B: Geometry>(real: &Go<B>, known: &Known, rng: &mut Rng, seen: &mut Seen) {
    if rng.below(24) == 0 {
        compare_priors(real, known);
    }
    if rng.below(4) == 0 {
        compare_counting(real, known, rng, seen);
    }
    let expected: BTreeSet<_> =
        known.answers().iter().map(|&(r, c)| Some(r * known.now.size + c)).collect();
    if expected.is_empty() {
        compare_sensible(real, known, rng);
        seen.silent += 1;
        return;
    }
    let mut drawn = BTreeSet::new();
    // 250 draws do not miss one of eight points.
    let draws = if expected.len() < 2 { 1 } else { 250 };
    for _ in 0..draws {
        drawn.extend(real.informed_playout_move(rng).map(GoMove::point));
    }
    assert_eq!(drawn, expected, "answers in {:?} to {:?}", known.now, known.last);
    seen.answers += 1;
}

/// Without an answer: any playout point that is not a blunder. No point only if there are none, or if
/// there are enough blunders to be drawn instead.
fn compare_sensible<B: Geometry>(real: &Go<B>, known: &Known, rng: &mut Rng) {
    let empty = |&(r, c): &Point| known.now.grid[r][c] == '.' && !known.now.eye(r, c);
    let sensible = |&point: &Point| known.may_play_out(&point) && !known.is_blunder(point);
    let (sensible, others): (BTreeSet<_>, BTreeSet<_>) =
        known.points().filter(empty).partition(sensible);
    for _ in 0..20 {
        match real.informed_playout_move(rng).and_then(GoMove::point) {
            Some(point) => {
                let point = (point / known.now.size, point % known.now.size);
                assert!(sensible.contains(&point), "{point:?} in {:?}", known.now);
            }
            None => assert!(sensible.is_empty() || others.len() >= 4, "nothing in {:?}", known.now),
        }
    }
}

/// Moves for counting save chains, sacrifice stones, and pass only if all other moves are blunders.
fn compare_counting<B: Geometry>(real: &Go<B>, known: &Known, rng: &mut Rng, seen: &mut Seen) {
    let size = known.now.size;
    let playable = known.points().filter(|point| known.may_play_out(point));
    let (blunders, mut good): (BTreeSet<_>, BTreeSet<_>) =
        playable.partition(|&point| known.is_blunder(point));
    let sacrifices: Vec<_> = blunders.into_iter().filter(|&p| known.is_sacrifice(p)).collect();
    seen.sacrifices += sacrifices.len();
    good.extend(sacrifices);
    let urgent = known.urgent();
    if !urgent.is_empty() {
        good = urgent;
    }
    let mut drawn = BTreeSet::new();
    for _ in 0..20 * good.len() + 1 {
        match real.counting_move(rng).point() {
            Some(point) => {
                drawn.insert((point / size, point % size));
            }
            None => assert!(good.is_empty(), "a pass in {:?}", known.now),
        }
    }
    assert_eq!(drawn, good, "in {:?}", known.now);
}

fn games<B: Geometry>(start: Go<B>, games: u32, seed: u64, seen: &mut Seen) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let mut real = start;
        let mut known = Known { now: Naive::new(start.size()), last: None };
        while real.turn().outcome().is_none() && known.now.passes < 2 {
            compare(&real, &known, &mut rng, seen);
            let informed = real.informed_playout_move(&mut rng).filter(|_| rng.below(2) == 0);
            let mv = informed.unwrap_or_else(|| real.random_playout_move(&mut rng));
            let point = mv.point().map(|point| (point / start.size(), point % start.size()));
            real.play(mv);
            known.now.play(point);
            known.last = point;
        }
    }
}

#[test]
fn answers_to_the_last_move() {
    let mut seen = Seen::default();
    games(Go9::new(), 12, 1, &mut seen);
    for (size, count) in [(2, 20), (3, 40), (5, 30), (7, 10), (9, 3), (11, 3), (13, 2), (19, 1)] {
        games(GoAny::new(size).unwrap(), count, size as u64, &mut seen);
    }
    let Seen { answers, silent, sacrifices } = seen;
    assert!(
        answers > 1_000 && silent > 1_000 && sacrifices > 20,
        "{answers} {silent} {sacrifices}"
    );
}

#[test]
fn a_bent_four_in_the_corner_is_known() {
    let rest = "1O1O1O1O1/OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/X1X1X1X1X/XXXXXXXXX";
    for (corner, dead) in [
        ("OOXXXXXXX/1OOOOXXXX/XXX1OX1X1", 7),
        ("OOOXXXXXX/2OOOXXXX/XXXOOX1X1", 8),
        ("1OXXXXXXX/XOOOXXXXX/XX1OXX1X1", 5),
        ("XXXXXXXOO/XXXXOOOO1/1X1XO1XXX", 7),
        ("OO1XXXXXX/1OOOOXXXX/XXX1OX1X1", 7),
        // White has a way out, an eye, or a second liberty of the corner's.
        ("OO2XXXXX/1OOOOXXXX/XXX1OX1X1", 0),
        ("OOOOXXXXX/1OO1OXXXX/XXX1OX1X1", 0),
        ("OOOXXXXXX/1O1OOXXXX/XXX1OX1X1", 0),
        ("1OXXXXXXX/2OOOXXXX/XXXOOX1X1", 0),
        // White is in atari.
        ("OOXXXXXXX/1OOOXXXXX/XXXOXX1X1", 0),
        // Away from the corner white lives when four are taken; a square of four needs no custom.
        ("XXXXXXXXX/XOOOOOOXX/XO1XXX1OX", 0),
        ("OOOXXXXXX/XXOXXXXXX/X2OXX1X1", 0),
    ] {
        let text = format!("{rest}/{corner} b - 2 7.5");
        let position = Go9::new().parse_position(&text).unwrap();
        let found = |player| position.continued_by(player).dead_by_bent_four().count();
        assert_eq!((found(BLACK), found(WHITE)), (dead, 0), "{corner}");
    }
}

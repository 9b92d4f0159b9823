//! The Amazons against a naive implementation, known counts, and its text.

use std::collections::BTreeSet;

use crate::common::*;
use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_core::testkit;
use cairn_games::amazons::{Amazons, BLACK, SIZES, WHITE};
use cairn_games::bits::PointSet;

fn board(size: usize) -> Amazons {
    Amazons::new(size).unwrap()
}

#[test]
fn keeps_the_contract() {
    for size in SIZES {
        testkit::check(&board(size), 5, size as u64);
        testkit::check_uniform(&board(size), 10_000, 1);
        let mut chosen = board(size);
        let first = chosen.legal_moves().next().unwrap();
        chosen.play(first);
        testkit::check_uniform(&chosen, 10_000, 2);
    }
    testkit::check(&board(10), 10, 3);
    testkit::check_uniform(&after(board(10), "d1 -d7"), 10_000, 4);
}

#[test]
fn sizes_have_limits() {
    assert!(Amazons::new(3).is_err() && Amazons::new(12).is_err());
    assert_eq!((size_of::<Amazons>(), align_of::<Amazons>()), (56, 8));
    assert_eq!(board(10).keys(), 300);
}

/// Full turns from the starting position, as published for the 10×10 board.
#[test]
fn turns_are_counted() {
    let start = board(10);
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [4, 80, 2176]);
    let (mut first, mut turns) = (vec![], 0);
    collect(&start, 3, &mut first);
    for position in &first {
        let mut last = vec![];
        collect(position, 2, &mut last);
        turns += last.iter().map(|position| position.legal_moves().count()).sum::<usize>();
    }
    assert_eq!(turns, 4_307_152);
}

fn collect(position: &Amazons, depth: u32, all: &mut Vec<Amazons>) {
    if depth == 0 {
        return all.push(*position);
    }
    for mv in position.legal_moves() {
        let mut next = *position;
        next.play(mv);
        collect(&next, depth - 1, all);
    }
}

/// The rules again, square by square.
struct Naive {
    /// `W`, `B`, `#` or `.` by row and column.
    grid: Vec<Vec<char>>,
}

impl Naive {
    fn new(position: &Amazons) -> Self {
        let size = position.size();
        let symbol = |square| match square {
            _ if position.amazons(WHITE).contains(square) => 'W',
            _ if position.amazons(BLACK).contains(square) => 'B',
            _ => '.',
        };
        let row = |row| (0..size).map(|column| symbol(row * size + column)).collect();
        Naive { grid: (0..size).map(row).collect() }
    }

    fn at(&mut self, name: &str) -> &mut char {
        let (row, column) = place(name);
        &mut self.grid[row][column]
    }

    fn reached(&self, from: &str) -> BTreeSet<String> {
        let size = self.grid.len() as i32;
        let mut all = BTreeSet::new();
        for (up, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            let (row, column) = place(from);
            let (mut row, mut column) = (row as i32 + up, column as i32 + right);
            while (0..size).contains(&row)
                && (0..size).contains(&column)
                && self.grid[row as usize][column as usize] == '.'
            {
                all.insert(name(row as usize, column as usize));
                (row, column) = (row + up, column + right);
            }
        }
        all
    }

    fn movable(&self, player: char) -> BTreeSet<String> {
        let size = self.grid.len();
        (0..size * size)
            .filter(|square| self.grid[square / size][square % size] == player)
            .map(|square| name(square / size, square % size))
            .filter(|from| !self.reached(from).is_empty())
            .collect()
    }
}

fn name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn place(name: &str) -> (usize, usize) {
    (name[1..].parse::<usize>().unwrap() - 1, usize::from(name.as_bytes()[0] - b'a'))
}

/// Whether a turn begins: the position's text ends without a half-finished one.
fn is_turn_begin(position: &Amazons) -> bool {
    position_text(position).ends_with(" -")
}

/// The moves of `position` without their marks, which must all be `mark`.
fn names(position: &Amazons, mark: &str) -> BTreeSet<String> {
    let name = |mv| move_text(position, mv).strip_prefix(mark).unwrap().to_owned();
    position.legal_moves().map(name).collect()
}

#[test]
fn moves_are_those_of_the_plain_rules() {
    let mut rng = Rng::new(5);
    let mut wins = [0; 2];
    for game in 0..80 {
        let mut position = board(4 + game % 8);
        let mut naive = Naive::new(&position);
        let mut player = 0;
        loop {
            let symbol = ['W', 'B'][player];
            assert_eq!(position.to_move(), player);
            assert!(is_turn_begin(&position));
            let movable = naive.movable(symbol);
            assert_eq!(position.turn().is_over(), movable.is_empty());
            if position.turn().is_over() {
                assert_eq!(winner(&position), Some(1 - player));
                wins[1 - player] += 1;
                break;
            }
            assert_eq!(names(&position, ""), movable);
            let mut random = |position: &mut Amazons| {
                let mv = position.random_playout_move(&mut rng);
                let text = move_text(position, mv);
                position.play(mv);
                assert!(position.turn().outcome().is_none() || is_turn_begin(position));
                text.trim_start_matches(['-', '/']).to_owned()
            };
            let from = random(&mut position);
            assert_eq!(position.to_move(), player);
            assert_eq!(names(&position, "-"), naive.reached(&from));
            let to = random(&mut position);
            assert_eq!(position.to_move(), player);
            *naive.at(&from) = '.';
            *naive.at(&to) = symbol;
            assert_eq!(names(&position, "/"), naive.reached(&to));
            let arrow = random(&mut position);
            *naive.at(&arrow) = '#';
            player = 1 - player;
        }
    }
    assert!(wins[0] > 0 && wins[1] > 0);
}

/// From every square of every board.
#[test]
fn a_lone_amazon_reaches_what_it_sees() {
    for size in SIZES {
        let rows = |row: &str, at: usize| {
            let mut rows = vec![size.to_string(); size];
            rows[size - 1 - at] = row.to_owned();
            rows.join("/")
        };
        for (row, column) in (0..size * size).map(|square| (square / size, square % size)) {
            let places: String = (0..size).map(|at| if at == column { 'W' } else { '.' }).collect();
            let text = format!("{} w {}-", rows(&places, row), name(row, column));
            let position = board(size).parse_position(&text).unwrap();
            let reached = Naive::new(&position).reached(&name(row, column));
            assert_eq!(names(&position, "-"), reached, "{text}");
        }
    }
}

#[test]
fn where_amazons_start() {
    for (size, text) in [
        (4, "1BB1/B2B/W2W/1WW1 w -"),
        (6, "1B2B1/B4B/6/6/W4W/1W2W1 w -"),
        (8, "2B2B2/8/B6B/8/8/W6W/8/2W2W2 w -"),
        (10, "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w -"),
    ] {
        assert_eq!(position_text(&board(size)), text);
    }
}

#[test]
fn turns() {
    let start = board(10);
    // The arrow may fly back over the square that the amazon has left.
    let position = after(start, "d1 -d7 /d1");
    assert_eq!(position.to_move(), BLACK);
    assert_eq!(start.parse_move("a7"), None, "the other's amazon");
    assert_eq!(after(start, "d1").parse_move("-d10"), None, "taken");
    assert_eq!(after(start, "a4").parse_move("-a8"), None, "over an amazon");
    assert_eq!(after(start, "d1 -d7").parse_move("/e9"), None, "a knight's move");
    // White has one amazon, with one square to go to; back is the only shot.
    let corner = board(4).parse_position("4/B3/##2/W1#1 w -").unwrap();
    let end = after(corner, "a1 -b1 /a1");
    assert_eq!(winner(&end), None);
    let end = after(end, "a3 -b3 /c2");
    assert_eq!(winner(&end), Some(BLACK), "{}", position_text(&end));
    let shut_in = board(4).parse_position("4/4/##2/W#2 w -").unwrap();
    assert_eq!(winner(&shut_in), Some(BLACK));
    assert_eq!(winner(&board(4).parse_position("4/4/4/4 b -").unwrap()), Some(WHITE));
}

#[test]
fn text() {
    let start = board(4);
    let choose = after(start, "B1");
    let shoot = after(choose, "-b3");
    assert_eq!(shoot, after(choose, "b3"), "the mark may be left out");
    assert_eq!(position_text(&choose), "1BB1/B2B/W2W/1WW1 w b1-");
    assert_eq!(position_text(&shoot), "1BB1/BW1B/W2W/2W1 w b3/");
    let turn = after(shoot, "/B1");
    assert_eq!(position_text(&turn), "1BB1/BW1B/W2W/1#W1 b -");
    for position in [start, choose, shoot, turn] {
        assert_eq!(start.parse_position(&position_text(&position)), Ok(position));
    }
    assert_eq!(
        drawing(&shoot),
        " 4 . B B .\n 3 B W . B\n 2 W . . W\n 1 . . W .\n   a b c d\nthe amazon on b3 shoots\n"
    );
    assert!(drawing(&choose).ends_with("the amazon on b1 moves\n"));
    assert!(drawing(&turn).ends_with("a b c d\n"));
    for wrong in ["", "-b1", "/b1", "b2", "e1", "b5", "b1-b2", "b01"] {
        assert_eq!(start.parse_move(wrong), None, "{wrong}");
    }
    assert_eq!(shoot.parse_move("-b1"), None);
    refuses(
        &start,
        &[
            ("", "rows"),
            ("4/4 w -", "as many rows"),
            ("4/5/4/4 w -", "as many places"),
            ("4/X3/4/4 w -", "# for arrows"),
            ("4/4/4/4 v -", "w or b"),
            ("4/4/4/4 w", "after the side"),
            ("4/4/4/4 w a1-", "after the side"),
            ("4/4/4/4 w a9/", "after the side"),
            ("4/4/##2/W#2 w a1-", "after the side"),
            ("4/4/4/4 w - -", "follow"),
        ],
    );
    survives_noise(&start, "4W/#/-ab1é", "4/4/4 w -");
}

//! Nine Men's Morris against a naive implementation on coordinates, counts by an outside program, and
//! the rules one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::common::{at, drawing, move_text, perft, refuses};
use cairn_core::game::Game;
use cairn_core::{Rng, testkit};
use cairn_games::morris::{Morris, QUIET_LIMIT};

/// Points by their names, and the lines as one sees them on the board.
const LINES: [&str; 16] = [
    "a7d7g7", "b6d6f6", "c5d5e5", "a4b4c4", "e4f4g4", "c3d3e3", "b2d2f2", "a1d1g1", "a1a4a7",
    "b2b4b6", "c3c4c5", "d1d2d3", "d5d6d7", "e3e4e5", "f2f4f6", "g1g4g7",
];

static POINTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut all: Vec<String> = LINES.iter().flat_map(|line| names(line)).collect();
    all.sort();
    all.dedup();
    all
});

/// Pairs of points that are next to each other on a line.
static ADJACENT: LazyLock<BTreeSet<[String; 2]>> = LazyLock::new(|| {
    let mut all = BTreeSet::new();
    for line in LINES {
        let [a, b, c] = names(line).try_into().unwrap();
        all.extend([[a.clone(), b.clone()], [b.clone(), a], [b.clone(), c.clone()], [c, b]]);
    }
    all
});

fn names(line: &str) -> Vec<String> {
    (0..3).map(|i| line[2 * i..2 * i + 2].to_owned()).collect()
}

#[derive(Clone, Debug)]
struct Naive {
    board: BTreeMap<String, usize>,
    hand: [usize; 2],
    player: usize,
    taking: bool,
    quiet: u32,
}

impl Naive {
    fn new() -> Self {
        Naive { board: BTreeMap::new(), hand: [9; 2], player: 0, taking: false, quiet: 0 }
    }

    fn men(&self, player: usize) -> Vec<String> {
        let own = self.board.iter().filter(|&(_, &owner)| owner == player);
        own.map(|(name, _)| name.clone()).collect()
    }

    fn in_mill(&self, point: &str) -> bool {
        let owner = self.board[point];
        LINES.iter().any(|line| {
            let line = names(line);
            line.iter().any(|name| name == point)
                && line.iter().all(|name| self.board.get(name) == Some(&owner))
        })
    }

    fn legal(&self) -> Vec<String> {
        let empty: Vec<_> =
            POINTS.iter().filter(|&name| !self.board.contains_key(name)).cloned().collect();
        let own = self.men(self.player);
        let mut moves = vec![];
        if self.taking {
            let men = self.men(1 - self.player);
            let mut free: Vec<_> = men.iter().filter(|name| !self.in_mill(name)).collect();
            if free.is_empty() {
                free = men.iter().collect();
            }
            moves.extend(free.iter().map(|name| format!("x{name}")));
        } else if self.hand[self.player] > 0 {
            moves = empty;
        } else {
            for from in &own {
                for to in &empty {
                    if own.len() == 3 || ADJACENT.contains(&[from.clone(), to.clone()]) {
                        moves.push(format!("{from}-{to}"));
                    }
                }
            }
        }
        moves.sort();
        moves
    }

    fn play(&mut self, text: &str) {
        if let Some(point) = text.strip_prefix('x') {
            assert_eq!(self.board.remove(point), Some(1 - self.player));
            self.taking = false;
            self.player = 1 - self.player;
            return;
        }
        let to = match text.split_once('-') {
            Some((from, to)) => {
                assert_eq!(self.board.remove(from), Some(self.player));
                self.quiet += 1;
                to
            }
            None => {
                self.hand[self.player] -= 1;
                text
            }
        };
        self.board.insert(to.to_owned(), self.player);
        if self.in_mill(to) {
            self.taking = true;
            self.quiet = 0;
        } else {
            self.player = 1 - self.player;
        }
    }

    /// White's reward out of two.
    fn result(&self) -> Option<u32> {
        for player in 0..2 {
            if self.men(player).len() + self.hand[player] < 3 {
                return Some(2 * player as u32);
            }
        }
        if self.legal().is_empty() {
            return Some(2 * self.player as u32);
        }
        (self.quiet >= QUIET_LIMIT.into()).then_some(1)
    }
}

#[test]
fn plays_like_the_naive_one() {
    let mut rng = Rng::new(1);
    let (mut won, mut drawn, mut stuck) = (0, 0, 0);
    for _ in 0..300 {
        let (mut real, mut naive) = (Morris::default(), Naive::new());
        loop {
            let result = naive.result();
            assert_eq!(
                real.turn().outcome().map(|outcome| outcome.reward(0, 2)),
                result,
                "{naive:?}"
            );
            match result {
                Some(1) => drawn += 1,
                Some(_) if naive.legal().is_empty() => stuck += 1,
                Some(_) => won += 1,
                None => {}
            }
            if result.is_some() {
                break;
            }
            assert_eq!(real.to_move(), naive.player);
            assert_eq!(crate::common::moves(&real), naive.legal(), "{naive:?}");
            let mv = real.random_playout_move(&mut rng);
            naive.play(&move_text(&real, mv));
            real.play(mv);
        }
    }
    assert!(won > 50 && drawn > 10 && stuck > 0, "{won} {drawn} {stuck}");
}

/// Counted by OpenSpiel's `nine_mens_morris`.
#[test]
fn lines_from_the_start() {
    for (depth, count) in [(1, 24), (2, 552), (3, 12_144), (4, 255_024)] {
        assert_eq!(perft(&Morris::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn keeps_the_contract() {
    let start = Morris::default();
    assert_eq!(size_of::<Morris>(), 16);
    testkit::check(&start, 300, 1);
    for text in [
        ".../.../.../....../.../.../... 9-9 w 0",
        "W.B/.W./B.B/...W../.WB/.BW/W.B 1-1 w 0",
        "W.B/.W./B.B/...W../.WB/.BW/W.B 0-0 w 12",
        "WWW/B../.B./...B../BB./.../... 4-3 wx 0",
        "W.W/B../.B./...B../BB./..W/... 0-0 w 0",
    ] {
        let position = start.parse_position(text).expect(text);
        testkit::check(&position, 20, 2);
        testkit::check_uniform(&position, 30_000, 2);
    }
}

fn moves(text: &str) -> Vec<String> {
    crate::common::moves(&at(&Morris::default(), text))
}

#[test]
fn men_in_mills_are_safe_unless_all_are() {
    assert_eq!(
        moves("WWW/B../.../....../B../B.B/B.. 4-4 wx 0"),
        ["xa1", "xb2", "xb6", "xc3", "xf2"]
    );
    assert_eq!(moves("WWW/BBB/.../....../B../.../... 4-4 wx 0"), ["xc3"]);
    assert_eq!(moves("WWW/BBB/.../....../.../.../... 4-4 wx 0"), ["xb6", "xd6", "xf6"]);
}

#[test]
fn a_mill_takes_one_man_even_if_it_is_two() {
    let mut position =
        Morris::default().parse_position("W.W/.W./.W./....../BB./.../... 3-3 w 0").unwrap();
    position.play(position.parse_move("d7").unwrap());
    assert_eq!((position.to_move(), position.legal_moves().count()), (0, 2));
    position.play(position.parse_move("XC3").unwrap());
    assert_eq!(position.to_move(), 1);
}

#[test]
fn two_men_lose_and_so_does_no_move() {
    let start = Morris::default();
    let mut position = start.parse_position("WWW/.../.../....../B.B/B../... 0-0 wx 0").unwrap();
    position.play(position.parse_move("xb2").unwrap());
    assert_eq!(position.turn().outcome().unwrap().reward(0, 2), 2);
    let stuck = start.parse_position("WBW/.../.../B....B/.../.../W.W 0-3 w 0");
    assert!(stuck.unwrap().turn().outcome().is_none(), "a1-d1 is left");
    let stuck = start.parse_position("WBW/.../.../B....B/.../.../WBW 0-3 w 0").unwrap();
    assert_eq!(stuck.turn().outcome().unwrap().reward(1, 2), 2);
    let flying = start.parse_position("WBW/.../.../B....B/.../.../WB. 0-3 w 0").unwrap();
    assert!(flying.turn().outcome().is_none());
    assert_eq!(flying.legal_moves().count(), 3 * 17);
}

#[test]
fn quiet_moves_draw() {
    let start = Morris::default();
    let mut position = start.parse_position("W.W/.../.../W...../..B/.B./B.B 0-0 w 99").unwrap();
    position.play(position.parse_move("a4-b4").unwrap());
    assert_eq!(position.turn().outcome().unwrap().reward(0, 2), 1);
    let mut position = start.parse_position("W.W/.../.../W...../..B/.B./B.B 0-0 w 99").unwrap();
    position.play(position.parse_move("a4-d7").unwrap());
    assert!(position.turn().outcome().is_none(), "a mill is not quiet");
}

#[test]
fn wrong_positions_are_explained() {
    let start = Morris::default();
    refuses(
        &start,
        &[
            ("", "from a7 to g1"),
            (".../.../.../....../.../... 9-9 w 0", "from a7 to g1"),
            (".../.../.../....../.../.../.../... 9-9 w 0", "from a7 to g1"),
            ("..X/.../.../....../.../.../... 9-9 w 0", "from a7 to g1"),
            (".../.../.../....../.../.../... 9 w 0", "like 7-8"),
            (".../.../.../....../.../.../... 9-9 s 0", "w or b"),
            ("W../.../.../....../.../.../... 9-9 b 0", "at most nine"),
            (".../.../.../....../.../.../... 9-9 wx 0", "only a player with a mill"),
            ("BB./.../.../....../W.W/.WW/... 0-0 w 0", "it has lost"),
            (".../.../.../....../.../.../... 9-9 w", "0 to 100"),
            (".../.../.../....../.../.../... 9-9 w 0 1", "nothing may follow"),
        ],
    );
}

#[test]
fn the_board_draws() {
    let position =
        Morris::default().parse_position("W.B/.W./B.B/...W../.WB/.BW/W.B 1-0 w 0").unwrap();
    let text = drawing(&position);
    assert!(text.starts_with("7 W--------.--------B\n"), "{text}");
    assert!(text.contains("4 .--.--.     W--.--.\n"), "{text}");
    assert!(
        text.ends_with("a  b  c  d  e  f  g\nmen: White 7, Black 6 (in hand: White 1, Black 0)\n"),
        "{text}"
    );
}

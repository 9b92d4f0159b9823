//! Three Color Go against a naive implementation, and its rules one by one.

use std::collections::BTreeSet;

use crate::common::{at, play, position_text, refuses};
use crate::naive::{Grid, neighbours, region};
use cairn_core::game::Game;
use cairn_core::{Rng, testkit};
use cairn_games::go::GoMove;
use cairn_games::goban::{AnySize, Geometry, Nine, SmallSize};
use cairn_games::three_color_go::ThreeColorGo;

const COLOURS: [char; 3] = ['X', 'O', '#'];

#[derive(Clone, Debug)]
struct Naive {
    grid: Grid,
    player: usize,
    ko: Option<(usize, usize)>,
    passes: usize,
}

impl Naive {
    fn new(size: usize) -> Self {
        Naive { grid: vec![vec!['.'; size]; size], player: 0, ko: None, passes: 0 }
    }

    /// The position after a stone there, unless that is not allowed.
    fn after(&self, row: usize, column: usize) -> Option<Naive> {
        let own = COLOURS[self.player];
        if self.grid[row][column] != '.' || self.ko == Some((row, column)) {
            return None;
        }
        let mut grid = self.grid.clone();
        grid[row][column] = own;
        let mut captured = BTreeSet::new();
        for (r, c) in neighbours(grid.len(), row, column) {
            let (chain, border) = region(&grid, r, c);
            if grid[r][c] != '.' && grid[r][c] != own && !border.contains(&'.') {
                captured.extend(chain);
            }
        }
        let player = (self.player + 1) % 3;
        let next_owned =
            captured.len() == 1 && captured.iter().all(|&(r, c)| grid[r][c] == COLOURS[player]);
        for &(r, c) in &captured {
            grid[r][c] = '.';
        }
        let (chain, border) = region(&grid, row, column);
        if !border.contains(&'.') {
            return None;
        }
        let near = neighbours(grid.len(), row, column);
        let liberties = near.iter().filter(|&&(r, c)| grid[r][c] == '.').count();
        let retakable = next_owned && chain.len() == 1 && liberties == 1;
        let ko = captured.first().copied().filter(|_| retakable);
        Some(Naive { grid, player, ko, passes: 0 })
    }

    /// Whether a point is an eye of the player to move: stones of both others are hostile.
    fn eye(&self, row: usize, column: usize) -> bool {
        let size = self.grid.len() as i32;
        let own = COLOURS[self.player];
        let near = neighbours(self.grid.len(), row, column);
        let (mut hostile, mut off_board) = (0, 0);
        for (dr, dc) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (r, c) = (row as i32 + dr, column as i32 + dc);
            if !(0..size).contains(&r) || !(0..size).contains(&c) {
                off_board += 1;
            } else if !['.', own].contains(&self.grid[r as usize][c as usize]) {
                hostile += 1;
            }
        }
        near.iter().all(|&(r, c)| self.grid[r][c] == own)
            && hostile < if off_board > 0 { 1 } else { 2 }
    }

    fn pass(&self) -> Naive {
        let (grid, player) = (self.grid.clone(), (self.player + 1) % 3);
        Naive { grid, player, ko: None, passes: self.passes + 1 }
    }

    fn scores(&self) -> [u32; 3] {
        let mut scores = [0; 3];
        let size = self.grid.len();
        for (row, column) in (0..size * size).map(|point| (point / size, point % size)) {
            let mut reached = BTreeSet::from([self.grid[row][column]]);
            if self.grid[row][column] == '.' {
                reached = region(&self.grid, row, column).1;
            }
            for player in 0..3 {
                scores[player] += u32::from(reached == BTreeSet::from([COLOURS[player]]));
            }
        }
        scores
    }
}

fn compare<B: Geometry>(start: ThreeColorGo<B>, size: usize, games: u32) -> u32 {
    let mut rng = Rng::new(size as u64);
    let mut kos = 0;
    for game in 0..games {
        let (mut real, mut naive) = (start, Naive::new(size));
        for _ in 0..start.max_plies() {
            assert_eq!((real.to_move(), real.passes()), (naive.player, naive.passes));
            assert_eq!(real.area_scores(), naive.scores(), "{naive:?}");
            assert_eq!(real.turn().is_over(), naive.passes == 3);
            if real.turn().is_over() {
                break;
            }
            kos += u32::from(naive.ko.is_some());
            let (mut legal, mut playout) = (vec![], vec![]);
            for point in 0..size * size {
                let stone = naive.grid[point / size][point % size];
                let owner = COLOURS.iter().position(|&colour| colour == stone);
                assert_eq!(real.stone(point), owner, "{naive:?}");
                if naive.after(point / size, point % size).is_some() {
                    legal.push(GoMove::at(point));
                    if !naive.eye(point / size, point % size) {
                        playout.push(GoMove::at(point));
                    }
                }
            }
            legal.push(GoMove::PASS);
            if playout.is_empty() {
                playout.push(GoMove::PASS);
            }
            assert!(real.playout_moves().eq(playout.iter().copied()), "{naive:?}");
            assert!(real.legal_moves().eq(legal.iter().copied()), "{naive:?}");
            let mv = if rng.below(8) < game % 8 {
                legal[rng.below(legal.len() as u32) as usize]
            } else {
                real.random_playout_move(&mut rng)
            };
            real.play(mv);
            naive = match mv.point() {
                Some(point) => naive.after(point / size, point % size).expect("a legal move"),
                None => naive.pass(),
            };
        }
    }
    kos
}

#[test]
fn plays_like_the_naive_one() {
    let mut kos = 0;
    for (size, games) in [(2, 1_000), (3, 800), (4, 200), (5, 80), (7, 16), (11, 1)] {
        kos += compare(ThreeColorGo::new(size).unwrap(), size, games);
    }
    compare(ThreeColorGo::on(Nine), 9, 4);
    compare(ThreeColorGo::on(AnySize::new(6).unwrap()), 6, 16);
    compare(ThreeColorGo::on(AnySize::new(13).unwrap()), 13, 1);
    assert!(kos > 100, "{kos}");
}

#[test]
fn keeps_the_contract() {
    for size in [2, 3, 5, 9] {
        testkit::check(&ThreeColorGo::new(size).unwrap(), 40, 1);
    }
    testkit::check(&ThreeColorGo::on(Nine), 10, 2);
    testkit::check(&ThreeColorGo::on(AnySize::new(19).unwrap()), 1, 3);
    let board = ThreeColorGo::new(5).unwrap();
    for text in ["5/5/5/5/5 b - 0", "2#O1/XO#1O/1#X#1/X4/1OX#1 r - 0", "X4/5/2#2/5/O4 w - 1"] {
        testkit::check_uniform(&board.parse_position(text).expect(text), 40_000, 1);
    }
}

fn board(size: usize, text: &str) -> ThreeColorGo<SmallSize> {
    at(&ThreeColorGo::new(size).unwrap(), text)
}

#[test]
fn one_move_takes_chains_of_both_others() {
    let mut position = board(3, "X2/#X1/1OX b - 0");
    play(&mut position, "A1");
    let corner = [0, 1, 3].map(|point| position.stone(point));
    assert_eq!(corner, [Some(0), None, None], "white's B1 and red's A2 are gone");
}

#[test]
fn the_owner_may_not_retake_but_the_third_player_may() {
    // Black takes white's stone at C2; white, next, may not take back, and red could.
    let text = "5/5/1XO2/XO1O1/1XO2 b - 0";
    let mut position = board(5, text);
    play(&mut position, "C2");
    assert_eq!(position.stone(6), None);
    assert_eq!(position.parse_move("B2"), None, "ko");
    assert_eq!(position_text(&position), "5/5/1XO2/X1XO1/1XO2 w B2 0");
    play(&mut position, "pass");
    assert!(position.parse_move("B2").is_some(), "red takes it: the board is a new one");
    // It is red's stone that black takes: white is next and may take.
    let mut position = board(5, "5/5/1XO2/X#1O1/1XO2 b - 0");
    play(&mut position, "C2");
    assert!(position.parse_move("B2").is_some());
}

#[test]
fn three_passes_end_the_game_and_the_best_area_wins() {
    let mut position = board(3, "X2/3/3 w - 0");
    play(&mut position, "pass pass");
    assert!(position.turn().outcome().is_none());
    play(&mut position, "pass");
    let rewards = |position: &ThreeColorGo<_>| {
        [0, 1, 2].map(|p| position.turn().outcome().unwrap().reward(p, 6))
    };
    assert_eq!(rewards(&position), [6, 0, 0]);
    assert_eq!(position.area_scores(), [9, 0, 0]);
    assert_eq!(rewards(&board(3, "X1O/3/3 b - 3")), [3, 3, 0], "two share");
    assert_eq!(rewards(&board(3, "X1O/3/#2 b - 3")), [2, 2, 2]);
    assert_eq!(rewards(&board(3, "3/3/3 b - 3")), [2, 2, 2]);
    let position = board(4, "1XO1/XXO1/4/2#1 b - 3");
    assert_eq!(position.area_scores(), [4, 2, 1], "A4 is black's, the other points nobody's");
}

#[test]
fn wrong_positions_are_explained() {
    let start = ThreeColorGo::new(3).unwrap();
    refuses(
        &start,
        &[
            ("", "first come the rows"),
            ("3/3 b - 0", "as many rows"),
            ("3/2Y/3 b - 0", "# for red"),
            ("3/3/3 x - 0", "b, w or r"),
            ("3/3/3 b", "like D4"),
            ("3/3/3 b D4 0", "like D4"),
            ("3/3/3 b A1 0", "taken back"),
            ("3/3/3 b - 4", "0 to 3"),
            ("3/3/3 b - 0 0", "nothing may follow"),
            ("XO1/#2/3 b - 0", "a liberty"),
        ],
    );
}

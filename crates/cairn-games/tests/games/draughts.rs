//! English draughts against published perft counts and a naive implementation.

use crate::common::{after, at, drawing, moves, play, position_text, refuses, rewards};
use crate::grids::{Naive, compare};
use cairn_core::capabilities::Repetition;
use cairn_core::game::Game;
use cairn_core::{Rng, testkit};
use cairn_games::draughts::{Draughts, MAX_PLIES};

/// Rows from the top, with `b`, `w`, and `B`, `W` for kings.
#[derive(Clone, Debug)]
struct Plain {
    rows: [[char; 8]; 8],
    to_move: usize,
    quiet: usize,
}

type Square = (i32, i32);

fn number((row, column): Square) -> usize {
    (4 * row + column / 2 + 1) as usize
}

fn numbered(number: usize) -> Square {
    let (row, place) = ((number - 1) / 4, (number - 1) % 4);
    (row as i32, (2 * place + (row + 1) % 2) as i32)
}

impl Plain {
    fn start() -> Self {
        let mut rows = [['.'; 8]; 8];
        for number in 1..=12 {
            let (row, column) = numbered(number);
            rows[row as usize][column as usize] = 'b';
            rows[7 - row as usize][7 - column as usize] = 'w';
        }
        Plain { rows, to_move: 0, quiet: 0 }
    }

    fn get(&self, (row, column): Square) -> Option<char> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn set(&mut self, (row, column): Square, piece: char) {
        self.rows[row as usize][column as usize] = piece;
    }

    fn owner(piece: char) -> Option<usize> {
        ['b', 'w'].iter().position(|&man| man == piece.to_ascii_lowercase())
    }

    fn directions(piece: char) -> Vec<Square> {
        let rows: &[i32] = match piece {
            'b' => &[1],
            'w' => &[-1],
            _ => &[1, -1],
        };
        rows.iter().flat_map(|&row| [(row, -1), (row, 1)]).collect()
    }

    /// The squares of the player to move.
    fn own(&self) -> Vec<Square> {
        let all = (1..=32).map(numbered);
        all.filter(|&at| Self::owner(self.get(at).unwrap()) == Some(self.to_move)).collect()
    }

    /// All paths of captures, to their ends. The piece itself is off the board.
    fn jumps(&self, piece: char, path: Vec<Square>, over: &[Square], found: &mut Vec<Vec<Square>>) {
        let (row, column) = *path.last().unwrap();
        let mut goes_on = false;
        for (down, right) in Self::directions(piece) {
            let (middle, end) =
                ((row + down, column + right), (row + 2 * down, column + 2 * right));
            let hostile = self.get(middle).and_then(Self::owner) == Some(1 - self.to_move);
            if hostile && self.get(end) == Some('.') && !over.contains(&middle) {
                goes_on = true;
                self.jumps(piece, [&path[..], &[end]].concat(), &[over, &[middle]].concat(), found);
            }
        }
        if !goes_on && path.len() > 1 {
            found.push(path);
        }
    }

    fn paths(&self) -> Vec<Vec<Square>> {
        let mut captures = vec![];
        let mut steps = vec![];
        for from in self.own() {
            let piece = self.get(from).unwrap();
            let mut lifted = self.clone();
            lifted.set(from, '.');
            lifted.jumps(piece, vec![from], &[], &mut captures);
            for (down, right) in Self::directions(piece) {
                let to = (from.0 + down, from.1 + right);
                if self.get(to) == Some('.') {
                    steps.push(vec![from, to]);
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }

    fn path_text(path: &[Square], all: &[Vec<Square>]) -> String {
        let numbers: Vec<String> = path.iter().map(|&at| number(at).to_string()).collect();
        let (first, last) = (&numbers[0], &numbers[numbers.len() - 1]);
        let ends = |path: &[Square]| (path[0], *path.last().unwrap());
        match all.iter().filter(|other| ends(other) == ends(path)).count() {
            _ if (path[0].0 - path[1].0).abs() == 1 => format!("{first}-{last}"),
            1 => format!("{first}x{last}"),
            _ => numbers.join("x"),
        }
    }
}

impl Naive for Plain {
    fn text(&self) -> String {
        let list = |player: usize| {
            let own = (1..=32).filter_map(|number| {
                let piece = self.get(numbered(number)).unwrap();
                let king = if piece.is_uppercase() { "K" } else { "" };
                (Self::owner(piece) == Some(player)).then(|| format!("{king}{number}"))
            });
            own.collect::<Vec<_>>().join(",")
        };
        let quiet = if self.quiet > 0 { format!(":H{}", self.quiet) } else { String::new() };
        format!("{}:W{}:B{}{quiet}", ["B", "W"][self.to_move], list(1), list(0))
    }

    fn moves(&self) -> Vec<String> {
        let all = self.paths();
        all.iter().map(|path| Self::path_text(path, &all)).collect()
    }

    fn play(&mut self, mv: &str) {
        let all = self.paths();
        let path = all.iter().find(|path| Self::path_text(path, &all) == mv).unwrap();
        let mut piece = self.get(path[0]).unwrap();
        self.quiet = if piece.is_lowercase() || mv.contains('x') { 0 } else { self.quiet + 1 };
        self.set(path[0], '.');
        for ends in path.windows(2).filter(|_| mv.contains('x')) {
            self.set(((ends[0].0 + ends[1].0) / 2, (ends[0].1 + ends[1].1) / 2), '.');
        }
        let end = *path.last().unwrap();
        if end.0 == [7, 0][self.to_move] {
            piece = piece.to_ascii_uppercase();
        }
        self.set(end, piece);
        self.to_move = 1 - self.to_move;
    }

    fn outcome(&self) -> Option<[u32; 2]> {
        if self.paths().is_empty() {
            return Some([[0, 2], [2, 0]][self.to_move]);
        }
        (self.quiet >= 80).then_some([1, 1])
    }
}

/// Positions with many kings, in which long and forked captures are common.
fn crowded(rng: &mut Rng) -> Plain {
    loop {
        let mut plain = Plain { rows: [['.'; 8]; 8], to_move: rng.below(2) as usize, quiet: 0 };
        for number in 1..=32 {
            let at = numbered(number);
            let piece = ['.', '.', '.', 'B', 'W', 'b', 'w'][rng.below(7) as usize];
            let last = piece == 'b' && at.0 == 7 || piece == 'w' && at.0 == 0;
            plain.set(at, if last { '.' } else { piece });
        }
        let text = plain.text();
        if Draughts::default().parse_position(&text).is_ok() {
            return plain;
        }
    }
}

#[test]
fn plays_like_the_plain_rules() {
    let start = Draughts::default();
    let ended = compare(&start, &Plain::start(), 300, 1);
    assert!(ended > 290, "{ended} of 300 games ended");
    let mut rng = Rng::new(2);
    for seed in 0..2_000 {
        let plain = crowded(&mut rng);
        compare(&at(&start, &plain.text()), &plain, 1, seed);
    }
}

/// Games of kings in circles.
#[test]
fn forty_moves_each_without_progress_are_a_draw() {
    let start = at(&Draughts::default(), "B:WK32:BK1:H70");
    assert!(compare(&start, &Plain { quiet: 70, ..kings() }, 50, 1) == 50);
    let last = at(&start, "B:WK32:BK1,9:H79");
    assert_eq!(rewards(after(last, "1-6").turn().outcome()), Some([1, 1]));
    assert_eq!(after(last, "9-14").turn().outcome(), None);
    // Who cannot move has lost, also then.
    let stuck = at(&start, "W:W21:BK17,14:H80");
    assert_eq!(rewards(stuck.turn().outcome()), Some([2, 0]));
    fn kings() -> Plain {
        let mut plain = Plain { rows: [['.'; 8]; 8], to_move: 0, quiet: 0 };
        plain.set(numbered(32), 'W');
        plain.set(numbered(1), 'B');
        plain
    }
}

/// Lines of `depth` plies; the last ply is only counted.
fn perft(position: &Draughts, depth: u32) -> u64 {
    if position.turn().is_over() {
        return 0;
    }
    if depth == 1 {
        return position.legal_moves().count() as u64;
    }
    let after = |mv| {
        let mut next = *position;
        next.play(mv);
        perft(&next, depth - 1)
    };
    position.legal_moves().map(after).sum()
}

/// OEIS A133046 (Schaeffer, Bik, Halbersma, Cash, Byrne), also in rhalbersma/dctl (Boost licence).
/// Captures of the same pieces on different paths count separately.
const LINES: [u64; 13] = [
    7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673,
    1766623630,
];

#[test]
fn lines_from_the_start() {
    for (depth, count) in (1..=9).zip(LINES) {
        assert_eq!(perft(&Draughts::default(), depth), count, "depth {depth}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn long_lines_from_the_start() {
    for (depth, count) in (1..=13).zip(LINES).skip(9) {
        assert_eq!(perft(&Draughts::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn keeps_the_contract() {
    let start = Draughts::default();
    assert_eq!(size_of::<Draughts>(), 16);
    assert_eq!((start.keys(), start.max_moves(), start.max_plies()), (522, 48, MAX_PLIES));
    testkit::check(&start, 200, 1);
    testkit::check_uniform(&start, 10_000, 1);
    let mut rng = Rng::new(3);
    for seed in 0..300 {
        let position = at(&start, &crowded(&mut rng).text());
        testkit::check(&position, 1, seed);
        if !position.turn().is_over() {
            testkit::check_uniform(&position, 10_000, seed);
        }
    }
}

#[test]
fn every_capture_goes_to_its_end() {
    let start = Draughts::default();
    // Of two captures the player may choose the shorter.
    let choice = at(&start, "B:W6,15,22,23:B2,18");
    assert_eq!(moves(&choice), ["18x25", "18x27", "2x9"].map(str::to_owned).as_slice());
    // A man that becomes a king stops; a king goes on.
    assert_eq!(moves(&at(&start, "B:W25,26:B21")), ["21x30"]);
    assert_eq!(moves(&at(&start, "B:W25,26:BK21")), ["21x23"]);
    let crowned = after(at(&start, "B:W25,26:B21"), "21x30");
    assert_eq!(position_text(&crowned), "W:W26:BK30");
    // A man does not capture backward, even in the middle of a capture.
    assert_eq!(moves(&at(&start, "B:W14,15:B9")), ["9x18"]);
    assert_eq!(moves(&at(&start, "B:W14,15:BK9")), ["9x11"]);
    // Nine at once, round two circles, and nothing is jumped twice.
    let nine = at(&start, "B:W6,7,8,14,15,16,22,23,24:BK1");
    let longest = moves(&nine).into_iter().max_by_key(String::len).unwrap();
    assert_eq!(longest.matches('x').count(), 9, "{longest}");
    assert_eq!(position_text(&after(nine, &longest)), "W:W:BK28");
    // A king may come back to where it began.
    let round = at(&start, "B:W9,10,17,18:BK6");
    assert_eq!(moves(&round), ["6x13x22x15x6", "6x15x22x13x6"]);
    assert_eq!(position_text(&after(round, "6x13x22x15x6")), "W:W:BK6");
}

#[test]
fn a_third_occurrence_ends_the_game() {
    let start = at(&Draughts::default(), "B:WK32:BK1");
    assert_eq!(start.repetition(), Repetition::Ends(3));
    let round = after(start, "1-5 32-28 5-1 28-32");
    assert_eq!(round.repetition_key(), start.repetition_key(), "plies do not count");
    assert_ne!(round, start);
    let other = at(&start, "W:WK32:BK1");
    assert_ne!(other.repetition_key(), start.repetition_key());
}

#[test]
fn moves_are_read_in_every_form() {
    let start = Draughts::default();
    for same in ["11-15", "11x15", "11:15"] {
        assert_eq!(start.parse_move(same), start.parse_move("11-15"), "{same}");
    }
    for wrong in ["", "11", "11-", "-11", "11-15-18", "11--15", "11-33", "0-4", "+11-15", "é"] {
        assert_eq!(start.parse_move(wrong), None, "{wrong}");
    }
    let two = at(&start, "B:W6,7,14,15:BK2");
    assert_eq!(moves(&two), ["2x11x18x9x2", "2x9x18x11x2"]);
    assert_eq!(two.parse_move("2x2"), None);
    assert!(two.why_illegal("2x2").unwrap().contains("several ways"));
    let long = at(&start, "B:W15,23:B11");
    assert_eq!(moves(&long), ["11x27"]);
    assert_eq!(long.parse_move("11x18x27"), long.parse_move("11x27"));
    assert_eq!(long.parse_move("11x20x27"), None);
    assert!(long.why_illegal("11x18").unwrap().starts_with("stops too early"));
}

#[test]
fn positions_are_read_in_every_form() {
    let start = Draughts::default();
    let text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(position_text(&start), text);
    for same in [
        "B:W21-32:B1-12",
        "b:b1-12:w21-32",
        "B:B1-10,12,11:W21-32:H0:F1",
        " B:W21-32:B1-12. ",
        "B: W21-24, 25-32: B1-12",
    ] {
        assert_eq!(at(&start, same), start, "{same}");
    }
    let late = at(&start, "W:WK3,K4,21:BK32,12:H7");
    assert_eq!(position_text(&late), "W:WK3,K4,21:B12,K32:H7");
    assert_eq!(at(&start, "W:WK3-4,21:B12,K32:H7:F40"), late);
    assert_eq!(([late.men(0), late.men(1)], [late.kings(0), late.kings(1)]), ([1, 1], [1, 2]));
    refuses(
        &start,
        &[
            ("", "side to move"),
            ("X:W21:B1", "side to move"),
            ("W:W21", "each side's pieces"),
            ("W:W21:W22", "each side's pieces"),
            ("W:W21:B1,33", "1 to 32"),
            ("W:W21,21:B1", "each once"),
            ("W:W21:B5-1", "1 to 32"),
            ("W:W21:Bé", "1 to 32"),
            ("W:W21:B21", "black and a white piece"),
            ("W:W20-32:B1", "at most twelve"),
            ("W:W1:B5", "write K"),
            ("W:W5:B32", "write K"),
            ("W:W5:B", "only the side to move"),
            ("W:W5:B1:H81", "0 to 80"),
            ("W:W5:B1:x", "only :H"),
        ],
    );
    assert_eq!(rewards(at(&start, "B:W5:B").turn().outcome()), Some([0, 2]));
}

#[test]
fn noise_is_survived() {
    crate::common::survives_noise(&Draughts::default(), "wWbB:K0123489,-xH. ", ":W21:B2");
}

#[test]
fn the_board_is_drawn_with_its_numbers() {
    let mut position = Draughts::default();
    play(&mut position, "11-15 22-18 15x22");
    let board = " 1   b   b   b   b  4
 5 b   b   b   b    8
 9   b   b   .   b 12
13 .   .   .   .   16
17   .   .   .   . 20
21 w   b   w   w   24
25   w   w   w   w 28
29 w   w   w   w   32
";
    assert_eq!(drawing(&position), board);
    let kings = drawing(&at(&position, "W:WK3,21:BK32,12"));
    assert!(
        kings.starts_with(" 1   .   .   W   .  4\n") && kings.ends_with("29 .   .   .   B   32\n")
    );
}

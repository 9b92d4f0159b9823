//! Counts the lines of play from positions of chess, beside cozy-chess in the same run.
//!
//!     cargo run --release -p cairn-games --example chess_perft            speed
//!     cargo run --release -p cairn-games --example chess_perft -- FILE N  counts of a file
//!
//! The speed is that of *bulk* counting: the last move of a line is counted, not played. Both programs
//! are compiled with the same flags, take turns and count the same lines. A file has a line
//! `id;FEN;counts` for each position, with the counts of depth 1, 2 and so on; those up to N are
//! compared.

use std::time::Instant;

use cairn_core::Game;
use cairn_games::chess::{Chess, START};

const POSITIONS: [(&str, &str, u32); 4] = [
    ("start", START, 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

const ROUNDS: u32 = 3;

fn ours(position: &Chess, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves().into(),
        _ => position
            .moves()
            .map(|mv| {
                let mut next = *position;
                next.play(mv);
                ours(&next, depth - 1)
            })
            .sum(),
    }
}

fn theirs(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut lines = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            lines += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                lines += theirs(&next, depth - 1);
            }
        }
        false
    });
    lines
}

/// The best of several rounds, in lines a second.
fn faster(best: &mut f64, lines: u64, start: Instant) {
    *best = best.max(lines as f64 / start.elapsed().as_secs_f64());
}

fn compare_speed() {
    println!("millions of lines a second: ours, cozy-chess, ratio");
    let mut sums = [0.0; 2];
    for (name, fen, depth) in POSITIONS {
        let position = Chess::default().parse_position(fen).unwrap();
        let board: cozy_chess::Board = fen.parse().unwrap();
        let mut best = [0.0; 2];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let lines = ours(&position, depth);
            faster(&mut best[0], lines, start);
            let start = Instant::now();
            assert_eq!(theirs(&board, depth), lines);
            faster(&mut best[1], lines, start);
        }
        let [our, their] = best.map(|speed| speed / 1e6);
        println!("{name:12} {our:7.1} {their:7.1} {:5.2}", our / their);
        sums[0] += (our / their).ln();
        sums[1] += 1.0;
    }
    println!("geometric mean of the ratios: {:.2}", f64::exp(sums[0] / sums[1]));
}

fn count_file(path: &str, most: u64) {
    let (mut counts, mut lines) = (0, 0);
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let mut fields = line.split(';');
        let (id, fen) = (fields.next().unwrap(), fields.next().unwrap());
        let position =
            Chess::default().parse_position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (depth, count) in (1..).zip(fields.next().unwrap().split_whitespace()) {
            let count: u64 = count.parse().unwrap();
            if count <= most {
                assert_eq!(ours(&position, depth), count, "{id}: {fen} to depth {depth}");
                (counts, lines) = (counts + 1, lines + count);
            }
        }
    }
    println!("{counts} counts are right, {lines} lines");
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args[..] {
        [] => compare_speed(),
        [path, most] => count_file(path, most.parse().expect("the largest count")),
        _ => panic!("nothing, or a file and the largest count"),
    }
}

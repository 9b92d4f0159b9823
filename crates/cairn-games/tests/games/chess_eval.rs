//! The evaluation of chess: the same for both sides, bounded, sensible.

use crate::common::at;
use cairn_core::Rng;
use cairn_core::game::Game;
use cairn_games::chess::{BOUND, Chess, Pair, START, WEIGHTS, Weights};

fn worth(text: &str) -> i16 {
    at(&Chess::default(), text).evaluate()
}

#[test]
fn both_sides_see_the_same() {
    let capabilities = Chess::default().capabilities();
    let (measure, mirrored) = (capabilities.evaluation.unwrap(), capabilities.mirrored.unwrap());
    assert_eq!(measure.bound, BOUND);
    let (mut rng, mut most) = (Rng::new(3), 0);
    for _ in 0..300 {
        let mut position = Chess::default();
        while !position.turn().is_over() {
            let value = (measure.of)(&position);
            assert_eq!(value, (measure.of)(&mirrored(&position)));
            assert_eq!(value, position.evaluate_with(&WEIGHTS), "what is kept is what is computed");
            assert!(value.abs() < BOUND);
            most = most.max(value.abs());
            let mv = position.random_playout_move(&mut rng);
            position.play(mv);
        }
    }
    assert!(most > 1500, "{most}");
}

/// Even nine queens and everything else are not cut off, and do not overflow.
#[test]
fn the_most_that_one_side_can_have() {
    let least = worth("7k/8/8/8/8/QQQQQQQQ/8/RNBQKBNR b - - 0 1");
    assert!((1 - BOUND..-9_000).contains(&least), "{least}");
}

#[test]
fn material_and_squares_count() {
    assert_eq!(worth(START), WEIGHTS.tempo.middle() as i16);
    let start = |board: &str| worth(&START.replace("RNBQKBNR", board));
    assert!(start("RNB1KBNR") < -700);
    assert!(start("RNBQKBN1") < -350);
    assert!(start("RNBQK1NR") < -250);
    assert!(start("RNBQKB1R") < -250);
    // A knight in the middle, and a king in its corner while there are queens.
    let knight = |square: &str| worth(square);
    assert!(
        knight("rnbqkbnr/pppppppp/8/8/3N4/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1")
            > knight("rnbqkbnr/pppppppp/8/8/7N/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1")
    );
    let king = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1";
    let open = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NPKN2/PPP2PPP/R1BQ1R2 w - - 0 1";
    assert!(worth(king) > worth(open) + 50);
    // At the end the king belongs in the middle.
    assert!(worth("8/5k2/8/3K4/8/8/P6p/8 w - - 0 1") > worth("8/5k2/8/8/8/8/P6p/K7 w - - 0 1"));
}

#[test]
fn pawns_rooks_and_draws() {
    // Passed is better than opposed, further is better, protected is better than isolated.
    let pawn = |text: &str| worth(text);
    assert!(pawn("4k3/p7/8/8/8/8/7P/4K3 w - - 0 1") > pawn("4k3/7p/8/8/8/8/7P/4K3 w - - 0 1") - 40);
    assert!(pawn("4k3/8/P7/8/8/8/8/4K3 w - - 0 1") > pawn("4k3/8/8/8/8/P7/8/4K3 w - - 0 1") + 40);
    assert!(
        pawn("4k3/8/8/8/1P6/P7/8/4K3 w - - 0 1") > pawn("4k3/8/8/8/P7/P7/8/4K3 w - - 0 1") + 20
    );
    // A rook in an open column.
    assert!(
        worth("4k3/pp3ppp/8/8/8/8/PP3PPP/3RK3 w - - 0 1")
            > worth("4k3/pp3ppp/8/8/8/8/PP3PPP/1R2K3 w - - 0 1")
    );
    // A piece more, without a pawn, hardly wins; with one it does.
    assert!(worth("4k3/8/8/8/8/5n2/8/R3K3 w - - 0 1").abs() < 100);
    assert!(worth("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 400);
    // The nearer the fifty-move rule, the less.
    assert!(
        worth("4k3/8/8/8/8/8/8/R3K3 w - - 90 80")
            < worth("4k3/8/8/8/8/8/8/R3K3 w - - 0 80") * 2 / 3
    );
}

/// Other weights make another value, so they can be tuned.
#[test]
fn weights_can_be_exchanged() {
    let position = at(
        &Chess::default(),
        "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1",
    );
    let tempo = Pair::new(WEIGHTS.tempo.middle() as i16 + 10, 0);
    let weights = Weights { tempo, ..WEIGHTS };
    assert_eq!(position.evaluate_with(&weights), position.evaluate() + 10);
    let pair = Pair::new(-1234, 567);
    assert_eq!((pair.middle(), pair.end()), (-1234, 567));
    let sum = pair + pair - Pair::new(-5000, -9000) * 2;
    assert_eq!((sum.middle(), sum.end()), (7532, 19134));
    assert_eq!(((-sum).middle(), (-sum).end()), (-7532, -19134));
}

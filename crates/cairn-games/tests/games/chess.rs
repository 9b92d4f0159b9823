//! Chess: published counts of lines, how games end, repetition, what a search may ask.

use std::mem::MaybeUninit;

use crate::common::{after, at, move_text, moves, play, position_text};
use cairn_core::capabilities::Repetition;
use cairn_core::game::{Game, Outcome, Turn};
use cairn_core::history::{History, Lists, MoveError, SliceList, room};
use cairn_core::{Rng, testkit};
use cairn_games::chess::{Chess, ChessMove, FIFTY_MOVES, Kind};

fn start() -> Chess {
    Chess::default()
}

fn fen(text: &str) -> Chess {
    at(&start(), text)
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Chess>(), 72);
    assert_eq!(size_of::<ChessMove>(), 2);
}

#[test]
fn keeps_the_contract() {
    testkit::check(&start(), 40, 1);
    testkit::check_sums(&start(), 100, 1);
    testkit::check_uniform(&start(), 20_000, 2);
    // Promotions, castling, en passant, pins.
    for text in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/8/8/K2pP2q/8/8/8/3k4 w - d6 0 1",
    ] {
        testkit::check(&fen(text), 10, 3);
        testkit::check_uniform(&fen(text), 40_000, 4);
    }
}

/// Bulk counting: the last move is counted and not played. Draws by rule do not end a line.
fn perft(position: &Chess, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves().into();
    }
    position
        .moves()
        .map(|mv| {
            let mut next = *position;
            next.play(mv);
            perft(&next, depth - 1)
        })
        .sum()
}

/// Compares the counts of the file that are at most `most`; returns how many there are.
fn published_counts(most: u64) -> usize {
    let mut found = 0;
    for line in include_str!("chess_perft.csv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        let [id, text, counts] = fields[..] else { panic!("{line}") };
        if id == "id" {
            continue;
        }
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().unwrap();
            if count <= most {
                assert_eq!(perft(&fen(text), depth), count, "{id}: {text} to depth {depth}");
                found += 1;
            }
        }
    }
    found
}

#[test]
fn published_perft_counts() {
    assert_eq!(published_counts(250_000), 650);
}

/// A minute or two in tests; `examples/chess_perft.rs` counts any depth.
#[test]
#[ignore = "long"]
fn published_perft_counts_to_200_million() {
    assert_eq!(published_counts(200_000_000), 786);
}

/// Counting, listing and skipping agree, also in the middle of the promotions of a pawn.
#[test]
fn moves_are_counted_and_skipped_as_they_are_listed() {
    let (mut rng, mut position, mut promotions) = (Rng::new(5), start(), 0);
    for _ in 0..20_000 {
        if position.turn().is_over() {
            position = fen("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
        }
        let list: Vec<ChessMove> = position.moves().collect();
        promotions += list.iter().filter(|mv| mv.promotion().is_some()).count();
        assert_eq!(list.len(), position.count_moves() as usize);
        let first = rng.below(list.len() as u32) as usize;
        let mut rest = position.moves();
        assert_eq!(rest.nth(first), Some(list[first]));
        assert_eq!(rest.size_hint(), (list.len() - first - 1, Some(list.len() - first - 1)));
        let second = rng.below(list.len() as u32) as usize;
        let at = first + 1 + second;
        assert_eq!(rest.nth(second), list.get(at).copied());
        assert!(rest.eq(list.iter().skip(at + 1).copied()));
        position.play(list[first]);
    }
    assert!(promotions > 1000, "{promotions}");
}

/// The most moves that a position of a game is known to have, and all of them different.
#[test]
fn as_many_moves_as_there_can_be() {
    let position = fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(position.legal_moves().count(), position.max_moves());
    testkit::check(&position, 3, 1);
}

/// The hash, the checks and what pieces are worth are kept up to date.
#[test]
fn what_is_kept_is_what_is_computed_anew() {
    let mut rng = Rng::new(6);
    for _ in 0..200 {
        let mut position = start();
        while !position.turn().is_over() {
            let fresh = position.recomputed();
            assert_eq!(position, fresh);
            assert_eq!(position.hash64(), fresh.hash64());
            assert_eq!(position.checkers(), fresh.checkers());
            assert_eq!(position.evaluate(), fresh.evaluate());
            assert!(position.moves().eq(fresh.moves()));
            let mv = position.random_playout_move(&mut rng);
            position.play(mv);
        }
    }
}

fn won_by(player: usize) -> Turn {
    Turn::Over(Outcome::win(player))
}

const DRAW: Turn = Turn::Over(Outcome::draw());

#[test]
fn mate_and_stalemate() {
    assert_eq!(after(start(), "f2f3 e7e5 g2g4 d8h4").turn(), won_by(1));
    assert_eq!(after(start(), "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#").turn(), won_by(0));
    assert_eq!(fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").turn(), DRAW);
    assert_eq!(fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").turn(), won_by(0));
    // The pawn that could block is pinned.
    assert_eq!(fen("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1").turn(), DRAW);
    // Only the capture en passant answers the check.
    let position = fen("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
    assert!(moves(&position).contains(&"e4d3".into()));
}

#[test]
fn who_cannot_mate_with_anything_draws() {
    for (text, draw) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/5b2/3K4/8/8 w - - 0 1", true),
        // Bishops on light squares only, of both sides and promoted ones too.
        ("8/8/4k3/8/2b1B3/3K4/8/8 w - - 0 1", true),
        ("8/5b2/3k4/8/2B1B3/8/3K4/8 w - - 0 1", true),
        ("4k3/5b2/8/8/2B2B2/8/3K4/8 w - - 0 1", false),
        ("8/8/4k3/5n2/8/3KN3/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/2NKN3/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3KN3/5B2/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3K4/P7/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3K4/R7/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3K4/q7/8 w - - 0 1", false),
    ] {
        assert_eq!(fen(text).is_insufficient(), draw, "{text}");
        assert_eq!(fen(text).turn(), if draw { DRAW } else { Turn::Player(0) }, "{text}");
    }
    // Captures lead there.
    let position = fen("8/8/4k3/8/8/3Kn3/8/8 w - - 0 1");
    assert!(position.turn().is_over());
    assert!(after(fen("8/8/4k3/8/8/3Kr3/8/8 w - - 0 1"), "d3e3").turn().is_over());
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    let position = fen("8/8/4k3/8/8/3K4/R7/8 w - - 98 120");
    let position = after(position, "a2a3");
    assert_eq!(position.turn(), Turn::Player(1));
    assert_eq!(position_text(&position), "8/8/4k3/8/8/R2K4/8/8 b - - 99 120");
    let drawn = after(position, "e6e5");
    assert_eq!(drawn.turn(), DRAW);
    assert!(position_text(&drawn).ends_with(" 100 121"));
    // A capture and a pawn's move begin the count again.
    assert!(
        position_text(&after(fen("8/8/4k3/8/8/3K4/R6p/8 w - - 99 9"), "a2h2")).ends_with("0 9")
    );
    assert!(
        position_text(&after(fen("8/8/4k3/8/8/3K3P/R7/8 w - - 99 9"), "h3h4")).ends_with("0 9")
    );
    // Mate comes first.
    assert_eq!(after(fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), "a1a8").turn(), won_by(0));
    // The counter is part of the position, but not of its hash.
    let (one, other) =
        (fen("8/8/4k3/8/8/3K4/R7/8 w - - 3 9"), fen("8/8/4k3/8/8/3K4/R7/8 w - - 4 9"));
    assert_ne!(one, other);
    assert_eq!(one.hash64(), other.hash64());
    assert_eq!(fen("8/8/4k3/8/8/3K4/R7/8 w - - 3 77"), one, "the number of the move says nothing");
    assert_eq!(FIFTY_MOVES, 100);
}

type Real = History<Chess, SliceList<'static, ChessMove>, SliceList<'static, u64>>;

fn game(start: Chess) -> Real {
    fn list<T>(room: usize) -> SliceList<'static, T> {
        SliceList::new((0..room).map(|_| MaybeUninit::uninit()).collect::<Vec<_>>().leak())
    }
    let [moves, excluded] = room(&start);
    assert_eq!(excluded, 0, "no move is ever excluded");
    History::new(start, Lists { moves: list(moves), excluded: list(0), keys: list(0) })
}

fn play_real(game: &mut Real, text: &str) {
    for text in text.split_whitespace() {
        let mv = game.read_move(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        game.play(mv);
    }
}

#[test]
fn a_third_occurrence_ends_the_game() {
    assert_eq!(start().repetition(), Repetition::Ends(3));
    let mut real = game(start());
    play_real(&mut real, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(real.turn(), Turn::Player(1));
    assert!(real.excluded().is_empty());
    play_real(&mut real, "f6g8");
    assert_eq!(real.turn(), DRAW, "the start, for the third time");
    assert_eq!(real.read_move("e2e4"), Err(MoveError::Over));
    assert!(real.undo());
    assert_eq!(real.turn(), Turn::Player(1));
    play_real(&mut real, "e7e5");
    assert_eq!(real.turn(), Turn::Player(0));
    real.restart(start());
    assert_eq!(real.turn(), Turn::Player(0));
}

#[test]
fn other_rights_make_another_position() {
    let mut real = game(start());
    // After e2e4 nobody can capture en passant: the position is the same later.
    play_real(&mut real, "e2e4 b8c6 g1f3 c6b8 f3g1 b8c6 g1f3 c6b8 f3g1");
    assert_eq!(real.turn(), DRAW);
    // With a pawn on d4, the first time is different: e3 may be entered.
    real.restart(fen("4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1"));
    play_real(&mut real, "e2e4 e8d8 g1f3 d8e8 f3g1 e8d8 g1f3 d8e8 f3g1");
    assert_eq!(real.turn(), Turn::Player(1));
    play_real(&mut real, "e8d8");
    assert_eq!(real.turn(), DRAW);
    // A king that moves loses the right to castle.
    real.restart(fen("4k3/p7/8/8/8/8/P7/4K2R w K - 0 1"));
    play_real(&mut real, "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8");
    assert_eq!(real.turn(), Turn::Player(0));
    play_real(&mut real, "e1e2");
    assert_eq!(real.turn(), DRAW);
}

#[test]
fn en_passant_counts_only_where_it_is_legal() {
    let without = fen("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    let with = fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!((with, with.hash64()), (without, without.hash64()));
    assert_eq!(position_text(&with), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    let with = fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let without = fen("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(with, without);
    assert_ne!(with.hash64(), without.hash64());
    assert_eq!(after(fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e2e4"), with);
    // Pinned along the row by both pawns, in a column, on a diagonal.
    for text in [
        "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
        "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1",
        "8/8/5k2/8/3pP3/8/1B6/4K3 b - e3 0 1",
    ] {
        assert!(position_text(&fen(text)).contains(" - - "), "{text}");
        assert!(!moves(&fen(text)).contains(&"d4e3".into()));
    }
    // The pinned pawn stays on its diagonal.
    let text = "8/8/8/2k5/3pP3/8/5B2/6K1 b - e3 0 1";
    assert!(moves(&fen(text)).contains(&"d4e3".into()));
    assert!(position_text(&after(fen(text), "d4e3")).starts_with("8/8/8/2k5/8/4p3/5B2/6K1 w"));
}

#[test]
fn castling() {
    let open = fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(position_text(&after(open, "e1g1 e8c8")), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    assert_eq!(position_text(&after(open, "O-O-O O-O")), "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2");
    // Rights end with a move or the capture of the rook.
    assert!(position_text(&after(open, "a1a8")).contains(" b Kk - "));
    assert!(position_text(&after(open, "h1g1")).contains(" b Qkq - "));
    assert!(position_text(&after(open, "e1e2")).contains(" b kq - "));
    // Not through or into attacked squares, nor in check; the rook may be attacked.
    let castles = |text: &str| -> Vec<String> {
        let mut all = moves(&fen(text));
        all.retain(|mv| mv == "e1g1" || mv == "e1c1");
        all
    };
    assert_eq!(castles("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), ["e1c1"]);
    assert_eq!(castles("4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1"), ["e1c1"]);
    assert_eq!(castles("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1"), [""; 0]);
    assert_eq!(castles("4k3/8/8/8/8/1r5r/8/R3K2R w KQ - 0 1"), ["e1c1", "e1g1"]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1"), [""; 0]);
}

fn forcing(position: &Chess) -> Vec<ChessMove> {
    let mut list = vec![];
    let forcing = position.capabilities().forcing.unwrap();
    (forcing.moves)(position, &mut |mv| list.push(mv));
    assert_eq!((forcing.threatened)(position), position.checkers() != 0);
    list
}

#[test]
fn forcing_moves_passes_and_mirrored_positions() {
    let capabilities = start().capabilities();
    let (pass, mirrored) = (capabilities.pass.unwrap(), capabilities.mirrored.unwrap());
    let (mut rng, mut checks, mut passes) = (Rng::new(8), 0, 0);
    for _ in 0..100 {
        let mut position = start();
        while !position.turn().is_over() {
            let captures = |&mv: &ChessMove| {
                let pawn = position.on(mv.from()) == Some(Kind::Pawn);
                position.on(mv.to()).is_some()
                    || mv.promotion().is_some()
                    || pawn && mv.from() % 8 != mv.to() % 8
            };
            let in_check = position.checkers() != 0;
            let expected: Vec<_> = position.moves().filter(|mv| in_check || captures(mv)).collect();
            assert_eq!(forcing(&position), expected);
            assert!(!in_check || pass(&position).is_none());
            checks += usize::from(in_check);
            if let Some(next) = pass(&position) {
                assert_eq!(next, next.recomputed());
                assert_eq!(next.hash64(), next.recomputed().hash64());
                assert_eq!(next.to_move(), 1 - position.to_move());
                assert_eq!(
                    pass(&next).map_or(next.occupied(), |two| two.occupied()),
                    position.occupied()
                );
                passes += 1;
            }
            let other = mirrored(&position);
            assert_eq!(other.to_move(), 1 - position.to_move());
            assert_eq!(mirrored(&other), position);
            assert_eq!(mirrored(&other).hash64(), position.hash64());
            let turned = |text: &String| -> String {
                let turn = |c: char| c.to_digit(10).map_or(c, |row| char::from(b'9' - row as u8));
                text.chars().map(turn).collect()
            };
            let mut expected: Vec<String> = moves(&position).iter().map(turned).collect();
            expected.sort();
            assert_eq!(moves(&other), expected);
            let mv = position.random_playout_move(&mut rng);
            position.play(mv);
        }
    }
    assert!(checks > 500 && passes > 5000, "{checks} {passes}");
    // Pawns only: to have to move may be what loses.
    assert!(pass(&fen("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")).is_none());
    assert!(pass(&fen("4k3/4p3/8/8/8/8/4P3/4KN2 w - - 0 1")).is_some());
    assert!(pass(&fen("4k3/4p3/8/8/8/8/4P3/4KN2 b - - 0 1")).is_none());
}

#[test]
fn the_best_captures_are_guessed_to_be_best() {
    let position = fen("3r3k/1P6/8/3q4/2P1N3/8/8/3R2K1 w - - 0 1");
    let order = position.capabilities().order.unwrap();
    let guess = |text: &str| order(&position, position.parse_move(text).unwrap());
    assert!(guess("c4d5") > guess("d1d5"));
    assert!(guess("b7b8q") > guess("g1f1"));
    assert!(guess("d1d5") > guess("g1f1"));
    assert!(guess("b7b8n") < guess("g1f1"));
    assert_eq!(guess("g1f1"), guess("e4c3"));
    // A capture en passant is one of a pawn.
    let position = fen("4k3/8/8/8/3pP3/2P5/8/4K3 b - e3 0 1");
    let guess = |text: &str| order(&position, position.parse_move(text).unwrap());
    assert_eq!(guess("d4e3"), guess("d4c3"));
}

/// A key is the piece that arrives and its square.
#[test]
fn keys() {
    let position = fen("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
    let key = |text: &str| position.key(position.parse_move(text).unwrap());
    assert_eq!(position.keys(), 384);
    let promotions = ["g2g1q", "g2g1r", "g2g1b", "g2g1n"].map(key);
    assert!((0..4).all(|i| !promotions[..i].contains(&promotions[i])));
    // Two knights share a key, a knight and a king do not.
    assert_eq!(key("c8e7") - key("c8d6"), 9);
    let position = fen("4k3/8/8/8/8/2N3N1/4K3/8 w - - 0 1");
    let key = |text: &str| position.key(position.parse_move(text).unwrap());
    assert_eq!(key("c3e4"), key("g3e4"));
    assert_ne!(key("c3d1"), key("e2d1"));
}

/// Moves of a whole game, the longest line that is quick to type: everything in it is read.
#[test]
fn a_game() {
    let mut position = start();
    play(
        &mut position,
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ \
         Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    );
    assert_eq!(position.turn(), won_by(0));
    assert_eq!(position_text(&position), "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17");
    assert_eq!(move_text(&start(), start().parse_move("Nf3").unwrap()), "g1f3");
}

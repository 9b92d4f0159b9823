//! Chess beside cozy-chess 0.3.4 in random games, position by position.

use std::collections::HashMap;

use crate::common::{at, moves, position_text};
use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};
use cairn_games::chess::{Chess, Kind, START};
use cozy_chess::{Board, GameStatus, Move, Piece, Square};

/// Openings, endings, promotions, castling and en passant.
const STARTS: [&str; 8] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
];

/// The same move in our notation: cozy-chess castles by taking the rook.
fn text(board: &Board, mv: Move) -> String {
    let castles = board.piece_on(mv.from) == Some(Piece::King)
        && board.color_on(mv.to) == Some(board.side_to_move());
    let file = mv.to.file() as usize;
    let to = match castles {
        true => Square::new(cozy_chess::File::index(if file > 4 { 6 } else { 2 }), mv.to.rank()),
        false => mv.to,
    };
    Move { to, ..mv }.to_string()
}

fn all_moves(board: &Board) -> Vec<Move> {
    let mut list = vec![];
    board.generate_moves(|moves| {
        list.extend(moves);
        false
    });
    list
}

/// The FEN, with the en passant square only where a capture is legal.
fn fen(board: &Board, moves: &[Move]) -> String {
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let captures = |mv: &Move| {
        board.piece_on(mv.from) == Some(Piece::Pawn)
            && mv.from.file() != mv.to.file()
            && board.piece_on(mv.to).is_none()
    };
    if !moves.iter().any(captures) {
        fields[3] = "-";
    }
    fields.join(" ")
}

fn same(position: &Chess, board: &Board) -> Vec<(String, Move)> {
    let list = all_moves(board);
    assert_eq!(position_text(position), fen(board, &list));
    let mut named: Vec<_> = list.iter().map(|&mv| (text(board, mv), mv)).collect();
    named.sort_by(|one, other| one.0.cmp(&other.0));
    let expected: Vec<_> = named.iter().map(|(text, _)| text.clone()).collect();
    assert_eq!(moves(position), expected, "{board}");
    assert_eq!(position.checkers(), board.checkers().0, "{board}");
    let kinds = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    for (kind, piece) in kinds.into_iter().zip(Piece::ALL) {
        assert_eq!(position.all(kind), board.pieces(piece).0, "{board}");
    }
    let status = match position.turn() {
        // cozy-chess goes on when nobody can mate.
        Turn::Over(_) if position.is_insufficient() => board.status(),
        Turn::Over(outcome) if outcome == Outcome::draw() => GameStatus::Drawn,
        Turn::Over(outcome) => {
            assert_eq!(outcome, Outcome::win(1 - position.to_move()));
            GameStatus::Won
        }
        _ => GameStatus::Ongoing,
    };
    assert_eq!(status, board.status(), "{board}");
    named
}

#[test]
fn random_games_are_the_same() {
    let mut rng = Rng::new(11);
    let mut seen = 0;
    for game in 0..400 {
        let start = STARTS[game % STARTS.len()];
        let mut position = at(&Chess::default(), start);
        let mut board: Board = start.parse().unwrap();
        for _ in 0..400 {
            let moves = same(&position, &board);
            seen += 1;
            if moves.is_empty() || board.halfmove_clock() == 100 {
                break;
            }
            if let (Some(passed), Some(other)) =
                ((position.capabilities().pass.unwrap())(&position), board.null_move())
                && !passed.turn().is_over()
            {
                let mut expected: Vec<_> =
                    all_moves(&other).into_iter().map(|mv| text(&other, mv)).collect();
                expected.sort();
                assert_eq!(crate::common::moves(&passed), expected, "{other}");
            }
            let (text, mv) = &moves[rng.below(moves.len() as u32) as usize];
            position.play(position.parse_move(text).unwrap());
            board.play(*mv);
        }
    }
    assert!(seen > 50_000, "{seen}");
}

/// Equal positions have equal hashes, and different ones different hashes. What is equal is what
/// cozy-chess writes, with the en passant square where it generates such a capture. (Its
/// `same_position` takes any piece's move to that square for one.) In short games from few starts many
/// positions occur again.
#[test]
fn hashes_are_equal_where_positions_are() {
    let mut rng = Rng::new(12);
    let mut known: HashMap<u64, (String, Chess)> = HashMap::new();
    let mut by_text: HashMap<String, u64> = HashMap::new();
    let mut seen = 0;
    for game in 0..8000 {
        let start = STARTS[game % STARTS.len()];
        let mut position = at(&Chess::default(), start);
        let mut board: Board = start.parse().unwrap();
        for _ in 0..5 {
            let moves = all_moves(&board);
            let full = fen(&board, &moves);
            let fields: Vec<&str> = full.split(' ').collect();
            let (text, hash) = (fields[..4].join(" "), position.hash64());
            assert_eq!(position.repetition_key(), Some(hash));
            assert_eq!(*by_text.entry(text.clone()).or_insert(hash), hash, "{full}");
            let quiet = |text: &str| text.split(' ').nth(4).map(String::from);
            let (other, one) = known.entry(hash).or_insert_with(|| (full.clone(), position));
            assert!(other.starts_with(&text), "{full} and {other}");
            assert_eq!(position == *one, quiet(&full) == quiet(other));
            seen += 1;
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            position.play(position.parse_move(&self::text(&board, mv)).unwrap());
            board.play(mv);
        }
    }
    assert!(seen > known.len() + 10_000, "{seen} positions, {} different", known.len());
    assert_eq!(by_text.len(), known.len());
}

//! Game records of Go in the Smart Game Format, as every Go program reads it.

use cairn_games::go::{BLACK, GoAny, HalfPoints, WHITE};
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{Color, SgfNode, SimpleText, Text};

use crate::pairing::Pairing;
use cairn_arena::AnyGame;
use cairn_arena::go_position;
use cairn_arena::{GameRecord, GameStatus};

/// What a record tells besides the moves.
#[derive(Clone, Debug, Default)]
pub struct About<'a> {
    /// Who is black, and who is white.
    pub players: [&'a str; 2],
    /// How it ended, as the format has it: `B+`, `W+R`, `0`; nothing if it has not.
    pub result: &'a str,
    /// A remark on the whole game.
    pub comment: &'a str,
}

/// Why there is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The format is Go's.
    #[error("{0} is not written in SGF: only Go is")]
    Game(String),
    /// A start that the format has no words for.
    #[error("a game that begins with a ko or a pass is not written in SGF")]
    Start,
    /// A move that cannot be played.
    #[error("move {0} cannot be played")]
    Move(usize),
}

/// The record of a game of Go: `game` is its spec, `position` where it began if not on the empty
/// board, `moves` the moves in Go's notation, separated by blanks.
pub fn write(
    game: &str,
    position: Option<&str>,
    moves: &str,
    about: &About<'_>,
) -> Result<String, SgfError> {
    let start = position_after(game, position, "").ok_or_else(|| SgfError::Game(game.into()))?;
    if start.ko().is_some() || start.passes() > 0 {
        return Err(SgfError::Start);
    }
    let size = start.size() as u8;
    let mut node = None;
    let moves: Vec<&str> = moves.split_whitespace().collect();
    for (ply, text) in moves.iter().enumerate().rev() {
        let mv = read_move(text, size).ok_or(SgfError::Move(ply + 1))?;
        let black = (start.to_move() + ply) % 2 == BLACK;
        let prop = if black { Prop::B(mv) } else { Prop::W(mv) };
        node = Some(SgfNode::new(vec![prop], node.into_iter().collect(), false));
    }
    let simple = |text: &str| SimpleText { text: text.into() };
    let mut root = vec![
        Prop::GM(1),
        Prop::FF(4),
        Prop::CA(simple("UTF-8")),
        Prop::AP((simple("Cairn"), simple(env!("CARGO_PKG_VERSION")))),
        // Not SZ(…): that would be written "9:9", which some programs do not read.
        Prop::Unknown("SZ".into(), vec![size.to_string()]),
        Prop::KM(f64::from(start.komi()) / 2.0),
        Prop::RU(simple("Chinese")),
        Prop::PB(simple(about.players[BLACK])),
        Prop::PW(simple(about.players[WHITE])),
    ];
    if !about.result.is_empty() {
        root.push(Prop::RE(simple(about.result)));
    }
    root.extend(set_up(&start));
    if !about.comment.is_empty() {
        root.push(Prop::C(Text { text: about.comment.into() }));
    }
    let root: SgfNode<Prop> = SgfNode::new(root, node.into_iter().collect(), true);
    Ok(root.serialize() + "\n")
}

/// Where a game of Go is after some moves.
fn position_after(game: &str, position: Option<&str>, moves: &str) -> Option<GoAny> {
    let game = AnyGame::new(game).ok()?;
    let play = game.history_after(position, moves).ok()?;
    go_position(&game, &play)
}

/// The stones that are there before the first move, and whose that is; nothing for the usual start.
fn set_up(start: &GoAny) -> Vec<Prop> {
    let mut props = Vec::new();
    for (player, name) in [(BLACK, "AB"), (WHITE, "AW")] {
        let size = start.size();
        let letter = |at: usize| char::from(b'a' + at as u8);
        let stones: Vec<String> = (0..start.points())
            .filter(|&point| start.stone(point) == Some(player))
            .map(|point| format!("{}{}", letter(point % size), letter(size - 1 - point / size)))
            .collect();
        if !stones.is_empty() {
            // Not AB(…): its set has no order, and a record should be the same every time.
            props.push(Prop::Unknown(name.into(), stones));
        }
    }
    if start.to_move() == WHITE {
        props.push(Prop::PL(Color::White));
    } else if !props.is_empty() {
        props.push(Prop::PL(Color::Black));
    }
    props
}

/// `C3` or `pass`. The format counts from the upper left corner, and knows a column I.
fn read_move(text: &str, size: u8) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(Move::Pass);
    }
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let row: u8 = text.get(1..)?.parse().ok()?;
    let x = letter.checked_sub(b'A')? - u8::from(letter > b'I');
    let on_board = letter != b'I' && x < size && (1..=size).contains(&row);
    on_board.then(|| Move::Move(Point { x, y: size - row }))
}

/// The record of a game of a match or an experiment, with its players' specs.
pub fn write_record(pairing: &Pairing, game: &GameRecord) -> Result<String, SgfError> {
    let mut players = [pairing.b.as_str(); 2];
    players[game.seat.min(1)] = &pairing.a;
    let a_won = 2 * game.reward > game.denominator;
    let black_won = a_won == (game.seat == BLACK);
    let result = match game.status {
        GameStatus::Done if 2 * game.reward == game.denominator => "0".into(),
        GameStatus::Done => {
            let winner = if black_won { 'B' } else { 'W' };
            let margin = position_after(&pairing.game, None, &game.moves)
                .map(|end| HalfPoints(end.area_score().abs()));
            format!("{winner}+{}", margin.map(|points| points.to_string()).unwrap_or_default())
        }
        _ => "Void".into(),
    };
    let colour = if game.seat == BLACK { "black" } else { "white" };
    let how = match game.status {
        GameStatus::Done => "All stones are counted as they stand.".into(),
        other => format!("It ended before its end: {}.", other.name()),
    };
    let comment = format!(
        "Game {} of a match on {}, seed {}. A is {colour}.\nA: {}\nB: {}\nOpening: {} moves. \
         Playouts: A {}, B {}. {how}",
        game.number,
        pairing.game,
        pairing.seed,
        pairing.a,
        pairing.b,
        game.opening,
        game.playouts[0],
        game.playouts[1],
    );
    write(&pairing.game, None, &game.moves, &About { players, result: &result, comment: &comment })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_arena::Conditions;
    use cairn_arena::Openings;

    #[test]
    fn records_are_written() {
        let about = About { players: ["a [b]", "c"], result: "W+R", comment: "one\ntwo" };
        let text = write("go:size=5,komi=0.5", None, "C3 A5 pass E1", &about).unwrap();
        assert!(text.starts_with("(;GM[1]FF[4]CA[UTF-8]AP[Cairn:"), "{text}");
        assert!(
            text.contains("SZ[5]KM[0.5]RU[Chinese]PB[a [b\\]]PW[c]RE[W+R]C[one\ntwo]"),
            "{text}"
        );
        assert!(text.ends_with(";B[cc];W[aa];B[];W[ee])\n"), "{text}");
        let wide = write("go:size=13", None, "J1 H13", &About::default()).unwrap();
        assert!(wide.ends_with(";B[im];W[ha])\n"), "{wide}");
    }

    #[test]
    fn a_record_can_begin_with_stones() {
        let about = About::default();
        let handicap = Some("2X2/5/X3O/5/5 w - 0 0.5");
        let text = write("go:size=5", handicap, "C3 A5", &about).unwrap();
        assert!(text.contains("KM[0.5]") && text.contains("AB[ac][ca]AW[ec]PL[W]"), "{text}");
        assert!(text.ends_with(";W[cc];B[aa])\n"), "{text}");
        for start in ["1XO2/XO1O1/1XO2/5/5 b C4 0", "5/5/5/5/5 b - 1"] {
            assert_eq!(
                write("go:size=5", Some(start), "", &about),
                Err(SgfError::Start),
                "{start}"
            );
        }
    }

    #[test]
    fn what_is_no_record_is_said() {
        let hex = write("hex", None, "a1", &About::default());
        assert_eq!(hex, Err(SgfError::Game("hex".into())));
        assert_eq!(write("go9", None, "E5 K9", &About::default()), Err(SgfError::Move(2)));
        assert_eq!(write("go9", None, "I5", &About::default()), Err(SgfError::Move(1)));
    }

    #[test]
    fn a_game_of_a_match_has_its_players() {
        let conditions = Conditions { seed: 1, openings: Openings::Random(2) };
        let pairing = Pairing::new("go:size=3", "uct:playouts=20", "mc:playouts=5", &conditions);
        let pairing = pairing.unwrap();
        let game = pairing
            .matchup()
            .unwrap()
            .opponents()
            .unwrap()
            .play(&conditions, 1, None, &|| false)
            .unwrap()
            .unwrap();
        let text = write_record(&pairing, &game).unwrap();
        assert!(
            text.contains("PB[mc\\:playouts=5") && text.contains("PW[uct\\:nodes=20"),
            "{text}"
        );
        assert_eq!(text.matches(";B[").count() + text.matches(";W[").count(), game.plies);
        let end = position_after("go:size=3", None, &game.moves).unwrap().area_score();
        assert_eq!(end < 0, game.reward > 0, "A is white");
        let winner = if game.reward > 0 { 'W' } else { 'B' };
        assert!(text.contains(&format!("RE[{winner}+{}]", f64::from(end.abs()) / 2.0)), "{text}");
        assert!(text.contains("A is white.") && text.contains("as they stand."), "{text}");
    }
}

//! Go among the games: positions and records.

use cairn_arena::sgf::{SgfError, SgfInfo, SgfRecord, write, write_game};
use cairn_arena::{AnyGame, Conditions, Matchup, Openings};
use cairn_games::bits::{PointSet, Words};
use cairn_games::go::conventions::SgfItem;
use cairn_games::go::{BLACK, GoMove, WHITE};

#[test]
fn positions_of_go_are_found() {
    for spec in ["go9:komi=5", "go:size=9,komi=5"] {
        let game = AnyGame::new(spec).unwrap();
        let position = game.history_after(None, "E5 A1 pass").unwrap().position().to_go().unwrap();
        assert_eq!((position.komi(), position.passes(), position.to_move()), (10, 1, WHITE));
        assert_eq!(position.stone(40), Some(BLACK));
        assert_eq!(position.area_score(), -10);
    }
    let other = AnyGame::new("nogo").unwrap();
    assert!(other.start().to_go().is_none());
}

#[test]
fn records_are_written() {
    let info = SgfInfo { players: ["a [b]", "c"], result: "W+R", comment: "one\ntwo" };
    let text = write("go:size=5,komi=0.5", None, "C3 A5 pass E1", &info).unwrap();
    assert!(text.starts_with("(;GM[1]FF[4]CA[UTF-8]AP[Cairn:"), "{text}");
    assert!(text.contains("SZ[5]KM[0.5]RU[Chinese]PB[a [b\\]]PW[c]RE[W+R]C[one\ntwo]"), "{text}");
    assert!(text.ends_with(";B[cc];W[aa];B[];W[ee])\n"), "{text}");
    let wide = write("go:size=13", None, "J1 H13", &SgfInfo::default()).unwrap();
    assert!(wide.ends_with(";B[im];W[ha])\n"), "{wide}");
}

#[test]
fn a_record_can_begin_with_stones() {
    let info = SgfInfo::default();
    let handicap = Some("2X2/5/X3O/5/5 w - 0 0.5");
    let text = write("go:size=5", handicap, "C3 A5", &info).unwrap();
    assert!(text.contains("KM[0.5]") && text.contains("AB[ac][ca]AW[ec]PL[W]"), "{text}");
    assert!(text.ends_with(";W[cc];B[aa])\n"), "{text}");
    for start in ["1XO2/XO1O1/1XO2/5/5 b C4 0", "5/5/5/5/5 b - 1"] {
        assert_eq!(write("go:size=5", Some(start), "", &info), Err(SgfError::Start), "{start}");
    }
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let hex = write("hex", None, "a1", &SgfInfo::default());
    assert_eq!(hex, Err(SgfError::Game("hex".into())));
    assert_eq!(write("go9", None, "E5 K9", &SgfInfo::default()), Err(SgfError::Move(2)));
    assert_eq!(write("go9", None, "I5", &SgfInfo::default()), Err(SgfError::Move(1)));
}

#[test]
fn a_game_of_a_match_has_its_players() {
    let conditions = Conditions { seed: 1, openings: Openings::Random(2) };
    let matchup = Matchup {
        game: AnyGame::new("go:size=3").unwrap(),
        agents: ["uct:playouts=20".into(), "mc:playouts=5".into()],
        conditions,
    };
    let mut players = matchup.game.opponents("uct:playouts=20", "mc:playouts=5").unwrap();
    let game = players.play(&matchup.conditions, 1, None, &|| false).unwrap().unwrap();
    let text = write_game(&matchup, &game).unwrap();
    assert!(text.contains("PB[mc\\:playouts=5]PW[uct\\:playouts=20]"), "{text}");
    assert_eq!(text.matches(";B[").count() + text.matches(";W[").count(), game.plies);
    let end = matchup.game.history_after(None, &game.moves).unwrap();
    let end = end.position().to_go().unwrap().area_score();
    assert_eq!(end < 0, game.reward > 0, "A is white");
    let winner = if game.reward > 0 { 'W' } else { 'B' };
    assert!(text.contains(&format!("RE[{winner}+{}]", f64::from(end.abs()) / 2.0)), "{text}");
    assert!(text.contains("A is white.") && text.contains("as alive."), "{text}");
}

/// A handicap, a setup in the middle, a pass in the old style and a variation.
const RECORD: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]HA[2]AB[bd][db]PB[a \\] b]\n;W[cc];B[dd](;W[tt]\
                      ;AE[cc];B[];W[ca])(;W[aa]))";

#[test]
fn records_are_read() {
    let record = SgfRecord::parse(RECORD).unwrap();
    assert_eq!(record.players, [Some("a ] b".into()), None]);
    let none = Words([0; 6]);
    let setup = |black: &[usize]| {
        let black = black.iter().fold(none, |set, &point| set | Words::single(point));
        SgfItem::Setup([black, none])
    };
    let start = [
        SgfItem::Size(5),
        SgfItem::Komi(1),
        setup(&[6, 18]),
        SgfItem::ToMove(WHITE),
        SgfItem::Play(WHITE, GoMove::at(12)),
        SgfItem::Play(BLACK, GoMove::at(8)),
    ];
    let rest = [
        SgfItem::Play(WHITE, GoMove::PASS),
        setup(&[6, 8, 18]),
        SgfItem::Play(BLACK, GoMove::PASS),
        SgfItem::Play(WHITE, GoMove::at(22)),
    ];
    assert_eq!(record.items(u32::MAX).unwrap(), [&start[..], &rest].concat());
    assert_eq!(record.items(1).unwrap(), [&start[..4], &[SgfItem::ToMove(WHITE)]].concat());
    assert_eq!(record.items(3).unwrap(), [&start[..], &[SgfItem::ToMove(WHITE)]].concat());
    let (position, moves) = record.game().unwrap();
    assert_eq!(position.as_deref(), Some("5/3X1/5/1X1X1/5 b - 0 0.5"));
    assert_eq!(moves, "pass C5");
}

#[test]
fn an_illegal_move_is_found_unless_it_comes_later() {
    let record = SgfRecord::parse("(;SZ[5];B[aa];W[aa];B[bb])").unwrap();
    assert_eq!(record.items(3), Err(SgfError::Illegal(2)));
    assert_eq!(record.items(2).unwrap().len(), 3);
    assert_eq!(record.game(), Err(SgfError::Illegal(2)));
}

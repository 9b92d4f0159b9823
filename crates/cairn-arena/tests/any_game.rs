//! Games and players without their types.

use cairn_arena::AnyGame;
use cairn_core::history::MoveError;

#[test]
fn a_game_is_played_without_its_type() {
    let game = AnyGame::new("tictactoe").unwrap();
    let mut play = game.history();
    let mut player = game.player("uct:playouts=300").unwrap();
    while !play.turn().is_over() {
        let found = player.choose(&play, 1, &mut || false);
        let best = found.mv.unwrap();
        assert!(play.legal_moves().contains(&play.move_text(best)));
        let visits: u32 = player.moves().iter().map(|stats| stats.visits).sum();
        assert_eq!((found.playouts, visits), (300, 299));
        let expected = player.principal_variation();
        assert_eq!(expected.first(), Some(&best));
        let mut line = play.clone();
        expected.iter().for_each(|&mv| line.play(mv));
        play.play(best);
    }
    let before = play.moves_text();
    assert!(play.undo());
    assert!(!play.turn().is_over() && before.starts_with(&play.moves_text()));
    while play.undo() {}
    assert_eq!((play.plies(), play.position_text()), (0, game.history().position_text()));
}

#[test]
fn undo_brings_superko_back() {
    let game = AnyGame::new("go:size=2").unwrap();
    let mut play = game.history_after(None, "A1 B2 A2, B1,A1 A2").unwrap();
    assert!(play.play_text("A1").is_err());
    play.play_text("pass").unwrap();
    assert!(play.undo());
    assert!(play.play_text("A1").is_err(), "still forbidden");
}

#[test]
fn what_cannot_be_reached_is_said() {
    let game = AnyGame::new("tictactoe").unwrap();
    let error = |position, moves| game.history_after(position, moves).err().unwrap().to_string();
    let text = error(Some("X"), "");
    assert!(text.starts_with("'X' is not a position of tictactoe: write nine squares"), "{text}");
    assert!(text.ends_with("; the start is '.../.../...'"), "{text}");
    let text = error(Some("X../.../..."), "b2 a4");
    assert!(text.starts_with("move 2: 'a4' is not a legal move"), "{text}");
    assert!(error(None, "b2 b2").starts_with("move 2: b2 is occupied"));
}

/// With whole komi there are draws, with half komi there are none: the denominators differ.
#[test]
fn chances_are_shares_whatever_komi_a_position_has() {
    let game = AnyGame::new("go:size=5,komi=0.5").unwrap();
    let drawn = game.at("XXOOO/XXOO1/1XOO1/XXO2/5 b - 0 0").unwrap();
    assert_eq!((game.history().denominator(), drawn.history().denominator()), (1, 2));
    let mut player = drawn.player("grave:playouts=300").unwrap();
    let play = drawn.history();
    player.choose(&play, 1, &mut || false);
    assert!(player.moves().iter().all(|stats| (0.0..=1.0).contains(&stats.value.unwrap_or(0.0))));
    // Counters that just hold the playouts must be wider where each counts for two.
    let tally = |game: &AnyGame| {
        game.summary("uct:playouts=255").unwrap().footprint.unwrap().top.node_bytes
    };
    assert!(tally(&drawn) > tally(&game));
    assert!(game.at("5/5 b").err().unwrap().to_string().starts_with("'5/5 b' is not a position"));
}

#[test]
fn a_handful_of_nodes_is_a_warning() {
    let warning = |game: &str, spec: &str| {
        let game = AnyGame::new(game).unwrap();
        game.warning(&game.agent(spec).unwrap())
    };
    let nodes = |spec: &str| AnyGame::new("amazons").unwrap().summary(spec).unwrap().nodes();
    let (few, more) =
        (nodes("grave:table_at=1,memory=20KiB"), nodes("grave:table_at=1,memory=256KiB"));
    assert!(few < 32 && more >= 128, "{few}, {more}");
    assert_eq!(
        warning("amazons", "grave:table_at=1,memory=20KiB").unwrap(),
        format!(
            "only {few} nodes fit in 20 KiB for amazons: expect weak play; \
             256 KiB would hold {more}"
        )
    );
    assert_eq!(warning("amazons", "grave:table_at=1,memory=256KiB"), None);
    // No warning: the spec asks for only a few nodes, or a search cannot use more.
    assert_eq!(warning("amazons", "grave:nodes=5,memory=1MiB"), None);
    assert_eq!(warning("amazons", "grave:playouts=9,memory=1MiB"), None);
    let few = warning("amazons", "grave:table_at=1,playouts=50,memory=20KiB").unwrap();
    assert!(few.ends_with(" would hold 50"), "{few}");
    assert_eq!(warning("tictactoe", "mc:memory=64KiB"), None);
}

#[test]
fn an_agent_has_a_summary() {
    let game = AnyGame::new("go9").unwrap();
    let summary = game.summary("graver2:nodes=160,top=160,second=80,amaf=own-any").unwrap();
    assert_eq!((summary.nodes(), summary.bytes), (160, 32_600));
    let player = game.player("graver2:nodes=160,top=160,second=80,amaf=own-any").unwrap();
    assert_eq!(player.summary().spec, summary.spec);
    let error = game.summary("graver2:depth=3").unwrap_err().to_string();
    assert!(error.starts_with("agent graver2:depth=3: "), "{error}");
    assert!(AnyGame::new("shogi").err().unwrap().to_string().contains("no game is called"));
}

#[test]
fn wrong_moves_are_named() {
    let error = |moves: &str| {
        let mut game = AnyGame::new("tictactoe").unwrap().history();
        moves.split_whitespace().try_for_each(|text| game.play_text(text)).unwrap_err()
    };
    assert!(error("b2 b4").to_string().starts_with("'b4' is not a legal move here: there are "));
    assert_eq!(error("b2 b2").to_string(), "b2 is occupied: choose an empty square");
    assert_eq!(error("a1 a2 b1 b2 c1 c2").reason, MoveError::Over);
}

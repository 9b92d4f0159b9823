//! Games as lines of JSON.

mod common;

use cairn_lab::records::{ReadError, Writer, differences, read};
use cairn_lab::{Conditions, GameRecord, GameStatus, Openings, Pairing};
use common::sample;

/// Six games that were played, of two pairings.
fn written() -> (String, Vec<(Pairing, GameRecord)>) {
    let conditions = Conditions { seed: u64::MAX, openings: Openings::Random(2) };
    let pairing =
        Pairing::new("tictactoe", "uct:playouts=5", "mc:playouts=5", &conditions).unwrap();
    let other = Pairing { seed: 2, ..pairing.clone() };
    let mut opponents = pairing.matchup().unwrap().opponents().unwrap();
    let mut play = |number: u32| {
        let pairing = if number < 4 { &pairing } else { &other };
        let game = opponents.play(&pairing.conditions(), number, None, &|| false);
        (pairing.clone(), game.unwrap().unwrap())
    };
    let games: Vec<_> = (0..6).map(&mut play).collect();
    let mut writer = Writer::new(Vec::new());
    games.iter().for_each(|(pairing, game)| writer.write(pairing, game).unwrap());
    (String::from_utf8(std::mem::take(writer.get_mut())).unwrap(), games)
}

fn rounded(games: &[(Pairing, GameRecord)]) -> Vec<(Pairing, GameRecord)> {
    let mut games = games.to_vec();
    games.iter_mut().for_each(|(_, game)| game.seconds = (game.seconds * 1e4).round() / 1e4);
    games
}

#[test]
fn games_come_back_as_they_went_out() {
    let (text, games) = written();
    assert_eq!(text.lines().count(), 2 + 6);
    assert_eq!(read(text.as_bytes(), true).unwrap(), rounded(&games));
}

#[test]
fn differences_are_named() {
    let game = sample(1).1.remove(0);
    let later = GameRecord { seconds: 9.0, program: "other".into(), ..game.clone() };
    assert_eq!(differences(&game, &later), []);
    let other = GameRecord { reward: 2, plies: 8, ..later };
    let found = differences(&game, &other);
    assert_eq!(found.len(), 2);
    assert!(found.contains(&("reward".into(), [0.into(), 2.into()])), "{found:?}");
}

#[test]
fn games_that_cannot_be_are_refused() {
    let (text, _) = written();
    for (old, new, says) in [
        ("\"reward\":", "\"reward\":3", "line 2: game 0: its reward is 3"),
        ("\"seat\":1", "\"seat\":7", "line 3: game 1: its seat is 7, but A has seat 1"),
        ("\"playouts\":[", "\"playouts\":[9999999999999999999", "line 2: neither a game nor"),
        ("\"plies\":", "\"plies\":1", "line 2: game 0: it has "),
        ("\"opening\":2", "\"opening\":1", "line 2: game 0: its opening has 1 moves, not 2"),
        ("\"moves\":\"", "\"moves\":\"z", "line 2: game 0: it does not begin with its opening"),
        (
            "\"done\"",
            "\"lost\"",
            "line 2: neither a game nor a pairing: no status is called 'lost'",
        ),
        ("\"tictactoe\"", "\"shogi\"", "line 1: no game is called 'shogi'"),
        ("uct:", "uct:depth=1,", "line 1: agent uct:depth=1"),
        ("\"seat\"", "\"place\"", "line 2: neither a game nor a pairing: unknown field `place`"),
    ] {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text);
        let error = read(changed.as_bytes(), true).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }
}

#[test]
fn a_cut_line_is_an_error_or_the_end() {
    let (text, games) = written();
    let cut = &text[..text.len() - 20];
    let error = read(cut.as_bytes(), true).unwrap_err().to_string();
    assert!(error.starts_with("line 8: neither a game nor a pairing: "), "{error}");
    assert_eq!(read(cut.as_bytes(), false).unwrap(), rounded(&games[..5]));
}

/// Writes a game and reads it again, which checks it by the rules.
fn check(pairing: &Pairing, game: &GameRecord) -> Result<(), String> {
    let mut writer = Writer::new(Vec::new());
    writer.write(pairing, game).unwrap();
    let error = |error: ReadError| error.to_string().split_once("game 3: ").unwrap().1.to_string();
    read(&writer.get_mut()[..], true).map(drop).map_err(error)
}

fn played(openings: Openings, number: u32) -> (Pairing, GameRecord) {
    let conditions = Conditions { seed: 4, openings };
    let pairing =
        Pairing::new("tictactoe", "uct:playouts=9", "mc:playouts=9", &conditions).unwrap();
    let mut opponents = pairing.matchup().unwrap().opponents().unwrap();
    let game = opponents.play(&conditions, number, None, &|| false);
    (pairing, game.unwrap().unwrap())
}

#[test]
fn real_games_are_right() {
    for openings in [Openings::None, Openings::Random(2), Openings::list(&["b2", "a1 c3"])] {
        for number in 0..6 {
            let (pairing, game) = played(openings.clone(), number);
            assert_eq!(check(&pairing, &game), Ok(()));
        }
    }
}

#[test]
fn games_that_break_the_rules_are_refused() {
    let (pairing, game) = played(Openings::Random(2), 3);
    let first = game.moves.split(' ').next().unwrap();
    let cut = |moves: usize| GameRecord {
        plies: moves,
        moves: game.moves.split(' ').take(moves).collect::<Vec<_>>().join(" "),
        ..game.clone()
    };
    let timeout = GameRecord { status: GameStatus::Timeout, reward: 0, ..cut(3) };
    let crash = GameRecord { status: GameStatus::Crash, ..timeout.clone() };
    let unwritten = GameRecord { moves: String::new(), ..crash.clone() };
    let unopened = GameRecord { opening: 0, plies: 0, ..unwritten.clone() };
    for failed in [&timeout, &crash, &unwritten, &unopened] {
        assert_eq!(check(&pairing, failed), Ok(()));
    }
    for (wrong, says) in [
        (GameRecord { seat: 7, ..game.clone() }, "its seat is 7, but A has seat 1"),
        (GameRecord { denominator: 3, ..game.clone() }, "its denominator is 3, not 2"),
        (GameRecord { reward: 3, ..game.clone() }, "its reward is 3, more than"),
        (GameRecord { reward: (game.reward + 1) % 3, ..game.clone() }, "its reward is "),
        (GameRecord { reward: 1, ..timeout.clone() }, "its reward is 1, but it ended with"),
        (GameRecord { plies: game.plies - 1, ..game.clone() }, "it has "),
        (GameRecord { opening: 1, ..game.clone() }, "its opening has 1 moves, not 2"),
        (GameRecord { opening: 10, ..game.clone() }, "its opening has 10 moves, but"),
        (GameRecord { moves: game.moves.replacen(first, "x9", 1), ..game.clone() }, "it does not"),
        (GameRecord { moves: cut(2).moves + " z7", ..cut(3) }, "move 3: 'z7' is not a legal move"),
        (GameRecord { moves: format!("{} {first}", cut(2).moves), ..cut(3) }, "move 3: "),
        (cut(3), "it is not over after its last move"),
        (GameRecord { status: GameStatus::Illegal, reward: 0, ..game.clone() }, "it is over after"),
        (GameRecord { moves: "junk".into(), ..crash.clone() }, "it has 1 moves, but 3 plies"),
        (
            GameRecord { moves: cut(2).moves + " z7", ..crash.clone() },
            "move 3: 'z7' is not a legal",
        ),
        (GameRecord { moves: "x y z".into(), ..crash }, "it does not begin with its opening"),
        (GameRecord { seconds: -1.0, ..game.clone() }, "it took -1 seconds"),
    ] {
        let error = check(&pairing, &wrong).expect_err(says);
        assert!(error.starts_with(says), "{error}, not {says}");
    }
}

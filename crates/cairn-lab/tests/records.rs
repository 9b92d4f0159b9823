//! Games as lines of JSON.

mod common;

use cairn_lab::records::{Writer, differences, read};
use cairn_lab::{Conditions, GameRecord, Openings, Pairing};
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
        ("\"tictactoe\"", "\"chess\"", "line 1: no game is called 'chess'"),
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

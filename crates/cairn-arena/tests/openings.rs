//! Openings: as text, round by round, and when they cannot be played.

use cairn_arena::{AnyGame, OpeningError, Openings};

fn tictactoe() -> AnyGame {
    AnyGame::new("tictactoe").unwrap()
}

fn moves(openings: &str, seed: u64, round: u64) -> Result<String, OpeningError> {
    let openings: Openings = openings.parse().unwrap();
    openings.begin(tictactoe().start(), seed, round).map(|game| game.moves_text())
}

#[test]
fn text_round_trips() {
    for text in ["", "4", "a1 b2; c3", "4;", "4; 3", "4 3", "4; ", "; a1"] {
        assert_eq!(text.parse::<Openings>().unwrap().to_string(), text);
    }
    assert_eq!("0".parse(), Ok(Openings::None));
    assert_eq!("a1; b2;".parse(), Ok(Openings::list(&["a1", "b2"])));
    assert_eq!(" a1   b2 ;c3".parse::<Openings>().unwrap().to_string(), "a1 b2; c3");
}

/// A list that is written and read again is the same list.
#[test]
fn a_list_is_never_read_as_a_number_of_plies() {
    let lists: [&[&str]; 6] = [&["4"], &["0"], &["4", "3"], &["4 3"], &["4", ""], &["", "4"]];
    for list in lists {
        let openings = Openings::list(list);
        assert_eq!(openings, Openings::List(list.iter().map(|&text| text.into()).collect()));
        assert_eq!(openings.to_string().parse(), Ok(openings));
    }
    assert_eq!([Openings::list(&[""; 0]), Openings::list(&[" "])], [const { Openings::None }; 2]);
    let empty = Openings::List(Vec::new());
    assert_eq!(empty.begin(tictactoe().start(), 1, 3).unwrap().moves_text(), "");
}

#[test]
fn a_round_has_one_opening() {
    let drawn: Vec<_> = (0..20).map(|round| moves("3", 7, round).unwrap()).collect();
    assert!(drawn.iter().all(|text| text.split(' ').count() == 3));
    assert_eq!(drawn[4], moves("3", 7, 4).unwrap());
    assert!(drawn.iter().any(|text| *text != drawn[0]), "rounds differ");
    assert_ne!(drawn, (0..20).map(|round| moves("3", 8, round).unwrap()).collect::<Vec<_>>());
    assert_eq!(moves("a1 b2; c3", 1, 1).unwrap(), "c3");
    assert_eq!(moves("a1 b2; c3", 1, 2).unwrap(), "a1 b2");
}

#[test]
fn openings_that_cannot_be_played_are_errors() {
    let error = |openings: &str| moves(openings, 1, 0).unwrap_err().to_string();
    let occupied = error("a1 a1");
    assert!(occupied.starts_with("opening 'a1 a1': a1 is occupied"), "{occupied}");
    let over = "opening 'a1 a2 b1 b2 c1' ends the game: make it shorter";
    assert_eq!(error("a1 a2 b1 b2 c1"), over);
    assert_eq!(error("9"), "9 random plies end the game every time: use fewer");
    let several = Openings::list(&["a1; b2"]).check(tictactoe().start());
    assert!(several.unwrap_err().to_string().starts_with("opening 'a1; b2' has a semicolon"));
}

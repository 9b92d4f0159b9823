//! The table of games: each starts, and its defaults fit every agent.

use cairn_core::spec::{AGENTS, Spec};
use cairn_core::{Game, testkit};
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

/// How a game starts: the size of a position in bytes, moves and position text.
struct Start;

impl Visitor for Start {
    type Output = (usize, usize, String);

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> Self::Output {
        let mut text = String::new();
        // A game may do without a notation.
        let _ = start.write_position(&mut text);
        (size_of::<G>(), start.legal_moves().count(), text)
    }
}

fn start(spec: &str) -> (usize, usize, String) {
    with_game(spec, Start).unwrap()
}

/// The players' names.
struct Names;

impl Visitor for Names {
    type Output = Vec<&'static str>;

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> Self::Output {
        (0..start.players()).map(|player| start.player_name(player)).collect()
    }
}

#[test]
fn players_have_different_names_with_a_capital_letter() {
    for game in GAMES {
        let names = with_game(game.name, Names).unwrap();
        assert!(names.iter().all(|name| name.starts_with(char::is_uppercase)), "{names:?}");
        assert!(names.iter().all(|name| names.iter().filter(|other| other == &name).count() == 1));
    }
}

/// The rewards of its random games.
struct Sums;

impl Visitor for Sums {
    type Output = ();

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) {
        testkit::check_sums(&start, 50, 1);
    }
}

/// In all of these games, what one player wins the others lose.
#[test]
fn rewards_sum_to_one_win() {
    for game in GAMES {
        with_game(game.name, Sums).unwrap();
    }
}

/// docs/games.md has the rules chosen for each game, its speed, and its notation: who plays, and how
/// the start is written.
#[test]
fn every_game_is_in_the_documentation() {
    let page = include_str!("../../../docs/games.md");
    for game in GAMES {
        let about_it = |line: &&str| {
            line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{}`", game.name)))
        };
        let lines: Vec<&str> = page.lines().filter(about_it).collect();
        assert!(lines.len() >= 3, "{} is missing in docs/games.md", game.name);
        let players = with_game(game.name, Names).unwrap().join(", then ");
        let notation = lines.iter().find(|line| line.contains(&format!("| {players} |")));
        let start = format!("`{}`", start(game.name).2);
        assert!(notation.is_some_and(|line| line.contains(&start)), "{players}, {start}");
    }
}

#[test]
fn every_game_starts_and_has_defaults_that_agents_understand() {
    for game in GAMES {
        assert!(start(game.name).1 > 0, "{}", game.name);
        for agent in &AGENTS {
            let spec = Spec::parse(agent.name).unwrap();
            assert!(spec.with_defaults(game.defaults).is_ok(), "{} for {}", game.name, agent.name);
        }
        for option in game.options {
            let spec = format!("{}:{}={}", game.name, option.name, option.default);
            assert_eq!(start(&spec), start(game.name), "{spec} is the default");
        }
    }
}

#[test]
fn nine_by_nine_is_the_quick_board_however_it_is_written() {
    let quick = start("go9");
    assert_eq!(quick.0, size_of::<cairn_games::go::Go9>());
    for spec in ["go", "go:size=9", "GO:SIZE=9", " go : size = 9 , komi = 7.5 "] {
        assert_eq!(start(spec), quick, "{spec}");
    }
    assert_eq!(start("go:size=13").0, size_of::<cairn_games::go::GoAny>());
}

#[test]
fn options_reach_the_game() {
    assert_eq!(start("go:size=2").1, 5);
    assert_eq!(start("go:size=19").1, 362);
    assert!(start("go9:komi=-3.5").2.ends_with(" -3.5"));
    assert!(start("breakthrough:columns=5,rows=4").2.starts_with("BBBBB/BBBBB/WWWWW/WWWWW"));
    assert_eq!(start("breakthrough:columns=3,rows=5").1, 7);
    assert_eq!(start("knightthrough:rows=6").2.matches('/').count(), 5);
    assert_eq!(start("breakthrough:MISERE=Yes").1, 22);
    for (game, more) in [("atarigo", 0), ("nogo", 0), ("threecolorgo", 1)] {
        for size in [2, 8, 9, 11, 12, 19] {
            assert_eq!(
                start(&format!("{game}:size={size}")).1,
                size * size + more,
                "{game} {size}"
            );
        }
    }
}

#[test]
fn wrong_options_are_explained() {
    for (spec, said) in [
        ("breakthrough:columns=9", "columns=9 does not fit: columns is a whole number from 2 to 8"),
        (
            "knightthrough:columns=3",
            "columns=3 does not fit: columns is a whole number from 4 to 8",
        ),
        ("breakthrough:rows=+5", "rows=+5 does not fit: rows is a whole number from 4 to 8"),
        ("breakthrough:misere=maybe", "misere=maybe does not fit: misere is yes or no"),
        ("othello:size=8", "othello has no option 'size': it has none"),
    ] {
        assert_eq!(with_game(spec, Start).unwrap_err().to_string(), said);
    }
}

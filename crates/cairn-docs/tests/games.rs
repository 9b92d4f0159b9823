//! docs/games.md describes every game, and other documents say how many there are.

use std::fs;
use std::path::Path;

use cairn_core::Game;
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

/// The players' names, and the text of the starting position.
struct Start;

impl Visitor for Start {
    type Output = (Vec<&'static str>, String);

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> Self::Output {
        let mut text = String::new();
        // A game may have no notation.
        let _ = start.write_position(&mut text);
        ((0..start.players()).map(|player| start.player_name(player)).collect(), text)
    }
}

/// The page has each game's rules, its speed and its notation: the players and the starting position.
#[test]
fn every_game_is_in_the_documentation() {
    let page = include_str!("../../../docs/games.md");
    for game in GAMES {
        let about_it = |line: &&str| {
            line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{}`", game.name)))
        };
        let lines: Vec<&str> = page.lines().filter(about_it).collect();
        assert!(lines.len() >= 3, "{} needs three rows in docs/games.md", game.name);
        let number = |cell: &str| cell.trim().replace(',', "").parse::<u32>().is_ok();
        let speeds = |line: &&str| line.split('|').skip(2).take(3).all(number);
        assert!(lines.iter().any(speeds), "{} needs three speeds", game.name);
        let (players, start) = with_game(game.name, Start).unwrap();
        let players = players.join(", then ");
        let notation = lines.iter().find(|line| line.contains(&format!("| {players} |")));
        let start = format!("`{start}`");
        assert!(notation.is_some_and(|line| line.contains(&start)), "{players}, {start}");
    }
}

/// The number of games in words, from 19 on.
const NUMBERS: [&str; 11] = [
    "nineteen",
    "twenty",
    "twenty-one",
    "twenty-two",
    "twenty-three",
    "twenty-four",
    "twenty-five",
    "twenty-six",
    "twenty-seven",
    "twenty-eight",
    "twenty-nine",
];

/// `go9` and `go` are one game.
#[test]
fn documents_say_how_many_games_there_are() {
    let games = GAMES.len() - 1;
    let number = NUMBERS[games - 19];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = |file: &str| {
        let text = fs::read_to_string(root.join(file)).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for file in [
        "README.md",
        "crates/cairn-cli/Cargo.toml",
        "crates/cairn-core/README.md",
        "crates/cairn-ffi/README.md",
        "crates/cairn-games/README.md",
        "crates/cairn-py/README.md",
    ] {
        let text = text(file).to_lowercase().replace("ready-made ", "");
        assert!(
            text.contains(&format!("{number} games")),
            "{file} must say that there are {number} games"
        );
    }
    let readme = text("crates/cairn-games/README.md");
    let list = readme.split_once("who compare searches: ").unwrap().1.split_once(". ").unwrap().0;
    let named = list.split(", ").flat_map(|names| names.split(" and ")).count();
    assert_eq!(named, games, "crates/cairn-games/README.md names all games: {list}");
}

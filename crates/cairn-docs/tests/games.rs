//! docs/games.md describes every game.

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
        let (players, start) = with_game(game.name, Start).unwrap();
        let players = players.join(", then ");
        let notation = lines.iter().find(|line| line.contains(&format!("| {players} |")));
        let start = format!("`{start}`");
        assert!(notation.is_some_and(|line| line.contains(&start)), "{players}, {start}");
    }
}

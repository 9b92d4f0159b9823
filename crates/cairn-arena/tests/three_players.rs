//! Games of three: the contract, the searches and matches carry more than two players.

use std::sync::atomic::AtomicBool;

use cairn_arena::{AnyGame, Conditions, GameStatus, Matchup, Openings, Tournament};

fn score(a: &str, b: &str, games: u32) -> f64 {
    let matchups = [Matchup {
        game: AnyGame::new("threecolorgo:size=4").unwrap(),
        agents: [a.into(), b.into()],
        conditions: Conditions { seed: 1, openings: Openings::Random(1) },
    }];
    let stop = AtomicBool::new(false);
    let tournament =
        Tournament { matchups: &matchups, threads: 2, limit: None, stop: &stop, warn: &|_| {} };
    let mut played = Vec::new();
    let result = tournament.play_match(games, |game, _| {
        played.push(game.clone());
        true
    });
    let result = result.unwrap();
    assert!(result.complete);
    for game in &played {
        assert_eq!(game.seat, game.number as usize % 3, "A takes every seat in turn");
        assert_eq!(game.status, GameStatus::Done);
        assert!(game.reward <= game.denominator);
    }
    for round in played.chunks(3) {
        let opening = |number: usize| round[number].moves.split(' ').next().unwrap().to_string();
        assert!(opening(0) == opening(1) && opening(1) == opening(2), "one opening a round");
    }
    result.score.rate()
}

/// A third is what one of three equals gets.
#[test]
fn more_playouts_win_against_two_with_few() {
    let rate = score("grave:playouts=300", "grave:playouts=10", 30);
    assert!(rate > 0.5, "{rate}");
}

#[test]
fn every_kind_of_search_plays() {
    for agent in ["uct:playouts=60", "rave:playouts=60", "grave:paper,playouts=60"] {
        score(agent, "mc:playouts=20", 3);
    }
    score("graver:nodes=30,playouts=60", "graver2:nodes=20,top=10,second=5", 3);
}

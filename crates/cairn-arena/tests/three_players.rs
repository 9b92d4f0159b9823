//! Games of three: the contract, the searches and matches carry more than two players.

use std::sync::atomic::AtomicBool;

use cairn_arena::{Match, Openings, Rounds, Status};
use cairn_core::spec::Spec;
use cairn_games::three_color_go::ThreeColorGo;

fn score(a: &str, b: &str, games: u32) -> f64 {
    let (a, b) = (Spec::parse(a).unwrap(), Spec::parse(b).unwrap());
    let start = ThreeColorGo::new(4).unwrap();
    let rounds = Rounds { seed: 1, openings: Openings::Random(1) };
    let mut played = Vec::new();
    let result = Match { start, a, b, games, rounds, jobs: 2 }
        .run(&AtomicBool::new(false), |game, _| {
            played.push(game.clone());
            true
        })
        .unwrap();
    assert!(result.complete);
    for game in &played {
        assert_eq!(game.seat, game.number as usize % 3, "A takes every seat in turn");
        assert_eq!(game.status, Status::Done);
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

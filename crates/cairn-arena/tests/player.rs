//! Players: their clock, what they remember, and too little memory.

use std::time::Duration;

use cairn_arena::{AnyGame, Player};

fn player(spec: &str) -> (AnyGame, Player) {
    let game = AnyGame::new("tictactoe").unwrap();
    let player = game.player(spec).unwrap();
    (game, player)
}

#[test]
fn a_time_limit_ends_the_search() {
    let (game, mut player) = player("uctr:time=30ms,nodes=64");
    let decision = player.choose(&game.history(), 1, &mut || false);
    assert!(decision.complete && decision.time >= Duration::from_millis(30));
    assert!(decision.playouts > 100);
}

#[test]
fn a_stop_ends_the_search() {
    let (game, mut player) = player("grave:playouts=1000");
    let decision = player.choose(&game.history(), 1, &mut || true);
    assert!(!decision.complete && decision.playouts == 0 && decision.mv.is_some());
}

#[test]
fn new_game_forgets_the_averages() {
    let (game, mut player) = player("grave:playouts=300,playout=mast");
    let mut visits = |fresh: bool| {
        if fresh {
            player.new_game();
        }
        player.choose(&game.history(), 7, &mut || false);
        player.moves()
    };
    let first = visits(true);
    assert_ne!(first, visits(false), "the second turn remembers the first");
    assert_eq!(first, visits(true));
}

#[test]
fn what_is_considered_leaves_no_trace() {
    for spec in ["uct:playouts=300,playout=mast", "uct:playouts=300,reuse=on"] {
        let (game, mut player) = player(spec);
        player.choose(&game.history(), 1, &mut || false);
        let mut consider = || {
            player.consider(&game.history(), 2, &mut || false);
            player.moves()
        };
        assert_eq!(consider(), consider(), "{spec}");
    }
    let alone = |questions: u64| {
        let (game, mut player) = player("uct:playouts=300,playout=mast");
        player.choose(&game.history(), 1, &mut || false);
        for seed in 0..questions {
            player.consider(&game.history(), seed, &mut || false);
        }
        player.choose(&game.history(), 2, &mut || false);
        player.moves()
    };
    assert_eq!(alone(0), alone(3));
}

/// Terabytes. Linux refuses them; other systems may promise memory that they do not have.
#[test]
#[cfg(target_os = "linux")]
fn too_much_memory_is_an_error() {
    let game = AnyGame::new("go:size=19").unwrap();
    let error = game.player("grave:nodes=4000000000,playouts=4000000000").err().unwrap();
    assert!(error.lacks_memory);
    assert!(error.to_string().contains(": give it less, such as memory="), "{error}");
}

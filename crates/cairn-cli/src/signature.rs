//! The signature of this build.

use cairn_games::signature::{SEARCHES, Signature, TURNS};
use cairn_lab::AnyGame;

/// Computes the signature; see [`cairn_games::signature`].
pub fn signature() -> u64 {
    let mut signature = Signature::default();
    for &(game, agent) in SEARCHES {
        let game = AnyGame::new(game).expect("a game of the registry");
        let mut history = game.history();
        let mut player = game.without_defaults().player(agent).expect("a player that fits");
        for seed in 1..=TURNS {
            let decision = player.choose(&history, seed, &mut || false);
            player.moves().iter().for_each(|stats| signature.add(stats.visits));
            let best = decision.mv.expect("a move early in the game");
            history.play(best);
        }
    }
    signature.value()
}

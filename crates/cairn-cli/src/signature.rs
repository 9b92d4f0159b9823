//! The signature of this build.

use cairn_games::signature::{SEARCHES, Signature, TURNS, small_searches};
use cairn_lab::AnyGame;

/// Computes the signature, or with `small` that of a microcontroller; see [`cairn_games::signature`].
pub fn signature(small: bool) -> u64 {
    let searches: Vec<(&str, &str)> = match small {
        true => small_searches().map(|(agent, _)| ("go9", agent)).collect(),
        false => SEARCHES.to_vec(),
    };
    let mut signature = Signature::default();
    for (game, agent) in searches {
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

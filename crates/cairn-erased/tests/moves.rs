//! Moves of erased games: those of the game itself, and those of other games.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cairn_core::game::{PACKED_BITS, PackedMove};
use cairn_core::{Game, Rng};
use cairn_erased::{AnyMove, AnyPosition};
use cairn_games::registry::{GAMES, GameInfo, Visitor, with_game};

struct Erase;

impl Visitor for Erase {
    type Output = AnyPosition;

    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        _: &'static GameInfo,
        start: G,
    ) -> AnyPosition {
        let mut position = start;
        let mut rng = Rng::new(1);
        while !position.turn().is_over() {
            for mv in position.legal_moves() {
                assert!(mv.pack() < 1 << PACKED_BITS);
                assert_eq!(G::Move::unpack(mv.pack()), mv);
            }
            position.play(position.random_playout_move(&mut rng));
        }
        AnyPosition::new(&start).expect("LARGEST holds every game")
    }
}

fn all_games() -> Vec<AnyPosition> {
    GAMES.iter().map(|info| with_game(info.name, Erase).expect("a game of the table")).collect()
}

#[test]
fn every_move_of_every_game_packs_and_unpacks() {
    assert_eq!(all_games().len(), GAMES.len());
}

/// A move of another game may panic, but must not read memory that was never written. (The memory
/// sanitizer checks that.)
#[test]
fn moves_of_other_games_are_harmless() {
    std::panic::set_hook(Box::new(|_| {}));
    let games = all_games();
    let moves: Vec<AnyMove> = games.iter().flat_map(|game| game.legal_moves()).collect();
    let mut outcomes = [0; 2];
    for game in &games {
        for &mv in &moves {
            let played = catch_unwind(AssertUnwindSafe(|| {
                let mut position = *game;
                position.play(mv);
                position.hash64()
            }));
            outcomes[usize::from(played.is_ok())] += 1;
        }
    }
    let _ = std::panic::take_hook();
    assert!(outcomes[1] > 0, "{outcomes:?}");
}

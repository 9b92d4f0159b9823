//! Any game with the default choices, by key or by move. Both must give the same results.

use cairn_core::{Game, Outcome, Rng, Turn};

/// The methods that call those of the game inside.
macro_rules! rules_of_the_game_inside {
    () => {
        fn players(&self) -> usize {
            self.0.players()
        }

        fn denominator(&self) -> u32 {
            self.0.denominator()
        }

        fn keys(&self) -> usize {
            self.0.keys()
        }

        fn max_plies(&self) -> usize {
            self.0.max_plies()
        }

        fn turn(&self) -> Turn {
            self.0.turn()
        }

        fn max_moves(&self) -> usize {
            self.0.max_moves()
        }

        fn weight(&self, mv: G::Move) -> u32 {
            self.0.weight(mv)
        }

        fn cutoff(&self) -> Outcome {
            self.0.cutoff()
        }

        fn legal_moves(&self) -> impl Iterator<Item = G::Move> {
            self.0.legal_moves()
        }

        fn playout_moves(&self) -> impl Iterator<Item = G::Move> {
            self.0.playout_moves()
        }

        fn play(&mut self, mv: G::Move) {
            self.0.play(mv);
        }

        fn key(&self, mv: G::Move) -> usize {
            self.0.key(mv)
        }
    };
}
pub(crate) use rules_of_the_game_inside;

macro_rules! wrapper {
    ($(#[$doc:meta])* $name:ident, $unique:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name<G>(pub G);

        /// The rules of the game inside, and the default choices of the best move.
        impl<G: Game> Game for $name<G> {
            type Move = G::Move;
            const UNIQUE_KEYS: bool = $unique;
            const CHANCE: bool = G::CHANCE;

            rules_of_the_game_inside!();

            // The contract fixes the probabilities here, not the draws.
            fn random_playout_move(&self, rng: &mut Rng) -> G::Move {
                self.0.random_playout_move(rng)
            }

            fn informed_playout_move(&self, rng: &mut Rng) -> Option<G::Move> {
                self.0.informed_playout_move(rng)
            }

            fn priors(&self, means: &mut [f32]) {
                self.0.priors(means);
            }
        }
    };
}

wrapper! {
    /// Selection works on whole tables, by key.
    ByKey, true
}

wrapper! {
    /// Selection works move by move.
    ByMove, false
}

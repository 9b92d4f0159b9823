//! The engine and the reference side by side.

use cairn_core::mcts::{Search, Settings};
use cairn_core::memory::Word;
use cairn_core::{Game, Rng, Turn};

use super::Reference;
use crate::games::agents::boxed;

/// Chance moves until it is a player's turn: a search does not start before that.
pub fn roll<G: Game>(position: &mut G, dice: &mut Rng) {
    while position.turn() == Turn::Chance {
        position.play(position.chance_move(dice));
    }
}

/// Both implementations, side by side.
pub struct Pair<G: Game> {
    pub engine: Search<G, &'static mut [Word]>,
    pub reference: Reference<G>,
}

impl<G: Game> Pair<G> {
    pub fn new(settings: Settings, game: &G) -> Self {
        Pair { engine: boxed(settings, game), reference: Reference::new(settings, game) }
    }

    pub fn start(&mut self, position: &G, excluded: &[G::Move], seed: u64) {
        self.engine.start(position, excluded, seed);
        self.reference.start(position, excluded, seed);
    }

    pub fn end_turn(&mut self) {
        self.engine.end_turn();
        self.reference.end_turn();
    }

    #[track_caller]
    pub fn assert_same(&mut self) {
        let mut found = Vec::new();
        self.engine.for_each_move(|stats| found.push(stats));
        let expected = self.reference.moves();
        let playouts = self.engine.playouts();
        let settings = self.engine.settings();
        assert!(
            found == expected,
            "after {playouts} playouts of {settings:?}\n  engine    {found:?}\n  reference {expected:?}"
        );
        let nodes = self.engine.nodes();
        assert_eq!((nodes.used, nodes.recycled), self.reference.nodes(), "nodes of {settings:?}");
        assert_eq!(playouts, self.reference.playouts());
    }

    /// Runs the search to its end, comparing after each playout.
    #[track_caller]
    pub fn run(&mut self) {
        while !self.engine.is_done() {
            assert!(!self.reference.is_done(), "done too late: {:?}", self.engine.settings());
            self.engine.step();
            self.reference.step();
            self.assert_same();
        }
        assert!(self.reference.is_done(), "done too early: {:?}", self.engine.settings());
        self.flush_batch();
    }

    #[track_caller]
    pub fn flush_batch(&mut self) {
        self.engine.flush_batch();
        self.reference.flush_batch();
        self.assert_same();
    }

    #[track_caller]
    pub fn best_move(&mut self) -> Option<G::Move> {
        let best = self.engine.best_move();
        assert_eq!(best, self.reference.best_move(), "best move of {:?}", self.engine.settings());
        best
    }

    /// Searches turn after turn of one game; the move averages live on from one to the next.
    #[track_caller]
    pub fn play(&mut self, position: &G, turns: usize, seed: u64) {
        let (mut position, mut dice) = (*position, Rng::new(seed));
        for turn in 0..turns {
            roll(&mut position, &mut dice);
            if position.turn().is_over() {
                return;
            }
            self.start(&position, &[], seed + turn as u64);
            self.run();
            self.end_turn();
            position.play(self.best_move().expect("a legal move"));
        }
    }

    /// Searches turn after turn of one game, with `skipped` random moves after each. Now and then a
    /// move is excluded, and now and then there is a search that is not a turn.
    #[track_caller]
    pub fn play_skipping(&mut self, game: &G, skipped: usize, seed: u64) {
        let (mut position, mut rng) = (*game, Rng::new(seed));
        loop {
            roll(&mut position, &mut rng);
            if position.turn().is_over() {
                return;
            }
            // Now and then excludes a move, so that children of a kept root are cut.
            let excluded = position.legal_moves().take(rng.below(3) as usize / 2);
            let excluded: Vec<_> = excluded.collect();
            self.start(&position, &excluded, seed);
            self.run();
            let Some(mv) = self.best_move() else { return };
            self.end_turn();
            // The averages stay, the tree is lost.
            if rng.below(4) == 0 {
                self.start(&position, &[], seed);
                self.run();
            }
            position.play(mv);
            for _ in 0..skipped {
                roll(&mut position, &mut rng);
                if position.turn().is_over() {
                    return;
                }
                let moves: Vec<_> = position.legal_moves().collect();
                position.play(moves[rng.below(moves.len() as u32) as usize]);
            }
        }
    }

    /// Forgets the game so far.
    pub fn new_game(&mut self) {
        self.engine.new_game();
        self.reference.new_game();
    }
}

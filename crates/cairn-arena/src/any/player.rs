//! Agents in their seats.

use std::any::Any;
use std::time::Duration;

use cairn_core::game::Game;
use cairn_core::mcts::{Footprint, MoveStats, NodeStats};

use super::{AnyPlay, Explained};
use crate::history::{GameHistory, move_text};
use crate::player::{Decision, Player};

/// What a player found.
#[derive(Clone, Debug)]
pub struct AnyDecision {
    /// The move to play; `None` if there is none.
    pub mv: Option<String>,
    /// Playouts run.
    pub playouts: u64,
    /// Time taken.
    pub time: Duration,
    /// Whether the search came to its own end, and was not stopped from outside.
    pub complete: bool,
}

/// A [`Player`] of any game.
pub trait AnyPlayer: Send {
    /// Forgets the game so far.
    fn new_game(&mut self);
    /// Searches until the spec's bounds are reached or `stop`, asked once in a few playouts, says so.
    ///
    /// # Panics
    /// If `game` is not of the game that the player was made for. It should begin where that does, or
    /// in a position with the same [`denominator`](AnyPlay::denominator): [`AnyGame::at`](super::AnyGame::at).
    fn choose(
        &mut self,
        game: &dyn AnyPlay,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> AnyDecision;
    /// The same, but not as a turn: [`Player::consider_unless`].
    ///
    /// # Panics
    /// As [`AnyPlayer::choose`].
    fn consider(
        &mut self,
        game: &dyn AnyPlay,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> AnyDecision;
    /// What the last search knows about the moves, in the game's order.
    fn moves(&mut self, game: &dyn AnyPlay) -> Vec<MoveStats<String>>;
    /// What the last search expects: its move, and then the most visited reply to each move before.
    fn principal_variation(&mut self, game: &dyn AnyPlay) -> Vec<String>;
    /// The use of its nodes.
    fn nodes(&self) -> NodeStats;
    /// What it amounts to.
    fn explain(&self) -> Explained;
    /// What the rewards of its games are out of.
    fn denominator(&self) -> u32;
}

/// A player, and a position to tell its game's size by.
pub(super) struct Seated<G: Game> {
    pub player: Player<G>,
    pub start: G,
}

fn own<G: Game + 'static>(game: &dyn AnyPlay) -> &GameHistory<G> {
    (game as &dyn Any).downcast_ref().expect("a player is given positions of its own game")
}

impl<G: Game + 'static> Seated<G> {
    fn game<'g>(&self, game: &'g dyn AnyPlay) -> &'g GameHistory<G> {
        let game = own::<G>(game);
        debug_assert_eq!(game.position().denominator(), self.start.denominator());
        game
    }
}

fn in_text<G: Game>(found: Decision<G::Move>, game: &GameHistory<G>) -> AnyDecision {
    AnyDecision {
        mv: found.mv.map(|mv| move_text(game.position(), mv)),
        playouts: found.playouts,
        time: found.time,
        complete: found.complete,
    }
}

impl<G: Game + Send + Sync + 'static> AnyPlayer for Seated<G> {
    fn new_game(&mut self) {
        self.player.new_game();
    }
    fn choose(
        &mut self,
        game: &dyn AnyPlay,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> AnyDecision {
        let game = self.game(game);
        let found = self.player.choose_unless(game.position(), game.excluded(), seed, stop);
        in_text(found, game)
    }
    fn consider(
        &mut self,
        game: &dyn AnyPlay,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> AnyDecision {
        let game = self.game(game);
        let found = self.player.consider_unless(game.position(), game.excluded(), seed, stop);
        in_text(found, game)
    }
    fn moves(&mut self, game: &dyn AnyPlay) -> Vec<MoveStats<String>> {
        let position = own::<G>(game).position();
        let in_text = |stats: MoveStats<G::Move>| MoveStats {
            mv: move_text(position, stats.mv),
            visits: stats.visits,
            mean: stats.mean,
            amaf: stats.amaf,
        };
        self.player.moves().into_iter().map(in_text).collect()
    }
    fn principal_variation(&mut self, game: &dyn AnyPlay) -> Vec<String> {
        let mut position = *own::<G>(game).position();
        let mut texts = Vec::new();
        for mv in self.player.principal_variation() {
            texts.push(move_text(&position, mv));
            position.play(mv);
        }
        texts
    }
    fn nodes(&self) -> NodeStats {
        self.player.nodes()
    }
    fn explain(&self) -> Explained {
        let settings = *self.player.settings();
        let footprint = Footprint::new(&settings, &self.start).expect("it was made with them");
        Explained { explicit: self.player.explicit(), settings, footprint }
    }
    fn denominator(&self) -> u32 {
        self.start.denominator()
    }
}

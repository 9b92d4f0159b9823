//! A player: an agent with its block of memory and a clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cairn_core::game::Game;
use cairn_core::mcts::{MoveStats, NodeStats, Search, Settings, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::spec::{Explicit, Spec, SpecError};

/// The clock and the stop flag are looked at once in so many playouts: often enough to stop within
/// a millisecond, seldom enough to cost nothing.
const PLAYOUTS_PER_LOOK: u32 = 8;

/// An agent that plays a game, with all its memory in one block.
pub struct Player<G: Game> {
    spec: Spec,
    search: Search<G, Box<[Word]>>,
}

/// What a player found.
#[derive(Clone, Copy, Debug)]
pub struct Decision<M> {
    /// The move to play; `None` if there is none.
    pub mv: Option<M>,
    /// Playouts run.
    pub playouts: u64,
    /// Time taken.
    pub time: Duration,
    /// Whether the search came to its own end, and was not stopped from outside.
    pub complete: bool,
}

/// Why there can be no such player.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayerError {
    /// The spec does not fit the game or its own budget.
    #[error("{0}")]
    Spec(#[from] SpecError<'static>),
    /// The machine has not so much memory.
    #[error(
        "the player needs {0} bytes, more than this machine gives: allow it less, such as \
         memory=1GiB"
    )]
    Memory(usize),
}

impl<G: Game> Player<G> {
    /// The agent that `spec` names, for games like `game` (its size and other options).
    pub fn new(spec: &Spec, game: &G) -> Result<Self, PlayerError> {
        let settings = spec.settings(game)?;
        let bytes = bytes_needed(&settings, game).map_err(SpecError::Plan)?;
        let mut block = Vec::new();
        block.try_reserve_exact(words(bytes)).map_err(|_| PlayerError::Memory(bytes))?;
        block.resize(words(bytes), Word::uninit());
        let search = Search::new(settings, game, block.into_boxed_slice());
        Ok(Player { spec: *spec, search: search.map_err(SpecError::Plan)? })
    }

    /// Forgets the game so far; what it keeps from turn to turn (MAST) starts anew.
    pub fn new_game(&mut self) {
        self.search.new_game();
    }

    /// Searches a position until the spec's bounds are reached or `stop` is set. Without a bound in
    /// time, the same seed and the same turns before give the same decision.
    pub fn choose(
        &mut self,
        position: &G,
        excluded: &[G::Move],
        seed: u64,
        stop: &AtomicBool,
    ) -> Decision<G::Move> {
        self.choose_unless(position, excluded, seed, &mut || stop.load(Ordering::Relaxed))
    }

    /// The same, until `stop` says so: it is asked once in a few playouts.
    pub fn choose_unless(
        &mut self,
        position: &G,
        excluded: &[G::Move],
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision<G::Move> {
        let begun = Instant::now();
        let limit = self.settings().time;
        let mut until_look = 1;
        self.search.start(position, excluded, seed);
        let mut stopped = false;
        self.search.run(|| {
            until_look -= 1;
            if until_look > 0 {
                return false;
            }
            until_look = PLAYOUTS_PER_LOOK;
            stopped = stop();
            stopped || limit.is_some_and(|limit| begun.elapsed() >= limit)
        });
        Decision {
            mv: self.search.best_move(),
            playouts: self.search.playouts(),
            time: begun.elapsed(),
            complete: !stopped,
        }
    }

    /// What the last search knows about the moves, in the game's order.
    pub fn moves(&mut self) -> Vec<MoveStats<G::Move>> {
        let mut moves = Vec::new();
        self.search.for_each_move(|stats| moves.push(stats));
        moves
    }

    /// What the last search expects: its move, and then the most visited reply to each move before,
    /// as far as there are nodes.
    pub fn principal_variation(&mut self) -> Vec<G::Move> {
        let mut line = Vec::new();
        if let Some(best) = self.search.best_move() {
            self.search.principal_variation(best, usize::MAX, |mv, _| line.push(mv));
        }
        line
    }

    /// The settings that follow from the spec.
    pub fn settings(&self) -> &Settings {
        self.search.settings()
    }

    /// The spec with every value explicit.
    pub fn explicit(&self) -> String {
        Explicit(&self.spec.agent, self.settings()).to_string()
    }

    /// The bytes of its block.
    pub fn bytes(&self) -> usize {
        self.search.bytes()
    }

    /// The use of its nodes.
    pub fn nodes(&self) -> NodeStats {
        self.search.nodes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::tictactoe::TicTacToe;

    fn player(spec: &str) -> Player<TicTacToe> {
        Player::new(&Spec::parse(spec).unwrap(), &TicTacToe::default()).unwrap()
    }

    #[test]
    fn a_time_limit_ends_the_search() {
        let running = AtomicBool::new(false);
        let mut player = player("uctr:time=30ms,nodes=64");
        let decision = player.choose(&TicTacToe::default(), &[], 1, &running);
        assert!(decision.complete && decision.time >= Duration::from_millis(30));
        assert!(decision.playouts > 100);
    }

    #[test]
    fn the_stop_flag_ends_the_search() {
        let stopped = AtomicBool::new(true);
        let decision =
            player("grave:playouts=1000").choose(&TicTacToe::default(), &[], 1, &stopped);
        assert!(!decision.complete && decision.playouts == 0 && decision.mv.is_some());
    }

    #[test]
    fn new_game_forgets_the_averages() {
        let running = AtomicBool::new(false);
        let mut player = player("grave:playouts=300,playout=mast");
        let mut visits = |fresh: bool| {
            if fresh {
                player.new_game();
            }
            player.choose(&TicTacToe::default(), &[], 7, &running);
            player.moves()
        };
        let first = visits(true);
        assert_ne!(first, visits(false), "the second turn remembers the first");
        assert_eq!(first, visits(true));
    }

    /// Terabytes. Linux refuses what it plainly does not have; elsewhere the promise may be made.
    #[test]
    #[cfg(target_os = "linux")]
    fn too_much_memory_is_an_error() {
        let spec = Spec::parse("grave:nodes=4000000000,playouts=4000000000").unwrap();
        let error = Player::new(&spec, &cairn_games::go::GoAny::new(19).unwrap()).err();
        assert!(matches!(error, Some(PlayerError::Memory(_))), "{error:?}");
    }
}

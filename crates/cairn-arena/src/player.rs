//! A player: an agent with its block of memory and a clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cairn_core::game::Game;
use cairn_core::mcts::{MoveStats, NodeStats, Search, Settings, bytes_needed};
use cairn_core::memory::{OwnedBlock, words};
use cairn_core::spec::{Explicit, Spec, SpecError};

/// The clock and the stop flag are looked at once in so many playouts: often enough to stop within
/// a millisecond, seldom enough to cost nothing.
const PLAYOUTS_PER_LOOK: u32 = 8;

/// An agent that plays a game, with all its memory in one block.
pub struct Player<G: Game> {
    spec: Spec,
    search: Search<G, OwnedBlock>,
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
    /// The machine does not have that much memory.
    #[error(
        "the player needs {bytes} bytes, more than this machine gives: allow it less, such as \
         memory={}",
        size(*.less)
    )]
    Memory {
        /// What it needs.
        bytes: usize,
        /// What the machine would have given.
        less: usize,
    },
    /// The machine has memory for some of the games that should be played at a time.
    #[error(
        "there is memory for {fit} of {jobs} games at a time: take fewer jobs, or allow the agents \
         less memory"
    )]
    Jobs {
        /// How many games it has memory for; at least one.
        fit: usize,
        /// How many were asked for.
        jobs: usize,
    },
}

impl PlayerError {
    /// A player cannot have the bytes that it needs. What would be right is tried, since nobody can
    /// say what a machine will give: the largest power of two that it does.
    fn memory(bytes: usize) -> Self {
        let mut less = 1 << (bytes.max(2) - 1).ilog2();
        while less > 1024 && Vec::<u8>::new().try_reserve_exact(less).is_err() {
            less /= 2;
        }
        PlayerError::Memory { bytes, less }
    }
}

/// A power of two as the key `memory` reads it.
fn size(bytes: usize) -> String {
    match bytes.max(1024).ilog2() {
        30.. => format!("{}GiB", bytes >> 30),
        20.. => format!("{}MiB", bytes >> 20),
        _ => format!("{}KiB", bytes.max(1024) >> 10),
    }
}

impl<G: Game> Player<G> {
    /// The agent that `spec` names, for games like `game` (its size and other options).
    pub fn new(spec: &Spec, game: &G) -> Result<Self, PlayerError> {
        let settings = spec.settings(game)?;
        let bytes = bytes_needed(&settings, game).map_err(SpecError::Plan)?;
        let block = OwnedBlock::new(words(bytes)).ok_or(PlayerError::memory(bytes))?;
        let search = Search::new(settings, game, block);
        Ok(Player { spec: *spec, search: search.map_err(SpecError::Plan)? })
    }

    /// Forgets the game so far; what it keeps from turn to turn (MAST) starts anew.
    pub fn new_game(&mut self) {
        self.search.new_game();
    }

    /// Takes a turn: searches a position until the spec's bounds are reached or `stop` is set.
    /// Without a bound in time, the same seed and the same turns before give the same decision.
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
        let decision = self.search_unless(position, excluded, seed, stop);
        self.search.end_turn();
        decision
    }

    /// The same, but not as a turn: nothing is kept of it, and no tree of the turn before is used. So
    /// the same question has the same answer.
    pub fn consider_unless(
        &mut self,
        position: &G,
        excluded: &[G::Move],
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Decision<G::Move> {
        self.search.forget_tree();
        self.search_unless(position, excluded, seed, stop)
    }

    fn search_unless(
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

    #[test]
    fn what_is_considered_leaves_no_trace() {
        for spec in ["uct:playouts=300,playout=mast", "uct:playouts=300,reuse=on"] {
            let start = TicTacToe::default();
            let mut player = player(spec);
            player.choose_unless(&start, &[], 1, &mut || false);
            let mut consider = || {
                player.consider_unless(&start, &[], 2, &mut || false);
                player.moves()
            };
            assert_eq!(consider(), consider(), "{spec}");
        }
        let alone = |questions: usize| {
            let mut player = player("uct:playouts=300,playout=mast");
            player.choose_unless(&TicTacToe::default(), &[], 1, &mut || false);
            for seed in 0..questions {
                player.consider_unless(&TicTacToe::default(), &[], seed as u64, &mut || false);
            }
            player.choose_unless(&TicTacToe::default(), &[], 2, &mut || false);
            player.moves()
        };
        assert_eq!(alone(0), alone(3));
    }

    /// Terabytes. Linux refuses what it plainly does not have; elsewhere the promise may be made.
    #[test]
    #[cfg(target_os = "linux")]
    fn too_much_memory_is_an_error() {
        let spec = Spec::parse("grave:nodes=4000000000,playouts=4000000000").unwrap();
        let error = Player::new(&spec, &cairn_games::go::GoAny::new(19).unwrap()).err().unwrap();
        let PlayerError::Memory { bytes, less } = error else { panic!("{error:?}") };
        assert!(less < bytes && Vec::<u8>::new().try_reserve_exact(less).is_ok(), "{less}");
    }

    /// As `prlimit` allows, or a small machine.
    #[test]
    fn the_advice_is_less_than_what_was_asked_for() {
        for bytes in [314_572_800, 1 << 20, (1 << 20) + 1, 5_000, 1] {
            let PlayerError::Memory { less, .. } = PlayerError::memory(bytes) else { panic!() };
            assert!(less < bytes.max(2) && less * 2 >= bytes, "{less} instead of {bytes}");
        }
        let says = PlayerError::memory(314_572_800).to_string();
        assert!(says.ends_with("allow it less, such as memory=256MiB"), "{says}");
        assert_eq!([7, 1 << 12, 1 << 30].map(size), ["1KiB", "4KiB", "1GiB"]);
    }
}

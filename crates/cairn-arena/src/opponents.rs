//! The players of a game, ready to play one game after another, and what is recorded of each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cairn_core::game::{Game, Turn};
use cairn_core::rng::derive_seed;
use cairn_core::spec::Spec;
use cairn_erased::{AnyMove, AnyPosition};

use crate::history::GameHistory;
use crate::openings::{OpeningError, Openings};
use crate::player::{AgentError, Player};
use crate::schedule::ScheduleError;
use crate::stats::Score;

/// All that decides the games between two agents, besides the agents and the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The seed of everything random.
    pub seed: u64,
    /// How games begin.
    pub openings: Openings,
}

impl Conditions {
    /// The seed of a game.
    pub fn game_seed(&self, number: u32) -> u64 {
        derive_seed(self.seed, number.into())
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// By the rules: it counts.
    Done,
    /// A player or the rules panicked.
    Crash,
    /// It took longer than it was given.
    Timeout,
    /// A player had no move, or one that is not legal.
    Illegal,
}

impl GameStatus {
    /// Every status with its name.
    pub const NAMES: [(GameStatus, &str); 4] = [
        (GameStatus::Done, "done"),
        (GameStatus::Crash, "crash"),
        (GameStatus::Timeout, "timeout"),
        (GameStatus::Illegal, "illegal"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// The status of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, other)| *other == name).map(|(status, _)| *status)
    }
}

/// The record of a game. Played again, it is the same in every field but `seconds`, unless a player
/// is bound by time.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the match, from 0.
    pub number: u32,
    /// A's seat.
    pub seat: usize,
    /// How it ended.
    pub status: GameStatus,
    /// A's reward, if it is done; else 0.
    pub reward: u32,
    /// What rewards are out of.
    pub denominator: u32,
    /// How many of the moves are its opening.
    pub opening: usize,
    /// How many moves were made, the opening's among them.
    pub plies: usize,
    /// The moves, in the game's notation.
    pub moves: String,
    /// Playouts of A, and of the others together.
    pub playouts: [u64; 2],
    /// Time taken.
    pub seconds: f64,
    /// The program that played it ([`PROGRAM`](crate::PROGRAM)); empty if that was not recorded.
    pub program: String,
}

impl GameRecord {
    /// Whether two records are of the same game: the time taken may differ.
    pub fn same_game(&self, other: &GameRecord) -> bool {
        let GameRecord { seconds, program, .. } = self.clone();
        *self == GameRecord { seconds, program, ..other.clone() }
    }

    /// Counts the game in A's score; only if it is done.
    pub fn count(&self, score: &mut Score) {
        if self.status == GameStatus::Done {
            score.count(self.reward, self.denominator);
        }
    }
}

/// The players of a game: A and as many Bs as there are other seats.
pub struct Opponents {
    start: AnyPosition,
    /// A and B as they were written, and as they were read.
    agents: [(String, Spec); 2],
    players: Option<Players>,
}

struct Players {
    a: Player,
    others: Vec<Player>,
}

impl Players {
    fn new(start: &AnyPosition, agents: &[(String, Spec); 2]) -> Result<Self, AgentError> {
        let player = |(text, spec): &(String, Spec)| Player::new(text, spec, start);
        let others = 1..start.players();
        Ok(Players {
            a: player(&agents[0])?,
            others: others.map(|_| player(&agents[1])).collect::<Result<_, _>>()?,
        })
    }

    fn new_game(&mut self) {
        self.a.new_game();
        self.others.iter_mut().for_each(Player::new_game);
    }

    /// Who plays at `turn` when A sits at `seat`; the others keep their order.
    fn player(&mut self, turn: usize, seat: usize) -> &mut Player {
        match turn.cmp(&seat) {
            std::cmp::Ordering::Less => &mut self.others[turn],
            std::cmp::Ordering::Equal => &mut self.a,
            std::cmp::Ordering::Greater => &mut self.others[turn - 1],
        }
    }
}

impl Opponents {
    pub(crate) fn new(start: &AnyPosition, agents: [(&str, Spec); 2]) -> Result<Self, AgentError> {
        let agents = agents.map(|(text, spec)| (text.to_string(), spec));
        let players = Some(Players::new(start, &agents)?);
        Ok(Opponents { start: *start, agents, players })
    }

    /// Plays a game. `None` if `stop` ended it.
    ///
    /// A player that panics, overruns `limit` or has no legal move ends the game with that status;
    /// the opponents can play on.
    pub fn play(
        &mut self,
        conditions: &Conditions,
        number: u32,
        limit: Option<Duration>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<GameRecord>, ScheduleError> {
        let begun = Instant::now();
        let seats = self.start.players();
        let (round, seat) = (number as usize / seats, number as usize % seats);
        let seed = conditions.game_seed(number);
        let late = || limit.is_some_and(|limit| begun.elapsed() >= limit);
        // A panic leaves the players in no defined state: the next game gets new ones.
        let mut players = match self.players.take() {
            Some(players) => players,
            None => Players::new(&self.start, &self.agents)?,
        };
        players.new_game();
        let mut game = GameHistory::new(self.start);
        let (mut reward, mut playouts) = (0, [0; 2]);
        let mut step = |game: &mut GameHistory| {
            let turn = match game.turn() {
                Turn::Player(turn) => turn,
                Turn::Over(outcome) => {
                    reward = outcome.reward(seat, game.denominator());
                    return Step::Ended(GameStatus::Done);
                }
                Turn::Chance => unreachable!("the history rolls the dice"),
            };
            let ply = game.plies();
            let seed = derive_seed(derive_seed(seed, ply as u64), turn as u64);
            let player = players.player(turn, seat);
            let decision = player.choose(game, seed, &mut || stop() || late());
            playouts[usize::from(turn != seat)] += decision.playouts;
            match decision.mv {
                _ if late() => Step::Ended(GameStatus::Timeout),
                _ if !decision.complete => Step::Stopped,
                Some(mv) if is_allowed(game, mv) => {
                    game.play(mv);
                    Step::Moved
                }
                _ => Step::Ended(GameStatus::Illegal),
            }
        };
        // Rules that break are no reason to end the whole match.
        let opened = guarded(|| {
            let openings = &conditions.openings;
            let mut game = openings.begin(&self.start, conditions.seed, round as u64)?;
            let opening = game.plies();
            game.set_dice(seed);
            Ok::<_, OpeningError>((game, opening))
        });
        let mut status = opened.is_none().then_some(GameStatus::Crash);
        let mut opening = 0;
        if let Some(opened) = opened {
            (game, opening) = opened?;
        }
        let mut status = loop {
            if let Some(status) = status {
                break status;
            }
            status = match guarded(|| step(&mut game)) {
                None => Some(GameStatus::Crash),
                Some(Step::Ended(status)) => Some(status),
                Some(Step::Moved) => None,
                Some(Step::Stopped) => {
                    self.players = Some(players);
                    return Ok(None);
                }
            };
        };
        if status != GameStatus::Crash {
            self.players = Some(players);
        }
        let moves = guarded(|| game.moves_text());
        if moves.is_none() {
            (status, reward) = (GameStatus::Crash, 0);
        }
        Ok(Some(GameRecord {
            number,
            seat,
            status,
            reward,
            denominator: self.start.denominator(),
            opening,
            plies: game.plies(),
            moves: moves.unwrap_or_default(),
            playouts,
            seconds: begun.elapsed().as_secs_f64(),
            program: crate::PROGRAM.into(),
        }))
    }
}

/// What happened in a turn.
enum Step {
    Moved,
    Ended(GameStatus),
    /// From outside.
    Stopped,
}

/// What `f` returns, or nothing if it panics.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

fn is_allowed(game: &GameHistory, mv: AnyMove) -> bool {
    !game.excluded().contains(&mv) && game.position().legal_moves().any(|legal| legal == mv)
}

/// A game that A won in five moves.
#[cfg(test)]
pub(crate) fn won(number: u32) -> GameRecord {
    GameRecord {
        number,
        seat: 0,
        status: GameStatus::Done,
        reward: 2,
        denominator: 2,
        opening: 0,
        plies: 5,
        moves: "a1 a2 b1 b2 c1".into(),
        playouts: [35, 20],
        seconds: 0.25,
        program: String::new(),
    }
}

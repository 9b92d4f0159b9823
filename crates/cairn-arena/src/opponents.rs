//! Players that play one game after another, and the record of each game.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cairn_core::game::{Game, Turn};
use cairn_core::rng::derive_seed;
use cairn_core::spec::Spec;
use cairn_erased::{AnyMove, AnyPosition};

use crate::history::GameHistory;
use crate::openings::{OpeningError, Openings};
use crate::player::{AgentError, Player};
use crate::stats::Score;
use crate::tournament::TournamentError;

/// The seed and openings of a match. With the game, the agents and a game's number they determine
/// every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The seed of all random numbers.
    pub seed: u64,
    /// How games begin.
    pub openings: Openings,
}

impl Conditions {
    /// The seed of game `number`.
    pub fn game_seed(&self, number: u32) -> u64 {
        derive_seed(self.seed, number.into())
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameStatus {
    /// Normally, by the rules. Only these games count.
    Done,
    /// A player or the rules panicked.
    Crash,
    /// It exceeded the time limit.
    Timeout,
    /// A player returned no move, or an illegal one.
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

    /// The status with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, other)| *other == name).map(|(status, _)| *status)
    }
}

/// The record of a game. If it is played again, only `seconds` differs, unless a player has a time
/// limit.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number in the match, from 0.
    pub number: u32,
    /// A's seat.
    pub seat: usize,
    /// How it ended.
    pub status: GameStatus,
    /// A's reward; 0 unless the status is [`Done`](GameStatus::Done).
    pub reward: u32,
    /// The largest reward a game can give.
    pub denominator: u32,
    /// How many of the moves are the opening.
    pub opening: usize,
    /// How many moves were played, including the opening.
    pub plies: usize,
    /// The moves, in the game's notation.
    pub moves: String,
    /// Playouts of A, and of all other players together.
    pub playouts: [u64; 2],
    /// How long it took.
    pub seconds: f64,
    /// The program that played it ([`PROGRAM`](crate::PROGRAM)); empty if that was not recorded.
    pub program: String,
}

impl GameRecord {
    /// Whether two records have the same game; time and program may differ.
    pub fn same_game(&self, other: &GameRecord) -> bool {
        let GameRecord { seconds, program, .. } = self.clone();
        *self == GameRecord { seconds, program, ..other.clone() }
    }

    /// Adds the game to A's score if its status is [`Done`](GameStatus::Done).
    pub fn count(&self, score: &mut Score) {
        if self.status == GameStatus::Done {
            score.count(self.reward, self.denominator);
        }
    }
}

/// The players of a game: one A, and a B for each other seat.
pub struct Opponents {
    /// The start as A and as B searches it.
    starts: [AnyPosition; 2],
    /// A and B, as text and parsed.
    agents: [(String, Spec); 2],
    players: Option<Players>,
}

struct Players {
    a: Player,
    others: Vec<Player>,
}

impl Players {
    fn new(starts: &[AnyPosition; 2], agents: &[(String, Spec); 2]) -> Result<Self, AgentError> {
        let player = |side: usize| Player::new(&agents[side].0, &agents[side].1, &starts[side]);
        let others = 1..starts[0].players();
        Ok(Players { a: player(0)?, others: others.map(|_| player(1)).collect::<Result<_, _>>()? })
    }

    fn new_game(&mut self) {
        self.a.new_game();
        self.others.iter_mut().for_each(Player::new_game);
    }

    /// The player at `turn` when A has seat `seat`.
    fn player(&mut self, turn: usize, seat: usize) -> &mut Player {
        match turn.cmp(&seat) {
            std::cmp::Ordering::Less => &mut self.others[turn],
            std::cmp::Ordering::Equal => &mut self.a,
            std::cmp::Ordering::Greater => &mut self.others[turn - 1],
        }
    }
}

impl Opponents {
    pub(crate) fn new(
        starts: [AnyPosition; 2],
        agents: [(&str, Spec); 2],
    ) -> Result<Self, AgentError> {
        let agents = agents.map(|(text, spec)| (text.to_string(), spec));
        let players = Some(Players::new(&starts, &agents)?);
        Ok(Opponents { starts, agents, players })
    }

    /// Plays game `number`; returns `None` if `stop` ended it.
    ///
    /// A player that panics, exceeds `limit` or returns no legal move ends the game with that status.
    /// The next game can be played all the same.
    pub fn play(
        &mut self,
        conditions: &Conditions,
        number: u32,
        limit: Option<Duration>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let begun = Instant::now();
        let [start, b_start] = self.starts;
        let seats = start.players();
        let (round, seat) = (number as usize / seats, number as usize % seats);
        let seed = conditions.game_seed(number);
        let late = || limit.is_some_and(|limit| begun.elapsed() >= limit);
        // A panic may leave the players broken, so they go back only after a game without one.
        let mut players = match self.players.take() {
            Some(players) => players,
            None => Players::new(&self.starts, &self.agents)?,
        };
        players.new_game();
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
            let version = (turn != seat && b_start != start).then(|| replayed(b_start, game));
            let seen = version.as_ref().unwrap_or(game);
            let decision = player.choose(seen, seed, &mut || stop() || late());
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
        // A game whose rules panic must not end the whole match.
        let opened = guarded(|| {
            let openings = &conditions.openings;
            let mut game = openings.begin(&start, conditions.seed, round as u64)?;
            let opening = game.plies();
            game.set_dice(seed);
            Ok::<_, OpeningError>((game, opening))
        });
        let mut status = opened.is_none().then_some(GameStatus::Crash);
        let (mut game, opening) = opened.transpose()?.unwrap_or((GameHistory::new(start), 0));
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
            denominator: start.denominator(),
            opening,
            plies: game.plies(),
            moves: moves.unwrap_or_default(),
            playouts,
            seconds: begun.elapsed().as_secs_f64(),
            program: crate::PROGRAM.into(),
        }))
    }
}

/// The result of one turn.
enum Step {
    Moved,
    Ended(GameStatus),
    /// `stop` ended the search.
    Stopped,
}

/// What `f` returns, or `None` if it panics.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

/// The moves of `game` in another version of it.
fn replayed(start: AnyPosition, game: &GameHistory) -> GameHistory {
    let mut replayed = GameHistory::new(start);
    game.moves().iter().for_each(|&mv| replayed.play(mv));
    replayed
}

fn is_allowed(game: &GameHistory, mv: AnyMove) -> bool {
    !game.excluded().contains(&mv) && game.position().legal_moves().any(|legal| legal == mv)
}

//! A table: the players of a match, ready to play one game after another.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cairn_core::game::{Game, Turn};
use cairn_core::rng::derive_seed;
use cairn_core::spec::Spec;

use crate::history::{GameHistory, moves_text, new_game};
use crate::matches::MatchError;
use crate::openings::{OpeningError, Openings};
use crate::player::{Player, PlayerError};
use crate::stats::Score;

/// Which games of which seed: all that decides a game besides its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// What all chance follows from.
    pub seed: u64,
    /// How games begin.
    pub openings: Openings,
}

impl Rounds {
    /// The seed of a game.
    pub fn game_seed(&self, number: u32) -> u64 {
        derive_seed(self.seed, number.into())
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// By the rules: it counts.
    Done,
    /// A player or the rules panicked.
    Crash,
    /// It took longer than it was given.
    Timeout,
    /// A player had no move, or one that is not legal.
    Illegal,
}

impl Status {
    /// Every status with its name.
    pub const NAMES: [(Status, &str); 4] = [
        (Status::Done, "done"),
        (Status::Crash, "crash"),
        (Status::Timeout, "timeout"),
        (Status::Illegal, "illegal"),
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

/// A game that was played: the record of it. Played again, it is the same in every field but
/// `seconds`, unless a player is bound by time.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its number in the match, from 0.
    pub number: u32,
    /// Where A sat.
    pub seat: usize,
    /// How it ended.
    pub status: Status,
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

impl Record {
    /// Whether two records tell of the same game: the time taken may differ.
    pub fn same_game(&self, other: &Record) -> bool {
        let Record { seconds, program, .. } = self.clone();
        *self == Record { seconds, program, ..other.clone() }
    }

    /// Counts the game in A's score; only if it is done.
    pub fn count(&self, score: &mut Score) {
        if self.status == Status::Done {
            score.count(self.reward, self.denominator);
        }
    }
}

/// A table of any game, its type forgotten.
pub trait AnyTable: Send {
    /// Plays a game. `None` if `stop` said so.
    ///
    /// A player that panics, overruns `limit` or has no legal move ends the game with that status;
    /// the table can be used again.
    fn play(
        &mut self,
        rounds: &Rounds,
        number: u32,
        limit: Option<Duration>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Record>, MatchError>;
}

/// The players of a game: A and as many Bs as there are other seats.
pub struct Table<G: Game> {
    start: G,
    a: Spec,
    b: Spec,
    players: Option<Players<G>>,
}

struct Players<G: Game> {
    a: Player<G>,
    others: Vec<Player<G>>,
}

impl<G: Game> Table<G> {
    /// A table with all the memory its players need.
    pub fn new(start: &G, a: &Spec, b: &Spec) -> Result<Self, PlayerError> {
        Ok(Table { start: *start, a: *a, b: *b, players: Some(Players::new(start, a, b)?) })
    }

    /// Tables for `jobs` games at a time. All memory is taken here, before the first move, so that a
    /// lack of it shows at once.
    pub(crate) fn several(
        start: &G,
        [a, b]: [&Spec; 2],
        jobs: usize,
    ) -> Result<Vec<Self>, PlayerError> {
        let table = |fit: usize| {
            Table::new(start, a, b).map_err(|error| match error {
                PlayerError::Memory { .. } if fit > 0 => PlayerError::Jobs { fit, jobs },
                error => error,
            })
        };
        (0..jobs).map(table).collect()
    }
}

impl<G: Game> Players<G> {
    fn new(start: &G, a: &Spec, b: &Spec) -> Result<Self, PlayerError> {
        let others = 1..start.players();
        Ok(Players {
            a: Player::new(a, start)?,
            others: others.map(|_| Player::new(b, start)).collect::<Result<_, _>>()?,
        })
    }

    fn new_game(&mut self) {
        self.a.new_game();
        self.others.iter_mut().for_each(Player::new_game);
    }

    /// Who plays at `turn` when A sits at `seat`; the others keep their order.
    fn player(&mut self, turn: usize, seat: usize) -> &mut Player<G> {
        match turn.cmp(&seat) {
            std::cmp::Ordering::Less => &mut self.others[turn],
            std::cmp::Ordering::Equal => &mut self.a,
            std::cmp::Ordering::Greater => &mut self.others[turn - 1],
        }
    }
}

impl<G: Game + Send> AnyTable for Table<G> {
    fn play(
        &mut self,
        rounds: &Rounds,
        number: u32,
        limit: Option<Duration>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Record>, MatchError> {
        let begun = Instant::now();
        let seats = self.start.players();
        let (round, seat) = (number as usize / seats, number as usize % seats);
        let seed = rounds.game_seed(number);
        let late = || limit.is_some_and(|limit| begun.elapsed() >= limit);
        // A panic leaves the players in no defined state: they are made anew for the next game.
        let mut players = match self.players.take() {
            Some(players) => players,
            None => Players::new(&self.start, &self.a, &self.b)?,
        };
        players.new_game();
        let mut game = new_game(self.start);
        let (mut reward, mut playouts) = (0, [0; 2]);
        let mut step = |game: &mut GameHistory<G>| {
            let turn = match game.turn() {
                Turn::Player(turn) => turn,
                Turn::Over(outcome) => {
                    reward = outcome.reward(seat, game.position().denominator());
                    return Step::Ended(Status::Done);
                }
                Turn::Chance => unreachable!("the dice roll by themselves"),
            };
            let ply = game.moves().len();
            let seed = derive_seed(derive_seed(seed, ply as u64), turn as u64);
            let decision = players.player(turn, seat).choose_unless(
                game.position(),
                game.excluded(),
                seed,
                &mut || stop() || late(),
            );
            playouts[usize::from(turn != seat)] += decision.playouts;
            match decision.mv {
                _ if late() => Step::Ended(Status::Timeout),
                _ if !decision.complete => Step::Stopped,
                Some(mv) if is_allowed(game, mv) => {
                    game.play(mv);
                    Step::Moved
                }
                _ => Step::Ended(Status::Illegal),
            }
        };
        // Rules that break are no reason to end the whole match.
        let opened = guarded(|| {
            let mut game = rounds.openings.begin(&self.start, rounds.seed, round as u64)?;
            let opening = game.moves().len();
            game.set_dice(seed);
            Ok::<_, OpeningError>((game, opening))
        });
        let mut status = opened.is_none().then_some(Status::Crash);
        let mut opening = 0;
        if let Some(opened) = opened {
            (game, opening) = opened?;
        }
        let mut status = loop {
            if let Some(status) = status {
                break status;
            }
            status = match guarded(|| step(&mut game)) {
                None => Some(Status::Crash),
                Some(Step::Ended(status)) => Some(status),
                Some(Step::Moved) => None,
                Some(Step::Stopped) => {
                    self.players = Some(players);
                    return Ok(None);
                }
            };
        };
        if status != Status::Crash {
            self.players = Some(players);
        }
        let moves = guarded(|| moves_text(&game));
        if moves.is_none() {
            (status, reward) = (Status::Crash, 0);
        }
        Ok(Some(Record {
            number,
            seat,
            status,
            reward,
            denominator: self.start.denominator(),
            opening,
            plies: game.moves().len(),
            moves: moves.unwrap_or_default(),
            playouts,
            seconds: begun.elapsed().as_secs_f64(),
            program: crate::PROGRAM.into(),
        }))
    }
}

/// What came of a turn.
enum Step {
    Moved,
    Ended(Status),
    /// From outside.
    Stopped,
}

/// What `f` returns, or nothing if it panics.
pub fn guarded<T>(f: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

fn is_allowed<G: Game>(game: &GameHistory<G>, mv: G::Move) -> bool {
    !game.excluded().contains(&mv) && game.position().legal_moves().any(|legal| legal == mv)
}

/// A game that A won in five moves.
#[cfg(test)]
pub(crate) fn won(number: u32) -> Record {
    Record {
        number,
        seat: 0,
        status: Status::Done,
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

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_core::game::Outcome;
    use cairn_games::tictactoe::TicTacToe;

    fn table<G: Game>(start: G) -> Table<G> {
        let spec = Spec::parse("uct:playouts=200").unwrap();
        Table::new(&start, &spec, &spec).unwrap()
    }

    fn play<G: Game + Send>(start: G, limit: Option<Duration>) -> Record {
        let rounds = Rounds { seed: 1, openings: Openings::None };
        let mut table = table(start);
        let mut again = || table.play(&rounds, 1, limit, &|| false).unwrap().unwrap();
        let record = again();
        assert!(record.same_game(&again()), "the table can be used again");
        record
    }

    #[test]
    fn a_record_tells_the_game() {
        let record = play(TicTacToe::default(), None);
        assert_eq!((record.status, record.seat, record.opening), (Status::Done, 1, 0));
        assert_eq!(record.moves.split(' ').count(), record.plies);
        let [a, others] = record.playouts;
        assert_eq!(a + others, 200 * record.plies as u64);
        assert_eq!(others / 200, (record.plies as u64).div_ceil(2));
    }

    #[test]
    fn a_stopped_game_leaves_no_record() {
        let spec = Spec::parse("uct:playouts=200").unwrap();
        let mut table = Table::new(&TicTacToe::default(), &spec, &spec).unwrap();
        let rounds = Rounds { seed: 1, openings: Openings::None };
        assert!(table.play(&rounds, 0, None, &|| true).unwrap().is_none());
    }

    #[test]
    fn a_game_that_takes_too_long_is_no_loss() {
        let record = play(TicTacToe::default(), Some(Duration::ZERO));
        assert_eq!((record.status, record.plies), (Status::Timeout, 0));
        let mut score = Score::default();
        record.count(&mut score);
        assert_eq!(score.games(), 0);
    }

    /// What is wrong after three moves: the searches panic, the rules do, the notation does, or there
    /// is no move.
    #[derive(Clone, Copy, Hash, PartialEq, Eq)]
    enum Fault {
        Search,
        Rules,
        Notation,
        NoMove,
    }

    #[derive(Clone, Copy, Hash, PartialEq, Eq)]
    struct Broken {
        ply: usize,
        fault: Fault,
    }

    impl Game for Broken {
        type Move = u8;
        fn keys(&self) -> usize {
            1
        }
        fn max_plies(&self) -> usize {
            9
        }
        fn turn(&self) -> Turn {
            // Only playouts get as far as that.
            if self.ply > 3 { Turn::Over(Outcome::draw()) } else { Turn::Player(self.ply % 2) }
        }
        fn legal_moves(&self) -> impl Iterator<Item = u8> {
            let moves = if self.ply == 3 && self.fault == Fault::NoMove { 0 } else { 1 };
            0..moves
        }
        fn random_playout_move(&self, _: &mut cairn_core::Rng) -> u8 {
            0
        }
        fn play(&mut self, _: u8) {
            self.ply += 1;
        }
        fn key(&self, _: u8) -> usize {
            assert!(self.ply < 3 || self.fault != Fault::Search, "broken on purpose");
            0
        }
        fn write_move(&self, _: u8, _: &mut dyn std::fmt::Write) -> std::fmt::Result {
            assert!(self.fault != Fault::Notation, "broken on purpose");
            Ok(())
        }
        fn repetition_key(&self) -> Option<u64> {
            // Only real games ask for it.
            assert!(self.ply < 3 || self.fault != Fault::Rules, "broken on purpose");
            None
        }
    }

    #[test]
    fn broken_games_are_seen() {
        // The panics are expected, and so is what they print.
        let broken = |fault| play(Broken { ply: 0, fault }, None);
        assert_eq!(broken(Fault::Search).status, Status::Crash);
        assert_eq!(broken(Fault::Rules).status, Status::Crash);
        let record = broken(Fault::Notation);
        assert_eq!((record.status, record.reward, record.moves.as_str()), (Status::Crash, 0, ""));
        let record = broken(Fault::NoMove);
        assert_eq!((record.status, record.plies), (Status::Illegal, 3));
        let mut table = table(Broken { ply: 0, fault: Fault::Rules });
        let rounds = Rounds { seed: 1, openings: Openings::Random(4) };
        let record = table.play(&rounds, 0, None, &|| false).unwrap().unwrap();
        assert_eq!((record.status, record.plies), (Status::Crash, 0), "already in its opening");
    }
}

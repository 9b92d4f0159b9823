//! A session on a board of one size: the game, the player, and an answer to every command.

use cairn_core::Game;
use cairn_core::mcts::{Search, Settings, bytes_needed};
use cairn_core::memory::words;
use cairn_core::rng::derive_seed;
use cairn_core::spec::{Spec, SpecError};
use cairn_games::go::{DEFAULT_KOMI, Geometry, Go};
use cairn_games::registry::GAMES;

use crate::args::Args;
use crate::clock::Clock;
use crate::host::Host;
use crate::line::Input;
use crate::record::{Played, Record};
use crate::reply::{Fault, Reply};
use crate::think::Thought;

/// What outlasts a board: the agent, komi, the clocks and the seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The agent.
    pub agent: Spec,
    /// Komi, in half points.
    pub komi: i16,
    /// What all chance of a game follows from, the seed of the next game too: a session that begins
    /// with the seed of any game begins with that game.
    pub seed: u64,
    /// Resign when the value of the best move was below this twice in a row; `None`: never.
    pub resign: Option<f32>,
    /// How many playouts say who owns what.
    pub status_playouts: u16,
    /// The clocks.
    pub clock: Clock,
}

/// When two turns in a row are worth less than this, a player usually resigns.
pub const LOST: f32 = 0.05;

/// How many playouts usually say who owns what.
pub const STATUS_PLAYOUTS: u16 = 256;

impl Options {
    /// This agent, and the usual.
    pub fn new(agent: Spec) -> Self {
        Options {
            agent,
            komi: DEFAULT_KOMI,
            seed: 1,
            resign: Some(LOST),
            status_playouts: STATUS_PLAYOUTS,
            clock: Clock::default(),
        }
    }
}

/// The index of the next game's seed; those of turns count from 1.
const NEXT_GAME: u64 = 0;

/// What is to be done after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Give it the next line.
    Line,
    /// End: the other side said so.
    Quit,
    /// Nothing was answered: the same line is for a session on a board of this size, which the host
    /// has accepted. This one is over.
    Resize(usize),
}

/// A game with a player on a board of one geometry.
///
/// ```
/// # use cairn_core::memory::Word;
/// use cairn_core::spec::Spec;
/// use cairn_games::go::Go9;
/// use cairn_gtp::{Host, Input, Lines, Options, Played, Session};
///
/// struct Terminal(String);
///
/// impl core::fmt::Write for Terminal {
///     fn write_str(&mut self, text: &str) -> core::fmt::Result {
///         self.0.push_str(text);
///         Ok(())
///     }
/// }
///
/// impl Host for Terminal {
///     type Block = Vec<Word>;
///     fn block(&mut self, words: usize) -> Option<Vec<Word>> {
///         Some(vec![Word::uninit(); words])
///     }
///     fn input_waiting(&mut self) -> bool {
///         true
///     }
/// }
///
/// let mut host = Terminal(String::new());
/// let mut options = Options::new(Spec::parse("grave:playouts=200").unwrap());
/// let mut room = [Played::default(); 500];
/// let mut session = Session::new(Go9::new(), &mut options, &mut room);
/// let mut lines = Lines::<200>::new();
/// for byte in *b"1 play b E5\n2 play w E5\n" {
///     if lines.push(byte) {
///         session.answer(lines.take(), &mut host);
///     }
/// }
/// assert_eq!(host.0, "=1\n\n?2 illegal move\n\n");
/// ```
pub struct Session<'a, B: Geometry, H: Host> {
    pub(crate) options: &'a mut Options,
    pub(crate) record: Record<'a, B>,
    /// The empty board.
    pub(crate) empty: Go<B>,
    pub(crate) player: Option<Search<Go<B>, H::Block>>,
    /// The [`Game::denominator`] that the player was made for.
    denominator: u32,
    /// The last search.
    pub(crate) thought: Option<Thought>,
    /// Turns of the player in this game, so that each has its own seed.
    pub(crate) turns: u64,
    /// How many of the last turns looked lost, by player.
    pub(crate) lost_turns: [u8; 2],
    /// What the last question about a game's end found.
    pub(crate) verdict: Option<Verdict<B>>,
    /// Stones that look dead must be taken: nobody will agree that they are.
    pub(crate) cleanup: bool,
    pub(crate) quit: bool,
}

/// Who has what at the end of a game.
#[derive(Clone, Copy)]
pub(crate) struct Verdict<B: Geometry> {
    /// The position's hash, its passes and komi.
    pub(crate) asked: (u64, usize, i16),
    pub(crate) dead: B::Set,
    pub(crate) seki: B::Set,
    /// In half points, positive for black.
    pub(crate) score: i32,
}

impl<'a, B: Geometry, H: Host> Session<'a, B, H> {
    /// A session on the empty board `empty`; `moves` has room for the moves of its games.
    pub fn new(empty: Go<B>, options: &'a mut Options, moves: &'a mut [Played]) -> Self {
        let empty = empty.with_komi(options.komi);
        Session {
            options,
            record: Record::new(empty, moves),
            empty,
            player: None,
            denominator: 0,
            thought: None,
            turns: 0,
            lost_turns: [0; 2],
            verdict: None,
            cleanup: false,
            quit: false,
        }
    }

    /// Answers a line.
    pub fn answer(&mut self, input: Input<'_>, host: &mut H) -> Next {
        let command = match input {
            Input::Nothing => return Next::Line,
            Input::Bad { id, reason } => {
                Reply::new(host, id).finish(Err(Fault::Text(reason)));
                return Next::Line;
            }
            Input::Command(command) => command,
        };
        let mut reply = Reply::new(host, command.id);
        let result = self.run(command.name, &mut Args::new(command.words), &mut reply);
        if let Err(Fault::Board(size)) = result {
            return Next::Resize(size);
        }
        reply.finish(result);
        if self.quit { Next::Quit } else { Next::Line }
    }

    /// Ends the session: what another one can begin with.
    pub fn into_parts(mut self, host: &mut H) -> (&'a mut Options, &'a mut [Played]) {
        self.end_game();
        if let Some(player) = self.player {
            host.release(player.into_block());
        }
        (self.options, self.record.into_moves())
    }

    /// The game so far.
    pub fn record(&self) -> &Record<'a, B> {
        &self.record
    }

    /// A new game from `start`.
    pub(crate) fn restart(&mut self, start: Go<B>) {
        self.record.restart(start.with_komi(self.options.komi));
        self.options.clock.reset();
        self.end_game();
        (self.lost_turns, self.cleanup, self.thought) = ([0; 2], false, None);
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    /// The next game gets a seed of its own, but not as long as the player has had no turn: setting
    /// up a game takes several commands.
    fn end_game(&mut self) {
        if core::mem::take(&mut self.turns) > 0 {
            self.options.seed = derive_seed(self.options.seed, NEXT_GAME);
        }
    }

    /// Goes on with this one if it is the right board for `size`, else says which is.
    pub(crate) fn need_board(&self, size: usize, host: &mut H) -> Result<(), Fault<'static>> {
        if size == self.empty.size() {
            return Ok(());
        }
        host.accepts(size, &self.options.agent)?;
        Err(Fault::Board(size))
    }

    /// The seed of the next turn, and of every question before it.
    pub(crate) fn turn_seed(&self) -> u64 {
        derive_seed(self.options.seed, self.turns + 1)
    }

    /// A search follows that is not a turn: what is asked twice has the same answer twice.
    pub(crate) fn begin_question(&mut self) {
        if let Some(player) = &mut self.player {
            player.forget_tree();
        }
    }

    /// The player, made when it is first asked for.
    pub(crate) fn wake_player(&mut self, host: &mut H) -> Result<(), Fault<'static>> {
        // Whole komi allows draws, for which a player must be made.
        if self.player.is_some() && self.denominator == self.record.position().denominator() {
            return Ok(());
        }
        self.replace_player(self.options.agent, host)
    }

    /// Gives the player's memory back, and with it all it knows.
    pub(crate) fn release_player(&mut self, host: &mut H) {
        self.verdict = None;
        if let Some(old) = self.player.take() {
            host.release(old.into_block());
        }
        self.thought = None;
    }

    /// A player of this agent takes the place of the one there is; if there can be none, the old one
    /// stays.
    pub(crate) fn replace_player(
        &mut self,
        agent: Spec,
        host: &mut H,
    ) -> Result<(), Fault<'static>> {
        let held = host.memory().map_or(agent, |bytes| agent.within(bytes));
        let start = self.record.position();
        let settings = settings(&held, start)?;
        let bytes =
            bytes_needed(&settings, start).map_err(|error| Fault::Agent(SpecError::Plan(error)))?;
        if settings.max_playouts().is_none() && host.now().is_none() {
            return Err(Fault::Text("there is no clock here: the agent needs playouts="));
        }
        self.release_player(host);
        let start = self.record.position();
        let block = host.block(words(bytes)).ok_or(Fault::Memory(bytes))?;
        let player = Search::new(settings, start, block);
        self.player = Some(player.map_err(|error| Fault::Agent(SpecError::Plan(error)))?);
        self.denominator = start.denominator();
        self.options.agent = agent;
        Ok(())
    }
}

/// What an agent's spec comes to on a board like this, with the game's own defaults.
pub(crate) fn settings<B: Geometry>(
    agent: &Spec,
    board: &Go<B>,
) -> Result<Settings, Fault<'static>> {
    let name = if board.size() == 9 { "go9" } else { "go" };
    let info = GAMES.iter().find(|info| info.name == name);
    let defaults = info.map_or("", |info| info.defaults);
    agent.with_defaults(defaults).and_then(|spec| spec.settings(board)).map_err(Fault::Agent)
}

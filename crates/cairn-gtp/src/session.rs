//! A session on a board of one size: the game, the player, and an answer to every command.

use cairn_core::Game;
use cairn_core::mcts::{Search, Settings, bytes_needed};
use cairn_core::memory::words;
use cairn_core::rng::derive_seed;
use cairn_core::spec::Spec;
use cairn_games::go::conventions::{AGENT_DEFAULTS, FinalStatus, OWNERSHIP_PLAYOUTS, RESIGN_BELOW};
use cairn_games::go::{DEFAULT_KOMI, Geometry, Go};

use crate::args::Args;
use crate::clock::GameClock;
use crate::game::{GameLists, GtpGame};
use crate::host::Host;
use crate::input::Input;
use crate::reply::{Call, GtpError, Reply};
use crate::search::SearchResult;

/// What stays when the board changes: the agent, komi, the clocks and the seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The agent.
    pub agent: Spec,
    /// Komi, in half points.
    pub komi: i16,
    /// The seed of the current game. The seed of each later game derives from the one before, so a
    /// session that starts with the seed of any game plays that game first.
    pub seed: u64,
    /// Resign when the best move was worth less than this in two turns in a row; `None`: never.
    pub resign: Option<f32>,
    /// The number of playouts that decide who owns each point.
    pub ownership_playouts: u16,
    /// The clocks.
    pub clock: GameClock,
}

impl Options {
    /// This agent, and defaults for the rest.
    pub fn new(agent: Spec) -> Self {
        Options {
            agent,
            komi: DEFAULT_KOMI,
            seed: 1,
            resign: Some(RESIGN_BELOW),
            ownership_playouts: OWNERSHIP_PLAYOUTS,
            clock: GameClock::default(),
        }
    }
}

/// A search of Go in the host's memory.
pub(crate) type GoSearch<B, H> = Search<Go<B>, <H as Host>::Block>;

/// The index from which the next game's seed is derived; turns use indices from 1.
const NEXT_GAME: u64 = 0;

/// What to do after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Give it the next line.
    Continue,
    /// End the session: it was asked to quit.
    Quit,
    /// The line was not answered: end this session and give the line to a new one with a board of this
    /// size. The host has accepted the size.
    Resize(usize),
}

/// A game with a player on a board of one geometry; the crate's front page has an example.
pub struct GtpSession<'a, B: Geometry, H: Host> {
    pub(crate) options: &'a mut Options,
    pub(crate) game: GtpGame<'a, B>,
    /// The empty board.
    pub(crate) empty: Go<B>,
    pub(crate) player: Option<GoSearch<B, H>>,
    /// The [`Game::denominator`] that the player was made for.
    denominator: u32,
    pub(crate) last_search: Option<SearchResult>,
    /// Turns of the player in this game, so that each has its own seed.
    pub(crate) turns: u64,
    /// How many of the last turns looked lost, by player.
    pub(crate) lost_turns: [u8; 2],
    /// The last answer about the end of a game, the stones in seki, and the hash of the position that
    /// these are about.
    pub(crate) final_status: Option<(u64, FinalStatus<B>, B::Set)>,
    /// Dead stones must be captured, because every stone on the board counts as alive.
    pub(crate) cleanup: bool,
    pub(crate) quit: bool,
}

impl<'a, B: Geometry, H: Host> GtpSession<'a, B, H> {
    /// A session on the empty board `empty`; its games are kept in `lists`.
    pub fn new(empty: Go<B>, options: &'a mut Options, lists: GameLists<'a>) -> Self {
        let empty = empty.with_komi(options.komi);
        GtpSession {
            options,
            game: GtpGame::new(empty, lists),
            empty,
            player: None,
            denominator: 0,
            last_search: None,
            turns: 0,
            lost_turns: [0; 2],
            final_status: None,
            cleanup: false,
            quit: false,
        }
    }

    /// Answers a line.
    pub fn answer(&mut self, input: Input<'_>, host: &mut H) -> Next {
        let command = match input {
            Input::Empty => return Next::Continue,
            Input::Malformed { id, reason } => {
                Reply::new(host, id).finish(Err(GtpError::Message(reason)));
                return Next::Continue;
            }
            Input::Command(command) => command,
        };
        let out = Reply::new(host, command.id);
        let mut call = Call { args: Args::new(command.words), out };
        let result = self.run(command.name, &mut call);
        if let Err(GtpError::BoardSize(size)) = result {
            return Next::Resize(size);
        }
        call.out.finish(result);
        if self.quit { Next::Quit } else { Next::Continue }
    }

    /// Ends the session and returns what another one can begin with.
    pub fn into_parts(mut self, host: &mut H) -> (&'a mut Options, GameLists<'a>) {
        self.end_game();
        self.release_player(host);
        (self.options, self.game.into_lists())
    }

    /// Begins a new game from `start`.
    pub(crate) fn restart(&mut self, start: Go<B>) {
        self.game.restart(start.with_komi(self.options.komi));
        self.options.clock.reset();
        self.end_game();
        (self.lost_turns, self.cleanup, self.last_search) = ([0; 2], false, None);
        if let Some(player) = &mut self.player {
            player.new_game();
        }
    }

    /// Gives the next game its own seed, but only if the player has had a turn in this one: several
    /// commands that set up a game are still one game.
    fn end_game(&mut self) {
        if core::mem::take(&mut self.turns) > 0 {
            self.options.seed = derive_seed(self.options.seed, NEXT_GAME);
        }
    }

    /// An error unless the board has this `size`: [`GtpError::BoardSize`] if another session can go on
    /// with such a board, otherwise why it cannot.
    pub(crate) fn need_board(&self, size: usize, host: &mut H) -> Result<(), GtpError<'static>> {
        if size == self.empty.size() {
            return Ok(());
        }
        host.accepts(size, &self.options.agent)?;
        Err(GtpError::BoardSize(size))
    }

    /// The seed of the next turn, and of every question before it.
    pub(crate) fn turn_seed(&self) -> u64 {
        derive_seed(self.options.seed, self.turns + 1)
    }

    /// Called before a search that is not a turn. Such a search does not use an earlier tree, so the
    /// same question gets the same answer.
    pub(crate) fn begin_question(&mut self) {
        if let Some(player) = &mut self.player {
            player.forget_tree();
        }
    }

    /// The player, which is created when it is first needed.
    pub(crate) fn prepare_player(
        &mut self,
        host: &mut H,
    ) -> Result<&mut GoSearch<B, H>, GtpError<'static>> {
        // A player is made for games with or without draws, and only a whole komi allows draws.
        if self.player.is_none() || self.denominator != self.game.position().denominator() {
            self.replace_player(self.options.agent, host)?;
        }
        Ok(self.player.as_mut().expect("just made"))
    }

    /// Ends the player and gives its memory back.
    pub(crate) fn release_player(&mut self, host: &mut H) {
        self.final_status = None;
        if let Some(player) = self.player.take() {
            host.release(player.into_block());
        }
        self.last_search = None;
    }

    /// Replaces the player with one of `agent`. On an error the old one stays.
    pub(crate) fn replace_player(
        &mut self,
        agent: Spec,
        host: &mut H,
    ) -> Result<(), GtpError<'static>> {
        let limited = host.memory().map_or(agent, |bytes| agent.within(bytes));
        let start = *self.game.position();
        let settings = settings(&limited, &start)?;
        let bytes = bytes_needed(&settings, &start)?;
        if settings.max_playouts().is_none() && host.now().is_none() {
            return Err(GtpError::Message("there is no clock here: the agent needs playouts="));
        }
        self.release_player(host);
        let block = host.block(words(bytes)).ok_or(GtpError::Memory(bytes))?;
        self.player = Some(Search::new(settings, &start, block)?);
        self.denominator = start.denominator();
        self.options.agent = agent;
        Ok(())
    }
}

/// The settings of an agent on a board, with Go's defaults.
pub(crate) fn settings<B: Geometry>(
    agent: &Spec,
    board: &Go<B>,
) -> Result<Settings, GtpError<'static>> {
    Ok(agent.with_defaults(AGENT_DEFAULTS)?.mcts_settings(board)?)
}

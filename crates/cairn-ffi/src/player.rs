//! A player: a game and the agent that plays it, in a buffer that the caller provides.

use core::fmt::{self, Write};
use core::mem::MaybeUninit;

use cairn_core::game::Game;
use cairn_core::history::{self, History, Lists, SliceList};
use cairn_core::mcts::{Ended, Search, bytes_needed};
use cairn_core::memory::{Carver, Word, words};
use cairn_core::rng::derive_seed;
use cairn_core::spec::{Spec, SpecError};
use cairn_erased::{
    AnyMove, AnyPosition, AnySearch, MoveReport, SearchType, SearchVisitor, with_search_type,
};

use crate::abi::CairnPlayer;
use crate::error::CallError;

/// A game and the agent that plays it.
pub struct GamePlayer {
    pub(crate) history: History<AnyPosition, SliceList<'static, AnyMove>, SliceList<'static, u64>>,
    pub(crate) search: &'static mut dyn AnySearch,
    pub(crate) seed: u64,
    /// Whether the search is of the current position.
    pub(crate) started: bool,
    /// In Go, how many of each player's last turns looked lost.
    pub(crate) lost_turns: [u8; 2],
    /// All bytes used in the buffer.
    pub(crate) bytes: usize,
}

impl GamePlayer {
    /// Plays the move that `text` names.
    pub fn play<'a>(&'a mut self, text: &'a str) -> Result<(), CallError<'a>> {
        match self.history.read_move(text) {
            Ok(mv) => {
                self.play_move(mv);
                Ok(())
            }
            Err(reason) => Err(CallError::Move(self, text, reason)),
        }
    }

    /// Plays a move that the search found.
    pub fn play_move(&mut self, mv: AnyMove) {
        self.history.play(mv);
        self.end_search();
    }

    /// Ends the turn of a search that is under way.
    pub(crate) fn end_search(&mut self) {
        if core::mem::take(&mut self.started) {
            self.search.end_turn();
        }
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> bool {
        let undone = self.history.undo();
        self.started &= !undone;
        self.lost_turns = [0; 2];
        undone
    }

    /// Begins a new game: at a position, or where this one began.
    pub fn restart(&mut self, position: Option<&str>) -> Result<(), &'static str> {
        let old = self.history.start();
        let start = position.map_or(Ok(*old), |text| old.parse_position(text))?;
        if start.denominator() != old.denominator() {
            return Err("only one of this position and the player's game allows draws: \
                        create a new player");
        }
        self.history.restart(start);
        self.search.new_game();
        (self.started, self.lost_turns) = (false, [0; 2]);
        Ok(())
    }

    /// The current position.
    pub fn position(&self) -> &AnyPosition {
        self.history.position()
    }

    /// The moves that may be played, separated by blanks.
    pub fn write_allowed(&self, out: &mut dyn Write) -> fmt::Result {
        for (index, mv) in self.history.allowed().enumerate() {
            out.write_str(if index > 0 { " " } else { "" })?;
            self.position().write_move(mv, out)?;
        }
        Ok(())
    }

    /// Starts the search of the current position with this seed.
    pub fn start(&mut self, seed: u64) {
        self.search.start(self.history.position(), self.history.excluded(), &[], seed);
        self.started = true;
    }

    /// The seed of this turn.
    pub(crate) fn turn_seed(&self) -> u64 {
        derive_seed(self.seed, self.history.moves().len() as u64)
    }

    /// The search of the current position, which is started unless it is under way; `None` if the game
    /// is over.
    pub fn search(&mut self) -> Option<&mut dyn AnySearch> {
        if self.history.turn().is_over() {
            return None;
        }
        if !self.started {
            self.start(self.turn_seed());
        }
        Some(self.search)
    }

    /// Runs at most `limit` playouts and returns how many it ran.
    pub fn step(&mut self, limit: u32) -> u32 {
        self.search().map_or(0, |search| search.run_steps(limit))
    }

    /// Searches for at most `limit` milliseconds and returns whether the search can be continued.
    pub fn run(&mut self, limit: u64, now: &mut dyn FnMut() -> u64) -> bool {
        let Some(search) = self.search() else { return false };
        search.run_clocked(Some(limit), &mut || Some(now()), &mut || false) != Ended::Done
    }

    /// The best move so far.
    pub fn best_move(&mut self) -> Option<AnyMove> {
        let search = self.search()?;
        search.flush_batch();
        search.best_move()
    }

    /// Writes the best move so far; nothing if the game is over.
    pub fn write_best(&mut self, out: &mut dyn Write) -> fmt::Result {
        let best = self.best_move();
        best.map_or(Ok(()), |best| self.position().write_move(best, out))
    }

    /// Calls `each` with what the search knows about every allowed move.
    pub fn for_each_move(&mut self, each: &mut dyn FnMut(MoveReport<AnyMove>)) {
        if let Some(search) = self.search() {
            search.flush_batch();
            search.for_each_move(each);
        }
    }
}

/// A buffer that the caller provides.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// Its address.
    pub at: *mut Word,
    /// Its bytes.
    pub size: usize,
}

/// What a player is made of.
#[derive(Clone, Copy)]
pub struct PlayerSpec<'a> {
    /// The game's spec.
    pub game: &'a str,
    /// The agent's spec. If it is empty, the game's own agent plays.
    pub agent: &'a str,
    /// Whether the game's defaults apply to keys that the agent's spec leaves out.
    pub defaults: bool,
    /// The seed of everything random.
    pub seed: u64,
}

/// How many bytes a player takes.
pub fn size(spec: PlayerSpec<'_>) -> Result<usize, CallError<'_>> {
    Ok(place(spec, None)?.0)
}

/// Creates a player in a buffer.
///
/// # Safety
/// The buffer must belong to the player for as long as it is used.
pub unsafe fn create(
    buffer: Buffer,
    spec: PlayerSpec<'_>,
) -> Result<&'static mut CairnPlayer, CallError<'_>> {
    let (needed, player) = place(spec, Some(buffer))?;
    player.ok_or(CallError::Short { needed, given: buffer.size })
}

/// The bytes that are needed, and what was created if there is a buffer that is large enough.
type Placed<T> = (usize, Option<&'static mut T>);

fn place(
    player: PlayerSpec<'_>,
    buffer: Option<Buffer>,
) -> Result<Placed<CairnPlayer>, CallError<'_>> {
    let (info, start) = cairn_erased::start(player.game).map_err(CallError::Game)?;
    let defaults = if player.defaults { info.defaults } else { "" };
    let agent = if player.agent.is_empty() { info.agent } else { player.agent };
    let spec = Spec::parse(agent)
        .and_then(|spec| spec.with_defaults(defaults))
        .map_err(CallError::Agent)?;
    if buffer.is_some_and(|buffer| !buffer.at.is_aligned()) {
        return Err(CallError::Unaligned);
    }
    let [moves, legal] = history::room(&start);
    let mut carver = Carver::default();
    let handle = carver.take::<MaybeUninit<CairnPlayer>>(1);
    let moves = carver.take::<MaybeUninit<AnyMove>>(moves);
    let excluded = carver.take::<MaybeUninit<AnyMove>>(legal);
    let keys = carver.take::<MaybeUninit<u64>>(legal);
    let place = PlaceSearch { spec, carver, buffer };
    let (bytes, search) = with_search_type(&start, place).map_err(CallError::Agent)?;
    let (Some(search), Some(buffer)) = (search, buffer) else { return Ok((bytes, None)) };
    // SAFETY: there was room for the search after these regions, so they are inside the buffer, which
    // belongs to the player alone (`create`). Each is borrowed once.
    unsafe {
        let lists = Lists {
            moves: SliceList::new(moves.of(buffer.at)),
            excluded: SliceList::new(excluded.of(buffer.at)),
            keys: SliceList::new(keys.of(buffer.at)),
        };
        let mut history = History::new(start, lists);
        history.set_dice(player.seed);
        let (seed, started, lost_turns) = (player.seed, false, [0; 2]);
        let player = GamePlayer { history, search, seed, started, lost_turns, bytes };
        let [handle] = handle.of(buffer.at) else { unreachable!("its length is 1") };
        Ok((bytes, Some(handle.write(CairnPlayer(player)))))
    }
}

/// Lays out a search after what `carver` has placed and, if there is a buffer that is large enough,
/// creates it there.
struct PlaceSearch {
    spec: Spec,
    carver: Carver,
    buffer: Option<Buffer>,
}

impl SearchVisitor for PlaceSearch {
    type Output = Result<Placed<dyn AnySearch>, SpecError<'static>>;

    fn visit<G: SearchType>(mut self, start: &G) -> Self::Output {
        let settings = self.spec.mcts_settings(start)?;
        let block_bytes = bytes_needed(&settings, start).map_err(SpecError::Plan)?;
        let search = self.carver.take::<MaybeUninit<Search<G, &'static mut [Word]>>>(1);
        let block = self.carver.take::<Word>(words(block_bytes));
        let bytes = self.carver.bytes();
        let Some(buffer) = self.buffer.filter(|buffer| buffer.size >= bytes) else {
            return Ok((bytes, None));
        };
        // SAFETY: as in `place`.
        let (block, place) = unsafe { (block.of(buffer.at), search.of(buffer.at)) };
        let [place] = place else { unreachable!("its length is 1") };
        let search = Search::new(settings, start, block).map_err(SpecError::Plan)?;
        Ok((bytes, Some(place.write(search))))
    }
}

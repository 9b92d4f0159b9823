//! A player: a game and the agent that plays it, in a buffer that the caller provides.

use core::fmt::{self, Write};
use core::mem::MaybeUninit;

use cairn_core::game::{Game, Turn};
use cairn_core::history::{self, History, Lists, SliceList};
use cairn_core::mcts::{Ended, MoveStats, Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::rng::derive_seed;
use cairn_core::spec::{Spec, SpecError};
use cairn_erased::{AnyMove, AnyPosition, AnySearch, SearchType, SearchVisitor, with_search_type};
use cairn_games::registry::GameError;

use crate::abi::CairnPlayer;

/// A player of any game.
pub trait Player {
    /// Plays a move, or writes why it cannot be played.
    fn play(&mut self, text: &str, error: &mut dyn Write) -> bool;
    /// Plays a move that the search found.
    fn play_move(&mut self, mv: AnyMove);
    /// Takes the last move back.
    fn undo(&mut self) -> bool;
    /// Begins a new game: at a position, or where this one began.
    fn restart(&mut self, position: Option<&str>) -> Result<(), &'static str>;
    /// The current position.
    fn position(&self) -> AnyPosition;
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// The moves so far, separated by blanks.
    fn write_history(&self, out: &mut dyn Write) -> fmt::Result;
    /// The moves that may be played, separated by blanks.
    fn write_allowed(&self, out: &mut dyn Write) -> fmt::Result;
    /// Starts the search of the current position with this seed, or, without one, unless it is under
    /// way.
    fn start(&mut self, seed: Option<u64>) -> &mut dyn AnySearch;
    /// The search, and whether it is of the current position.
    fn search(&self) -> (&dyn AnySearch, bool);
    /// All bytes used in the buffer.
    fn bytes(&self) -> usize;
}

impl dyn Player {
    /// Runs at most `limit` playouts and returns how many it ran.
    pub fn step(&mut self, limit: u32) -> u32 {
        if self.turn().is_over() {
            return 0;
        }
        let search = self.start(None);
        let mut count = 0;
        while count < limit && !search.is_done() {
            search.step();
            count += 1;
        }
        count
    }

    /// Searches for at most `limit` milliseconds and returns whether the search can be continued.
    pub fn run(&mut self, limit: u64, now: &mut dyn FnMut() -> u64) -> bool {
        if self.turn().is_over() {
            return false;
        }
        self.start(None).run_clocked(Some(limit), &mut || Some(now()), &mut || false) != Ended::Done
    }

    /// The best move so far.
    pub fn best_move(&mut self) -> Option<AnyMove> {
        if self.turn().is_over() {
            return None;
        }
        let search = self.start(None);
        search.flush_batch();
        search.best_move()
    }

    /// Calls `each` with what the search knows about every allowed move.
    pub fn for_each_move(&mut self, each: &mut dyn FnMut(MoveStats<AnyMove>)) {
        if self.turn().is_over() {
            return;
        }
        let search = self.start(None);
        search.flush_batch();
        search.for_each_move(each);
    }
}

/// Why a player cannot be created.
pub enum CreateError<'a> {
    /// The game spec is wrong.
    Game(GameError<'a>),
    /// The agent spec is wrong.
    Agent(SpecError<'a>),
    /// The buffer is too small.
    Short {
        /// Bytes needed.
        needed: usize,
        /// Bytes given.
        given: usize,
    },
    /// The buffer's address is not a multiple of 8.
    Unaligned,
}

impl fmt::Display for CreateError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CreateError::Game(error) => write!(f, "{error}"),
            CreateError::Agent(error) => write!(f, "{error}"),
            CreateError::Short { needed, given } => {
                write!(
                    f,
                    "not enough memory: the player needs {needed} bytes, the buffer has {given}"
                )
            }
            CreateError::Unaligned => {
                write!(
                    f,
                    "the buffer must begin at a multiple of 8 bytes, like an array of uint64_t"
                )
            }
        }
    }
}

/// A buffer that the caller provides.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// Its address.
    pub at: *mut u8,
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
pub fn size(spec: PlayerSpec<'_>) -> Result<usize, CreateError<'_>> {
    Ok(place(spec, None)?.0)
}

/// Creates a player in a buffer.
///
/// # Safety
/// The buffer must belong to the player for as long as it is used.
pub unsafe fn create(
    buffer: Buffer,
    spec: PlayerSpec<'_>,
) -> Result<&'static mut CairnPlayer, CreateError<'_>> {
    let (needed, player) = place(spec, Some(buffer))?;
    player.ok_or(CreateError::Short { needed, given: buffer.size })
}

/// The bytes of a player, and the player if there is a buffer that is large enough.
type Placed = (usize, Option<&'static mut CairnPlayer>);

fn place(player: PlayerSpec<'_>, buffer: Option<Buffer>) -> Result<Placed, CreateError<'_>> {
    let (info, start) = cairn_erased::start(player.game).map_err(CreateError::Game)?;
    let defaults = if player.defaults { info.defaults } else { "" };
    let agent = if player.agent.is_empty() { info.agent } else { player.agent };
    let spec = Spec::parse(agent)
        .and_then(|spec| spec.with_defaults(defaults))
        .map_err(CreateError::Agent)?;
    if buffer.is_some_and(|buffer| !buffer.at.cast::<Word>().is_aligned()) {
        return Err(CreateError::Unaligned);
    }
    with_search_type(&start, Place { spec, seed: player.seed, buffer }).map_err(CreateError::Agent)
}

/// Lays out a player and, if there is a buffer that is large enough, creates it there.
struct Place {
    spec: Spec,
    seed: u64,
    buffer: Option<Buffer>,
}

impl SearchVisitor for Place {
    type Output = Result<Placed, SpecError<'static>>;

    fn visit<G: SearchType>(self, start: &G) -> Self::Output {
        let settings = self.spec.settings(start)?;
        let block_bytes = bytes_needed(&settings, start).map_err(SpecError::Plan)?;
        let [moves, legal] = history::room(start);
        let mut bytes = 0;
        let handle = Part::after::<CairnPlayer>(&mut bytes, 1);
        let player = Part::after::<PlayerOf<G>>(&mut bytes, 1);
        let moves = Part::after::<G::Move>(&mut bytes, moves);
        let excluded = Part::after::<G::Move>(&mut bytes, legal);
        let keys = Part::after::<u64>(&mut bytes, legal);
        let block = Part::after::<Word>(&mut bytes, words(block_bytes));
        let Some(buffer) = self.buffer.filter(|buffer| buffer.size >= bytes) else {
            return Ok((bytes, None));
        };
        // SAFETY: the parts are aligned, disjoint and inside the buffer, which belongs to the player
        // alone (`create`). Nothing reads what was not written.
        unsafe {
            let lists = Lists {
                moves: SliceList::new(moves.slice(buffer)),
                excluded: SliceList::new(excluded.slice(buffer)),
                keys: SliceList::new(keys.slice(buffer)),
            };
            let block: &mut [Word] = block.slice(buffer);
            let player = buffer.at.add(player.at).cast::<PlayerOf<G>>();
            player.write(PlayerOf {
                history: History::new(*start, lists),
                search: Search::new(settings, start, block).map_err(SpecError::Plan)?,
                seed: self.seed,
                started: false,
                bytes,
            });
            (*player).history.set_dice(self.seed);
            let handle = buffer.at.add(handle.at).cast::<CairnPlayer>();
            handle.write(CairnPlayer(&mut *player));
            Ok((bytes, Some(&mut *handle)))
        }
    }
}

/// A part of the buffer: `len` values from byte `at` on.
struct Part {
    at: usize,
    len: usize,
}

impl Part {
    /// Room for `len` values of type `T` after what ends at `end`.
    fn after<T>(end: &mut usize, len: usize) -> Self {
        const { assert!(align_of::<T>() <= align_of::<Word>()) };
        let at = end.next_multiple_of(align_of::<Word>());
        // A size that overflows stays too large for every buffer.
        *end = at.saturating_add(len.saturating_mul(size_of::<T>()));
        Part { at, len }
    }

    /// # Safety
    /// The part must be inside the buffer, made for values of type `T`, and used only once.
    unsafe fn slice<T>(&self, buffer: Buffer) -> &'static mut [MaybeUninit<T>] {
        // SAFETY: the caller's promise; MaybeUninit asks nothing of the content.
        unsafe { core::slice::from_raw_parts_mut(buffer.at.add(self.at).cast(), self.len) }
    }
}

/// A player of one type of position.
struct PlayerOf<G: Game> {
    history: History<G, SliceList<'static, G::Move>, SliceList<'static, u64>>,
    search: Search<G, &'static mut [Word]>,
    seed: u64,
    /// Whether the search is of the current position.
    started: bool,
    bytes: usize,
}

impl<G: SearchType> Player for PlayerOf<G> {
    fn play(&mut self, text: &str, error: &mut dyn Write) -> bool {
        match self.history.read_move(text) {
            Ok(mv) => {
                self.play_own(mv);
                true
            }
            Err(reason) => {
                // Writing to the caller's buffer does not fail.
                let _ = self.history.write_error(text, reason, error);
                false
            }
        }
    }

    fn play_move(&mut self, mv: AnyMove) {
        self.play_own(G::move_from_any(mv));
    }

    fn undo(&mut self) -> bool {
        let undone = self.history.undo();
        self.started &= !undone;
        undone
    }

    fn restart(&mut self, position: Option<&str>) -> Result<(), &'static str> {
        let old = *self.history.start();
        let start = position.map_or(Ok(old), |text| old.parse_position(text))?;
        if start.denominator() != old.denominator() {
            return Err("only one of this position and the player's game allows draws: \
                        create a new player");
        }
        self.history.restart(start);
        self.search.new_game();
        self.started = false;
        Ok(())
    }

    fn position(&self) -> AnyPosition {
        self.history.position().to_any()
    }

    fn turn(&self) -> Turn {
        self.history.turn()
    }

    fn write_history(&self, out: &mut dyn Write) -> fmt::Result {
        self.history.write_moves(out)
    }

    fn write_allowed(&self, out: &mut dyn Write) -> fmt::Result {
        for (index, mv) in self.history.allowed().enumerate() {
            out.write_str(if index > 0 { " " } else { "" })?;
            self.history.position().write_move(mv, out)?;
        }
        Ok(())
    }

    fn start(&mut self, seed: Option<u64>) -> &mut dyn AnySearch {
        if seed.is_some() || !self.started {
            let turn = self.history.moves().len() as u64;
            let seed = seed.unwrap_or_else(|| derive_seed(self.seed, turn));
            self.search.start(self.history.position(), self.history.excluded(), seed);
            self.started = true;
        }
        &mut self.search
    }

    fn search(&self) -> (&dyn AnySearch, bool) {
        (&self.search, self.started)
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

impl<G: Game> PlayerOf<G> {
    fn play_own(&mut self, mv: G::Move) {
        self.history.play(mv);
        if core::mem::take(&mut self.started) {
            self.search.end_turn();
        }
    }
}

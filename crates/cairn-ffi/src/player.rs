//! A player: a game and an agent in one buffer of the caller's.

use core::any::Any;
use core::fmt::{self, Write};
use core::mem::MaybeUninit;

use cairn_core::game::{Game, PackedMove, Turn};
use cairn_core::history::{self, History, Lists, SliceList};
use cairn_core::mcts::{MoveStats, NodeStats, Search, bytes_needed};
use cairn_core::memory::{Word, words};
use cairn_core::rng::derive_seed;
use cairn_core::spec::{Spec, SpecError};
use cairn_erased::{Erased, LARGEST, go9};
use cairn_games::go::Go9;
use cairn_games::registry::{GameError, GameInfo, Visitor, with_game};

use crate::abi::CairnPlayer;

/// The words that the positions of all but the largest boards take.
const SMALL: usize = 80;

/// The player of a game, whatever its type.
pub trait Player {
    /// Plays a move; otherwise writes an error.
    fn play(&mut self, text: &str, error: &mut dyn Write) -> bool;
    /// Takes the last move back.
    fn undo(&mut self) -> bool;
    /// Begins a new game, at a position or where this one began.
    fn restart(&mut self, position: Option<&str>) -> Result<(), &'static str>;
    /// How many players the game has.
    fn players(&self) -> usize;
    /// What one is called.
    fn player_name(&self, player: usize) -> &'static str;
    /// Whose turn it is.
    fn turn(&self) -> Turn;
    /// What its rewards are out of.
    fn denominator(&self) -> u32;
    /// The moves so far, with blanks between them.
    fn write_history(&self, out: &mut dyn Write) -> fmt::Result;
    /// The moves that may be played, with blanks between them.
    fn write_allowed(&self, out: &mut dyn Write) -> fmt::Result;
    /// The position on one line.
    fn write_position(&self, out: &mut dyn Write) -> fmt::Result;
    /// The position for people.
    fn draw(&self, out: &mut dyn Write) -> fmt::Result;
    /// Searches on with a seed of its own, from the beginning.
    fn think_anew(&mut self, seed: u64);
    /// Runs at most so many playouts; how many there were.
    fn step(&mut self, playouts: u32) -> u32;
    /// The best move so far; false if there is none.
    fn write_best(&mut self, out: &mut dyn Write) -> bool;
    /// Calls `each` with what is known of every allowed move, and its text.
    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveStats<&dyn fmt::Display>));
    /// Playouts since the search began.
    fn playouts(&self) -> u64;
    /// The use of its nodes.
    fn nodes(&self) -> NodeStats;
    /// The agent's time for a move, which is the caller's to keep.
    fn millis(&self) -> Option<u64>;
    /// All bytes in the buffer, and those of the search.
    fn bytes(&self) -> (usize, usize);
}

/// Why there can be no such player.
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
    /// The buffer begins at an odd address.
    Unaligned,
}

impl fmt::Display for CreateError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CreateError::Game(error) => write!(f, "{error}"),
            CreateError::Agent(error) => write!(f, "{error}"),
            CreateError::Short { needed, given } => {
                write!(f, "the player needs {needed} bytes, but the buffer has {given}")
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

/// A buffer of the caller's.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// Where it begins.
    pub at: *mut u8,
    /// Its bytes.
    pub size: usize,
}

/// What a player is made of.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The game's spec.
    pub game: &'a str,
    /// The agent's spec; if it is empty, the game's own agent plays.
    pub agent: &'a str,
    /// Whether the game may say what the agent's spec does not.
    pub defaults: bool,
    /// All chance follows from this.
    pub seed: u64,
}

/// How many bytes a player takes.
pub fn size(wanted: Wanted<'_>) -> Result<usize, CreateError<'_>> {
    let place = Place { wanted, buffer: None };
    Ok(with_game(wanted.game, place).map_err(CreateError::Game)??.0)
}

/// Makes a player in a buffer.
///
/// # Safety
/// The buffer must stay the player's for as long as it is used.
pub unsafe fn create(
    buffer: Buffer,
    wanted: Wanted<'_>,
) -> Result<&'static mut CairnPlayer, CreateError<'_>> {
    let place = Place { wanted, buffer: Some(buffer) };
    let (needed, player) = with_game(wanted.game, place).map_err(CreateError::Game)??;
    player.ok_or(CreateError::Short { needed, given: buffer.size })
}

/// Works out where everything stands and, if there is a buffer, puts it there.
struct Place<'a> {
    wanted: Wanted<'a>,
    buffer: Option<Buffer>,
}

type Placed<'a> = Result<(usize, Option<&'static mut CairnPlayer>), CreateError<'a>>;

impl<'a> Visitor for Place<'a> {
    type Output = Placed<'a>;

    /// The search is compiled for 9×9 Go, which is to be quick, for small positions and for large
    /// ones; or just once, for all.
    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        info: &'static GameInfo,
        start: G,
    ) -> Placed<'a> {
        const { assert!(size_of::<G>() <= LARGEST * size_of::<Word>(), "raise LARGEST") };
        let compact = cfg!(feature = "compact");
        if let Some(&go) = (&start as &dyn Any).downcast_ref::<Go9>() {
            return if compact { self.place(info, go9(&go)) } else { self.place(info, go) };
        }
        match Erased::<SMALL>::new(&start).filter(|_| !compact) {
            Some(game) => self.place(info, game),
            None => self.place(info, Erased::<LARGEST>::new(&start).expect("it was measured")),
        }
    }
}

impl<'a> Place<'a> {
    fn place<G: Game + 'static>(self, info: &'static GameInfo, start: G) -> Placed<'a> {
        let defaults = if self.wanted.defaults { info.defaults } else { "" };
        let agent = if self.wanted.agent.is_empty() { info.agent } else { self.wanted.agent };
        let spec = Spec::parse(agent)
            .and_then(|spec| spec.with_defaults(defaults))
            .map_err(CreateError::Agent)?;
        let settings = spec.settings(&start).map_err(CreateError::Agent)?;
        let plan = |error| CreateError::Agent(SpecError::Plan(error));
        let search_bytes = bytes_needed(&settings, &start).map_err(plan)?;
        let [moves, legal] = history::room(&start);
        let mut layout = Layout(0);
        let (handle_at, player_at) = (layout.take::<CairnPlayer>(1), layout.take::<Seated<G>>(1));
        let (moves_at, excluded_at) =
            (layout.take::<G::Move>(moves), layout.take::<G::Move>(legal));
        let keys_at = layout.take::<u64>(legal);
        let block_at = layout.take::<Word>(words(search_bytes));
        let bytes = layout.0;
        let Some(buffer) = self.buffer else { return Ok((bytes, None)) };
        if !buffer.at.cast::<Word>().is_aligned() {
            return Err(CreateError::Unaligned);
        }
        if buffer.size < bytes {
            return Ok((bytes, None));
        }
        // SAFETY: the layout keeps these apart, aligned and inside the buffer, which is the
        // player's alone (`create`); nothing reads what was not written.
        let handle = unsafe {
            let lists = Lists {
                moves: SliceList::new(slice(buffer.at.add(moves_at), moves)),
                excluded: SliceList::new(slice(buffer.at.add(excluded_at), legal)),
                keys: SliceList::new(slice(buffer.at.add(keys_at), legal)),
            };
            let block: &mut [Word] = slice(buffer.at.add(block_at), words(search_bytes));
            let player = buffer.at.add(player_at).cast::<Seated<G>>();
            player.write(Seated {
                history: History::new(start, lists),
                search: Search::new(settings, &start, block).map_err(plan)?,
                seed: self.wanted.seed,
                thinking: false,
                bytes,
            });
            (*player).history.set_dice(self.wanted.seed);
            let handle = buffer.at.add(handle_at).cast::<CairnPlayer>();
            handle.write(CairnPlayer(&mut *player));
            &mut *handle
        };
        Ok((bytes, Some(handle)))
    }
}

/// The bytes handed out so far.
struct Layout(usize);

impl Layout {
    /// Where `len` values of type `T` stand.
    fn take<T>(&mut self, len: usize) -> usize {
        const { assert!(align_of::<T>() <= align_of::<Word>()) };
        let at = self.0.next_multiple_of(align_of::<Word>());
        // More than there can be stays more than there can be.
        self.0 = at.saturating_add(len.saturating_mul(size_of::<T>()));
        at
    }
}

/// # Safety
/// There must be room for `len` values, for as long as they are used and by nobody else.
unsafe fn slice<T>(at: *mut u8, len: usize) -> &'static mut [MaybeUninit<T>] {
    // SAFETY: the caller's promise; MaybeUninit asks nothing of the content.
    unsafe { core::slice::from_raw_parts_mut(at.cast(), len) }
}

/// A player of a game.
struct Seated<G: Game> {
    history: History<G, SliceList<'static, G::Move>, SliceList<'static, u64>>,
    search: Search<G, &'static mut [Word]>,
    seed: u64,
    /// Whether the search is about the position as it is.
    thinking: bool,
    bytes: usize,
}

impl<G: Game> Seated<G> {
    fn think(&mut self) {
        if !self.thinking {
            self.think_from(derive_seed(self.seed, self.history.moves().len() as u64));
        }
    }

    fn think_from(&mut self, seed: u64) {
        self.search.start(self.history.position(), self.history.excluded(), seed);
        self.thinking = true;
    }

    /// The search, ready to be read.
    fn thought(&mut self) -> &mut Search<G, &'static mut [Word]> {
        self.think();
        self.search.flush_batch();
        &mut self.search
    }

    fn is_over(&self) -> bool {
        self.history.turn().is_over()
    }
}

/// A move of a position, written when it is looked at.
struct MoveText<'a, G: Game>(&'a G, G::Move);

impl<G: Game> fmt::Display for MoveText<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_move(self.1, f)
    }
}

impl<G: Game> Player for Seated<G> {
    fn play(&mut self, text: &str, error: &mut dyn Write) -> bool {
        match self.history.read_move(text) {
            Ok(mv) => {
                self.history.play(mv);
                if core::mem::take(&mut self.thinking) {
                    self.search.end_turn();
                }
                true
            }
            Err(reason) => {
                // Writing to a caller's buffer does not fail.
                let _ = self.history.write_error(text, reason, error);
                false
            }
        }
    }

    fn undo(&mut self) -> bool {
        let undone = self.history.undo();
        self.thinking &= !undone;
        undone
    }

    fn restart(&mut self, position: Option<&str>) -> Result<(), &'static str> {
        let old = *self.history.start();
        let start = position.map_or(Ok(old), |text| old.parse_position(text))?;
        if start.denominator() != old.denominator() {
            return Err("this position can be drawn or the player's game can, but not both");
        }
        self.history.restart(start);
        self.search.new_game();
        self.thinking = false;
        Ok(())
    }

    fn players(&self) -> usize {
        self.history.start().players()
    }

    fn player_name(&self, player: usize) -> &'static str {
        self.history.start().player_name(player)
    }

    fn turn(&self) -> Turn {
        self.history.turn()
    }

    fn denominator(&self) -> u32 {
        self.history.start().denominator()
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

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.history.position().write_position(out)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        self.history.position().draw(out)
    }

    fn think_anew(&mut self, seed: u64) {
        self.think_from(seed);
    }

    fn step(&mut self, playouts: u32) -> u32 {
        if self.is_over() {
            return 0;
        }
        self.think();
        let mut done = 0;
        while done < playouts && !self.search.is_done() {
            self.search.step();
            done += 1;
        }
        done
    }

    fn write_best(&mut self, out: &mut dyn Write) -> bool {
        if self.is_over() {
            return false;
        }
        let best = self.thought().best_move();
        best.is_some_and(|mv| self.history.position().write_move(mv, out).is_ok())
    }

    fn for_each_move(&mut self, each: &mut dyn FnMut(MoveStats<&dyn fmt::Display>)) {
        if self.is_over() {
            return;
        }
        self.thought();
        let position = self.history.position();
        let each: &mut dyn FnMut(MoveStats<G::Move>) =
            &mut |MoveStats { mv, visits, mean, amaf }| {
                each(MoveStats { mv: &MoveText(position, mv), visits, mean, amaf });
            };
        self.search.for_each_move(each);
    }

    fn playouts(&self) -> u64 {
        if self.thinking { self.search.playouts() } else { 0 }
    }

    fn nodes(&self) -> NodeStats {
        self.search.nodes()
    }

    fn millis(&self) -> Option<u64> {
        self.search.settings().time.map(|time| time.as_millis() as u64)
    }

    fn bytes(&self) -> (usize, usize) {
        (self.bytes, self.search.bytes())
    }
}

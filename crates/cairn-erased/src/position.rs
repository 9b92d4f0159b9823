//! A position of any game.
//!
//! [`Erased`] implements [`Game`] by calling the functions of a [`Rules`] table, which is made once
//! for each game at compile time. The functions get a pointer to the stored position and cast it to
//! the game's own type. That is safe because a position and its rules are stored together and cannot
//! be separated ([`Erased::new`], [`Erased::resize`]).

use core::any::TypeId;
use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use cairn_core::capabilities::{Capabilities, Repetition};
use cairn_core::game::{MAX_KEYS, PACKED_BITS, PackedMove};
use cairn_core::mcts::{PlayoutState, best_legal_move, play_to_end, random_playout};
use cairn_core::memory::Word;
use cairn_core::{Game, Outcome, Rng, Turn};

use crate::capabilities::CapabilityTable;

const _: () = assert!((MAX_KEYS as u64) << PACKED_BITS < 1 << 32, "a key does not fit");

/// Whether small code matters more than speed.
const COMPACT: bool = cfg!(feature = "compact");

/// The size of the largest position of any game, in words of eight bytes.
pub const LARGEST: usize = 281;

/// A position of any game. It is large: a search uses a smaller size where it can
/// ([`with_search_type`](crate::with_search_type)).
pub type AnyPosition = Erased<LARGEST, SHARED>;

/// Whether moves of some games share keys, as in chess. `start` checks, at compile time, that those of a
/// compact build without chess do not.
pub(crate) const SHARED: bool = !COMPACT || cfg!(feature = "large");

/// A position of any game whose own position fits in `WORDS` words of eight bytes. If moves of a
/// position can share keys, `SHARED` must be true; a search then selects move by move.
#[derive(Clone, Copy)]
pub struct Erased<const WORDS: usize, const SHARED: bool = false> {
    rules: &'static Rules,
    position: [Word; WORDS],
}

/// A move of any game. Played in another game it acts like any illegal move: it may panic or leave
/// a wrong position, but it is not undefined behaviour.
#[derive(Clone, Copy)]
pub struct AnyMove {
    /// The packed move in the lower [`PACKED_BITS`], its key above them, so that [`Game::key`] needs no
    /// call; a move of chance has no key. Bytes, because they leave no gaps in tree nodes.
    bits: [u8; 4],
}

impl AnyMove {
    /// A move of `game`.
    #[hot]
    pub(crate) fn new<G: Game<Move: PackedMove>>(game: &G, mv: G::Move) -> Self {
        let packed = mv.pack();
        debug_assert_eq!(packed >> PACKED_BITS, 0, "a packed move has {PACKED_BITS} bits");
        let key = if G::CHANCE && game.turn() == Turn::Chance { 0 } else { game.key(mv) };
        AnyMove { bits: (packed | (key as u32) << PACKED_BITS).to_le_bytes() }
    }

    #[hot]
    fn packed(self) -> u32 {
        u32::from_le_bytes(self.bits) & ((1 << PACKED_BITS) - 1)
    }

    #[hot]
    fn key(self) -> usize {
        (u32::from_le_bytes(self.bits) >> PACKED_BITS) as usize
    }

    /// The move as the game's own type.
    #[hot]
    pub fn unpack<M: PackedMove>(self) -> M {
        M::unpack(self.packed())
    }
}

impl PartialEq for AnyMove {
    #[hot]
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed()
    }
}

impl Eq for AnyMove {}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyMove({})", self.packed())
    }
}

/// A pointer to a position. The rules of a game are only used with positions of that game.
#[derive(Clone, Copy)]
pub(crate) struct Ptr(*const Word);

/// The same for writing.
#[derive(Clone, Copy)]
pub(crate) struct PtrMut(*mut Word);

/// The rules of one game: the methods of [`Game`] and what else is needed of its type.
struct Rules {
    words: usize,
    unique_keys: bool,
    type_id: fn() -> TypeId,
    methods: Methods,
    legal_moves: fn(Ptr, usize, &mut MoveBuffer) -> usize,
    playout_moves: fn(Ptr, usize, &mut MoveBuffer) -> usize,
    play: fn(PtrMut, AnyMove),
    /// Whole playouts in one call. A compact build has them for 9×9 Go only, and calls the rules move by
    /// move in other games.
    play_out: Option<fn(Ptr, &mut PlayoutState<'_>) -> Outcome>,
    random_playout: Option<RandomPlayout>,
    /// A compact build leaves them out.
    capabilities: Option<CapabilityTable>,
    equal: fn(Ptr, Ptr) -> bool,
    parse_position: fn(Ptr, &str, PtrMut) -> Result<(), &'static str>,
}

/// Passes to the macro `$receiver` the methods of [`Game`] that only need one call of the game's own
/// method: how an erased position declares each, and what it does with the game's own position.
macro_rules! methods {
    ($receiver:ident) => {
        $receiver! {
            fn players() -> usize = |game| game.players();
            fn denominator() -> u32 = |game| game.denominator();
            fn keys() -> usize = |game| game.keys();
            fn max_plies() -> usize = |game| game.max_plies();
            fn max_moves() -> usize = |game| game.max_moves();
            fn has_chance() -> bool = |game| game.has_chance();
            #[hot]
            fn turn() -> Turn = |game| game.turn();
            fn weight(mv: AnyMove) -> u32 = |game| game.weight(mv.unpack());
            fn chance_move(rng: &mut Rng) -> AnyMove
                = |game| AnyMove::new(game, game.chance_move(rng));
            fn cutoff() -> Outcome = |game| game.cutoff();
            #[hot]
            fn random_playout_move(rng: &mut Rng) -> AnyMove
                = |game| AnyMove::new(game, game.random_playout_move(rng));
            #[hot]
            fn best_playout_move(scores: &[f32], rng: &mut Rng) -> AnyMove
                = |game| AnyMove::new(game, game.best_playout_move(scores, rng));
            #[hot]
            fn best_legal_move(scores: &[f32], rng: &mut Rng) -> Option<AnyMove>
                = |game| best_legal_move(game, scores, rng).map(|mv| AnyMove::new(game, mv));
            #[hot]
            fn informed_playout_move(rng: &mut Rng) -> Option<AnyMove>
                = |game| game.informed_playout_move(rng).map(|mv| AnyMove::new(game, mv));
            #[hot]
            fn priors(means: &mut [f32]) -> () = |game| game.priors(means);
            fn hash64() -> u64 = |game| game.hash64();
            fn repetition() -> Repetition = |game| game.repetition();
            fn repetition_key() -> Option<u64> = |game| game.repetition_key();
            fn player_name(player: usize) -> &'static str = |game| game.player_name(player);
            fn write_move(mv: AnyMove, out: &mut dyn Write) -> fmt::Result
                = |game| game.write_move(mv.unpack(), out);
            fn parse_move(text: &str) -> Option<AnyMove>
                = |game| game.parse_move(text).map(|mv| AnyMove::new(game, mv));
            fn why_illegal(text: &str) -> Option<&'static str> = |game| game.why_illegal(text);
            fn write_position(out: &mut dyn Write) -> fmt::Result
                = |game| game.write_position(out);
            fn draw(out: &mut dyn Write) -> fmt::Result = |game| game.draw(out);
        }
    };
}

/// Makes the table of these methods.
macro_rules! table {
    ($($(#[$attribute:meta])? fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty
        = |$game:ident| $call:expr;)*) => {
        struct Methods {
            $($name: fn(Ptr, $($type),*) -> $result,)*
        }

        impl<G: Game<Move: PackedMove> + 'static> RulesOf<G> {
            const METHODS: Methods = Methods {
                $($name: |at, $($argument),*| {
                    let $game = Self::get(at);
                    $call
                },)*
            };
        }
    };
}

/// Makes the methods of an erased position, which call those of the table.
macro_rules! delegate {
    ($($(#[$attribute:meta])? fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty
        = |$game:ident| $call:expr;)*) => {
        $($(#[$attribute])? fn $name(&self, $($argument: $type),*) -> $result {
            (self.rules.methods.$name)(self.at(), $($argument),*)
        })*
    };
}

methods!(table);

type RandomPlayout = fn(Ptr, &mut Rng) -> (Outcome, usize);

/// The rules of `G`.
pub(crate) struct RulesOf<G>(PhantomData<G>);

impl<G: Game<Move: PackedMove> + 'static> RulesOf<G> {
    const WORDS: usize = {
        assert!(align_of::<G>() <= align_of::<u64>());
        size_of::<G>().div_ceil(size_of::<u64>())
    };

    #[hot]
    pub(crate) fn get<'a>(Ptr(at): Ptr) -> &'a G {
        // SAFETY: these rules are stored only beside positions of `G` (`Erased::with`), and are used
        // only while the position is borrowed.
        unsafe { &*at.cast() }
    }

    #[hot]
    fn get_mut<'a>(PtrMut(at): PtrMut) -> &'a mut G {
        // SAFETY: as above.
        unsafe { &mut *at.cast() }
    }

    #[hot]
    pub(crate) fn write(game: &G, PtrMut(at): PtrMut) {
        // SAFETY: callers provide `WORDS` words, which are aligned for `G`.
        unsafe { at.cast::<G>().write(*game) };
    }

    /// Fills the buffer with the moves after the first `skip`; returns how many it wrote.
    #[hot]
    fn fill_moves(
        game: &G,
        moves: impl Iterator<Item = G::Move>,
        skip: usize,
        buffer: &mut MoveBuffer,
    ) -> usize {
        let mut count = 0;
        for (place, mv) in buffer.iter_mut().zip(moves.skip(skip)) {
            *place = AnyMove::new(game, mv);
            count += 1;
        }
        count
    }

    fn play_out(at: Ptr, state: &mut PlayoutState<'_>) -> Outcome {
        play_to_end(Self::get(at), state)
    }

    const RULES: Rules = Rules {
        words: Self::WORDS,
        unique_keys: G::UNIQUE_KEYS,
        type_id: TypeId::of::<G>,
        methods: Self::METHODS,
        legal_moves: |at, skip, buffer| {
            let game = Self::get(at);
            Self::fill_moves(game, game.legal_moves(), skip, buffer)
        },
        playout_moves: |at, skip, buffer| {
            let game = Self::get(at);
            Self::fill_moves(game, game.playout_moves(), skip, buffer)
        },
        play: |at, mv| Self::get_mut(at).play(mv.unpack()),
        play_out: if COMPACT { None } else { Some(Self::play_out) },
        random_playout: if COMPACT {
            None
        } else {
            Some(|at, rng| random_playout(*Self::get(at), rng))
        },
        capabilities: if COMPACT { None } else { Some(Self::CAPABILITIES) },
        equal: |at, other| Self::get(at) == Self::get(other),
        parse_position: |at, text, to| {
            Self::get(at).parse_position(text).map(|game| Self::write(&game, to))
        },
    };
}

impl<const W: usize, const S: bool> Erased<W, S> {
    /// The position without its type; `None` if it is too large for `WORDS`.
    pub fn new<G: Game<Move: PackedMove> + Send + Sync + 'static>(game: &G) -> Option<Self> {
        const { assert!(S || G::UNIQUE_KEYS, "a game whose moves share keys needs SHARED") };
        Self::with(&const { RulesOf::<G>::RULES }, game)
    }

    fn with<G: Game<Move: PackedMove> + 'static>(rules: &'static Rules, game: &G) -> Option<Self> {
        if rules.words > W {
            return None;
        }
        let mut position = [Word::uninit(); W];
        RulesOf::write(game, PtrMut(position.as_mut_ptr()));
        Some(Erased { rules, position })
    }

    /// The same position in another size; `None` if it is too large, or if moves of its game share
    /// keys and `T` is false.
    pub fn resize<const V: usize, const T: bool>(&self) -> Option<Erased<V, T>> {
        let words = self.rules.words;
        if words > V || !(T || self.rules.unique_keys) {
            return None;
        }
        let mut position = [Word::uninit(); V];
        position[..words].copy_from_slice(&self.position[..words]);
        Some(Erased { rules: self.rules, position })
    }

    /// The game's own position, if the game is `G`.
    pub fn downcast<G: Game<Move: PackedMove> + 'static>(&self) -> Option<&G> {
        self.is_game::<G>().then(|| RulesOf::get(self.at()))
    }

    fn is_game<G: 'static>(&self) -> bool {
        (self.rules.type_id)() == TypeId::of::<G>()
    }

    /// Plays uniformly random playout moves to the end of the game. Returns the outcome and the number
    /// of plies.
    pub fn random_playout(&self, rng: &mut Rng) -> (Outcome, usize) {
        match self.rules.random_playout {
            Some(random_playout) => random_playout(self.at(), rng),
            None => random_playout(*self, rng),
        }
    }

    pub(crate) fn capability_table(&self) -> Option<&'static CapabilityTable> {
        self.rules.capabilities.as_ref()
    }

    #[hot]
    pub(crate) fn at(&self) -> Ptr {
        Ptr(self.position.as_ptr())
    }

    #[hot]
    pub(crate) fn at_mut(&mut self) -> PtrMut {
        PtrMut(self.position.as_mut_ptr())
    }
}

/// A position of 9×9 Go. Its rules are compiled in this crate, so that a program that is otherwise
/// optimized for size can optimize this crate for speed.
#[cfg(feature = "games")]
pub(crate) fn go9(game: &cairn_games::go::Go9) -> AnyPosition {
    type Go9Rules = RulesOf<cairn_games::go::Go9>;
    static RULES: Rules = Rules { play_out: Some(Go9Rules::play_out), ..Go9Rules::RULES };
    Erased::with(&RULES, game).expect("LARGEST holds every game")
}

/// A position of a game that is small enough.
#[cfg(feature = "games")]
pub(crate) fn erase<G: Game<Move: PackedMove> + Send + Sync + 'static>(game: &G) -> AnyPosition {
    Erased::new(game).expect("LARGEST holds every game")
}

/// Moves are fetched this many at a time, because each fetch is a call through the table.
type MoveBuffer = [AnyMove; 32];

/// The moves of a position, fetched a buffer at a time.
struct Moves<F> {
    fill: F,
    buffer: MoveBuffer,
    /// The moves in the buffer that were not returned yet are `next..end`.
    next: usize,
    end: usize,
    /// The number of moves fetched so far.
    skip: usize,
}

impl<F: Fn(usize, &mut MoveBuffer) -> usize> Moves<F> {
    fn new(fill: F) -> Self {
        let buffer = [AnyMove { bits: [0; 4] }; 32];
        Moves { fill, end: buffer.len(), next: buffer.len(), buffer, skip: 0 }
    }
}

impl<F: Fn(usize, &mut MoveBuffer) -> usize> Iterator for Moves<F> {
    type Item = AnyMove;

    #[hot]
    fn next(&mut self) -> Option<AnyMove> {
        if self.next == self.end {
            // A buffer that was not filled was the last.
            if self.end < self.buffer.len() {
                return None;
            }
            self.end = (self.fill)(self.skip, &mut self.buffer);
            (self.next, self.skip) = (0, self.skip + self.end);
            if self.end == 0 {
                return None;
            }
        }
        self.next += 1;
        Some(self.buffer[self.next - 1])
    }
}

impl<const W: usize, const S: bool> fmt::Debug for Erased<W, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_position(f).or_else(|_| f.write_str("(a position without a notation)"))
    }
}

/// Positions of different games are not equal. Otherwise the game decides.
impl<const W: usize, const S: bool> PartialEq for Erased<W, S> {
    fn eq(&self, other: &Self) -> bool {
        (self.rules.type_id)() == (other.rules.type_id)()
            && (self.rules.equal)(self.at(), other.at())
    }
}

impl<const W: usize, const S: bool> Eq for Erased<W, S> {}

impl<const W: usize, const S: bool> Hash for Erased<W, S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

/// Each method calls the game's own.
impl<const W: usize, const S: bool> Game for Erased<W, S> {
    type Move = AnyMove;
    const UNIQUE_KEYS: bool = !S;
    /// The game may have chance.
    const CHANCE: bool = true;

    methods!(delegate);

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = AnyMove> {
        Moves::new(|skip, buffer: &mut _| (self.rules.legal_moves)(self.at(), skip, buffer))
    }
    #[hot]
    fn playout_moves(&self) -> impl Iterator<Item = AnyMove> {
        Moves::new(|skip, buffer: &mut _| (self.rules.playout_moves)(self.at(), skip, buffer))
    }
    #[hot]
    fn play(&mut self, mv: AnyMove) {
        (self.rules.play)(self.at_mut(), mv);
    }
    #[hot]
    fn key(&self, mv: AnyMove) -> usize {
        mv.key()
    }
    #[hot]
    fn play_out(&self, state: &mut PlayoutState<'_>) -> Outcome {
        match self.rules.play_out {
            Some(play_out) => play_out(self.at(), state),
            None => play_to_end(self, state),
        }
    }
    fn capabilities(&self) -> Capabilities<Self> {
        self.offered()
    }
    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let mut read = *self;
        (self.rules.parse_position)(self.at(), text, read.at_mut())?;
        Ok(read)
    }
}

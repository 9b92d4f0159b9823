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

use cairn_core::game::PackedMove;
use cairn_core::mcts::{PlayoutState, best_legal_move, play_to_end, random_playout};
use cairn_core::memory::Word;
use cairn_core::{Game, Outcome, Rng, Turn};

/// The bytes of a packed move.
const MOVE_BYTES: usize = 3;

/// Whether small code matters more than speed.
const COMPACT: bool = cfg!(feature = "compact");

/// The size of the largest position of any game, in words of eight bytes.
pub const LARGEST: usize = 281;

/// A position of any game. It is large: a search uses a smaller size where it can
/// ([`with_search_type`](crate::with_search_type)).
pub type AnyPosition = Erased<LARGEST, true>;

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
    /// Bytes, because they need no alignment and leave no gaps in tree nodes.
    packed: [u8; MOVE_BYTES],
    /// The move's key, stored so that [`Game::key`] needs no call. A move of chance has none.
    key: [u8; 2],
}

impl AnyMove {
    /// A move of `game`.
    #[hot]
    pub(crate) fn new<G: Game<Move: PackedMove>>(game: &G, mv: G::Move) -> Self {
        let [a, b, c, high] = mv.pack().to_le_bytes();
        debug_assert_eq!(high, 0, "a packed move has 24 bits");
        let key = if G::CHANCE && game.turn() == Turn::Chance { 0 } else { game.key(mv) };
        AnyMove { packed: [a, b, c], key: (key as u16).to_le_bytes() }
    }

    /// The move as the game's own type.
    #[hot]
    pub fn unpack<M: PackedMove>(self) -> M {
        let [a, b, c] = self.packed;
        M::unpack(u32::from_le_bytes([a, b, c, 0]))
    }
}

impl PartialEq for AnyMove {
    #[hot]
    fn eq(&self, other: &Self) -> bool {
        self.packed == other.packed
    }
}

impl Eq for AnyMove {}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.packed;
        write!(f, "AnyMove({})", u32::from_le_bytes([a, b, c, 0]))
    }
}

/// A pointer to a position. The rules of a game are only used with positions of that game.
#[derive(Clone, Copy)]
struct Ptr(*const Word);

/// The same for writing.
#[derive(Clone, Copy)]
struct PtrMut(*mut Word);

/// The methods of [`Game`] for one game.
struct Rules {
    words: usize,
    unique_keys: bool,
    type_id: fn() -> TypeId,
    players: fn(Ptr) -> usize,
    denominator: fn(Ptr) -> u32,
    keys: fn(Ptr) -> usize,
    max_moves: fn(Ptr) -> usize,
    max_plies: fn(Ptr) -> usize,
    turn: fn(Ptr) -> Turn,
    weight: fn(Ptr, AnyMove) -> u32,
    chance_move: fn(Ptr, &mut Rng) -> AnyMove,
    cutoff: fn(Ptr) -> Outcome,
    legal_moves: fn(Ptr, usize, &mut MoveBuffer) -> usize,
    playout_moves: fn(Ptr, usize, &mut MoveBuffer) -> usize,
    play: fn(PtrMut, AnyMove),
    /// Whole playouts in one call. A compact build has them for 9×9 Go only, and calls the rules move by
    /// move in other games.
    play_out: Option<fn(Ptr, &mut PlayoutState<'_>) -> Outcome>,
    random_playout: Option<RandomPlayout>,
    random_playout_move: fn(Ptr, &mut Rng) -> AnyMove,
    best_playout_move: fn(Ptr, &[f32], &mut Rng) -> AnyMove,
    best_legal_move: fn(Ptr, &[f32], &mut Rng) -> Option<AnyMove>,
    informed_playout_move: fn(Ptr, &mut Rng) -> Option<AnyMove>,
    priors: fn(Ptr, &mut [f32]),
    equal: fn(Ptr, Ptr) -> bool,
    hash64: fn(Ptr) -> u64,
    repetition_key: fn(Ptr) -> Option<u64>,
    player_name: fn(Ptr, usize) -> &'static str,
    write_move: fn(Ptr, AnyMove, &mut dyn Write) -> fmt::Result,
    parse_move: fn(Ptr, &str) -> Option<AnyMove>,
    why_illegal: fn(Ptr, &str) -> Option<&'static str>,
    write_position: fn(Ptr, &mut dyn Write) -> fmt::Result,
    parse_position: fn(Ptr, &str, PtrMut) -> Result<(), &'static str>,
    draw: fn(Ptr, &mut dyn Write) -> fmt::Result,
}

type RandomPlayout = fn(Ptr, &mut Rng) -> (Outcome, usize);

/// The rules of `G`.
struct RulesOf<G>(PhantomData<G>);

impl<G: Game<Move: PackedMove> + 'static> RulesOf<G> {
    const WORDS: usize = {
        assert!(align_of::<G>() <= align_of::<u64>());
        size_of::<G>().div_ceil(size_of::<u64>())
    };

    #[hot]
    fn get<'a>(Ptr(at): Ptr) -> &'a G {
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
    fn write(game: &G, PtrMut(at): PtrMut) {
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
        players: |at| Self::get(at).players(),
        denominator: |at| Self::get(at).denominator(),
        keys: |at| Self::get(at).keys(),
        max_moves: |at| Self::get(at).max_moves(),
        max_plies: |at| Self::get(at).max_plies(),
        turn: |at| Self::get(at).turn(),
        weight: |at, mv| Self::get(at).weight(mv.unpack()),
        chance_move: |at, rng| {
            let game = Self::get(at);
            AnyMove::new(game, game.chance_move(rng))
        },
        cutoff: |at| Self::get(at).cutoff(),
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
        random_playout_move: |at, rng| {
            let game = Self::get(at);
            AnyMove::new(game, game.random_playout_move(rng))
        },
        best_playout_move: |at, scores, rng| {
            let game = Self::get(at);
            AnyMove::new(game, game.best_playout_move(scores, rng))
        },
        best_legal_move: |at, scores, rng| {
            let game = Self::get(at);
            best_legal_move(game, scores, rng).map(|mv| AnyMove::new(game, mv))
        },
        informed_playout_move: |at, rng| {
            let game = Self::get(at);
            game.informed_playout_move(rng).map(|mv| AnyMove::new(game, mv))
        },
        priors: |at, means| Self::get(at).priors(means),
        equal: |at, other| Self::get(at) == Self::get(other),
        hash64: |at| Self::get(at).hash64(),
        repetition_key: |at| Self::get(at).repetition_key(),
        player_name: |at, player| Self::get(at).player_name(player),
        write_move: |at, mv, out| Self::get(at).write_move(mv.unpack(), out),
        parse_move: |at, text| {
            let game = Self::get(at);
            game.parse_move(text).map(|mv| AnyMove::new(game, mv))
        },
        why_illegal: |at, text| Self::get(at).why_illegal(text),
        write_position: |at, out| Self::get(at).write_position(out),
        parse_position: |at, text, to| {
            Self::get(at).parse_position(text).map(|game| Self::write(&game, to))
        },
        draw: |at, out| Self::get(at).draw(out),
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
        let words = self.words();
        if words > V || !(T || self.rules.unique_keys) {
            return None;
        }
        let mut position = [Word::uninit(); V];
        position[..words].copy_from_slice(&self.position[..words]);
        Some(Erased { rules: self.rules, position })
    }

    /// The number of words that the game's own position needs.
    pub fn words(&self) -> usize {
        self.rules.words
    }

    /// Whether each move of a position has a key of its own ([`Game::UNIQUE_KEYS`] of the game).
    pub fn unique_keys(&self) -> bool {
        self.rules.unique_keys
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

    #[hot]
    fn at(&self) -> Ptr {
        Ptr(self.position.as_ptr())
    }

    #[hot]
    fn at_mut(&mut self) -> PtrMut {
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
        let buffer = [AnyMove { packed: [0; MOVE_BYTES], key: [0; 2] }; 32];
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

/// Each method calls the game's own, except [`Game::evaluate`], which no search uses.
impl<const W: usize, const S: bool> Game for Erased<W, S> {
    type Move = AnyMove;
    const UNIQUE_KEYS: bool = !S;
    /// The game may have chance.
    const CHANCE: bool = true;

    fn players(&self) -> usize {
        (self.rules.players)(self.at())
    }
    fn denominator(&self) -> u32 {
        (self.rules.denominator)(self.at())
    }
    fn keys(&self) -> usize {
        (self.rules.keys)(self.at())
    }
    fn max_plies(&self) -> usize {
        (self.rules.max_plies)(self.at())
    }
    fn max_moves(&self) -> usize {
        (self.rules.max_moves)(self.at())
    }
    #[hot]
    fn turn(&self) -> Turn {
        (self.rules.turn)(self.at())
    }
    fn weight(&self, mv: AnyMove) -> u32 {
        (self.rules.weight)(self.at(), mv)
    }
    fn chance_move(&self, rng: &mut Rng) -> AnyMove {
        (self.rules.chance_move)(self.at(), rng)
    }
    fn cutoff(&self) -> Outcome {
        (self.rules.cutoff)(self.at())
    }
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
        u16::from_le_bytes(mv.key).into()
    }
    #[hot]
    fn play_out(&self, state: &mut PlayoutState<'_>) -> Outcome {
        match self.rules.play_out {
            Some(play_out) => play_out(self.at(), state),
            None => play_to_end(self, state),
        }
    }
    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> AnyMove {
        (self.rules.random_playout_move)(self.at(), rng)
    }
    #[hot]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> AnyMove {
        (self.rules.best_playout_move)(self.at(), scores, rng)
    }
    #[hot]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<AnyMove> {
        (self.rules.best_legal_move)(self.at(), scores, rng)
    }
    #[hot]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<AnyMove> {
        (self.rules.informed_playout_move)(self.at(), rng)
    }
    #[hot]
    fn priors(&self, means: &mut [f32]) {
        (self.rules.priors)(self.at(), means);
    }
    fn hash64(&self) -> u64 {
        (self.rules.hash64)(self.at())
    }
    fn repetition_key(&self) -> Option<u64> {
        (self.rules.repetition_key)(self.at())
    }
    fn player_name(&self, player: usize) -> &'static str {
        (self.rules.player_name)(self.at(), player)
    }
    fn write_move(&self, mv: AnyMove, out: &mut dyn Write) -> fmt::Result {
        (self.rules.write_move)(self.at(), mv, out)
    }
    fn parse_move(&self, text: &str) -> Option<AnyMove> {
        (self.rules.parse_move)(self.at(), text)
    }
    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        (self.rules.why_illegal)(self.at(), text)
    }
    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        (self.rules.write_position)(self.at(), out)
    }
    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let mut read = *self;
        (self.rules.parse_position)(self.at(), text, read.at_mut())?;
        Ok(read)
    }
    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        (self.rules.draw)(self.at(), out)
    }
}

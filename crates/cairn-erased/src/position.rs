//! A position of any game.

use core::any::TypeId;
use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use cairn_core::game::PackedMove;
use cairn_core::mcts::{PlayoutLine, best_legal_move, play_line, random_playout};
use cairn_core::{Game, Outcome, Rng, Turn};

/// The bytes of a packed move.
const MOVE_BYTES: usize = 3;

/// The words of the largest position there is.
pub const LARGEST: usize = 281;

/// A position of any game, for everything but the search itself.
pub type AnyPosition = Erased<LARGEST, true>;

/// A position of any game whose own takes at most `WORDS` times eight bytes; with `SHARED`, also of
/// games in which moves of one position share keys, for which a search chooses move by move.
#[derive(Clone, Copy)]
pub struct Erased<const WORDS: usize, const SHARED: bool = false> {
    rules: &'static Rules,
    position: [Word; WORDS],
}

type Word = MaybeUninit<u64>;

/// A move of any game. Played in another game it is some move of that game or none, as any wrong
/// move is: it may panic or spoil the position, no more.
#[derive(Clone, Copy)]
pub struct AnyMove {
    /// In bytes, because that needs no alignment and so no gaps in the trees.
    packed: [u8; MOVE_BYTES],
    /// The move's key, to be known without asking; a move of chance has none.
    key: [u8; 2],
}

impl AnyMove {
    /// A move of `game`, which is hidden.
    #[inline(always)]
    pub(crate) fn hide<G: Game<Move: PackedMove>>(game: &G, mv: G::Move) -> Self {
        let [a, b, c, high] = mv.pack().to_le_bytes();
        debug_assert_eq!(high, 0, "a packed move has 24 bits");
        let key = if G::CHANCE && game.turn() == Turn::Chance { 0 } else { game.key(mv) };
        AnyMove { packed: [a, b, c], key: (key as u16).to_le_bytes() }
    }

    /// The hidden game's move; `M` is that game's type of move.
    #[inline(always)]
    pub fn unhide<M: PackedMove>(self) -> M {
        let [a, b, c] = self.packed;
        M::unpack(u32::from_le_bytes([a, b, c, 0]))
    }
}

impl PartialEq for AnyMove {
    #[inline(always)]
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

/// Where a hidden position is. The rules of a game are only asked about positions of that game.
#[derive(Clone, Copy)]
struct At(*const Word);

/// The same, to be written.
#[derive(Clone, Copy)]
struct AtMut(*mut Word);

/// What [`Game`] asks of a position, for one hidden game.
struct Rules {
    words: usize,
    unique_keys: bool,
    type_id: fn() -> TypeId,
    players: fn(At) -> usize,
    denominator: fn(At) -> u32,
    keys: fn(At) -> usize,
    max_moves: fn(At) -> usize,
    max_plies: fn(At) -> usize,
    turn: fn(At) -> Turn,
    weight: fn(At, AnyMove) -> u32,
    chance_move: fn(At, &mut Rng) -> AnyMove,
    cutoff: fn(At) -> Outcome,
    legal_moves: fn(At, usize, &mut MoveBuffer) -> usize,
    playout_moves: fn(At, usize, &mut MoveBuffer) -> usize,
    play: fn(AtMut, AnyMove),
    play_out: fn(At, &mut PlayoutLine<'_>) -> Outcome,
    random_playout: fn(At, &mut Rng) -> (Outcome, usize),
    random_playout_move: fn(At, &mut Rng) -> AnyMove,
    best_playout_move: fn(At, &[f32], &mut Rng) -> AnyMove,
    best_legal_move: fn(At, &[f32], &mut Rng) -> Option<AnyMove>,
    informed_playout_move: fn(At, &mut Rng) -> Option<AnyMove>,
    priors: fn(At, &mut [f32]),
    equal: fn(At, At) -> bool,
    hash64: fn(At) -> u64,
    repetition_key: fn(At) -> Option<u64>,
    player_name: fn(At, usize) -> &'static str,
    write_move: fn(At, AnyMove, &mut dyn Write) -> fmt::Result,
    parse_move: fn(At, &str) -> Option<AnyMove>,
    why_illegal: fn(At, &str) -> Option<&'static str>,
    write_position: fn(At, &mut dyn Write) -> fmt::Result,
    parse_position: fn(At, &str, AtMut) -> Result<(), &'static str>,
    draw: fn(At, &mut dyn Write) -> fmt::Result,
}

/// Where the rules of `G` are written down.
struct Hidden<G>(PhantomData<G>);

impl<G: Game<Move: PackedMove> + 'static> Hidden<G> {
    const WORDS: usize = {
        assert!(align_of::<G>() <= align_of::<u64>());
        size_of::<G>().div_ceil(size_of::<u64>())
    };

    #[inline(always)]
    fn of<'a>(At(at): At) -> &'a G {
        // SAFETY: the rules of `G` are given only to positions that hold one (`Erased::with`), and are
        // asked only while the position is borrowed.
        unsafe { &*at.cast() }
    }

    #[inline(always)]
    fn of_mut<'a>(AtMut(at): AtMut) -> &'a mut G {
        // SAFETY: as above.
        unsafe { &mut *at.cast() }
    }

    #[inline(always)]
    fn hide(game: &G, AtMut(at): AtMut) {
        // SAFETY: whoever asks has room for `WORDS` words, and they are aligned.
        unsafe { at.cast::<G>().write(*game) };
    }

    /// Fills the buffer with moves after the first `skip`; how many there were.
    #[inline(always)]
    fn hide_moves(
        game: &G,
        moves: impl Iterator<Item = G::Move>,
        skip: usize,
        buffer: &mut MoveBuffer,
    ) -> usize {
        let mut count = 0;
        for (place, mv) in buffer.iter_mut().zip(moves.skip(skip)) {
            *place = AnyMove::hide(game, mv);
            count += 1;
        }
        count
    }

    const RULES: Rules = Rules {
        words: Self::WORDS,
        unique_keys: G::UNIQUE_KEYS,
        type_id: TypeId::of::<G>,
        players: |at| Self::of(at).players(),
        denominator: |at| Self::of(at).denominator(),
        keys: |at| Self::of(at).keys(),
        max_moves: |at| Self::of(at).max_moves(),
        max_plies: |at| Self::of(at).max_plies(),
        turn: |at| Self::of(at).turn(),
        weight: |at, mv| Self::of(at).weight(mv.unhide()),
        chance_move: |at, rng| {
            let game = Self::of(at);
            AnyMove::hide(game, game.chance_move(rng))
        },
        cutoff: |at| Self::of(at).cutoff(),
        legal_moves: |at, skip, buffer| {
            let game = Self::of(at);
            Self::hide_moves(game, game.legal_moves(), skip, buffer)
        },
        playout_moves: |at, skip, buffer| {
            let game = Self::of(at);
            Self::hide_moves(game, game.playout_moves(), skip, buffer)
        },
        play: |at, mv| Self::of_mut(at).play(mv.unhide()),
        play_out: |at, line| play_line(Self::of(at), line),
        random_playout: |at, rng| random_playout(*Self::of(at), rng),
        random_playout_move: |at, rng| {
            let game = Self::of(at);
            AnyMove::hide(game, game.random_playout_move(rng))
        },
        best_playout_move: |at, scores, rng| {
            let game = Self::of(at);
            AnyMove::hide(game, game.best_playout_move(scores, rng))
        },
        best_legal_move: |at, scores, rng| {
            let game = Self::of(at);
            best_legal_move(game, scores, rng).map(|mv| AnyMove::hide(game, mv))
        },
        informed_playout_move: |at, rng| {
            let game = Self::of(at);
            game.informed_playout_move(rng).map(|mv| AnyMove::hide(game, mv))
        },
        priors: |at, means| Self::of(at).priors(means),
        equal: |at, other| Self::of(at) == Self::of(other),
        hash64: |at| Self::of(at).hash64(),
        repetition_key: |at| Self::of(at).repetition_key(),
        player_name: |at, player| Self::of(at).player_name(player),
        write_move: |at, mv, out| Self::of(at).write_move(mv.unhide(), out),
        parse_move: |at, text| {
            let game = Self::of(at);
            game.parse_move(text).map(|mv| AnyMove::hide(game, mv))
        },
        why_illegal: |at, text| Self::of(at).why_illegal(text),
        write_position: |at, out| Self::of(at).write_position(out),
        parse_position: |at, text, to| {
            Self::of(at).parse_position(text).map(|game| Self::hide(&game, to))
        },
        draw: |at, out| Self::of(at).draw(out),
    };
}

impl<const W: usize, const S: bool> Erased<W, S> {
    /// The position without its type; `None` if it is too large.
    pub fn new<G: Game<Move: PackedMove> + Send + Sync + 'static>(game: &G) -> Option<Self> {
        const { assert!(S || G::UNIQUE_KEYS, "a game whose moves share keys needs SHARED") };
        Self::with(&const { Hidden::<G>::RULES }, game)
    }

    fn with<G: Game<Move: PackedMove> + 'static>(rules: &'static Rules, game: &G) -> Option<Self> {
        if rules.words > W {
            return None;
        }
        let mut position = [Word::uninit(); W];
        Hidden::hide(game, AtMut(position.as_mut_ptr()));
        Some(Erased { rules, position })
    }

    /// The same position in another size; `None` if it is too large for that, or if moves of its
    /// game share keys and `T` is false.
    pub fn resize<const V: usize, const T: bool>(&self) -> Option<Erased<V, T>> {
        let words = self.words();
        if words > V || !(T || self.rules.unique_keys) {
            return None;
        }
        let mut position = [Word::uninit(); V];
        position[..words].copy_from_slice(&self.position[..words]);
        Some(Erased { rules: self.rules, position })
    }

    /// How many words the hidden position takes.
    pub fn words(&self) -> usize {
        self.rules.words
    }

    /// The hidden position, if it is one of `G`.
    pub fn downcast<G: Game<Move: PackedMove> + 'static>(&self) -> Option<&G> {
        self.is_game::<G>().then(|| Hidden::of(self.at()))
    }

    fn is_game<G: 'static>(&self) -> bool {
        (self.rules.type_id)() == TypeId::of::<G>()
    }

    /// Plays uniformly random playout moves to the end of the game; how it went, and after how many
    /// plies.
    pub fn random_playout(&self, rng: &mut Rng) -> (Outcome, usize) {
        (self.rules.random_playout)(self.at(), rng)
    }

    #[inline(always)]
    fn at(&self) -> At {
        At(self.position.as_ptr())
    }

    #[inline(always)]
    fn at_mut(&mut self) -> AtMut {
        AtMut(self.position.as_mut_ptr())
    }
}

/// 9×9 Go, compiled in this crate and so as quick as its profile asks for, whatever the program's
/// own asks for.
#[cfg(feature = "games")]
pub(crate) fn go9(game: &cairn_games::go::Go9) -> AnyPosition {
    static RULES: Rules = Hidden::<cairn_games::go::Go9>::RULES;
    Erased::with(&RULES, game).expect("LARGEST holds every game")
}

/// Moves that are asked for together, because asking is a call.
type MoveBuffer = [AnyMove; 32];

/// The moves of a position, a buffer at a time.
struct Moves<F> {
    fill: F,
    buffer: MoveBuffer,
    /// The next in the buffer, and the end of what is in it.
    next: usize,
    end: usize,
    /// How many moves were asked for so far.
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

    #[inline(always)]
    fn next(&mut self) -> Option<AnyMove> {
        if self.next == self.end {
            // A buffer that was not full was the last.
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
        self.write_position(f).or_else(|_| f.write_str("a position without a notation"))
    }
}

/// Positions of two games are not equal. Within one game, the game decides.
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

/// Each method asks the hidden game's; except [`Game::evaluate`], which these searches do not use.
impl<const W: usize, const S: bool> Game for Erased<W, S> {
    type Move = AnyMove;
    const UNIQUE_KEYS: bool = !S;
    /// It may hide a game with chance.
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
    #[inline(always)]
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
    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = AnyMove> {
        Moves::new(|skip, buffer: &mut _| (self.rules.legal_moves)(self.at(), skip, buffer))
    }
    #[inline(always)]
    fn playout_moves(&self) -> impl Iterator<Item = AnyMove> {
        Moves::new(|skip, buffer: &mut _| (self.rules.playout_moves)(self.at(), skip, buffer))
    }
    #[inline(always)]
    fn play(&mut self, mv: AnyMove) {
        (self.rules.play)(self.at_mut(), mv);
    }
    #[inline(always)]
    fn key(&self, mv: AnyMove) -> usize {
        u16::from_le_bytes(mv.key).into()
    }
    #[inline(always)]
    fn play_out(&self, line: &mut PlayoutLine<'_>) -> Outcome {
        (self.rules.play_out)(self.at(), line)
    }
    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> AnyMove {
        (self.rules.random_playout_move)(self.at(), rng)
    }
    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> AnyMove {
        (self.rules.best_playout_move)(self.at(), scores, rng)
    }
    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<AnyMove> {
        (self.rules.best_legal_move)(self.at(), scores, rng)
    }
    #[inline(always)]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<AnyMove> {
        (self.rules.informed_playout_move)(self.at(), rng)
    }
    #[inline(always)]
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

#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! The rules of an [`Erased`] position are a table of functions. Its position is as large as the
//! largest it may hide, and its move takes a few bytes more; nothing else differs.
#![no_std]

use core::any::TypeId;
use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use cairn_core::game::PackedMove;
use cairn_core::{Game, Outcome, Rng, Turn};
use cairn_games::go::Go9;

/// The bytes of a packed move.
const MOVE_BYTES: usize = 3;

/// The words that the largest position takes.
pub const LARGEST: usize = 281;

/// A position of any game whose own takes at most `WORDS` times eight bytes; with `SHARED`, also of
/// games in which moves of one position share keys, for which a search chooses move by move.
#[derive(Clone, Copy)]
pub struct Erased<const WORDS: usize, const SHARED: bool = false> {
    rules: &'static Rules<WORDS>,
    position: Position<WORDS>,
}

/// A hidden game's position.
type Position<const WORDS: usize> = [MaybeUninit<u64>; WORDS];

/// A hidden game's move. Played in another game it is some move of that game or none, as any wrong
/// move is: it may panic or spoil the position, no more.
#[derive(Clone, Copy)]
pub struct ErasedMove {
    /// In bytes, because that needs no alignment and so no gaps in the trees.
    packed: [u8; MOVE_BYTES],
    /// The move's key, to be known without asking; a move of chance has none.
    key: [u8; 2],
}

impl PartialEq for ErasedMove {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.packed == other.packed
    }
}

impl Eq for ErasedMove {}

impl fmt::Debug for ErasedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.packed;
        write!(f, "ErasedMove({})", u32::from_le_bytes([a, b, c, 0]))
    }
}

/// What [`Game`] asks of a position, for one hidden game.
struct Rules<const W: usize> {
    type_id: fn() -> TypeId,
    players: fn(&Position<W>) -> usize,
    denominator: fn(&Position<W>) -> u32,
    keys: fn(&Position<W>) -> usize,
    max_moves: fn(&Position<W>) -> usize,
    max_plies: fn(&Position<W>) -> usize,
    turn: fn(&Position<W>) -> Turn,
    weight: fn(&Position<W>, ErasedMove) -> u32,
    chance_move: fn(&Position<W>, &mut Rng) -> ErasedMove,
    cutoff: fn(&Position<W>) -> Outcome,
    legal_moves: fn(&Position<W>, usize, &mut MoveBuffer) -> usize,
    playout_moves: fn(&Position<W>, usize, &mut MoveBuffer) -> usize,
    play: fn(&mut Position<W>, ErasedMove),
    random_playout_move: fn(&Position<W>, &mut Rng) -> ErasedMove,
    best_playout_move: fn(&Position<W>, &[f32], &mut Rng) -> ErasedMove,
    best_legal_move: fn(&Position<W>, &[f32], &mut Rng) -> Option<ErasedMove>,
    informed_playout_move: fn(&Position<W>, &mut Rng) -> Option<ErasedMove>,
    priors: fn(&Position<W>, &mut [f32]),
    equal: fn(&Position<W>, &Position<W>) -> bool,
    hash64: fn(&Position<W>) -> u64,
    repetition_key: fn(&Position<W>) -> Option<u64>,
    player_name: fn(&Position<W>, usize) -> &'static str,
    write_move: fn(&Position<W>, ErasedMove, &mut dyn Write) -> fmt::Result,
    parse_move: fn(&Position<W>, &str) -> Option<ErasedMove>,
    why_illegal: fn(&Position<W>, &str) -> Option<&'static str>,
    write_position: fn(&Position<W>, &mut dyn Write) -> fmt::Result,
    parse_position: fn(&Position<W>, &str) -> Result<Position<W>, &'static str>,
    draw: fn(&Position<W>, &mut dyn Write) -> fmt::Result,
}

/// Where the rules of `G` are written down.
struct Hidden<G>(PhantomData<G>);

impl<G: Game<Move: PackedMove> + 'static> Hidden<G> {
    const FITS: () = {
        assert!(align_of::<G>() <= align_of::<u64>());
    };

    fn hide<const W: usize>(game: &G) -> Position<W> {
        let mut position = [MaybeUninit::uninit(); W];
        assert!(size_of::<G>() <= size_of_val(&position));
        // SAFETY: it fits and is aligned (`FITS`).
        unsafe { position.as_mut_ptr().cast::<G>().write(*game) };
        position
    }

    #[inline(always)]
    fn of<const W: usize>(position: &Position<W>) -> &G {
        // SAFETY: the rules of `G` are given only to positions that hold one.
        unsafe { &*position.as_ptr().cast() }
    }

    #[inline(always)]
    fn of_mut<const W: usize>(position: &mut Position<W>) -> &mut G {
        // SAFETY: as above.
        unsafe { &mut *position.as_mut_ptr().cast() }
    }

    #[inline(always)]
    fn hide_move(game: &G, mv: G::Move) -> ErasedMove {
        let [a, b, c, high] = mv.pack().to_le_bytes();
        debug_assert_eq!(high, 0, "a packed move has 24 bits");
        let key = if G::CHANCE && game.turn() == Turn::Chance { 0 } else { game.key(mv) };
        ErasedMove { packed: [a, b, c], key: (key as u16).to_le_bytes() }
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
            *place = Self::hide_move(game, mv);
            count += 1;
        }
        count
    }

    #[inline(always)]
    fn find_move(mv: ErasedMove) -> G::Move {
        let [a, b, c] = mv.packed;
        G::Move::unpack(u32::from_le_bytes([a, b, c, 0]))
    }

    const fn rules<const W: usize>() -> Rules<W> {
        let () = Self::FITS;
        Rules {
            type_id: TypeId::of::<G>,
            players: |p| Self::of(p).players(),
            denominator: |p| Self::of(p).denominator(),
            keys: |p| Self::of(p).keys(),
            max_moves: |p| Self::of(p).max_moves(),
            max_plies: |p| Self::of(p).max_plies(),
            turn: |p| Self::of(p).turn(),
            weight: |p, mv| Self::of(p).weight(Self::find_move(mv)),
            chance_move: |p, rng| {
                let game = Self::of(p);
                Self::hide_move(game, game.chance_move(rng))
            },
            cutoff: |p| Self::of(p).cutoff(),
            legal_moves: |p, skip, buffer| {
                let game = Self::of(p);
                Self::hide_moves(game, game.legal_moves(), skip, buffer)
            },
            playout_moves: |p, skip, buffer| {
                let game = Self::of(p);
                Self::hide_moves(game, game.playout_moves(), skip, buffer)
            },
            play: |p, mv| Self::of_mut(p).play(Self::find_move(mv)),
            random_playout_move: |p, rng| {
                let game = Self::of(p);
                Self::hide_move(game, game.random_playout_move(rng))
            },
            best_playout_move: |p, scores, rng| {
                let game = Self::of(p);
                Self::hide_move(game, game.best_playout_move(scores, rng))
            },
            best_legal_move: |p, scores, rng| {
                let game = Self::of(p);
                game.best_legal_move(scores, rng).map(|mv| Self::hide_move(game, mv))
            },
            informed_playout_move: |p, rng| {
                let game = Self::of(p);
                game.informed_playout_move(rng).map(|mv| Self::hide_move(game, mv))
            },
            priors: |p, means| Self::of(p).priors(means),
            equal: |p, other| Self::of(p) == Self::of(other),
            hash64: |p| Self::of(p).hash64(),
            repetition_key: |p| Self::of(p).repetition_key(),
            player_name: |p, player| Self::of(p).player_name(player),
            write_move: |p, mv, out| Self::of(p).write_move(Self::find_move(mv), out),
            parse_move: |p, text| {
                let game = Self::of(p);
                game.parse_move(text).map(|mv| Self::hide_move(game, mv))
            },
            why_illegal: |p, text| Self::of(p).why_illegal(text),
            write_position: |p, out| Self::of(p).write_position(out),
            parse_position: |p, text| Self::of(p).parse_position(text).map(|g| Self::hide(&g)),
            draw: |p, out| Self::of(p).draw(out),
        }
    }
}

impl<const W: usize, const S: bool> Erased<W, S> {
    /// The game without its type; `None` if its position is too large.
    pub fn new<G: Game<Move: PackedMove> + 'static>(game: &G) -> Option<Self> {
        const { assert!(S || G::UNIQUE_KEYS, "a game whose moves share keys needs SHARED") };
        if size_of::<G>() > size_of::<Position<W>>() {
            return None;
        }
        Some(Erased { rules: &const { Hidden::<G>::rules() }, position: Hidden::hide(game) })
    }
}

/// 9×9 Go, compiled in this crate and so as quick as its profile asks for, whatever the program's
/// own asks for.
pub fn go9(game: &Go9) -> Erased<LARGEST> {
    static RULES: Rules<LARGEST> = Hidden::<Go9>::rules();
    Erased { rules: &RULES, position: Hidden::hide(game) }
}

/// Moves that are asked for together, because asking is a call.
type MoveBuffer = [ErasedMove; 32];

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
        let buffer = [ErasedMove { packed: [0; MOVE_BYTES], key: [0; 2] }; 32];
        Moves { fill, end: buffer.len(), next: buffer.len(), buffer, skip: 0 }
    }
}

impl<F: Fn(usize, &mut MoveBuffer) -> usize> Iterator for Moves<F> {
    type Item = ErasedMove;

    #[inline(always)]
    fn next(&mut self) -> Option<ErasedMove> {
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

/// Positions of two games are not equal. Within one, they are what their game says.
impl<const W: usize, const S: bool> PartialEq for Erased<W, S> {
    fn eq(&self, other: &Self) -> bool {
        (self.rules.type_id)() == (other.rules.type_id)()
            && (self.rules.equal)(&self.position, &other.position)
    }
}

impl<const W: usize, const S: bool> Eq for Erased<W, S> {}

impl<const W: usize, const S: bool> Hash for Erased<W, S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

/// Each method asks the hidden game's; but for [`Game::evaluate`], which these searches do not use.
impl<const W: usize, const S: bool> Game for Erased<W, S> {
    type Move = ErasedMove;
    const UNIQUE_KEYS: bool = !S;
    /// It may hide a game with chance.
    const CHANCE: bool = true;

    fn players(&self) -> usize {
        (self.rules.players)(&self.position)
    }
    fn denominator(&self) -> u32 {
        (self.rules.denominator)(&self.position)
    }
    fn keys(&self) -> usize {
        (self.rules.keys)(&self.position)
    }
    fn max_plies(&self) -> usize {
        (self.rules.max_plies)(&self.position)
    }
    fn max_moves(&self) -> usize {
        (self.rules.max_moves)(&self.position)
    }
    #[inline(always)]
    fn turn(&self) -> Turn {
        (self.rules.turn)(&self.position)
    }
    fn weight(&self, mv: ErasedMove) -> u32 {
        (self.rules.weight)(&self.position, mv)
    }
    fn chance_move(&self, rng: &mut Rng) -> ErasedMove {
        (self.rules.chance_move)(&self.position, rng)
    }
    fn cutoff(&self) -> Outcome {
        (self.rules.cutoff)(&self.position)
    }
    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = ErasedMove> {
        Moves::new(|skip, buffer: &mut _| (self.rules.legal_moves)(&self.position, skip, buffer))
    }
    #[inline(always)]
    fn playout_moves(&self) -> impl Iterator<Item = ErasedMove> {
        Moves::new(|skip, buffer: &mut _| (self.rules.playout_moves)(&self.position, skip, buffer))
    }
    #[inline(always)]
    fn play(&mut self, mv: ErasedMove) {
        (self.rules.play)(&mut self.position, mv);
    }
    #[inline(always)]
    fn key(&self, mv: ErasedMove) -> usize {
        u16::from_le_bytes(mv.key).into()
    }
    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> ErasedMove {
        (self.rules.random_playout_move)(&self.position, rng)
    }
    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> ErasedMove {
        (self.rules.best_playout_move)(&self.position, scores, rng)
    }
    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<ErasedMove> {
        (self.rules.best_legal_move)(&self.position, scores, rng)
    }
    #[inline(always)]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<ErasedMove> {
        (self.rules.informed_playout_move)(&self.position, rng)
    }
    #[inline(always)]
    fn priors(&self, means: &mut [f32]) {
        (self.rules.priors)(&self.position, means);
    }
    fn hash64(&self) -> u64 {
        (self.rules.hash64)(&self.position)
    }
    fn repetition_key(&self) -> Option<u64> {
        (self.rules.repetition_key)(&self.position)
    }
    fn player_name(&self, player: usize) -> &'static str {
        (self.rules.player_name)(&self.position, player)
    }
    fn write_move(&self, mv: ErasedMove, out: &mut dyn Write) -> fmt::Result {
        (self.rules.write_move)(&self.position, mv, out)
    }
    fn parse_move(&self, text: &str) -> Option<ErasedMove> {
        (self.rules.parse_move)(&self.position, text)
    }
    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        (self.rules.why_illegal)(&self.position, text)
    }
    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        (self.rules.write_position)(&self.position, out)
    }
    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let position = (self.rules.parse_position)(&self.position, text)?;
        Ok(Erased { rules: self.rules, position })
    }
    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        (self.rules.draw)(&self.position, out)
    }
}

#![doc = include_str!("../README.md")]
//!
//! # How it works
//!
//! The rules of an [`Erased`] position are a table of functions. Its position is as large as the
//! largest it may hide, and its move takes a few bytes more; nothing else differs.
#![no_std]

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use cairn_core::game::PackedMove;
use cairn_core::{Game, Outcome, Rng};
use cairn_games::go::Go9;

/// The bytes of a packed move.
const MOVE_BYTES: usize = 3;

/// The words that the largest position takes.
pub const LARGEST: usize = 281;

/// A position of any game whose own takes at most `WORDS` times eight bytes.
#[derive(Clone, Copy)]
pub struct Erased<const WORDS: usize> {
    rules: &'static Rules<WORDS>,
    position: Position<WORDS>,
}

/// A hidden game's position.
type Position<const WORDS: usize> = [MaybeUninit<u64>; WORDS];

/// A hidden game's move. It is told apart from the other legal moves of a position by its key, which
/// [`Game::UNIQUE_KEYS`] allows. Played in another game it is some move of that game or none, as any
/// wrong move is: it may panic or spoil the position, no more.
#[derive(Clone, Copy)]
pub struct ErasedMove {
    /// In bytes, because that needs no alignment and so no gaps in the trees.
    key: [u8; 2],
    packed: [u8; MOVE_BYTES],
}

impl PartialEq for ErasedMove {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for ErasedMove {}

impl fmt::Debug for ErasedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErasedMove({})", u16::from_le_bytes(self.key))
    }
}

/// What [`Game`] asks of a position, for one hidden game.
struct Rules<const W: usize> {
    players: fn(&Position<W>) -> usize,
    denominator: fn(&Position<W>) -> u32,
    keys: fn(&Position<W>) -> usize,
    max_plies: fn(&Position<W>) -> usize,
    to_move: fn(&Position<W>) -> usize,
    outcome: fn(&Position<W>) -> Option<Outcome>,
    cutoff: fn(&Position<W>) -> Outcome,
    legal_move: fn(&Position<W>, usize) -> Option<ErasedMove>,
    playout_move: fn(&Position<W>, usize) -> Option<ErasedMove>,
    play: fn(&mut Position<W>, ErasedMove),
    random_playout_move: fn(&Position<W>, &mut Rng) -> ErasedMove,
    best_playout_move: fn(&Position<W>, &[f32], &mut Rng) -> ErasedMove,
    best_legal_move: fn(&Position<W>, &[f32], &mut Rng) -> Option<ErasedMove>,
    informed_playout_move: fn(&Position<W>, &mut Rng) -> Option<ErasedMove>,
    priors: fn(&Position<W>, &mut [f32]),
    hash64: fn(&Position<W>) -> u64,
    repetition_key: fn(&Position<W>) -> Option<u64>,
    player_name: fn(&Position<W>, usize) -> &'static str,
    write_move: fn(&Position<W>, ErasedMove, &mut dyn Write) -> fmt::Result,
    parse_move: fn(&Position<W>, &str) -> Option<ErasedMove>,
    write_position: fn(&Position<W>, &mut dyn Write) -> fmt::Result,
    parse_position: fn(&Position<W>, &str) -> Result<Position<W>, &'static str>,
    draw: fn(&Position<W>, &mut dyn Write) -> fmt::Result,
}

/// Where the rules of `G` are written down.
struct Hidden<G>(PhantomData<G>);

impl<G: Game<Move: PackedMove>> Hidden<G> {
    const FITS: () = {
        assert!(G::UNIQUE_KEYS, "moves are told apart by their keys");
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
        ErasedMove { key: (game.key(mv) as u16).to_le_bytes(), packed: [a, b, c] }
    }

    #[inline(always)]
    fn find_move(mv: ErasedMove) -> G::Move {
        let [a, b, c] = mv.packed;
        G::Move::unpack(u32::from_le_bytes([a, b, c, 0]))
    }

    const fn rules<const W: usize>() -> Rules<W> {
        let () = Self::FITS;
        Rules {
            players: |p| Self::of(p).players(),
            denominator: |p| Self::of(p).denominator(),
            keys: |p| Self::of(p).keys(),
            max_plies: |p| Self::of(p).max_plies(),
            to_move: |p| Self::of(p).to_move(),
            outcome: |p| Self::of(p).outcome(),
            cutoff: |p| Self::of(p).cutoff(),
            legal_move: |p, n| {
                let game = Self::of(p);
                game.legal_moves().nth(n).map(|mv| Self::hide_move(game, mv))
            },
            playout_move: |p, n| {
                let game = Self::of(p);
                game.playout_moves().nth(n).map(|mv| Self::hide_move(game, mv))
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
            hash64: |p| Self::of(p).hash64(),
            repetition_key: |p| Self::of(p).repetition_key(),
            player_name: |p, player| Self::of(p).player_name(player),
            write_move: |p, mv, out| Self::of(p).write_move(Self::find_move(mv), out),
            parse_move: |p, text| {
                let game = Self::of(p);
                game.parse_move(text).map(|mv| Self::hide_move(game, mv))
            },
            write_position: |p, out| Self::of(p).write_position(out),
            parse_position: |p, text| Self::of(p).parse_position(text).map(|g| Self::hide(&g)),
            draw: |p, out| Self::of(p).draw(out),
        }
    }
}

impl<const W: usize> Erased<W> {
    /// The game without its type; `None` if its position is too large.
    pub fn new<G: Game<Move: PackedMove> + 'static>(game: &G) -> Option<Self> {
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

impl<const W: usize> Hash for Erased<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

/// Each method asks the hidden game's; but for [`Game::evaluate`], which these searches do not use.
impl<const W: usize> Game for Erased<W> {
    type Move = ErasedMove;
    const UNIQUE_KEYS: bool = true;

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
    #[inline(always)]
    fn to_move(&self) -> usize {
        (self.rules.to_move)(&self.position)
    }
    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        (self.rules.outcome)(&self.position)
    }
    fn cutoff(&self) -> Outcome {
        (self.rules.cutoff)(&self.position)
    }
    /// By number, each from the first again: the searches do not go through moves one by one.
    fn legal_moves(&self) -> impl Iterator<Item = ErasedMove> {
        (0..).map_while(|n| (self.rules.legal_move)(&self.position, n))
    }
    fn playout_moves(&self) -> impl Iterator<Item = ErasedMove> {
        (0..).map_while(|n| (self.rules.playout_move)(&self.position, n))
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

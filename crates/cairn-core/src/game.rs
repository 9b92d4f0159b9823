//! The Game contract: what a set of rules must say to be searched.
//!
//! A game is a *position* that knows its rules: a small `Copy` value with the moves, the effect of
//! a move and the outcome. Everything past those few methods has a default that works; override one
//! when it is worth the speed or reads better to a person.
//!
//! **What a game may be, for now**: one to eight players, perfect information, with or without
//! chance. Nothing may allocate: moves come through an iterator.

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use crate::mcts::{PlayoutState, play_to_end};
use crate::rng::Rng;

/// The most players a game may have.
pub const MAX_PLAYERS: usize = 8;

/// The most move keys a game may have ([`Game::keys`]).
pub const MAX_KEYS: usize = (1 << 13) - 1;

/// A reward for each player, out of [`Game::denominator`].
pub type Rewards = [u8; MAX_PLAYERS];

/// How a finished game went: a small integer reward for each player, out of
/// [`Game::denominator`]. Keeping it an integer keeps narrow counters exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome(Kind);

/// A win and a draw become numbers only when the denominator is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Win(u8),
    Draw,
    Rewards(Rewards),
}

impl Outcome {
    /// Everything for `player`, nothing for the others.
    #[inline(always)]
    pub const fn win(player: usize) -> Self {
        Outcome(Kind::Win(player as u8))
    }

    /// Half of a win for everybody. A game that can be drawn has an even [`Game::denominator`].
    #[inline(always)]
    pub const fn draw() -> Self {
        Outcome(Kind::Draw)
    }

    /// The given rewards, in player order; players beyond the slice get nothing.
    pub const fn new(rewards: &[u8]) -> Self {
        let mut all = [0; MAX_PLAYERS];
        let mut i = 0;
        while i < rewards.len() {
            all[i] = rewards[i];
            i += 1;
        }
        Outcome(Kind::Rewards(all))
    }

    /// What each player gets when a win is worth `denominator`.
    ///
    /// ```
    /// use cairn_core::Outcome;
    /// assert_eq!(Outcome::win(1).rewards(2)[..3], [0, 2, 0]);
    /// assert_eq!(Outcome::draw().rewards(10)[..2], [5, 5]);
    /// assert_eq!(Outcome::new(&[1, 4]).rewards(5)[..3], [1, 4, 0]);
    /// ```
    #[inline(always)]
    pub const fn rewards(self, denominator: u32) -> Rewards {
        match self.0 {
            Kind::Win(player) => {
                let mut rewards = [0; MAX_PLAYERS];
                rewards[player as usize] = denominator as u8;
                rewards
            }
            Kind::Draw => [(denominator / 2) as u8; MAX_PLAYERS],
            Kind::Rewards(rewards) => rewards,
        }
    }

    /// What `player` gets when a win is worth `denominator`.
    #[inline(always)]
    pub const fn reward(self, player: usize, denominator: u32) -> u32 {
        self.rewards(denominator)[player] as u32
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This player's.
    Player(usize),
    /// Nobody's: a die is rolled, a card is dealt. The legal moves are what can come of it
    /// ([`Game::weight`]).
    Chance,
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// The player to move, if one is.
    #[inline(always)]
    pub const fn player(self) -> Option<usize> {
        match self {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }

    /// How the game went, if it is over.
    #[inline(always)]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether the game is over.
    #[inline(always)]
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// The rules of a game, and one position of it.
///
/// Players are numbered from 0. See the crate's front page for a whole game in fifty lines.
///
/// Two positions are equal if the rules cannot tell them apart: the move that led to one is no part
/// of it, nor is what only the game's history decides (repetition).
pub trait Game: Copy + Eq + Hash {
    /// A move: a small `Copy` value (Go: a point or pass).
    type Move: Copy + Eq + fmt::Debug + Send + Sync + 'static;

    /// Say `true` if no two legal moves of one position ever share a key: selection then works on
    /// whole tables at once instead of move by move. The results are the same.
    const UNIQUE_KEYS: bool = false;

    /// Whether it can ever be chance's turn. Games without chance pay nothing for it.
    const CHANCE: bool = false;

    /// How many players there are, at most [`MAX_PLAYERS`].
    fn players(&self) -> usize {
        2
    }

    /// What the rewards of an [`Outcome`] are out of: the reward of a sure winner.
    fn denominator(&self) -> u32 {
        2
    }

    /// How many keys there are ([`Game::key`]); at most [`MAX_KEYS`]. Fixed for all positions of
    /// one game, but it may depend on the board's size.
    fn keys(&self) -> usize;

    /// The longest line a search follows from any position, playout included. A line that is still
    /// going then is worth [`Game::cutoff`].
    fn max_plies(&self) -> usize;

    /// Whose turn it is. Until the game is over, there must be at least one legal move and one
    /// playout move.
    fn turn(&self) -> Turn;

    /// The legal moves, always in the same order for the same position. Not called once the game is
    /// over.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The move's identity in the tables that many positions share (AMAF, MAST): below
    /// [`Game::keys`]. Moves with one key share their statistics there. Not called for chance's
    /// moves, which are in no table.
    fn key(&self, mv: Self::Move) -> usize;

    // ---- Optional: limits and chance ---------------------------------------------------------

    /// No position has more legal moves than this. A game in which moves of one position share keys
    /// states its own bound.
    fn max_moves(&self) -> usize {
        self.keys()
    }

    /// How likely a move of chance is, compared with the others of its position: at least 1, and
    /// all of them together fit in 32 bits. An integer, so that every machine draws alike. By
    /// default all moves of chance are equally likely.
    fn weight(&self, mv: Self::Move) -> u32 {
        let _ = mv;
        1
    }

    /// One of chance's moves, drawn by [`Game::weight`].
    #[inline(always)]
    fn chance_move(&self, rng: &mut Rng) -> Self::Move {
        let weights = || self.legal_moves().map(|mv| (mv, self.weight(mv)));
        let mut rank = rng.below(weights().map(|(_, weight)| weight).sum());
        for (mv, weight) in weights() {
            if rank < weight {
                return mv;
            }
            rank -= weight;
        }
        unreachable!("the rank is below the sum of all weights")
    }

    // ---- Optional: the playout -------------------------------------------------------------

    /// The outcome of a line that reached [`Game::max_plies`]; by default a draw.
    fn cutoff(&self) -> Outcome {
        Outcome::draw()
    }

    /// The moves a playout may choose from, a non-empty part of the legal ones in their order (Go
    /// leaves out filling one's own eyes).
    fn playout_moves(&self) -> impl Iterator<Item = Self::Move> {
        self.legal_moves()
    }

    /// One of the playout moves, each with the same probability.
    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> Self::Move {
        let choice = rng.below(self.playout_moves().count() as u32);
        self.playout_moves().nth(choice as usize).expect("the same moves twice")
    }

    /// The playout move with the highest score, where a move's score is `scores[key]`.
    ///
    /// Scores are at least 0 and never NaN. Of `k > 1` equals, in playout-move order, draw number
    /// `rng.below(k)`; a single best move costs no draw. An override must make the same choice with
    /// the same draw. `scores` has [`Game::keys`] entries, then zeros up to a multiple of 8.
    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> Self::Move {
        best_of(|| self.playout_moves(), |mv| scores[self.key(mv)], rng)
            .expect("a playout move in an unfinished game")
    }

    /// The legal move with the highest score, chosen like [`Game::best_playout_move`]; here scores
    /// may also be negative or infinite, and a move scored −∞ is not allowed. `None` if none is.
    ///
    /// Called only if [`Game::UNIQUE_KEYS`].
    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<Self::Move> {
        best_of(|| self.legal_moves(), |mv| scores[self.key(mv)], rng)
    }

    /// Plays a playout from here to its end. An erased game overrides it: one
    /// call through its table of functions for each playout, instead of several for each move.
    #[doc(hidden)]
    #[inline(always)]
    fn play_out(&self, state: &mut PlayoutState<'_>) -> Outcome {
        play_to_end(self, state)
    }

    // ---- Optional: what is known about good moves ---------------------------------------------

    /// The playout move that knowledge of the game asks for here (Go: save a chain that was just
    /// attacked), or `None` to choose as if nothing were known. Searches with `playout=patterns`
    /// ask before every move of a playout, so it has to be quick; several good moves are best told
    /// apart by `rng`, or all playouts will look alike. By default nothing is known.
    ///
    /// A position that wants to know which move led to it can keep that move; it is then no part of
    /// what makes two positions equal.
    #[inline(always)]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let _ = rng;
        None
    }

    /// What to think of each legal move before it was ever tried: `means[key]` is the share of the
    /// reward, 0 to 1, that the player to move should expect of it. The table comes with 0.5
    /// everywhere; write only where there is an opinion. Searches with `prior=` count it as so many
    /// visits. Moves with one key share an opinion. `means` is as long as the scores of
    /// [`Game::best_playout_move`]; what stands where no legal move has its key does not matter.
    #[inline(always)]
    fn priors(&self, means: &mut [f32]) {
        let _ = means;
    }

    // ---- Optional: for the real game and for solvers ----------------------------------------

    /// A 64-bit hash of the position: equal for equal positions, and different (but for rare
    /// accidents) for all others.
    fn hash64(&self) -> u64 {
        let mut hasher = Fnv::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// For games in which a move may not recreate an earlier position (Go's superko): a key of what
    /// must not recur. The *real* game's [`History`](crate::history::History) enforces it; a search
    /// sees only the root moves excluded by it.
    fn repetition_key(&self) -> Option<u64> {
        None
    }

    /// A guess at how good the position is for `player`, for searches that do not play to the end:
    /// any scale, higher is better, 0 is even.
    fn evaluate(&self, player: usize) -> i32 {
        let _ = player;
        0
    }

    // ---- Optional: text for people -----------------------------------------------------------

    /// What to call a player, with a capital letter: `Black`, `X`, `South`.
    fn player_name(&self, player: usize) -> &'static str {
        ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"][player]
    }

    /// Writes a move of this position in the game's notation.
    fn write_move(&self, mv: Self::Move, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{mv:?}")
    }

    /// The legal move that `text` names, upper or lower case.
    fn parse_move(&self, text: &str) -> Option<Self::Move> {
        self.legal_moves().find(|&mv| {
            let mut compare = Compare { rest: text };
            self.write_move(mv, &mut compare).is_ok() && compare.rest.is_empty()
        })
    }

    /// Why `text` does not name a legal move here, as the rest of a sentence that begins with it:
    /// `is occupied`. `None`, the default, if all there is to say is which moves are legal.
    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let _ = text;
        None
    }

    /// Writes the position on one line, so that [`Game::parse_position`] can read it back.
    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let _ = out;
        Err(fmt::Error)
    }

    /// Reads a position of this game (size and other options as `self` has them); an error says
    /// what would be right. The default knows no notation.
    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let _ = text;
        Err("this game has no position notation: give moves instead")
    }

    /// Draws the position for a terminal, one or more lines.
    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_position(out)?;
        out.write_char('\n')
    }
}

/// A move as a number of at most 24 bits and back, for places that hold moves of any game
/// (`cairn-erased`). Unpacking a number that no move packs to gives some move, legal or not.
///
/// ```
/// use cairn_core::game::PackedMove;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Step { from: u8, to: u8 }
///
/// impl PackedMove for Step {
///     fn pack(self) -> u32 { u16::from_le_bytes([self.from, self.to]).into() }
///     fn unpack(bits: u32) -> Self {
///         let [from, to, ..] = bits.to_le_bytes();
///         Step { from, to }
///     }
/// }
/// let step = Step { from: 3, to: 12 };
/// assert_eq!(Step::unpack(step.pack()), step);
/// ```
pub trait PackedMove: Copy {
    /// The move as a number below 2²⁴.
    fn pack(self) -> u32;

    /// The move that `bits` is.
    fn unpack(bits: u32) -> Self;
}

impl PackedMove for u8 {
    #[inline(always)]
    fn pack(self) -> u32 {
        self.into()
    }
    #[inline(always)]
    fn unpack(bits: u32) -> Self {
        bits as u8
    }
}

impl PackedMove for u16 {
    #[inline(always)]
    fn pack(self) -> u32 {
        self.into()
    }
    #[inline(always)]
    fn unpack(bits: u32) -> Self {
        bits as u16
    }
}

/// The move with the highest score, −∞ excluded, ties by one draw among the equals in their order.
#[inline(always)]
pub fn best_of<M, I: Iterator<Item = M>>(
    moves: impl Fn() -> I,
    score: impl Fn(M) -> f32,
    rng: &mut Rng,
) -> Option<M>
where
    M: Copy,
{
    let mut best = f32::NEG_INFINITY;
    let mut first = None;
    let mut equals = 0;
    for mv in moves() {
        let value = score(mv);
        if value > best {
            (best, first, equals) = (value, Some(mv), 1);
        } else if value == best && first.is_some() {
            equals += 1;
        }
    }
    if equals > 1 {
        let choice = rng.below(equals) as usize;
        return moves().filter(|&mv| score(mv) == best).nth(choice);
    }
    first
}

/// Accepts exactly the text it was given, whatever the case of its letters.
struct Compare<'a> {
    rest: &'a str,
}

impl Write for Compare<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let head = self.rest.get(..part.len()).ok_or(fmt::Error)?;
        if !head.eq_ignore_ascii_case(part) {
            return Err(fmt::Error);
        }
        self.rest = &self.rest[part.len()..];
        Ok(())
    }
}

/// FNV-1a, 64 bits: the default position hash.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

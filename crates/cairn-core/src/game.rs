//! The Game contract: what the searches need to know about a game.
//!
//! A game is a *position* that knows its rules: a small `Copy` value. It says whose turn it is,
//! lists the legal moves, plays one, and says how a finished game went. Six methods are required.
//! All others have a default that works. Override one to make the game faster, to play better or to
//! give it a better notation.
//!
//! A game may have one to eight players, with or without chance. All players see everything.
//! Positions are copied millions of times a second and must not allocate, so moves come from an
//! iterator.
//!
//! [`testkit`](crate::testkit) checks an implementation against what is promised here.

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use crate::capabilities::{Capabilities, Repetition};
use crate::mcts::{PlayoutState, play_to_end};
use crate::rng::Rng;

/// The most players a game may have.
pub const MAX_PLAYERS: usize = 8;

/// The most move keys a game may have ([`Game::keys`]).
pub const MAX_KEYS: usize = (1 << 13) - 1;

/// A reward for each player, out of [`Game::denominator`].
pub type Rewards = [u8; MAX_PLAYERS];

/// How a finished game went: a reward for each player, out of [`Game::denominator`]. Rewards are
/// small integers, so that narrow counters can add them up exactly.
///
/// `==` compares how two outcomes were made: `win(0)` is not equal to `new(&[2, 0])`. To compare what
/// the players get, compare [`Outcome::rewards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome(Kind);

/// Wins and draws become rewards only when the denominator is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Win(u8),
    Draw,
    Rewards(Rewards),
}

impl Outcome {
    /// `player` gets everything and the others nothing.
    #[hot]
    pub const fn win(player: usize) -> Self {
        Outcome(Kind::Win(player as u8))
    }

    /// Everybody gets half of a win. A game with draws needs an even [`Game::denominator`].
    #[hot]
    pub const fn draw() -> Self {
        Outcome(Kind::Draw)
    }

    /// Player `i` gets `rewards[i]`; players beyond the end of the slice get nothing.
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
    #[hot]
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
    #[hot]
    pub const fn reward(self, player: usize, denominator: u32) -> u32 {
        self.rewards(denominator)[player] as u32
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The turn of this player, counted from 0.
    Player(usize),
    /// A die is rolled or a card is dealt. The legal moves are the possible results, and
    /// [`Game::weight`] says how likely each is.
    Chance,
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// The player to move; `None` at a chance node and after the end.
    #[hot]
    pub const fn player(self) -> Option<usize> {
        match self {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }

    /// How the game went, if it is over.
    #[hot]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether the game is over.
    #[hot]
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// A position of a game, with the rules of that game.
///
/// Players are numbered from 0. The crate's front page has a complete game.
///
/// Two positions must be equal if the game can continue in the same ways from both. So the last
/// move is not part of the comparison, and neither are earlier positions: repetition is the
/// business of [`History`](crate::history::History).
pub trait Game: Copy + Eq + Hash {
    /// A move: a small `Copy` value. In Go, a point or a pass.
    type Move: Copy + Eq + fmt::Debug + Send + Sync + 'static;

    /// Set this if no two legal moves of a position ever have the same [key](Game::key). Selection
    /// then works on whole tables instead of move by move. That is faster and chooses the same
    /// moves.
    const UNIQUE_KEYS: bool = false;

    /// Set this if the game has dice, cards or other chance. Games without chance do not pay for
    /// it.
    const CHANCE: bool = false;

    /// The number of players, 1 to [`MAX_PLAYERS`].
    fn players(&self) -> usize {
        2
    }

    /// The reward of a win, 1 to 255. The rewards of an [`Outcome`] are fractions of it.
    fn denominator(&self) -> u32 {
        2
    }

    /// The number of move keys, 1 to [`MAX_KEYS`]: [`Game::key`] is always below it. It may depend
    /// on options such as the board's size, but must not change during a game.
    fn keys(&self) -> usize;

    /// The most moves that a search plays from any position, playout included. A playout that is
    /// not over by then ends with [`Game::cutoff`].
    fn max_plies(&self) -> usize;

    /// Whose turn it is. Until the game is over there must be at least one legal move and at least
    /// one playout move.
    fn turn(&self) -> Turn;

    /// The legal moves, in the same order every time. Not called after the end of the game.
    fn legal_moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The number of a move in the statistics that many positions share (AMAF, MAST), below
    /// [`Game::keys`]. Give two moves the same key if they usually mean the same: in Go, every move
    /// on a point has that point's key. Not called for the moves of chance, which have no
    /// statistics.
    fn key(&self, mv: Self::Move) -> usize;

    // ---- Optional: limits and chance ---------------------------------------------------------

    /// An upper bound on the legal moves of any position. Override it if legal moves of a position
    /// can share keys.
    fn max_moves(&self) -> usize {
        self.keys()
    }

    /// How likely a move of chance is, compared with the others of its position. It is at least 1,
    /// and the sum over all legal moves fits in 32 bits. Weights are integers so that every machine
    /// draws the same moves. By default all moves of chance are equally likely.
    fn weight(&self, mv: Self::Move) -> u32 {
        let _ = mv;
        1
    }

    /// Draws a move of chance according to [`Game::weight`].
    #[hot]
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

    /// The outcome of a playout that is stopped after [`Game::max_plies`]; by default a draw.
    fn cutoff(&self) -> Outcome {
        Outcome::draw()
    }

    /// The moves that a playout may choose from: some or all of the legal moves, in the same order.
    /// In Go, all but those that fill an eye of one's own.
    fn playout_moves(&self) -> impl Iterator<Item = Self::Move> {
        self.legal_moves()
    }

    /// Draws one of the playout moves, each with the same probability.
    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> Self::Move {
        let choice = rng.below(self.playout_moves().count() as u32);
        self.playout_moves().nth(choice as usize).expect("the same moves twice")
    }

    /// The playout move with the highest score. The score of a move is `scores[key]`, at least 0 and
    /// never NaN. `scores` has [`Game::keys`] entries, then zeros up to a multiple of 8.
    ///
    /// If `n` moves share the highest score, the result is number `rng.below(n)` of them in the
    /// order of the playout moves; if only one has it, `rng` is not used. An override must choose
    /// the same move with the same draw.
    #[hot]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> Self::Move {
        best_of(|| self.playout_moves(), |mv| scores[self.key(mv)], rng)
            .expect("a playout move in an unfinished game")
    }

    /// The legal move with the highest score, with ties broken as in [`Game::best_playout_move`].
    /// Scores may also be negative or infinite. A move with the score −∞ is never chosen; `None` if
    /// all have it.
    ///
    /// Called only if [`Game::UNIQUE_KEYS`] is set.
    #[hot]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<Self::Move> {
        best_of(|| self.legal_moves(), |mv| scores[self.key(mv)], rng)
    }

    /// Plays a playout from here to its end. An erased game overrides it, so that a playout is one
    /// call through its table of functions instead of several for each move.
    #[doc(hidden)]
    #[hot]
    fn play_out(&self, state: &mut PlayoutState<'_>) -> Outcome {
        play_to_end(self, state)
    }

    // ---- Optional: knowledge of good moves ----------------------------------------------------

    /// A playout move that is good for reasons of this game (in Go: save a chain that was just
    /// attacked), or `None` to choose at random. Searches with `playout=patterns` call it before
    /// every move of a playout, so it must be fast. If there are several good moves, choose one with
    /// `rng`: otherwise all playouts are alike. The default is always `None`.
    ///
    /// A position may store the last move for this purpose, as long as it is left out of the
    /// comparison with other positions.
    #[hot]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<Self::Move> {
        let _ = rng;
        None
    }

    /// Writes what to expect of each legal move before it is tried: `means[key]` is the share of the
    /// reward, 0 to 1, for the player to move. All entries are 0.5 at first; change those you have an
    /// opinion about. Searches with `prior=n` count the opinion as `n` visits. `means` is as long as
    /// the scores of [`Game::best_playout_move`]. Entries without a legal move are ignored.
    #[hot]
    fn priors(&self, means: &mut [f32]) {
        let _ = means;
    }

    // ---- Optional: for the real game and for solvers ----------------------------------------

    /// A 64-bit hash: the same for equal positions, and different for different ones except by rare
    /// coincidence. Only counters of moves, as of moves without a capture, may be left out.
    fn hash64(&self) -> u64 {
        let mut hasher = Fnv::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// The counter that [`Game::hash64`] leaves out, such as the plies without a capture or a pawn move
    /// in chess; 0 if it leaves nothing out. Solvers need it: a proof may depend on it.
    fn counter(&self) -> u32 {
        0
    }

    /// What the rules say of a position that occurs again. A game in which that cannot happen should
    /// say so: solvers are faster then.
    fn repetition(&self) -> Repetition {
        match self.repetition_key() {
            Some(_) => Repetition::Forbidden,
            None => Repetition::Allowed,
        }
    }

    /// For games with a rule about positions that occur again (Go's superko, chess's threefold
    /// repetition): a hash of the part that counts. [`History`](crate::history::History) applies the
    /// rule to the game being played. A search with playouts applies it only at its root, to the moves
    /// that the history excludes.
    fn repetition_key(&self) -> Option<u64> {
        None
    }

    /// What the game offers beyond its rules: an evaluation, margins, forcing moves.
    fn capabilities(&self) -> Capabilities<Self> {
        Capabilities::NONE
    }

    // ---- Optional: text for people -----------------------------------------------------------

    /// The name of a player, with a capital letter: `Black`, `X`, `South`.
    fn player_name(&self, player: usize) -> &'static str {
        ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"][player]
    }

    /// Writes a move of this position in the game's notation.
    fn write_move(&self, mv: Self::Move, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{mv:?}")
    }

    /// The legal move that `text` names, in upper or lower case.
    fn parse_move(&self, text: &str) -> Option<Self::Move> {
        self.legal_moves().find(|&mv| {
            let mut compare = Compare { rest: text };
            self.write_move(mv, &mut compare).is_ok() && compare.rest.is_empty()
        })
    }

    /// Why `text` is not a legal move, as the rest of a sentence that starts with `text`: `is
    /// occupied`. With `None`, the default, people are shown some legal moves instead.
    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let _ = text;
        None
    }

    /// Writes the position on one line that [`Game::parse_position`] can read. The default is an
    /// error: no notation.
    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let _ = out;
        Err(fmt::Error)
    }

    /// Reads a position with the size and other options of `self`. An error says what would be
    /// right.
    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let _ = text;
        Err("this game has no position notation: give moves instead")
    }

    /// Draws the position for a terminal, on one or more lines.
    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_position(out)?;
        out.write_char('\n')
    }
}

/// The bits of a [`PackedMove`]: a move and its key fit in 32.
pub const PACKED_BITS: u32 = 19;

/// A move that can be stored as a number of [`PACKED_BITS`] bits, for code that handles moves of any
/// game (`cairn-erased`). Unpacking a number that is not a packed move gives some move, legal or not.
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
    /// The move as a number below 2¹⁹.
    fn pack(self) -> u32;

    /// The move that packs to `bits`.
    fn unpack(bits: u32) -> Self;
}

macro_rules! packed_integer {
    ($($int:ty)*) => {
        $(impl PackedMove for $int {
            #[hot]
            fn pack(self) -> u32 {
                self.into()
            }
            #[hot]
            fn unpack(bits: u32) -> Self {
                bits as $int
            }
        })*
    };
}

packed_integer!(u8 u16);

/// The move with the highest score, with ties broken as in [`Game::best_playout_move`]; `None` if
/// every score is −∞.
#[hot]
pub fn best_of<M: Copy, I: Iterator<Item = M>>(
    moves: impl Fn() -> I,
    score: impl Fn(M) -> f32,
    rng: &mut Rng,
) -> Option<M> {
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

/// Compares what is written to it with a text, in upper or lower case.
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

/// FNV-1a, 64 bits: the default position hash, and the hash of the signature.
#[doc(hidden)]
pub struct Fnv(u64);

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

    /// The length of an array: the same on machines of 32 and 64 bits.
    fn write_usize(&mut self, length: usize) {
        self.write_u64(length as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

//! Go, on any board from 2×2 to 19×19.
//!
//! The rules: no suicide, simple ko in the position and positional superko for whole games (through
//! [`Game::repetition_key`]), area scoring with komi, two passes end the game. Playouts never fill
//! an eye of their own and pass only when nothing else is left.
//!
//! [`Go9`] is the quick 9×9 board, [`GoAny`] any other. Both are the same code over a [`Geometry`]:
//! the stones are sets of points as bits, so that eyes, area and the points with an empty neighbour
//! come from a few shifts of the whole board; beside them a small table counts the liberties of
//! chains, so that captures and suicide show without a search.
//!
//! A position is written on one line: the rows from the top, separated by `/`, each with `X` for
//! black, `O` for white and numbers for so many empty points; then the side to move, the ko point or
//! `-`, the passes just made, and komi: `9/9/9/3XO4/9/9/9/9/9 w - 0 7.5`.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::go::Go9;
//!
//! let mut position = Go9::new();
//! let corner = position.parse_move("A1").unwrap();
//! position.play(corner);
//! assert_eq!(position.stone(0), Some(0));
//! assert_eq!(position.area_score(), 2 * 81 - 15); // all the board's, less komi, in half points
//! ```

mod choose;
pub mod conventions;
mod knowledge;
mod patterns;
mod rules;
mod tactics;
mod text;

use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, PackedMove, Turn};

use crate::goban::{Chains, PointSet, Points, mix};

pub use self::knowledge::Parts;
pub use self::text::{HalfPoints, parse_komi};
pub use crate::goban::{AnySize, Geometry, Nine, SIZES};

/// Go on the 9×9 board.
pub type Go9 = Go<Nine>;

/// Go on a board whose size is chosen at run time.
pub type GoAny = Go<AnySize>;

/// The player who moves first.
pub const BLACK: usize = 0;

/// The player who gets komi.
pub const WHITE: usize = 1;

/// Komi unless another is asked for: 7.5 points, in half points.
pub const DEFAULT_KOMI: i16 = 15;

/// A move: a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoMove(u16);

impl GoMove {
    /// The pass.
    pub const PASS: Self = GoMove(u16::MAX);

    /// Playing at `point`, counted row by row from A1.
    #[inline(always)]
    pub const fn at(point: usize) -> Self {
        GoMove(point as u16)
    }

    /// The point, unless it is a pass.
    #[inline(always)]
    pub const fn point(self) -> Option<usize> {
        if self.0 == u16::MAX { None } else { Some(self.0 as usize) }
    }
}

impl PackedMove for GoMove {
    #[inline(always)]
    fn pack(self) -> u32 {
        self.0.into()
    }
    #[inline(always)]
    fn unpack(bits: u32) -> Self {
        GoMove(bits as u16)
    }
}

/// No ko, or a pass.
const NO_POINT: u16 = u16::MAX;

/// A position of Go on a board of geometry `B`.
#[derive(Clone, Copy, Debug)]
pub struct Go<B: Geometry> {
    /// The stones of the player to move, and of the other one.
    own: B::Set,
    other: B::Set,
    /// In half points, so that it stays an integer.
    komi: i16,
    /// Where the player to move may not retake.
    ko: u16,
    to_move: u8,
    /// How many passes the last moves were; two end the game.
    passes: u8,
    /// Where the last move was: nothing the rules ask for, but knowledge answers it.
    last: u16,
    geometry: B,
    /// Follows from the stones, but the names it gives to chains depend on the order they came in.
    chains: B::Chains,
}

impl Go9 {
    /// The empty 9×9 board, black to move.
    pub fn new() -> Self {
        Self::on(Nine)
    }
}

impl Default for Go9 {
    fn default() -> Self {
        Self::new()
    }
}

impl GoAny {
    /// The empty board of `size` × `size` points, black to move.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        let geometry = AnySize::new(size).ok_or("the board's size must be 2 to 19")?;
        Ok(Self::on(geometry))
    }
}

/// Equal if the rules cannot tell them apart.
impl<B: Geometry> PartialEq for Go<B> {
    fn eq(&self, rhs: &Self) -> bool {
        let state = |p: &Self| (p.geometry, p.own, p.other, p.komi, p.ko, p.to_move, p.passes);
        state(self) == state(rhs)
    }
}

impl<B: Geometry> Eq for Go<B> {}

impl<B: Geometry> Go<B> {
    /// The player to move, or who would be if the game were not over.
    #[inline(always)]
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The empty board of this geometry, black to move.
    pub fn on(geometry: B) -> Self {
        Go {
            own: PointSet::EMPTY,
            other: PointSet::EMPTY,
            komi: DEFAULT_KOMI,
            ko: NO_POINT,
            to_move: BLACK as u8,
            passes: 0,
            last: NO_POINT,
            geometry,
            chains: Chains::new(geometry.points()),
        }
    }

    /// The same position under another komi, in half points (15 is 7.5 points).
    pub fn with_komi(mut self, half_points: i16) -> Self {
        self.komi = half_points;
        self
    }

    /// Komi in half points.
    pub const fn komi(&self) -> i16 {
        self.komi
    }

    /// Rows, and columns, of the board.
    pub fn size(&self) -> usize {
        self.geometry.size()
    }

    /// Whose stone stands at `point`, if any.
    pub fn stone(&self, point: usize) -> Option<usize> {
        if self.stones(BLACK).contains(point) {
            Some(BLACK)
        } else {
            self.stones(WHITE).contains(point).then_some(WHITE)
        }
    }

    /// All stones of `player`.
    #[inline(always)]
    pub fn stones(&self, player: usize) -> B::Set {
        if player == self.to_move as usize { self.own } else { self.other }
    }

    /// Where the player to move may not retake a ko.
    #[inline(always)]
    pub fn ko(&self) -> Option<usize> {
        (self.ko != NO_POINT).then_some(self.ko as usize)
    }

    /// How many passes the last moves were, 0 to 2.
    pub fn passes(&self) -> usize {
        self.passes as usize
    }

    /// This board with just these stones, no ko and no pass before; same komi. An error if a point
    /// is taken twice or a chain has no liberty.
    pub fn setup(
        &self,
        black: impl IntoIterator<Item = usize>,
        white: impl IntoIterator<Item = usize>,
        to_move: usize,
    ) -> Result<Self, &'static str> {
        let black = self.collect(black)?;
        let white = self.collect(white)?;
        if !(black & white).is_empty() {
            return Err("a point holds at most one stone");
        }
        let (own, other) = if to_move == BLACK { (black, white) } else { (white, black) };
        let mut position = Go {
            own,
            other,
            ko: NO_POINT,
            last: NO_POINT,
            to_move: to_move as u8,
            passes: 0,
            ..*self
        };
        if !position.all_chains_have_liberties() {
            return Err("every chain of stones must have a liberty (an empty point beside it)");
        }
        position.rebuild_chains();
        Ok(position)
    }

    /// The position in which `player` goes on, whoever's turn it was and even if two passes ended the
    /// game: then there is no ko and no pass before.
    pub fn continued_by(mut self, player: usize) -> Self {
        if player != self.to_move as usize {
            core::mem::swap(&mut self.own, &mut self.other);
            self.to_move ^= 1;
        } else if self.passes < 2 {
            return self;
        }
        (self.ko, self.passes) = (NO_POINT, 0);
        self
    }

    /// Whether the player to move may play at `point`, as far as the position tells.
    pub fn is_legal(&self, point: usize) -> bool {
        self.legal_points().contains(point)
    }

    /// How many points the board has.
    pub fn points(&self) -> usize {
        self.geometry.points()
    }

    /// The chain of the stone at `point`; empty if there is none.
    pub fn chain(&self, point: usize) -> B::Set {
        match self.stone(point) {
            Some(player) => self.connected(B::Set::single(point), self.stones(player)),
            None => B::Set::EMPTY,
        }
    }

    /// `points` and what is connected to them through `through`. (Not inlined: nothing that asks is in
    /// a hurry, and small machines have little room.)
    #[inline(never)]
    pub fn connected(&self, points: B::Set, through: B::Set) -> B::Set {
        self.geometry.reach(points, through)
    }

    /// The empty points beside `stones`.
    pub fn liberties(&self, stones: B::Set) -> B::Set {
        self.geometry.around(stones) & self.empty()
    }

    /// This position without some of its stones.
    pub fn without(&self, stones: B::Set) -> Self {
        let (own, other) = (self.own & !stones, self.other & !stones);
        let mut position = Go { own, other, ko: NO_POINT, ..*self };
        position.rebuild_chains();
        position
    }

    /// The points that count for `player`: the stones, and the empty points from which only stones of
    /// that player are reached.
    pub fn area(&self, player: usize) -> B::Set {
        let empty = self.empty();
        let reached = |player| self.connected(self.stones(player), empty);
        reached(player) & !reached(1 - player)
    }

    fn collect(&self, stones: impl IntoIterator<Item = usize>) -> Result<B::Set, &'static str> {
        let points = self.geometry.points();
        stones.into_iter().try_fold(B::Set::EMPTY, |all, point| {
            let on_board = point < points;
            on_board.then(|| all | B::Set::single(point)).ok_or("a stone must be on the board")
        })
    }

    /// Black's area less white's and komi, in half points: stones, and empty points from which only
    /// stones of one colour are reached. Positive is good for black.
    #[inline(always)]
    pub fn area_score(&self) -> i32 {
        let difference = self.own_area_minus_other();
        let black = if self.to_move as usize == BLACK { difference } else { -difference };
        2 * black - i32::from(self.komi)
    }

    #[inline(always)]
    fn outcome_by_area(&self) -> Outcome {
        match self.area_score() {
            0 => Outcome::draw(),
            1.. => Outcome::win(BLACK),
            _ => Outcome::win(WHITE),
        }
    }

    /// Mixes the stones, black's first, into one number.
    #[inline(always)]
    fn stones_key(&self) -> u64 {
        let words = (self.geometry.points() + 1).div_ceil(64);
        let mut key = self.geometry.points() as u64;
        for player in [BLACK, WHITE] {
            let stones = self.stones(player);
            for i in 0..words {
                key = mix(key ^ stones.word(i));
            }
        }
        key
    }
}

impl<B: Geometry> Hash for Go<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for player in [BLACK, WHITE] {
            for i in 0..B::Set::WORDS {
                state.write_u64(self.stones(player).word(i));
            }
        }
        (self.to_move, self.ko, self.passes, self.komi).hash(state);
    }
}

impl<B: Geometry> Game for Go<B> {
    type Move = GoMove;

    const UNIQUE_KEYS: bool = true;

    /// 1 unless komi is a whole number: only then can a game be drawn.
    #[inline(always)]
    fn denominator(&self) -> u32 {
        if self.komi % 2 == 0 { 2 } else { 1 }
    }

    #[inline(always)]
    fn keys(&self) -> usize {
        self.geometry.points() + 1
    }

    #[inline(always)]
    fn max_plies(&self) -> usize {
        3 * self.geometry.points()
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        match self.passes {
            2.. => Turn::Over(self.outcome_by_area()),
            _ => Turn::Player(self.to_move()),
        }
    }

    #[inline(always)]
    fn cutoff(&self) -> Outcome {
        self.outcome_by_area()
    }

    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = GoMove> {
        Points(self.legal_points()).map(GoMove::at).chain(core::iter::once(GoMove::PASS))
    }

    #[inline(always)]
    fn playout_moves(&self) -> impl Iterator<Item = GoMove> {
        let points = self.playout_points();
        let pass = points.is_empty().then_some(GoMove::PASS);
        Points(points).map(GoMove::at).chain(pass)
    }

    #[inline(always)]
    fn play(&mut self, mv: GoMove) {
        match mv.point() {
            Some(point) => {
                self.place(point);
                self.passes = 0;
            }
            None => {
                self.ko = NO_POINT;
                self.passes += 1;
            }
        }
        self.last = mv.0;
        core::mem::swap(&mut self.own, &mut self.other);
        self.to_move ^= 1;
    }

    #[inline(always)]
    fn key(&self, mv: GoMove) -> usize {
        mv.point().unwrap_or(self.geometry.points())
    }

    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> GoMove {
        match self.random_playout_point(rng) {
            Some(point) => GoMove::at(point),
            None => GoMove::PASS,
        }
    }

    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> GoMove {
        match self.best_playout_point(scores, rng) {
            Some(point) => GoMove::at(point),
            None => GoMove::PASS,
        }
    }

    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<GoMove> {
        let key = self.best_legal_key(scores, rng)?;
        Some(if key == self.geometry.points() { GoMove::PASS } else { GoMove::at(key) })
    }

    #[inline(always)]
    fn informed_playout_move(&self, rng: &mut Rng) -> Option<GoMove> {
        self.partly_informed_move(Parts::ALL, rng)
    }

    #[inline(always)]
    fn priors(&self, means: &mut [f32]) {
        self.partly_informed_priors(Parts::ALL, means);
    }

    fn hash64(&self) -> u64 {
        let state = u64::from(self.komi.cast_unsigned()) << 32
            | u64::from(self.ko) << 16
            | u64::from(self.to_move) << 8
            | u64::from(self.passes);
        mix(self.stones_key() ^ mix(state))
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.stones_key())
    }

    fn evaluate(&self, player: usize) -> i32 {
        if player == BLACK { self.area_score() } else { -self.area_score() }
    }

    fn player_name(&self, player: usize) -> &'static str {
        if player == BLACK { "Black" } else { "White" }
    }

    fn write_move(&self, mv: GoMove, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        self.write_move_text(mv, out)
    }

    fn parse_move(&self, text: &str) -> Option<GoMove> {
        self.parse_move_text(text)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.why_illegal_text(text)
    }

    fn write_position(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        self.write_position_text(out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        self.parse_position_text(text)
    }

    fn draw(&self, out: &mut dyn core::fmt::Write) -> core::fmt::Result {
        self.draw_board(out)
    }
}

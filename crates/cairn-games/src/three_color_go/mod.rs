//! Three Color Go: black, white and red in turn on one board, everyone against everyone.
//!
//! A move puts a stone on an empty point and then takes every chain of *both* other colours that has
//! no liberty left; suicide (no liberty even then) is not allowed. Anybody may pass; three passes in
//! a row end the game. The score is area: one's stones, and the empty points from which only one's
//! own stones are reached. There is no komi. The highest score wins and those who share it share the
//! reward: 6 for one winner, 3 for each of two, 2 for each of three.
//!
//! Ko: a lone stone that has just taken a lone stone may not be retaken at once by the owner of that
//! stone, if it is that owner's turn. (The third player may take it: that does not repeat anything.
//! And if the third player moves in between, the board is another one.) Whole games also know
//! positional superko, through [`Game::repetition_key`]. A line of play that goes on for four times
//! as many plies as there are points is worth its area score.
//!
//! Playouts do not fill their own eyes and pass only when nothing else is left. A move's key is its
//! point, with one more for pass: whose stone it is need not be in it, because tables belong to one
//! player each.
//!
//! A position is written on one line: rows from the top as in [Go](crate::go) with `X` for black, `O`
//! for white and `#` for red, the side to move (`b`, `w` or `r`), the ko point or `-`, and the passes
//! just made: `9/9/9/3XO4/4#4/9/9/9/9 b - 0`.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::three_color_go::ThreeColorGo;
//!
//! let mut position = ThreeColorGo::new(9).unwrap();
//! for text in ["A1", "B1", "A2"] {
//!     position.play(position.parse_move(text).unwrap());
//! }
//! assert_eq!(position.stone(0), None, "white and red have taken it together");
//! ```

mod text;

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::game::{Game, Outcome, Turn};

use crate::go::GoMove;
use crate::goban::{Chains, Geometry, PointSet, Points, SmallSize, mix};

const PLAYERS: usize = 3;

/// No ko.
const NO_POINT: u16 = u16::MAX;

/// A position of Three Color Go on a board of geometry `B`.
#[derive(Clone, Copy, Debug)]
pub struct ThreeColorGo<B: Geometry> {
    /// The stones of each player.
    stones: [B::Set; PLAYERS],
    /// Where the player to move may not retake.
    ko: u16,
    to_move: u8,
    /// How many passes the last moves were; three end the game.
    passes: u8,
    geometry: B,
    /// Follows from the stones, but for the names it gives to chains.
    chains: B::ThreeColours,
}

impl ThreeColorGo<SmallSize> {
    /// The empty board of `size` × `size` points, 2 to 11, black to move.
    pub fn new(size: usize) -> Result<Self, &'static str> {
        SmallSize::new(size).map(Self::on).ok_or("the board's size must be 2 to 11")
    }
}

/// Equal if the rules cannot tell them apart.
impl<B: Geometry> PartialEq for ThreeColorGo<B> {
    fn eq(&self, rhs: &Self) -> bool {
        let state = |p: &Self| (p.geometry, p.stones, p.ko, p.to_move, p.passes);
        state(self) == state(rhs)
    }
}

impl<B: Geometry> Eq for ThreeColorGo<B> {}

impl<B: Geometry> Hash for ThreeColorGo<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for stones in self.stones {
            for i in 0..B::Set::WORDS {
                state.write_u64(stones.word(i));
            }
        }
        (self.to_move, self.ko, self.passes).hash(state);
    }
}

impl<B: Geometry> ThreeColorGo<B> {
    /// The player to move, or who would be if the game were not over.
    #[inline(always)]
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    /// The empty board of this geometry, black to move.
    pub fn on(geometry: B) -> Self {
        ThreeColorGo {
            stones: [PointSet::EMPTY; PLAYERS],
            ko: NO_POINT,
            to_move: 0,
            passes: 0,
            geometry,
            chains: Chains::new(geometry.points()),
        }
    }

    /// Whose stone stands at `point`, if any.
    pub fn stone(&self, point: usize) -> Option<usize> {
        (0..PLAYERS).find(|&player| self.stones[player].contains(point))
    }

    /// How many passes the last moves were, 0 to 3.
    pub fn passes(&self) -> usize {
        self.passes.into()
    }

    /// Each player's points.
    #[inline(always)]
    pub fn area_scores(&self) -> [u32; PLAYERS] {
        let empty = self.empty();
        let [black, white, red] = self.stones;
        let black = self.geometry.reach(black, empty);
        let white = self.geometry.reach(white, empty);
        let red = self.geometry.reach(red, empty);
        [
            (black & !(white | red)).count(),
            (white & !(black | red)).count(),
            (red & !(black | white)).count(),
        ]
    }

    #[inline(always)]
    fn outcome_by_area(&self) -> Outcome {
        let scores = self.area_scores();
        let best = scores[0].max(scores[1]).max(scores[2]);
        let mut winners = 0;
        for score in scores {
            winners += u8::from(score == best);
        }
        let mut rewards = [0; PLAYERS];
        for player in 0..PLAYERS {
            if scores[player] == best {
                rewards[player] = 6 / winners;
            }
        }
        Outcome::new(&rewards)
    }

    #[inline(always)]
    fn taken(&self) -> B::Set {
        self.stones[0] | self.stones[1] | self.stones[2]
    }

    #[inline(always)]
    fn empty(&self) -> B::Set {
        self.geometry.board() & !self.taken()
    }

    #[inline(always)]
    fn own(&self) -> B::Set {
        self.stones[self.to_move as usize % PLAYERS]
    }

    /// The player after the one to move.
    #[inline(always)]
    fn next_player(&self) -> u8 {
        if self.to_move == 2 { 0 } else { self.to_move + 1 }
    }

    #[inline(always)]
    fn but_ko(&self, set: B::Set) -> B::Set {
        if self.ko == NO_POINT { set } else { set & !self.geometry.single(self.ko as usize) }
    }

    /// Puts a stone of the player to move at `point` and takes what it captures.
    #[inline(always)]
    fn place(&mut self, point: usize) {
        let player = self.to_move as usize % PLAYERS;
        self.stones[player] = self.stones[player] | self.geometry.single(point);
        self.ko = NO_POINT;
        let near = self.geometry.four_neighbours(point);
        if self.chains.add(point, near, self.to_move) {
            self.capture(point);
        }
    }

    /// Takes the hostile chains beside `point` that have no liberty.
    #[inline(always)]
    fn capture(&mut self, point: usize) {
        let near = self.geometry.neighbours(point);
        let mut captured = B::Set::EMPTY;
        let mut threatened = near & self.taken() & !self.own();
        while !threatened.is_empty() {
            let stone = threatened.lowest();
            if self.chains.is_dead(threatened.first()) {
                for colour in self.stones {
                    if !(colour & stone).is_empty() {
                        captured = captured | self.geometry.reach(stone, colour);
                    }
                }
            }
            threatened = threatened & !(captured | stone);
        }
        let owner_is_next =
            !(self.stones[self.next_player() as usize % PLAYERS] & captured).is_empty();
        for colour in &mut self.stones {
            *colour = *colour & !captured;
        }
        let mut stones = captured;
        while !stones.is_empty() {
            let stone = stones.first();
            self.chains.remove(stone, self.geometry.four_neighbours(stone));
            stones = stones & !stones.lowest();
        }
        // Every neighbour of the stone is hostile but the one point it emptied.
        let hostile = self.taken() & !self.own();
        if owner_is_next && captured == captured.lowest() && near & !hostile == captured {
            self.ko = captured.first() as u16;
        }
    }

    #[inline(always)]
    fn closed_point_is_legal(&self, point: usize) -> bool {
        self.chains.may_add(self.geometry.four_neighbours(point), self.to_move)
    }

    /// Of `candidates` (empty, no ko), those that are legal; `open` have an empty neighbour.
    #[inline(always)]
    fn keep_legal(&self, candidates: B::Set, open: B::Set) -> B::Set {
        let mut legal = candidates & open;
        let mut closed = candidates & !open;
        while !closed.is_empty() {
            if self.closed_point_is_legal(closed.first()) {
                legal = legal | closed.lowest();
            }
            closed = closed & !closed.lowest();
        }
        legal
    }

    #[inline(always)]
    fn playout_candidates(&self, empty: B::Set) -> B::Set {
        let own = self.own();
        self.but_ko(empty & !self.geometry.eyes(empty, own, self.taken() & !own))
    }

    #[inline(always)]
    fn best_key(&self, keys: B::Set, open: B::Set, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let legal = self.geometry.highest(keys, scores, |keys| self.keep_legal(keys, open))?;
        match legal.count() {
            1 => Some(legal.first()),
            count => Some(legal.select(rng.below(count))),
        }
    }

    #[inline(always)]
    fn stones_key(&self) -> u64 {
        let mut key = self.geometry.points() as u64;
        for stones in self.stones {
            for i in 0..(self.geometry.points() + 1).div_ceil(64) {
                key = mix(key ^ stones.word(i));
            }
        }
        key
    }
}

impl<B: Geometry> Game for ThreeColorGo<B> {
    type Move = GoMove;

    const UNIQUE_KEYS: bool = true;

    #[inline(always)]
    fn players(&self) -> usize {
        PLAYERS
    }

    #[inline(always)]
    fn denominator(&self) -> u32 {
        6
    }

    #[inline(always)]
    fn keys(&self) -> usize {
        self.geometry.points() + 1
    }

    #[inline(always)]
    fn max_plies(&self) -> usize {
        4 * self.geometry.points()
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        match self.passes as usize >= PLAYERS {
            true => Turn::Over(self.outcome_by_area()),
            false => Turn::Player(self.to_move()),
        }
    }

    #[inline(always)]
    fn cutoff(&self) -> Outcome {
        self.outcome_by_area()
    }

    #[inline(always)]
    fn legal_moves(&self) -> impl Iterator<Item = GoMove> {
        let empty = self.empty();
        let points = self.keep_legal(self.but_ko(empty), self.geometry.around(empty));
        Points(points).map(GoMove::at).chain(core::iter::once(GoMove::PASS))
    }

    #[inline(always)]
    fn playout_moves(&self) -> impl Iterator<Item = GoMove> {
        let empty = self.empty();
        let candidates = self.playout_candidates(empty);
        let points = self.keep_legal(candidates, self.geometry.around(empty));
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
        self.to_move = self.next_player();
    }

    #[inline(always)]
    fn key(&self, mv: GoMove) -> usize {
        mv.point().unwrap_or(self.geometry.points())
    }

    /// As in Go: draws from a slightly larger set and leaves out what turns out to be illegal.
    #[inline(always)]
    fn random_playout_move(&self, rng: &mut Rng) -> GoMove {
        let empty = self.empty();
        let mut candidates = self.playout_candidates(empty);
        let mut count = candidates.count();
        while count > 0 {
            let point = candidates.select(rng.below(count));
            let open = !(self.geometry.neighbours(point) & empty).is_empty();
            if open || self.closed_point_is_legal(point) {
                return GoMove::at(point);
            }
            candidates = candidates & !self.geometry.single(point);
            count -= 1;
        }
        GoMove::PASS
    }

    #[inline(always)]
    fn best_playout_move(&self, scores: &[f32], rng: &mut Rng) -> GoMove {
        let empty = self.empty();
        let open = self.geometry.around(empty);
        match self.best_key(self.playout_candidates(empty), open, scores, rng) {
            Some(point) => GoMove::at(point),
            None => GoMove::PASS,
        }
    }

    #[inline(always)]
    fn best_legal_move(&self, scores: &[f32], rng: &mut Rng) -> Option<GoMove> {
        let empty = self.empty();
        let pass = B::Set::single(self.geometry.points());
        let open = self.geometry.around(empty) | pass;
        let key = self.best_key(self.but_ko(empty) | pass, open, scores, rng)?;
        Some(if key == self.geometry.points() { GoMove::PASS } else { GoMove::at(key) })
    }

    fn hash64(&self) -> u64 {
        let state =
            u64::from(self.ko) << 16 | u64::from(self.to_move) << 8 | u64::from(self.passes);
        mix(self.stones_key() ^ mix(state))
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.stones_key())
    }

    /// The player's area less the better of the others'.
    fn evaluate(&self, player: usize) -> i32 {
        let scores = self.area_scores().map(|score| score as i32);
        scores[player] - scores[(player + 1) % PLAYERS].max(scores[(player + 2) % PLAYERS])
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White", "Red"][player]
    }

    fn write_move(&self, mv: GoMove, out: &mut dyn Write) -> fmt::Result {
        self.write_move_text(mv, out)
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.why_illegal_text(text)
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_position_text(out)
    }

    fn parse_position(&self, line: &str) -> Result<Self, &'static str> {
        self.parse_position_text(line)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        crate::goban::text::draw(self.geometry.size(), |point| self.symbol(point), out)
    }
}

//! What is known about good moves: for playouts and as priors.
//!
//! Playouts answer the last move as MoGo's do: save a chain it put in atari, also by taking what puts
//! it there, or play a pattern beside it. If there is no answer, they play anywhere, but seldom into
//! atari. Each part is here because it won a match against the same without it (results/go).

use cairn_core::Rng;

use super::patterns::Window;
use super::{Go, GoMove, NO_POINT};
use crate::goban::{Geometry, PointSet, Points, select_bit};

/// How often a playout draws a blunder before it has to play one.
const DRAWS: u32 = 4;

/// The priors: a move that leaves one liberty, a pattern beside the last move, taking or saving a
/// chain in atari.
const SELF_ATARI: f32 = 0.2;
const PATTERN: f32 = 0.7;
const URGENT: f32 = 0.85;

/// Parts of what is known, so that each can be left out to see what it is worth (cairn-lab's
/// example `knowledge`). Everybody else has [`Parts::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts(u8);

impl Parts {
    /// Everything.
    pub const ALL: Parts = Parts(0x3f);

    /// Each part's name: three of playouts, then three of priors.
    pub const NAMES: [&str; 6] =
        ["rescue", "pattern", "no-self-atari", "prior-pattern", "prior-self-atari", "prior-urgent"];

    const RESCUE: Parts = Parts(1);
    const PATTERN: Parts = Parts(1 << 1);
    const SENSIBLE: Parts = Parts(1 << 2);
    const PRIOR_PATTERN: Parts = Parts(1 << 3);
    const PRIOR_SELF_ATARI: Parts = Parts(1 << 4);
    const PRIOR_URGENT: Parts = Parts(1 << 5);

    /// All but the parts of these names, which commas separate.
    pub fn without(names: &str) -> Option<Parts> {
        names.split(',').try_fold(Parts::ALL, |parts, name| {
            let index = Parts::NAMES.iter().position(|part| *part == name)?;
            Some(Parts(parts.0 & !(1 << index)))
        })
    }

    #[inline(always)]
    fn has(self, part: Parts) -> bool {
        self.0 & part.0 != 0
    }
}

impl<B: Geometry> Go<B> {
    /// [`Game::informed_playout_move`](cairn_core::Game::informed_playout_move) with only some of
    /// what is known.
    #[inline(always)]
    pub fn partly_informed_move(&self, parts: Parts, rng: &mut Rng) -> Option<GoMove> {
        self.informed_playout_point(parts, rng).map(GoMove::at)
    }

    /// The point of the last move, if it was no pass.
    #[inline(always)]
    fn last_point(&self) -> Option<usize> {
        (self.last != NO_POINT).then_some(self.last as usize)
    }

    /// A playout point that makes sense: an answer to the last move if it asks for one, otherwise
    /// any that is no blunder, as far as one is found soon.
    #[inline(always)]
    fn informed_playout_point(&self, parts: Parts, rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let candidates = self.playout_candidates(empty);
        if let Some(last) = self.last_point() {
            if parts.has(Parts::RESCUE) {
                let rescues = self.rescues(self.geometry.neighbours(last), empty) & candidates;
                match rescues.count() {
                    0 => {}
                    1 => return Some(rescues.first()),
                    count => return Some(rescues.select(rng.below(count))),
                }
            }
            if parts.has(Parts::PATTERN)
                && let Some(point) = self.draw_pattern(last, candidates, empty, rng)
            {
                return Some(point);
            }
        }
        if parts.has(Parts::SENSIBLE) { self.draw_sensible(candidates, empty, rng) } else { None }
    }

    /// One of the `candidates` that are legal and no [blunder](Go::is_blunder), each with the same
    /// probability; `None` if it has drawn nothing but blunders a few times.
    #[inline(always)]
    fn draw_sensible(&self, candidates: B::Set, empty: B::Set, rng: &mut Rng) -> Option<usize> {
        let mut candidates = candidates;
        let mut count = candidates.count();
        for _ in 0..DRAWS.min(count) {
            let point = candidates.select(rng.below(count));
            if !self.is_blunder(point, empty) {
                return Some(point);
            }
            candidates = candidates & !self.geometry.single(point);
            count -= 1;
        }
        None
    }

    /// One of the `candidates` beside `last` that are patterns and no self-atari, each with the same
    /// probability: like [`Go::random_playout_point`], it looks closer only at what it has drawn.
    #[inline(always)]
    fn draw_pattern(
        &self,
        last: usize,
        candidates: B::Set,
        empty: B::Set,
        rng: &mut Rng,
    ) -> Option<usize> {
        let mut patterns = self.patterns_beside(last, candidates);
        while patterns != 0 {
            let rank = match patterns.count_ones() {
                1 => 0,
                count => rng.below(count),
            };
            let at = select_bit(patterns.into(), rank);
            let point = self.in_window(last, at);
            if !self.is_self_atari(point, empty) {
                return Some(point);
            }
            patterns &= !(1 << at);
        }
        None
    }

    /// The points of `candidates` (empty ones) beside `point`, diagonally or straight, that are the
    /// middle of a pattern, in the [window](Geometry::window) around it.
    #[inline(always)]
    fn patterns_beside(&self, point: usize, candidates: B::Set) -> u32 {
        let [own, other, empty] =
            [self.own, self.other, candidates].map(|set| self.geometry.window(set, point));
        Window::new(own, other, empty, self.geometry.off_window(point)).patterns()
    }

    /// The point that is bit `at` of the window around `middle`.
    #[inline(always)]
    fn in_window(&self, middle: usize, at: u32) -> usize {
        let size = self.geometry.size();
        middle + size * (at as usize / 5) + at as usize % 5 - 2 * size - 2
    }

    /// What to think of each move at first sight: [`Game::priors`](cairn_core::Game::priors) with
    /// only some of what is known.
    #[inline(always)]
    pub fn partly_informed_priors(&self, parts: Parts, means: &mut [f32]) {
        let empty = self.empty();
        let mut write = |part: Parts, point: usize, mean: f32| {
            if parts.has(part) {
                means[point] = mean;
            }
        };
        if let Some(last) = self.last_point() {
            let mut patterns = self.patterns_beside(last, empty);
            while patterns != 0 {
                let point = self.in_window(last, patterns.trailing_zeros());
                write(Parts::PRIOR_PATTERN, point, PATTERN);
                patterns &= patterns - 1;
            }
        }
        let tight = empty & !self.geometry.around_twice(empty);
        for point in Points(tight) {
            if self.is_self_atari(point, empty) {
                write(Parts::PRIOR_SELF_ATARI, point, SELF_ATARI);
            }
        }
        for point in Points(self.captures(self.other, empty) | self.rescues(self.own, empty)) {
            write(Parts::PRIOR_URGENT, point, URGENT);
        }
    }
}

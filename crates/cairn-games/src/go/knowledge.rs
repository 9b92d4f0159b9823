//! Knowledge about good moves, for playouts and as priors.
//!
//! Playouts answer the last move as MoGo's do: they save a chain that it put in atari, perhaps by
//! taking the chain that threatens it, or play a pattern beside it. If there is no answer, they play
//! anywhere, but seldom into atari. Each part is here because it won a match against the same player
//! without it (results/go).

use cairn_core::Rng;

use super::patterns::Window;
use super::{Go, GoMove};
use crate::bits::{PointSet, Points, select_bit};
use crate::goban::{Draws, Geometry, NO_POINT};

/// How many blunders in a row a playout may draw before it plays one.
const DRAWS: usize = 4;

/// The priors: a move that leaves one liberty, a pattern beside the last move and elsewhere, taking or
/// saving a chain in atari.
const SELF_ATARI: f32 = 0.1;
const PATTERN: f32 = 0.87;
const ELSEWHERE: f32 = 0.72;
const URGENT: f32 = 0.95;

/// Parts of the knowledge, so that each can be left out to measure what it is worth (cairn-arena's
/// example `knowledge`). Everything else uses [`Parts::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parts(u8);

impl Parts {
    /// Everything.
    pub const ALL: Parts = Parts(0x7f);

    /// Each part's name: three of playouts, then four of priors.
    pub const NAMES: [&str; 7] = [
        "rescue",
        "pattern",
        "no-self-atari",
        "prior-pattern",
        "prior-self-atari",
        "prior-urgent",
        "prior-elsewhere",
    ];

    const RESCUE: Parts = Parts(1);
    const PATTERN: Parts = Parts(1 << 1);
    const SENSIBLE: Parts = Parts(1 << 2);
    const PRIOR_PATTERN: Parts = Parts(1 << 3);
    const PRIOR_SELF_ATARI: Parts = Parts(1 << 4);
    const PRIOR_URGENT: Parts = Parts(1 << 5);
    const PRIOR_ELSEWHERE: Parts = Parts(1 << 6);

    /// All parts except those with these names, separated by commas.
    pub fn without(names: &str) -> Option<Parts> {
        names.split(',').try_fold(Parts::ALL, |parts, name| {
            let index = Parts::NAMES.iter().position(|part| *part == name)?;
            Some(Parts(parts.0 & !(1 << index)))
        })
    }

    #[hot]
    fn has(self, part: Parts) -> bool {
        self.0 & part.0 != 0
    }
}

impl<B: Geometry> Go<B> {
    /// [`Game::informed_playout_move`](cairn_core::Game::informed_playout_move) with only some of
    /// the knowledge.
    #[hot]
    pub fn partly_informed_move(&self, parts: Parts, rng: &mut Rng) -> Option<GoMove> {
        self.informed_playout_point(parts, rng).map(GoMove::at)
    }

    /// The point of the last move, unless it was a pass.
    #[hot]
    fn last_point(&self) -> Option<usize> {
        (self.extra.last != NO_POINT).then_some(self.extra.last as usize)
    }

    /// A playout point that makes sense: an answer to the last move if it needs one, otherwise any
    /// that is not a blunder, if one is found in [`DRAWS`] draws.
    #[hot]
    fn informed_playout_point(&self, parts: Parts, rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let candidates = self.playout_candidates(empty);
        let answer = self.answer(parts, candidates, empty, rng);
        if answer.is_some() || !parts.has(Parts::SENSIBLE) {
            return answer;
        }
        let mut draws = Draws::new(self.geometry, candidates);
        for _ in 0..DRAWS {
            let point = draws.draw(rng)?;
            if !self.is_blunder(point, empty) {
                return Some(point);
            }
            draws.remove(point);
        }
        None
    }

    /// A move for counting at the end of a game: it saves chains as playouts do, and passes rather than
    /// blunder, so that stones in seki stay. A stone that takes an eye from others is not a blunder.
    #[inline(never)]
    pub fn counting_move(&self, rng: &mut Rng) -> GoMove {
        let empty = self.empty();
        let candidates = self.playout_candidates(empty);
        if let Some(point) = self.answer(Parts::RESCUE, candidates, empty, rng) {
            return GoMove::at(point);
        }
        let mut draws = Draws::new(self.geometry, candidates);
        while let Some(point) = draws.draw(rng) {
            let lone = (self.geometry.neighbours(point) & self.own()).is_empty();
            if self.is_legal(point)
                && (lone || !self.is_self_atari_at(point) || self.is_sacrifice(point, empty))
            {
                return GoMove::at(point);
            }
            draws.remove(point);
        }
        GoMove::PASS
    }

    /// An answer to the last move, if it needs one.
    #[hot]
    fn answer(
        &self,
        parts: Parts,
        candidates: B::Set,
        empty: B::Set,
        rng: &mut Rng,
    ) -> Option<usize> {
        let last = self.last_point()?;
        if parts.has(Parts::RESCUE) {
            let rescues = self.rescues(self.geometry.neighbours(last), empty) & candidates;
            match rescues.count() {
                0 => {}
                1 => return Some(rescues.first()),
                count => return Some(rescues.select(rng.below(count))),
            }
        }
        if parts.has(Parts::PATTERN) {
            return self.draw_pattern(last, candidates, empty, rng);
        }
        None
    }

    /// One of the `candidates` beside `last` that are patterns and not self-atari, each with the same
    /// probability. Like [`Go::random_playout_point`], it checks only the points it has drawn.
    #[hot]
    fn draw_pattern(
        &self,
        last: usize,
        candidates: B::Set,
        empty: B::Set,
        rng: &mut Rng,
    ) -> Option<usize> {
        let mut patterns = self.window(last, candidates).patterns();
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

    /// The stones around a point; only those of `candidates` count as empty.
    #[hot]
    fn window(&self, point: usize, candidates: B::Set) -> Window {
        let [own, other, empty] =
            [self.own(), self.hostile(), candidates].map(|set| self.geometry.window(set, point));
        Window::new(own, other, empty, self.geometry.off_window(point))
    }

    /// Whether a point is beside that of the last move, straight or diagonally.
    #[hot]
    fn is_beside_last(&self, point: usize) -> bool {
        let size = self.geometry.size();
        self.last_point().is_some_and(|last| {
            (point / size).abs_diff(last / size) <= 1 && (point % size).abs_diff(last % size) <= 1
        })
    }

    /// The point that is bit `at` of the window around `middle`.
    #[hot]
    fn in_window(&self, middle: usize, at: u32) -> usize {
        let size = self.geometry.size();
        middle + size * (at as usize / 5) + at as usize % 5 - 2 * size - 2
    }

    /// [`Game::priors`](cairn_core::Game::priors) with only some of the knowledge.
    #[hot]
    pub fn partly_informed_priors(&self, parts: Parts, means: &mut [f32]) {
        let empty = self.empty();
        let mut write = |part: Parts, point: usize, mean: f32| {
            if parts.has(part) {
                means[point] = mean;
            }
        };
        // Every pattern has stones of both players.
        let touched =
            self.geometry.around_eight(self.own()) & self.geometry.around_eight(self.hostile());
        for point in Points(empty & touched) {
            if self.window(point, empty).is_pattern(Window::MIDDLE) {
                match self.is_beside_last(point) {
                    true => write(Parts::PRIOR_PATTERN, point, PATTERN),
                    false => write(Parts::PRIOR_ELSEWHERE, point, ELSEWHERE),
                }
            }
        }
        let (open, wide) = (self.geometry.around(empty), self.geometry.around_twice(empty));
        // A chain in atari has a stone beside its liberty, and none beside two.
        let short = open & !wide;
        let captures = self.captures(short, empty);
        for point in Points(self.doubtful(empty, open, wide)) {
            let bad = match captures.contains(point) {
                true => self.is_self_atari_at(point),
                false => self.leaves_one_liberty(point, self.geometry.neighbours(point), empty),
            };
            if bad {
                write(Parts::PRIOR_SELF_ATARI, point, SELF_ATARI);
            }
        }
        for point in Points(captures | self.rescues(short, empty)) {
            write(Parts::PRIOR_URGENT, point, URGENT);
        }
    }
}

//! The choices a search makes in its inner loop: a random playout move, the best-scored move.

use cairn_core::Rng;

use super::Go;
use super::geometry::Geometry;
use super::points::PointSet;

/// Scores are looked at this many at a time, whatever the vector registers hold.
const LANES: usize = 8;

impl<B: Geometry> Go<B> {
    /// A playout point, each with the same probability; `None` if there is none.
    ///
    /// Draws from a slightly larger set, which is cheap to know, and leaves out each point that
    /// turns out to be illegal. The first legal one drawn like that is any of them alike, since
    /// nothing in the draw tells one legal point from another.
    #[inline(always)]
    pub(super) fn random_playout_point(&self, rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let open = self.geometry.around(empty);
        let mut candidates = self.playout_candidates(empty);
        while !candidates.is_empty() {
            let point = candidates.select(rng.below(candidates.count()));
            let single = self.geometry.single(point);
            if !(open & single).is_empty() || self.closed_point_is_legal(point) {
                return Some(point);
            }
            candidates = candidates & !single;
        }
        None
    }

    /// The playout point with the highest score; `None` if there is no playout point.
    #[inline(always)]
    pub(super) fn best_playout_point(&self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let open = self.geometry.around(empty);
        self.best_key(self.playout_candidates(empty), open, scores, rng)
    }

    /// The key of the legal move with the highest score, pass among them; `None` if all are −∞.
    #[inline(always)]
    pub(super) fn best_legal_key(&self, scores: &[f32], rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let pass = B::Set::single(self.geometry.points());
        let candidates = empty & !self.ko_set() | pass;
        self.best_key(candidates, self.geometry.around(empty) | pass, scores, rng)
    }

    /// The best-scored key of `candidates` that is legal: those in `open` are. Legality is only
    /// looked into for the keys that share the highest score.
    #[inline(always)]
    fn best_key(
        &self,
        mut candidates: B::Set,
        open: B::Set,
        scores: &[f32],
        rng: &mut Rng,
    ) -> Option<usize> {
        loop {
            let best = highest(candidates, scores);
            if best == f32::NEG_INFINITY {
                return None;
            }
            let equals = candidates & scored(best, scores);
            let legal = self.keep_legal(equals, open);
            match legal.count() {
                0 => candidates = candidates & !equals,
                1 => return Some(legal.first()),
                count => return Some(legal.select(rng.below(count))),
            }
        }
    }
}

/// The highest score of a key in `keys`, −∞ if there is none.
#[inline(always)]
fn highest<S: PointSet>(keys: S, scores: &[f32]) -> f32 {
    let mut best = [f32::NEG_INFINITY; LANES];
    for (i, block) in scores.as_chunks::<LANES>().0.iter().enumerate() {
        let bits = (keys.word(i / 8) >> (8 * (i % 8))) as u8;
        for lane in 0..LANES {
            let score = if bits & 1 << lane != 0 { block[lane] } else { f32::NEG_INFINITY };
            best[lane] = if score > best[lane] { score } else { best[lane] };
        }
    }
    best.into_iter().fold(f32::NEG_INFINITY, |a, b| if b > a { b } else { a })
}

/// The keys whose score is `score`.
#[inline(always)]
fn scored<S: PointSet>(score: f32, scores: &[f32]) -> S {
    let blocks = scores.as_chunks::<LANES>().0;
    S::from_words(|word| {
        let mut bits = 0;
        for (i, block) in blocks.iter().skip(8 * word).take(8).enumerate() {
            let mut equal = 0u8;
            for lane in 0..LANES {
                equal |= u8::from(block[lane] == score) << lane;
            }
            bits |= u64::from(equal) << (8 * i);
        }
        bits
    })
}

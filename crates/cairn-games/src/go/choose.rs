//! The choices a search makes in its inner loop: a random playout move, the best-scored move.

use cairn_core::Rng;

use super::Go;
use super::geometry::Geometry;
use super::points::{PointSet, Points};

impl<B: Geometry> Go<B> {
    /// A playout point, each with the same probability; `None` if there is none.
    ///
    /// Draws from a slightly larger set, which is cheap to know, and leaves out each point that
    /// turns out to be illegal. The first legal one drawn like that is any of them alike, since
    /// nothing in the draw tells one legal point from another.
    #[inline(always)]
    pub(super) fn random_playout_point(&self, rng: &mut Rng) -> Option<usize> {
        let empty = self.empty();
        let mut candidates = self.playout_candidates(empty);
        let mut count = candidates.count();
        while count > 0 {
            let point = candidates.select(rng.below(count));
            let open = !(self.geometry.neighbours(point) & empty).is_empty();
            if open || self.closed_point_is_legal(point) {
                return Some(point);
            }
            candidates = candidates & !self.geometry.single(point);
            count -= 1;
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
        let candidates = self.but_ko(empty) | pass;
        self.best_key(candidates, self.geometry.around(empty) | pass, scores, rng)
    }

    /// The best-scored key of `candidates` that is legal: those in `open` are. Legality is only
    /// looked into for the keys that share the highest score.
    #[inline(always)]
    fn best_key(
        &self,
        candidates: B::Set,
        open: B::Set,
        scores: &[f32],
        rng: &mut Rng,
    ) -> Option<usize> {
        debug_assert!(scores.len() > self.geometry.points() && scores.len().is_multiple_of(8));
        let legal =
            self.geometry.highest(candidates, scores, |keys| self.keep_legal(keys, open))?;
        match legal.count() {
            1 => Some(legal.first()),
            count => Some(legal.select(rng.below(count))),
        }
    }
}

/// What [`Geometry::highest`] asks for, on a board with at most `N` keys.
///
/// Written as loops over arrays, without branches inside, because compilers turn those into vector
/// instructions whatever the processor has.
#[inline(always)]
pub(crate) fn highest<S: PointSet, const N: usize>(
    keys: S,
    scores: &[f32],
    keep: impl Fn(S) -> S,
) -> Option<S> {
    let count = scores.len().min(N);
    let mut ordered = [LOWEST; N];
    let blocks = ordered[..count].as_chunks_mut::<8>().0;
    for (i, (values, scores)) in blocks.iter_mut().zip(scores.as_chunks::<8>().0).enumerate() {
        let byte = (keys.word(i / 8) >> (8 * (i % 8))) as i32;
        for lane in 0..8 {
            let value = in_order(scores[lane]);
            values[lane] = if byte & 1 << lane != 0 { value } else { LOWEST };
        }
    }
    loop {
        let mut best = LOWEST;
        for &value in &ordered[..count] {
            best = best.max(value);
        }
        if best == LOWEST {
            return None;
        }
        let equals = equal_to::<S, N>(best, &ordered, count);
        let kept = keep(equals);
        if !kept.is_empty() {
            return Some(kept);
        }
        for key in Points(equals) {
            ordered[key] = LOWEST;
        }
    }
}

/// The keys below `count` whose value is `best`.
#[inline(always)]
fn equal_to<S: PointSet, const N: usize>(best: i32, values: &[i32; N], count: usize) -> S {
    let mut equal = [0u8; N];
    for (equal, &value) in equal[..count].iter_mut().zip(values) {
        *equal = u8::from(value == best);
    }
    let blocks = equal.as_chunks::<8>().0;
    S::from_words(|word| {
        let mut bits = 0;
        for (i, &block) in blocks.iter().skip(8 * word).take(8).enumerate() {
            // The product gathers the lowest bits of all bytes in its highest byte.
            let byte = u64::from_le_bytes(block).wrapping_mul(GATHER) >> 56;
            bits |= byte << (8 * i);
        }
        bits
    })
}

const GATHER: u64 = 0x0102_0408_1020_4080;

/// What −∞ is [`in_order`]: a score that excludes.
const LOWEST: i32 = f32::NEG_INFINITY.to_bits() as i32 ^ i32::MAX;

/// An integer that compares with others as the scores do; both zeros give 0.
#[inline(always)]
fn in_order(score: f32) -> i32 {
    let bits = (score + 0.0).to_bits() as i32;
    bits ^ ((bits >> 31) & i32::MAX)
}

//! Finding the best-scored keys of a set.

use super::sets::{PointSet, Points};

/// Of the points in `keys` that share the highest score, those that `keep` keeps; if it keeps none,
/// of those with the next lower score, and so on. `None` if only scores of −∞ are left. `scores` has
/// an entry for each key, then anything up to a multiple of 8.
///
/// Written as loops over arrays, without branches inside, because compilers turn those into vector
/// instructions whatever the processor has.
#[hot]
pub(crate) fn highest<S: PointSet>(keys: S, scores: &[f32], keep: impl Fn(S) -> S) -> Option<S> {
    let mut ordered = S::fill(LOWEST);
    let ordered = ordered.as_mut().as_flattened_mut();
    let count = scores.len().min(ordered.len());
    for (value, &score) in ordered[..count].iter_mut().zip(scores) {
        *value = in_order(score);
    }
    for (i, values) in ordered[..count].chunks_mut(32).enumerate() {
        let bits = (keys.word(i / 2) >> (32 * (i % 2))) as u32;
        for (lane, value) in values.iter_mut().enumerate() {
            *value = if bits >> lane & 1 != 0 { *value } else { LOWEST };
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
        let equals = equal_to::<S>(best, &ordered[..count]);
        let kept = keep(equals);
        if !kept.is_empty() {
            return Some(kept);
        }
        for key in Points(equals) {
            ordered[key] = LOWEST;
        }
    }
}

/// The keys whose value is `best`.
#[hot]
fn equal_to<S: PointSet>(best: i32, values: &[i32]) -> S {
    let mut equal = S::fill(0u8);
    let equal = equal.as_mut().as_flattened_mut();
    for (equal, &value) in equal.iter_mut().zip(values) {
        *equal = u8::from(value == best);
    }
    // Small sets are looked at as a whole, which compilers unroll.
    let count = if S::WORDS <= 2 { equal.len() } else { values.len() };
    let blocks = equal[..count].as_chunks::<8>().0;
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

/// What −∞ is [`in_order`]: the score of a move that is excluded.
const LOWEST: i32 = f32::NEG_INFINITY.to_bits() as i32 ^ i32::MAX;

/// An integer that compares with others as the scores do; both zeros give 0.
#[hot]
fn in_order(score: f32) -> i32 {
    let bits = (score + 0.0).to_bits() as i32;
    bits ^ ((bits >> 31) & i32::MAX)
}

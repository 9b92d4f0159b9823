//! What the games on a Go board share: its points as bit sets, its shape, chains of stones and their
//! liberties, coordinates and drawings.
//!
//! [`Go`](crate::go), [`Atarigo`](crate::atarigo), [`NoGo`](crate::nogo) and
//! [Three Color Go](crate::three_color_go) are built of these.

mod chains;
mod geometry;
mod small;
mod stones;
pub(crate) mod text;

pub use crate::bits::{PointSet, Points, Wide, Words};
pub use chains::{ChainTable, Chains, Label, ThreeColourLabel};
pub use geometry::{AnySize, Geometry, Nine, SIZES};
pub use small::SmallSize;
pub use stones::Stones;

/// A bijection that lets every bit of its input change every bit of the output (the last steps of
/// SplitMix64), after a step that moves it away from zero.
#[inline(always)]
pub(crate) fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

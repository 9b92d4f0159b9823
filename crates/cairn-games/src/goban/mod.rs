//! What the games on a Go board share: its shape, stones and chains with their liberties, choices of
//! points, coordinates and drawings.
//!
//! [`Go`](crate::go), [`Atarigo`](crate::atarigo), [`NoGo`](crate::nogo) and
//! [Three Color Go](crate::three_color_go) are [`Stones`] with rules of their own.

mod chains;
mod choose;
mod geometry;
mod passing;
mod stones;
pub(crate) mod text;

pub use chains::{ChainTable, Chains, Label, LargeLabel, SmallLabel, ThreeColourLabel};
pub(crate) use choose::Draws;
pub use geometry::{AnySize, Geometry, Nine, SIZES, SmallSize};
pub use passing::GoMove;
pub(crate) use passing::{game_with_pass, game_without_pass};
pub(crate) use stones::NO_POINT;
pub use stones::{Extra, Stones};
pub use text::COLUMNS;

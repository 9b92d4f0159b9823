//! Sets of a board's points, cells or squares as bits, and choosing a move from such a set.
//!
//! A game in which a move is a point gets most of its methods from `moves_are_points!`, as Connect Four
//! does.

mod highest;
mod select;
mod sets;
mod square;

pub(crate) use highest::highest;
pub(crate) use select::select_bit;
pub(crate) use sets::{Keys, moves_are_points};
pub use sets::{PointSet, Points, Wide, Words};
pub(crate) use square::SQUARES;
pub use square::Shape;

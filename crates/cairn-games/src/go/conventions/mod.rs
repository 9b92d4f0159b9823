//! What players of Go agree on besides the rules: when to pass and when to resign, which stones are
//! dead at the end, the score, handicaps.
//!
//! Everything that plays Go for people uses these: the Go Text Protocol, `cairn play`, the library.
//! There is no allocator here. Game records (SGF) need one and are in `cairn-arena`.

mod excluded;
mod final_status;
mod handicap;
mod ownership;
mod turn;

use core::fmt;

use cairn_core::Game;

use self::excluded::fills_own_eye;
use super::{AnySize, Geometry, Go, GoMove, HalfPoints};

pub use self::excluded::Excluded;
pub use self::final_status::FinalStatus;
pub use self::handicap::{fixed_handicap, max_fixed_handicap};
pub use self::ownership::{OWNERSHIP_PLAYOUTS, Ownership};
pub use self::turn::{Action, Counting, RESIGN_BELOW, TurnContext, TurnHost};

/// Values for the keys of agents that play Go
/// ([`Spec::with_defaults`](cairn_core::spec::Spec::with_defaults)).
pub const AGENT_DEFAULTS: &str = "amaf=both,playout=patterns,prior=10";

/// A score in half points, positive for black, as records and protocols write it: `B+3.5`, `W+12`,
/// `0`.
///
/// ```
/// use cairn_games::go::conventions::Score;
/// assert_eq!([7, -24, 0].map(|half_points| Score(half_points).to_string()), ["B+3.5", "W+12", "0"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score(pub i32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            score => {
                f.write_str(if score > 0 { "B+" } else { "W+" })?;
                write!(f, "{}", HalfPoints(score.abs()))
            }
        }
    }
}

/// An item of a game record, in the record's order. `cairn-arena` reads them from SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfItem {
    /// The board's size: first, and once.
    Size(usize),
    /// Komi, in half points.
    Komi(i16),
    /// The board has exactly these stones of black and white; the side to move stays.
    Setup([<AnySize as Geometry>::Set; 2]),
    /// Who is to move.
    ToMove(usize),
    /// A player's move.
    Play(usize, GoMove),
}

/// Plays a move. Never inlined: callers whose speed does not matter share one copy of the rules, because
/// a microcontroller's flash is small.
#[inline(never)]
pub fn play<B: Geometry>(position: &mut Go<B>, mv: GoMove) {
    position.play(mv);
}

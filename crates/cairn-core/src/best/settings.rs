//! The parameters of a best-first search.

use core::time::Duration;

/// Which leaf is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Best-first minimax search (Korf and Chickering 1996): the leaf at the end of the principal
    /// variation.
    BestFirst,
    /// B* (Berliner 1979). A leaf's optimistic and pessimistic values are its evaluation plus and minus
    /// the margin. At the root it tries to prove the best move (raise its pessimistic value) or to
    /// disprove its best rival (lower that move's optimistic value), whichever was tried less often.
    /// Below, each player goes where he is most optimistic.
    BStar {
        /// How far an evaluation may be wrong.
        margin: u16,
    },
    /// Conspiracy numbers (McAllester 1988; Schaeffer 1990).
    Conspiracy {
        /// A value of the root is unlikely if more leaves than this must change for it. 1 to 253.
        threshold: u8,
        /// How many values are told apart: evaluations are divided into `grades − 2` equal ranges, and
        /// won and lost are two more. 3 to 255. Each node takes that many bytes.
        grades: u8,
    },
}

/// All parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which leaf is the best.
    pub method: Method,
    /// The most nodes of the tree, its root included.
    pub nodes: u32,
    /// The most plies below the root. Deeper positions are not expanded: their evaluation is final.
    /// `None` goes on to the end of the game.
    pub depth: Option<u16>,
    /// How many earlier positions of the game it remembers, for games with a rule about repetition.
    /// `None` has room for all.
    pub earlier: Option<u32>,
    /// The most leaves to expand.
    pub expansions: Option<u64>,
    /// The time limit. A search has no clock: [`run_clocked`](super::Search::run_clocked) uses the
    /// caller's.
    pub time: Option<Duration>,
}

impl Settings {
    /// A search in a tree of `nodes` nodes, without other limits.
    pub const fn new(method: Method, nodes: u32) -> Self {
        Settings { method, nodes, depth: None, earlier: None, expansions: None, time: None }
    }

    /// The time limit in whole milliseconds, rounded up.
    pub fn millis(&self) -> Option<u64> {
        crate::clock::millis(self.time)
    }
}

//! The parameters of a proof search.

use core::time::Duration;

/// What a position is worth to the player who moves in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The other player gets more.
    Loss,
    /// Both get half.
    Draw,
    /// The player to move gets more than half.
    Win,
}

/// The question that a search answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// What is the position worth? First [`Goal::Win`] is asked. If the answer is no, and the search
    /// has met a draw, [`Goal::Draw`] is asked next.
    Value,
    /// Can the player to move win?
    Win,
    /// Can the player to move get at least a draw?
    Draw,
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Proof-number search (Allis, van der Meulen and van den Herik 1994): a tree, whose
    /// most-proving leaf is expanded at each step.
    Pn(Tree),
    /// PN² (Allis 1994; Breuker 1998): a second proof-number search at each leaf of the tree. The
    /// leaf gets the children that this search found, with their numbers; the rest of the second tree
    /// is thrown away.
    Pn2 {
        /// The tree.
        top: Tree,
        /// The second tree.
        second: Second,
    },
    /// df-pn (Nagai 2002): the same search depth first, with thresholds and a table of positions.
    Dfpn(Table),
}

/// A tree of fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The most nodes, the root included.
    pub nodes: u32,
    /// What to do when it is full. With `true`, the node that was visited least recently loses its
    /// children and keeps its numbers. Otherwise, and if only the current line is left, the leaf
    /// cannot be expanded and counts as unknown.
    pub recycle: bool,
}

/// The second level of PN².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Second {
    /// The most nodes of the second tree, its root included.
    pub nodes: u32,
    /// The second tree may have as many nodes as the first has now, or fewer: see [`Growth`].
    /// `None` allows all of its nodes from the start.
    pub growth: Option<Growth>,
    /// Gives a leaf up early if its proof number is more than this times its disproof number. (At
    /// least a quarter of the second tree is searched first.) PN² for Go uses 2.
    pub stop: Option<u16>,
}

/// How large the second tree of PN² is while the first has `x` nodes: x / (1 + e^((half − x) / scale))
/// (Breuker 1998).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The nodes of the first tree at which the second may be half as large. 0 with a small scale
    /// makes them equally large (Allis 1994).
    pub half: u32,
    /// How slowly the share grows; at least 1.
    pub scale: u32,
}

/// The table of df-pn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// How many positions the table can hold. Four entries are a bucket; the entry whose search was
    /// shortest is replaced.
    pub entries: u32,
    /// The 1 + ε trick (Pawlewicz and Lew 2007): a child is searched until its number exceeds its best
    /// sibling's by this many per cent. 0 leaves it at the first moment.
    pub epsilon: u16,
    /// The most moves that all positions of the current line have together. A position that does not
    /// fit counts as unknown. `None` makes room for any line.
    pub moves: Option<u32>,
}

/// All parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How it searches.
    pub method: Method,
    /// What it asks.
    pub goal: Goal,
    /// Whether the numbers of a new leaf are 1 and its number of moves, instead of 1 and 1.
    pub mobility: bool,
    /// Whether numbers are added up weakly: the greatest, and 1 for each other move.
    pub weak: bool,
    /// The most plies below the root. Positions that deep count as unknown. `None`, or a number that
    /// is not below [`Game::max_plies`](crate::Game::max_plies), searches to the end of the game.
    pub depth: Option<u16>,
    /// How many earlier positions of the game it remembers, for games with a rule about repetition. Of
    /// more, it takes the latest. `None` has room for all; 0 is right for problems without a history.
    pub earlier: Option<u32>,
    /// The most positions that it looks at.
    pub positions: Option<u64>,
    /// The time limit. A search has no clock: [`run_clocked`](super::Search::run_clocked) uses the
    /// caller's.
    pub time: Option<Duration>,
}

impl Settings {
    /// Proof-number search in a tree of `nodes` nodes, which are recycled.
    pub const fn pn(nodes: u32) -> Self {
        Self::with(Method::Pn(Tree { nodes, recycle: true }))
    }

    /// PN² in two trees. The second grows with the first.
    pub const fn pn2(nodes: u32, second: u32) -> Self {
        let top = Tree { nodes, recycle: true };
        let growth = Growth { half: second / 2, scale: second / 8 + 1 };
        let second = Second { nodes: second, growth: Some(growth), stop: None };
        Self::with(Method::Pn2 { top, second })
    }

    /// df-pn with a table of `entries` positions, ε = ¼ and weak sums.
    pub const fn dfpn(entries: u32) -> Self {
        let method = Method::Dfpn(Table { entries, epsilon: 25, moves: None });
        Settings { weak: true, ..Self::with(method) }
    }

    const fn with(method: Method) -> Self {
        Settings {
            method,
            goal: Goal::Value,
            mobility: true,
            weak: false,
            depth: None,
            earlier: None,
            positions: None,
            time: None,
        }
    }

    /// The time limit in whole milliseconds, rounded up.
    pub fn millis(&self) -> Option<u64> {
        crate::clock::millis(self.time)
    }
}

//! The parameters of a search. An agent spec is turned into these.

use core::time::Duration;

use crate::clock;

/// How the tree is searched. All give the same value; they differ in how many positions they visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Driver {
    /// Plain minimax: every line to the depth limit, no pruning.
    Minimax,
    /// Alpha-beta, as one function for both players (negamax).
    AlphaBeta,
    /// Principal variation search: after the first move, a null window asks whether another is better
    /// at all, and only then how much.
    Pvs,
    /// MTD(f) (Plaat and others 1996): null windows only, starting at the last iteration's value.
    Mtdf,
    /// SSS* (Stockman 1979) as null windows that start at +∞ (Plaat and others 1996).
    Sss,
}

/// What a finished game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A win, a draw or a loss; a quick win and a slow loss are better.
    Outcome,
    /// The game's margin: discs, points. How soon does not matter.
    Margin,
}

/// All parameters of a search: an agent spec with every default filled in.
///
/// [`Settings::plain`] has every enhancement switched off and [`Settings::full`] has every one
/// switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How the tree is searched.
    pub driver: Driver,
    /// What a finished game is worth.
    pub value: Value,
    /// The most plies that are searched before the evaluation takes over. `None` searches to the end
    /// of the game, and needs no evaluation.
    pub depth: Option<u16>,
    /// How many plies deeper each iteration searches; 0 searches to the depth limit at once.
    pub deepening: u16,
    /// The limit on the positions that are visited.
    pub nodes: Option<u64>,
    /// The time limit. A search has no clock: [`Search::run_clocked`](super::Search::run_clocked)
    /// uses the caller's.
    pub time: Option<Duration>,
    /// The entries of the transposition table, 16 bytes each; 0 is without.
    pub table: u32,
    /// Half the width of the first window around the last iteration's value, in units of the
    /// evaluation; 0 begins with an open window.
    pub aspiration: u16,
    /// Whether good moves are tried first: the table's move, then by the game's own
    /// [`order`](crate::capabilities::Capabilities::order), killers and history. Without it, moves
    /// are tried in the game's order.
    pub ordering: bool,
    /// Whether the game's [priors](crate::Game::priors) order the moves of a game without an order of
    /// its own.
    pub priors: bool,
    /// Whether moves that refuted another at the same ply are tried early.
    pub killers: bool,
    /// Whether moves that refuted others anywhere are tried early, by their
    /// [key](crate::Game::key).
    pub history: bool,
    /// Whether a position that is good even after a pass is cut off. Needs
    /// [`pass`](crate::capabilities::Capabilities::pass).
    pub null: bool,
    /// Whether late moves are searched less deep at first.
    pub reductions: bool,
    /// How many plies of [forcing moves](crate::capabilities::Forcing) may follow the depth limit
    /// before the evaluation; 0 is without quiescence.
    pub quiescence: u16,
    /// Whether a value that depends on how its position was reached is kept out of the table: see
    /// [the module](super#repetition).
    pub strict: bool,
    /// The most earlier positions of the real game that are remembered, for games in which positions
    /// must not occur again. If [`Search::start`](super::Search::start) gets more, the oldest are
    /// forgotten.
    pub earlier: u16,
    /// The moves that fit on the stack of move lists; `None` is as many as there can be. Where a list
    /// does not fit, its moves are tried in the game's order, which takes longer.
    pub moves: Option<u32>,
    /// The longest principal variation that is kept. Beyond, it is read from the table.
    pub line: u16,
    /// Whether a search that follows [`Search::end_turn`](super::Search::end_turn) uses the table of
    /// the search before.
    pub reuse: bool,
}

impl Settings {
    /// A search to the end of the game with nothing but the driver: no table, no iterations, the
    /// game's order of moves.
    pub const fn plain(driver: Driver) -> Self {
        Settings {
            driver,
            value: Value::Outcome,
            depth: None,
            deepening: 0,
            nodes: None,
            time: None,
            table: 0,
            aspiration: 0,
            ordering: false,
            priors: false,
            killers: false,
            history: false,
            null: false,
            reductions: false,
            quiescence: 0,
            strict: true,
            earlier: 0,
            moves: None,
            line: 0,
            reuse: false,
        }
    }

    /// A search for play, to at most `depth` plies and with every enhancement.
    pub const fn full(driver: Driver, depth: u16, table: u32) -> Self {
        Settings {
            depth: Some(depth),
            deepening: 1,
            table,
            aspiration: 32,
            ordering: true,
            killers: true,
            history: true,
            null: true,
            reductions: true,
            quiescence: 32,
            earlier: 128,
            line: 16,
            reuse: true,
            ..Settings::plain(driver)
        }
    }

    /// The time limit in whole milliseconds, rounded up.
    pub fn millis(&self) -> Option<u64> {
        clock::millis(self.time)
    }
}

//! Values on their way from a position to the one before, and what the search keeps of each position
//! on its path.

use crate::memory::Zeroable;
use crate::score::Score;

/// Above every value: an open window is from `-INFINITY` to `INFINITY`.
pub(crate) const INFINITY: i16 = Score::WON.get() + 1;

/// A mark for "no move" and for "does not depend on the path".
pub(crate) const NONE: u16 = u16::MAX;

/// Bounds that a value can be. As claims: which of them are proved.
pub(crate) const LOWER: u8 = 1;
pub(crate) const UPPER: u8 = 2;
pub(crate) const EXACT: u8 = LOWER | UPPER;

/// Whether a value is a win or a loss.
#[hot]
pub(crate) const fn is_decided(value: i16) -> bool {
    Score::from_raw(value).distance().is_some()
}

/// A score of a position as a value in the tree: wins and losses count their plies from the root.
#[hot]
pub(crate) fn from_root(score: i16, ply: usize) -> i16 {
    let farthest = Score::win_in(Score::MAX_DISTANCE).get();
    match Score::from_raw(score) {
        s if s.is_win() => (score - ply as i16).max(farthest),
        s if s.is_loss() => (score + ply as i16).min(-farthest),
        _ => score,
    }
}

/// The opposite of [`from_root`].
#[hot]
pub(crate) fn from_here(value: i16, ply: usize) -> i16 {
    match Score::from_raw(value) {
        s if s.is_win() => value.saturating_add(ply as i16).min(Score::WON.get()),
        s if s.is_loss() => value.saturating_sub(ply as i16).max(Score::LOST.get()),
        _ => value,
    }
}

/// What a position was found to be worth to its player to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The value, with wins and losses counted from the root.
    pub value: i16,
    /// Which claims about it are proved: that the position is worth at least ([`LOWER`]) or at most
    /// ([`UPPER`]) this much in the game itself, whatever the search did not look at.
    pub proved: u8,
    /// The ply of the earliest position on the path whose repetition the value depends on, or
    /// [`NONE`].
    pub since: u16,
}

impl Found {
    /// A value that holds on every path.
    #[hot]
    pub fn new(value: i16, proved: u8) -> Self {
        Found { value, proved, since: NONE }
    }

    /// The same for the other player.
    #[hot]
    pub fn negated(self) -> Self {
        let proved = (self.proved & LOWER) << 1 | (self.proved & UPPER) >> 1;
        Found { value: -self.value, proved, ..self }
    }
}

/// What comes next at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub(crate) enum Stage {
    /// Try a null move.
    #[default]
    Null,
    /// Try the table's move, before the others are listed.
    TableMove,
    /// List the moves.
    List,
    /// Try the next move.
    Moves,
    /// Search the same move again: less was searched than its value asks for.
    Again,
    /// A move was too good, or nothing is left to try.
    Finished,
}

/// What was asked about the move that is being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub(crate) enum Question {
    /// What the position is worth after a pass.
    #[default]
    Null,
    /// Whether the move is better than the best so far, searched less deep.
    Reduced,
    /// Whether the move is better than the best so far.
    Better,
    /// What the move is worth.
    Worth,
}

/// A position on the path.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// What the table calls the position.
    pub key: u64,
    /// The hash of the positions before, where it is part of the key.
    pub before: u64,
    /// The part of the stack of moves that has its list.
    pub first: u32,
    pub end: u32,
    /// The next move of the list, or the next move in the game's order if the list had no room.
    pub next: u32,
    /// The window as it was, the window as it is now, and the best value so far.
    pub floor: i16,
    pub alpha: i16,
    pub beta: i16,
    pub best: i16,
    /// Plies to the depth limit; negative in quiescence.
    pub depth: i16,
    /// The static evaluation, if `evaluated`.
    pub evaluation: i16,
    /// Numbers of moves in the game's order: the best, the one being searched, the table's.
    pub best_move: u16,
    pub current: u16,
    pub table_move: u16,
    /// Moves searched.
    pub tried: u16,
    /// See [`Found::since`], for all values so far.
    pub since: u16,
    /// The first ply whose position can be repeated here: none before a null move.
    pub barrier: u16,
    pub player: u8,
    /// Claims about `best`; [`UPPER`] as long as it is proved for every move so far.
    pub proved: u8,
    pub stage: Stage,
    pub asked: Question,
    /// Whether the player to move is not the one of the position before.
    pub opposed: bool,
    /// Whether only forcing moves are searched.
    pub quiet: bool,
    /// Whether all moves are searched, and not only those that `quiet` allows.
    pub all_moves: bool,
    /// Whether the moves were listed, and whether the list had room.
    pub has_list: bool,
    pub listed: bool,
    pub evaluated: bool,
    /// Whether a pass led here.
    pub passed: bool,
    /// Whether the player to move must answer a threat, if `asked_threat`.
    pub threatened: bool,
    pub asked_threat: bool,
    /// Whether a move was left out because it repeats a position.
    pub skipped: bool,
}

// SAFETY: integers, booleans and enums whose first variant is zero.
unsafe impl Zeroable for Frame {}

/// What the search keeps for each ply beyond the frame, because it has the game's moves.
#[derive(Clone, Copy)]
pub(crate) struct Ply<M> {
    /// The move being searched.
    pub current: Option<M>,
    /// The last two moves that refuted another.
    pub killers: [Option<M>; 2],
}

impl<M> Ply<M> {
    pub const EMPTY: Self = Ply { current: None, killers: [None, None] };
}

/// A move in a list.
#[derive(Clone, Copy)]
pub(crate) struct Listed<M> {
    pub mv: M,
    /// Its place in the game's order.
    pub number: u16,
    /// The higher, the earlier it is tried.
    pub rank: i32,
}

/// A move of the root.
#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    /// See [`Listed::rank`], before the search.
    pub rank: i32,
    pub number: u16,
    /// What it was last found to be worth, from the root.
    pub value: i16,
    /// Which bounds the value is; 0 before the move is searched.
    pub bound: u8,
    pub proved: u8,
    pub depth: u16,
    /// Positions visited after it.
    pub nodes: u32,
}

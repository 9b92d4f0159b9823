//! All moves as first: what a playout adds to the tables of the nodes it passed through.
//!
//! A node's table counts, for each move key, the playouts through the node in which that move was
//! played at or below it, and their rewards. Whose moves count, and for whom, is the [`AmafMode`].

use super::ply::Ply;
use super::width::Tally;
use crate::game::{MAX_PLAYERS, Rewards};

/// Whose moves an AMAF table counts. The paper leaves it open.
///
/// | mode | entries | counts | read by |
/// | --- | --- | --- | --- |
/// | `both` | players × keys | every player's moves, apart | the entry of whoever is to move |
/// | `own` | keys | moves of the player to move at the node | nodes with that player to move |
/// | `own-any` | keys | moves of the player to move at the node | everybody |
/// | `point` | keys | the first to play the key, whoever that is, with that player's reward | everybody |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmafMode {
    /// An entry for each player and key.
    Both,
    /// The mover's own moves, read only where the same player is to move: the reference node is
    /// the deepest on the path with enough visits *and that mover*, else the shallowest with that
    /// mover.
    Own,
    /// The mover's own moves, read whoever is to move.
    OwnAny,
    /// One entry a key, whoever played it.
    Point,
}

impl AmafMode {
    /// How many entries a table has.
    pub(crate) fn table_len(self, players: usize, keys: usize) -> usize {
        if self == AmafMode::Both { players * keys } else { keys }
    }

    /// AmafTables of one class can stand in for each other: with `own`, a class for each mover.
    #[inline(always)]
    pub(crate) fn class(self, mover: usize) -> usize {
        if self == AmafMode::Own { mover } else { 0 }
    }

    /// Where in a table the entries for a player to move begin.
    #[inline(always)]
    pub(crate) fn offset(self, mover: usize, keys: usize) -> usize {
        if self == AmafMode::Both { mover * keys } else { 0 }
    }
}

/// The distinct moves of a line from some depth on, collected from its end backwards.
pub(crate) struct DistinctMoves<'a> {
    mode: AmafMode,
    keys: usize,
    /// Per key: a bit for each player who played it; for `point`, the first to play it plus one.
    marks: &'a mut [u8],
    /// The distinct keys: a list for each player, `keys` long; for `point` the first list is all.
    lists: &'a mut [u16],
    lens: [u16; MAX_PLAYERS],
}

impl<'a> DistinctMoves<'a> {
    /// No move yet. `marks` has an entry for each key, `lists` for each player and key.
    #[inline(always)]
    pub fn new(mode: AmafMode, marks: &'a mut [u8], lists: &'a mut [u16]) -> Self {
        marks.fill(0);
        DistinctMoves { mode, keys: marks.len(), marks, lists, lens: [0; MAX_PLAYERS] }
    }

    /// Adds a move that was played before all those added so far.
    #[inline(always)]
    pub fn add(&mut self, ply: Ply) {
        let (player, key) = (ply.player(), ply.key());
        let (new, mark, list) = if self.mode == AmafMode::Point {
            (self.marks[key] == 0, player as u8 + 1, 0)
        } else {
            let bit = 1 << player;
            (self.marks[key] & bit == 0, self.marks[key] | bit, player)
        };
        self.marks[key] = mark;
        // Written always and counted only if new: whether a move is new is hard to predict.
        let len = &mut self.lens[list];
        if (*len as usize) < self.keys {
            self.lists[list * self.keys + *len as usize] = key as u16;
            *len += u16::from(new);
        }
    }

    #[inline(always)]
    fn list(&self, player: usize) -> &[u16] {
        &self.lists[player * self.keys..][..self.lens[player] as usize]
    }

    /// Counts the line in the table of the node at which it has arrived, `mover` being to move.
    #[inline(always)]
    pub fn count_in<T: Tally>(&self, table: &mut [T], mover: usize, players: usize, won: &Rewards) {
        match self.mode {
            AmafMode::Own | AmafMode::OwnAny => {
                count(self.list(mover), &mut table[..self.keys], won[mover].into());
            }
            AmafMode::Both | AmafMode::Point => {
                for player in 0..if self.mode == AmafMode::Point { 1 } else { players } {
                    self.count_for(player, table, won);
                }
            }
        }
    }

    /// Counts the moves of one player in that player's row of a table; for `point`, all moves.
    #[inline(always)]
    pub fn count_for<T: Tally>(&self, player: usize, table: &mut [T], won: &Rewards) {
        if self.mode == AmafMode::Point {
            for &key in self.list(0) {
                let first = self.marks[key as usize] as usize - 1;
                table[key as usize].add(T::new(1, won[first].into()));
            }
        } else {
            let row = &mut table[player * self.keys..][..self.keys];
            count(self.list(player), row, won[player].into());
        }
    }

    /// Who played this key, if it counts for `player`'s row: `player`, or for `point` whoever did.
    #[inline(always)]
    pub fn first(&self, player: usize, key: usize) -> Option<usize> {
        if self.mode == AmafMode::Point {
            (self.marks[key] as usize).checked_sub(1)
        } else {
            (self.marks[key] >> player & 1 != 0).then_some(player)
        }
    }

    #[inline(always)]
    pub fn mode(&self) -> AmafMode {
        self.mode
    }

    #[inline(always)]
    pub fn keys(&self) -> usize {
        self.keys
    }
}

/// One more playout, worth `reward`, for each of these keys.
#[inline(always)]
fn count<T: Tally>(keys: &[u16], table: &mut [T], reward: u32) {
    let one = T::new(1, reward);
    for &key in keys {
        table[key as usize].add(one);
    }
}

//! All moves as first (AMAF): statistics of a move wherever it was played.
//!
//! A node's table has an entry for each move key. It counts the playouts through the node in which
//! that move was played at the node or later, and their rewards. So a single playout says something
//! about all of its moves. Whose moves count, and for whom, is the [`AmafMode`].
//!
//! Backup walks from the end of a playout to the root and collects the distinct moves on the way
//! ([`DistinctMoves`]): at each node it has exactly the moves that were played there or later.

use super::ply::Ply;
use super::width::Tally;
use crate::game::{MAX_PLAYERS, Rewards};

/// Whose moves an AMAF table counts. The paper leaves it open.
///
/// | mode | entries | what is counted | who reads it |
/// | --- | --- | --- | --- |
/// | `both` | players × keys | the moves of each player, separately | the player to move, in their own row |
/// | `own` | keys | the moves of the player to move at the node | the same player |
/// | `own-any` | keys | the moves of the player to move at the node | every player |
/// | `point` | keys | the first move with the key, with the reward of the player who made it | every player |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmafMode {
    /// An entry for each player and key.
    Both,
    /// The moves of the player to move, read only where the same player is to move. The reference
    /// node is the deepest on the path with enough visits *and that player to move*, or else the
    /// shallowest with that player to move.
    Own,
    /// The moves of the player to move, read by every player.
    OwnAny,
    /// An entry for each key, for whichever player played it first.
    Point,
}

impl AmafMode {
    /// The number of entries in a table.
    pub(crate) fn table_len(self, players: usize, keys: usize) -> usize {
        if self == AmafMode::Both { players * keys } else { keys }
    }

    /// Tables of one class can be read in place of each other. With `own`, each player has a class.
    #[hot]
    pub(crate) fn class(self, mover: usize) -> usize {
        if self == AmafMode::Own { mover } else { 0 }
    }

    /// Where the entries for a player to move begin in a table.
    #[hot]
    pub(crate) fn offset(self, mover: usize, keys: usize) -> usize {
        if self == AmafMode::Both { mover * keys } else { 0 }
    }
}

/// The distinct moves of a playout from some depth on, collected from the end backwards.
pub(crate) struct DistinctMoves<'a> {
    mode: AmafMode,
    keys: usize,
    /// For each key, a bit for each player who played it; with `point`, one plus the first player who
    /// did.
    marks: &'a mut [u8],
    /// The distinct keys: a list of up to `keys` for each player; with `point` only the first list.
    lists: &'a mut [u16],
    lens: [u16; MAX_PLAYERS],
}

impl<'a> DistinctMoves<'a> {
    /// The empty set. `marks` has an entry for each key, `lists` one for each player and key.
    #[hot]
    pub fn new(mode: AmafMode, marks: &'a mut [u8], lists: &'a mut [u16]) -> Self {
        marks.fill(0);
        DistinctMoves { mode, keys: marks.len(), marks, lists, lens: [0; MAX_PLAYERS] }
    }

    /// Adds a move that was played before all moves added so far.
    #[hot]
    pub fn add(&mut self, ply: Ply) {
        let (player, key) = (ply.player(), ply.key());
        let (new, mark, list) = if self.mode == AmafMode::Point {
            (self.marks[key] == 0, player as u8 + 1, 0)
        } else {
            let bit = 1 << player;
            (self.marks[key] & bit == 0, self.marks[key] | bit, player)
        };
        self.marks[key] = mark;
        // Always written, but counted only if new: a branch would be hard to predict.
        let len = &mut self.lens[list];
        if (*len as usize) < self.keys {
            self.lists[list * self.keys + *len as usize] = key as u16;
            *len += u16::from(new);
        }
    }

    #[hot]
    fn list(&self, player: usize) -> &[u16] {
        &self.lists[player * self.keys..][..self.lens[player] as usize]
    }

    /// Counts the moves in the table of a node where `mover` is to move.
    #[hot]
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

    /// Counts one player's moves in that player's row of a table; with `point`, all moves.
    #[hot]
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

    /// The player whose move with this key counts in `player`'s row, if it was played: `player`, or
    /// with `point` the first who played it.
    #[hot]
    pub fn first(&self, player: usize, key: usize) -> Option<usize> {
        if self.mode == AmafMode::Point {
            (self.marks[key] as usize).checked_sub(1)
        } else {
            (self.marks[key] >> player & 1 != 0).then_some(player)
        }
    }

    #[hot]
    pub fn mode(&self) -> AmafMode {
        self.mode
    }

    #[hot]
    pub fn keys(&self) -> usize {
        self.keys
    }
}

/// Adds one playout with this reward for each of the keys.
#[hot]
fn count<T: Tally>(keys: &[u16], table: &mut [T], reward: u32) {
    let one = T::new(1, reward);
    for &key in keys {
        table[key as usize].add(one);
    }
}

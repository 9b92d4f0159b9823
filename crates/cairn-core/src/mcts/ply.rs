//! The moves of a playout, from the root of the search to the end of the game.

use crate::game::{Game, MAX_KEYS, MAX_PLAYERS};
use crate::memory::Zeroable;

/// One move of a playout: its key and the player who made it, in two bytes.
///
/// ```text
/// bit  15 … 3   2 … 0
///      key      player
/// ```
///
/// A move of chance has no key and no player, because it has no statistics. It is stored as all bits
/// set, which no other move is: keys are below [`MAX_KEYS`].
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Ply(u16);

const PLAYER_BITS: u32 = MAX_PLAYERS.trailing_zeros();
const _: () = assert!(MAX_PLAYERS.is_power_of_two());
const _: () = assert!((MAX_KEYS + 1) << PLAYER_BITS == 1 << u16::BITS);

// SAFETY: an integer.
unsafe impl Zeroable for Ply {}

impl Ply {
    pub const CHANCE: Ply = Ply(u16::MAX);

    #[hot]
    pub fn new(player: usize, key: usize) -> Self {
        debug_assert!(player < MAX_PLAYERS && key < MAX_KEYS);
        Ply((key << PLAYER_BITS | player) as u16)
    }
    /// The player who made the move. Meaningless for a move of chance.
    #[hot]
    pub fn player(self) -> usize {
        self.0 as usize & (MAX_PLAYERS - 1)
    }
    #[hot]
    pub fn key(self) -> usize {
        (self.0 >> PLAYER_BITS) as usize
    }
    /// This ply, or `None` if it is a move of chance.
    #[hot]
    pub fn by_player<G: Game>(self) -> Option<Self> {
        (!G::CHANCE || self != Self::CHANCE).then_some(self)
    }
}

//! The line a playout follows, from the root of the search to the end of the game.

use crate::game::{MAX_KEYS, MAX_PLAYERS};
use crate::memory::Plain;

/// One move of a line: its key and the player who made it, in two bytes.
///
/// ```text
/// bit  15 … 3   2 … 0
///      key      player
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Ply(u16);

const PLAYER_BITS: u32 = MAX_PLAYERS.trailing_zeros();
const _: () = assert!(MAX_PLAYERS.is_power_of_two() && MAX_KEYS << PLAYER_BITS == 1 << u16::BITS);

// SAFETY: an integer.
unsafe impl Plain for Ply {}

impl Ply {
    #[inline(always)]
    pub fn new(player: usize, key: usize) -> Self {
        debug_assert!(player < MAX_PLAYERS && key < MAX_KEYS);
        Ply((key << PLAYER_BITS | player) as u16)
    }
    #[inline(always)]
    pub fn player(self) -> usize {
        self.0 as usize & (MAX_PLAYERS - 1)
    }
    #[inline(always)]
    pub fn key(self) -> usize {
        (self.0 >> PLAYER_BITS) as usize
    }
}

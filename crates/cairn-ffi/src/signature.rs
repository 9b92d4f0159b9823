//! The signature of this build: whether it searches like all others.

use cairn_games::signature::{SEARCHES, Signature, TURNS};

use crate::error::CallError;
use crate::player::{Buffer, PlayerSpec, create, size};

/// The number that `cairn bench --signature` prints, found with this library's players.
///
/// # Safety
/// The buffer must be the caller's.
pub unsafe fn signature(buffer: Buffer) -> Result<u64, CallError<'static>> {
    let mut needed = 0;
    for &search in SEARCHES {
        needed = needed.max(size(player_of(search))?);
    }
    if needed > buffer.size {
        return Err(CallError::Short { needed, given: buffer.size });
    }
    let mut signature = Signature::default();
    for &search in SEARCHES {
        // SAFETY: the caller's promise; the player before is not used any more.
        let player = &mut unsafe { create(buffer, player_of(search)) }?.0;
        for seed in 1..=TURNS {
            player.start(seed);
            while player.step(u32::MAX) > 0 {}
            player.for_each_move(&mut |stats| signature.add(stats.visits));
            if let Some(best) = player.best_move() {
                player.play_move(best);
            }
        }
    }
    Ok(signature.value())
}

fn player_of((game, agent): (&'static str, &'static str)) -> PlayerSpec<'static> {
    PlayerSpec { game, agent, defaults: false, seed: 0 }
}

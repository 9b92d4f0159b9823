//! Whether this build searches like all others.

use cairn_games::signature::{SEARCHES, Signature, TURNS};

use crate::abi::CAIRN_MOVE_TEXT;
use crate::player::{Buffer, CreateError, Wanted, create, size};
use crate::text::{Text, read};

/// The number that `cairn bench --signature` prints, found with this library's players.
///
/// # Safety
/// The buffer must be the caller's.
pub unsafe fn signature(buffer: Buffer) -> Result<u64, CreateError<'static>> {
    let mut needed = 0;
    for &search in SEARCHES {
        needed = needed.max(size(player_of(search))?);
    }
    if needed > buffer.size {
        return Err(CreateError::Short { needed, given: buffer.size });
    }
    let mut signature = Signature::default();
    for &search in SEARCHES {
        // SAFETY: the caller's promise; the player before is not used any more.
        let player = &mut *unsafe { create(buffer, player_of(search)) }?.0;
        for seed in 1..=TURNS {
            player.think_anew(seed);
            while player.step(u32::MAX) > 0 {}
            player.for_each_move(&mut |stats| signature.add(stats.visits));
            let mut best = [0; CAIRN_MOVE_TEXT];
            // SAFETY: the text is written and read while its buffer lives.
            unsafe {
                let mut text = Text::new(best.as_mut_ptr(), best.len());
                player.write_best(&mut text);
                text.whole();
                let played = read(best.as_ptr()).map(|best| player.play(best, &mut Text::none()));
                debug_assert_eq!(played, Ok(true));
            }
        }
    }
    Ok(signature.value())
}

fn player_of((game, agent): (&'static str, &'static str)) -> Wanted<'static> {
    Wanted { game, agent, defaults: false, seed: 0 }
}

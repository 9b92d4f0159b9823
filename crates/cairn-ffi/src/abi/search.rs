//! The search of a player, and what it found.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use cairn_core::Game;

use super::call::write_text;
use super::{CAIRN_MOVE_TEXT, CairnPlayer};
use crate::text::Text;

/// What the search knows about a move.
#[repr(C)]
pub struct CairnMove {
    /// The move, in the game's notation.
    pub text: [c_char; CAIRN_MOVE_TEXT],
    /// Playouts that began with the move.
    pub visits: u32,
    /// Their mean result for the player to move: 1 is a win, 0 a loss.
    pub mean: f32,
    /// Playouts in which the move was played at any time, if the agent counts them (AMAF).
    pub amaf_visits: u32,
    /// Their mean result.
    pub amaf_mean: f32,
}

/// The memory and the work of a player.
#[repr(C)]
#[derive(Default)]
pub struct CairnReport {
    /// Playouts run for the current position.
    pub playouts: u64,
    /// Nodes that were recycled during the search.
    pub recycled: u64,
    /// All bytes of the player in its buffer.
    pub bytes: u64,
    /// The bytes of its search: trees, tables, stacks.
    pub search_bytes: u64,
    /// The agent's time= in milliseconds, or 0. You must stop the search when the time is over.
    pub milliseconds: u64,
    /// The number of nodes it can have.
    pub nodes: u32,
    /// Nodes in use.
    pub nodes_used: u32,
}

/// Continues the search of the current position by at most `playouts` playouts. Returns how many were
/// run: 0 when the agent has run all its playouts or the game is over. You may stop at any time, and
/// must stop if only time= limits the agent (`cairn_report` returns it).
#[unsafe(no_mangle)]
pub extern "C" fn cairn_step(player: Option<&mut CairnPlayer>, playouts: u32) -> u32 {
    player.map_or(0, |player| player.0.step(playouts))
}

/// Returns the time in milliseconds since some fixed moment. It gets the pointer that `cairn_run` gets.
pub type CairnClock = Option<unsafe extern "C" fn(context: *mut c_void) -> u64>;

/// Continues the search of the current position for at most `milliseconds`, by your clock `now`.
/// Returns whether it can be continued: false when the agent has run all its playouts, the game is
/// over, or a pointer is NULL. In WebAssembly `now` may be NULL: the imported function `env.now` is
/// then the clock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_run(
    player: Option<&mut CairnPlayer>,
    milliseconds: u32,
    now: CairnClock,
    context: *mut c_void,
) -> bool {
    let (Some(CairnPlayer(player)), Some(now)) = (player, now.or(HOST_CLOCK)) else { return false };
    // SAFETY: the caller's promise.
    player.run(milliseconds.into(), &mut || unsafe { now(context) })
}

#[cfg(target_family = "wasm")]
const HOST_CLOCK: CairnClock = {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        safe fn now() -> f64;
    }
    unsafe extern "C" fn host_clock(_: *mut c_void) -> u64 {
        now() as u64
    }
    Some(host_clock)
};
#[cfg(not(target_family = "wasm"))]
const HOST_CLOCK: CairnClock = None;

/// Writes the best move so far. It is empty if the game is over.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_best(
    player: Option<&mut CairnPlayer>,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.0.write_best(out)) }
}

/// Writes what to do after a search: a move, or "resign". It is empty if the game is over.
///
/// In Go that is what people do: it passes when nothing is left to do, resigns when two of its turns in
/// a row look lost, and does not fill its own eyes. `cairn_score` then says who won. In other games it
/// is the best move.
///
/// Call it once a turn, after `cairn_analysis`: before it passes, it looks for threats for a quarter of
/// the playouts so far, and that ends the search of the position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_choose(
    player: Option<&mut CairnPlayer>,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.0.write_choice(out)) }
}

/// Writes what the search knows about the moves that may be played, in the game's order. Returns how
/// many there are; `out` gets the first `room` of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_analysis(
    player: Option<&mut CairnPlayer>,
    out: *mut CairnMove,
    room: usize,
) -> usize {
    let Some(CairnPlayer(player)) = player else { return 0 };
    let (position, mut count) = (*player.position(), 0);
    player.for_each_move(&mut |stats| {
        if !out.is_null() && count < room {
            let (amaf_visits, amaf_mean) = stats.amaf.unwrap_or_default();
            let (visits, mean) = (stats.visits, stats.value.unwrap_or(0.0));
            let text = [0; CAIRN_MOVE_TEXT];
            // SAFETY: there is room for it, and the text is a part of what was just written.
            unsafe {
                let at = out.add(count);
                at.write(CairnMove { text, visits, mean, amaf_visits, amaf_mean });
                let mut text = Text::new((*at).text.as_mut_ptr(), CAIRN_MOVE_TEXT);
                let _ = position.write_move(stats.mv, &mut text);
                text.whole();
            }
        }
        count += 1;
    });
    count
}

/// Reports the memory and the work of the player. Returns false if a pointer is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_report(
    player: Option<&CairnPlayer>,
    out: Option<&mut MaybeUninit<CairnReport>>,
) -> bool {
    let (Some(CairnPlayer(player)), Some(out)) = (player, out) else { return false };
    let search = &player.search;
    let nodes = search.nodes();
    out.write(CairnReport {
        playouts: if player.started { search.steps() } else { 0 },
        recycled: nodes.recycled,
        bytes: player.bytes as u64,
        search_bytes: search.bytes() as u64,
        milliseconds: search.millis().unwrap_or(0),
        nodes: nodes.capacity,
        nodes_used: nodes.used,
    });
    true
}

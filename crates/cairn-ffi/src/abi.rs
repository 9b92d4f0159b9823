//! The interface for C and WebAssembly. `include/cairn.h` is generated from this file, and the
//! comments here are its documentation.
//!
//! Any pointer may be NULL: that is an error like any other. No function keeps a pointer that it gets,
//! except the buffer of a player.

use core::ffi::{c_char, c_void};
use core::fmt::{self, Write};

use cairn_core::Game;
use cairn_games::registry::GAMES;

use crate::player::{Buffer, CreateError, Player, PlayerSpec};
use crate::text::{Text, TextError, read};

/// Room for a move's text with its zero; no game's notation is longer.
pub const CAIRN_MOVE_TEXT: usize = 12;

/// A game and the agent that plays it, in a buffer that you provide. Use it from one thread at a time.
pub struct CairnPlayer(pub(crate) &'static mut dyn Player);

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

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Writes the list of games, one per line: name, tab, description. Returns the length of the text, as
/// all functions that write text do. If the length is not less than `size`, the text did not fit and
/// `out` is empty.
///
/// # Safety
/// `out` must have room for `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_games(out: *mut c_char, size: usize) -> usize {
    // SAFETY: the caller's promise.
    let mut text = unsafe { Text::new(out, size) };
    for game in GAMES {
        let _ = writeln!(text, "{}\t{}", game.name, game.about);
    }
    text.whole()
}

/// Returns how many bytes a player needs, for a game such as "go9" or "hex:size=7" and an agent such as
/// "graver2:nodes=160". If the agent is NULL or empty, the game's own agent plays. Returns 0 if there
/// is no such game or agent; `error` then says what would be right.
///
/// # Safety
/// `game` and `agent` must end with a zero, `error` must have room for `error_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_size(
    game: *const c_char,
    agent: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        with_error(error, error_size, || {
            crate::player::size(player_spec(game, agent, 0)?).map_err(CallError::Create)
        })
    }
    .unwrap_or(0)
}

/// Creates a player in `buffer`, whose address must be a multiple of 8 and which must have room for
/// `cairn_size` bytes. The buffer belongs to the player, and must not be moved, until you stop using
/// the player; nothing needs to be freed. Returns NULL if the player cannot be created; `error` then
/// says why. The same `seed` and moves give the same game.
///
/// # Safety
/// As for `cairn_size`; `buffer` must have room for `size` bytes, and may not be moved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_create(
    buffer: *mut c_void,
    size: usize,
    game: *const c_char,
    agent: *const c_char,
    seed: u64,
    error: *mut c_char,
    error_size: usize,
) -> *mut CairnPlayer {
    // SAFETY: the caller's promise.
    let player = unsafe {
        with_error(error, error_size, || {
            let buffer = check_buffer(buffer, size)?;
            crate::player::create(buffer, player_spec(game, agent, seed)?)
                .map_err(CallError::Create)
        })
    };
    player.map_or(core::ptr::null_mut(), |player| player)
}

/// Begins a new game at `position`, in the notation of `cairn_position`. If that is NULL, it begins
/// where the last game began.
///
/// # Safety
/// `player` must come from `cairn_create`, here and below; texts as for `cairn_size`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_restart(
    player: *mut CairnPlayer,
    position: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let restarted = unsafe {
        with_error(error, error_size, || {
            let player = player_mut(player).ok_or(CallError::Player)?;
            let position = match read(position) {
                Err(TextError::Null) => None,
                Err(error) => return Err(CallError::Text("position", error)),
                Ok(position) => Some(position),
            };
            player.restart(position).map_err(CallError::Position)
        })
    };
    restarted.is_some()
}

/// Plays a move for the player whose turn it is. Returns false if that is not possible; `error` then
/// says why.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_play(
    player: *mut CairnPlayer,
    mv: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> bool {
    // SAFETY: the caller's promise.
    let (read, mut out) = unsafe {
        let read = || {
            let player = player_mut(player).ok_or(CallError::Player)?;
            Ok((player, read(mv).map_err(|error| CallError::Text("move", error))?))
        };
        (with_error(error, error_size, read), Text::new(error, error_size))
    };
    let Some((player, mv)) = read else { return false };
    let played = player.play(mv, &mut out);
    out.cut();
    played
}

/// Takes the last move back. Returns false if there is none.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_undo(player: *mut CairnPlayer) -> bool {
    // SAFETY: the caller's promise.
    unsafe { player_mut(player) }.is_some_and(|player| player.undo())
}

/// Returns whose turn it is, from 0, or -1 if the game is over.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_to_move(player: *const CairnPlayer) -> i32 {
    // SAFETY: the caller's promise.
    match unsafe { player_ref(player) } {
        Some(player) => player.turn().player().map_or(-1, |player| player as i32),
        _ => -1,
    }
}

/// Returns the result of a finished game for the player `who`, from 0: 1 is a win, 0 a loss, 0.5 a
/// draw. Returns -1 if the game is not over.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_outcome(player: *const CairnPlayer, who: u32) -> f64 {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { player_ref(player) }) else { return -1.0 };
    match player.turn().outcome() {
        Some(outcome) if (who as usize) < player.position().players() => {
            let denominator = player.position().denominator();
            f64::from(outcome.reward(who as usize, denominator)) / f64::from(denominator)
        }
        _ => -1.0,
    }
}

/// Returns how many players the game has.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_players(player: *const CairnPlayer) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { player_ref(player) }.map_or(0, |player| player.position().players() as u32)
}

/// Writes the name of the player `who`, from 0, such as "Black".
///
/// # Safety
/// As for `cairn_restart`; `out` must have room for `size` bytes, here and below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_player_name(
    player: *const CairnPlayer,
    who: u32,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        write_text(player, out, size, |player, out| {
            match (who as usize) < player.position().players() {
                true => out.write_str(player.position().player_name(who as usize)),
                false => Err(fmt::Error),
            }
        })
    }
}

/// Writes the moves that may be played, separated by blanks. If the game is over there are none.
///
/// # Safety
/// As for `cairn_player_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_moves(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.write_allowed(out)) }
}

/// Writes the moves so far, separated by blanks.
///
/// # Safety
/// As for `cairn_player_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_history(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.write_history(out)) }
}

/// Writes the position on one line, as `cairn_restart` reads it.
///
/// # Safety
/// As for `cairn_player_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_position(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.position().write_position(out)) }
}

/// Draws the position for people, on several lines.
///
/// # Safety
/// As for `cairn_player_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_draw(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    unsafe { write_text(player, out, size, |player, out| player.position().draw(out)) }
}

/// Continues the search of the current position by at most `playouts` playouts. Returns how many were
/// run: 0 when the agent has run all its playouts or the game is over. You may stop at any time, and
/// must stop if only time= limits the agent (`cairn_report` tells the time).
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_step(player: *mut CairnPlayer, playouts: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { player_mut(player) }.map_or(0, |player| player.step(playouts))
}

/// Returns the time in milliseconds since some fixed moment. It gets the pointer that `cairn_run` gets.
pub type CairnClock = Option<unsafe extern "C" fn(context: *mut c_void) -> u64>;

/// Continues the search of the current position for at most `milliseconds`, by your clock `now`.
/// Returns whether it can be continued: false when the agent has run all its playouts, the game is
/// over, or a pointer is NULL. In WebAssembly `now` may be NULL: the imported function `env.now` is
/// then the clock.
///
/// # Safety
/// As for `cairn_restart`; `now` must be safe to call with `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_run(
    player: *mut CairnPlayer,
    milliseconds: u32,
    now: CairnClock,
    context: *mut c_void,
) -> bool {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { player_mut(player) }) else { return false };
    let Some(now) = now.or(HOST_CLOCK) else { return false };
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
///
/// # Safety
/// As for `cairn_player_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_best(
    player: *mut CairnPlayer,
    out: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let (player, mut text) = unsafe { (player_mut(player), Text::new(out, size)) };
    if let Some(player) = player
        && let Some(best) = player.best_move()
    {
        // Writing to the caller's buffer does not fail.
        let _ = player.position().write_move(best, &mut text);
    }
    text.whole()
}

/// Writes what the search knows about the moves that may be played, in the game's order. Returns how
/// many there are; `out` gets the first `room` of them.
///
/// # Safety
/// As for `cairn_restart`; `out` must be NULL or have room for `room` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_analysis(
    player: *mut CairnPlayer,
    out: *mut CairnMove,
    room: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { player_mut(player) }) else { return 0 };
    let (position, mut count) = (player.position(), 0);
    player.for_each_move(&mut |stats| {
        if !out.is_null() && count < room {
            let (amaf_visits, amaf_mean) = stats.amaf.unwrap_or_default();
            let (visits, mean) = (stats.visits, stats.mean);
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
///
/// # Safety
/// As for `cairn_restart`; `out` must be NULL or have room for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_report(player: *const CairnPlayer, out: *mut CairnReport) -> bool {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { player_ref(player) }) else { return false };
    if out.is_null() {
        return false;
    }
    let (search, started) = player.search();
    let nodes = search.nodes();
    let stats = CairnReport {
        playouts: if started { search.playouts() } else { 0 },
        recycled: nodes.recycled,
        bytes: player.bytes() as u64,
        search_bytes: search.bytes() as u64,
        milliseconds: search.settings().millis().unwrap_or(0),
        nodes: nodes.capacity,
        nodes_used: nodes.used,
    };
    // SAFETY: it is not NULL, so there is room.
    unsafe { out.write(stats) };
    true
}

/// Returns the number that `cairn bench --signature` prints. It is the same on every machine, for all
/// builds that search alike. This takes a few seconds and overwrites the buffer. Returns 0 if the
/// buffer is too small; `error` then says how large it must be.
///
/// # Safety
/// As for `cairn_create`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_signature(
    buffer: *mut c_void,
    size: usize,
    error: *mut c_char,
    error_size: usize,
) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        with_error(error, error_size, || {
            crate::signature::signature(check_buffer(buffer, size)?).map_err(CallError::Create)
        })
    }
    .unwrap_or(0)
}

/// Why a call fails.
enum CallError<'a> {
    Player,
    Buffer,
    Text(&'static str, TextError),
    Create(CreateError<'a>),
    Position(&'static str),
}

impl fmt::Display for CallError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Player => f.write_str("the player is NULL: pass one from cairn_create"),
            CallError::Buffer => f.write_str("the buffer is NULL: pass one of cairn_size bytes"),
            CallError::Text(what, TextError::Null) => write!(f, "the {what} is NULL: pass a text"),
            CallError::Text(what, TextError::Encoding) => {
                write!(f, "the {what} is not UTF-8: pass plain ASCII")
            }
            CallError::Create(error) => error.fmt(f),
            CallError::Position(error) => f.write_str(error),
        }
    }
}

/// Runs `act` and writes its error into the caller's buffer: an empty text if there is none.
///
/// # Safety
/// `error` must have room for `size` bytes.
unsafe fn with_error<'a, T>(
    error: *mut c_char,
    size: usize,
    act: impl FnOnce() -> Result<T, CallError<'a>>,
) -> Option<T> {
    let done = act();
    // SAFETY: the caller's promise.
    let mut text = unsafe { Text::new(error, size) };
    if let Err(error) = &done {
        let _ = write!(text, "{error}");
    }
    text.cut();
    done.ok()
}

/// Calls `write` with a player and the caller's buffer. If it fails, the buffer is empty.
///
/// # Safety
/// As for `cairn_player_name`.
unsafe fn write_text(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
    write: impl FnOnce(&dyn Player, &mut Text) -> fmt::Result,
) -> usize {
    // SAFETY: the caller's promise.
    let (player, mut text) = unsafe { (player_ref(player), Text::new(out, size)) };
    match player.map(|player| write(player, &mut text)) {
        Some(Ok(())) => text.whole(),
        // SAFETY: the caller's promise.
        _ => unsafe { Text::new(out, size) }.whole(),
    }
}

/// # Safety
/// `player` must be NULL or a player that nothing else uses meanwhile.
unsafe fn player_mut<'a>(player: *mut CairnPlayer) -> Option<&'a mut (dyn Player + 'static)> {
    // SAFETY: the caller's promise.
    unsafe { player.as_mut() }.map(|player| &mut *player.0)
}

/// # Safety
/// As above.
unsafe fn player_ref<'a>(player: *const CairnPlayer) -> Option<&'a (dyn Player + 'static)> {
    // SAFETY: the caller's promise.
    unsafe { player.as_ref() }.map(|player| &*player.0)
}

fn check_buffer(buffer: *mut c_void, size: usize) -> Result<Buffer, CallError<'static>> {
    match buffer.is_null() {
        true => Err(CallError::Buffer),
        false => Ok(Buffer { at: buffer.cast(), size }),
    }
}

/// # Safety
/// The texts must be NULL or end with a zero.
unsafe fn player_spec<'a>(
    game: *const c_char,
    agent: *const c_char,
    seed: u64,
) -> Result<PlayerSpec<'a>, CallError<'a>> {
    // SAFETY: the caller's promise.
    let (game, agent) = unsafe { (read(game), read(agent)) };
    Ok(PlayerSpec {
        game: game.map_err(|error| CallError::Text("game", error))?,
        agent: match agent {
            Err(TextError::Null) => "",
            agent => agent.map_err(|error| CallError::Text("agent", error))?,
        },
        defaults: true,
        seed,
    })
}

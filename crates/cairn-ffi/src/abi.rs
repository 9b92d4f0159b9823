//! What C and WebAssembly see. `include/cairn.h` is made of this file: the comments here are its
//! documentation.
//!
//! Pointers may be NULL: that is an error like any other. No function keeps one that it is given,
//! but for the buffer of a player.

use core::ffi::{c_char, c_void};
use core::fmt::{self, Write};

use cairn_games::registry::GAMES;

use crate::player::{Buffer, CreateError, Player, Wanted};
use crate::text::{Text, TextError, read};

/// Room for a move's text with its zero; no game's notation is longer.
pub const CAIRN_MOVE_TEXT: usize = 12;

/// A game and the agent that plays it, in a buffer of yours. One thread at a time may use it.
pub struct CairnPlayer(pub(crate) &'static mut dyn Player);

/// What the search knows about a move.
#[repr(C)]
pub struct CairnMove {
    /// The move, in the game's notation.
    pub text: [c_char; CAIRN_MOVE_TEXT],
    /// Playouts that began with it.
    pub visits: u32,
    /// Their mean for the player to move: 1 is won, 0 is lost.
    pub mean: f32,
    /// Playouts in which it came anywhere, if the agent counts them (AMAF).
    pub amaf_visits: u32,
    /// Their mean.
    pub amaf_mean: f32,
}

/// What a player takes and has done.
#[repr(C)]
#[derive(Default)]
pub struct CairnReport {
    /// Playouts run for the position as it is.
    pub playouts: u64,
    /// Nodes that were used again, meanwhile.
    pub recycled: u64,
    /// All bytes of the player in its buffer.
    pub bytes: u64,
    /// Those of its search: trees, tables, stacks.
    pub search_bytes: u64,
    /// What the agent's time= says, in milliseconds, or 0. It is yours to keep.
    pub milliseconds: u64,
    /// The most nodes there can be.
    pub nodes: u32,
    /// Nodes in use.
    pub nodes_used: u32,
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn cairn_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The games there are, a line each: name, tab, description. The length of the text, as for all
/// functions that write text: if it is not less than `size`, the text did not fit and `out` is empty.
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

/// How many bytes a player takes: a game such as "go9" or "hex:size=7", an agent such as
/// "graver2:nodes=160". The game's own agent plays if that is NULL or empty. 0 if there can be no such
/// player; `error` then says what would be right.
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
        told(error, error_size, || {
            crate::player::size(wanted(game, agent, 0)?).map_err(Fault::Create)
        })
    }
    .unwrap_or(0)
}

/// Makes a player in `buffer`, which must begin at a multiple of 8 bytes and have room for
/// `cairn_size` bytes. It is the player's, and stays where it is, until you use it no more; there is
/// nothing to free. NULL if it cannot be made; `error` then says why. The same `seed` and moves give
/// the same game.
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
        told(error, error_size, || {
            let buffer = given(buffer, size)?;
            crate::player::create(buffer, wanted(game, agent, seed)?).map_err(Fault::Create)
        })
    };
    player.map_or(core::ptr::null_mut(), |player| player)
}

/// Begins a new game: at `position`, in the notation of `cairn_position`, or where the last one began
/// if that is NULL.
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
        told(error, error_size, || {
            let player = any(player).ok_or(Fault::Player)?;
            let position = match read(position) {
                Err(TextError::Null) => None,
                Err(fault) => return Err(Fault::Text("position", fault)),
                Ok(position) => Some(position),
            };
            player.restart(position).map_err(Fault::Position)
        })
    };
    restarted.is_some()
}

/// Plays a move for the player whose turn it is. False if that cannot be; `error` then says why.
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
            let player = any(player).ok_or(Fault::Player)?;
            Ok((player, read(mv).map_err(|fault| Fault::Text("move", fault))?))
        };
        (told(error, error_size, read), Text::new(error, error_size))
    };
    let Some((player, mv)) = read else { return false };
    let played = player.play(mv, &mut out);
    out.cut();
    played
}

/// Takes the last move back. False if there is none.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_undo(player: *mut CairnPlayer) -> bool {
    // SAFETY: the caller's promise.
    unsafe { any(player) }.is_some_and(|player| player.undo())
}

/// Whose turn it is, from 0; -1 if the game is over.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_to_move(player: *const CairnPlayer) -> i32 {
    // SAFETY: the caller's promise.
    match unsafe { any_ref(player) } {
        Some(player) => player.turn().player().map_or(-1, |player| player as i32),
        _ => -1,
    }
}

/// What a finished game is worth to a player, from 0: 1 is won, 0 is lost, 0.5 is drawn; -1 if the
/// game is not over.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_outcome(player: *const CairnPlayer, who: u32) -> f64 {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { any_ref(player) }) else { return -1.0 };
    match player.turn().outcome() {
        Some(outcome) if (who as usize) < player.players() => {
            let denominator = player.denominator();
            f64::from(outcome.reward(who as usize, denominator)) / f64::from(denominator)
        }
        _ => -1.0,
    }
}

/// How many take part in the game.
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_players(player: *const CairnPlayer) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { any_ref(player) }.map_or(0, |player| player.players() as u32)
}

/// What a player is called, from 0: "Black".
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
        tell(player, out, size, |player, out| match (who as usize) < player.players() {
            true => out.write_str(player.player_name(who as usize)),
            false => Err(fmt::Error),
        })
    }
}

/// The moves that may be played, with blanks between them: none if the game is over.
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
    unsafe { tell(player, out, size, |player, out| player.write_allowed(out)) }
}

/// The moves so far, with blanks between them.
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
    unsafe { tell(player, out, size, |player, out| player.write_history(out)) }
}

/// The position on one line, as `cairn_restart` reads it.
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
    unsafe { tell(player, out, size, |player, out| player.write_position(out)) }
}

/// The position drawn for people, on several lines.
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
    unsafe { tell(player, out, size, |player, out| player.draw(out)) }
}

/// Searches the position a little further, by at most so many playouts. How many were run: 0 once
/// the agent has run those it is meant to, or the game is over. You may stop at any time, and must
/// if the agent has nothing but time= to end it (`cairn_report`).
///
/// # Safety
/// As for `cairn_restart`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_step(player: *mut CairnPlayer, playouts: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { any(player) }.map_or(0, |player| player.step(playouts))
}

/// The best move so far: empty if the game is over.
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
    let (player, mut text) = unsafe { (any(player), Text::new(out, size)) };
    if let Some(player) = player {
        player.write_best(&mut text);
    }
    text.whole()
}

/// What the search knows about the moves that may be played, in the game's order. How many there are,
/// of which `out` gets the first `room`.
///
/// # Safety
/// As for `cairn_restart`; `out` must be NULL or have room for so many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_analysis(
    player: *mut CairnPlayer,
    out: *mut CairnMove,
    room: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { any(player) }) else { return 0 };
    let mut count = 0;
    player.for_each_move(&mut |stats| {
        if !out.is_null() && count < room {
            let (amaf_visits, amaf_mean) = stats.amaf.unwrap_or_default();
            let (visits, mean) = (stats.visits, stats.mean);
            let text = [0; CAIRN_MOVE_TEXT];
            // SAFETY: there is room for it; the text stands in what was just written.
            unsafe {
                let at = out.add(count);
                at.write(CairnMove { text, visits, mean, amaf_visits, amaf_mean });
                let mut text = Text::new((*at).text.as_mut_ptr(), CAIRN_MOVE_TEXT);
                let _ = write!(text, "{}", stats.mv);
                text.whole();
            }
        }
        count += 1;
    });
    count
}

/// What the player takes and has done. False if a pointer is NULL.
///
/// # Safety
/// As for `cairn_restart`; `out` must be NULL or have room for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cairn_report(player: *const CairnPlayer, out: *mut CairnReport) -> bool {
    // SAFETY: the caller's promise.
    let Some(player) = (unsafe { any_ref(player) }) else { return false };
    if out.is_null() {
        return false;
    }
    let (nodes, (bytes, search_bytes)) = (player.nodes(), player.bytes());
    let stats = CairnReport {
        playouts: player.playouts(),
        recycled: nodes.recycled,
        bytes: bytes as u64,
        search_bytes: search_bytes as u64,
        milliseconds: player.millis().unwrap_or(0),
        nodes: nodes.capacity,
        nodes_used: nodes.used,
    };
    // SAFETY: it is not NULL, so there is room.
    unsafe { out.write(stats) };
    true
}

/// A number that is the same for all builds that search alike, on every machine: what `cairn bench
/// --signature` prints. It takes a second or a few, and the buffer as scratch. 0 if that is too
/// small; `error` then says how large it must be.
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
        told(error, error_size, || {
            crate::signature::signature(given(buffer, size)?).map_err(Fault::Create)
        })
    }
    .unwrap_or(0)
}

/// What can be wrong with a call.
enum Fault<'a> {
    Player,
    Buffer,
    Text(&'static str, TextError),
    Create(CreateError<'a>),
    Position(&'static str),
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Player => f.write_str("the player is NULL: give one from cairn_create"),
            Fault::Buffer => f.write_str("the buffer is NULL: give one of cairn_size bytes"),
            Fault::Text(what, TextError::Null) => write!(f, "the {what} is NULL: give a text"),
            Fault::Text(what, TextError::Encoding) => {
                write!(f, "the {what} is not UTF-8: give it as plain ASCII")
            }
            Fault::Create(error) => error.fmt(f),
            Fault::Position(error) => f.write_str(error),
        }
    }
}

/// Runs `act` and writes its error where the caller wants it; no error is an empty text.
///
/// # Safety
/// `error` must have room for `size` bytes.
unsafe fn told<'a, T>(
    error: *mut c_char,
    size: usize,
    act: impl FnOnce() -> Result<T, Fault<'a>>,
) -> Option<T> {
    let done = act();
    // SAFETY: the caller's promise.
    let mut text = unsafe { Text::new(error, size) };
    if let Err(fault) = &done {
        let _ = write!(text, "{fault}");
    }
    text.cut();
    done.ok()
}

/// Writes what `say` says of a player into the caller's buffer; nothing if it cannot.
///
/// # Safety
/// As for `cairn_player_name`.
unsafe fn tell(
    player: *const CairnPlayer,
    out: *mut c_char,
    size: usize,
    say: impl FnOnce(&dyn Player, &mut Text) -> fmt::Result,
) -> usize {
    // SAFETY: the caller's promise.
    let (player, mut text) = unsafe { (any_ref(player), Text::new(out, size)) };
    match player.map(|player| say(player, &mut text)) {
        Some(Ok(())) => text.whole(),
        // SAFETY: the caller's promise.
        _ => unsafe { Text::new(out, size) }.whole(),
    }
}

/// # Safety
/// NULL or a player, used by nobody else meanwhile.
unsafe fn any<'a>(player: *mut CairnPlayer) -> Option<&'a mut (dyn Player + 'static)> {
    // SAFETY: the caller's promise.
    unsafe { player.as_mut() }.map(|player| &mut *player.0)
}

/// # Safety
/// As above.
unsafe fn any_ref<'a>(player: *const CairnPlayer) -> Option<&'a dyn Player> {
    // SAFETY: the caller's promise.
    unsafe { player.as_ref() }.map(|player| &*player.0)
}

fn given(buffer: *mut c_void, size: usize) -> Result<Buffer, Fault<'static>> {
    match buffer.is_null() {
        true => Err(Fault::Buffer),
        false => Ok(Buffer { at: buffer.cast(), size }),
    }
}

/// # Safety
/// The texts must be NULL or end with a zero.
unsafe fn wanted<'a>(
    game: *const c_char,
    agent: *const c_char,
    seed: u64,
) -> Result<Wanted<'a>, Fault<'a>> {
    // SAFETY: the caller's promise.
    let (game, agent) = unsafe { (read(game), read(agent)) };
    Ok(Wanted {
        game: game.map_err(|fault| Fault::Text("game", fault))?,
        agent: match agent {
            Err(TextError::Null) => "",
            agent => agent.map_err(|fault| Fault::Text("agent", fault))?,
        },
        defaults: true,
        seed,
    })
}

//! Through this library a player makes the same moves as anywhere else. `games.txt` has the first
//! moves of many small games; here the laboratory's players, each compiled for its game, and this
//! library's both play them again, and `scripts/wasm` does so in a browser's module.

use std::ffi::{CStr, CString, c_char};
use std::fmt::Write;
use std::ptr::null_mut;

use cairn::abi::{self, CAIRN_MOVE_TEXT};
use cairn_arena::AnyGame;
use cairn_core::rng::derive_seed;

/// Every game, and sizes of each kind of board.
const GAMES: &str = "tictactoe go9 go:size=5 go:size=13 go9:komi=0 hex hex:size=14 havannah \
    havannah:base=8 domineering domineering:rows=11,columns=10 amazons amazons:size=6 connect4 \
    othello breakthrough breakthrough:columns=5,rows=6,misere=yes knightthrough loa atarigo \
    atarigo:size=6 atarigo:size=12 nogo nogo:size=7 nogo:size=11 threecolorgo threecolorgo:size=5 \
    threecolorgo:size=10 awari morris einstein chess draughts";

/// Two levels with recycling, all kinds of playouts, priors, a tree that is kept; counters of two
/// widths.
const AGENTS: &str = "graver2:nodes=20,top=10,second=8,playout=uniform,prior=off,amaf=own-any \
    grave:playouts=60,playout=mast,prior=off,amaf=both,reuse=on \
    uctr:nodes=20,playouts=40,playout=patterns,prior=10";

const SEED: u64 = 7;
/// How many moves the players make; what the dice do comes between them.
const MOVES: u64 = 5;

#[test]
fn the_same_games_as_anywhere() {
    let mut lines = String::new();
    for game in GAMES.split_whitespace() {
        for agent in AGENTS.split_whitespace() {
            let moves = in_the_laboratory(game, agent);
            assert_eq!(moves, through_the_library(game, agent), "{game} {agent}");
            writeln!(lines, "{game} {agent} {moves}").unwrap();
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &lines).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap();
    assert!(written == lines, "play has changed: UPDATE=1 cargo test -p cairn-ffi --test games");
}

fn in_the_laboratory(game: &str, agent: &str) -> String {
    let game = AnyGame::new(game).unwrap();
    let (mut history, mut player) = (game.history(), game.player(agent).unwrap());
    history.set_dice(SEED);
    for _ in 0..MOVES {
        let seed = derive_seed(SEED, history.plies() as u64);
        let decision = player.choose(&history, seed, &mut || false);
        history.play(decision.mv.unwrap());
    }
    history.moves_text()
}

fn through_the_library(game: &str, agent: &str) -> String {
    let (game, agent) = (CString::new(game).unwrap(), CString::new(agent).unwrap());
    // SAFETY: texts end with a zero, and each buffer is as large as is said.
    unsafe {
        let size = abi::cairn_size(game.as_ptr(), agent.as_ptr(), null_mut(), 0);
        let mut buffer = vec![0u64; size.div_ceil(8)];
        let at = buffer.as_mut_ptr().cast();
        let player =
            abi::cairn_create(at, size, game.as_ptr(), agent.as_ptr(), SEED, null_mut(), 0);
        let player = player.expect("room for the player");
        for _ in 0..MOVES {
            while abi::cairn_step(Some(player), 17) > 0 {}
            let mut best: [c_char; CAIRN_MOVE_TEXT] = [0; CAIRN_MOVE_TEXT];
            assert!(abi::cairn_best(Some(player), best.as_mut_ptr(), best.len()) < best.len());
            assert!(abi::cairn_play(Some(player), best.as_ptr(), null_mut(), 0));
        }
        let mut history: [c_char; 200] = [0; 200];
        assert!(
            abi::cairn_history(Some(player), history.as_mut_ptr(), history.len()) < history.len()
        );
        CStr::from_ptr(history.as_ptr()).to_str().unwrap().to_owned()
    }
}

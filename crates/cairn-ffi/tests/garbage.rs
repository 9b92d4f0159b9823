//! Whatever comes in, an answer comes out: specs, moves and positions that are almost right.

use std::ffi::{CString, c_char};
use std::ptr::null_mut;

use cairn::abi::{self, CairnPlayer};
use cairn_core::Rng;

const GAMES: [&str; 8] =
    ["tictactoe", "go9", "go:size=5,komi=6.5", "hex:size=5", "awari", "morris", "loa", "connect4"];
const AGENTS: [&str; 5] = [
    "graver2:nodes=16,top=8,second=8",
    "grave:playouts=40,playout=mast,reuse=on",
    "uctr:nodes=9,memory=20KiB,time=1ms",
    "mc:playouts=20",
    "hrave2:nodes=12,sharing=off",
];
const MOVES: [&str; 8] = ["E5", "pass", "a1", "b2", "3", "a1-b2", "xa1", ""];
const ALPHABET: &[u8] = b"aAbB15:=,.-/ xXoO9\xff\xc3";

/// One of the texts, perhaps with a few bytes changed, put in or left out.
fn almost(rng: &mut Rng, texts: &[&str]) -> CString {
    let mut bytes = texts[rng.below(texts.len() as u32) as usize].as_bytes().to_vec();
    for _ in 0..rng.below(6).saturating_sub(2) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let byte = ALPHABET[rng.below(ALPHABET.len() as u32) as usize];
        match rng.below(3) {
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => bytes[at] = byte,
            _ if at < bytes.len() => drop(bytes.remove(at)),
            _ => {}
        }
    }
    CString::new(bytes).unwrap()
}

#[test]
fn garbage_is_answered() {
    let mut rng = Rng::new(1);
    let mut buffer = vec![0u64; 8192];
    let (mut made, mut refused) = (0, 0);
    for _ in 0..600 {
        let (game, agent) = (almost(&mut rng, &GAMES), almost(&mut rng, &AGENTS));
        let mut error: [c_char; 100] = [1; 100];
        let room = error.len().min(rng.below(120) as usize);
        // SAFETY: texts end with a zero, and each buffer is at least as large as is said.
        unsafe {
            let size = rng.below(8 * buffer.len() as u32 + 1) as usize;
            let at = buffer.as_mut_ptr().cast();
            let (text, seed) = (error.as_mut_ptr(), rng.next_u32().into());
            let player =
                abi::cairn_create(at, size, game.as_ptr(), agent.as_ptr(), seed, text, room);
            assert!(error[room..].iter().all(|&byte| byte == 1), "beyond the buffer");
            assert!(room == 0 || error[..room].contains(&0), "without an end");
            match player {
                None => {
                    refused += 1;
                    assert!(room < 2 || error[0] != 0, "no player and no error");
                }
                Some(player) => {
                    made += 1;
                    assert!(room == 0 || error[0] == 0, "a player and an error");
                    play(&mut rng, player);
                }
            }
        }
    }
    assert!(made > 50 && refused > 200, "{made} made, {refused} refused");
}

fn play(rng: &mut Rng, player: &mut CairnPlayer) {
    let mut out: [c_char; 4096] = [0; 4096];
    for _ in 0..12 {
        let mv = almost(rng, &MOVES);
        // SAFETY: texts end with a zero, and each buffer is at least as large as is said.
        unsafe {
            match rng.below(6) {
                0 => drop(abi::cairn_undo(Some(player))),
                1 => {
                    let position = almost(rng, &["3/3/3", "X.O/.X./..O", "5/5/2X2/5/5 w"]);
                    abi::cairn_restart(Some(player), position.as_ptr(), null_mut(), 0);
                }
                2 => drop(abi::cairn_play(Some(player), mv.as_ptr(), null_mut(), 0)),
                _ => {
                    abi::cairn_step(Some(player), 1 + rng.below(9));
                    let length = abi::cairn_best(Some(player), out.as_mut_ptr(), out.len());
                    let over = abi::cairn_to_move(Some(player)) < 0;
                    assert_eq!(length == 0, over);
                    assert_eq!(abi::cairn_play(Some(player), out.as_ptr(), null_mut(), 0), !over);
                }
            }
            abi::cairn_analysis(Some(player), null_mut(), 0);
            // Rarely, because they play hundreds of playouts.
            if rng.below(20) == 0 {
                let room = rng.below(20) as usize;
                abi::cairn_choose(Some(player), out.as_mut_ptr(), room);
                abi::cairn_score(Some(player), None, out.as_mut_ptr(), room, null_mut(), 0);
            }
            abi::cairn_draw(Some(player), out.as_mut_ptr(), rng.below(out.len() as u32) as usize);
        }
    }
}

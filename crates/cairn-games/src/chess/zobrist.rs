//! Random numbers for the hash of a position: one for each piece of each side on each square, each set
//! of castling rights, each column of an en passant square, and the side to move.

use super::board::{KINDS, Kind};

struct Numbers {
    pieces: [[[u64; 64]; KINDS]; 2],
    castling: [u64; 16],
    en_passant: [u64; 8],
}

/// What changes in the hash when the other side is to move.
pub const SIDE: u64 = next(0x63_68_65_73_73).1;

static NUMBERS: Numbers = {
    let mut numbers =
        Numbers { pieces: [[[0; 64]; KINDS]; 2], castling: [0; 16], en_passant: [0; 8] };
    let mut seed = SIDE;
    let mut index = 0;
    while index < 2 * KINDS * 64 {
        let (state, number) = next(seed);
        numbers.pieces[index / (KINDS * 64)][index / 64 % KINDS][index % 64] = number;
        (seed, index) = (state, index + 1);
    }
    index = 1; // No rights: 0.
    while index < 16 {
        let (state, number) = next(seed);
        numbers.castling[index] = number;
        (seed, index) = (state, index + 1);
    }
    index = 0;
    while index < 8 {
        let (state, number) = next(seed);
        numbers.en_passant[index] = number;
        (seed, index) = (state, index + 1);
    }
    numbers
};

/// SplitMix64 (Steele, Lea and Flood 2014): the next state, and a number made from it.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ mixed >> 31)
}

/// A piece of a side on a square.
#[hot]
pub fn piece(side: u32, kind: Kind, square: u32) -> u64 {
    NUMBERS.pieces[side as usize & 1][kind.index()][square as usize & 63]
}

/// Castling rights.
#[hot]
pub fn castling(rights: u8) -> u64 {
    NUMBERS.castling[rights as usize & 15]
}

/// An en passant square; 0 is none.
#[hot]
pub fn en_passant(square: u8) -> u64 {
    if square == 0 { 0 } else { NUMBERS.en_passant[square as usize & 7] }
}

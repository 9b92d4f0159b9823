//! The board of Nine Men's Morris: three rings of eight points, and how it is written.
//!
//! Point `8 · ring + place`; the outer ring is 0, place 0 its top left corner, then clockwise, so
//! that corners are even and the middles of sides, where the rings are joined, odd. A step along the
//! rings is then a rotation of each byte of a set, a step between them a shift by a byte.

use core::fmt::{self, Write};

use super::{Morris, QUIET_LIMIT, assemble};
use crate::rows::{end, next_word, parse_number};

pub(super) const POINTS: usize = 24;

const BYTES: u32 = 0x01_01_01;
const MIDDLES: u32 = 0xaa * BYTES;

#[hot]
pub(super) fn clockwise(set: u32) -> u32 {
    (set & !(BYTES << 7)) << 1 | (set >> 7 & BYTES)
}

#[hot]
pub(super) fn anticlockwise(set: u32) -> u32 {
    (set & !BYTES) >> 1 | (set & BYTES) << 7
}

/// The points one step from `set` in a direction: 0 is clockwise, 1 anticlockwise, 2 inwards, 3
/// outwards.
#[hot]
pub(super) fn moved(set: u32, direction: usize) -> u32 {
    match direction {
        0 => clockwise(set),
        1 => anticlockwise(set),
        2 => (set & MIDDLES & 0x00_ff_ff) << 8,
        _ => (set & MIDDLES) >> 8,
    }
}

#[hot]
pub(super) fn opposite(direction: usize) -> usize {
    direction ^ 1
}

/// The point one step from `point`, which must exist.
#[hot]
pub(super) fn step(point: u32, direction: usize) -> u32 {
    moved(1 << point, direction).trailing_zeros()
}

/// The men that are in mills.
#[hot]
pub(super) fn in_mills(men: u32) -> u32 {
    let sides = men & clockwise(men) & anticlockwise(men) & MIDDLES;
    let across = men & men >> 8 & men >> 16 & MIDDLES & 0xff;
    sides | clockwise(sides) | anticlockwise(sides) | (across * BYTES)
}

/// Whether the man at `point` is in a mill.
#[hot]
pub(super) fn closes_mill(men: u32, point: u32) -> bool {
    in_mills(men) >> point & 1 != 0
}

/// The names of the points.
pub(super) const NAMES: [&str; POINTS] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", // the outer ring
    "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", // the middle one
    "c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4", // the inner one
];

/// The points in reading order: from a7 row by row to g1.
pub(super) const READING: [u8; POINTS] =
    [0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23, 19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4];

const PICTURE: [&str; 13] = [
    "7 *--------*--------*",
    "  |        |        |",
    "6 |  *-----*-----*  |",
    "  |  |     |     |  |",
    "5 |  |  *--*--*  |  |",
    "  |  |  |     |  |  |",
    "4 *--*--*     *--*--*",
    "  |  |  |     |  |  |",
    "3 |  |  *--*--*  |  |",
    "  |  |     |     |  |",
    "2 |  *-----*-----*  |",
    "  |        |        |",
    "1 *--------*--------*",
];

pub(super) fn draw(symbol: impl Fn(usize) -> char, out: &mut dyn Write) -> fmt::Result {
    let mut points = READING.iter();
    for line in PICTURE {
        for character in line.chars() {
            match character {
                '*' => out.write_char(points.next().map_or('.', |&point| symbol(point.into())))?,
                other => out.write_char(other)?,
            }
        }
        out.write_char('\n')?;
    }
    out.write_str("  a  b  c  d  e  f  g\n")
}

pub(super) fn parse(text: &str) -> Result<Morris, &'static str> {
    const ROWS: &str = "the board is 3/3/3/6/3/3/3 points from a7 to g1, each W, B or .";
    let mut rest = text;
    let rows = next_word(&mut rest).ok_or(ROWS)?;
    let mut men = [0; 2];
    let mut index = 0;
    for (row, line) in rows.split('/').enumerate() {
        if line.len() != (if row == 3 { 6 } else { 3 }) || row > 6 {
            return Err(ROWS);
        }
        for symbol in line.bytes() {
            let point = 1 << READING[index];
            index += 1;
            match symbol {
                b'W' | b'w' => men[0] |= point,
                b'B' | b'b' => men[1] |= point,
                b'.' => {}
                _ => return Err(ROWS),
            }
        }
    }
    if index != POINTS {
        return Err(ROWS);
    }
    let hand = next_word(&mut rest)
        .and_then(|word| word.split_once('-'))
        .and_then(|(white, black)| Some([parse_number(white, 9)?, parse_number(black, 9)?]))
        .ok_or("after the board come the men in hand, white's first, like 7-8")?;
    let side = next_word(&mut rest).unwrap_or("");
    let quiet = next_word(&mut rest).and_then(|word| parse_number(word, QUIET_LIMIT));
    let position = assemble(men, hand, side, quiet.unwrap_or(0))?;
    if quiet.is_none() {
        return Err("after the side come the plies without a mill, 0 to 100");
    }
    end(rest).map(|()| position)
}

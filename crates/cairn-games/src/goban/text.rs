//! Points, rows of stones and boards as people write them.

use core::fmt::{self, Write};

use crate::bits::PointSet;
use crate::rows::{Notation, next_word, parse_number};

/// Columns are named without I, which looks like 1.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// What is wrong with a move that takes its own liberties.
pub(crate) const SUICIDE: &str = "is suicide: the stone would have no liberty";

/// What is wrong with taking back at once.
pub(crate) const KO: &str = "takes back the ko: play elsewhere first";

/// Reads a coordinate like `D4`, upper or lower case.
pub(crate) fn parse_point(size: usize, text: &str) -> Option<usize> {
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = COLUMNS[..size].iter().position(|&column| column == letter)?;
    let digits = &text[1..];
    let row: usize = digits.parse().ok()?;
    // No sign and no leading zero: each point has one name.
    let plain = digits.bytes().next().is_some_and(|byte| matches!(byte, b'1'..=b'9'));
    (plain && row <= size).then(|| (row - 1) * size + column)
}

/// Writes a coordinate like `D4`.
pub(crate) fn write_point(size: usize, point: usize, out: &mut dyn Write) -> fmt::Result {
    let (row, column) = (point / size, point % size);
    write!(out, "{}{}", char::from(COLUMNS[column]), row + 1)
}

/// Writes the rows and the side to move; `stone` says whose stone stands at a point.
pub(crate) fn write_board(
    notation: &Notation,
    size: usize,
    stone: impl Fn(usize) -> Option<usize>,
    to_move: usize,
    out: &mut dyn Write,
) -> fmt::Result {
    let stone = |row: usize, column: usize| stone((size - 1 - row) * size + column);
    notation.write(size, |_| size, stone, to_move, out)
}

/// Reads what [`write_board`] writes: the stones of each player, who is to move, and what follows.
pub(crate) fn parse_board<'a, S: PointSet, const N: usize>(
    notation: &Notation,
    size: usize,
    text: &'a str,
) -> Result<([S; N], usize, &'a str), &'static str> {
    let mut stones = [S::EMPTY; N];
    let put = |row: usize, column: usize, player: usize| {
        stones[player] = stones[player] | S::single((size - 1 - row) * size + column);
    };
    let (to_move, rest) = notation.parse(text, size, |_| size, put)?;
    Ok((stones, to_move, rest))
}

/// Writes the ko point or `-`, then the passes just made.
pub(crate) fn write_ko_and_passes(
    size: usize,
    ko: Option<usize>,
    passes: u8,
    out: &mut dyn Write,
) -> fmt::Result {
    out.write_char(' ')?;
    match ko {
        Some(point) => write_point(size, point, out)?,
        None => out.write_char('-')?,
    }
    write!(out, " {passes}")
}

/// Reads what [`write_ko_and_passes`] writes off the front of `rest`, at most `most` passes.
pub(crate) fn parse_ko_and_passes(
    size: usize,
    most: u8,
    rest: &mut &str,
) -> Result<(Option<usize>, u8), &'static str> {
    const KO: &str = "after the side comes the ko point, like D4, or -";
    let ko = match next_word(rest).ok_or(KO)? {
        "-" => None,
        word => Some(parse_point(size, word).ok_or(KO)?),
    };
    let passes = next_word(rest).and_then(|word| parse_number(word, most)).ok_or(match most {
        2 => "after the ko point come the passes just made: 0 to 2",
        _ => "after the ko point come the passes just made: 0 to 3",
    })?;
    match (ko, passes) {
        (Some(_), 1..) => Err("there is no ko after a pass: put - for the ko point"),
        _ => Ok((ko, passes)),
    }
}

/// Draws the board with its coordinates on all sides.
pub(crate) fn draw(
    size: usize,
    symbol: impl Fn(usize) -> char,
    out: &mut dyn Write,
) -> fmt::Result {
    draw_letters(size, out)?;
    for row in (0..size).rev() {
        write!(out, "{:2}", row + 1)?;
        for column in 0..size {
            write!(out, " {}", symbol(row * size + column))?;
        }
        writeln!(out, " {}", row + 1)?;
    }
    draw_letters(size, out)
}

fn draw_letters(size: usize, out: &mut dyn Write) -> fmt::Result {
    out.write_str("  ")?;
    for &column in &COLUMNS[..size] {
        write!(out, " {}", char::from(column))?;
    }
    out.write_char('\n')
}

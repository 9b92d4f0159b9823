//! Points, rows of stones and boards as people write them.

use core::fmt::{self, Write};

use super::points::PointSet;

/// Columns are named without I, which looks like 1.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// A stone of the first, second and third player, on one line and on a drawn board.
pub(crate) const STONES: [char; 3] = ['X', 'O', '#'];

/// The next part of the line up to a blank.
pub(crate) fn next_word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start();
    let (word, tail) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    *rest = tail;
    (!word.is_empty()).then_some(word)
}

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

/// Writes the rows, top row first, separated by `/`, with numbers for so many empty points.
pub(crate) fn write_rows(
    size: usize,
    symbol: impl Fn(usize) -> char,
    out: &mut dyn Write,
) -> fmt::Result {
    for row in (0..size).rev() {
        let mut empty = 0;
        for column in 0..size {
            let symbol = symbol(row * size + column);
            if symbol == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(out, "{empty}")?;
                empty = 0;
            }
            out.write_char(symbol)?;
        }
        if empty > 0 {
            write!(out, "{empty}")?;
        }
        if row > 0 {
            out.write_char('/')?;
        }
    }
    Ok(())
}

/// The stones of each of `N` players (2 or 3) in `rows`, top row first.
pub(crate) fn parse_rows<S: PointSet, const N: usize>(
    size: usize,
    rows: &str,
) -> Result<[S; N], &'static str> {
    const WIDTH: &str = "each row must have as many points as the board is wide";
    if rows.split('/').count() != size {
        return Err("there must be as many rows, separated by /, as the board is high");
    }
    let mut stones = [S::EMPTY; N];
    for (row, text) in (0..size).rev().zip(rows.split('/')) {
        let (mut column, mut number) = (0, 0);
        for byte in text.bytes() {
            if let b'0'..=b'9' = byte {
                number = 10 * number + usize::from(byte - b'0');
                if number == 0 || number > size {
                    return Err(WIDTH);
                }
                continue;
            }
            column += number;
            number = 0;
            if column >= size {
                return Err(WIDTH);
            }
            let symbol = char::from(byte.to_ascii_uppercase());
            match STONES[..N].iter().position(|&stone| stone == symbol) {
                Some(player) => stones[player] = stones[player] | S::single(row * size + column),
                None if byte == b'.' => {}
                None if N == 2 => {
                    return Err("a row has X for black, O for white, numbers for empty points");
                }
                None => {
                    return Err(
                        "a row has X for black, O for white, # for red, numbers for empty points",
                    );
                }
            }
            column += 1;
        }
        if column + number != size {
            return Err(WIDTH);
        }
    }
    Ok(stones)
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

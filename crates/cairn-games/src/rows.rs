//! Boards as text: rows from the top, separated by `/`, with numbers for so many empty cells, and
//! cells named by a letter and a number.

use core::fmt::{self, Write};

/// The next part of the line up to a blank.
pub fn next_word<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_start();
    let (word, tail) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    *rest = tail;
    (!word.is_empty()).then_some(word)
}

/// Writes `rows` rows, the top one first: `width(row)` cells each, of which `symbol(row, index)` is
/// `.` if empty.
pub fn write_rows(
    rows: usize,
    width: impl Fn(usize) -> usize,
    symbol: impl Fn(usize, usize) -> char,
    out: &mut dyn Write,
) -> fmt::Result {
    for row in 0..rows {
        if row > 0 {
            out.write_char('/')?;
        }
        let mut empty = 0;
        for index in 0..width(row) {
            let symbol = symbol(row, index);
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
    }
    Ok(())
}

/// Reads what [`write_rows`] writes; a `.` is an empty cell as well. Calls `put(row, index, symbol)`
/// with every other symbol.
pub fn parse_rows(
    text: &str,
    rows: usize,
    width: impl Fn(usize) -> usize,
    mut put: impl FnMut(usize, usize, u8) -> Result<(), &'static str>,
) -> Result<(), &'static str> {
    const WIDTH: &str = "each row must have as many cells as that row of the board";
    if text.split('/').count() != rows {
        return Err("there must be as many rows, separated by /, as the board is high");
    }
    for (row, text) in text.split('/').enumerate() {
        let width = width(row);
        let (mut index, mut number) = (0, 0);
        for byte in text.bytes() {
            if byte.is_ascii_digit() {
                number = 10 * number + usize::from(byte - b'0');
                if number == 0 || number > width {
                    return Err(WIDTH);
                }
                continue;
            }
            index += number;
            number = 0;
            if index >= width {
                return Err(WIDTH);
            }
            if byte != b'.' {
                put(row, index, byte)?;
            }
            index += 1;
        }
        if index + number != width {
            return Err(WIDTH);
        }
    }
    Ok(())
}

/// Writes a cell like `d4`, column and row counted from 0.
pub fn write_cell(column: usize, row: usize, out: &mut dyn Write) -> fmt::Result {
    write!(out, "{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Reads a cell like `d4`, upper or lower case: column and row counted from 0. Each cell has one
/// name, without signs or leading zeros.
pub fn parse_cell(text: &str) -> Option<(usize, usize)> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let digits = text.get(1..)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    let row: usize = digits.parse().ok()?;
    (letter.is_ascii_lowercase() && plain).then(|| ((letter - b'a').into(), row - 1))
}

/// Writes the letters of so many columns, with a blank before each, and ends the line.
pub fn write_letters(columns: usize, out: &mut dyn Write) -> fmt::Result {
    for column in 0..columns {
        write!(out, " {}", char::from(b'a' + column as u8))?;
    }
    out.write_char('\n')
}

/// Writes so many blanks.
pub fn indent(blanks: usize, out: &mut dyn Write) -> fmt::Result {
    for _ in 0..blanks {
        out.write_char(' ')?;
    }
    Ok(())
}

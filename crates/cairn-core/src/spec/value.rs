//! Values of keys: reading them from text, and writing them back.

use core::fmt;
use core::ops::RangeInclusive;
use core::time::Duration;

use crate::decimal::parse_decimal;

/// The longest time and the largest memory that a spec can ask for.
const MAX_SECONDS: f64 = 10_000.0 * 3600.0;
const MAX_BYTES: u64 = 1_000_000 << 30;

/// The largest count that fits the layout, in which [`u32::MAX`] means "none".
pub(super) const MAX_COUNT: u32 = u32::MAX - 1;

/// A value as a spec writes it.
pub(super) enum Value {
    Count(u64),
    Real(f32),
    Word(&'static str),
    Time(Duration),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => write!(f, "{count}"),
            Value::Real(real) => write!(f, "{real}"),
            Value::Word(word) => f.write_str(word),
            Value::Time(time) => write!(f, "{}ms", time.as_secs_f64() * 1e3),
        }
    }
}

/// A whole number, with or without `_` between its digits.
pub(super) fn whole(text: &str) -> Option<u64> {
    if text.is_empty() || text.starts_with('_') || text.ends_with('_') {
        return None;
    }
    text.bytes().filter(|&b| b != b'_').try_fold(0u64, |n, b| {
        let digit = b.is_ascii_digit().then(|| u64::from(b - b'0'))?;
        n.checked_mul(10)?.checked_add(digit)
    })
}

/// A whole number from 1 up.
pub(super) fn positive(text: &str) -> Option<u64> {
    whole(text).filter(|&n| n > 0)
}

/// A whole number from 1 to [`MAX_COUNT`].
pub(super) fn count(text: &str) -> Option<u32> {
    positive(text).filter(|&n| n <= MAX_COUNT.into()).map(|n| n as u32)
}

/// A number in `range`.
pub(super) fn real(text: &str, range: RangeInclusive<f32>) -> Option<f32> {
    parse_decimal(text).map(|x| x as f32).filter(|x| range.contains(x))
}

/// `off`, which is `None`, or a number in `range`.
pub(super) fn off_or(text: &str, range: RangeInclusive<f32>) -> Option<Option<f32>> {
    match word(text, &["off"]) {
        Some(_) => Some(None),
        None => real(text, range).map(Some),
    }
}

/// Which of `words` the text is, in upper or lower case.
pub(super) fn word(text: &str, words: &[&str]) -> Option<usize> {
    words.iter().position(|word| word.eq_ignore_ascii_case(text))
}

pub(super) const OFF_ON: [&str; 2] = ["off", "on"];

pub(super) fn on_off(text: &str) -> Option<bool> {
    Some(word(text, &OFF_ON)? == 1)
}

/// Splits a number from the unit behind it.
fn with_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    text.split_at(end)
}

/// Reads a size like `64KiB`, `16MiB` or `50000`.
pub fn parse_bytes(text: &str) -> Option<u64> {
    let (count, unit) = with_unit(text);
    let units = ["", "B", "KiB", "MiB", "GiB", "KB", "MB", "GB"];
    let sizes = [1, 1, 1 << 10, 1 << 20, 1 << 30, 1_000, 1_000_000, 1_000_000_000];
    let size = sizes[word(unit, &units)?];
    let bytes = match count.split_once('.') {
        None => positive(count)?.checked_mul(size)?,
        // Half a unit is a number of bytes; half a byte is not.
        Some((whole, part)) if size > 1 && [whole, part].iter().all(|s| is_digits(s)) => {
            (parse_decimal(count)? * size as f64) as u64
        }
        Some(_) => return None,
    };
    Some(bytes).filter(|bytes| (1..=MAX_BYTES).contains(bytes))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A time like `500ms`, `1.5s`, `2m` or `1h`.
pub(super) fn time(text: &str) -> Option<Duration> {
    let (count, unit) = with_unit(text);
    let scale = [1e-3, 1.0, 60.0, 3600.0][word(unit, &["ms", "s", "m", "h"])?];
    let seconds = parse_decimal(count)? * scale;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    (!time.is_zero() && seconds <= MAX_SECONDS).then_some(time)
}

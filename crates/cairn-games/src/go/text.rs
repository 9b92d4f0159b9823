//! Komi and scores as people write them.

use core::fmt;

/// Komi in half points from text like `7.5`, `-3` or `6.50`.
pub fn parse_komi(text: &str) -> Option<i16> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let half = match fraction.trim_end_matches('0') {
        "5" => 1,
        "" if !fraction.is_empty() => 0,
        _ => return None,
    };
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let halves = whole.parse::<i16>().ok()?.checked_mul(2)?.checked_add(half)?;
    Some(if negative { -halves } else { halves })
}

/// Half points, the unit of komi and scores, as people write them: 15 is `7.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfPoints(pub i32);

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

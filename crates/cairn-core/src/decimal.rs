//! Decimal numbers as people write them.

/// Reads a number such as `7.5`, `-3`, `1e-5` or `.4`; `None` for anything else.
///
/// The standard library's parser needs ten kilobytes of tables for numbers that nobody types, and a
/// microcontroller has no room for them. With up to fifteen digits and powers of ten up to 22 the
/// result is the same: the nearest number that a `f64` can hold.
///
/// ```
/// use cairn_core::parse_decimal;
/// assert_eq!(parse_decimal("1e-5"), Some(1e-5));
/// assert_eq!(parse_decimal("0.1"), Some(0.1));
/// assert_eq!(parse_decimal("seven"), None);
/// ```
pub fn parse_decimal(text: &str) -> Option<f64> {
    let (negative, text) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    // The value is mantissa · 10^power.
    let (mut mantissa, mut power) = (0u64, exponent.clamp(-1000, 1000));
    for (text, after_point) in [(whole, 0), (part, 1)] {
        for byte in text.bytes() {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            // Digits that do not fit are too small to matter.
            match mantissa.checked_mul(10).and_then(|m| m.checked_add(digit.into())) {
                Some(more) if power > -2000 => (mantissa, power) = (more, power - after_point),
                _ => power += 1 - after_point,
            }
        }
    }
    let mut value = mantissa as f64;
    // Powers of ten up to 22 are exact, so one multiplication or division rounds only once.
    while power != 0 && value != 0.0 && value.is_finite() {
        let step = power.unsigned_abs().min(22);
        let scale = (0..step).fold(1.0, |scale, _| scale * 10.0);
        (value, power) = match power > 0 {
            true => (value * scale, power - step as i32),
            false => (value / scale, power + step as i32),
        };
    }
    value.is_finite().then_some(if negative { -value } else { value })
}

//! Decimal numbers: the same as the standard library reads.

use cairn_core::{Rng, parse_decimal};

#[test]
fn agrees_with_the_standard_library() {
    let mut rng = Rng::new(1);
    for _ in 0..200_000 {
        let digits = 1 + rng.below(15);
        let mut text: String =
            (0..digits).map(|_| char::from(b'0' + rng.below(10) as u8)).collect();
        if rng.below(2) == 0 {
            text.insert(rng.below(digits + 1) as usize, '.');
        }
        if rng.below(3) == 0 {
            text = format!("{text}e{}", rng.below(14) as i32 - 7);
        }
        if rng.below(4) == 0 {
            text.insert(0, '-');
        }
        assert_eq!(parse_decimal(&text), text.parse().ok(), "{text}");
        let single = parse_decimal(&text).map(|value| value as f32);
        assert_eq!(single, text.parse().ok(), "{text} as a single");
    }
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "", ".", "-", "+", "e5", "1e", "1e+", "1.2.3", "1 ", "inf", "NaN", "0x1", "--1", "1e5.5",
        "½",
    ] {
        assert_eq!(parse_decimal(text), None, "{text}");
    }
    for (text, value) in [("1.", 1.0), (".5", 0.5), ("+2", 2.0), ("1E3", 1000.0), ("1e-400", 0.0)] {
        assert_eq!(parse_decimal(text), Some(value), "{text}");
    }
    assert_eq!(parse_decimal("1e400"), None);
    assert_eq!(parse_decimal("123456789012345678901234567890"), Some(1.2345678901234568e29));
}

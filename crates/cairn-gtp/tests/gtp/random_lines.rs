//! Random input: noise, commands, and commands with noise in them.

use cairn_gtp::{COMMANDS, EXTRA_COMMANDS};
use proptest::prelude::*;

fn word() -> impl Strategy<Value = Vec<u8>> {
    const COMMON: &[&str] = &[
        "b",
        "w",
        "black",
        "White",
        "pass",
        "A1",
        "b2",
        "C3",
        "d4",
        "Z99",
        "I1",
        "0",
        "1",
        "2",
        "3",
        "5",
        "9",
        "19",
        "-1",
        "1e30",
        "nan",
        "0.5",
        "7.5",
        "true",
        "false",
        "interval",
        "maxmoves",
        "minmoves",
        "ownership",
        "avoid",
        "allow",
        "A1,B2,pass",
        "dead",
        "alive",
        "seki",
        "absolute",
        "byoyomi",
        "canadian",
        "none",
        "chinese",
        "uct:playouts=9",
        "graver2:memory=9KiB",
        "grave:playout=mast,playouts=9",
        "five by five.sgf",
        "#",
        "\t",
        "\r",
    ];
    prop_oneof![
        8 => prop::sample::select(COMMON).prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    // Quitting is not interesting, and the signature takes a second.
    let names: Vec<&'static str> = COMMANDS
        .iter()
        .chain(EXTRA_COMMANDS)
        .copied()
        .filter(|name| !["quit", "cairn-signature"].contains(name))
        .collect();
    let command = (
        prop::option::of(0u32..1000),
        prop::sample::select(names),
        prop::collection::vec(word(), 0..5),
    )
        .prop_map(|(id, name, words)| {
            let mut line = id.map_or(String::new(), |id| format!("{id} ")).into_bytes();
            line.extend(name.as_bytes());
            for word in words {
                line.push(b' ');
                line.extend(word);
            }
            line
        });
    prop_oneof![
        6 => command,
        3 => prop::sample::select(&["genmove b", "genmove w", "undo", "showboard", "play b A1", "play w B2"][..])
            .prop_map(|line| line.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..300),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn every_line_gets_one_answer(lines in prop::collection::vec(line(), 0..30)) {
        crate::any_lines::anything(&lines.join(&b'\n'));
    }

    #[test]
    fn noise_gets_answers_too(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        crate::any_lines::anything(&bytes);
    }
}

//! Random input: noise, commands, and commands with noise in them.

use proptest::prelude::*;

fn word() -> impl Strategy<Value = Vec<u8>> {
    const COMMON: &[&str] = &[
        "startpos",
        "fen",
        "moves",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "searchmoves",
        "ponder",
        "infinite",
        "name",
        "value",
        "Hash",
        "Memory",
        "MultiPV",
        "UCI_Elo",
        "UCI_LimitStrength",
        "Threads",
        "Clear",
        "Move",
        "Overhead",
        "true",
        "false",
        "0",
        "1",
        "2",
        "3",
        "-5",
        "20",
        "64KiB",
        "99999999999999999999",
        "e2e4",
        "e7e5",
        "g1f3",
        "e1g1",
        "a7a8q",
        "Nf3",
        "0000",
        "8/8/8/8/8/4k3/4p3/4K3",
        "4k3/8/8/8/8/8/8/4K2R",
        "w",
        "b",
        "KQkq",
        "K",
        "-",
        "e3",
        "99",
        "1",
        "\t",
        "\r",
    ];
    prop_oneof![
        8 => prop::sample::select(COMMON).prop_map(|word| word.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    const COMMANDS: &[&str] = &[
        "uci",
        "isready",
        "setoption name",
        "setoption",
        "ucinewgame",
        "position startpos moves",
        "position fen",
        "position",
        "go",
        "go depth 3",
        "stop",
        "ponderhit",
        "d",
        "debug",
    ];
    const WHOLE: &[&str] = &[
        "go nodes 300",
        "go infinite",
        "go ponder wtime 50 btime 50",
        "go movetime 5",
        "go mate 1",
        "position startpos moves e2e4 e7e5 g1f3",
        "setoption name MultiPV value 3",
        "position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 90 moves e1g1 e8c8",
    ];
    let command = (prop::sample::select(COMMANDS), prop::collection::vec(word(), 0..6));
    let command = command.prop_map(|(name, words)| {
        let mut line = name.as_bytes().to_vec();
        for word in words {
            line.push(b' ');
            line.extend(word);
        }
        line
    });
    prop_oneof![
        5 => command,
        3 => prop::sample::select(WHOLE).prop_map(|line| line.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..300),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn every_search_gets_one_answer(lines in prop::collection::vec(line(), 0..25)) {
        crate::any_lines::anything(&lines.join(&b'\n'));
    }

    #[test]
    fn noise_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        crate::any_lines::anything(&bytes);
    }
}

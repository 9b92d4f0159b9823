//! Bad input ends with code 2 and a line that says what would be right.

use assert_cmd::Command;
use predicates::function::function;
use predicates::str::contains;

fn cairn(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(args);
    command
}

/// The error is one line, or clap's own.
fn refused(args: &[&str], says: &str) {
    let done = cairn(args).assert().code(2).stdout("");
    let shape = |said: &str| match said.strip_prefix("cairn: ") {
        Some(line) => !line.trim_end_matches('\n').contains(char::is_control),
        None => said.starts_with("error: ") && !said.replace('\n', "").contains(char::is_control),
    };
    done.stderr(contains(says)).stderr(function(shape));
}

#[test]
fn games() {
    refused(
        &["search", "--game", "shogi"],
        "no game is called 'shogi': there are tictactoe, go9, go",
    );
    refused(
        &["search", "--game", "go:size=25"],
        "size=25 does not fit: size is a whole number from 2 to 19",
    );
    refused(&["search", "--game", "go:size"], "size= needs a value: a whole number from 2 to 19");
    refused(
        &["search", "--game", "go:komi=7.25"],
        "komi=7.25 does not fit: komi is whole or half points from -16383.5 to",
    );
    refused(&["search", "--game", "go:rows=9"], "go has no option 'rows': it has size, komi");
    refused(&["search", "--game", "go9:size=9"], "go9 has no option 'size': it has komi");
    refused(&["search", "--game", "go:size=5,size=6"], "'size' is given twice");
    refused(&["match", "--game", "tictactoe:x=1"], "tictactoe has no option 'x': it has none");
    refused(&["bench", "--game", ""], "no game is called ''");
}

#[test]
fn agents() {
    refused(&["search", "--agent", "alphazero"], "no agent is called 'alphazero': there are mc,");
    refused(&["search", "--agent", "uct:ply=3"], "uct has no key 'ply': it has memory,");
    refused(&["search", "--agent", "uct:bias=1"], "uct has no key 'bias': only the rave,");
    refused(
        &["search", "--agent", "uct:c=fast"],
        "c=fast does not fit: c is a number from 0 to 1000000",
    );
    refused(&["agents", "grave2:top=5,second=5,playouts=9"], "give two of the three");
    refused(&["bench", "--agent", "nobody"], "agent nobody: no agent is called 'nobody'");
}

#[test]
fn the_wrong_player_of_a_match_is_named() {
    refused(&["match", "uct", "grave:k=0"], "agent grave:k=0: k=0 does not fit");
    refused(&["match", "hex", "uct"], "'hex' is a game, not an agent: write --game hex");
    refused(&["play", "go:size=5"], "'go:size=5' is a game, not an agent: write --game go:size=5");
    refused(&["match", "uct:nodes=0", "grave"], "agent uct:nodes=0: nodes=0 does not fit");
}

#[test]
fn budgets() {
    refused(
        &["search", "--agent", "grave:nodes=0"],
        "nodes=0 does not fit: nodes is a whole number from 1 to 4_294_967_294",
    );
    refused(&["search", "--agent", "grave2:nodes=1"], "two levels need at least nodes=2");
    refused(&["search", "--agent", "grave:playouts=0"], "playouts=0 does not fit");
    refused(
        &["search", "--agent", "graver2:memory=1KiB"],
        "memory=1024 is too little: the smallest",
    );
    refused(&["agents", "graver2:memory=10KiB,nodes=160"], "more than memory=10240: nodes=");
}

/// Terabytes are refused without an attempt to allocate them.
#[test]
#[cfg(target_os = "linux")]
fn more_memory_than_there_is() {
    let agent = "grave:nodes=4000000000,playouts=4000000000";
    refused(
        &["search", "--game", "go:size=19", "--agent", agent],
        "bytes, more than this machine can allocate: give it less, such as memory=",
    );
    refused(&["search", "--agent", "grave2:memory=100TiB"], "memory=100TiB does not fit");
    let agent = "grave2:memory=100000GiB,time=1s,counters=32";
    refused(&["search", "--agent", agent], "can allocate: give it less, such as");
}

#[test]
fn moves_and_positions() {
    refused(&["search", "--moves", "E5 E5"], "move 2: E5 is occupied: choose an empty place");
    refused(&["search", "--moves", "E5 Z9"], "move 2: 'Z9' is not a legal move here");
    refused(&["search", "--moves", "I5"], "move 1: 'I5' is not a legal move here");
    refused(&["search", "--moves", "pass pass"], "the game is over in this position");
    refused(&["search", "--moves", "pass pass E5"], "move 3: 'E5' comes after the end of the game");
    refused(
        &["search", "--game", "go:size=2", "--moves", "A1 B2 A2 B1 A1 A2 A1"],
        "move 7: 'A1' would repeat an earlier position",
    );
    refused(
        &["search", "--position", "9/9 b - 0"],
        "'9/9 b - 0' is not a position of go9: there must be",
    );
    refused(
        &["search", "--game", "hex:size=3", "--position", "3/1X1/3"],
        "after the rows comes the side to move: b or w; the start is '3/3/3 b'",
    );
}

#[test]
fn gtp() {
    refused(&["gtp", "--agent", "nobody"], "agent nobody: no agent is called 'nobody'");
    refused(&["gtp", "--memory", "1KiB"], "memory=1024 is too little: the smallest");
    refused(
        &["gtp", "--memory", "much"],
        "invalid value 'much' for '--memory <SIZE>': expected a size such as 64KiB",
    );
    refused(
        &["gtp", "--size", "20"],
        "'20' for '--size <SIZE>': expected a whole number from 2 to 19",
    );
    refused(
        &["gtp", "--komi", "7.25"],
        "'7.25' for '--komi <POINTS>': expected a number of whole or half points",
    );
    refused(&["gtp", "--resign", "5"], "expected a number from 0 to 1, or never");
    refused(&["gtp", "--log", "/nowhere/log"], "--log /nowhere/log cannot be written: ");
}

#[test]
fn arguments() {
    for (args, says) in [
        (&["frobnicate"][..], "unrecognized subcommand 'frobnicate'"),
        (&["help", "chess"], "unrecognized subcommand 'chess'"),
        (&["--wat"], "unexpected argument '--wat' found"),
        (&["search", "--mvoes=3"], "tip: a similar argument exists: '--moves'"),
        (&["search", "--moves", "E5", "C3"], "unexpected argument 'C3' found"),
        (&["search", "--game"], "a value is required for '--game <GAME>'"),
        (&["search", "--seed="], "invalid value '' for '--seed <SEED>': expected a whole number"),
        (&["search", "--json=yes"], "unexpected value 'yes' for '--json' found"),
        (
            &["search", "--seed", "1", "--seed", "2"],
            "'--seed <SEED>' cannot be used multiple times",
        ),
        (&["match", "--json"], "--json needs two agents, such as 'cairn match uct grave'"),
        (&["match", "--game", "threecolorgo"], "threecolorgo has three players: name the agents"),
        (&["match", "uct", "mc", "rave"], "unexpected argument 'rave' found"),
        (&["match", "--sprt", "5"], "\"5\" is not an SPRT: give two Elo numbers from -2000 to"),
        (
            &["match", "uct", "mc", "--game", "threecolorgo:size=3", "--sprt", "0,9"],
            "--sprt needs a game of two players",
        ),
        (&["lab"], "'cairn lab' requires a subcommand but one was not provided"),
        (&["lab", "frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (&["lab", "run"], "required arguments were not provided:\n  <FILE>"),
    ] {
        refused(args, says);
    }
}

#[test]
fn numbers_have_limits() {
    for (args, says) in [
        (
            &["match", "--games", "0"][..],
            "invalid value '0' for '--games <GAMES>': expected a whole number from 1",
        ),
        (&["match", "--games", "1.5"], "expected a whole number from 1 to 1,000,000,000"),
        (&["match", "--jobs", "0"], "expected a whole number from 1 to 10,000"),
        (&["lab", "run", "x", "--jobs", "0"], "expected a whole number from 1 to 10,000"),
        (
            &["match", "--jobs", "-2"],
            "invalid value '-2' for '--jobs <JOBS>': expected a whole number from 1",
        ),
        (
            &["search", "--seed", "x"],
            "invalid value 'x' for '--seed <SEED>': expected a whole number from 0 to",
        ),
        (&["search", "--seed", "-1"], "invalid value '-1' for '--seed <SEED>'"),
        (&["search", "--seed", "18446744073709551616"], "to 18,446,744,073,709,551,615"),
        (
            &["search", "--top", "0"],
            "invalid value '0' for '--top <TOP>': expected a whole number from 1 to",
        ),
        (&["bench", "--seconds", "-1"], "expected a number of seconds from 0 to 1,000,000"),
        (&["bench", "--seconds", "NaN"], "invalid value 'NaN'"),
        (&["bench", "--seconds", "1e300"], "invalid value '1e300'"),
    ] {
        refused(args, says);
    }
}

/// The signature is over searches of its own.
#[test]
fn options_that_would_be_ignored_are_refused() {
    for more in [["--agent", "uct"], ["--game", "go9"], ["--seed", "1"], ["--seconds", "1"]] {
        let args = [&["bench", "--signature"], &more[..]].concat();
        refused(&args, "the argument '--signature' cannot be used with");
    }
    refused(
        &["bench", "--games", "--agent", "uct"],
        "the argument '--games' cannot be used with '--agent <AGENT>'",
    );
    refused(
        &["bench", "--games", "--signature"],
        "the argument '--games' cannot be used with '--signature'",
    );
}

#[test]
fn what_was_typed_is_echoed_without_its_control_characters() {
    for (args, says) in [
        (&["search", "--game", "go\x1b[31m"][..], "'go\\u{1b}[31m'"),
        (&["search", "--game", "go:si\nze=3"], "'si\\nze'"),
        (&["search", "--agent", "u\x07ct"], "'u\\u{7}ct'"),
        (&["search", "--agent", "uct:c=\u{202e}1"], "c=\\u{202e}1"),
        (&["search", "--moves", "\x1b[2J"], "'\\u{1b}[2J'"),
        (&["search", "--position", "9\r\n9"], "'9\\r\\n9'"),
        (&["search", "--se\x1bed", "1"], "unexpected argument"),
        (&["bench", "--seconds", "\x1b"], "invalid value"),
        (&["\x1bc"], "unrecognized subcommand"),
    ] {
        refused(args, says);
    }
}

#[test]
fn records_of_other_games_are_not_written_over() {
    let directory = tempfile::tempdir().unwrap();
    let records = directory.path().to_str().unwrap();
    let (mc, game) = ("mc:playouts=2", ["--game", "go:size=3", "--games", "2"]);
    let args = [&["match", mc, mc, "--sgf", records][..], &game].concat();
    cairn(&args).assert().success();
    refused(&args, "it has records of other games: name a new directory");
}

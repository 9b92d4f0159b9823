//! Whatever is typed wrong ends with code 2 and a line that says what would be right.

use assert_cmd::Command;
use predicates::str::{contains, starts_with};

fn cairn(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(args);
    command
}

fn refused(args: &[&str], says: &str) {
    let done = cairn(args).assert().code(2).stdout("");
    done.stderr(starts_with("cairn: ")).stderr(contains(says));
}

#[test]
fn games() {
    refused(
        &["search", "--game", "chess"],
        "no game is called 'chess': there are tictactoe, go9, go",
    );
    refused(
        &["search", "--game", "go:size=25"],
        "size=25 does not fit: size is a number from 2 to 19",
    );
    refused(&["search", "--game", "go:size"], "size= needs a value: a number from 2 to 19");
    refused(&["search", "--game", "go:komi=7.25"], "komi=7.25 does not fit: komi is a number of");
    refused(&["search", "--game", "go:rows=9"], "go has no option 'rows': it has size, komi");
    refused(&["search", "--game", "go9:size=9"], "go9 has no option 'size': it has komi");
    refused(&["search", "--game", "go:size=5,size=6"], "'size' is given twice");
    refused(&["match", "--game", "tictactoe:x=1"], "tictactoe has no option 'x': it has none");
    refused(&["bench", "--game", ""], "no game is called ''");
}

#[test]
fn agents() {
    refused(&["search", "--agent", "alphazero"], "no agent is called 'alphazero': there are mc,");
    refused(&["search", "--agent", "uct:depth=3"], "uct has no key 'depth': it has playouts,");
    refused(&["search", "--agent", "uct:bias=1"], "uct has no key 'bias': only the rave,");
    refused(&["search", "--agent", "uct:c=fast"], "c=fast does not fit: c is a number from 0");
    refused(&["agents", "grave2:top=5,second=5,playouts=9"], "give two of the three");
    refused(&["bench", "--agent", "nobody"], "agent nobody: no agent is called 'nobody'");
}

#[test]
fn the_wrong_player_of_a_match_is_named() {
    refused(&["match", "uct", "grave:k=0"], "agent grave:k=0: k=0 does not fit");
    refused(&["match", "uct:nodes=0", "grave"], "agent uct:nodes=0: nodes=0 does not fit");
}

#[test]
fn budgets() {
    refused(
        &["search", "--agent", "grave:nodes=0"],
        "nodes=0 does not fit: nodes is a number from 1",
    );
    refused(&["search", "--agent", "grave2:nodes=1"], "two levels need at least nodes=2");
    refused(&["search", "--agent", "grave:playouts=0"], "playouts=0 does not fit");
    refused(
        &["search", "--agent", "graver2:memory=1KiB"],
        "memory=1024 is too little: the smallest",
    );
    refused(&["agents", "graver2:memory=10KiB,nodes=160"], "more than memory=10240: nodes=");
}

/// Terabytes: said, not tried.
#[test]
#[cfg(target_os = "linux")]
fn more_memory_than_there_is() {
    let agent = "grave:nodes=4000000000,playouts=4000000000";
    refused(
        &["search", "--game", "go:size=19", "--agent", agent],
        "bytes, more than this machine gives",
    );
}

#[test]
fn moves_and_positions() {
    refused(
        &["search", "--moves", "E5 E5"],
        "move 2: 'E5' is not a legal move here: there are A1,",
    );
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
        "'9/9 b - 0' is no position of go9: there must be",
    );
}

#[test]
fn gtp() {
    refused(&["gtp", "--agent", "nobody"], "agent nobody: no agent is called 'nobody'");
    refused(&["gtp", "--memory", "1KiB"], "memory=1024 is too little: the smallest");
    refused(&["gtp", "--memory", "much"], "--memory is a size such as 64KiB");
    refused(&["gtp", "--size", "20"], "--size is a number from 2 to 19");
    refused(&["gtp", "--komi", "7.25"], "--komi is a number of whole or half points");
    refused(&["gtp", "--resign", "5"], "--resign is a number from 0 to 1, or never");
    refused(&["gtp", "--log", "/nowhere/log"], "--log /nowhere/log cannot be written: ");
}

/// These are found by the parser of the command line, which has a style of its own.
#[test]
fn arguments() {
    for (args, says) in [
        (&["frobnicate"][..], "unrecognized subcommand"),
        (&["match", "uct"], "required arguments were not provided"),
        (&["match", "--games", "0"], "0 is not in"),
        (&["match", "--jobs", "0"], "invalid value '0'"),
        (&["search", "--seed", "x"], "invalid value 'x'"),
        (&["search", "--wat"], "unexpected argument"),
        (&["bench", "--games", "--agent", "uct"], "cannot be used with"),
        (&["bench", "--games", "--signature"], "cannot be used with"),
    ] {
        cairn(args).assert().code(2).stdout("").stderr(contains(says));
    }
    refused(&["bench", "--seconds=-1"], "--seconds is a number from 0");
    refused(&["bench", "--seconds", "NaN"], "--seconds is a number from 0");
}

//! `cairn uci` as a program: its pipes, files and options. What each command answers is in the
//! transcripts of `cairn-uci`, and `scripts/uci` plays games with a real client.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn uci(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.arg("uci").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

fn run(args: &[&str], input: &str) -> Output {
    let mut child = uci(args).spawn().unwrap();
    // It may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What it says to this input.
fn say(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

const SMALL: [&str; 2] = ["--memory", "1MiB"];

#[test]
fn lines_may_end_in_any_way() {
    assert_eq!(say(&SMALL, "isready\r\n\r\nquit\r\nisready\n"), "readyok\n");
    assert_eq!(say(&SMALL, "isready"), "readyok\n", "the last line has no end");
    assert_eq!(say(&SMALL, ""), "");
    let long = format!("{}\nisready\n", "x".repeat(100_000));
    assert_eq!(say(&SMALL, &long), "info string the line is too long\nreadyok\n");
}

/// A search that ends by itself is not cut short by the end of the input; an endless one is.
#[test]
fn the_end_of_the_input_ends_it() {
    let said = say(&SMALL, "go depth 6\n");
    assert!(said.contains("info depth 6 ") && said.contains("\nbestmove "), "{said}");
    let begun = Instant::now();
    assert!(say(&SMALL, "go infinite\n").contains("bestmove "));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

/// Lines that come too early wait for the search, but not behind a `stop`.
#[test]
fn lines_wait_for_a_search_that_ends() {
    let said = say(&SMALL, "go depth 5\nposition startpos moves e2e4\ngo depth 4\nd\n");
    assert!(said.contains("info depth 5 "), "{said}");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
    assert!(said.contains("info string rnbqkbnr/pppppppp/8/8/4P3/"), "{said}");
    let said = say(&SMALL, "go depth 99\nposition startpos moves e2e4\ngo depth 99\nstop\n");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
}

#[test]
fn it_answers_while_it_thinks() {
    let mut child = uci(&SMALL).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    writeln!(input, "go infinite").unwrap();
    lines.find(|line| line.starts_with("info depth 4 ")).unwrap();
    for (command, answer) in [("isready", "readyok"), ("stop", "bestmove ")] {
        writeln!(input, "{command}").unwrap();
        lines.find(|line| line.starts_with(answer)).unwrap();
    }
    writeln!(input, "go infinite\nquit").unwrap();
    lines.find(|line| line.starts_with("bestmove ")).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn options_are_read() {
    assert!(!say(&["--memory", "64KiB"], "uci\n").contains("name Hash "));
    assert!(
        say(&["--memory", "8MiB"], "uci\n").contains("name Hash type spin default 8 min 1 max 8")
    );
    let refused = run(&["--memory", "5KiB"], "");
    assert_eq!(refused.status.code(), Some(2));
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(text.starts_with("cairn: not enough memory: the player needs at least "), "{text}");
    assert_eq!(run(&["--memory", "little"], "").status.code(), Some(2));
}

#[test]
fn the_log_has_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let log = ["--memory", "1MiB", "--log", path.to_str().unwrap()];
    say(&log, "isready\nd\nquit\n");
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written.contains("isready\nd\nquit\n") && written.contains("readyok\ninfo string rnbq")
    );
    let missing = run(&["--log", "/nowhere/at/all"], "");
    assert_eq!(missing.status.code(), Some(2));
}

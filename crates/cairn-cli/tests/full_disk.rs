//! Output that cannot be written is an error.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

fn into_full_disk(args: &[&str]) {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(full)
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{args:?}: {err}");
    assert!(err.starts_with("cairn: ") && err.lines().count() == 1, "{args:?}: {err}");
}

#[test]
fn help_that_cannot_be_written_is_an_error() {
    for args in [&[][..], &["--help"], &["-h"], &["help"], &["--version"], &["help", "play"]] {
        into_full_disk(args);
    }
    for command in ["games", "agents", "play", "search", "match", "gtp", "lab", "bench"] {
        into_full_disk(&[command, "--help"]);
    }
    for command in ["run", "status", "report", "export", "verify", "submit", "collect"] {
        into_full_disk(&["lab", command, "--help"]);
    }
}

#[test]
fn results_that_cannot_be_written_are_an_error() {
    for args in [
        &["games", "hex"][..],
        &["games", "--json"],
        &["agents"],
        &["agents", "grave", "--json"],
        &["search", "--agent", "mc:playouts=9"],
        &["match", "mc:playouts=1", "mc:playouts=1", "--game", "tictactoe"],
        &["play", "human", "human"],
    ] {
        into_full_disk(args);
    }
}

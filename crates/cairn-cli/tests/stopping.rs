//! Commands that are cut short: by Ctrl-C, a closed pipe or a full disk.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

fn cairn(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(args);
    command
}

fn press_ctrl_c(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Runs the program and presses Ctrl-C after a second.
fn interrupted(args: &[&str]) -> Output {
    let child = cairn(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    press_ctrl_c(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    output
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn ctrl_c_ends_a_search_with_what_it_has() {
    let found = json(&interrupted(&["search", "--agent", "graver:time=1h", "--json"]));
    assert_eq!(found["complete"], false);
    assert!(found["move"].is_string() && found["playouts"].as_u64().unwrap() > 100);

    let output = interrupted(&["search", "--agent", "graver:time=1h"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("stopped early"));
}

/// A search whose answer nobody reads: it fills the pipe and waits.
fn stuck() -> (Child, std::io::PipeReader) {
    let (reader, mut writer) = std::io::pipe().unwrap();
    writer.write_all(&[b' '; 60_000]).unwrap();
    let search = ["search", "--game", "go:size=19", "--agent", "graver:time=1h", "--json"];
    (cairn(&search).stdout(writer).spawn().unwrap(), reader)
}

/// `timeout` and some terminals send the signal twice.
#[test]
fn two_signals_at_once_are_one_ctrl_c() {
    let (mut child, mut reader) = stuck();
    std::thread::sleep(Duration::from_secs(1));
    press_ctrl_c(&child);
    std::thread::sleep(Duration::from_millis(300));
    press_ctrl_c(&child);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    let found: Value = serde_json::from_str(&text).expect("the whole answer");
    assert_eq!((&found["complete"], found["moves"][361].is_object()), (&false.into(), true));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_later_ctrl_c_leaves_at_once() {
    let (mut child, mut reader) = stuck();
    std::thread::sleep(Duration::from_secs(1));
    press_ctrl_c(&child);
    std::thread::sleep(Duration::from_millis(1500));
    assert!(child.try_wait().unwrap().is_none(), "it waits for a reader");
    press_ctrl_c(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert!(serde_json::from_str::<Value>(&text).is_err(), "the answer was cut off");
}

#[test]
fn ctrl_c_ends_a_match_with_the_finished_games() {
    let args = ["match", "uct:playouts=50", "grave:playouts=50", "--game", "go:size=3"];
    let endless = [&args[..], &["--games", "1000000000"]].concat();
    let result = json(&interrupted(&[&endless[..], &["--json"]].concat()));
    assert_eq!(result["complete"], false);
    assert!(result["games"].as_u64().unwrap() > 0);

    let output = interrupted(&endless);
    assert!(String::from_utf8(output.stdout).unwrap().contains("Stopped early: "));
}

#[test]
fn ctrl_c_ends_a_benchmark() {
    let found = interrupted(&["bench", "--agent", "uct:time=1h", "--seconds", "0", "--json"]);
    assert_eq!(json(&found)["complete"], false);

    let found = json(&interrupted(&["bench", "--games", "--seconds", "30", "--json"]));
    assert_eq!(found["complete"], false);
    assert_eq!(found["games"].as_array().unwrap().len(), 0, "the first was not finished");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for args in [
        &[][..],
        &["games"],
        &["agents"],
        &["--help"],
        &["search", "--game", "tictactoe", "--agent", "uct:playouts=100", "--json"],
        &["match", "uct:playouts=9", "mc:playouts=9", "--game", "tictactoe", "--games", "2"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = cairn(args).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = cairn(&["games"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.starts_with(b"cairn: "), "{output:?}");
}

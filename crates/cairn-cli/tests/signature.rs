//! Every change of play shows: the signature is committed in `cairn-arena/src/signature.txt`.

use std::io::Write;
use std::process::{Command, Stdio};

fn cairn(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cairn")).args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn committed() -> String {
    let (_, signature) = cairn_lab::PROGRAM.split_once('+').unwrap();
    format!("{signature}\n")
}

/// What `cairn gtp` answers to one line.
fn gtp(line: &str) -> String {
    let mut gtp = Command::new(env!("CARGO_BIN_EXE_cairn"));
    let gtp = gtp.args(["gtp", "--size", "5"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut gtp = gtp.spawn().unwrap();
    writeln!(gtp.stdin.take().unwrap(), "{line}").unwrap();
    String::from_utf8(gtp.wait_with_output().unwrap().stdout).unwrap()
}

/// A microcontroller has the signature of the searches that fit there.
#[test]
fn a_small_machine_has_a_signature_too() {
    let small = cairn(&["bench", "--signature", "--small"]);
    let transcript = include_str!("../../cairn-gtp/tests/transcripts/agent.gtp");
    assert!(transcript.contains(&format!("> cairn-signature\n= {small}\n")), "{small}");
}

/// `scripts/check-signature` compares it with a release build, with and without wide vectors.
#[test]
fn play_has_not_changed() {
    let changed = "if play was meant to change, commit the new signature, without a newline";
    assert_eq!(cairn(&["bench", "--signature"]), committed(), "{changed}");
}

#[test]
fn the_protocol_says_the_same() {
    assert_eq!(gtp("cairn-signature"), format!("= {}\n", committed()));
}

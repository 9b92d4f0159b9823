//! Every change of play shows: the signature is committed in `cairn-arena/src/signature.txt`.

use std::io::Write;
use std::process::{Command, Stdio};

fn signature(portable: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(["bench", "--signature"]);
    if portable {
        command.env("CAIRN_PORTABLE", "1");
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
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
    let mut bench = Command::new(env!("CARGO_BIN_EXE_cairn"));
    let small = bench.args(["bench", "--signature", "--small"]).output().unwrap().stdout;
    let small = String::from_utf8(small).unwrap();
    let transcript = include_str!("../../cairn-gtp/tests/transcripts/agent.gtp");
    assert!(transcript.contains(&format!("> cairn-signature\n= {small}\n")), "{small}");
}

#[test]
fn play_has_not_changed() {
    let (_, committed) = cairn_lab::PROGRAM.split_once('+').unwrap();
    let committed = &format!("{committed}\n");
    let changed = "if play was meant to change, commit the new signature, without a newline";
    assert_eq!(&signature(false), committed, "{changed}");
    assert_eq!(gtp("cairn-signature"), format!("= {committed}\n"), "the protocol says the same");
    assert_eq!(&signature(true), committed, "without wide vectors the same play");
}

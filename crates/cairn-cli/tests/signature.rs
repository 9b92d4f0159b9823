//! Every change of play shows: the signature is committed in `signature.txt`.

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

/// The Go Text Protocol says the same number. A microcontroller says that of the searches which fit
/// there, and so does `--small`.
#[test]
fn gtp_has_the_same_signature() {
    let cairn = env!("CARGO_BIN_EXE_cairn");
    let mut gtp = Command::new(cairn);
    let gtp = gtp.args(["gtp", "--size", "5"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut gtp = gtp.spawn().unwrap();
    gtp.stdin.take().unwrap().write_all(b"cairn-signature\n").unwrap();
    let said = gtp.wait_with_output().unwrap().stdout;
    let committed = include_str!("signature.txt");
    assert_eq!(String::from_utf8(said).unwrap(), format!("= {committed}\n"));

    let small = Command::new(cairn).args(["bench", "--signature", "--small"]).output().unwrap();
    let small = String::from_utf8(small.stdout).unwrap();
    let transcript = include_str!("../../cairn-gtp/tests/transcripts/agent.gtp");
    assert!(transcript.contains(&format!("> cairn-signature\n= {small}\n")), "{small}");
}

#[test]
fn play_has_not_changed() {
    let committed = include_str!("signature.txt");
    assert!(
        cairn_lab::PROGRAM.ends_with(&format!("+{}", committed.trim())),
        "cairn_lab::PROGRAM names another"
    );
    assert_eq!(
        signature(false),
        committed,
        "if play was meant to change, commit the new signature"
    );
    assert_eq!(signature(false), committed, "a second run must repeat the first");
    assert_eq!(signature(true), committed, "without wide vectors the same play");
}

//! Every change of play shows: the signature is committed in `signature.txt`.

use std::process::Command;

fn signature(portable: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(["bench", "--signature"]);
    if portable {
        command.env("CAIRN_PORTABLE", "1");
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
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

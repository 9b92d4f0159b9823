//! Golden transcripts: every command, and what it answers, letter for letter.
//!
//! In `transcripts/*.uci`, a line that begins with `> ` is sent, what follows is the answer. After each
//! line the engine may think for so many looks as a line `@ looks N` above says, at first 2000. `@
//! memory N` limits the player's bytes, and `@ clock none` takes the clock away; these come first.
//! `UPDATE=1 cargo test -p cairn-uci` writes the answers again; read the diff before you commit it.

use std::path::Path;

use crate::host::{Script, Talk};

fn play(text: &str) -> String {
    let mut talk = Talk::new(Script::default());
    let (mut played, mut looks, mut over) = (String::new(), 2000, false);
    for line in text.lines() {
        if let Some(setting) = line.strip_prefix("@ ") {
            match setting.split_once(' ').unwrap() {
                ("memory", bytes) => talk.host.memory = Some(bytes.parse().unwrap()),
                ("clock", "none") => talk.host = Script::without_clock(),
                ("looks", number) => looks = number.parse().unwrap(),
                other => panic!("{other:?}"),
            }
        } else if let Some(input) = line.strip_prefix("> ") {
            assert!(!over, "something comes after quit");
            let (answer, more) = talk.send(input.as_bytes(), looks);
            played += &format!("{line}\n{answer}");
            over = !more;
            continue;
        } else if !line.starts_with('#') {
            continue;
        }
        played += &format!("{line}\n");
    }
    played
}

fn transcripts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).unwrap();
    files.iter().map(|path| (path.display().to_string(), read(path))).collect()
}

#[test]
fn every_answer_is_the_one_on_record() {
    for (path, text) in transcripts() {
        let played = play(&text);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &played).unwrap();
        } else {
            assert!(text == played, "{path} differs; played:\n{played}");
        }
    }
}

#[test]
fn every_command_and_word_is_on_record() {
    let all: String = transcripts().into_iter().map(|(_, text)| text).collect();
    let sent: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let words = "uci isready setoption ucinewgame position go stop ponderhit d quit debug register \
                 startpos fen moves depth nodes mate movetime wtime btime winc binc movestogo searchmoves \
                 ponder infinite Hash Memory Clear Threads Ponder MultiPV Move UCI_LimitStrength UCI_Elo";
    for word in words.split_whitespace() {
        let used = sent.iter().any(|line| line.split_whitespace().any(|other| other == word));
        assert!(used, "no transcript has {word}");
    }
}

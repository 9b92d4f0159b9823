//! Golden transcripts: every command, and what it answers, letter for letter.
//!
//! In `transcripts/*.gtp`, a line that begins with `> ` is sent, what follows is the answer. A first
//! line `@ size agent [key=value…]` sets the session up. `UPDATE=1 cargo test -p cairn-gtp` writes
//! the answers again; read the diff before you commit it.

use std::path::Path;

use crate::host::Script;
use cairn_core::spec::Spec;
use cairn_gtp::{COMMANDS, EXTRA_COMMANDS, Options};

fn set_up(line: &str) -> (Script, Options, usize) {
    let mut words = line.strip_prefix("@ ").expect("'@ size agent' comes first").split(' ');
    let size = words.next().unwrap().parse().unwrap();
    let mut options = Options::new(Spec::parse(words.next().unwrap()).unwrap());
    let mut script = Script::default();
    for word in words {
        match word.split_once('=').unwrap() {
            ("memory", bytes) => script.memory = Some(bytes.parse().unwrap()),
            ("clock", "none") => script = Script::without_clock(),
            ("resign", rate) => options.resign = rate.parse().ok(),
            (key, _) => panic!("{key}"),
        }
    }
    (script, options, size)
}

fn play(text: &str) -> String {
    let head = text.lines().next().unwrap();
    let (script, mut options, size) = set_up(head);
    let inputs: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let bytes: Vec<&[u8]> = inputs.iter().map(|line| line.as_bytes()).collect();
    let answers = script.run(&mut options, size, &bytes);
    assert_eq!(answers.len(), inputs.len(), "something comes after quit");
    let mut played = format!("{head}\n");
    for (input, answer) in inputs.iter().zip(answers) {
        played += &format!("> {input}\n{answer}");
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

/// The last line of an analysis names the move that is then played.
#[test]
fn the_last_line_of_analysis_has_the_move_played() {
    let mut played = 0;
    for (path, text) in transcripts() {
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            let info = pair[0].strip_prefix("info move ").and_then(|info| info.split_once(' '));
            let (Some((best, _)), Some(mv)) = (info, pair[1].strip_prefix("play ")) else {
                continue;
            };
            assert!(mv == best || mv == "pass" || mv == "resign", "{path}: {best}, but play {mv}");
            played += 1;
        }
    }
    assert!(played > 20);
}

#[test]
fn every_command_is_on_record() {
    let all: Vec<(String, String)> = transcripts();
    for command in COMMANDS.iter().chain(EXTRA_COMMANDS) {
        let used = all.iter().flat_map(|(_, text)| text.lines()).any(|line| {
            let words = line.strip_prefix("> ").unwrap_or("").split_whitespace();
            words.take(2).any(|word| word == *command)
        });
        assert!(used, "no transcript has {command}");
    }
}

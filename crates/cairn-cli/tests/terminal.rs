//! The games in docs/terminal, typed again: what is on the screen is compared letter for letter.
//! `UPDATE=1 cargo test -p cairn-cli --test terminal` writes them again, for you to read.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// What was typed: what follows the prompt, which is the name of a player and what of a turn has
/// been typed before, or nothing after the end.
fn typed(line: &str) -> Option<&str> {
    let (prompt, typed) = line.split_once("> ")?;
    (prompt.is_empty() || prompt.starts_with(char::is_uppercase)).then_some(typed)
}

fn play_again(path: &Path) {
    let recorded = fs::read_to_string(path).unwrap();
    let (first, rest) = recorded.split_once('\n').unwrap();
    let command = first.strip_prefix("$ cairn ").expect("the command comes first");
    assert!(rest.contains("\nThe game is over: "), "{} is not a whole game", path.display());
    let lines: String = rest.lines().filter_map(typed).map(|line| format!("{line}\n")).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(command.split_whitespace())
        .write_stdin(lines)
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let shown = format!("{first}\n{}", String::from_utf8(output.stdout).unwrap());
    let wide = shown.lines().find(|line| line.chars().count() > 80);
    assert_eq!(wide, None, "{} does not fit a terminal", path.display());
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, shown).unwrap();
        return;
    }
    for (number, (now, then)) in shown.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(now, then, "line {} of {}", number + 1, path.display());
    }
    assert_eq!(shown, recorded, "{}", path.display());
}

#[test]
fn recorded_games_look_the_same() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal");
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut games: Vec<PathBuf> = entries.collect();
    games.sort();
    let names: Vec<_> = games.iter().map(|path| path.file_stem().unwrap()).collect();
    assert_eq!(names, ["amazons", "awari", "go", "hex"]);
    games.iter().for_each(|path| play_again(path));
}

//! `cairn lab`, the whole way: files in, games out.
#![cfg(unix)]

mod results;
mod shards;
mod trouble;

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;
use tempfile::TempDir;

/// Two pairings whose games take some milliseconds each.
const GAMES: &str = r#"
name = "small"
game = "go:size=3"
games = 80
openings = 1
[[pairing]]
a = "grave:playouts=10"
b = "uct:playouts=10"
label = "one"
[[pairing]]
a = "grave:playouts=20"
b = "mc:playouts=10"
label = "two"
"#;

/// A directory with an experiment, `x.toml`; the program runs inside.
struct Lab {
    directory: TempDir,
}

impl Lab {
    fn new(experiment: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("x.toml"), experiment).unwrap();
        Lab { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// The program with arguments, separated by blanks.
    fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        command.arg("lab").args(args.split_whitespace()).current_dir(self.directory.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn output(&self, args: &str) -> Output {
        self.command(args).output().unwrap()
    }

    /// What it writes when all is well.
    fn ok(&self, args: &str) -> String {
        let output = self.output(args);
        assert!(output.status.success() && output.stderr.is_empty(), "{args}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &str) -> Value {
        serde_json::from_str(&self.ok(args)).expect("JSON and nothing else")
    }

    /// The one line that it ends with when something is wrong.
    fn fails(&self, args: &str, code: i32) -> String {
        failure(&self.output(args), code)
    }

    /// Every game in the store, without the time it took.
    fn games(&self, more: &str) -> Vec<String> {
        without_seconds(&self.ok(&format!("export {more}")))
    }

    /// How many games of the experiment are there, also while it runs.
    fn count(&self) -> u64 {
        if !self.path("cairn-lab.db").exists() {
            return 0;
        }
        let status = self.json("status x.toml --json");
        let contests = status["contests"].as_array().unwrap();
        contests.iter().map(|contest| contest["games"].as_u64().unwrap()).sum()
    }
}

fn failure(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(said.starts_with("cairn: ") && said.lines().count() == 1, "{said}");
    said
}

/// Lines of games without the seconds, the only field that may differ from run to run.
fn without_seconds(lines: &str) -> Vec<String> {
    let cut = |line: &str| line.split_once(",\"seconds\":").map_or(line, |(game, _)| game).into();
    lines.lines().map(cut).collect()
}

/// The games of [`GAMES`], from a run that nothing disturbed, on one thread.
fn undisturbed() -> &'static [String] {
    static GAMES_THERE: OnceLock<Vec<String>> = OnceLock::new();
    GAMES_THERE.get_or_init(|| {
        let lab = Lab::new(GAMES);
        lab.ok("run x.toml --jobs 1");
        let games = lab.games("");
        assert_eq!(games.len(), 2 + 2 * 80);
        games
    })
}

//! `cairn lab report` writes pages and pictures.

use std::fs;
use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::str::contains;
use tempfile::TempDir;

const EXPERIMENT: &str = r#"
name = "small"
title = "Playouts in Tic-tac-toe"
game = "tictactoe"
games = 6
[agents]
base = "uct:playouts=20"
[[sweep]]
a = "uct:playouts={playouts}"
b = "base"
over.playouts = [5, 20, 80]
published = [10, 50, 90]
[plot]
x = "playouts"
log = true
"#;

fn cairn(directory: &Path, args: &[&str]) -> Assert {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.current_dir(directory).args(args).assert()
}

fn played() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("small.toml"), EXPERIMENT).unwrap();
    cairn(directory.path(), &["lab", "run", "small.toml"]).success();
    directory
}

#[test]
fn a_page_and_a_picture() {
    let directory = played();
    let report = |out| cairn(directory.path(), &["lab", "report", "small.toml", "--out", out]);
    report("one").success().stdout("one/small.md\none/small.svg\n");
    let read = |path| fs::read_to_string(directory.path().join(path)).unwrap();
    let page = read("one/small.md");
    for text in [
        "# Playouts in Tic-tac-toe\n",
        "**Complete**: all 18 games",
        "![Playouts in Tic-tac-toe](small.svg)",
        "cairn lab run small.toml ",
        "cairn lab report small.toml --out one\n",
        "`tictactoe`, seed 1",
        "uct:nodes=80,playouts=80,",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    report("two").success();
    assert_eq!(read("one/small.svg"), read("two/small.svg"));
    assert_eq!(page, read("two/small.md").replace("--out two", "--out one"));
}

/// Either all files are written or none.
#[test]
fn what_cannot_be_reported_is_said() {
    let directory = played();
    let refused = |args: &[&str], says: &str| {
        let args = [&["lab", "report"], args].concat();
        cairn(directory.path(), &args).code(2).stdout("").stderr(contains(says));
        assert!(!directory.path().join("reports").exists(), "{args:?}");
    };
    fs::write(directory.path().join("again.toml"), EXPERIMENT).unwrap();
    refused(&["small.toml", "again.toml"], "are both called 'small'");
    refused(&["small.toml", "missing.toml"], "missing.toml: ");
    refused(&["small.toml", "--store", "other.db"], "there is no store other.db");
    refused(&["small.toml", "--out", "small.toml"], "small.toml: ");
    refused(&[], "FILE");
    if cfg!(not(feature = "png")) {
        refused(&["small.toml", "--png"], "built without PNG");
    }
}

#[cfg(feature = "png")]
#[test]
fn a_picture_as_png() {
    let directory = played();
    cairn(directory.path(), &["lab", "report", "small.toml", "--png"])
        .success()
        .stdout(contains("reports/small.png"));
    let png = fs::read(directory.path().join("reports/small.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    let width = u32::from_be_bytes(png[16..20].try_into().unwrap());
    assert_eq!(width, 1800, "twice the picture's");
}

/// The reader of the names may leave early: the files are written anyway.
#[test]
fn a_closed_pipe_costs_no_report() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let other = EXPERIMENT.replace("name = \"small\"", "name = \"other\"");
    fs::write(path.join("small.toml"), EXPERIMENT).unwrap();
    fs::write(path.join("other.toml"), other).unwrap();
    cairn(path, &["lab", "run", "small.toml"]).success();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["lab", "report", "small.toml", "other.toml"])
        .current_dir(path)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    for name in ["small.md", "small.svg", "other.md", "other.svg"] {
        assert!(path.join("reports").join(name).exists(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_errors_name_the_page() {
    let directory = played();
    let at = |name: &str| directory.path().join(name);
    std::os::unix::fs::symlink("new", at("link")).unwrap();
    let report = |out| cairn(directory.path(), &["lab", "report", "small.toml", "--out", out]);
    report("link").success();
    assert!(at("new/small.md").exists() && fs::symlink_metadata(at("link")).unwrap().is_symlink());
    if cfg!(target_os = "linux") {
        // Nobody, not even root, can make a file there.
        let says = "cairn: /proc/small.md: No such file or directory (os error 2)\n";
        report("/proc").code(1).stderr(says);
    }
}

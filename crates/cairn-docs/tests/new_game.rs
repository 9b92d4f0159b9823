//! Follows docs/new-game.md exactly: its code is put into a new project, tested and played.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GUIDE: &str = include_str!("../../../docs/new-game.md");

/// The guide's code blocks in this language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let ends = |block: &'static str| block.split("```").next().expect("a block has an end");
    GUIDE.split(&fence[..]).skip(1).map(ends).collect()
}

fn cargo(args: &[&str], project: &Path, input: &str) -> String {
    let mut child = Command::new(env!("CARGO"))
        .args(args)
        .args(["--offline", "--quiet"])
        .current_dir(project)
        .env("CARGO_TARGET_DIR", project.join("target"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "cargo {args:?}: {errors}{printed}");
    assert!(!errors.contains("warning"), "cargo {args:?}: {errors}");
    printed.into_owned()
}

/// The rules with more methods in their `impl`, which comes last.
fn with_methods(rules: &str, methods: &[&str]) -> String {
    let open = rules.trim_end().strip_suffix('}').expect("the rules end with the impl");
    format!("{open}\n{}}}\n", methods.join("\n"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn the_guide_leads_to_an_opponent() {
    let [first, rules, tests, text, program, fast] = blocks("rust")[..] else {
        panic!("a first program, rules, tests, text, program, speed")
    };
    let root = root();
    let project = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("chomp");
    fs::create_dir_all(project.join("src")).unwrap();
    let [dependencies] = blocks("toml")[..] else { panic!("Cargo.toml") };
    let manifest = format!(
        "[package]\nname = \"chomp\"\nedition = \"2024\"\n{}\n[workspace]\n",
        dependencies.replace("../cairn/", &format!("{}/", root.display())),
    );
    fs::write(project.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), project.join("Cargo.lock")).unwrap();
    let source = |name: &str, code: &str| fs::write(project.join("src").join(name), code).unwrap();

    // Step by step: the rules alone, then with text and a program, then fast.
    source("main.rs", first);
    source("chomp.rs", &format!("{rules}\n{tests}"));
    assert!(cargo(&["test"], &project, "").contains("1 passed"));
    source("main.rs", program);
    let mut played = Vec::new();
    for methods in [&[text][..], &[text, fast]] {
        source("chomp.rs", &format!("{}\n{tests}", with_methods(rules, methods)));
        assert!(cargo(&["test"], &project, "").contains("1 passed"));
        // A mistake, a move, and the end.
        played.push(cargo(&["run"], &project, "z9\ng4\na1\n"));
    }
    for output in &played {
        assert!(output.contains("1 # # # # # # #\n"), "{output}");
        assert!(output.contains("'z9' is not a legal move here"), "{output}");
        assert!(output.contains("I take "), "{output}");
        assert!(output.ends_with("You took the poison.\n"), "{output}");
    }
}

/// Copies a directory and everything in it.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => drop(fs::copy(from, to).unwrap()),
        }
    }
}

/// Puts `line` before the first line that has `mark` in it.
fn insert_before(file: &Path, mark: &str, line: &str) {
    let text = fs::read_to_string(file).unwrap();
    let at = text.find(mark).expect("the place is there");
    let at = text[..at].rfind('\n').map_or(0, |end| end + 1);
    fs::write(file, format!("{}{line}{}", &text[..at], &text[at..])).unwrap();
}

/// The last step, in a copy of the crates that it needs.
#[test]
fn three_lines_make_it_part_of_the_family() {
    let [module, import, entry] = blocks("text")[..] else { panic!("three lines") };
    let [_, rules, _, text, _, fast] = blocks("rust")[..] else { panic!("the rules and more") };
    let (root, copied) = (root(), PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("family"));
    let _ = fs::remove_dir_all(copied.join("crates"));
    for name in ["cairn-core", "cairn-erased", "cairn-games", "cairn-macros"] {
        copy(&root.join("crates").join(name), &copied.join("crates").join(name));
    }
    for name in ["Cargo.toml", "Cargo.lock"] {
        fs::copy(root.join(name), copied.join(name)).unwrap();
    }
    let source = copied.join("crates/cairn-games/src");
    fs::write(source.join("chomp.rs"), with_methods(rules, &[text, fast])).unwrap();
    insert_before(
        &source.join("lib.rs"),
        "#[cfg(feature = \"all\")]\npub mod connect_four;",
        module,
    );
    insert_before(&source.join("registry.rs"), "use crate::connect_four", import);
    insert_before(&source.join("registry.rs"), "\"tictactoe\": ", entry);
    // Tests inside the crate would build the dependencies of all its tests and benchmarks.
    let user = copied.join("crates/user");
    fs::create_dir_all(user.join("src")).unwrap();
    fs::write(user.join("Cargo.toml"), USER_MANIFEST).unwrap();
    fs::write(user.join("src/main.rs"), USER).unwrap();
    assert_eq!(cargo(&["run", "-p", "user"], &copied, ""), "7/7/7/7 f\n");
}

const USER_MANIFEST: &str = "
[package]
name = \"user\"
edition = \"2024\"
[dependencies]
cairn-core = { workspace = true, features = [\"std\"] }
cairn-games.workspace = true
";

const USER: &str = "
use cairn_core::{Game, testkit};
use cairn_games::registry::{GameInfo, Visitor, with_game};

struct Start;

impl Visitor for Start {
    type Output = String;
    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> String {
        testkit::check(&start, 20, 1);
        let mut text = String::new();
        start.write_position(&mut text).unwrap();
        text
    }
}

fn main() {
    println!(\"{}\", with_game(\"chomp\", Start).unwrap());
}
";

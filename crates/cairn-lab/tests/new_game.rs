//! docs/new-game.md is followed to the letter: its code, in a project of its own, is tested and
//! played.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GUIDE: &str = include_str!("../../../docs/new-game.md");
const REGISTRY: &str = include_str!("../../cairn-games/src/registry.rs");

/// The guide's code blocks in this language, in their order.
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

/// The rules with more methods in their `impl`, which is the last thing there.
fn with_methods(rules: &str, methods: &[&str]) -> String {
    let open = rules.trim_end().strip_suffix('}').expect("the rules end with the impl");
    format!("{open}\n{}}}\n", methods.join("\n"))
}

#[test]
fn the_guide_leads_to_an_opponent() {
    let [rules, tests, text, program, fast] = blocks("rust")[..] else {
        panic!("rules, tests, text, program, speed")
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
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

    // Step by step: the rules alone, then with text and a program, then quick.
    source("main.rs", "mod chomp;\nfn main() { chomp::Chomp::default(); }\n");
    source("chomp.rs", &format!("{rules}{tests}"));
    assert!(cargo(&["test"], &project, "").contains("1 passed"));
    source("main.rs", program);
    let mut played = Vec::new();
    for methods in [&[text][..], &[text, fast]] {
        source("chomp.rs", &format!("{}{tests}", with_methods(rules, methods)));
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

#[test]
fn the_registry_line_is_the_real_one() {
    let lines = blocks("text");
    assert_eq!(lines.len(), 1);
    assert!(REGISTRY.contains(lines[0]), "not in registry.rs: {}", lines[0]);
}

//! The defaults for what is not named, and the warning about agents with hardly any memory.

use assert_cmd::Command;
use serde_json::Value;

fn cairn(args: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    let output = command.args(args).write_stdin("quit\n").output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{args:?}: {err}");
    (out, err)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&cairn(&[args, &["--json"]].concat()).0).unwrap()
}

#[test]
fn each_game_has_its_own_agent() {
    for game in ["tictactoe", "awari"] {
        let agent = &json(&["games", game])[0]["agent"];
        assert_eq!(&json(&["search", "--game", game])["agent"], agent);
        let played = json(&["match", "mc:playouts=1", "--game", game, "--games", "1"]);
        assert_eq!((&played["b"], played["a"].as_str()), (agent, Some("mc:playouts=1")));
        let shown = cairn(&["games", game]).0;
        assert!(shown.contains(&format!("agent: {}", agent.as_str().unwrap())), "{shown}");
    }
    assert_ne!(json(&["games", "awari"])[0]["agent"], "grave", "it loses all games there");
}

#[test]
fn a_game_is_shown_with_its_rules() {
    let one = cairn(&["games", "go9"]).0;
    assert!(one.contains("\nGo: surround more of the board") && one.contains("Superko:"), "{one}");
    assert!(!cairn(&["games"]).0.contains("Superko"), "not with all games");
    assert!(json(&["games", "hex"])[0]["rules"].as_str().unwrap().starts_with("Hex: join"));
}

/// On stderr, so that what programs read stays as it is; in the table of `cairn agents` for people.
#[test]
fn a_handful_of_nodes_is_a_warning() {
    let small = "grave:table_at=1,memory=20KiB,playouts=100";
    let warning = |err: &str, times: usize| {
        let found = err.lines().filter(|line| {
            line.starts_with("cairn: warning: only ") && line.contains(": expect weak play; ")
        });
        assert_eq!((found.count(), err.lines().count()), (times, times), "{err}");
    };
    let (out, err) = cairn(&["search", "--game", "amazons", "--agent", small, "--json"]);
    warning(&err, 1);
    assert!(serde_json::from_str::<Value>(&out).is_ok(), "{out}");
    let amazons = ["--game", "amazons:size=4", "--games", "1", "--json"];
    let few = "grave:table_at=1,memory=3KiB,playouts=100";
    let (out, err) = cairn(&[&["match", few, "mc:playouts=5"], &amazons[..]].concat());
    warning(&err, 1);
    assert!(serde_json::from_str::<Value>(&out).is_ok(), "{out}");
    let (out, err) = cairn(&["agents", small, "--game", "amazons"]);
    assert_eq!(err, "");
    assert!(out.contains("\n  warning   only 25 nodes fit in 20 KiB for amazons: "), "{out}");
    let (out, err) = cairn(&["agents", small, "--game", "amazons", "--json"]);
    warning(&err, 1);
    assert!(serde_json::from_str::<Value>(&out).is_ok(), "{out}");
    warning(&cairn(&["gtp", "--memory", "24KiB", "--size", "19"]).1, 1);
    warning(&cairn(&["gtp", "--memory", "64KiB"]).1, 0);
}

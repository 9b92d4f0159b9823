//! Agents without playouts, in every command that takes an agent.

use assert_cmd::Command;
use cairn_core::spec::SOLVERS;
use predicates::str::contains;
use serde_json::Value;

fn cairn(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.args(args);
    command
}

fn json(args: &[&str]) -> Value {
    let done = cairn(args).arg("--json").assert().success().stderr("");
    serde_json::from_slice(&done.get_output().stdout).expect("JSON and nothing else")
}

fn refused(args: &[&str], says: &str) {
    cairn(args).assert().code(2).stdout("").stderr(contains(says));
}

#[test]
fn search_shows_what_each_kind_knows() {
    let moves = "b2 a1";
    let search =
        |agent: &str| json(&["search", "--game", "tictactoe", "--moves", moves, "--agent", agent]);
    for name in SOLVERS {
        if ["bestfirst", "bstar", "conspiracy"].contains(&name) {
            continue;
        }
        // What is left out might have been a win, so nothing would be proved.
        let prunes = ["alphabeta", "pvs", "mtdf", "sss"].contains(&name);
        let whole = if prunes { ",reductions=off" } else { "" };
        let found = search(&format!("{name}:memory=1MiB{whole}"));
        assert_eq!(found["outcome"], "draw", "{name}: {found}");
        assert_eq!(found["value"], 0.5, "{name}: {found}");
        assert_eq!(found["moves"].as_array().unwrap().len(), 7, "{name}: {found}");
        assert_eq!(found["moves"][0]["move"], found["move"], "{name}: {found}");
        assert_eq!(found["line"][0], found["move"], "{name}: {found}");
        assert!(found["positions"].as_u64() > Some(6) && found.get("playouts").is_none());
        assert!(found["bytes"].as_u64().unwrap() <= 1 << 20, "{name}: {found}");
    }
    let found = search("alphabeta:reductions=off");
    assert_eq!((&found["score"], &found["bound"]), (&0.into(), &"exact".into()));
    assert_eq!((&found["depth"], &found["distance"]), (&7.into(), &Value::Null));
    let found = search("dfpn:goal=win");
    assert_eq!((&found["proof"], &found["disproof"]), (&Value::Null, &0.into()));
    let found = json(&["search", "--game", "connect4", "--agent", "bstar:memory=64KiB,margin=20"]);
    let [low, high] = [0, 1].map(|index| found["score"][index].as_i64().unwrap());
    assert!(low <= high && found["nodes"]["used"].as_u64() > Some(7), "{found}");
}

#[test]
fn search_says_it_in_words() {
    let search = |game: &str, agent: &str, position: &str| {
        cairn(&["search", "--game", game, "--agent", agent, "--position", position])
            .assert()
            .success()
    };
    let mate = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    search("chess", "pvs:depth=3,memory=1MiB", mate)
        .stdout(contains("White plays h1h8, win in 1 (proved)"))
        .stdout(contains("expected: h1h8"))
        .stdout(contains("% of the table used"));
    search("chess", "dfpn:memory=16MiB", mate).stdout(contains("White plays h1h8, win"));
    search("chess", "bestfirst:expansions=50", mate).stdout(contains("score "));
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for agent in ["mtdf:nodes=3000", "pn2:positions=3000", "conspiracy:expansions=300"] {
        let search = || json(&["search", "--game", "connect4", "--moves", "4 4", "--agent", agent]);
        let [mut a, mut b] = [search(), search()];
        (a["seconds"], b["seconds"]) = (Value::Null, Value::Null);
        assert_eq!(a, b);
    }
}

#[test]
fn agents_shows_them() {
    cairn(&["agents"])
        .assert()
        .success()
        .stdout(contains("Keys of alphabeta, pvs, mtdf and sss:"))
        .stdout(contains("for games of two players without chance"))
        .stdout(contains("knightthrough, loa"));
    cairn(&["agents", "pvs:memory=64KiB", "--game", "chess"])
        .assert()
        .success()
        .stdout(contains("table     "))
        .stdout(contains("positions 100,000 per move"));
    let shown = json(&["agents", "pn2:nodes=50,second=30", "--game", "hex:size=4"]);
    assert_eq!((&shown["nodes"], &shown["bytes_per_node"]), (&80.into(), &Value::Null));
    assert_eq!((&shown["steps"], &shown["playouts"]), (&100_000.into(), &Value::Null));
    let list = json(&["agents"]);
    let agents = list["agents"].as_array().unwrap();
    let dfpn = agents.iter().find(|agent| agent["name"] == "dfpn").unwrap();
    let keys: Vec<_> = dfpn["keys"].as_array().unwrap().iter().map(|key| key.as_str()).collect();
    assert!(keys.contains(&Some("epsilon")) && !keys.contains(&Some("null")), "{keys:?}");
}

#[test]
fn they_play_matches_and_games() {
    let agents = ["alphabeta:depth=2,memory=100KiB", "mc:playouts=5"];
    let result =
        json(&["match", agents[0], agents[1], "--game", "othello", "--games", "4", "--seed", "3"]);
    assert_eq!((&result["games"], &result["wins"]), (&4.into(), &4.into()), "{result}");
    cairn(&["play", "dfpn:memory=1MiB", "pvs", "--game", "tictactoe", "--seed", "1"])
        .assert()
        .success()
        .stdout(contains("plays "))
        .stdout(contains(" positions)"));
}

/// The games of an experiment are played again, move for move.
#[test]
fn experiments_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solvers.toml");
    let pairing =
        "[[pairing]]\na = \"pvs:depth=2,memory=1MiB\"\nb = \"dfpn:memory=1MiB,positions=500\"";
    let text =
        format!("name = \"solvers\"\ngame = \"othello\"\ngames = 4\nopenings = 2\n\n{pairing}\n");
    std::fs::write(&file, text).unwrap();
    let lab =
        |command| cairn(&["lab", command, "solvers.toml"]).current_dir(&folder).assert().success();
    lab("run").stdout(contains("pvs:depth=2"));
    lab("verify").stdout(contains("4 of 4 games are the same, move for move"));
}

#[test]
fn mistakes_are_answered_with_what_would_be_right() {
    let evaluated = "games with an evaluation are connect4, othello,";
    refused(&["search", "--game", "hex", "--agent", "pvs:depth=4"], evaluated);
    refused(&["search", "--game", "hex", "--agent", "bstar"], evaluated);
    refused(&["search", "--game", "einstein", "--agent", "pvs"], "use a search with playouts");
    refused(&["search", "--game", "einstein", "--agent", "dfpn"], "use uct or grave");
    refused(&["match", "pn", "mc", "--game", "threecolorgo:size=5"], "use uct or grave");
    refused(&["search", "--agent", "pvs:playouts=5"], "only agents with playouts do");
    refused(
        &["search", "--game", "hex", "--agent", "pvs:value=margin"],
        "search for the outcome, with value=outcome",
    );
    refused(&["gtp", "--agent", "pvs"], "use an agent with playouts, such as grave");
}

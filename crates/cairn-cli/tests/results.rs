//! What the commands print: the overview and help for people, JSON as an interface.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn cairn(args: &[&str]) -> assert_cmd::assert::Assert {
    Command::new(env!("CARGO_BIN_EXE_cairn")).args(args).assert().success().stderr("")
}

fn json(args: &[&str]) -> Value {
    let output = cairn(args).get_output().stdout.clone();
    serde_json::from_slice(&output).expect("JSON and nothing else")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn without_arguments_it_says_what_to_do_next() {
    cairn(&[]).stdout(contains("cairn match").and(contains("cairn search --moves")));
}

#[test]
fn help_has_examples_and_json_keys() {
    cairn(&["--help"]).stdout(contains("Exit codes: 0 success"));
    for command in ["games", "agents", "search", "match", "bench"] {
        cairn(&[command, "--help"]).stdout(contains("  cairn ").and(contains("JSON: ")));
    }
    for command in ["search", "match", "bench"] {
        cairn(&[command, "--help"]).stdout(contains("--seed <SEED>").and(contains("[default: 1]")));
    }
}

#[test]
fn games_and_agents_come_from_their_tables() {
    cairn(&["games"]).stdout(contains("tictactoe").and(contains("size= rows and columns")));
    let games = json(&["games", "--json"]);
    let go = games.as_array().unwrap().iter().find(|game| game["name"] == "go").unwrap();
    assert_eq!(
        keys(go),
        [
            "name",
            "about",
            "players",
            "moves",
            "plies",
            "cut",
            "bytes_per_node",
            "options",
            "agent",
            "defaults",
            "rules"
        ]
    );
    assert_eq!(go["options"][0]["default"], "9");
    assert_eq!(games, json(&["games", "--json"]), "what is measured does not change");
    for game in games.as_array().unwrap() {
        let number = |key: &str| game[key].as_f64().unwrap();
        assert!(number("players") >= 2.0 && number("moves") > 1.0 && number("plies") > 1.0);
        assert!(number("cut") < 0.5 && number("bytes_per_node") > 1.0, "{game}");
    }
    let tictactoe = &games[0];
    assert_eq!(tictactoe["name"], "tictactoe");
    // The whole tree gives 7.63 plies and 5.58 moves.
    assert!((tictactoe["plies"].as_f64().unwrap() - 7.63).abs() < 0.5, "{tictactoe}");
    assert!((tictactoe["moves"].as_f64().unwrap() - 5.58).abs() < 0.3, "{tictactoe}");
    cairn(&["agents"])
        .stdout(contains("graver2").and(contains("uniform, mast or patterns; default")));
    let list = json(&["agents", "--json"]);
    assert_eq!(list["agents"].as_array().unwrap().len(), 28);
    assert_eq!(keys(&list["keys"][0]), ["name", "values", "default", "paper", "about", "only"]);
}

#[test]
fn an_explained_agent_is_the_one_that_plays() {
    let spec = "graver2:paper,nodes=160,top=160,second=80";
    cairn(&["agents", spec]).stdout(contains("playouts  12,800 per move"));
    let agent = json(&["agents", spec, "--json"]);
    assert_eq!(agent["nodes"], 160);
    assert_eq!(agent["playouts"], 12_800);
    assert!(agent["bytes"].as_u64().unwrap() <= 52 * 1024);
    let found = json(&["search", "--agent", spec, "--json"]);
    assert_eq!(found["full_spec"], agent["full_spec"]);
    assert_eq!(found["bytes"], agent["bytes"]);
    let again = json(&["search", "--agent", found["full_spec"].as_str().unwrap(), "--json"]);
    assert_eq!(again["moves"], found["moves"], "the full spec is the same player");
}

const SEARCH: &[&str] = &[
    "game",
    "agent",
    "full_spec",
    "seed",
    "complete",
    "rolled",
    "position",
    "to_move",
    "move",
    "value",
    "playouts",
    "seconds",
    "bytes",
    "nodes",
    "moves",
];

#[test]
fn a_search_tells_all_it_found() {
    let args = ["search", "--moves", "E5 C3", "--agent", "grave:playouts=500", "--json"];
    let found = json(&args);
    assert_eq!(keys(&found), SEARCH);
    assert_eq!(keys(&found["nodes"]), ["capacity", "used", "recycled"]);
    assert_eq!(keys(&found["moves"][0]), ["move", "visits", "mean", "amaf"]);
    assert_eq!((&found["to_move"], &found["playouts"]), (&"Black".into(), &500.into()));
    assert_eq!(found["move"], found["moves"][0]["move"]);
    assert_eq!(found["value"], found["moves"][0]["mean"]);
    let visits: Vec<_> =
        found["moves"].as_array().unwrap().iter().map(|m| m["visits"].as_u64().unwrap()).collect();
    assert!(visits.is_sorted_by(|a, b| a >= b));
    assert_eq!(visits.len(), 80, "79 empty points and the pass");

    let mut again = json(&args);
    again["seconds"] = found["seconds"].clone();
    assert_eq!(found, again, "the same seed gives the same search");
    let other = json(&[&args[..], &["--seed", "2"]].concat());
    assert_ne!(found["moves"], other["moves"]);
}

#[test]
fn a_search_for_people_shows_the_board_and_the_best_moves() {
    let args = ["search", "--moves", "E5 C3", "--agent", "uct:playouts=300", "--top", "3"];
    cairn(&args)
        .stdout(contains(" 5 . . . . X . . . . 5"))
        .stdout(contains("Black plays ").and(contains("300 playouts in ")))
        .stdout(contains("% \n").not().and(contains("300 of 300 nodes used, 0 recycled")));
}

#[test]
fn superko_counts_from_the_first_move() {
    let ko = ["search", "--game", "go:size=2", "--agent", "mc:playouts=9", "--json", "--moves"];
    let found = json(&[&ko[..], &["A1 B2 A2 B1 A1 A2"]].concat());
    assert_eq!(found["moves"].as_array().unwrap().len(), 1, "only the pass is left");
    assert_eq!(found["move"], "pass");
}

#[test]
fn a_search_can_start_anywhere() {
    let found = json(&[
        "search",
        "--game",
        "go:size=3",
        "--position",
        "3/OX1/3 w - 0 0",
        "--moves",
        "A1",
        "--agent",
        "uct:playouts=100",
        "--json",
    ]);
    assert_eq!(found["to_move"], "Black");
}

/// With whole komi there are draws, which the game's own komi may not have.
#[test]
fn chances_are_shares_whatever_komi_the_position_has() {
    let search = ["search", "--agent", "grave:playouts=500", "--json", "--game"];
    for (game, position) in
        [("go9", "9/9/9/9/9/9/9/9/9 b - 0 7"), ("go9:komi=7", "9/9/9/9/9/9/9/9/9 b - 0 -90.5")]
    {
        let found = json(&[&search[..], &[game, "--position", position]].concat());
        let value = found["value"].as_f64().unwrap();
        assert!(if game == "go9" { value < 0.8 } else { value == 1.0 }, "{found:#}");
        for stats in found["moves"].as_array().unwrap() {
            assert!(stats["mean"].as_f64().is_none_or(|mean| mean <= 1.0), "{stats}");
            assert!(stats["amaf"]["mean"].as_f64().is_none_or(|mean| mean <= 1.0), "{stats}");
        }
    }
}

/// Move by move from the position alone, and by the moves from the start: the same position.
#[test]
fn what_a_search_prints_as_its_position_is_read_back() {
    for game in json(&["games", "--json"]).as_array().unwrap() {
        let game = game["name"].as_str().unwrap();
        let search = ["search", "--game", game, "--agent", "mc:playouts=9"];
        let by_json = |more: &[&str]| json(&[&search[..], &["--json"], more].concat());
        let mut found = by_json(&[]);
        // Dice are moves like all others.
        let rolled = |found: &Value| found["rolled"].as_array().unwrap().to_owned();
        let mut moves = rolled(&found);
        for _ in 0..5 {
            let position = found["position"].as_str().expect("a notation").to_owned();
            let mv = found["move"].as_str().unwrap().to_owned();
            found = by_json(&["--position", &position, "--moves", &mv]);
            moves.push(mv.into());
            moves.extend(rolled(&found));
        }
        let moves: Vec<&str> = moves.iter().map(|mv| mv.as_str().unwrap()).collect();
        assert_eq!(
            found["position"],
            by_json(&["--moves", &moves.join(" ")])["position"],
            "{game}"
        );

        let position = found["position"].as_str().unwrap();
        let printed = cairn(&[&search[..], &["--position", position]].concat());
        printed.stdout(contains(format!("\nposition {position}\n")));
    }
}

#[test]
fn moves_may_be_separated_by_commas() {
    let search = ["search", "--agent", "mc:playouts=9", "--json", "--moves"];
    let position = |moves: &str| json(&[&search[..], &[moves]].concat())["position"].clone();
    for moves in ["E5,C3,G6", " E5, C3 , G6,"] {
        assert_eq!(position(moves), position("E5 C3 G6"));
    }
}

#[test]
fn what_was_typed_is_shown_without_its_control_characters() {
    cairn(&["agents", "uct", "--game", "go9\n"]).stdout(contains("on go9\\n:"));
    let game = ["--game", "tictactoe\t", "--games", "1"];
    cairn(&[&["match", "mc:playouts=9\n", "uct:playouts=9"], &game[..]].concat())
        .stdout(contains("A  mc:playouts=9\\n\nB").and(contains("on tictactoe\\t: ")));
}

/// One node is just the root: the answer then comes from AMAF or chance, and the value is unknown.
#[test]
fn a_single_node_still_answers() {
    let found = json(&["search", "--agent", "grave:nodes=1,playouts=50", "--json"]);
    assert!(found["move"].is_string() && found["value"].is_null());
    assert!(found["moves"][0]["mean"].is_null() && found["moves"][0]["amaf"]["mean"].is_number());
}

#[test]
fn a_match_does_not_depend_on_its_jobs() {
    let run = |jobs| {
        let mut result = json(&[
            "match",
            "graver2:paper,nodes=20,top=20,second=10",
            "uct:playouts=60",
            "--game",
            "go:size=4",
            "--games",
            "8",
            "--jobs",
            jobs,
            "--moves",
            "--json",
        ]);
        result["seconds"] = 0.into();
        result
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(
        keys(&one),
        [
            "game",
            "a",
            "b",
            "full_spec",
            "bytes",
            "games",
            "wins",
            "draws",
            "losses",
            "rate",
            "ci95",
            "wilson95",
            "elo",
            "los",
            "failed",
            "seconds",
            "seed",
            "complete",
            "list"
        ]
    );
    assert_eq!(one["games"], 8);
    assert_eq!(one["complete"], true);
    let count = |key: &str| one[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 8);
    let (rate, interval) = (one["rate"].as_f64().unwrap(), &one["ci95"]);
    assert!(interval[0].as_f64().unwrap() < rate && rate <= interval[1].as_f64().unwrap());
    let seats: Vec<_> =
        one["list"].as_array().unwrap().iter().map(|game| game["seat"].as_u64().unwrap()).collect();
    assert_eq!(seats, [0, 1, 0, 1, 0, 1, 0, 1]);
}

/// Equals score a third there, so no Elo difference is shown.
#[test]
fn a_match_of_three_has_no_elo() {
    let args = ["match", "mc:playouts=2", "mc:playouts=2", "--game", "threecolorgo:size=3"];
    let mut result = json(&[&args[..], &["--games", "30", "--json"]].concat());
    assert_eq!((result["elo"].take(), result["los"].take()), (Value::Null, Value::Null));
    cairn(&[&args[..], &["--games", "30"]].concat())
        .success()
        .stdout(contains("A scores").and(contains("Elo").not()));
}

/// The same players on a small board, where a game takes no time.
#[test]
fn without_agents_two_rounds_say_what_they_showed() {
    cairn(&["match", "--game", "go:size=2", "--games", "2"])
        .stdout(contains("B  grave:memory=32KiB,playouts=2000,tables=all,table_at=1,ref=25\n2 games on go:size=2: A won "))
        .stdout(contains("B  grave:playouts=2000,tables=all,table_at=1,ref=25\n2 games on go:size=2: A won "))
        .stdout(contains("the same budget: A scores ").and(contains("times the memory: A scores ")))
        .stdout(contains("What next\n  cairn match --games 200"));
}

#[test]
fn a_benchmark_has_a_figure_for_each_agent() {
    let args =
        ["bench", "--seconds", "0", "--agent", "uct:playouts=50", "--agent", "mc:playouts=9"];
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(keys(&found), ["signature", "game", "seed", "complete", "agents"]);
    assert_eq!(
        keys(&found["agents"][0]),
        ["agent", "playouts_per_second", "cycles_per_playout", "bytes_per_node", "bytes"]
    );
    assert!(found["agents"][1]["playouts_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_benchmark_of_the_games_has_them_all() {
    let found = json(&["bench", "--games", "--seconds", "0", "--json"]);
    assert_eq!(keys(&found), ["seed", "complete", "games"]);
    let listed = json(&["games", "--json"]);
    let names = |list: &Value, key: &str| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|game| game[key].clone()).collect()
    };
    assert_eq!(names(&found["games"], "game"), names(&listed, "name"));
    for game in found["games"].as_array().unwrap() {
        assert_eq!(keys(game), ["game", "uniform", "mast", "grave"]);
        assert!(["uniform", "mast", "grave"].iter().all(|key| game[key].as_u64() > Some(100)));
    }
}

/// The moves of Connect Four are numbers: a semicolon says that one is meant.
#[test]
fn a_number_is_plies_and_with_a_semicolon_a_move() {
    let args = ["match", "mc:playouts=1", "mc:playouts=1", "--game", "connect4", "--games", "4"];
    let begun = |openings: &str| -> Vec<String> {
        let found = json(&[&args[..], &["--moves", "--json", "--openings", openings]].concat());
        let moves = |game: &Value| game["moves"].as_str().unwrap()[..3].to_owned();
        found["list"].as_array().unwrap().iter().map(moves).collect()
    };
    assert!(begun("4;").iter().all(|moves| moves.starts_with("4 ")));
    let two = begun("4; 3");
    assert!(two[1].starts_with("4 ") && two[2].starts_with("3 "), "{two:?}");
    let random = begun("4");
    assert!(random[0] == random[1] && random[2] == random[3] && random[0] != random[2]);
}

//! `cairn solve`: proved values.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;

fn cairn(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.arg("solve").args(args);
    command
}

fn json(args: &[&str]) -> Value {
    let done = cairn(args).arg("--json").assert().success().stderr("");
    serde_json::from_slice(&done.get_output().stdout).expect("JSON and nothing else")
}

/// Positions of Connect Four with the published score: with `score` above 0 the player to move wins with
/// stone number 22 − `score` of his own, below 0 he loses to the opponent's number 22 + `score`. From the
/// test sets of Pascal Pons, as in the repository benjaminrall/connect-four-ai (MIT licence).
const CONNECT_FOUR: [(&str, i32); 10] = [
    ("2252576253462244111563365343671351441", -1),
    ("66333444714334751354116675176", 2),
    ("1531435732333212612244546142577545167", 0),
    ("21534522566211465727124114446673756757", 0),
    ("2365475341225412352557772771431", 1),
    ("737566121544715632664464321351271", 4),
    ("5554224333234511764415115", 4),
    ("527546732264211663334217", 7),
    ("7113237433521353552456541116", -6),
    ("3411132257227546266556166", 4),
];

#[test]
fn connect_four_positions_have_their_published_values() {
    for (columns, score) in CONNECT_FOUR {
        let moves: Vec<String> = columns.chars().map(String::from).collect();
        let stones = columns.len() as i32;
        let (value, distance) = match score {
            0 => ("draw", None),
            score if score > 0 => ("win", Some(2 * (22 - score - stones / 2) - 1)),
            score => ("loss", Some(2 * (22 + score - (stones + 1) / 2))),
        };
        let found = json(&["--game", "connect4", "--moves", &moves.join(" ")]);
        assert_eq!(found["value"], value, "{columns}: {found}");
        assert_eq!(found["distance"].as_i64(), distance.map(i64::from), "{columns}: {found}");
    }
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let found = json(&["--game", "tictactoe"]);
    assert_eq!((&found["value"], &found["distance"]), (&"draw".into(), &Value::Null));
    assert_eq!(found["line"].as_array().unwrap().len(), 9, "{found}");
    cairn(&["--game", "tictactoe"]).assert().success().stdout(contains("it is a draw"));
}

/// A mate in one move and one in two.
#[test]
fn chess_endings() {
    for (position, distance) in
        [("7k/8/8/5K2/6Q1/8/8/8 w - - 0 1", 3), ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1)]
    {
        let found = json(&["--game", "chess", "--position", position, "--memory", "4MiB"]);
        assert_eq!(
            (&found["value"], &found["distance"]),
            (&"win".into(), &distance.into()),
            "{found}"
        );
    }
}

/// Every solver knows the winner; those that look for it know the distance.
#[test]
fn any_solver_can_be_asked() {
    let (columns, score) = CONNECT_FOUR[4];
    let moves: Vec<String> = columns.chars().map(String::from).collect();
    let distance = 2 * (22 - score - columns.len() as i32 / 2) - 1;
    for (agent, soon) in [
        ("alphabeta:reductions=off,null=off", true),
        ("mtdf:memory=1MiB,reductions=off,null=off", true),
        ("sss:reductions=off,null=off", true),
        ("pn", false),
        ("pn2:memory=8MiB", false),
        ("dfpn", false),
    ] {
        let found = json(&["--game", "connect4", "--moves", &moves.join(" "), "--agent", agent]);
        assert_eq!((&found["agent"], &found["value"]), (&agent.into(), &"win".into()), "{found}");
        let distance = if soon { Value::from(distance) } else { Value::Null };
        assert_eq!(found["distance"], distance, "{found}");
        assert_eq!(found["depth"].is_null(), !soon, "{found}");
        assert!(!found["line"].as_array().unwrap().is_empty(), "{found}");
    }
}

/// Black takes the last square and turns two discs: 40 to 24.
#[test]
fn margins_are_found() {
    let position = "XXXXXXXX/OOOOOOOO/OOOOOOOO/OOOOOOOO/XXXXXXXX/XXXXXXXX/XXXXXXXO/XXXXXXO1 b";
    let args = ["--game", "othello", "--position", position, "--agent", "pvs:value=margin"];
    let found = json(&args);
    assert_eq!((&found["value"], &found["score"]), (&"win".into(), &16.into()), "{found}");
    cairn(&args).assert().success().stdout(contains("Black wins with a margin of 16."));
}

#[test]
fn the_memory_is_a_limit() {
    for memory in [20_000, 1 << 16, 1 << 20] {
        let found = json(&["--game", "tictactoe", "--memory", &memory.to_string()]);
        assert!(found["bytes"].as_u64().unwrap() <= memory, "{found}");
        assert_eq!(found["value"], "draw");
    }
}

#[test]
fn bad_input_is_answered() {
    for (args, says) in [
        (&["--game", "einstein"][..], "turn of chance"),
        (&["--game", "threecolorgo:size=5"], "two players"),
        (&["--game", "tictactoe", "--memory", "100"], "not enough memory: the solver needs"),
        (&["--game", "tictactoe", "--moves", "a1 b1 a2 b2 a3"], "the game is over"),
        (&["--game", "tictactoe", "--memory", "lots"], "expected a size such as 64KiB"),
        (&["--game", "nosuch"], "no game is called 'nosuch'"),
        (&["--game", "tictactoe", "--agent", "grave"], "grave proves nothing: use a solver"),
        (&["--game", "tictactoe", "--agent", "hex"], "'hex' is a game, not an agent"),
        (&["--game", "hex:size=4", "--agent", "pvs:depth=3"], "the games with an evaluation are"),
    ] {
        cairn(args).assert().code(2).stdout("").stderr(contains(says));
    }
}

//! What the commands write.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{GAMES, Lab};

const TINY: &str = r#"
name = "tiny"
title = "A tiny experiment"
game = "tictactoe"
games = 6
[agents]
base = "mc:playouts=4"
[[sweep]]
a = "uct:playouts={n}"
b = "base"
over.n = [3, 5, 33]
published = [50, 60.5, nan]
"#;

#[test]
fn a_second_run_adds_nothing_and_more_games_add_to_the_first() {
    let lab = Lab::new(TINY);
    let shown = lab.ok("run x.toml");
    assert!(shown.starts_with("A tiny experiment\n") && shown.contains("n = 33"), "{shown}");
    let first = lab.ok("export");
    assert_eq!(lab.ok("run x.toml"), shown);
    assert_eq!(lab.ok("status x.toml"), shown);
    assert_eq!(lab.ok("export"), first, "even the seconds are the same");
    lab.ok("run x.toml --games 8");
    let lines: Vec<_> = first.lines().collect();
    let more = lab.ok("export x.toml");
    assert_eq!(more.lines().count(), lines.len() + 3 * 2);
    assert!(lines.iter().all(|line| more.contains(line)));
    // Fewer than the store has: nothing is played, and nothing is deleted.
    lab.ok("run x.toml --games 2");
    assert_eq!(lab.ok("export"), more);
}

#[test]
fn a_part_of_an_experiment_can_be_run() {
    let lab = Lab::new(TINY);
    lab.ok("run x.toml --only 33 --only 5 --games 2");
    let games = lab.games("");
    assert_eq!(games.len(), 2 + 2 * 2);
    assert!(games.iter().all(|line| !line.contains("playouts=3,")), "{games:?}");
}

#[test]
fn experiments_that_share_a_pairing_share_its_games() {
    let twice = r#"
name = "twice"
game = "tictactoe"
games = 10
[[pairing]]
a = "uct:playouts=5"
b = "mc:playouts=4"
label = "here"
[[pairing]]
a = "uct:playouts=5"
b = "mc:playouts=4"
label = "there"
games = 12
"#;
    let lab = Lab::new(twice);
    let status = lab.json("run x.toml --json");
    let there = |index: usize| status["contests"][index]["games"].as_u64();
    assert_eq!((there(0), there(1)), (Some(12), Some(12)));
    assert_eq!(lab.games("").len(), 1 + 12);
    lab.write("y.toml", TINY);
    lab.ok("run y.toml --games 6");
    assert_eq!(lab.games("").len(), 13 + 2 * 7, "n = 5 had its games already");
}

/// Every key of a JSON value, those inside included.
fn keys(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            into.insert(key.clone());
            keys(value, into);
        }),
        Value::Array(list) => list.iter().for_each(|value| keys(value, into)),
        _ => {}
    }
}

/// The words between `from` and `to` in a command's help; lists in square brackets are values.
fn documented(lab: &Lab, command: &str, from: &str, to: &str) -> BTreeSet<String> {
    let help = lab.ok(&format!("{command} --help")).replace('\n', " ");
    let start = help.find(from).expect("it is documented") + from.len();
    let text = &help[start..start + help[start..].find(to).unwrap()];
    let text =
        ["[low, high]", "[A, others]"].iter().fold(text.to_string(), |t, v| t.replace(v, ""));
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(String::from).collect()
}

#[test]
fn json_has_the_keys_that_help_tells() {
    let lab = Lab::new(TINY);
    let written = |value: &Value| {
        let mut found = BTreeSet::new();
        keys(value, &mut found);
        found
    };
    let run = lab.json("run x.toml --json");
    let status = lab.json("status x.toml --json");
    assert_eq!(run, status);
    assert_eq!(written(&status), documented(&lab, "status", "JSON: ", "}, all"));
    assert_eq!(status["contests"][1]["published"], 60.5);
    let exported = lab.ok("export");
    let lines: Vec<Value> =
        exported.lines().take(2).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(written(&lines[0]), documented(&lab, "export", "A line {", "}} comes"));
    assert_eq!(written(&lines[1]), documented(&lab, "export", "of each pairing: {", "}."));

    let verified = lab.json("verify x.toml --json");
    let mut all = documented(&lab, "verify", "JSON: ", "; was and is");
    for inner in ["label", "number", "was", "is"] {
        assert!(all.remove(inner), "{inner}");
    }
    assert_eq!(written(&verified), all);
    assert_eq!((&verified["sampled"], &verified["same"]), (&18.into(), &18.into()));
    assert_eq!((&verified["timed"], &verified["complete"]), (&0.into(), &true.into()));
}

#[test]
fn a_changed_record_is_found() {
    let lab = Lab::new(TINY);
    lab.ok("run x.toml");
    let said = lab.ok("verify x.toml --sample 10");
    assert_eq!(said, "10 of 10 games are the same, move for move\n");
    // The moves are right by the rules, but others would have been played: only that shows it.
    let games = lab.ok("export");
    let changed = games.replacen("\"playouts\":[", "\"playouts\":[7", 1);
    assert_ne!(changed, games);
    lab.write("changed.jsonl", &changed);
    lab.ok("collect changed.jsonl --store changed.db");
    let output = lab.output("verify x.toml --store changed.db");
    assert!(super::failure(&output, 1).contains("1 of 18 games differ"));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("17 of 18 games are the same"), "{said}");
    assert!(said.contains("  playouts was [7"), "{said}");
    let output = lab.output("verify x.toml --store changed.db --json");
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let differing = &found["differing"][0];
    assert_ne!(differing["was"]["playouts"], differing["is"]["playouts"]);
    // A store that has the true games refuses them.
    let said = lab.fails("collect changed.jsonl", 1);
    assert!(said.contains("is already there and went differently"), "{said}");
    assert_eq!(lab.ok("export"), games);
}

#[test]
fn games_against_the_clock_are_marked() {
    let timed = "name = \"timed\"\ngame = \"tictactoe\"\ngames = 4\n[[pairing]]\n\
                 a = \"uct:time=2ms,nodes=50\"\nb = \"mc:playouts=2\"\n[[pairing]]\n\
                 a = \"uct:playouts=3\"\nb = \"mc:playouts=2\"\n";
    let lab = Lab::new(timed);
    lab.ok("run x.toml");
    let said = lab.ok("verify x.toml");
    assert!(said.starts_with("4 of 4 games are the same"), "{said}");
    assert!(said.contains("4 games cannot be reproduced"), "{said}");
    assert_eq!(lab.json("verify x.toml --json")["timed"], 4);
}

#[test]
fn games_that_take_too_long_count_for_nobody() {
    let lab = Lab::new(&TINY.replace("games = 6", "games = 6\ntimeout = 1e-9"));
    let status = lab.json("run x.toml --json");
    for contest in status["contests"].as_array().unwrap() {
        assert_eq!((&contest["games"], &contest["failed"]["timeout"]), (&0.into(), &6.into()));
        assert_eq!((&contest["losses"], &contest["rate"]), (&0.into(), &Value::Null));
    }
    let shown = lab.ok("status x.toml");
    assert!(shown.lines().nth(2).unwrap().ends_with("failed"), "{shown}");
    assert!(lab.ok("verify x.toml").starts_with("18 games cannot be reproduced"));
    // With enough time they are played, but only when --retry asks for it.
    lab.write("x.toml", TINY);
    assert_eq!(lab.ok("run x.toml"), shown);
    let status = lab.json("run x.toml --retry --json");
    for contest in status["contests"].as_array().unwrap() {
        assert_eq!((&contest["games"], &contest["failed"]["timeout"]), (&6.into(), &0.into()));
    }
    let undisturbed = Lab::new(TINY);
    undisturbed.ok("run x.toml");
    assert_eq!(lab.games(""), undisturbed.games(""));
}

#[test]
fn a_store_that_may_not_be_written_is_read() {
    let lab = Lab::new(TINY);
    std::fs::create_dir(lab.path("kept")).unwrap();
    lab.ok("run x.toml --store kept/games.db");
    let games = lab.games("--store kept/games.db");
    let allow = |mode| {
        use std::os::unix::fs::PermissionsExt;
        let set = |name, mode| {
            std::fs::set_permissions(lab.path(name), PermissionsExt::from_mode(mode)).unwrap();
        };
        set("kept/games.db", mode & 0o644);
        set("kept", mode);
    };
    allow(0o555);
    let files = || std::fs::read_dir(lab.path("kept")).unwrap().count();
    let before = files();
    assert_eq!(lab.games("--store kept/games.db"), games);
    assert!(lab.ok("status x.toml --store kept/games.db").contains("6"));
    assert_eq!(files(), before);
    allow(0o755);
}

#[test]
fn who_played_is_recorded() {
    let lab = Lab::new(TINY);
    lab.ok("run x.toml");
    let program = format!("\"program\":\"{}\"}}", cairn_lab::PROGRAM);
    let games = lab.ok("export");
    assert!(games.lines().skip(1).filter(|line| !line.contains("pairing")).count() > 0);
    assert!(games.lines().all(|line| line.contains("pairing") || line.ends_with(&program)));
    // A file of an earlier program, which knew fewer keys and did not say who it was.
    let old = games.replace(&format!(",{program}"), "}").replace(",reuse=off", "");
    assert_ne!(old, games);
    lab.write("old.jsonl", &old);
    assert!(lab.ok("collect old.jsonl").contains("were already there"));
    lab.ok("collect old.jsonl --store other.db");
    assert_eq!(lab.ok("status x.toml --store other.db"), lab.ok("status x.toml"));
}

#[test]
fn mistakes_point_at_their_line() {
    let lab = Lab::new(GAMES);
    for (old, new, says) in [
        ("go:size=3", "shogi", "x.toml:3: no game is called 'shogi': there are "),
        ("games = 80", "games = 0", "x.toml:4: games must be a number from 1 to "),
        ("openings = 1", "opening = 1", "x.toml:5: unknown field `opening`"),
        ("uct:playouts=10", "uct:depth=2", "x.toml:8: agent uct:depth=2: uct has no key 'depth'"),
        ("[[pairing]]", "[[pairing]", "x.toml:6: "),
        ("label = \"two\"", "label = \"{n}\"", "x.toml:13: '{n}': n has no value"),
    ] {
        lab.write("x.toml", &GAMES.replacen(old, new, 1));
        for command in ["run", "status", "verify", "export", "submit"] {
            let said = lab.fails(&format!("{command} x.toml --store {command}.db"), 2);
            assert!(said.starts_with(&format!("cairn: {says}")), "{command}: {said}");
            assert!(!lab.path(&format!("{command}.db")).exists(), "nothing is made for it");
        }
    }
}

#[test]
fn what_is_not_there_is_said() {
    let lab = Lab::new(GAMES);
    assert!(lab.fails("run y.toml", 2).starts_with("cairn: y.toml: No such file"));
    for command in ["status", "verify", "export"] {
        let said = lab.fails(&format!("{command} x.toml"), 2);
        assert!(said.contains("there is no store cairn-lab.db: 'cairn lab run' creates it"));
    }
    assert!(lab.fails("run x.toml --only three", 2).contains("the labels are one; two"));
    assert!(
        lab.fails("run x.toml --store no/such.db", 1).contains("check that its directory exists")
    );
    assert!(lab.fails("collect nothing", 2).starts_with("cairn: nothing: No such file"));
    assert!(lab.fails("run . --shard 0", 2).contains("manifest.json: No such file"));
}

#[test]
fn files_that_are_no_store_are_left_alone() {
    let lab = Lab::new(GAMES);
    let said = lab.fails("run x.toml --store x.toml", 2);
    assert!(said.starts_with("cairn: x.toml is not a store of Cairn's lab"), "{said}");
    assert_eq!(lab.read("x.toml"), GAMES);
    lab.write("broken.jsonl", "{\"pairing\": 3}\n");
    assert!(lab.fails("collect broken.jsonl", 2).contains("broken.jsonl: line 1: neither"));
    assert!(!lab.path("cairn-lab.db").exists(), "nothing is made for it");
}

#[test]
fn games_that_break_the_rules_are_not_collected() {
    let lab = Lab::new(TINY);
    lab.ok("run x.toml");
    let games = lab.ok("export");
    let (one, two) = games.split_once("},{").unwrap_or((games.as_str(), ""));
    assert!(two.is_empty() && one.lines().nth(2).unwrap().contains("\"number\":1,\"seat\":1"));
    for (old, new, says) in [
        ("\"seat\":1", "\"seat\":7", "line 3: game 1: its seat is 7, but A has seat 1"),
        ("\"moves\":\"", "\"moves\":\"z9 ", "line 2: game 0: it has "),
        ("\"plies\":", "\"plies\":1", "line 2: game 0: it has "),
        ("\"reward\":2", "\"reward\":0", "its reward is 0, but its moves give 2"),
        ("\"reward\":2", "\"reward\":3", "its reward is 3, more than its denominator 2"),
        ("\"opening\":0", "\"opening\":1", "line 2: game 0: its opening has 1 moves, not 0"),
    ] {
        let bad = games.replacen(old, new, 1);
        assert_ne!(bad, games);
        lab.write("bad.jsonl", &bad);
        let said = lab.fails("collect bad.jsonl --store other.db", 2);
        assert!(said.starts_with("cairn: bad.jsonl: line ") && said.contains(says), "{said}");
        assert!(!lab.path("other.db").exists(), "nothing of the file is taken");
    }
    // Also a game that counts for nobody.
    let line = games.lines().nth(1).unwrap();
    for status in ["crash", "timeout", "illegal"] {
        let mut junk: Value = serde_json::from_str(line).unwrap();
        junk["status"] = status.into();
        (junk["reward"], junk["plies"], junk["moves"]) = (0.into(), 2.into(), "x9 y9".into());
        lab.write("bad.jsonl", &games.replacen(line, &junk.to_string(), 1));
        let said = lab.fails("collect bad.jsonl --store other.db", 2);
        assert!(said.contains("line 2: game 0: move 1: 'x9' is not a legal move here"), "{said}");
        assert!(!lab.path("other.db").exists());
    }
    assert_eq!(lab.ok("export"), games);
}

/// Each of them would count a win that its moves do not give, or moves that nobody can play.
#[test]
fn what_the_store_says_is_checked_by_the_rules() {
    let lab = Lab::new(TINY);
    lab.ok("run x.toml");
    let games = lab.games("");
    let first: Value = serde_json::from_str(lab.ok("export").lines().nth(1).unwrap()).unwrap();
    let moves = first["moves"].as_str().unwrap();
    let changed = format!("{}z9", &moves[..moves.len() - 2]);
    let mut bytes = std::fs::read(lab.path("cairn-lab.db")).unwrap();
    let at = bytes.windows(moves.len()).position(|window| window == moves.as_bytes()).unwrap();
    bytes[at..at + moves.len()].copy_from_slice(changed.as_bytes());
    std::fs::write(lab.path("cairn-lab.db"), bytes).unwrap();
    for command in ["status", "report", "export", "run", "verify", "submit"] {
        let said = lab.fails(&format!("{command} x.toml"), 1);
        assert!(
            said.starts_with("cairn: cairn-lab.db: game ") && said.contains(" is damaged: move ")
        );
        assert!(said.ends_with("; 'cairn lab run FILE --retry' plays it again\n"), "{said}");
    }
    lab.ok("run x.toml --retry");
    assert_eq!(lab.games(""), games);
}

/// A page of the store is overwritten.
#[test]
fn a_damaged_store_is_an_error() {
    let lab = Lab::new(TINY);
    lab.ok("run x.toml");
    let mut bytes = std::fs::read(lab.path("cairn-lab.db")).unwrap();
    bytes[4096..].fill(0x55);
    std::fs::write(lab.path("cairn-lab.db"), bytes).unwrap();
    for command in ["status", "verify", "export", "run"] {
        let said = lab.fails(&format!("{command} x.toml"), 1);
        assert!(
            said.contains("cairn-lab.db: the store is damaged (database disk image is malfo"),
            "{said}"
        );
        assert!(said.contains(": play the games again into another store, or save what"), "{said}");
    }
}

//! A game in the terminal, typed by a script.

use std::fs;
use std::io::Write;
use std::path::Path;

use assert_cmd::Command;

fn play(args: &[&str], typed: &str, directory: &Path) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .arg("play")
        .args(args)
        .current_dir(directory)
        .write_stdin(typed)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_person_plays_undoes_saves_and_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let players = ["human", "uct:playouts=100", "--game", "tictactoe", "--seed", "1"];
    let typed = "b2\nhint\nz9\nundo\nB2\nmoves\nsave game.txt\nquit\n";
    let (code, out, err) = play(&players, typed, path);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("O plays ") && out.contains(", chance ") && out.contains("X's chances ·"));
    assert!(out.contains(" visits, chance "), "a hint: {out}");
    assert!(out.contains("'z9' is not a legal move here"), "{out}");
    let saved = fs::read_to_string(path.join("game.txt")).unwrap();
    assert!(saved.contains("moves = \"b2 "), "{saved}");

    let (code, out, _) = play(&["--load", "game.txt", "--seed", "1"], "quit\n", path);
    assert_eq!(code, Some(0));
    assert!(out.contains("2 . X .") && out.contains("saved: cairn play --load game.txt"), "{out}");
    let (code, _, err) = play(&["--load", "none.txt"], "", path);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("cairn: none.txt: ") && err.lines().count() == 1, "{err}");
}

#[test]
fn go_is_saved_as_go_programs_read_it() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let game = ["human", "human", "--game", "go:size=5,komi=6.5", "--save", "game.sgf"];
    play(&game, "C3\nB2\npass\nquit\n", path);
    let saved = fs::read_to_string(path.join("game.sgf")).unwrap();
    assert!(saved.contains("SZ[5]KM[6.5]") && saved.ends_with(";B[cc];W[bd];B[])\n"), "{saved}");
    let (code, out, err) = play(&["--load", "game.sgf"], "moves\n", path);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("2 . O . . . 2") && !out.contains("plays "), "{out}");
    let position = ["--position", "9/9/9/9/4X4/9/9/9/9 w - 0 6.5", "--save", "start.sgf"];
    play(&[&["human", "human"][..], &position].concat(), "A1\n", path);
    let saved = fs::read_to_string(path.join("start.sgf")).unwrap();
    assert!(saved.contains("KM[6.5]") && saved.ends_with("AB[ee]PL[W];W[ai])\n"), "{saved}");
}

/// Before anybody has played, not after.
#[test]
fn where_a_game_cannot_be_saved_is_said_at_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    fs::create_dir(path.join("games")).unwrap();
    let refused = |args: &[&str], why: &str| {
        let (code, out, err) = play(args, "pass\n", path);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.starts_with(why) && err.lines().count() == 1, "{err}");
    };
    let why = "cairn: --save a.sgf: hex cannot be written in SGF: only games of Go can; choose another name";
    refused(&["--game", "hex", "--save", "a.sgf"], why);
    let ended = "9/9/9/9/9/9/9/9/9 b - 1 7.5";
    let why = "cairn: --save a.sgf: SGF cannot describe a start with a ko or a pass";
    refused(&["--position", ended, "--save", "a.sgf"], why);
    refused(&["--save", "none/a.txt"], "cairn: --save none/a.txt: ");
    refused(&["--save", "games"], "cairn: --save games: this is a directory");
    assert_eq!(fs::read_dir(path).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn a_save_that_fails_does_not_end_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let people = ["human", "human", "--game", "tictactoe", "--save", "a.txt"];
    let (code, out, err) = play(&people, "quit\n", path);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(!out.contains("saved") && !path.join("a.txt").exists(), "{out}");

    // A directory that no file can replace appears as soon as the game has begun.
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cairn"))
        .arg("play")
        .args(people)
        .current_dir(path)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    typed.write_all(b"a1\n").unwrap();
    while !path.join("a.txt").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    fs::remove_file(path.join("a.txt")).unwrap();
    fs::create_dir(path.join("a.txt")).unwrap();
    fs::write(path.join("a.txt/full"), "").unwrap();
    typed.write_all(b"b2\nc3\nc1\nquit\n").unwrap();
    drop(typed);
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert_eq!(out.matches("not saved: a.txt: ").count(), 1, "{out}");
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("cairn: the game is not saved: a.txt: "), "{err}");
    assert_eq!(fs::read_dir(path).unwrap().count(), 1, "nothing is left behind");
    assert!(out.contains("to continue: cairn play") && out.contains("a1 b2 c3 c1"), "{out}");
}

/// The file is named, not the temporary one beside it; and a save that succeeds puts it right.
#[test]
fn a_typed_save_that_fails_is_a_failure_in_the_end() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let people = ["human", "human", "--game", "tictactoe"];
    let (code, out, err) = play(&people, "a1\nsave none/a.txt\nb2\nquit\n", path);
    assert_eq!(code, Some(1), "{out}");
    let why = "none/a.txt: No such file or directory (os error 2)\n";
    assert!(out.contains(&format!("O> save none/a.txt\n{why}O> b2\n")), "{out}");
    assert_eq!(err, format!("cairn: the game is not saved: {why}"));
    let (code, _, err) = play(&people, "a1\nsave none/a.txt\nsave a.txt\nquit\n", path);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let (code, _, err) = play(&[&people[..], &["--save", "none/b.txt"]].concat(), "", path);
    assert_eq!((code, err), (Some(2), format!("cairn: --save {}", why.replace("/a", "/b"))));
}

/// What somebody else wrote, or somebody added, stays as it is.
#[test]
fn only_its_own_records_are_written_over() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let people = ["human", "human", "--game", "go:size=5", "--save", "own.sgf"];
    play(&people, "C3\n", path);
    let own = fs::read_to_string(path.join("own.sgf")).unwrap();
    let (_, out, _) = play(&["human", "mc:playouts=9", "--load", "own.sgf"], "pass\n", path);
    assert!(out.contains("saved: cairn play --load own.sgf"), "with any players: {out}");
    fs::write(path.join("own.sgf"), &own).unwrap();
    let (_, out, _) = play(&["--load", "own.sgf"], "D4\n", path);
    let now = fs::read_to_string(path.join("own.sgf")).unwrap();
    assert!(now.ends_with(";B[cc];W[db])\n") && out.contains("saved: "), "{now}");

    let old =
        own.replace(env!("CARGO_PKG_VERSION"), "0.0.1").replace("PW[human]", "PW[human]RE[B+R]");
    fs::write(path.join("own.sgf"), old).unwrap();
    play(&["--load", "own.sgf"], "undo\nD4\n", path);
    assert_eq!(fs::read_to_string(path.join("own.sgf")).unwrap(), now, "of an older version");
    let new = ["human", "human", "--save", "own.sgf"];
    let (code, _, err) = play(&new, "D4\n", path);
    let why = "cairn: --save own.sgf: this file exists: choose another name, or continue the game with --load\n";
    assert_eq!((code, err.as_str()), (Some(2), why));
    play(&["--load", "own.sgf", "--save", "own.sgf"], "", path);
    assert_eq!(fs::read_to_string(path.join("own.sgf")).unwrap(), now);
    let typed = "D4\nsave own.sgf\nsave new.txt\nE5\nsave new.txt\n";
    let (_, out, _) = play(&["human", "human"], typed, path);
    assert!(
        out.contains(
            "own.sgf: this file exists: choose another name\nWhite> save new.txt\nsaved; "
        ),
        "{out}"
    );
    assert_eq!(fs::read_to_string(path.join("own.sgf")).unwrap(), now);
    assert!(fs::read_to_string(path.join("new.txt")).unwrap().contains("D4 E5"), "its own again");

    for other in [
        own.replace("RU[Chinese]", "RU[Chinese]C[a remark]"),
        own.replace(";B[cc]", ";B[cc](;W[aa])(;W[bb])"),
        own.replace("PB[human]", "PB[Al]"),
        own.replace("Cairn", "Sabaki"),
    ] {
        fs::write(path.join("other.sgf"), &other).unwrap();
        let (code, out, _) = play(&["human", "human", "--load", "other.sgf"], "E5\n", path);
        assert!(code == Some(0) && out.contains("other.sgf contains more"), "{out}");
        assert!(!out.contains("saved: ") && out.contains("to continue: "), "{out}");
        assert_eq!(fs::read_to_string(path.join("other.sgf")).unwrap(), other);
    }
}

/// Black is the agent, and it is white's turn: nobody may move at once, and nobody changes sides.
#[test]
fn a_record_goes_on_with_its_own_players() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let game = ["uct:playouts=50", "human", "--game", "go:size=5", "--save", "game.sgf"];
    let (_, out, _) = play(&[&game[..], &["--seed", "1"]].concat(), "", path);
    assert!(out.contains("Black plays "), "{out}");
    let saved = fs::read_to_string(path.join("game.sgf")).unwrap();
    let (_, out, _) = play(&["--load", "game.sgf"], "moves\n", path);
    assert!(!out.contains(" plays "), "{out}");
    assert_eq!(fs::read_to_string(path.join("game.sgf")).unwrap(), saved);
    let (_, out, _) = play(&["--load", "game.sgf", "--seed", "1"], "A1\n", path);
    assert!(out.contains("Black plays ") && !out.contains("White plays "), "{out}");

    let (_, out, _) = play(&["human", "mc:playouts=5", "--load", "game.sgf"], "", path);
    assert!(out.contains("White plays "), "others were named: {out}");
    let names = |players: &str| {
        fs::write(path.join("it.sgf"), format!("(;SZ[5]{players};B[cc])")).unwrap();
        let _ = fs::remove_file(path.join("out.txt"));
        play(&["--load", "it.sgf", "--save", "out.txt"], "pass\nundo\n", path);
        let text = fs::read_to_string(path.join("out.txt")).unwrap();
        let (_, players) = text.split_once("players = ").expect("a list of players");
        players.lines().next().unwrap().to_owned()
    };
    assert_eq!(names("PB[uct:playouts=9]PW[Bob]"), r#"["uct:playouts=9", "human"]"#);
    assert_eq!(names("PB[human]PW[Bob]"), r#"["human", "graver:memory=4MiB,time=1s,counters=32"]"#);
    assert_eq!(names("PB[human]PW[human]"), r#"["human", "human"]"#);
    assert_eq!(names("PB[Al]PW[Bob]"), r#"["human", "graver:memory=4MiB,time=1s,counters=32"]"#);
}

/// A handicap, stones in the middle of the game, a move out of turn, and a name in Latin-1.
#[test]
fn records_with_set_up_stones_are_loaded() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let load = |record: &[u8], typed: &str| {
        fs::write(path.join("it.sgf"), record).unwrap();
        let _ = fs::remove_file(path.join("out.sgf"));
        let people = ["human", "human", "--load", "it.sgf", "--save", "out.sgf"];
        let (code, out, err) = play(&people, typed, path);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        (out, fs::read_to_string(path.join("out.sgf")).unwrap())
    };
    let (out, saved) = load(b"(;SZ[5]KM[0]HA[2]PB[Ren\xe9]AB[bb][dd];W[cc])", "A1\n");
    assert!(out.contains("4 . X . . . 4") && out.contains("3 . . O . . 3"), "{out}");
    assert!(saved.contains("KM[0]") && saved.contains("AB[dd][bb]PL[W]"), "{saved}");
    assert!(saved.ends_with(";W[cc];B[ae])\n"), "{saved}");
    assert_eq!(load(saved.as_bytes(), "undo\nA1\n").1, saved, "it reads what it writes");

    let (_, saved) = load(b"(;SZ[5];B[cc];W[aa];AB[ee]AE[aa];B[bb];B[];W[dd])", "A1\n");
    assert!(saved.contains("AB[ee][cc][bb]PL[B];B[];W[dd];B[ae])"), "{saved}");

    fs::write(path.join("bad.sgf"), "(;SZ[5];B[cc];W[cc])").unwrap();
    let (code, _, err) = play(&["--load", "bad.sgf"], "", path);
    assert_eq!((code, err.as_str()), (Some(2), "cairn: bad.sgf: move 2 is illegal\n"));
}

#[test]
fn people_and_agents_take_any_seat() {
    let path = Path::new(".");
    let all = ["human", "human", "--game", "tictactoe"];
    let (code, out, _) = play(&all, "a1\na2\nb1\nb2\nc1\nboard\nundo\nresign\n", path);
    assert_eq!(code, Some(0));
    assert!(out.contains("The game is over: X wins.") && out.contains("X resigns."), "{out}");

    let none = ["mc:playouts=5", "mc:playouts=5", "mc:playouts=5", "--game", "threecolorgo:size=3"];
    let (code, out, _) = play(&none, "", path);
    assert_eq!(code, Some(0));
    assert!(out.contains("The game is over: "), "{out}");

    let (code, _, err) = play(&["human", "human", "mc", "--game", "go9"], "", path);
    assert_eq!((code, err.as_str()), (Some(2), "cairn: go9 has 2 players, but 3 are named\n"));
}

/// A turn of Amazons has three steps: they may be typed at once, and count all or not at all.
#[test]
fn a_turn_of_several_steps_fits_a_line() {
    let all = ["human", "human", "--game", "amazons"];
    let typed = "a4 a5 a5\na4 a5 a6 d10\na4 a5 a6\nquit\n";
    let (code, out, _) = play(&all, typed, Path::new("."));
    assert_eq!(code, Some(0));
    assert!(out.contains("White's turn ends before d10: type one turn at a time\n"), "{out}");
    assert!(out.contains("--moves \"a4 -a5 /a6\""), "{out}");
}

#[test]
fn who_resigned_stays_so_until_it_is_taken_back() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let new = ["human", "human", "--game", "go:size=5", "--save", "game.txt"];
    let (_, out, _) = play(&new, "pass\nC3\nresign\n", path);
    assert!(out.contains("Black passes.\n") && out.contains("Black resigns.\n"), "{out}");
    let saved = fs::read_to_string(path.join("game.txt")).unwrap();
    assert!(saved.contains("moves = \"pass C3\"\nresigned = \"Black\"\n"), "{saved}");
    let (code, out, _) =
        play(&["--load", "game.txt"], "B2\nundo\nB2\nundo\nundo\nB2\nquit\n", path);
    assert_eq!(code, Some(0));
    let over = "The game is over: Black resigned.\n'undo' takes your last turn back, 'quit' leaves.\n> B2\nthe game is over: undo";
    assert!(out.contains(over), "{out}");
    let again = fs::read_to_string(path.join("game.txt")).unwrap();
    assert!(again.ends_with("moves = \"pass B2\"\n"), "{again}");

    let record = "(;SZ[5]PB[human]PW[human]RE[B+R];B[cc])";
    fs::write(path.join("game.sgf"), record).unwrap();
    let (_, out, _) = play(&["--load", "game.sgf"], "B2\nundo\nB2\n", path);
    assert!(out.contains(&over.replace("Black", "White")), "{out}");
    assert!(out.contains("--moves \"C3 B2\""), "it was taken back: {out}");

    fs::write(path.join("bad.txt"), saved.replace("Black", "Bob")).unwrap();
    let (code, _, err) = play(&["--load", "bad.txt"], "", path);
    assert_eq!(
        (code, err.as_str()),
        (Some(2), "cairn: 'Bob' cannot have resigned: the players are Black or White\n")
    );
}

/// White has 28 points of 49, and black has three eyes in the other 21. The black stone on white's
/// side is dead, but until it is captured it counts and spoils two points: white leads by three.
const SETTLED: &str = "1O1O1O1/OOOOOOO/OO1X1OO/OOOOOOO/XXXXXXX/X1X1X1X/XXXXXXX b - 0";

#[test]
fn agents_pass_and_resign_as_people_do() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let end = |komi: &str, typed: &str| {
        let position = format!("{SETTLED} {komi}");
        let white = ["human", "grave:playouts=500", "--game", "go:size=7", "--seed", "1"];
        let from = ["--position", &position, "--save", "it.sgf"];
        let _ = fs::remove_file(path.join("it.sgf"));
        let (code, out, err) = play(&[&white[..], &from].concat(), typed, path);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        let record = fs::read_to_string(path.join("it.sgf")).unwrap();
        let result =
            record.split_once("RE[").map_or("", |(_, rest)| rest.split(']').next().unwrap());
        (out, result.to_owned())
    };
    let (out, result) = end("0.5", "pass\n");
    assert!(out.contains("White passes.\nThe game is over: White wins by 3.5 points"), "{out}");
    assert_eq!(result, "W+3.5", "a pass that wins is answered by a pass");
    let (out, _) = end("0.5", "B2\n");
    assert!(
        out.contains("White passes. If you pass too, the game is over.\n")
            && !out.contains(" plays "),
        "it is settled: {out}"
    );
    let (out, result) = end("-50", "pass\n");
    assert!(out.contains("White passes.\nThe game is over: Black wins by 47 points"), "{out}");
    assert_eq!(result, "B+47", "nothing is left to hope for");
    let (out, result) = end("-50", "B2\nD2\nC5\nundo\nquit\n");
    let resigned = "White resigns.\n'undo' takes your last turn back, 'quit' leaves.\n> C5\nthe game is over: undo";
    assert!(out.contains(resigned), "{out}");
    assert_eq!(result, "", "and taken back");
    assert_eq!(end("-50", "B2\nD2\n").1, "B+R");
    assert_eq!(end("-50", "B2\nresign\n").1, "W+R");

    // Black leads as long as the dead stone is on the board.
    let (out, result) = end("-5", "pass\npass\npass\n");
    assert!(out.contains("White plays C5") && out.contains("White plays E5"), "{out}");
    assert_eq!(result, "W+2", "{out}");
}

/// Whole komi in the position, half in the game: black has won whatever happens.
#[test]
fn chances_are_shares_whatever_komi_the_position_has() {
    let position = "9/9/9/9/9/9/9/9/9 b - 0 -90";
    let players = ["human", "grave:playouts=200", "--position", position, "--seed", "1"];
    let (_, out, _) = play(&players, "hint\npass\nE5\nquit\n", Path::new("."));
    let chances = out.split("chance ").skip(1).map(|rest| rest.split(' ').next().unwrap());
    let chances: Vec<u32> = chances.map(|chance| chance.parse().unwrap()).collect();
    assert!(chances.len() >= 3 && chances.iter().all(|chance| *chance <= 100), "{out}");
    assert!(chances[0] > 95 && chances[chances.len() - 1] < 5, "{out}");
    // A dot for each turn of a person, a bar for each of the agent.
    assert!(out.contains("Black's chances ·█·█\n"), "{out}");
}

/// Nothing is wider than a terminal of 80 columns.
fn is_narrow(out: &str) {
    for line in out.lines().filter(|line| !line.starts_with("to continue")) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn lines_fit_a_small_terminal() {
    let typed = "moves\nhelp\nhint\nD4\nquit\n";
    let args = ["human", "mc:playouts=400", "--game", "go:size=19", "--seed", "1"];
    let (_, out, _) = play(&args, typed, Path::new("."));
    assert!(out.contains("\n  a move       in") && out.contains("\n  quit         leave"), "{out}");
    is_narrow(&out);
    // The greeting with the usual opponent, a wrong move and its list, part of a turn, a wrong agent.
    let typed = "zz\nmoves\nhelp\nrules\nd1\nagent nobody\nagent uct:x=1\nquit\n";
    for info in cairn_games::registry::GAMES {
        let (code, out, _) = play(&["--game", info.name], typed, Path::new("."));
        assert_eq!(code, Some(0), "{out}");
        assert!(out.contains(" Cairn, with a second per move."), "{out}");
        assert!(out.contains(" is the agent ") && out.contains(",time=1s,"), "'help': {out}");
        assert!(out.contains("'zz' is not a legal move here: there are "), "{out}");
        is_narrow(&out);
    }
}

/// The greeting is right with all options of a game.
#[test]
fn the_greeting_is_that_of_the_game_as_it_is_played() {
    let greeting = |args: &[&str]| play(&[&["human"], args].concat(), "rules\n", Path::new(".")).1;
    for (game, goal, other) in [
        (
            "breakthrough",
            "bring one of your pieces to the far side",
            "The player who reaches the far side",
        ),
        (
            "knightthrough",
            "bring one of your knights to the far side",
            "The player who reaches the far side",
        ),
    ] {
        let out = greeting(&["--game", game]);
        assert!(
            out.contains(goal) && out.contains("wins at once") && !out.contains(other),
            "{out}"
        );
        let out = greeting(&["--game", &format!("{game}:misere=yes,columns=5")]);
        assert!(out.contains("side loses.") && out.contains("loses at once"), "{out}");
        assert!(!out.contains(goal) && !out.contains("wins"), "{out}");
    }
    for (komi, says) in [
        ("7.5", "White gets 7.5 extra points, the komi, for moving second.\n"),
        ("0", "There is no komi: White gets no extra points for moving second.\n"),
        ("-2", "Black gets 2 extra points: komi is below zero.\n"),
    ] {
        let out = greeting(&["--game", &format!("go:size=5,komi={komi}")]);
        assert!(out.contains(&format!("\nBlack has X and moves first; White has O.\n{says}\n")));
    }
    let position = ["--position", "9/9/9/9/4X4/9/9/9/9 w - 0 0"];
    assert!(greeting(&position).contains("There is no komi"));
    let out = greeting(&["--game", "threecolorgo:size=5"]);
    assert!(
        out.contains("\nYou are Black. White and Red are Cairn, with a second per move.\n"),
        "{out}"
    );
}

#[test]
fn agents_that_pass_are_said_to_pass() {
    let agents = ["mc:playouts=2", "mc:playouts=2", "mc:playouts=2"];
    let game = ["--game", "threecolorgo:size=2", "--seed", "1"];
    let (_, out, _) = play(&[&agents[..], &game].concat(), "", Path::new("."));
    assert!(out.contains(" passes, chance ") && !out.contains("plays pass"), "{out}");
}

#[test]
fn what_says_nothing_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let people = ["human", "human", "--game", "tictactoe"];
    let (_, out, _) = play(&people, "resign now\nquit it\nagent uct\na1\n", directory.path());
    for answer in [
        "'resign' takes no argument: type it without 'now'\n",
        "'quit' takes no argument: type it without 'it'\n",
        "only people play this game: start one with 'cairn play human SPEC'\n",
        "--moves \"a1\"",
    ] {
        assert!(out.contains(answer), "{out}");
    }
}

/// What the game is about, who has what, how to move, and where there is more.
#[test]
fn a_newcomer_is_greeted() {
    let args = ["human", "mc:playouts=9", "--game", "hex:size=5"];
    let (_, out, _) = play(&args, "c3\nrules\nquit\n", Path::new("."));
    let greeting = "Hex: join your two sides of the board with an unbroken chain of stones.\n\
        The other player wants to join the other two, and only one of you can.\n\n\
        Black has X and joins the top and the bottom; Black moves first.\n\
        White has O and joins the left side and the right side.\n\n\
        You are Black. White is the agent mc:playouts=9.\n\
        Type a move, for example c3. See also 'help', 'hint' and 'rules'.\n";
    assert!(out.starts_with(greeting), "{out}");
    assert!(out.contains("There is no swap rule,"), "the rules: {out}");
    // An example that was legal at the start may be illegal later.
    let later = [&args[..], &["--moves", "c3 c2"]].concat();
    let (_, out, _) = play(&later, "", Path::new("."));
    assert!(out.contains("for example d3."), "{out}");
    let (_, out, _) =
        play(&["mc:playouts=1", "mc:playouts=1", "--game", "tictactoe"], "", Path::new("."));
    assert!(out.contains("X and O are the agent mc:playouts=1.") && !out.contains("Type"));
}

#[test]
fn wrong_moves_say_what_is_wrong() {
    let typed = "E5\ne5\nE55\nquit\n";
    let (_, out, _) = play(&["human", "human"], typed, Path::new("."));
    assert!(out.contains("White> e5\ne5 is occupied: choose an empty place\n"), "{out}");
    assert!(out.contains("'E55' is not a legal move here: there are A1, "), "{out}");
    let ko = "3X1/2XO1/1XO1O/2XO1/5 b - 0 0.5";
    let args = ["human", "human", "--game", "go:size=5", "--position", ko];
    let (_, out, _) = play(&args, "D3\nC3\nquit\n", Path::new("."));
    assert!(out.contains("C3 takes back the ko: play elsewhere first\n"), "{out}");
}

/// Its parts may also be typed one by one; the board is drawn, taken back and advised as a whole.
#[test]
fn a_turn_of_several_parts_is_one_turn() {
    let path = Path::new(".");
    let args = ["human", "uct:playouts=60", "--game", "amazons:size=6", "--seed", "1"];
    let typed = "hint\nb1-b4\nmoves\n/d4\nundo\nb1-b4/d4\nundo\nb1\nundo\nb1-b4/d4\nquit\n";
    let (code, out, err) = play(&args, typed, path);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let after = |typed: &str| out.split_once(&format!("> {typed}\n")).unwrap().1;
    let example = out.split_once("for example ").unwrap().1.split(". ").next().unwrap();
    assert!(example.contains('-') && example.contains('/'), "a whole turn: {example}");
    let hint = after("hint").split_whitespace().next().unwrap();
    assert!(hint.contains('-') && hint.contains('/'), "a whole turn: {hint}");
    assert!(after("b1-b4").starts_with("next: /"), "{out}");
    assert!(after("b1-b4").contains("\nWhite b1-b4> moves\n"), "{out}");
    let turn = after("/d4").split("White> undo").next().unwrap();
    assert_eq!(turn.matches("a b c d e f").count(), 1, "one board: {turn}");
    let plays = turn.split_once("Black plays ").unwrap().1.split(',').next().unwrap();
    assert!(plays.contains('-') && plays.contains('/') && turn.matches(" plays ").count() == 1);
    assert!(turn.contains("(180 playouts)") && turn.contains("\nWhite's chances ·"), "{turn}");
    let back = after("undo").split("White> ").next().unwrap();
    assert!(!back.contains('#') && !back.contains('('), "the whole turn is taken back: {back}");
    assert!(after("b1").starts_with("next: -"), "{out}");
    assert!(out.contains("--moves \"b1 -b4 /d4 "), "{out}");
}

/// Every write fails as on a full disk, but not those to the terminal.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_once_and_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let script =
        "trap '' XFSZ; ulimit -f 0; exec \"$0\" play human human --game tictactoe --save it";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_cairn")])
        .current_dir(directory.path())
        .write_stdin("a1\nb2\nc3\nquit\n")
        .output()
        .unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert_eq!(out.matches("not saved: it: ").count(), 1, "{out}");
    assert!(out.contains("--moves \"a1 b2 c3\""), "the game went on: {out}");
    assert!(err.starts_with("cairn: the game is not saved: it: ") && err.lines().count() == 1);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_link_is_saved_to_where_it_leads() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    std::os::unix::fs::symlink("real.txt", path.join("link.txt")).unwrap();
    let people = ["human", "human", "--game", "tictactoe", "--save", "link.txt"];
    let (code, ..) = play(&people, "a1\nb2\n", path);
    assert_eq!(code, Some(0));
    assert!(fs::read_to_string(path.join("real.txt")).unwrap().contains("a1 b2"));
    assert!(fs::symlink_metadata(path.join("link.txt")).unwrap().is_symlink());
}

#[test]
fn one_visit_is_not_visits() {
    let args = ["human", "uct:playouts=3", "--game", "tictactoe", "--seed", "1"];
    let (_, out, _) = play(&args, "hint\nquit\n", Path::new("."));
    assert!(out.contains(" 1 visit, chance ") && !out.contains(" 1 visits"), "{out}");
}

#[test]
fn a_handful_of_nodes_is_a_warning() {
    let agent = "grave:table_at=1,memory=20KiB,playouts=50";
    let typed = format!("agent {agent}\nquit\n");
    let (_, out, err) = play(&["human", agent, "--game", "amazons"], &typed, Path::new("."));
    assert!(err.starts_with("cairn: warning: only 25 nodes fit in 20 KiB for amazons: "), "{err}");
    assert!(err.lines().count() == 1 && out.contains("\nwarning: only 25 nodes fit"), "{out}");
}

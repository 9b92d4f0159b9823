//! `cairn gtp` as a program: its pipes, files and options. What each command answers is in the
//! transcripts of `cairn-gtp`.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn gtp(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    command.arg("gtp").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// What it says to this input.
fn say(args: &[&str], input: &str) -> String {
    let mut child = gtp(args).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

const QUICK: [&str; 4] = ["--agent", "grave:playouts=50", "--seed", "1"];

fn temporary(name: &str, content: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("cairn-gtp-{}-{name}", std::process::id()));
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn lines_may_end_in_any_way() {
    assert_eq!(say(&QUICK, "1 name\r\n\r\n2 quit\r\n3 name\n"), "=1 Cairn\n\n=2\n\n");
    assert_eq!(say(&QUICK, "name"), "= Cairn\n\n", "the last line has no end");
    assert_eq!(say(&QUICK, "\n\n# nothing\n"), "");
    assert_eq!(say(&QUICK, ""), "");
    let long = format!("7 {}\nname\n", "x".repeat(100_000));
    assert_eq!(say(&QUICK, &long), "?7 the line is too long\n\n= Cairn\n\n");
}

#[test]
fn a_seed_makes_a_game_repeatable() {
    let game =
        "boardsize 5\ngenmove b\ngenmove w\ngenmove b\nboardsize 4\ngenmove w\nfinal_score\n";
    let once = say(&QUICK, game);
    assert_eq!(once, say(&QUICK, game));
    let other = say(&["--agent", "grave:playouts=50", "--seed", "2"], game);
    assert_ne!(once, other);
}

/// A few moves after the usual ways to begin a game, and the seed of it.
const GAMES: &str = "boardsize 5\nclear_board\ngenmove b\ngenmove w\ngenmove b\ncairn-stats\n\
                     clear_board\nkomi 7.5\ngenmove b\ngenmove w\ngenmove b\ncairn-stats\n";

/// The three moves of each of these games, and its seed.
fn games(args: &[&str]) -> [([String; 3], String); 2] {
    let said = say(args, GAMES);
    let answers: Vec<&str> =
        said.split("\n\n").map(|answer| &answer[1.min(answer.len())..]).collect();
    [2, 8].map(|first| {
        let seed = answers[first + 3].lines().find_map(|line| line.strip_prefix("seed "));
        ([0, 1, 2].map(|index| answers[first + index].to_string()), seed.unwrap().to_string())
    })
}

#[test]
fn each_game_has_a_seed_of_its_own() {
    let [first, second] = games(&QUICK);
    assert_eq!(first.1, "1", "the first game has the one it was given");
    assert_ne!(first.0, second.0);
    assert_eq!(games(&QUICK), [first, second.clone()], "the series can be repeated");
    let again = games(&["--agent", "grave:playouts=50", "--seed", &second.1]);
    assert_eq!(again[0], second, "and so can each game of it");
    let seed = || games(&QUICK[..2])[0].1.clone();
    assert_ne!(seed(), seed(), "without --seed every run is different");
}

#[test]
fn options_are_where_it_starts() {
    let board = say(&["--size", "3", "--komi", "-2.5"], "showboard\n");
    assert!(board.contains("\n 3 . . . 3\n") && board.contains("komi -2.5"), "{board}");
    let bytes = |commands: &str| -> u64 {
        let stats = say(&["--memory", "64KiB"], commands);
        let bytes = stats.lines().find_map(|line| line.strip_prefix("bytes "));
        bytes.unwrap_or_else(|| panic!("{stats}")).parse().unwrap()
    };
    assert!((60_000..=65_536).contains(&bytes("boardsize 9\ncairn-stats\n")));
    assert!((7_000..=8_192).contains(&bytes("cairn-agent grave:memory=8KiB\ncairn-stats\n")));
}

/// Writing gigabytes would take many times the time of a move.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_touched_when_the_tree_gets_there() {
    for commands in ["genmove b\n", "boardsize 5\ngenmove b\n", "komi 7\ngenmove b\nname\n"] {
        let mut child =
            gtp(&["--agent", "graver:memory=3GiB,time=50ms,counters=32"]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        input.write_all(commands.as_bytes()).unwrap();
        for _ in commands.lines() {
            assert!(lines.next().unwrap().unwrap().starts_with('='));
            assert_eq!(lines.next().unwrap().unwrap(), "");
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
        drop(input);
        assert!(child.wait().unwrap().success());
        assert!(kilobytes < 1 << 20, "{kilobytes} kB");
    }
}

#[test]
fn an_analysis_streams_and_the_next_line_ends_it() {
    let mut child = gtp(&["--agent", "graver:memory=1MiB,time=1s"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(|l| l.unwrap());
    input.write_all(b"1 boardsize 5\n2 lz-analyze b 1\n").unwrap();
    assert_eq!(lines.next().unwrap(), "=1");
    assert_eq!(lines.next().unwrap(), "");
    assert_eq!(lines.next().unwrap(), "=2");
    for _ in 0..3 {
        assert!(lines.next().unwrap().starts_with("info move "));
    }
    let sent = Instant::now();
    input.write_all(b"\n").unwrap();
    assert_eq!(lines.find(|line| !line.starts_with("info move ")).unwrap(), "");
    assert!(sent.elapsed() < Duration::from_secs(20));
    input.write_all(b"3 lz-analyze b 1\n").unwrap();
    assert_eq!(lines.next().unwrap(), "=3");
    // The end of the input ends an analysis too.
    drop(input);
    assert_eq!(lines.last().unwrap(), "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_analysis_that_is_done_waits() {
    let mut child = gtp(&QUICK).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let _ = output.lines().try_for_each(|line| sender.send(line.unwrap()));
    });
    let next = || lines.recv_timeout(Duration::from_secs(20)).unwrap();
    input.write_all(b"boardsize 5\nkata-analyze b 1 rootInfo true\n").unwrap();
    assert_eq!([next(), next(), next()], ["=", "", "="]);
    while !next().contains("rootInfo visits 50 ") {}
    let before = processor_time(child.id());
    let more = lines.recv_timeout(Duration::from_millis(500));
    assert!(more.is_err(), "it had said all: {more:?}");
    let used = processor_time(child.id()) - before;
    assert!(used < 20, "{used} hundredths of a second of waiting");
    input.write_all(b"name\n").unwrap();
    assert_eq!([next(), next(), next()], ["", "= Cairn", ""]);
    input.write_all(b"lz-analyze b 1\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success(), "the end of the input ends it too");
}

/// What a process has used of the processor, in hundredths of a second; where it cannot be known, 0.
fn processor_time(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let numbers = stat.rsplit(") ").next().unwrap_or("").split(' ');
    numbers.skip(11).take(2).filter_map(|number| number.parse::<u64>().ok()).sum()
}

#[test]
fn it_ends_when_nobody_reads_its_output() {
    let mut child = gtp(&QUICK).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // Write until the program notices and exits; then writing fails.
    while input.write_all(b"lz-analyze b 1\nname\n").is_ok() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_log_has_both_sides() {
    let log = temporary("log", "");
    let path = log.to_str().unwrap();
    say(&[&QUICK[..], &["--log", path]].concat(), "1 name\n2 quit\n");
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    assert!(text.contains("1 name\n") && text.contains("=1 Cairn\n\n"), "{text}");
    assert!(text.starts_with("# cairn gtp --seed 1\n"), "{text}");
}

/// The disk may be full before the game is over.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_cannot_be_written_is_said_once_and_the_game_goes_on() {
    let args = [&QUICK[..], &["--log", "/dev/full"]].concat();
    let mut child = gtp(&args).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"1 name\n2 play b E5\n3 name\n4 quit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let [said, complaint] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    assert_eq!(said, "=1 Cairn\n\n=2\n\n=3 Cairn\n\n=4\n\n");
    assert!(complaint.starts_with("cairn: --log /dev/full cannot be written: "), "{complaint}");
    assert_eq!((complaint.lines().count(), output.status.code()), (1, Some(1)), "{complaint}");
}

/// A game with a handicap, a setup in the middle, a pass in the old style and a variation.
const RECORD: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]HA[2]AB[bd][db]PB[a \\] b]\n;W[cc];B[dd](;W[tt];B[];W[ca])\
                      (;W[aa]))";

#[test]
fn records_are_loaded() {
    let record = temporary("record.sgf", RECORD);
    let load = |rest: &str| {
        let said = say(&QUICK, &format!("loadsgf {}{rest}\nshowboard\n", record.display()));
        let (answer, board) = said.split_once("\n\n").unwrap();
        assert_eq!(answer, "=");
        board.to_string()
    };
    let whole = load("");
    for row in [" 5 . . O . . 5", " 4 . . . X . 4", " 3 . . O . . 3", " 2 . X . X . 2"] {
        assert!(whole.contains(row), "{whole}");
    }
    assert!(whole.contains("Black to move, 5 played, last W C5") && whole.contains("komi 0.5"));
    assert!(load(" 3").contains("White to move, 2 played, last B D2"));
    assert!(load(" 1").contains("White to move, 0 played"));
    std::fs::remove_file(record).unwrap();
}

#[test]
fn bad_records_are_refused() {
    for (name, text, says) in [
        ("noise", "hello", "it is not a game of Go in SGF"),
        ("chess", "(;GM[2]SZ[8])", "it is not a game of Go in SGF"),
        ("oblong", "(;SZ[9:5])", "its board must be square"),
        ("large", "(;SZ[25])", "its board must have a size from 2 to 19"),
        ("outside", "(;SZ[5];B[ss])", "one of its points is off the board"),
        ("twice", "(;SZ[5];B[aa];W[aa])", "move 2 is illegal"),
        ("dead", "(;SZ[5]AB[aa]AW[ab][ba])", "it sets up a chain without a liberty"),
    ] {
        let path = temporary(name, text);
        let game = format!("komi 3.5\nplay b E5\nloadsgf {}\nshowboard\n", path.display());
        let said = say(&QUICK, &game);
        std::fs::remove_file(path).unwrap();
        assert!(said.starts_with(&format!("=\n\n=\n\n? cannot load file: {says}\n\n")), "{said}");
        let kept = said.contains(" 5 . . . . X . . . . 5\n") && said.ends_with("komi 3.5\n\n");
        assert!(kept && said.contains("White to move, 1 played"), "{name}: {said}");
    }
    let missing = say(&QUICK, "loadsgf /nowhere/game.sgf\n");
    assert_eq!(missing, "? cannot load file: it cannot be read\n\n");
}

/// A player of another game, the same every time.
fn other(game: &'static str) -> [&'static str; 6] {
    ["--game", game, "--agent", "uct:playouts=100", "--seed", "1"]
}

#[test]
fn other_games_are_played_on_a_go_board() {
    let game = "gogui-rules_game_id\ngogui-rules_board_size\nplay b B1\nplay w A3\nplay b B2\n\
                gogui-rules_board\ngogui-rules_side_to_move\ngogui-rules_legal_moves\n\
                play b B3\nplay w B2\nplay w A2\ngogui-rules_final_result\ngenmove b\n\
                gogui-rules_final_result\ngogui-rules_legal_moves\ngenmove w\nundo\n\
                gogui-rules_final_result\n";
    let said = say(&other("hex:size=3"), game);
    let expected = "= Hex\n\n= 3\n\n=\n\n=\n\n=\n\n= O . .\n. X .\n. X .\n\n= white\n\n\
                    = A1 C1 A2 C2 B3 C3\n\n? illegal move: it is white's turn\n\n? illegal move\n\n\
                    =\n\n= unknown\n\n= B3\n\n= black\n\n=\n\n? the game is over\n\n=\n\n\
                    = unknown\n\n";
    assert_eq!(said, expected);
}

/// A Go board has no column I; Othello's rows are numbered from the top, and GoGui's from the bottom.
#[test]
fn points_have_the_names_of_a_go_board() {
    let hex = say(&other("hex:size=11"), "gogui-rules_legal_moves\nplay b J1\nplay w I1\n");
    assert!(hex.starts_with("= A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1 A2 "), "{hex}");
    assert!(hex.ends_with("L11\n\n=\n\n? illegal move\n\n"), "{hex}");
    let othello = say(&other("othello"), "play b F5\nshowboard\ngogui-rules_board\n");
    let (drawn, board) = othello.split_once("\n\n= ").unwrap();
    let points = |line: &str| line.replace(|c: char| c.is_ascii_digit(), "").trim().to_owned();
    let drawn = drawn.lines().map(points).filter(|line| line.contains('.'));
    assert!(drawn.eq(board.trim_end().lines()), "{othello}");
}

/// The labels are the names that `play` takes.
#[test]
fn the_board_is_shown_with_the_names_of_its_points() {
    let drawn = |game, moves: &str| {
        let said = say(&other(game), &format!("{moves}showboard\n"));
        said.rsplit_once("=\n\n=\n").unwrap().1.trim_end().to_owned()
    };
    let othello = "   A B C D E F G H
 8 . . . . . . . . 8
 7 . . . . . . . . 7
 6 . . . . . . . . 6
 5 . . . X X X . . 5
 4 . . . O X . . . 4
 3 . . . . . . . . 3
 2 . . . . . . . . 2
 1 . . . . . . . . 1
   A B C D E F G H";
    assert_eq!(drawn("othello", "play b F5\n"), othello);
    // In the game's own notation C2 touches B3 and D1, here above it on the left and below it on the
    // right; and J1 is its i1.
    let hex = "      A B C
   3 . . . 3
  2 . . X 2
 1 O . . 1
   A B C";
    assert_eq!(drawn("hex:size=3", "play b C2\nplay w A1\n"), hex);
    let wide = drawn("hex:size=10", "play b J1\n");
    assert!(wide.contains("\n 1 . . . . . . . . X . 1\n   A B C D E F G H J K"), "{wide}");
    assert!(drawn("tictactoe", "play b A3\n").contains("\n 3 X . . 3\n"));
}

#[test]
fn finished_games_have_a_score() {
    let end = "play b A1\nplay w A2\nplay b B1\nfinal_score\nplay w B2\nplay b C1\nfinal_score\n";
    let said = say(&other("tictactoe"), end);
    assert!(said.contains("\n\n? cannot score: the game is not over\n\n="), "{said}");
    assert!(said.ends_with("\n\n= B+\n\n"), "{said}");
    let end = "play b A1\nplay w B2\nplay b C3\nplay w B1\nplay b B3\nplay w A3\nplay b C1\n\
               play w C2\nplay b A2\nfinal_score\n";
    assert!(say(&other("tictactoe"), end).ends_with("\n\n= 0\n\n"));
    let end = "play b C3\nplay w A1\nplay b A3\nplay w B1\nplay b B3\nundo\nplay b B2\nplay w C1\nfinal_score\n";
    assert!(say(&other("tictactoe"), end).ends_with("\n\n= W+\n\n"));
}

#[test]
fn every_command_of_another_game_is_answered() {
    let names = say(&other("nogo:size=4"), "list_commands\n");
    let names: Vec<&str> = names.trim_start_matches("= ").split_whitespace().collect();
    assert!(names.len() > 20 && names.contains(&"cputime"), "{names:?}");
    for name in names {
        let said = say(&other("nogo:size=4"), &format!("known_command {name}\n{name}\n"));
        assert!(said.starts_with("= true\n\n"), "{name}: {said}");
        assert!(!said.contains("unknown command"), "{name}: {said}");
    }
}

#[test]
fn questions_about_another_game_change_nothing() {
    let args = ["--game", "othello", "--agent", "uct:playouts=50,playout=mast", "--seed", "1"];
    let turns = ["genmove b", "genmove w", "genmove b", "genmove w"];
    let alone = say(&args, &format!("{}\n", turns.join("\n")));
    let asked = turns.map(|turn| format!("reg_{turn}\nreg_{turn}\n{turn}\n")).concat();
    let thrice = alone.split_terminator("\n\n").flat_map(|answer| [answer; 3]);
    let asked = say(&args, &asked);
    assert!(asked.split_terminator("\n\n").eq(thrice), "{alone}{asked}");
}

#[test]
fn games_that_no_go_board_shows_are_refused() {
    for (game, says) in [
        ("amazons", "amazons: its moves are not points of a square board"),
        ("havannah", "havannah: its moves are not points of a square board"),
        ("threecolorgo", "threecolorgo: it has more than two players"),
        ("go:size=13", "--game is for other games"),
        ("hex:size=25", "size=25 does not fit"),
    ] {
        let output = gtp(&["--game", game]).stderr(Stdio::piped()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with(&format!("cairn: {says}")), "{error}");
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1));
    }
}

#[test]
fn the_processor_time_grows() {
    for args in [&QUICK[..], &other("hex:size=5")] {
        let said =
            say(args, &format!("cputime\n{}gomill-cpu_time\n", "reg_genmove b\n".repeat(50)));
        let seconds = |answer: &str| -> f64 { answer.trim_start_matches("= ").parse().unwrap() };
        let answers: Vec<&str> = said.split_terminator("\n\n").collect();
        let [before, after] = [answers[0], answers[51]].map(seconds);
        assert!(before < after, "{before} {after}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn short_memory_comes_with_advice() {
    let line = format!("ulimit -v 1000000; exec {} gtp --memory 5GiB", env!("CARGO_BIN_EXE_cairn"));
    let output = Command::new("sh").args(["-c", &line]).stdin(Stdio::null()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(": not enough memory: the player needs 536"), "{error}");
    assert!(error.ends_with(" bytes; give it less with --memory or the agent's key memory=\n"));
}

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
fn whoever_stops_reading_ends_it() {
    let mut child = gtp(&QUICK).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    // Until it notices; then writing to it fails.
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
        ("noise", "hello", "it is no record of a game of Go in SGF"),
        ("chess", "(;GM[2]SZ[8])", "it is no record of a game of Go in SGF"),
        ("oblong", "(;SZ[9:5])", "its board is not square"),
        ("large", "(;SZ[25])", "its board is not of size 2 to 19"),
        ("outside", "(;SZ[5];B[ss])", "a stone is off its board"),
        ("twice", "(;SZ[5];B[aa];W[aa])", "move 2 is illegal"),
        ("dead", "(;SZ[5]AB[aa]AW[ab][ba])", "a chain without liberties"),
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

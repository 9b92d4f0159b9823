//! Where few threads can be started, or none: as in a container with a limit on processes.
//!
//! That limit does not apply to root. So here each thread has a large stack, and the program's address
//! space is limited.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The address space in KiB for no thread besides the first, for one, and for two.
const NONE: u32 = 500_000;
const ONE: u32 = 900_000;
const TWO: u32 = 1_450_000;

/// The program with arguments, separated by blanks, and what is typed. In a terminal, standard output
/// and error are one.
fn run(addresses: u32, args: &str, typed: &str, in_terminal: bool) -> Output {
    let line = format!("ulimit -v {addresses} && exec {} {args}", env!("CARGO_BIN_EXE_cairn"));
    let mut command = match in_terminal {
        true => Command::new("script"),
        false => Command::new("sh"),
    };
    match in_terminal {
        true => command.args(["-qec", &line, "/dev/null"]),
        false => command.args(["-c", &line]),
    };
    let command = command.env("RUST_MIN_STACK", (512 << 20).to_string()).env("SHELL", "/bin/sh");
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

const SEARCH: &str = "search --game tictactoe --agent uct:playouts=50";

#[test]
fn commands_go_on_without_ctrl_c() {
    let small = "uct:playouts=9 mc:playouts=9 --game tictactoe --games 2";
    for args in [SEARCH, &format!("match {small}")] {
        let output = run(NONE, args, "", false);
        assert_eq!(output.status.code(), Some(0), "{args}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with("cairn: warning: Ctrl-C will end this at once, "),
            "{args}: {said}"
        );
    }
    // Both games are played, on the only thread.
    let output = run(NONE, &format!("match {small} --jobs 2"), "", false);
    let [out, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(
        said.contains("cairn: playing on 1 of 2 threads: no more could be started ("),
        "{said}"
    );
    assert!(out.contains("\n2 games on tictactoe: "), "{out}");
}

/// They read what is typed in a thread: without it they say so in one sentence.
#[test]
fn commands_that_need_a_thread_say_so() {
    for args in ["play --game tictactoe", "gtp"] {
        let output = run(NONE, args, "", false);
        assert_eq!(output.status.code(), Some(1), "{args}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("cairn: no thread can be started to read the input ("), "{said}");
        assert!(said.lines().count() == 1 && said.matches(": ").count() == 2, "{said}");
        assert_eq!(output.stdout, b"", "{said}");
    }
}

#[test]
fn a_terminal_without_a_spinner_is_enough() {
    if Command::new("script").arg("--version").output().is_err() {
        return println!("skipped: the program 'script' is not here");
    }
    let play = "play human uct:playouts=9 --game tictactoe --seed 1";
    for (addresses, args, shows) in [
        (NONE, SEARCH, "X plays "),
        (ONE, SEARCH, "X plays "),
        (TWO, play, "O plays "),
        // Room for all threads that it asks for.
        (64 << 20, SEARCH, "X plays "),
    ] {
        let output = run(addresses, args, "b2\nquit\n", true);
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args}: {out}");
        assert!(out.contains(shows) && !out.contains("panicked"), "{args}: {out}");
    }
}

//! Whatever bytes come: the engine says nothing but well-formed lines, answers each search with one
//! move, and a line that it refuses changes nothing.

use crate::host::{Script, Talk};

/// Whether a line may be said.
fn is_known(line: &str) -> bool {
    let starts = ["info ", "id ", "option name ", "bestmove "];
    line == "uciok" || line == "readyok" || starts.iter().any(|start| line.starts_with(start))
}

/// The searches that were answered.
fn answers(said: &str) -> usize {
    said.lines().filter(|line| line.starts_with("bestmove ")).count()
}

/// The position.
fn position(talk: &mut Talk) -> String {
    talk.send(b"d", 0).0
}

/// Feeds the bytes to a session, line by line.
pub fn anything(bytes: &[u8]) {
    let mut talk = Talk::new(Script::default());
    // A few looks only, so that lines come while it thinks.
    let looks = bytes.len() % 7;
    let mut unanswered = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        let shown = String::from_utf8_lossy(line).into_owned();
        let before = position(&mut talk);
        let (said, more) = talk.send(line, looks);
        assert!(said.is_empty() || said.ends_with('\n'), "{shown:?}: {said:?}");
        for line in said.lines() {
            assert!(is_known(line) && !line.contains(char::is_control), "{shown:?}: {said:?}");
        }
        let messages = said.lines().filter(|line| line.starts_with("info string")).count();
        assert!(messages <= 2, "{shown:?}: {said:?}");
        let searching = usize::from(talk.session.is_searching());
        let begun = (searching + answers(&said)).checked_sub(unanswered);
        assert!(begun.is_some_and(|begun| begun <= 1), "{shown:?}: {said:?}");
        unanswered = searching;
        if messages > 0 && answers(&said) == 0 && begun == Some(0) {
            assert_eq!(position(&mut talk), before, "{shown:?} was refused");
        }
        if !more {
            assert_eq!(unanswered, 0, "a search is not answered");
            return;
        }
    }
    talk.host.output.clear();
    talk.session.end(&mut talk.host);
    assert_eq!(answers(&talk.host.output), unanswered, "{}", talk.host.output);
}

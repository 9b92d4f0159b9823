//! Whatever bytes come, each line with something to answer gets exactly one well-formed response.

use cairn_core::spec::Spec;
use cairn_gtp::Options;

use super::host::Script;

/// Whether the standard wants a response to this line: something is left of it without control
/// characters, comment and blanks.
fn wants_answer(line: &[u8]) -> bool {
    let text = line.split(|&byte| byte == b'#').next().unwrap_or(b"");
    text.iter().any(|&byte| byte > b' ' && byte != 127)
}

/// One response: `=` or `?` first, a blank line at its end and nowhere else.
fn is_response(text: &str) -> bool {
    let Some(body) = text.strip_suffix("\n\n") else { return false };
    body.starts_with(['=', '?']) && !body.contains("\n\n") && !body.ends_with('\n')
}

/// The id that the response must repeat.
fn id(line: &[u8]) -> String {
    let plain: Vec<u8> = line
        .iter()
        .take_while(|&&byte| byte != b'#')
        .map(|&byte| if byte == b'\t' { b' ' } else { byte })
        .filter(|&byte| byte >= b' ' && byte != 127)
        .collect();
    let text = String::from_utf8_lossy(&plain).into_owned();
    let word = text.trim_start_matches(' ').split(' ').next().unwrap_or("").to_string();
    let number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if number && word.len() < 100 { word } else { String::new() }
}

/// Feeds the bytes to a session, line by line.
pub fn anything(bytes: &[u8]) {
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let mut options = Options::new(Spec::parse("grave:playouts=10").unwrap());
    options.ownership_playouts = 5;
    let size = 2 + bytes.len() % 4;
    let answers = Script::default().run(&mut options, size, &lines);
    for (line, answer) in lines.iter().zip(&answers) {
        let shown = String::from_utf8_lossy(line);
        if !wants_answer(line) {
            assert_eq!(answer, "", "{shown:?} wants no answer");
            continue;
        }
        assert!(is_response(answer), "{shown:?}: {answer:?}");
        let id = id(line);
        if !id.is_empty() {
            assert!(answer[1..].starts_with(&id), "{shown:?}: {answer:?}");
        }
    }
}

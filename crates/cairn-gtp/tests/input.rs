//! From bytes to commands.

use cairn_gtp::{Command, Input, LineBuffer};

fn read<'a>(lines: &'a mut LineBuffer<16>, text: &[u8]) -> Input<'a> {
    for &byte in text {
        assert!(!lines.push(byte));
    }
    assert!(lines.push(b'\n'));
    lines.take()
}

fn command<'a>(id: Option<&'a str>, name: &'a str, words: &'a str) -> Input<'a> {
    Input::Command(Command { id, name, words })
}

#[test]
fn lines_are_read_as_the_standard_says() {
    let lines = &mut LineBuffer::new();
    assert_eq!(read(lines, b"name"), command(None, "name", ""));
    assert_eq!(read(lines, b"  7 \tkomi   6.5 \r"), command(Some("7"), "komi", "6.5"));
    assert_eq!(read(lines, b"na\x01\x7fme\x0b"), command(None, "name", ""));
    assert_eq!(read(lines, b"quit#play b A1"), command(None, "quit", ""));
    assert_eq!(read(lines, b"007 quit"), command(Some("007"), "quit", ""));
    assert_eq!(read(lines, b"7up"), command(None, "7up", ""));
    for nothing in [
        &b""[..],
        b"\r",
        b"   ",
        b"# 12 name",
        b"\t # a very long comment indeed",
        b"                    ",
    ] {
        assert_eq!(read(lines, nothing), Input::Empty, "{nothing:?}");
    }
}

#[test]
fn bad_lines_keep_their_id_and_leave_nothing_behind() {
    let lines = &mut LineBuffer::new();
    let too_long = "the line is too long";
    let read_again = |lines: &mut LineBuffer<16>| {
        assert_eq!(read(lines, b"name"), command(None, "name", ""));
    };
    assert_eq!(
        read(lines, b"1234567890123456"),
        Input::Malformed {
            id: Some("1234567890123456"),
            reason: "a command's name must follow its number"
        }
    );
    read_again(lines);
    assert_eq!(
        read(lines, b"42 a_name_of_more_than_sixteen_bytes"),
        Input::Malformed { id: Some("42"), reason: too_long }
    );
    read_again(lines);
    assert_eq!(
        read(lines, b"5 play b \xff\xfe"),
        Input::Malformed { id: Some("5"), reason: "the line is not UTF-8 text" }
    );
    read_again(lines);
    assert!(matches!(read(lines, b"3"), Input::Malformed { id: Some("3"), .. }));
}

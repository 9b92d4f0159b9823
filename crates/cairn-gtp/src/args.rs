//! From a command's words to values.

use cairn_core::parse_decimal;
use cairn_games::go::{BLACK, Geometry, Go, GoMove, WHITE, parse_komi};

use crate::reply::GtpError;

/// The words after a command's name, taken one by one.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    rest: &'a str,
}

/// A colour as an argument.
pub(crate) fn colour(word: &str) -> Option<usize> {
    let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    is(["b", "black"]).then_some(BLACK).or_else(|| is(["w", "white"]).then_some(WHITE))
}

/// A vertex, legal or not.
pub(crate) fn vertex<B: Geometry>(word: &str, board: &Go<B>) -> Option<GoMove> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(GoMove::PASS);
    }
    board.parse_point(word).map(GoMove::at)
}

impl<'a> Args<'a> {
    /// The words of `text`.
    pub fn new(text: &'a str) -> Self {
        Args { rest: text }
    }

    /// Takes the next word.
    pub fn word(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start_matches(' ');
        let (word, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// The next word, without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        Args { rest: self.rest }.word()
    }

    /// Takes all words that are left, with the blanks between them.
    pub fn rest(&mut self) -> &'a str {
        core::mem::take(&mut self.rest).trim_matches(' ')
    }

    /// Takes a colour.
    pub fn colour(&mut self) -> Result<usize, GtpError<'a>> {
        let colour = self.word().and_then(colour);
        colour.ok_or(GtpError::Syntax("a colour is b, black, w or white"))
    }

    /// Takes a colour, if the next word is one.
    pub fn colour_or(&mut self, default: usize) -> usize {
        let given = self.peek().and_then(colour);
        if given.is_some() {
            self.word();
        }
        given.unwrap_or(default)
    }

    /// Takes a vertex of the board, legal or not.
    pub fn vertex<B: Geometry>(&mut self, board: &Go<B>) -> Result<GoMove, GtpError<'a>> {
        let vertex = self.word().and_then(|word| vertex(word, board));
        vertex.ok_or(GtpError::Syntax("a vertex is a point of this board, like C3, or pass"))
    }

    /// Takes a whole number.
    pub fn number(&mut self) -> Result<u32, GtpError<'a>> {
        let number = self.word().and_then(|word| word.parse().ok());
        number.ok_or(GtpError::Syntax("expected a whole number from 0"))
    }

    /// Takes a time in seconds and returns it in milliseconds.
    pub fn seconds(&mut self) -> Result<u64, GtpError<'a>> {
        let seconds = self.word().and_then(parse_decimal).map(|seconds| seconds as f32);
        let seconds = seconds.filter(|seconds| (0.0..=1e9).contains(seconds));
        let millis = seconds.map(|seconds| (seconds * 1000.0) as u64);
        millis.ok_or(GtpError::Syntax("expected a time in seconds"))
    }

    /// Takes komi and returns it in half points.
    pub fn komi(&mut self) -> Result<i16, GtpError<'a>> {
        let komi = self.word().and_then(parse_komi);
        komi.ok_or(GtpError::Syntax("komi is whole or half points, like 7.5"))
    }
}

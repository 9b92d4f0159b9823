//! From a command's words to values.

use cairn_core::parse_decimal;
use cairn_games::go::{BLACK, Geometry, Go, GoMove, WHITE};

use crate::reply::Fault;

/// The words after a command's name, taken one by one.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    rest: &'a str,
}

const COLOUR: Fault<'static> = Fault::Syntax("a colour is b, black, w or white");
const VERTEX: Fault<'static> = Fault::Syntax("a vertex on this board is like C3, or it is pass");

/// A colour as an argument.
pub(crate) fn colour(word: &str) -> Option<usize> {
    let is = |name: &&str| word.eq_ignore_ascii_case(name);
    match () {
        () if ["b", "black"].iter().any(is) => Some(BLACK),
        () if ["w", "white"].iter().any(is) => Some(WHITE),
        () => None,
    }
}

/// How a colour is written in scores and records.
pub fn colour_letter(player: usize) -> char {
    if player == BLACK { 'B' } else { 'W' }
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

    /// The next word.
    pub fn word(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start_matches(' ');
        let (word, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// The next word, not taken.
    pub fn peek(&self) -> Option<&'a str> {
        Args { rest: self.rest }.word()
    }

    /// All that is left, blanks and all.
    pub fn rest(&mut self) -> &'a str {
        core::mem::take(&mut self.rest).trim_matches(' ')
    }

    /// A colour.
    pub fn colour(&mut self) -> Result<usize, Fault<'a>> {
        self.word().and_then(colour).ok_or(COLOUR)
    }

    /// A colour, if the next word is one.
    pub fn colour_or(&mut self, default: usize) -> usize {
        let given = self.peek().and_then(colour);
        if given.is_some() {
            self.word();
        }
        given.unwrap_or(default)
    }

    /// A vertex of the board, legal or not.
    pub fn vertex<B: Geometry>(&mut self, board: &Go<B>) -> Result<GoMove, Fault<'a>> {
        self.word().and_then(|word| vertex(word, board)).ok_or(VERTEX)
    }

    /// A whole number from 0.
    pub fn number(&mut self) -> Result<u32, Fault<'a>> {
        let number = self.word().and_then(|word| word.parse().ok());
        number.ok_or(Fault::Syntax("expected a whole number from 0"))
    }

    /// A time in seconds, as milliseconds.
    pub fn seconds(&mut self) -> Result<u64, Fault<'a>> {
        let seconds = self.word().and_then(parse_decimal).map(|seconds| seconds as f32);
        match seconds {
            Some(seconds) if (0.0..=1e9).contains(&seconds) => Ok((seconds * 1000.0) as u64),
            _ => Err(Fault::Syntax("expected a time in seconds")),
        }
    }

    /// Komi, in half points.
    pub fn komi(&mut self) -> Result<i16, Fault<'a>> {
        let points = self.word().and_then(parse_decimal).map(|points| points as f32);
        match points {
            Some(points) if (-1000.0..=1000.0).contains(&points) => {
                let halves = (2.0 * points) as i16;
                match f32::from(halves) == 2.0 * points {
                    true => Ok(halves),
                    false => Err(Fault::Text("komi must be whole or half points")),
                }
            }
            _ => Err(Fault::Syntax("komi is a number of points, like 7.5")),
        }
    }
}

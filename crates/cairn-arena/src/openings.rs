//! How the games of a match begin.

use std::fmt;
use std::str::FromStr;

use cairn_core::game::{Game, Turn};
use cairn_core::rng::{Rng, derive_seed};
use cairn_erased::AnyPosition;

use crate::history::GameHistory;

/// How the games of a match begin. Games are played in rounds: in a round A takes every seat in turn,
/// from the same opening, so an opening that favours one seat favours neither agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// Every game begins at the start.
    #[default]
    None,
    /// Each round begins with this many random moves.
    Random(u32),
    /// The rounds take these openings in turn. Each is a sequence of moves separated by blanks. An
    /// empty list is the same as `None`.
    List(Vec<String>),
}

/// Random openings have their own stream of random numbers.
const STREAM: u64 = 0x6f70_656e;
/// How many random openings to try if they end the game.
const TRIES: u64 = 1000;

/// An opening that cannot be played; the message says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OpeningError(String);

impl Openings {
    /// Openings from a list of texts; a list without any move is [`Openings::None`].
    pub fn list<T: AsRef<str>>(texts: &[T]) -> Self {
        let tidy = |text: &T| text.as_ref().split_whitespace().collect::<Vec<_>>().join(" ");
        let list: Vec<String> = texts.iter().map(tidy).collect();
        match &list[..] {
            [] => Openings::None,
            [only] if only.is_empty() => Openings::None,
            _ => Openings::List(list),
        }
    }

    /// A game from `start`, with the opening of this round played.
    pub fn begin(
        &self,
        start: &AnyPosition,
        seed: u64,
        round: u64,
    ) -> Result<GameHistory, OpeningError> {
        match self {
            Openings::None => Ok(GameHistory::new(*start)),
            Openings::List(list) if list.is_empty() => Ok(GameHistory::new(*start)),
            Openings::Random(plies) => {
                let seed = derive_seed(derive_seed(seed, STREAM), round);
                let why = || format!("{plies} random plies end the game every time: use fewer");
                (0..TRIES)
                    .find_map(|tried| random(start, *plies, derive_seed(seed, tried)))
                    .ok_or_else(|| OpeningError(why()))
            }
            Openings::List(list) => listed(start, &list[(round % list.len() as u64) as usize]),
        }
    }

    /// Checks that every opening can be played.
    pub fn check(&self, start: &AnyPosition) -> Result<(), OpeningError> {
        match self {
            Openings::List(list) => list.iter().try_for_each(|text| listed(start, text).map(drop)),
            _ => self.begin(start, 0, 0).map(drop),
        }
    }
}

fn random(start: &AnyPosition, plies: u32, seed: u64) -> Option<GameHistory> {
    let mut rng = Rng::new(seed);
    let mut game = GameHistory::new(*start);
    for _ in 0..plies {
        let mv = match game.turn() {
            Turn::Over(_) => return None,
            Turn::Player(_) => game.position().random_playout_move(&mut rng),
            Turn::Chance => game.position().chance_move(&mut rng),
        };
        if game.excluded().contains(&mv) {
            return None;
        }
        game.play(mv);
    }
    (!game.turn().is_over()).then_some(game)
}

fn listed(start: &AnyPosition, text: &str) -> Result<GameHistory, OpeningError> {
    let mut game = GameHistory::new(*start);
    let wrong = |why: &str| OpeningError(format!("opening '{text}'{why}"));
    if text.contains(';') {
        let own = "write each opening as its own string, such as [\"a1 b2\", \"c3\"]";
        return Err(wrong(&format!(" has a semicolon: {own}")));
    }
    for mv in text.split_whitespace() {
        game.play_text(mv).map_err(|error| wrong(&format!(": {error}")))?;
    }
    match game.turn().is_over() {
        true => Err(wrong(" ends the game: make it shorter")),
        false => Ok(game),
    }
}

/// The text that [`FromStr`] reads: nothing, a number of random plies, or openings separated by
/// semicolons. In some games a number is a move, so a list of just one number ends with a semicolon.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::None => Ok(()),
            Openings::Random(plies) => write!(f, "{plies}"),
            Openings::List(list) => match &list[..] {
                [only] if only.parse::<u32>().is_ok() => write!(f, "{only};"),
                list => write!(f, "{}", list.join("; ")),
            },
        }
    }
}

impl FromStr for Openings {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.trim().parse() {
            Ok(0) => Openings::None,
            Ok(plies) => Openings::Random(plies),
            // A semicolon at the very end ends the list. If a blank follows it, as in stores, the
            // list has one more opening, without moves.
            Err(_) => {
                let list: Vec<_> = text.strip_suffix(';').unwrap_or(text).split(';').collect();
                Openings::list(&list)
            }
        })
    }
}

//! How the games of a match begin.

use std::fmt;
use std::str::FromStr;

use cairn_core::game::{Game, Turn};
use cairn_core::rng::{Rng, derive_seed};
use cairn_erased::AnyPosition;

use crate::history::{GameHistory, MoveError};

/// Where the games of a match begin. Games come in rounds: in one round the agents take every seat
/// from the same opening, so that an opening that favours a side favours nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// Every game begins at the start.
    #[default]
    None,
    /// Each round begins with this many random moves of its own.
    Random(u32),
    /// The rounds take these openings in turn, each the moves of one line of play between blanks.
    /// An empty list is as good as none.
    List(Vec<String>),
}

/// Openings are drawn from a stream of their own, apart from the players'.
const STREAM: u64 = 0x6f70_656e;
/// How many random openings may end the game before the search for one that does not is given up.
const TRIES: u64 = 1000;

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// A move of it cannot be played.
    #[error("opening '{opening}': {error}")]
    Move {
        /// The opening.
        opening: String,
        /// What is wrong.
        error: MoveError,
    },
    /// It is more than one line of play.
    #[error(
        "opening '{0}' is several: write each as a text of its own, such as [\"a1 b2\", \"c3\"]"
    )]
    Several(String),
    /// It leaves nothing to play.
    #[error("opening '{0}' ends the game")]
    Over(String),
    /// No game lasts that long.
    #[error("{0} random plies end the game every time: take fewer")]
    Plies(u32),
}

impl Openings {
    /// Openings from a list of texts, each one line of play; a list without any move is none.
    pub fn list<T: AsRef<str>>(texts: &[T]) -> Self {
        let plain = |text: &T| text.as_ref().split_whitespace().collect::<Vec<_>>().join(" ");
        let list: Vec<String> = texts.iter().map(plain).collect();
        match &list[..] {
            [] => Openings::None,
            [only] if only.is_empty() => Openings::None,
            _ => Openings::List(list),
        }
    }

    /// The game of a round, its opening played.
    pub(crate) fn begin(
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
                (0..TRIES)
                    .find_map(|tried| random(start, *plies, derive_seed(seed, tried)))
                    .ok_or(OpeningError::Plies(*plies))
            }
            Openings::List(list) => listed(start, &list[(round % list.len() as u64) as usize]),
        }
    }

    /// Whether every opening can be played.
    pub(crate) fn check(&self, start: &AnyPosition) -> Result<(), OpeningError> {
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
    if text.contains(';') {
        return Err(OpeningError::Several(text.into()));
    }
    for mv in text.split_whitespace() {
        game.play_text(mv).map_err(|error| OpeningError::Move { opening: text.into(), error })?;
    }
    if game.turn().is_over() { Err(OpeningError::Over(text.into())) } else { Ok(game) }
}

/// As it is read: nothing, a number of random plies, or openings between semicolons. In some games
/// a number is a move: a list with nothing but a number ends with a semicolon.
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
            // A semicolon at the very end ends the list. With a blank behind it, as stores have it,
            // one more opening follows that has no moves.
            Err(_) => {
                let list: Vec<_> = text.strip_suffix(';').unwrap_or(text).split(';').collect();
                Openings::list(&list)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::moves_text;
    use cairn_games::tictactoe::TicTacToe;

    fn moves(openings: &str, seed: u64, round: u64) -> Result<String, OpeningError> {
        let openings: Openings = openings.parse().unwrap();
        openings.begin(&TicTacToe::default(), seed, round).map(|game| moves_text(&game))
    }

    #[test]
    fn text_round_trips() {
        for text in ["", "4", "a1 b2; c3", "4;", "4; 3", "4 3", "4; ", "; a1"] {
            assert_eq!(text.parse::<Openings>().unwrap().to_string(), text);
        }
        assert_eq!("0".parse(), Ok(Openings::None));
        assert_eq!("a1; b2;".parse(), Ok(Openings::list(&["a1", "b2"])));
        assert_eq!(" a1   b2 ;c3".parse::<Openings>().unwrap().to_string(), "a1 b2; c3");
    }

    /// Whatever the list, what a store keeps of it is read as the same list.
    #[test]
    fn a_list_is_never_read_as_a_number_of_plies() {
        let lists: [&[&str]; 6] = [&["4"], &["0"], &["4", "3"], &["4 3"], &["4", ""], &["", "4"]];
        for list in lists {
            let openings = Openings::list(list);
            assert_eq!(openings, Openings::List(list.iter().map(|&text| text.into()).collect()));
            assert_eq!(openings.to_string().parse(), Ok(openings));
        }
        assert_eq!(
            [Openings::list(&[""; 0]), Openings::list(&[" "])],
            [const { Openings::None }; 2]
        );
        let empty = Openings::List(Vec::new());
        assert_eq!(
            empty.begin(&TicTacToe::default(), 1, 3).map(|game| moves_text(&game)).unwrap(),
            ""
        );
    }

    #[test]
    fn a_round_has_one_opening() {
        let drawn: Vec<_> = (0..20).map(|round| moves("3", 7, round).unwrap()).collect();
        assert!(drawn.iter().all(|text| text.split(' ').count() == 3));
        assert_eq!(drawn[4], moves("3", 7, 4).unwrap());
        assert!(drawn.iter().any(|text| *text != drawn[0]), "rounds differ");
        assert_ne!(drawn, (0..20).map(|round| moves("3", 8, round).unwrap()).collect::<Vec<_>>());
        assert_eq!(moves("a1 b2; c3", 1, 1).unwrap(), "c3");
        assert_eq!(moves("a1 b2; c3", 1, 2).unwrap(), "a1 b2");
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        let error = moves("a1 a1", 1, 0).unwrap_err().to_string();
        assert!(error.starts_with("opening 'a1 a1': a1 is occupied"), "{error}");
        assert_eq!(moves("a1 a2 b1 b2 c1", 1, 0), Err(OpeningError::Over("a1 a2 b1 b2 c1".into())));
        assert_eq!(moves("9", 1, 0), Err(OpeningError::Plies(9)));
        let several = Openings::list(&["a1; b2"]).check(&TicTacToe::default());
        assert_eq!(several, Err(OpeningError::Several("a1; b2".into())));
    }
}

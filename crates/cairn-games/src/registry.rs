//! Every game by name: the one place where a new game is entered.
//!
//! A game spec is a name, then options with values: `tictactoe`, `go:size=13,komi=6.5`. Each game
//! has a type of its own, so code for any game is a [`Visitor`]: [`with_game`] calls it with the
//! starting position.
//!
//! ```
//! use cairn_core::Game;
//! use cairn_games::registry::{GameInfo, Visitor, with_game};
//!
//! struct CountMoves;
//! impl Visitor for CountMoves {
//!     type Output = usize;
//!     fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> usize {
//!         start.legal_moves().count()
//!     }
//! }
//! assert_eq!(with_game("go:size=5", CountMoves).unwrap(), 26);
//! let error = with_game("go:size=25", CountMoves).unwrap_err();
//! assert_eq!(error.to_string(), "size=25 does not fit: size is a whole number from 2 to 19");
//! ```

use core::fmt;

use cairn_core::Game;
use cairn_core::game::PackedMove;

use crate::amazons::Amazons;
use crate::atarigo::Atarigo;
use crate::awari::Awari;
#[cfg(feature = "large")]
use crate::chess::Chess;
use crate::connect_four::ConnectFour;
use crate::domineering::{DomineeringLarge, DomineeringSmall};
#[cfg(feature = "large")]
use crate::draughts::Draughts;
use crate::einstein::Einstein;
use crate::go::conventions::AGENT_DEFAULTS;
use crate::go::{DEFAULT_KOMI_TEXT, Go9, GoAny, parse_komi};
use crate::goban::{AnySize, Nine, SmallSize};
use crate::havannah::{HavannahLarge, HavannahSmall};
use crate::hex::{HexLarge, HexSmall};
use crate::lines_of_action::LinesOfAction;
use crate::morris::Morris;
use crate::nogo::NoGo;
use crate::othello::Othello;
use crate::race::{Knights, Pawns, Pieces, Race};
use crate::rows::parse_number;
use crate::three_color_go::ThreeColorGo;
use crate::tictactoe::TicTacToe;

/// A game's name, options and defaults.
#[derive(Debug)]
pub struct GameInfo {
    /// The name that a spec starts with.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What can be chosen.
    pub options: &'static [GameOption],
    /// The agent that plays it by default: a name and keys, without a bound on playouts, time or
    /// memory.
    pub agent: &'static str,
    /// Values for the keys of agents that play this game
    /// ([`Spec::with_defaults`](cairn_core::spec::Spec::with_defaults)).
    pub defaults: &'static str,
}

/// Something about a game that a spec can choose.
#[derive(Debug)]
pub struct GameOption {
    /// The key.
    pub name: &'static str,
    /// The values it may have.
    pub values: &'static str,
    /// Its value if it is not given.
    pub default: &'static str,
    /// What it sets.
    pub about: &'static str,
    /// Reads the value; `None` if it is not one of `values`.
    read: fn(&str) -> Option<i16>,
}

/// An option that is a whole number.
macro_rules! whole {
    ($name:literal, $low:literal to $high:literal, $default:literal, $about:literal) => {
        GameOption {
            name: $name,
            values: concat!("a whole number from ", $low, " to ", $high),
            default: $default,
            about: $about,
            read: within::<$low, $high>,
        }
    };
}

const SIZE: GameOption = whole!("size", 2 to 19, "9", "rows and columns of the board");
const HEX_SIZE: GameOption = GameOption { default: "11", ..SIZE };
const AMAZONS_SIZE: GameOption = whole!("size", 4 to 11, "10", "rows and columns of the board");
const BASE: GameOption = whole!("base", 3 to 10, "5", "cells along a side of the board");
const ROWS: GameOption = whole!("rows", 2 to 11, "8", "rows of the board");
const RACE_ROWS: GameOption = whole!("rows", 4 to 8, "8", "rows of the board");
const COLUMNS: GameOption = whole!("columns", 2 to 11, "8", "columns of the board");
const PAWN_COLUMNS: GameOption = whole!("columns", 2 to 8, "8", "columns of the board");
const KNIGHT_COLUMNS: GameOption = whole!("columns", 4 to 8, "8", "columns of the board");

const KOMI: GameOption = GameOption {
    name: "komi",
    values: "whole or half points from -16383.5 to 16383.5, such as 7.5",
    default: DEFAULT_KOMI_TEXT,
    about: "White's points for moving second",
    read: parse_komi,
};

/// Reads a whole number from `LOW` to `HIGH`, without a sign.
fn within<const LOW: u8, const HIGH: u8>(text: &str) -> Option<i16> {
    parse_number(text, HIGH).filter(|number| *number >= LOW).map(i16::from)
}

pub(crate) const MISERE: GameOption = GameOption {
    name: "misere",
    values: "yes or no",
    default: "no",
    about: "whether what wins the game loses it instead",
    read: yes_or_no,
};

/// Reads `yes` as 1 and `no` as 0.
fn yes_or_no(text: &str) -> Option<i16> {
    ["no", "yes"].iter().position(|word| word.eq_ignore_ascii_case(text)).map(|index| index as i16)
}

/// Makes the table of games, and the function that starts a game by its name.
macro_rules! games {
    (|$options:ident, $start:ident|
        $($(#[$feature:meta])? $name:literal: $about:literal, $keys:expr, $agent:literal, $defaults:expr
            => $game:expr;)*) => {
        /// Every game.
        pub const GAMES: &[GameInfo] = &[
            $($(#[$feature])? GameInfo {
                name: $name,
                about: $about,
                options: $keys,
                agent: $agent,
                defaults: $defaults,
            },)*
        ];

        fn start<'a, V: Visitor>(
            info: &'static GameInfo,
            $options: Options<'a>,
            visitor: V,
        ) -> Result<V::Output, GameError<'a>> {
            let $start = Start { info, visitor };
            match info.name {
                $($(#[$feature])? $name => $game,)*
                _ => unreachable!("the names are those of the table"),
            }
        }
    };
}

/// Whether to leave out the kinds of boards that are quick for some sizes.
const COMPACT: bool = cfg!(feature = "compact");

/// Starts a game on a Go board of the size that is asked for.
macro_rules! on_goban {
    ($game:ident, $options:ident, $start:ident) => {{
        let size = $options.get(&SIZE)? as usize;
        match SmallSize::new(size).filter(|_| !COMPACT) {
            _ if size == 9 && !COMPACT => $start.at($game::on(Nine)),
            Some(board) => $start.at($game::on(board)),
            None => $start.at($game::on(AnySize::new(size).expect("a size in range"))),
        }
    }};
}

/// Starts a game on the small kind of board if that is large enough.
macro_rules! small_or_large {
    ($small:ident, $large:ident, $start:ident, $($size:expr),*) => {
        match $small::new($($size as usize),*) {
            Ok(small) if !COMPACT => $start.at(small),
            _ => $start.at($large::new($($size as usize),*).expect("sizes in range")),
        }
    };
}

// A game: its name, what it is, its options, its agent, defaults for all agents, and how it starts.
games! { |options, start|
    "tictactoe": "three in a row on a board of 3×3", &[], "grave", ""
        => start.at(TicTacToe::default());
    "go9": "Go on the 9×9 board", &[KOMI], "grave", AGENT_DEFAULTS
        => go(9, options, start);
    "go": "Go on a square board", &[SIZE, KOMI], "grave", AGENT_DEFAULTS
        => go(options.get(&SIZE)?, options, start);
    "hex": "Hex: join two sides of the board", &[HEX_SIZE], "grave", ""
        => small_or_large!(HexSmall, HexLarge, start, options.get(&HEX_SIZE)?);
    "havannah": "Havannah: a ring, a bridge or a fork", &[BASE], "grave", ""
        => small_or_large!(HavannahSmall, HavannahLarge, start, options.get(&BASE)?);
    "domineering": "Domineering: upright against lying dominoes", &[ROWS, COLUMNS], "grave", ""
        => small_or_large!(
            DomineeringSmall, DomineeringLarge, start, options.get(&ROWS)?, options.get(&COLUMNS)?
        );
    "amazons": "Amazons: queens shoot arrows until one side cannot move", &[AMAZONS_SIZE], "uct:playout=mast", ""
        => start.at(Amazons::new(options.get(&AMAZONS_SIZE)? as usize).expect("a size in range"));
    "connect4": "Connect Four: four in a row on a board of 7×6, discs fall", &[], "uct", ""
        => start.at(ConnectFour::default());
    "othello": "Othello on the 8×8 board", &[], "uct:playout=mast", "" => start.at(Othello::default());
    "breakthrough": "Breakthrough: reach the other side of the board",
        &[PAWN_COLUMNS, RACE_ROWS, MISERE], "grave", ""
        => race::<Pawns, V>(&PAWN_COLUMNS, options, start);
    "knightthrough": "Knightthrough: Breakthrough with knights",
        &[KNIGHT_COLUMNS, RACE_ROWS, MISERE], "grave:playout=mast", ""
        => race::<Knights, V>(&KNIGHT_COLUMNS, options, start);
    "loa": "Lines of Action: join all your pieces, on the 8×8 board", &[], "uct:playout=mast", ""
        => start.at(LinesOfAction::default());
    "atarigo": "Go in which the first capture wins", &[SIZE], "grave", ""
        => on_goban!(Atarigo, options, start);
    "nogo": "Go without captures: who cannot move loses", &[SIZE], "grave", ""
        => on_goban!(NoGo, options, start);
    "threecolorgo": "Go for three players", &[SIZE], "grave", ""
        => on_goban!(ThreeColorGo, options, start);
    "awari": "sowing and capturing seeds, Oware Abapa", &[], "uct", ""
        => start.at(Awari::default());
    "morris": "Nine Men's Morris", &[], "uct", "" => start.at(Morris::default());
    "einstein": "EinStein würfelt nicht: a race with dice on 5×5", &[], "uct:playout=mast", ""
        => start.at(Einstein::default());
    #[cfg(feature = "large")]
    "chess": "Chess", &[], "uct", "" => start.at(Chess::default());
    #[cfg(feature = "large")]
    "draughts": "English draughts: jump over all pieces of the other side", &[], "uct", ""
        => start.at(Draughts::default());
}

fn go<'a, V: Visitor>(
    size: i16,
    options: Options<'a>,
    start: Start<V>,
) -> Result<V::Output, GameError<'a>> {
    let komi = options.get(&KOMI)?;
    match size {
        9 => start.at(Go9::new().with_komi(komi)),
        _ => start.at(GoAny::new(size as usize).expect("a size in range").with_komi(komi)),
    }
}

fn race<'a, P: Pieces, V: Visitor>(
    columns: &'static GameOption,
    options: Options<'a>,
    start: Start<V>,
) -> Result<V::Output, GameError<'a>> {
    let (columns, rows) = (options.get(columns)?, options.get(&RACE_ROWS)?);
    let misere = options.get(&MISERE)? == 1;
    start.at(Race::<P>::new(columns as usize, rows as usize, misere).expect("a size in range"))
}

/// Something to do with a game, whatever its type.
pub trait Visitor {
    /// What it returns.
    type Output;

    /// Called with the game's starting position.
    fn visit<G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        info: &'static GameInfo,
        start: G,
    ) -> Self::Output;
}

/// Calls `visitor` with the game that `spec` names.
pub fn with_game<V: Visitor>(spec: &str, visitor: V) -> Result<V::Output, GameError<'_>> {
    let (name, options) = Options::of(spec);
    let info = GAMES
        .iter()
        .find(|info| info.name.eq_ignore_ascii_case(name))
        .ok_or(GameError::Game(name))?;
    for (index, (key, _)) in options.pairs().enumerate() {
        if !info.options.iter().any(|option| option.name.eq_ignore_ascii_case(key)) {
            return Err(GameError::Option { key, game: info });
        }
        if options.pairs().take(index).any(|(other, _)| other.eq_ignore_ascii_case(key)) {
            return Err(GameError::Twice(key));
        }
    }
    start(info, options, visitor)
}

struct Start<V> {
    info: &'static GameInfo,
    visitor: V,
}

impl<V: Visitor> Start<V> {
    fn at<'a, G: Game<Move: PackedMove> + Send + Sync + 'static>(
        self,
        game: G,
    ) -> Result<V::Output, GameError<'a>> {
        Ok(self.visitor.visit(self.info, game))
    }
}

/// The options of a spec, as they were written.
#[derive(Clone, Copy)]
pub(crate) struct Options<'a>(Option<&'a str>);

impl<'a> Options<'a> {
    /// The name of the game, and the options after it.
    pub fn of(spec: &'a str) -> (&'a str, Self) {
        let (name, options) = spec.split_once(':').map_or((spec, None), |(a, b)| (a, Some(b)));
        (name.trim(), Options(options))
    }

    fn pairs(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.into_iter().flat_map(|text| text.split(',')).map(|part| {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            (key.trim(), value.trim())
        })
    }

    pub fn get(self, option: &'static GameOption) -> Result<i16, GameError<'a>> {
        let given = self.pairs().find(|(key, _)| option.name.eq_ignore_ascii_case(key));
        let value = given.map_or(option.default, |(_, value)| value);
        (option.read)(value).ok_or(GameError::Value { option, value })
    }
}

/// A game spec that cannot be used.
#[derive(Clone, Copy, Debug)]
pub enum GameError<'a> {
    /// No game has this name.
    Game(&'a str),
    /// The game has no such option.
    Option {
        /// The option.
        key: &'a str,
        /// The game.
        game: &'static GameInfo,
    },
    /// An option that is given twice.
    Twice(&'a str),
    /// A value that the option does not accept.
    Value {
        /// The option.
        option: &'static GameOption,
        /// The value.
        value: &'a str,
    },
}

impl fmt::Display for GameError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, names: &mut dyn Iterator<Item = &str>| {
            for (index, name) in names.enumerate() {
                write!(f, "{}{name}", if index > 0 { ", " } else { "" })?;
            }
            Ok(())
        };
        match *self {
            GameError::Game(name) => {
                write!(f, "no game is called '{name}': there are ")?;
                list(f, &mut GAMES.iter().map(|game| game.name))
            }
            GameError::Option { key, game } if game.options.is_empty() => {
                write!(f, "{} has no option '{key}': it has none", game.name)
            }
            GameError::Option { key, game } => {
                write!(f, "{} has no option '{key}': it has ", game.name)?;
                list(f, &mut game.options.iter().map(|option| option.name))
            }
            GameError::Twice(key) => write!(f, "'{key}' is given twice"),
            GameError::Value { option, value: "" } => {
                write!(f, "{}= needs a value: {}", option.name, option.values)
            }
            GameError::Value { option, value } => {
                write!(f, "{0}={value} does not fit: {0} is {1}", option.name, option.values)
            }
        }
    }
}

impl core::error::Error for GameError<'_> {}

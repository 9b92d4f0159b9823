//! Races across the board: Breakthrough, Knightthrough and their misère forms.
//!
//! Each player has two rows of pieces, white (who begins) at the bottom, black at the top. Pieces
//! only go forward:
//!
//! - in **Breakthrough** (Dan Troyka, 2001) one square straight ahead if it is empty, or diagonally
//!   ahead, where they capture;
//! - in **Knightthrough** (from the General Game Playing competitions) like a chess knight, to any of
//!   the four squares ahead, and they capture there.
//!
//! A player who reaches the opposite row or captures the last hostile piece wins. There is no draw,
//! and there is always a move. In the misère form the same events end the game, but that player
//! loses. Boards have up to 8×8 squares.
//!
//! A move is stored as the lower of its two squares and the direction from there to the upper one, for
//! both players: each has only one move between the two. Keys number these pairs of squares without
//! gaps. On 8×8 there are 154 for Breakthrough and 168 for Knightthrough; a key for every pair of
//! squares would need 4096.
//!
//! Moves are written `c2-c3`, captures `c2xd3`; when a move is read, the sign between the squares does
//! not matter. A position is its rows from the top, `W`, `B` and numbers of empty squares, then the
//! side to move: `BBBBB/BBBBB/WWWWW/WWWWW w`.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::race::Breakthrough;
//!
//! let mut position = Breakthrough::new(8, 8, false).unwrap();
//! assert_eq!(position.legal_moves().count(), 22);
//! position.play(position.parse_move("c2-d3").unwrap());
//! ```

mod evaluation;

use core::marker::PhantomData;
use core::ops::RangeInclusive;

use cairn_core::Rng;
use cairn_core::capabilities::{Capabilities, Repetition};
use cairn_core::game::{Game, Outcome, Turn};

pub use evaluation::{BREAKTHROUGH, FEATURES, KNIGHTTHROUGH};

use crate::bits::{Keys, Words};
use crate::evaluation::Weight;
use crate::grid::{FIRST_COLUMN, LAST_COLUMN, Layout, StepMove, moves_are_steps, parse_step};
use crate::rows::Notation;

/// The game with pieces that step to the three squares ahead.
pub type Breakthrough = Race<Pawns>;

/// The game with knights.
pub type Knightthrough = Race<Knights>;

/// A direction, seen from the lower of its two squares.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// Columns to the right.
    right: i8,
    /// Rows up.
    up: u8,
    /// Whether it may end on a hostile piece.
    captures: bool,
}

impl Direction {
    /// No direction; it fills up [`Pieces::DIRECTIONS`].
    const NONE: Self = Direction::new(0, 8, false);

    const fn new(right: i8, up: u8, captures: bool) -> Self {
        Direction { right, up, captures }
    }

    /// From the lower square's number to the upper one's.
    #[hot]
    const fn shift(self) -> u32 {
        (8 * self.up as i8 + self.right) as u32
    }

    /// The columns that the lower square can be in.
    #[hot]
    const fn columns(self) -> u64 {
        match self.right {
            -2 => !(FIRST_COLUMN | FIRST_COLUMN << 1),
            -1 => !FIRST_COLUMN,
            1 => !LAST_COLUMN,
            2 => !(LAST_COLUMN | LAST_COLUMN >> 1),
            _ => u64::MAX,
        }
    }

    /// How many of the board's `columns` the lower square can be in.
    #[hot]
    const fn width(self, columns: u8) -> u8 {
        columns - self.right.unsigned_abs()
    }
}

/// How the pieces of a race move.
pub trait Pieces: Copy + Eq + Send + Sync + core::hash::Hash + 'static {
    /// How many directions there are, three or four.
    const COUNT: usize;

    /// The directions, the first one not to the left.
    const DIRECTIONS: [Direction; 4];

    /// How many columns a board may have. With fewer there could be no move.
    const COLUMNS: RangeInclusive<usize>;

    /// The error of [`Race::new`] if it has more or fewer.
    const EXPECTED: &'static str;

    /// What is wrong with any other step.
    const STEP: &'static str;

    /// The weights of the evaluation.
    const WEIGHTS: &'static [Weight; FEATURES];
}

/// The pieces of Breakthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pawns;

impl Pieces for Pawns {
    const COUNT: usize = 3;
    const DIRECTIONS: [Direction; 4] = [
        Direction::new(0, 1, false),
        Direction::new(-1, 1, true),
        Direction::new(1, 1, true),
        Direction::NONE,
    ];
    const COLUMNS: RangeInclusive<usize> = 2..=8;
    const EXPECTED: &'static str = "the board must have 2 to 8 columns and 4 to 8 rows";
    const STEP: &'static str =
        "is not possible: a piece goes one square ahead, and captures only diagonally";
    const WEIGHTS: &'static [Weight; FEATURES] = &BREAKTHROUGH;
}

/// The pieces of Knightthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Knights;

impl Pieces for Knights {
    const COUNT: usize = 4;
    const DIRECTIONS: [Direction; 4] = [
        Direction::new(2, 1, true),
        Direction::new(-2, 1, true),
        Direction::new(1, 2, true),
        Direction::new(-1, 2, true),
    ];
    const COLUMNS: RangeInclusive<usize> = 4..=8;
    const EXPECTED: &'static str = "the board must have 4 to 8 columns and 4 to 8 rows";
    const STEP: &'static str = "is not the step of a knight ahead";
    const WEIGHTS: &'static [Weight; FEATURES] = &KNIGHTTHROUGH;
}

/// How many rows a board may have.
pub const ROWS: RangeInclusive<usize> = 4..=8;

/// A position of the race with pieces `P`. A move is the lower of its two squares and the direction to
/// the upper one. Squares count from a1, eight numbers a row on every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race<P> {
    /// The pieces of the player to move, and of the other one.
    own: u64,
    other: u64,
    /// All squares.
    board: u64,
    /// The key of the lower square a1 in each direction, or what it would be if that were on the
    /// board.
    starts: [u8; 4],
    /// How many there are.
    keys: u8,
    columns: u8,
    to_move: u8,
    misere: bool,
    pieces: PhantomData<P>,
}

/// Moves are numbered direction by direction, row by row, only those that the board has.
impl<P: Pieces> Keys for Race<P> {
    #[hot]
    fn key_of(self, direction: usize, square: u32) -> usize {
        let width = P::DIRECTIONS[direction].width(self.columns);
        self.starts[direction] as usize
            + (square / 8) as usize * width as usize
            + square as usize % 8
    }
}

impl<P: Pieces> Race<P> {
    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    /// The start of the game on a board of this size; in the misère form, the player who breaks through
    /// loses.
    pub fn new(columns: usize, rows: usize, misere: bool) -> Result<Self, &'static str> {
        if !P::COLUMNS.contains(&columns) || !ROWS.contains(&rows) {
            return Err(P::EXPECTED);
        }
        let row = (1u64 << columns) - 1;
        let board = (FIRST_COLUMN >> (64 - 8 * rows)) * row;
        let two = row | row << 8;
        let mut keys = 0;
        let mut starts = [0; 4];
        for (start, direction) in starts.iter_mut().zip(P::DIRECTIONS).take(P::COUNT) {
            // The lower squares of directions to the left begin further right.
            *start = keys - direction.right.min(0).unsigned_abs();
            keys += direction.width(columns as u8) * (rows as u8 - direction.up);
        }
        Ok(Race {
            own: two,
            other: two << (8 * (rows - 2)),
            board,
            starts,
            keys,
            columns: columns as u8,
            to_move: 0,
            misere,
            pieces: PhantomData,
        })
    }

    fn rows(&self) -> usize {
        (64 - self.board.leading_zeros() as usize).div_ceil(8)
    }

    /// The lower squares of the legal moves in one direction.
    #[hot]
    fn lower_squares(&self, direction: Direction) -> u64 {
        let free = self.board & !self.own;
        let ends = if direction.captures { free } else { free & !self.other };
        let (lower, upper) = if self.to_move == 0 { (self.own, ends) } else { (ends, self.own) };
        lower & upper >> direction.shift() & direction.columns()
    }

    /// For each direction, the lower squares of the legal moves.
    #[hot]
    fn steps(&self) -> Words<4> {
        let [a, b, c, d] = P::DIRECTIONS;
        let fourth = if P::COUNT < 4 { 0 } else { self.lower_squares(d) };
        Words([self.lower_squares(a), self.lower_squares(b), self.lower_squares(c), fourth])
    }

    /// The goal row of the player who has just moved.
    #[hot]
    fn goal_of_other(&self) -> u64 {
        if self.to_move == 0 { 0xff } else { !(self.board >> 8) }
    }

    /// The squares a move leaves and enters.
    fn ends(&self, mv: StepMove) -> (u32, u32) {
        let (lower, upper) = (mv.square(), mv.square() + P::DIRECTIONS[mv.direction()].shift());
        if self.to_move == 0 { (lower, upper) } else { (upper, lower) }
    }

    fn layout(&self) -> Layout {
        Layout {
            columns: self.columns.into(),
            rows: self.rows(),
            stride: 8,
            first_on_top: false,
            first_column: b'a',
            notation: Notation {
                pieces: "WB",
                sides: "wb",
                expected_pieces: "a row has W for white, B for black, numbers for empty places",
                expected_side: "after the rows comes the side to move: w or b",
            },
        }
    }
}

impl<P: Pieces> Game for Race<P> {
    moves_are_steps!(self => self.layout());

    fn keys(&self) -> usize {
        self.keys.into()
    }

    /// Every move is a step forward. Without reaching the last row, a player can make as many as bring
    /// two full rows of pieces to the rows before it. One move more ends the game.
    fn max_plies(&self) -> usize {
        2 * self.columns as usize * (2 * self.rows() - 5) + 1
    }

    #[hot]
    fn turn(&self) -> Turn {
        if self.other & self.goal_of_other() == 0 && self.own != 0 {
            return Turn::Player(self.to_move());
        }
        let winner = if self.misere { self.to_move } else { 1 - self.to_move };
        Turn::Over(Outcome::win(winner.into()))
    }

    #[hot]
    fn play(&mut self, mv: StepMove) {
        let lower = 1 << mv.square();
        // The move flips both squares: it leaves one and enters the other.
        let both = lower | lower << P::DIRECTIONS[mv.direction()].shift();
        (self.own, self.other) = (self.other & !both, self.own ^ both);
        self.to_move = 1 - self.to_move;
    }

    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> StepMove {
        StepMove(self.steps().random_branchless(rng) as u16)
    }

    /// Every move is a step forward.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn capabilities(&self) -> Capabilities<Self> {
        self.all_capabilities()
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["White", "Black"][player]
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let (from, to) = parse_step(text)?;
        let has = |pieces: u64, square: u32| pieces >> square & 1 != 0;
        Some(match () {
            () if !has(self.own, from) => "does not start on one of your pieces",
            () if has(self.own, to) => "ends on one of your pieces",
            () => P::STEP,
        })
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let ([own, other], to_move) = self.layout().parse(text)?;
        if own.count_ones().max(other.count_ones()) > 2 * u32::from(self.columns) {
            return Err("a side has at most two rows of pieces");
        }
        let position = Race { own, other, to_move: to_move as u8, ..*self };
        let before = Race { own: other, other: own, to_move: 1 - to_move as u8, ..*self };
        if before.turn().is_over() {
            return Err(
                "the game was over before: the side to move is through, or the other has no piece left",
            );
        }
        Ok(position)
    }
}

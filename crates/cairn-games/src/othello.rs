//! Othello on the 8×8 board.
//!
//! Black (X) begins, from four discs in the middle: white on d4 and e5, black on e4 and d5. A disc
//! must enclose hostile ones in a straight line; all that it encloses are turned over. A player who
//! cannot move passes, and may pass only then. The game ends when neither can move; more discs win,
//! equal numbers are a draw. (The World Othello Federation's rules, without the clock.)
//!
//! A move is a square, counted from a1, the top left corner, row by row, and its key is the same
//! number: 64 of them. The middle squares are taken from the beginning, so a pass has the number of
//! one of them and needs no room in the tables.
//!
//! Moves are written `f5` and `pass`. A position is its rows from the top, `X`, `O` and numbers of
//! empty squares, then the side to move: `8/8/8/3OX3/3XO3/8/8/8 b`.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::othello::Othello;
//!
//! let mut position = Othello::default();
//! position.play(position.parse_move("f5").unwrap());
//! assert_eq!(position.discs(), [4, 1]);
//! ```

mod evaluation;

use core::fmt::{self, Write};

use cairn_core::capabilities::{Capabilities, Repetition};
use cairn_core::game::{Game, Outcome, Turn};

pub use evaluation::WEIGHTS;

use crate::bits::{PointSet, Words, moves_are_points};
use crate::grid::Layout;
use crate::rows::{BLACK_WHITE, OCCUPIED, parse_square, write_square};

/// The move that turns nothing over: the number of d4, which is never empty.
pub const PASS: u8 = 27;

/// d4, e4, d5, e5.
const MIDDLE: u64 = 0x0000_0018_1800_0000;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    /// The discs of the player to move, and of the other one.
    own: u64,
    other: u64,
    /// The legal moves, a pass if there is no other; none once the game is over. They follow from the
    /// discs, but are kept because both the next move and the end of the game need them.
    moves: u64,
    to_move: u8,
}

/// From a square to its neighbours to the right, below left, below, below right; the four other
/// directions are these backwards.
const SHIFTS: [u32; 4] = [1, 7, 8, 9];

/// For each of the directions, the squares that can be enclosed: along rows and diagonals, none in
/// the outer columns, so that nothing continues past the board's edge.
const ENCLOSABLE: [u64; 4] = [INNER, INNER, u64::MAX, INNER];
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// All squares of a set moved by `shift`, up or down in number.
#[hot]
fn moved<const BACK: bool>(set: u64, shift: u32) -> u64 {
    if BACK { set >> shift } else { set << shift }
}

/// For each direction, or for its opposite if `BACK`, the unbroken rows of discs of `other` that
/// start next to `from`.
///
/// A loop over four lanes, which compilers turn into vector instructions where there are any.
#[hot]
fn rows<const BACK: bool>(from: u64, other: u64) -> [u64; 4] {
    let mut rows = [0; 4];
    for i in 0..4 {
        let shift = SHIFTS[i];
        let discs = other & ENCLOSABLE[i];
        let mut row = discs & moved::<BACK>(from, shift);
        row |= discs & moved::<BACK>(row, shift);
        let pairs = discs & moved::<BACK>(discs, shift);
        row |= pairs & moved::<BACK>(row, 2 * shift);
        row |= pairs & moved::<BACK>(row, 2 * shift);
        rows[i] = row;
    }
    rows
}

/// The empty squares on which a disc of `own` would enclose some of `other`.
#[hot]
fn enclosing(own: u64, other: u64) -> u64 {
    let (forth, back) = (rows::<false>(own, other), rows::<true>(own, other));
    let mut ends = [0; 4];
    for i in 0..4 {
        ends[i] = forth[i] << SHIFTS[i] | back[i] >> SHIFTS[i];
    }
    (ends[0] | ends[1] | ends[2] | ends[3]) & !(own | other)
}

/// The discs of `other` that a new disc of `own` on `square` encloses.
#[hot]
fn enclosed(square: u64, own: u64, other: u64) -> u64 {
    let (forth, back) = (rows::<false>(square, other), rows::<true>(square, other));
    let mut turned = [0; 4];
    for i in 0..4 {
        let forth = if forth[i] << SHIFTS[i] & own != 0 { forth[i] } else { 0 };
        let back = if back[i] >> SHIFTS[i] & own != 0 { back[i] } else { 0 };
        turned[i] = forth | back;
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

impl Default for Othello {
    fn default() -> Self {
        Othello::new(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 0)
    }
}

#[hot]
impl Othello {
    /// The player to move, or who would be if the game were not over.
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    fn new(own: u64, other: u64, to_move: u8) -> Self {
        let mut moves = enclosing(own, other);
        if moves == 0 && enclosing(other, own) != 0 {
            moves = 1 << PASS;
        }
        Othello { own, other, moves, to_move }
    }

    /// How many discs black and white have.
    pub fn discs(&self) -> [u32; 2] {
        let (own, other) = (self.own.count_ones(), self.other.count_ones());
        if self.to_move == 0 { [own, other] } else { [other, own] }
    }
}

const LAYOUT: Layout = Layout {
    columns: 8,
    rows: 8,
    stride: 8,
    first_on_top: true,
    first_column: b'a',
    notation: BLACK_WHITE,
};

impl Game for Othello {
    moves_are_points!(u8, self => Words([self.moves]), best_of_few);

    fn keys(&self) -> usize {
        64
    }

    /// Sixty discs, and at most one pass before each.
    fn max_plies(&self) -> usize {
        120
    }

    #[hot]
    fn turn(&self) -> Turn {
        if self.moves != 0 {
            return Turn::Player(self.to_move());
        }
        let [black, white] = self.discs();
        Turn::Over(match black.cmp(&white) {
            core::cmp::Ordering::Greater => Outcome::win(0),
            core::cmp::Ordering::Equal => Outcome::draw(),
            core::cmp::Ordering::Less => Outcome::win(1),
        })
    }

    #[hot]
    fn play(&mut self, square: u8) {
        let (mut own, mut other) = (self.own, self.other);
        if square != PASS {
            let square = 1 << square;
            let turned = enclosed(square, own, other);
            own |= turned | square;
            other ^= turned;
        }
        *self = Othello::new(other, own, 1 - self.to_move);
    }

    /// Every move but a pass adds a disc, and two passes end the game.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Self::CAPABILITIES
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White"][player]
    }

    fn write_move(&self, square: u8, out: &mut dyn Write) -> fmt::Result {
        match square {
            PASS => out.write_str("pass"),
            _ => write_square(square.into(), 8, out),
        }
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        if text.eq_ignore_ascii_case("pass") {
            return Some("is not allowed while you have a move");
        }
        let square = parse_square(text, 8, 8)?;
        Some(match (self.own | self.other) >> square & 1 {
            0 => "encloses no disc: a move must turn at least one",
            _ => OCCUPIED,
        })
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        LAYOUT.write([self.own, self.other], self.to_move(), out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let ([own, other], to_move) = LAYOUT.parse(text)?;
        if (own | other) & MIDDLE != MIDDLE {
            return Err("there must be discs on d4, e4, d5 and e5: the game starts with them");
        }
        Ok(Othello::new(own, other, to_move as u8))
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        LAYOUT.draw([self.own, self.other], self.to_move(), out)?;
        let [black, white] = self.discs();
        writeln!(out, "discs: Black {black}, White {white}")
    }
}

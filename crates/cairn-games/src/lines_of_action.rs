//! Lines of Action on the 8×8 board.
//!
//! Black (X) begins with six pieces each on the top and bottom rows, white (O) has six each on the
//! left and right columns; the corners are empty. A piece moves in a straight line, in any of the
//! eight directions, exactly as many squares as there are pieces of either colour on that whole
//! line. It may jump over its own side's pieces but not over hostile ones, and captures by landing on
//! one. A player whose pieces are all connected, straight or diagonally, wins; a single piece is
//! connected. (Claude Soucie's rules in Sid Sackson, *A Gamut of Games*.)
//!
//! Where rules differ: a move that connects both sides wins for the player who made it, and a player
//! who cannot move loses. Repetition has no effect; a playout that goes on for 400 plies is a draw.
//!
//! How far a piece goes follows from the line, so a move is a square and a direction. Keys number
//! these without gaps: 420, the steps of a chess king. For every pair of squares it would be 4096.
//!
//! Moves are written `b1-h1`, captures `c1xa3`; when a move is read, the sign between the squares
//! does not matter. A position is its rows from the top, `X`, `O` and numbers of empty squares, then the
//! side to move: `1XXXXXX1/O6O/O6O/O6O/O6O/O6O/O6O/1XXXXXX1 b`.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::lines_of_action::LinesOfAction;
//!
//! let mut position = LinesOfAction::default();
//! assert_eq!(position.legal_moves().count(), 36);
//! position.play(position.parse_move("c1xa3").unwrap());
//! ```

mod evaluation;

use cairn_core::Rng;
use cairn_core::capabilities::Capabilities;
use cairn_core::game::{Game, Outcome, Turn};

pub use evaluation::WEIGHTS;

use crate::bits::{Keys, Words, select_bit};
use crate::grid::{FIRST_COLUMN, LAST_COLUMN, Layout, StepMove, moves_are_steps, parse_step};
use crate::rows::BLACK_WHITE;

/// Columns to the right and rows up, for each direction. The opposite of direction `d` is `d ^ 4`.
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// From a square's number to that of its neighbour in each direction.
const SHIFTS: [i8; 8] = [1, 9, 8, 7, -1, -9, -8, -7];

/// `RAYS[square][direction]`: the squares from there to the edge, the first one not among them.
static RAYS: [[u64; 8]; 64] = {
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (right, up) = DIRECTIONS[direction];
            let (mut column, mut row) = (square as i32 % 8 + right, square as i32 / 8 + up);
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                rays[square][direction] |= 1 << (8 * row + column);
                (column, row) = (column + right, row + up);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// A position. A move is the square it leaves and its direction. Squares count from a1, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinesOfAction {
    /// The pieces of the player to move, and of the other one.
    own: u64,
    other: u64,
    to_move: u8,
}

/// For each direction, the key of a1 (or what it would be), and how many squares a row has; then the
/// number of keys.
const NUMBERING: ([i16; 8], [u8; 8], usize) = {
    let (mut starts, mut widths, mut keys) = ([0; 8], [0; 8], 0);
    let mut direction = 0;
    while direction < 8 {
        let (right, up) = DIRECTIONS[direction];
        let width = if right == 0 { 8 } else { 7 };
        let first = (if right < 0 { 1 } else { 0 }) + (if up < 0 { width } else { 0 });
        starts[direction] = keys - first;
        widths[direction] = width as u8;
        keys += width * (if up == 0 { 8 } else { 7 });
        direction += 1;
    }
    (starts, widths, keys as usize)
};

/// Moves are numbered direction by direction, row by row, only squares that have a neighbour there.
impl Keys for LinesOfAction {
    #[hot]
    fn key_of(self, direction: usize, square: u32) -> usize {
        const STARTS: [i16; 8] = NUMBERING.0;
        const WIDTHS: [u8; 8] = NUMBERING.1;
        let in_row = (square / 8) as usize * WIDTHS[direction] as usize + square as usize % 8;
        (STARTS[direction] as isize + in_row as isize) as usize
    }
}

/// The neighbours of the squares of `set`; a square of the set is among them only if it has one in
/// the set itself.
#[hot]
fn neighbours(set: u64) -> u64 {
    let sides = (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1;
    let rows = set | sides;
    sides | rows << 8 | rows >> 8
}

/// Whether the pieces of `set` are connected.
#[hot]
fn connected(set: u64) -> bool {
    // Usually some piece is alone.
    if set & !neighbours(set) != 0 {
        return set & (set - 1) == 0;
    }
    let mut group = set & set.wrapping_neg();
    loop {
        let grown = group | neighbours(group) & set;
        if grown == group {
            return group == set;
        }
        group = grown;
    }
}

/// How many guesses there are before a random move is chosen from the list of all.
const GUESSES: u32 = 40;

impl LinesOfAction {
    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    /// How far the piece on `from` goes in `direction` and in the opposite one.
    #[hot]
    fn distance(&self, from: u32, direction: usize) -> u32 {
        let rays = &RAYS[from as usize % 64];
        1 + ((self.own | self.other) & (rays[direction] | rays[direction ^ 4])).count_ones()
    }

    /// The square at `distance` from `from` in `direction`, if the piece there may go to it; otherwise
    /// the empty set.
    #[hot]
    fn target_at(&self, from: u32, direction: usize, distance: u32) -> u64 {
        let ahead = RAYS[from as usize % 64][direction];
        if distance > ahead.count_ones() {
            return 0;
        }
        let to = from as i32 + distance as i32 * i32::from(SHIFTS[direction]);
        let target = 1 << to;
        let before = ahead & !RAYS[to as usize % 64][direction] & !target;
        if self.other & before | self.own & target == 0 { target } else { 0 }
    }

    /// Where the piece on `from` comes to in `direction`, a set of one square; empty if it cannot move.
    #[hot]
    fn target(&self, from: u32, direction: usize) -> u64 {
        self.target_at(from, direction, self.distance(from, direction))
    }

    /// For each direction, the squares of the pieces that can move in it.
    #[hot]
    fn steps(&self) -> Words<8> {
        let mut sets = [0; 8];
        let mut rest = self.own;
        while rest != 0 {
            let from = rest.trailing_zeros();
            for direction in 0..4 {
                let distance = self.distance(from, direction);
                for direction in [direction, direction ^ 4] {
                    let can = self.target_at(from, direction, distance) != 0;
                    sets[direction] |= u64::from(can) << from;
                }
            }
            rest &= rest - 1;
        }
        Words(sets)
    }

    /// Whether there is a legal move.
    #[hot]
    fn can_move(&self) -> bool {
        let mut rest = self.own;
        while rest != 0 {
            let from = rest.trailing_zeros();
            for direction in 0..8 {
                if self.target(from, direction) != 0 {
                    return true;
                }
            }
            rest &= rest - 1;
        }
        false
    }

    /// The squares a move leaves and enters.
    fn ends(&self, mv: StepMove) -> (u32, u32) {
        (mv.square(), self.target(mv.square(), mv.direction()).trailing_zeros())
    }
}

impl Default for LinesOfAction {
    fn default() -> Self {
        const ROW: u64 = 0b0111_1110;
        const COLUMN: u64 = 0x0001_0101_0101_0100;
        LinesOfAction { own: ROW | ROW << 56, other: COLUMN | COLUMN << 7, to_move: 0 }
    }
}

const LAYOUT: Layout = Layout {
    columns: 8,
    rows: 8,
    stride: 8,
    first_on_top: false,
    first_column: b'a',
    notation: BLACK_WHITE,
};

impl Game for LinesOfAction {
    moves_are_steps!(self => LAYOUT);

    fn keys(&self) -> usize {
        NUMBERING.2
    }

    fn max_plies(&self) -> usize {
        400
    }

    #[hot]
    fn turn(&self) -> Turn {
        let mover = usize::from(1 - self.to_move);
        if connected(self.other) {
            return Turn::Over(Outcome::win(mover));
        }
        if connected(self.own) {
            return Turn::Over(Outcome::win(1 - mover));
        }
        match self.can_move() {
            true => Turn::Player(self.to_move()),
            false => Turn::Over(Outcome::win(mover)),
        }
    }

    #[hot]
    fn play(&mut self, mv: StepMove) {
        let target = self.target(mv.square(), mv.direction());
        let own = self.own ^ (1 << mv.square() | target);
        (self.own, self.other) = (self.other & !target, own);
        self.to_move = 1 - self.to_move;
    }

    /// Draws a piece and a direction until they make a legal move, so that each is equally likely.
    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> StepMove {
        let count = 8 * self.own.count_ones();
        for _ in 0..GUESSES {
            let draw = rng.below(count);
            let (from, direction) = (select_bit(self.own, draw / 8), draw % 8);
            if self.target(from, direction as usize) != 0 {
                return StepMove((64 * direction + from) as u16);
            }
        }
        StepMove(self.steps().random_branchless(rng) as u16)
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Self::CAPABILITIES
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White"][player]
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let (from, _) = parse_step(text)?;
        Some(match self.own >> from & 1 {
            0 => "does not start on one of your pieces",
            _ => "is not as many squares as the line has pieces, or something is in the way",
        })
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let ([own, other], to_move) = LAYOUT.parse(text)?;
        if own == 0 || other == 0 {
            return Err("each side must have a piece: the last one cannot be captured");
        }
        Ok(LinesOfAction { own, other, to_move: to_move as u8 })
    }
}

//! English draughts, also American checkers, on the 8×8 board.
//!
//! Black begins, from the squares 1 to 12; White has 21 to 32. A man goes one square diagonally
//! forward, a king also backward; there are no flying kings. A piece captures by jumping over a
//! hostile neighbour to the empty square behind it, men only forward. Captures are compulsory: a
//! player who can capture must, with any piece and along any path, but a piece goes on capturing as
//! long as it can, and all of that is one move. The squares jumped over are cleared at the end, and
//! none is jumped twice. A man that reaches the last row becomes a king, and that ends the move. A
//! player who cannot move loses. (The rules of the World Checkers/Draughts Federation.)
//!
//! Two rules make draws. A position that occurs for the third time with the same player to move ends
//! the game ([`Game::repetition`]); and so do [`QUIET_LIMIT`] plies, forty moves of each player, in
//! which no man was moved and nothing captured. The federation's rules let a player claim both draws.
//! A playout that goes on for [`MAX_PLIES`] plies is a draw, too.
//!
//! A move is a step, or a path of captures: there are 98 and 1328 of them. Two paths are different
//! moves even if they begin and end alike. Each move of a position has a key of its own, and there
//! are 522: a capture shares its key with one of those that continue it, which are never legal
//! together.
//!
//! Moves are written with the numbers of their squares: `11-15`, `22x15`, or with the whole path,
//! `1x10x19x12`, if several captures go from the same square to the same square. A position is
//! written as in Portable Draughts Notation: the side to move, then the pieces of each side, kings
//! with a `K`: `W:WK3,21,25:B4,K30`. If plies without a capture or a move of a man count, they
//! follow as `:H12`.
//!
//! ```
//! use cairn_core::Game;
//! use cairn_games::draughts::Draughts;
//!
//! let mut position = Draughts::default();
//! for text in ["11-15", "22-18", "15x22"] {
//!     position.play(position.parse_move(text).unwrap());
//! }
//! assert_eq!(position.legal_moves().count(), 2, "White must capture back");
//! ```

mod board;
mod evaluation;
mod text;

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::capabilities::{Capabilities, Repetition};
use cairn_core::game::{Game, Outcome, PackedMove, Turn};

pub use evaluation::WEIGHTS;

use crate::bits::select_bit;
use board::{Capture, Captures, KEYS, LAST_ROW, SQUARES, STEP_KEYS, shifted, shifted_back};

/// This many plies without a capture or a move of a man make a draw: forty moves of each player.
pub const QUIET_LIMIT: u8 = 80;

/// The longest line a search follows; it is worth a draw.
pub const MAX_PLIES: usize = 400;

/// The most pieces of a side.
const PIECES: u32 = 12;

/// The most legal moves: the steps of twelve kings. No position allows more than 40 captures;
/// a test computes that.
const MAX_MOVES: usize = 48;

/// The moves below this are steps, 32 for each direction; the others captures.
const FIRST_CAPTURE: u16 = 4 * SQUARES as u16;

/// A move: a step, as its square and, times 32, its direction, or a capture, by its number in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DraughtsMove(u16);

impl DraughtsMove {
    #[hot]
    fn step(direction: usize, from: u32) -> Self {
        DraughtsMove(SQUARES as u16 * direction as u16 + from as u16)
    }

    /// The square and the direction of a step.
    #[hot]
    fn as_step(self) -> (usize, usize) {
        (usize::from(self.0) % SQUARES, usize::from(self.0) / SQUARES % 4)
    }

    #[hot]
    fn capture(number: u16) -> Self {
        DraughtsMove(FIRST_CAPTURE + number)
    }

    /// The number of a capture.
    #[hot]
    fn number(self) -> Option<usize> {
        self.0.checked_sub(FIRST_CAPTURE).map(usize::from)
    }

    #[hot]
    fn as_capture(self) -> Option<Capture> {
        self.number().map(Capture::new)
    }
}

impl PackedMove for DraughtsMove {
    #[hot]
    fn pack(self) -> u32 {
        self.0.into()
    }
    #[hot]
    fn unpack(bits: u32) -> Self {
        DraughtsMove(bits as u16)
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draughts {
    /// The pieces of Black and of White.
    pieces: [u32; 2],
    /// The kings of both.
    kings: u32,
    to_move: u8,
    /// Plies since the last capture or move of a man.
    /// Positions that differ only here are different: in one of them the game ends sooner.
    quiet: u8,
}

/// Without the plies since the last capture or move of a man.
impl Hash for Draughts {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.pieces, self.kings, self.to_move).hash(state);
    }
}

impl Default for Draughts {
    fn default() -> Self {
        Draughts { pieces: [0x0000_0fff, 0xfff0_0000], kings: 0, to_move: 0, quiet: 0 }
    }
}

/// The legal moves: all steps, or all captures.
enum Moves {
    Steps { sets: [u32; 4], direction: usize },
    Captures(Captures),
}

impl Iterator for Moves {
    type Item = DraughtsMove;

    #[hot]
    fn next(&mut self) -> Option<DraughtsMove> {
        match self {
            Moves::Captures(captures) => captures.next().map(DraughtsMove::capture),
            Moves::Steps { sets, direction } => {
                while *direction < 4 {
                    let set = sets[*direction];
                    if set != 0 {
                        sets[*direction] = set & (set - 1);
                        return Some(DraughtsMove::step(*direction, set.trailing_zeros()));
                    }
                    *direction += 1;
                }
                None
            }
        }
    }
}

impl Draughts {
    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        (self.to_move & 1).into()
    }

    /// The men that `player` has.
    pub fn men(&self, player: usize) -> u32 {
        (self.pieces[player] & !self.kings).count_ones()
    }

    /// The kings that `player` has.
    pub fn kings(&self, player: usize) -> u32 {
        (self.pieces[player] & self.kings).count_ones()
    }

    #[hot]
    fn own(&self) -> u32 {
        self.pieces[self.to_move()]
    }

    #[hot]
    fn other(&self) -> u32 {
        self.pieces[1 - self.to_move()]
    }

    #[hot]
    fn empty(&self) -> u32 {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of the player to move that go in a direction.
    #[hot]
    fn going(&self, direction: usize) -> u32 {
        let all = direction / 2 == self.to_move();
        self.own() & if all { u32::MAX } else { self.kings }
    }

    /// For each direction, the pieces that can step, whether or not there is a capture.
    #[hot]
    fn steps(&self) -> [u32; 4] {
        let mut sets = [0; 4];
        let empty = self.empty();
        for (direction, set) in sets.iter_mut().enumerate() {
            *set = self.going(direction) & shifted_back(empty, direction);
        }
        sets
    }

    /// The pieces that can capture.
    #[hot]
    fn capturers(&self) -> u32 {
        let (other, empty) = (self.other(), self.empty());
        let mut set = 0;
        for direction in 0..4 {
            let victims = other & shifted_back(empty, direction);
            set |= self.going(direction) & shifted_back(victims, direction);
        }
        set
    }

    #[hot]
    fn captures(&self, capturers: u32) -> Captures {
        let down = self.to_move() == 0;
        Captures::new(capturers, self.kings, down, self.other(), self.empty())
    }

    #[hot]
    fn moves(&self) -> Moves {
        match self.capturers() {
            0 => Moves::Steps { sets: self.steps(), direction: 0 },
            capturers => Moves::Captures(self.captures(capturers)),
        }
    }

    /// The squares that a move leaves and enters.
    #[hot]
    fn ends(&self, mv: DraughtsMove) -> (usize, usize) {
        match mv.as_capture() {
            Some(capture) => (capture.from(), capture.to()),
            None => {
                let (from, direction) = mv.as_step();
                (from, shifted(1 << from, direction).trailing_zeros() as usize % SQUARES)
            }
        }
    }
}

impl Game for Draughts {
    type Move = DraughtsMove;

    const UNIQUE_KEYS: bool = true;

    fn keys(&self) -> usize {
        KEYS
    }

    fn max_moves(&self) -> usize {
        MAX_MOVES
    }

    fn max_plies(&self) -> usize {
        MAX_PLIES
    }

    #[hot]
    fn turn(&self) -> Turn {
        let [a, b, c, d] = self.steps();
        if a | b | c | d == 0 && self.capturers() == 0 {
            return Turn::Over(Outcome::win(1 - self.to_move()));
        }
        match self.quiet >= QUIET_LIMIT {
            true => Turn::Over(Outcome::draw()),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = DraughtsMove> {
        self.moves()
    }

    #[hot]
    fn play(&mut self, mv: DraughtsMove) {
        let player = self.to_move();
        let (from, to) = self.ends(mv);
        let (from, to) = (1 << from, 1 << to);
        let captured = mv.as_capture().map_or(0, Capture::captured);
        let king = self.kings & from != 0;
        self.pieces[player] = self.pieces[player] & !from | to;
        self.pieces[1 - player] &= !captured;
        self.kings &= !(from | captured);
        if king || to & LAST_ROW[player] != 0 {
            self.kings |= to;
        }
        self.quiet = if king && captured == 0 { self.quiet + 1 } else { 0 };
        self.to_move ^= 1;
    }

    #[hot]
    fn key(&self, mv: DraughtsMove) -> usize {
        match mv.as_capture() {
            Some(capture) => capture.key(),
            None => {
                let (from, direction) = mv.as_step();
                STEP_KEYS[direction][from].into()
            }
        }
    }

    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> DraughtsMove {
        let capturers = self.capturers();
        if capturers != 0 {
            let mut captures = self.captures(capturers);
            let count = self.captures(capturers).count() as u32;
            let choice = if count > 1 { rng.below(count) } else { 0 };
            let number = captures.nth(choice as usize).expect("the same moves twice");
            return DraughtsMove::capture(number);
        }
        let sets = self.steps();
        let mut rank = rng.below(sets.iter().map(|set| set.count_ones()).sum());
        let mut direction = 0;
        while direction < 3 && rank >= sets[direction].count_ones() {
            rank -= sets[direction].count_ones();
            direction += 1;
        }
        DraughtsMove::step(direction, select_bit(sets[direction].into(), rank))
    }

    /// The third time.
    fn repetition(&self) -> Repetition {
        Repetition::Ends(3)
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.hash64())
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Self::CAPABILITIES
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White"][player]
    }

    fn write_move(&self, mv: DraughtsMove, out: &mut dyn Write) -> fmt::Result {
        self.write_path(mv, out)
    }

    fn parse_move(&self, text: &str) -> Option<DraughtsMove> {
        self.read_path(text).ok()
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        self.read_path(text).err().flatten()
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_pieces(out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        text::parse(text)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        self.draw_board(out)
    }
}

#[cfg(test)]
mod tests {
    use super::board::CAPTURES;
    use super::*;

    /// How many captures kings have over these enemies.
    fn count(kings: u32, enemies: u32) -> usize {
        let position = Draughts { pieces: [kings, enemies], kings, to_move: 0, quiet: 0 };
        position.captures(position.capturers()).count()
    }

    /// Jumps never leave one of four sets of eight squares, and go over one of two sets of nine, so
    /// that two sets of squares share their enemies. For each set the kings may be where they can
    /// capture most; of enemies there are twelve.
    #[test]
    fn no_position_has_more_captures_than_max_moves() {
        fn subsets(set: u32) -> impl Iterator<Item = u32> {
            let mut next = Some(0u32);
            core::iter::from_fn(move || {
                let subset = next?;
                next = Some(subset.wrapping_sub(set) & set).filter(|&next| next != 0);
                Some(subset)
            })
        }
        let mut seen = 0;
        // For each set of enemies, what all kings together capture; the subsets come in order.
        let mut most = [[0; 512]; 2];
        for square in 0..SQUARES {
            if seen >> square & 1 != 0 {
                continue;
            }
            let (mut reached, mut over) = (1u32 << square, 0u32);
            let all = (0..CAPTURES).map(Capture::new);
            for capture in all.filter(|capture| capture.from() == square) {
                reached |= 1 << capture.to();
                over |= capture.captured();
            }
            assert_eq!((reached.count_ones(), over.count_ones()), (8, 9));
            assert_eq!(reached & (over | seen), 0);
            seen |= reached;
            let best = |enemies| subsets(reached).map(|kings| count(kings, enemies)).max();
            for (most, enemies) in most[square / 4 % 2].iter_mut().zip(subsets(over)) {
                *most += best(enemies).unwrap();
            }
        }
        assert_eq!(seen, u32::MAX);
        let of = |row: usize, enemies: u32| {
            let sets = most[row].iter().enumerate();
            sets.filter(|(set, _)| set.count_ones() == enemies).map(|(_, &most)| most).max()
        };
        let all = (3..=9).map(|enemies| of(0, enemies).unwrap() + of(1, 12 - enemies).unwrap());
        assert_eq!(all.max(), Some(40));
    }
}

//! Nine Men's Morris.
//!
//! White begins. The players first put their nine men on empty points, one a turn; then they move
//! them along the lines to an empty neighbouring point; a player with only three men left may move
//! them to any empty point (they fly). A player who closes a mill, three own men on a line, takes one
//! of the opponent's men from the board: one that is not in a mill, unless all are. Closing two mills at
//! once takes one man only. A player with fewer than three men, those in hand counted, or without a
//! move, has lost.
//!
//! [`QUIET_LIMIT`] plies of moving without a mill make a draw, and so does a line that is cut off
//! after [`MAX_PLIES`]. After a man is put or taken, no earlier position can return, so this limit
//! ends every repetition.
//!
//! Taking a man is a ply of its own, by the same player. So a key never has to name a move and a man
//! together, and there are 184 of them, each with one meaning: 24 for putting a man on a point, 24
//! for taking one from it, 64 for moving along a line in one direction, and 72 for flying, by the
//! point flown to and whether the first, second or third man flies. (Which man that is changes during
//! a game, but the point flown to matters more, and pairs of points would be 552.)
//!
//! Points have names from `a1` to `g7`. A move is written as `d2`, `d2-d3`, or `xa4` for taking.
//! A position is written on one line: the 24 points from `a7` row by row to `g1`, `W`, `B` or `.`,
//! with `/` between the rows; the men in hand, white's first; the side to move, with an `x` if it is
//! to take a man; and the plies without a mill: `W.B/.../.../...W../.../.../..B 7-7 w 0`.

mod board;
mod evaluation;

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::capabilities::Capabilities;
use cairn_core::game::{Game, Outcome, PackedMove, Turn};

pub use evaluation::WEIGHTS;

use crate::bits::{PointSet, Points, Words, select_bit};
use board::{NAMES, POINTS, READING, closes_mill, in_mills, moved, opposite, step};

/// This many plies of moving without a mill make a draw: fifty moves of each player.
pub const QUIET_LIMIT: u8 = 100;

/// The longest line a search follows; it is worth a draw.
pub const MAX_PLIES: usize = 400;

const MEN: u8 = 9;
const ALL: u32 = (1 << POINTS) - 1;
const TAKE_KEYS: usize = POINTS;
const MOVE_KEYS: usize = 2 * POINTS;
const FLY_KEYS: usize = MOVE_KEYS + 64;
const KEYS: usize = FLY_KEYS + 3 * POINTS;

/// A move. Points are numbered along the three rings, eight each from the top left clockwise, the
/// outer ring first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MorrisMove {
    /// Puts a man on a point.
    Put(u8),
    /// Takes the opponent's man from a point.
    Take(u8),
    /// Moves a man along a line: the direction, and where to.
    Step(u8, u8),
    /// Moves one of the last three men, the first, second or third, anywhere.
    Fly(u8, u8),
}

use MorrisMove::{Fly, Put, Step, Take};

#[hot]
impl PackedMove for MorrisMove {
    fn pack(self) -> u32 {
        u32::from_le_bytes(match self {
            Put(point) => [0, point, 0, 0],
            Take(point) => [1, point, 0, 0],
            Step(direction, to) => [2, to, direction, 0],
            Fly(which, to) => [3, to, which, 0],
        })
    }
    fn unpack(bits: u32) -> Self {
        let [kind, point, other, _] = bits.to_le_bytes();
        match kind {
            0 => Put(point),
            1 => Take(point),
            2 => Step(other, point),
            _ => Fly(other, point),
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morris {
    /// The men of white and of black on the board.
    men: [u32; 2],
    /// How many men each has in hand.
    hand: [u8; 2],
    to_move: u8,
    /// The player to move has closed a mill and is to take a man.
    taking: bool,
    /// Plies of moving since the last mill.
    /// Positions that differ only here are different: in one of them the game ends sooner.
    quiet: u8,
}

/// Without the plies since the last mill.
impl Hash for Morris {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.men, self.hand, self.to_move, self.taking).hash(state);
    }
}

impl Default for Morris {
    fn default() -> Self {
        Morris { men: [0; 2], hand: [MEN; 2], to_move: 0, taking: false, quiet: 0 }
    }
}

/// What the player to move can do.
#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Take,
    Put,
    Step,
    Fly,
}

impl Phase {
    /// The move that goes to the point `to % 64`: in direction `to / 64`, or of that man.
    #[hot]
    fn make(self, to: usize) -> MorrisMove {
        let (which, point) = ((to / 64) as u8, (to % 64) as u8);
        match self {
            Phase::Take => Take(point),
            Phase::Put => Put(point),
            Phase::Step => Step(which, point),
            Phase::Fly => Fly(which, point),
        }
    }
}

impl Morris {
    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    #[hot]
    fn own(&self) -> u32 {
        self.men[usize::from(self.to_move & 1)]
    }

    #[hot]
    fn other(&self) -> u32 {
        self.men[usize::from(self.to_move & 1 ^ 1)]
    }

    /// The men of `player`, those in hand included.
    #[hot]
    fn count(&self, player: u8) -> u32 {
        let player = usize::from(player & 1);
        self.men[player].count_ones() + u32::from(self.hand[player])
    }

    /// What the player to move can do, and where to: a word for each direction, or each man.
    #[hot]
    fn moves(&self) -> (Phase, Words<4>) {
        let (own, other) = (self.own(), self.other());
        let empty = ALL & !(own | other);
        let (phase, sets) = if self.taking {
            let free = other & !in_mills(other);
            (Phase::Take, [if free == 0 { other } else { free }, 0, 0, 0])
        } else if self.hand[usize::from(self.to_move & 1)] > 0 {
            (Phase::Put, [empty, 0, 0, 0])
        } else if own.count_ones() > 3 {
            let near = [moved(own, 0), moved(own, 1), moved(own, 2), moved(own, 3)];
            (Phase::Step, [near[0] & empty, near[1] & empty, near[2] & empty, near[3] & empty])
        } else {
            (Phase::Fly, [empty, empty, empty, 0])
        };
        (phase, Words(sets.map(u64::from)))
    }

    /// Where a man that moves comes from.
    #[hot]
    fn origin(&self, mv: MorrisMove) -> Option<u32> {
        match mv {
            Step(direction, to) => Some(step(to.into(), opposite(direction.into()))),
            Fly(man, _) => Some(select_bit(self.own().into(), man.into())),
            Put(_) | Take(_) => None,
        }
    }

    fn symbol(&self, point: usize) -> char {
        match self.men.map(|men| men >> point & 1 != 0) {
            [true, _] => 'W',
            [_, true] => 'B',
            _ => '.',
        }
    }
}

impl Game for Morris {
    type Move = MorrisMove;

    const UNIQUE_KEYS: bool = true;

    #[hot]
    fn keys(&self) -> usize {
        KEYS
    }

    #[hot]
    fn max_plies(&self) -> usize {
        MAX_PLIES
    }

    #[hot]
    fn turn(&self) -> Turn {
        if self.taking {
            return Turn::Player(self.to_move());
        }
        // Only the player to move can have just lost a man, and only that player can be stuck.
        if self.count(self.to_move) < 3 || self.moves().1.is_empty() {
            return Turn::Over(Outcome::win(usize::from(self.to_move & 1 ^ 1)));
        }
        match self.quiet >= QUIET_LIMIT {
            true => Turn::Over(Outcome::draw()),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = MorrisMove> {
        let (phase, targets) = self.moves();
        Points(targets).map(move |to| phase.make(to))
    }

    #[hot]
    fn play(&mut self, mv: MorrisMove) {
        let player = usize::from(self.to_move & 1);
        let origin = self.origin(mv);
        let to = match mv {
            Take(point) => {
                self.men[player ^ 1] &= !(1 << point);
                self.taking = false;
                self.to_move ^= 1;
                return;
            }
            Put(point) => {
                self.hand[player] -= 1;
                point
            }
            Step(_, point) | Fly(_, point) => {
                self.quiet += 1;
                point
            }
        };
        if let Some(origin) = origin {
            self.men[player] &= !(1 << origin);
        }
        self.men[player] |= 1 << to;
        if closes_mill(self.men[player], to.into()) {
            self.taking = true;
            self.quiet = 0;
        } else {
            self.to_move ^= 1;
        }
    }

    #[hot]
    fn key(&self, mv: MorrisMove) -> usize {
        match mv {
            Put(point) => point.into(),
            Take(point) => TAKE_KEYS + usize::from(point),
            // Along the rings to each of 24 points; inwards and outwards to each of eight.
            Step(direction @ 0..2, to) => {
                MOVE_KEYS + POINTS * usize::from(direction) + usize::from(to)
            }
            Step(2, to) => MOVE_KEYS + 2 * POINTS + usize::from(to / 2 - 4),
            Step(_, to) => MOVE_KEYS + 2 * POINTS + 8 + usize::from(to / 2),
            Fly(man, to) => FLY_KEYS + POINTS * usize::from(man) + usize::from(to),
        }
    }

    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> MorrisMove {
        let (phase, targets) = self.moves();
        phase.make(targets.random(rng))
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Self::CAPABILITIES
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["White", "Black"][player]
    }

    fn write_move(&self, mv: MorrisMove, out: &mut dyn Write) -> fmt::Result {
        let (Put(to) | Take(to) | Step(_, to) | Fly(_, to)) = mv;
        if let Take(_) = mv {
            out.write_char('x')?;
        }
        if let Some(origin) = self.origin(mv) {
            write!(out, "{}-", NAMES[origin as usize])?;
        }
        out.write_str(NAMES[usize::from(to)])
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let named = |name: &str| NAMES.iter().position(|other| name.eq_ignore_ascii_case(other));
        let has = |men: u32, point: usize| men >> point & 1 != 0;
        let (own, other) = (self.own(), self.other());
        if self.taking {
            let point = named(text.trim_start_matches(['x', 'X']))?;
            return Some(match has(other, point) {
                true if text.len() > 2 => "is in a mill: take a man that is not",
                true => "needs an x before it: you have a mill and take a man",
                false => "has none of the other player's men: take one of them",
            });
        }
        if self.hand[usize::from(self.to_move & 1)] > 0 {
            let occupied = has(own | other, named(text)?);
            return occupied.then_some("is occupied: choose an empty point");
        }
        let (from, to) = text.split_once('-')?;
        let (from, to) = (named(from)?, named(to)?);
        Some(match () {
            () if !has(own, from) => "does not start on one of your men",
            () if has(own | other, to) => "ends on a point that is occupied",
            () => "does not go along a line to the next point",
        })
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for (index, &point) in READING.iter().enumerate() {
            if index > 0 && index % 3 == 0 && index != 12 {
                out.write_char('/')?;
            }
            out.write_char(self.symbol(point.into()))?;
        }
        let [white, black] = self.hand;
        let side = ["w", "b"][self.to_move()];
        let taking = if self.taking { "x" } else { "" };
        write!(out, " {white}-{black} {side}{taking} {}", self.quiet)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        board::parse(text)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        board::draw(|point| self.symbol(point), out)?;
        let [white, black] = [0, 1].map(|player| self.count(player));
        write!(out, "men: White {white}, Black {black}")?;
        let [white, black] = self.hand;
        if white + black > 0 {
            write!(out, " (in hand: White {white}, Black {black})")?;
        }
        out.write_char('\n')
    }
}

/// A position from its parts, if the rules allow it.
fn assemble(men: [u32; 2], hand: [u8; 2], side: &str, quiet: u8) -> Result<Morris, &'static str> {
    let (to_move, taking) = match side {
        "w" | "W" => (0, false),
        "b" | "B" => (1, false),
        "wx" | "WX" => (0, true),
        "bx" | "BX" => (1, true),
        _ => return Err("after the men in hand comes the side to move: w or b, wx or bx to take"),
    };
    let position = Morris { men, hand, to_move, taking, quiet };
    if [0, 1].iter().any(|&player| position.count(player) > MEN.into()) {
        return Err("a player has at most nine men, those in hand included");
    }
    if taking && (in_mills(position.own()) == 0 || position.other() == 0) {
        return Err("only a player with a mill can take a man, and there must be one to take");
    }
    if position.count(1 - to_move) < 3 {
        return Err("only the side to move may have fewer than three men: it has lost");
    }
    Ok(position)
}

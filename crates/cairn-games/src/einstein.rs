//! EinStein würfelt nicht! (Ingo Althöfer, 2004): a race with dice on a board of 5×5.
//!
//! White's six stones start around the corner `e1` and go up, left, or both at once; Black's start
//! around `a5` and go down, right, or both. Chance deals each side its stones, Black's first. Before
//! each move a die is rolled: the stone of that number moves or, if it is gone, the next higher or
//! the next lower one. A stone takes any stone on the square it goes to, also one of its own side.
//! The first player to reach the opposite corner, or to take the last hostile stone, wins; so there
//! are no draws.
//!
//! Moves are written `d2-c3`, a die by its number, and what chance deals as the six stones in the
//! order of [`HOME`]: `314265`. A position is its rows from the top with `A` to `F` for White's
//! stones 1 to 6, `a` to `f` for Black's and numbers for empty squares, then the side to move and the
//! die, or `-` before it is rolled: `abc2/de3/f3F/3ED/2CBA w 4`.
//!
//! A move's key is its stone and direction: how good it is to bring a stone forward hardly depends on
//! where it is.
//!
//! ```
//! use cairn_core::{Game, Turn};
//! use cairn_games::einstein::Einstein;
//!
//! let mut position = Einstein::default();
//! assert_eq!(position.turn(), Turn::Chance);
//! for text in ["123456", "123456", "4"] {
//!     position.play(position.parse_move(text).unwrap());
//! }
//! assert_eq!(position.turn(), Turn::Player(0));
//! assert_eq!(position.legal_moves().count(), 3);
//! ```

use core::fmt::{self, Write};

use cairn_core::capabilities::Repetition;
use cairn_core::game::{Game, Outcome, PackedMove, Turn};

use crate::rows::{Notation, end, next_word, parse_square, write_square};

/// Rows and columns.
const SIZE: u8 = 5;
const SQUARES: u8 = SIZE * SIZE;
const STONES: usize = 6;
/// How six stones can be dealt.
const DEALS: u16 = 720;
/// The place of a stone that was taken, or not dealt yet.
const NOWHERE: u8 = SQUARES;
const NOBODY: u8 = 2;

/// The player who moves first.
pub const WHITE: usize = 0;
/// The other one.
pub const BLACK: usize = 1;

/// Where White's stones start, by number of the square from `a1` on, row by row: e1, d1, c1, e2, d2,
/// e3. Black's start on the opposite squares.
pub const HOME: [u8; STONES] = [4, 3, 2, 9, 8, 14];

/// White's corner and goal.
const CORNERS: [u8; 2] = [4, 20];

const NOTATION: Notation = Notation {
    pieces: "ABCDEFabcdef",
    sides: "wb",
    expected_pieces: "a row has A to F for White's stones 1 to 6, a to f for Black's, numbers for \
                      empty places",
    expected_side: "after the rows comes the side to move: w or b",
};

/// Columns and rows that White's stones go in a direction; Black's go the other way.
const DIRECTIONS: [(i8, i8); 3] = [(0, 1), (-1, 0), (-1, 1)];

/// A move of a player or of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EinsteinMove {
    /// A stone, counted from 0, goes in a direction.
    Step(u8, u8),
    /// The die shows this number.
    Roll(u8),
    /// A side is dealt its stones, in one of 720 ways.
    Deal(u16),
}

use EinsteinMove::{Deal, Roll, Step};

#[hot]
impl PackedMove for EinsteinMove {
    fn pack(self) -> u32 {
        match self {
            Step(stone, direction) => u32::from(stone) * 3 + u32::from(direction),
            Roll(number) => 0x100 | u32::from(number),
            Deal(deal) => 0x1000 | u32::from(deal),
        }
    }
    fn unpack(bits: u32) -> Self {
        match bits {
            0x1000.. => Deal((bits - 0x1000) as u16 % DEALS),
            0x100.. => Roll((bits - 0x100) as u8 % 7),
            _ => Step((bits / 3) as u8 % 6, (bits % 3) as u8),
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Einstein {
    /// Where each stone is, by player.
    stones: [[u8; STONES]; 2],
    to_move: u8,
    /// What the die shows; 0 before it is rolled.
    die: u8,
    winner: u8,
}

impl Default for Einstein {
    fn default() -> Self {
        Einstein { stones: [[NOWHERE; STONES]; 2], to_move: 0, die: 0, winner: NOBODY }
    }
}

impl Einstein {
    /// Which player is dealt stones now, if any.
    #[hot]
    fn dealing(&self) -> Option<usize> {
        let [white, black] = self.stones.map(|stones| stones == [NOWHERE; STONES]);
        (white && self.winner == NOBODY).then_some(if black { BLACK } else { WHITE })
    }

    /// A player's stones that the die lets move, a bit each.
    #[hot]
    fn movable(&self) -> u8 {
        let own = &self.stones[usize::from(self.to_move) & 1];
        let mut alive = 0u8;
        for (stone, &square) in own.iter().enumerate() {
            alive |= u8::from(square != NOWHERE) << stone;
        }
        let wanted = 1u8 << (self.die.clamp(1, 6) - 1);
        if alive & wanted != 0 {
            return wanted;
        }
        let (below, above) = (alive & (wanted - 1), alive & !(wanted - 1));
        let highest = if below == 0 { 0 } else { 0x80 >> below.leading_zeros() };
        highest | above & above.wrapping_neg()
    }

    /// Where a stone of the player to move comes to in a direction.
    #[hot]
    fn target(&self, stone: u8, direction: u8) -> Option<u8> {
        let square = self.stones[usize::from(self.to_move) & 1][usize::from(stone) % STONES];
        let (right, up) = DIRECTIONS[usize::from(direction) % 3];
        let way = if usize::from(self.to_move) == WHITE { 1 } else { -1 };
        let column = (square % SIZE) as i8 + way * right;
        let row = (square / SIZE) as i8 + way * up;
        let inside = |at: i8| (0..SIZE as i8).contains(&at);
        (square != NOWHERE && inside(column) && inside(row)).then(|| (row * 5 + column) as u8)
    }

    fn steps(&self) -> impl Iterator<Item = EinsteinMove> {
        let movable = self.movable();
        let stones = (0..STONES as u8).filter(move |stone| movable >> stone & 1 != 0);
        stones.flat_map(move |stone| {
            let directions = (0..3).filter(move |&way| self.target(stone, way).is_some());
            directions.map(move |way| Step(stone, way))
        })
    }

    /// The player and the stone on a square.
    fn at(&self, square: u8) -> Option<(usize, usize)> {
        let on = |stones: &[u8; STONES]| stones.iter().position(|&other| other == square);
        self.stones.iter().enumerate().find_map(|(player, stones)| Some((player, on(stones)?)))
    }

    /// The player who has reached the goal or taken all hostile stones, or [`NOBODY`].
    fn find_winner(&self) -> u8 {
        let gone = |player: usize| self.stones[player] == [NOWHERE; STONES];
        let won = |player: usize| self.stones[player].contains(&CORNERS[1 - player]);
        match () {
            () if won(WHITE) || (gone(BLACK) && !gone(WHITE)) => WHITE as u8,
            () if won(BLACK) || gone(WHITE) => BLACK as u8,
            () => NOBODY,
        }
    }
}

/// The stones in the order of a deal: the `deal`-th of all orders.
fn dealt(deal: u16) -> [u8; STONES] {
    let mut left = [0, 1, 2, 3, 4, 5];
    let mut order = [0; STONES];
    let (mut rest, mut ways) = (deal % DEALS, DEALS);
    for (place, stone) in order.iter_mut().enumerate() {
        ways /= (STONES - place) as u16;
        let index = usize::from(rest / ways);
        rest %= ways;
        *stone = left[index];
        left.copy_within(index + 1.., index);
    }
    order
}

impl Game for Einstein {
    type Move = EinsteinMove;
    const UNIQUE_KEYS: bool = true;
    const CHANCE: bool = true;

    fn denominator(&self) -> u32 {
        1
    }

    fn keys(&self) -> usize {
        3 * STONES
    }

    fn max_moves(&self) -> usize {
        DEALS.into()
    }

    /// A side's stones are 40 steps from the goal together; two deals, and a die for every step.
    fn max_plies(&self) -> usize {
        2 + 2 * 2 * 40
    }

    #[hot]
    fn turn(&self) -> Turn {
        match self.winner {
            NOBODY if self.die == 0 => Turn::Chance,
            NOBODY => Turn::Player(self.to_move.into()),
            winner => Turn::Over(Outcome::win(winner.into())),
        }
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = EinsteinMove> {
        let deals = if self.die == 0 && self.dealing().is_some() { DEALS } else { 0 };
        let rolls = if self.die == 0 && deals == 0 { 6 } else { 0 };
        let steps = (self.die > 0).then(|| self.steps()).into_iter().flatten();
        (0..deals).map(Deal).chain((1..=rolls).map(Roll)).chain(steps)
    }

    #[hot]
    fn chance_move(&self, rng: &mut cairn_core::Rng) -> EinsteinMove {
        match self.dealing() {
            Some(_) => Deal(rng.below(DEALS.into()) as u16),
            None => Roll(1 + rng.below(6) as u8),
        }
    }

    #[hot]
    fn play(&mut self, mv: EinsteinMove) {
        match mv {
            Step(stone, direction) => {
                let Some(target) = self.target(stone, direction) else { return };
                for other in self.stones.as_flattened_mut() {
                    if *other == target {
                        *other = NOWHERE;
                    }
                }
                self.stones[usize::from(self.to_move) & 1][usize::from(stone) % STONES] = target;
                (self.to_move, self.die, self.winner) = (1 - self.to_move, 0, self.find_winner());
            }
            Roll(number) => self.die = number,
            Deal(deal) => {
                let player = self.dealing().unwrap_or(WHITE);
                for (home, stone) in HOME.into_iter().zip(dealt(deal)) {
                    let square = if player == WHITE { home } else { SQUARES - 1 - home };
                    self.stones[player][usize::from(stone)] = square;
                }
            }
        }
    }

    #[hot]
    fn key(&self, mv: EinsteinMove) -> usize {
        mv.pack() as usize % (3 * STONES)
    }

    /// Every move of a stone is a step forward.
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["White", "Black"][player]
    }

    fn write_move(&self, mv: EinsteinMove, out: &mut dyn Write) -> fmt::Result {
        match mv {
            Step(stone, direction) => {
                let from = self.stones[usize::from(self.to_move)][usize::from(stone)];
                write_square(from.into(), SIZE.into(), out)?;
                out.write_char('-')?;
                let to = self.target(stone, direction).unwrap_or(from);
                write_square(to.into(), SIZE.into(), out)
            }
            Roll(number) => write!(out, "{number}"),
            Deal(deal) => dealt(deal).iter().try_for_each(|stone| write!(out, "{}", stone + 1)),
        }
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let (from, _) = text.split_once('-').unwrap_or((text, ""));
        match self.at(parse_square(from, SIZE.into(), SIZE.into())? as u8) {
            None => Some("begins on an empty square: choose one of your stones"),
            Some((player, _)) if player != usize::from(self.to_move) => {
                Some("is not your stone: choose one of your own")
            }
            Some((_, stone)) if self.movable() >> stone & 1 == 0 => Some(
                "is not the stone of the die: move that one, or the next higher or lower if it is gone",
            ),
            _ => Some("goes nowhere: a stone goes one square towards the opposite corner"),
        }
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let piece = |row: usize, column: usize| {
            let (player, stone) = self.at((4 - row as u8) * SIZE + column as u8)?;
            Some(player * STONES + stone)
        };
        NOTATION.write(5, |_| 5, piece, self.to_move.into(), out)?;
        if self.die == 0 { out.write_str(" -") } else { write!(out, " {}", self.die) }
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let (mut position, mut twice) = (Einstein::default(), false);
        let put = |row: usize, column: usize, piece: usize| {
            let place = &mut position.stones.as_flattened_mut()[piece];
            twice |= *place != NOWHERE;
            *place = (4 - row as u8) * SIZE + column as u8;
        };
        let (to_move, mut rest) = NOTATION.parse(text, 5, |_| 5, put)?;
        if twice {
            return Err("each stone can be on the board once");
        }
        position.to_move = to_move as u8;
        const DIE: &str = "after the side comes the die: 1 to 6, or - before it is rolled";
        position.die = match next_word(&mut rest).ok_or(DIE)?.as_bytes() {
            b"-" => 0,
            [number @ b'1'..=b'6'] => number - b'0',
            _ => return Err(DIE),
        };
        end(rest)?;
        position.check()
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        for row in (0..SIZE).rev() {
            write!(out, "{}", row + 1)?;
            for column in 0..SIZE {
                match self.at(row * SIZE + column) {
                    None => out.write_str(" . ")?,
                    Some((player, stone)) => write!(out, " {}{}", ["W", "B"][player], stone + 1)?,
                }
            }
            out.write_char('\n')?;
        }
        out.write_str(" ")?;
        for column in 0..SIZE {
            write!(out, " {} ", char::from(b'a' + column))?;
        }
        out.write_char('\n')?;
        if self.die > 0 { writeln!(out, "the die shows {}", self.die) } else { Ok(()) }
    }
}

impl Einstein {
    /// Checks that a game can come to this position, and finds the winner.
    fn check(mut self) -> Result<Self, &'static str> {
        let [white, black] = self.stones.map(|stones| stones == [NOWHERE; STONES]);
        let is_home = |&at: &u8| at < SQUARES && HOME.contains(&(SQUARES - 1 - at));
        if white && (black || self.stones[BLACK].iter().all(is_home)) {
            return match (self.die, self.to_move) {
                (0, 0) => Ok(self),
                _ => Err("White has no stones yet: write w - as long as stones are dealt"),
            };
        }
        self.winner = self.find_winner();
        if self.winner != NOBODY && self.die != 0 {
            return Err("the game is over: the die is not rolled any more, write -");
        }
        Ok(self)
    }
}

//! Awari, also Oware: sowing seeds, by the Abapa rules.
//!
//! South owns the houses `A` to `F`, north `a` to `f`; sowing goes from `A` to `F`, on to `a` and so
//! around. Each house starts with four seeds, south begins. A move takes all seeds of one of the
//! player's houses and sows them one by one into the houses that follow, leaving out the house they
//! came from. If the last one falls into a hostile house and makes two or three there, these are
//! captured, and so are those of the houses before it, as long as they are hostile and hold two or
//! three. A move that would capture all seeds of the opponent (a grand slam) captures nothing. A
//! player whose opponent has no seeds must give some if possible.
//!
//! More than 24 seeds win, 24 each is a draw. If a player has no move, or [`QUIET_LIMIT`] plies have
//! passed without a capture (seeds go round in circles), both players take the seeds on their own
//! side and the game is over; a playout that is cut off after [`MAX_PLIES`] is counted in the same
//! way. People agree on that when positions begin to repeat. A counter needs no history, and captured
//! seeds never come back, so after a capture no earlier position can return.
//!
//! A move's key is its house, 0 to 5 from the mover's left: six keys, the same for both players,
//! because tables belong to one player each. (With the number of seeds in the key there would
//! be hundreds, most of which would hardly ever occur twice.)
//!
//! A position is written on one line: the seeds of `A` to `F`, those of `a` to `f`, the seeds that
//! south and north have captured, the side to move, and the plies since the last capture:
//! `4,4,4,4,4,4/4,4,4,4,4,4 0-0 S 0`.

mod evaluation;

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};

use cairn_core::Rng;
use cairn_core::capabilities::Capabilities;
use cairn_core::game::{Game, Outcome, Turn};

pub use evaluation::WEIGHTS;

use crate::bits::select_bit;
use crate::rows::{end, next_word, parse_number};

/// This many plies without a capture end the game. Fewer than one random game in a hundred gets there
/// before it repeats a position.
pub const QUIET_LIMIT: u8 = 100;

/// The longest line a search follows. Random games take about a hundred plies.
pub const MAX_PLIES: usize = 400;

const HOUSES: usize = 6;
const SEEDS: u8 = 48;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awari {
    /// The seeds by house in the direction of sowing, from the leftmost of the player to move.
    houses: [u8; 2 * HOUSES],
    /// What the player to move, and the other, has captured.
    captured: [u8; 2],
    to_move: u8,
    /// Plies since the last capture.
    /// Positions that differ only here are different: in one of them the game ends sooner.
    quiet: u8,
}

/// Without the plies since the last capture.
impl Hash for Awari {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.houses, self.captured, self.to_move).hash(state);
    }
}

/// `SOWN[house][seeds]`: how many seeds fall into each house.
static SOWN: [[[u8; 2 * HOUSES]; SEEDS as usize + 1]; HOUSES] = {
    let mut table = [[[0; 2 * HOUSES]; SEEDS as usize + 1]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut seeds = 1;
        while seeds <= SEEDS as usize {
            table[house][seeds] = table[house][seeds - 1];
            table[house][seeds][last_house(house, seeds)] += 1;
            seeds += 1;
        }
        house += 1;
    }
    table
};

/// Where the last of `seeds` seeds falls: every eleven it is one house further.
#[hot]
const fn last_house(house: usize, seeds: usize) -> usize {
    (house + seeds + (seeds - 1) / (2 * HOUSES - 1)) % (2 * HOUSES)
}

impl Default for Awari {
    fn default() -> Self {
        Awari { houses: [4; 2 * HOUSES], captured: [0, 0], to_move: 0, quiet: 0 }
    }
}

impl Awari {
    /// The player to move, or who would be if the game were not over.
    #[hot]
    pub fn to_move(&self) -> usize {
        self.to_move.into()
    }

    /// The seeds that `player` has captured.
    pub fn captured(&self, player: usize) -> usize {
        self.captured[usize::from(player != self.to_move())].into()
    }

    /// The seeds in `player`'s houses, from the player's left.
    pub fn seeds(&self, player: usize) -> [u8; HOUSES] {
        let first = if player == self.to_move() { 0 } else { HOUSES };
        core::array::from_fn(|house| self.houses[first + house])
    }

    /// The seeds in the houses of a side, a byte each.
    #[hot]
    fn side(&self, first: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes[..HOUSES].copy_from_slice(&self.houses[first..first + HOUSES]);
        u64::from_le_bytes(bytes)
    }

    /// The houses that may be sown, as bits.
    #[hot]
    fn legal(&self) -> u32 {
        /// Sets a house's top bit if it has a seed.
        const ANY: u64 = 0x7f7f_7f7f_7f7f;
        /// Sets it if it has enough seeds to reach the opponent's side.
        const FEEDING: u64 = 0x7f7e_7d7c_7b7a;
        let add = if self.side(HOUSES) == 0 { FEEDING } else { ANY };
        let tops = (self.side(0) + add) & 0x8080_8080_8080;
        // The product gathers the top bits of all houses in its highest byte.
        ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    }

    /// Both players get the seeds on their side.
    #[hot]
    fn final_outcome(&self) -> Outcome {
        let [mut own, mut other] = self.captured;
        for house in 0..HOUSES {
            own += self.houses[house];
            other += self.houses[house + HOUSES];
        }
        let player = usize::from(self.to_move);
        match own.cmp(&other) {
            core::cmp::Ordering::Equal => Outcome::draw(),
            core::cmp::Ordering::Greater => Outcome::win(player & 1),
            core::cmp::Ordering::Less => Outcome::win(player & 1 ^ 1),
        }
    }
}

impl Game for Awari {
    type Move = u8;

    const UNIQUE_KEYS: bool = true;

    #[hot]
    fn keys(&self) -> usize {
        HOUSES
    }

    #[hot]
    fn max_plies(&self) -> usize {
        MAX_PLIES
    }

    #[hot]
    fn turn(&self) -> Turn {
        let [own, other] = self.captured;
        let decided = (own > SEEDS / 2) | (other > SEEDS / 2) | (own + other == SEEDS);
        // A player with more than half still has it after counting what is on the board.
        match decided | (self.quiet >= QUIET_LIMIT) | (self.legal() == 0) {
            true => Turn::Over(self.final_outcome()),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn cutoff(&self) -> Outcome {
        self.final_outcome()
    }

    #[hot]
    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        let legal = self.legal();
        (0..HOUSES as u8).filter(move |house| legal >> house & 1 != 0)
    }

    #[hot]
    fn play(&mut self, house: u8) {
        let house = usize::from(house) % HOUSES;
        let seeds = usize::from(self.houses[house].min(SEEDS));
        let sown = &SOWN[house][seeds];
        self.houses[house] = 0;
        for (seeds, more) in self.houses.iter_mut().zip(sown) {
            *seeds += more;
        }
        let mut last = last_house(house, seeds);
        let (mut taken, mut left) = (0, self.houses);
        while last >= HOUSES && matches!(left[last], 2 | 3) {
            taken += left[last];
            left[last] = 0;
            last -= 1;
        }
        let mut fed = 0;
        for seeds in &left[HOUSES..] {
            fed |= seeds;
        }
        self.quiet += 1;
        if taken > 0 && fed != 0 {
            self.houses = left;
            self.captured[0] += taken;
            self.quiet = 0;
        }
        // Faster than `rotate_left`, which is not always inlined.
        let (own, other) = self.houses.split_at_mut(HOUSES);
        own.swap_with_slice(other);
        self.captured.swap(0, 1);
        self.to_move ^= 1;
    }

    #[hot]
    fn key(&self, house: u8) -> usize {
        house.into()
    }

    #[hot]
    fn random_playout_move(&self, rng: &mut Rng) -> u8 {
        let legal = self.legal();
        select_bit(legal.into(), rng.below(legal.count_ones())) as u8
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Self::CAPABILITIES
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["South", "North"][player]
    }

    fn write_move(&self, house: u8, out: &mut dyn Write) -> fmt::Result {
        out.write_char(char::from([b'A', b'a'][self.to_move()] + house))
    }

    fn why_illegal(&self, text: &str) -> Option<&'static str> {
        let house = text.bytes().next().filter(|_| text.len() == 1)?.to_ascii_lowercase();
        let house = usize::from(house.checked_sub(b'a')?);
        Some(match self.houses.get(..HOUSES)?.get(house)? {
            0 => "is empty: choose a house with seeds",
            _ => "does not reach the other side, which has no seeds: you must give it some",
        })
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for player in 0..2 {
            for (house, seeds) in self.seeds(player).into_iter().enumerate() {
                write!(out, "{}{seeds}", if house > 0 { "," } else { "" })?;
            }
            out.write_char(if player == 0 { '/' } else { ' ' })?;
        }
        let side = ["S", "N"][self.to_move()];
        write!(out, "{}-{} {side} {}", self.captured(0), self.captured(1), self.quiet)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let mut rest = text;
        let board = next_word(&mut rest)
            .ok_or("expected a position like the start: `4,4,4,4,4,4/4,4,4,4,4,4 0-0 S 0`")?;
        let (south, north) =
            board.split_once('/').ok_or("a / divides south's houses and north's")?;
        let captured = next_word(&mut rest)
            .and_then(|word| word.split_once('-'))
            .and_then(|(south, north)| {
                Some([parse_number(south, SEEDS)?, parse_number(north, SEEDS)?])
            })
            .ok_or("after the houses come the captured seeds, south's first, like 10-7")?;
        let to_move = match next_word(&mut rest) {
            Some("S" | "s") => 0,
            Some("N" | "n") => 1,
            _ => return Err("after the captured seeds comes the side to move: S or N"),
        };
        let quiet = next_word(&mut rest)
            .and_then(|word| parse_number(word, QUIET_LIMIT))
            .ok_or("after the side come the plies since the last capture, 0 to 100")?;
        end(rest)?;
        let mut position = Awari { houses: [0; 2 * HOUSES], captured, to_move, quiet };
        for (first, row) in [(0, south), (HOUSES, north)] {
            if row.split(',').count() != HOUSES {
                return Err("each side has six houses, with commas between them");
            }
            for (house, seeds) in row.split(',').enumerate() {
                position.houses[first + house] =
                    parse_number(seeds, SEEDS).ok_or("a house holds 0 to 48 seeds")?;
            }
        }
        let on_board: u32 = position.houses.iter().map(|&seeds| u32::from(seeds)).sum();
        if on_board + u32::from(captured[0]) + u32::from(captured[1]) != u32::from(SEEDS) {
            return Err("there must be 48 seeds, captured ones included");
        }
        if to_move == 1 {
            position.houses.rotate_left(HOUSES);
            position.captured.swap(0, 1);
        }
        Ok(position)
    }

    fn draw(&self, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "   f  e  d  c  b  a   captured by North: {}", self.captured(1))?;
        for player in [1, 0] {
            out.write_str(" ")?;
            let mut seeds = self.seeds(player);
            if player == 1 {
                seeds.reverse();
            }
            for seeds in seeds {
                write!(out, " {seeds:2}")?;
            }
            out.write_char('\n')?;
        }
        writeln!(out, "   A  B  C  D  E  F   captured by South: {}", self.captured(0))
    }
}

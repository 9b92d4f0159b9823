//! What a position says at once: the game is over, repeated, too long, or still open.
//!
//! # Repetition, and why no proof is wrong
//!
//! A line in which a position occurs for the second time ends there, with [`Game::cutoff`]. (With
//! [`Repetition::Ends`], also where an earlier position of the real game occurs for the last time that
//! the rules allow.) This does not change the value of the root. If a player can force a goal against
//! every defence, he can do so without a repetition: from each position, play the move that forces it
//! soonest. And if he cannot, the other player can go round for ever, which is worth the cutoff by the
//! rules. Where [`Game::cutoff`] depends on the position, this needs that it is the same for all
//! positions of a circle. That is so for games that count captures.
//!
//! What a *line* makes of a position is another matter: a position may be lost only because its way
//! out would repeat a position on the line. So each result knows the topmost position on its line that it
//! depends on, its `dep`. A result that depends on nothing above its own position is true wherever the
//! position occurs. Any other is used for exactly the same line only: df-pn stores it under a key made
//! from all positions of the line. The same holds for a result that depends on the limit of plies.
//!
//! With [`Repetition::Forbidden`], any result may depend on any position above, even if no move was
//! forbidden yet: on another line, one might be. So all results depend on the whole line.
//!
//! A tree has one line to each node, so `pn` and `pn2` need none of this.

use super::numbers::{AND, OR, Pair, UNKNOWN, solved};
use super::settings::{Goal, Value};
use crate::capabilities::Repetition;
use crate::game::{Game, Outcome, Turn};
use crate::score::Score;

/// The dep of a result that depends on no position above.
pub(crate) const FREE: u16 = u16::MAX;

/// What kept a search from an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Obstacles {
    /// A position could not be expanded, because the tree or the list of moves was full.
    pub memory: bool,
    /// A line was longer than [`Settings::depth`](super::Settings::depth).
    pub depth: bool,
    /// The game has dice or cards.
    pub chance: bool,
}

/// What the whole search has met.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub draws: bool,
    /// A line was as long as the game allows.
    pub cutoffs: bool,
    pub obstacles: Obstacles,
    /// Positions looked at.
    pub positions: u64,
}

/// What is seen at once of a new position on a line.
#[derive(Clone, Copy)]
pub(crate) enum Sight {
    /// It must not occur again.
    Forbidden,
    /// The game or the line ends here, and the topmost position of the line that this depends on.
    Over(Outcome, u16),
    /// The line is as long as the game allows.
    Cutoff(Outcome),
    /// The line is as long as the settings allow.
    TooDeep,
    Chance,
    /// The game goes on, with this player to move.
    Open(usize),
}

/// The rules of a line.
#[derive(Clone, Copy)]
pub(crate) struct LineRules {
    pub repetition: Repetition,
    /// The length of a line at which it ends...
    pub plies: usize,
    /// ...because the game says so, not the settings.
    pub final_plies: bool,
}

/// How a new position is judged.
#[derive(Clone, Copy)]
pub(crate) enum Judged {
    /// It must not occur again.
    Forbidden,
    /// The game or the line ends here. Its numbers, and what they depend on.
    Leaf(Pair, u16),
    /// The game goes on, with this side to move.
    Open(usize),
}

/// The positions of a line, and of the game before it.
pub(crate) struct Trail<'a> {
    /// The repetition key of each position of the line, by its depth; 0 if it has none. Empty if no
    /// position can recur.
    pub keys: &'a mut [u64],
    /// In order. The earlier positions that must not occur again, or end the game if they do.
    pub earlier: &'a [u64],
}

/// The rules of a search: the game's, the goal and the limits.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub player: usize,
    pub denominator: u32,
    /// Never [`Goal::Value`].
    pub goal: Goal,
    pub line: LineRules,
    pub mobility: bool,
}

/// What a position is, to a table: its hash, and the counter that the hash leaves out.
pub(crate) fn identity<G: Game>(position: &G) -> u64 {
    match position.capabilities().clock {
        None => position.hash64(),
        Some(clock) => position.hash64() ^ mix(clock(position).into()),
    }
}

/// A bijection that spreads every bit (the end of SplitMix64).
pub(crate) fn mix(key: u64) -> u64 {
    let z = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A repetition key as it is kept: never 0, which means none.
fn kept(key: u64) -> u64 {
    mix(key ^ 0x6b65_7073).max(1)
}

impl LineRules {
    /// The key by which a position recurs; 0 if it cannot.
    pub fn key<G: Game>(&self, position: &G) -> u64 {
        match self.repetition {
            Repetition::Never => 0,
            Repetition::Allowed => {
                kept(position.repetition_key().unwrap_or_else(|| identity(position)))
            }
            Repetition::Forbidden | Repetition::Ends(_) => {
                position.repetition_key().map_or(0, kept)
            }
        }
    }

    /// Looks at a position `depth` plies below the root. The trail ends with the position before it.
    pub fn look<G: Game>(&self, position: &G, depth: usize, trail: &Trail<'_>) -> Sight {
        let key = if trail.keys.is_empty() { 0 } else { self.key(position) };
        // A move that does not change the key, like a pass, is never forbidden.
        if key != 0
            && self.repetition == Repetition::Forbidden
            && key != trail.keys[depth - 1]
            && (trail.keys[..depth].contains(&key) || trail.earlier.binary_search(&key).is_ok())
        {
            return Sight::Forbidden;
        }
        let player = match position.turn() {
            Turn::Over(outcome) => return Sight::Over(outcome, FREE),
            Turn::Chance => return Sight::Chance,
            Turn::Player(player) => player,
        };
        if key != 0 && self.repetition != Repetition::Forbidden {
            let ends = matches!(self.repetition, Repetition::Ends(_));
            if ends && trail.earlier.binary_search(&key).is_ok() {
                return Sight::Over(position.cutoff(), FREE);
            }
            // From the end: what is repeated is usually near.
            if let Some(at) = trail.keys[..depth].iter().rposition(|&other| other == key) {
                return Sight::Over(position.cutoff(), at as u16);
            }
        }
        match depth < self.plies {
            true => Sight::Open(player),
            false if self.final_plies => Sight::Cutoff(position.cutoff()),
            false => Sight::TooDeep,
        }
    }
}

impl Rules {
    /// What any result below the root depends on, whatever it is made of.
    pub fn least_dep(&self) -> u16 {
        if self.line.repetition == Repetition::Forbidden { 0 } else { FREE }
    }

    fn reached(&self, value: Value) -> bool {
        value >= if self.goal == Goal::Win { Value::Win } else { Value::Draw }
    }

    fn leaf(&self, outcome: Outcome, dep: u16, seen: &mut Seen) -> Judged {
        let score = Score::of(outcome, self.player, self.denominator);
        let value = match () {
            () if score.is_win() => Value::Win,
            () if score.is_loss() => Value::Loss,
            () => Value::Draw,
        };
        seen.draws |= value == Value::Draw;
        Judged::Leaf(solved(self.reached(value)), dep)
    }

    /// A position whose moves are all forbidden: the game ends.
    pub fn stuck<G: Game>(&self, position: &G, seen: &mut Seen) -> Pair {
        match self.leaf(position.cutoff(), 0, seen) {
            Judged::Leaf(numbers, _) => numbers,
            _ => UNKNOWN,
        }
    }

    /// Judges a position `depth` plies below the root. The trail ends with the position before it.
    pub fn judge<G: Game>(
        &self,
        position: &G,
        depth: usize,
        trail: &Trail<'_>,
        seen: &mut Seen,
    ) -> Judged {
        seen.positions += 1;
        match self.line.look(position, depth, trail) {
            Sight::Forbidden => Judged::Forbidden,
            Sight::Over(outcome, dep) => self.leaf(outcome, dep, seen),
            Sight::Cutoff(outcome) => {
                seen.cutoffs = true;
                self.leaf(outcome, 0, seen)
            }
            Sight::TooDeep => {
                seen.obstacles.depth = true;
                Judged::Leaf(UNKNOWN, 0)
            }
            Sight::Chance => {
                seen.obstacles.chance = true;
                Judged::Leaf(UNKNOWN, 0)
            }
            Sight::Open(player) => Judged::Open(if player == self.player { OR } else { AND }),
        }
    }

    /// The numbers of an open position that nothing is known about.
    pub fn first_numbers<G: Game>(&self, position: &G, side: usize) -> Pair {
        let mut numbers = [1; 2];
        if self.mobility {
            numbers[1 - side] = position.legal_moves().count().max(1) as u32;
        }
        numbers
    }
}

/// Keeps those keys of the game before the root that matter, in order, at the front of `keys`.
/// Returns how many.
pub(crate) fn prepare_earlier(keys: &mut [u64], repetition: Repetition) -> usize {
    keys.iter_mut().for_each(|key| *key = kept(*key));
    keys.sort_unstable();
    let times = match repetition {
        Repetition::Never | Repetition::Allowed => return 0,
        Repetition::Forbidden => 1,
        Repetition::Ends(times) => usize::from(times).max(2) - 1,
    };
    let (mut len, mut start) = (0, 0);
    while start < keys.len() {
        let key = keys[start];
        let count = keys[start..].iter().take_while(|&&other| other == key).count();
        if count >= times {
            keys[len] = key;
            len += 1;
        }
        start += count;
    }
    len
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_positions_that_the_rules_ask_for_are_kept() {
        let check = |repetition, expected: &[u64]| {
            let mut keys = [5, 9, 5, 7, 9, 5];
            let len = prepare_earlier(&mut keys, repetition);
            assert!(keys[..len].is_sorted());
            let found = [5, 7, 9].into_iter().filter(|&key| keys[..len].contains(&kept(key)));
            assert!(found.eq(expected.iter().copied()), "{repetition:?}");
        };
        check(Repetition::Never, &[]);
        check(Repetition::Allowed, &[]);
        check(Repetition::Forbidden, &[5, 7, 9]);
        check(Repetition::Ends(2), &[5, 7, 9]);
        check(Repetition::Ends(3), &[5, 9]);
        check(Repetition::Ends(4), &[5]);
    }
}

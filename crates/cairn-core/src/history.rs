//! The history of a game being played: its start, its moves, and the rules that depend on them.
//!
//! A position knows the rules, but not the moves that led to it. The history adds what depends on
//! those ([`Game::repetition`]): it excludes moves that repeat an earlier position where the rules
//! forbid it, and ends the game where they say that a repetition does. It also ends games that would
//! never end, takes moves back and rolls dice. Every front end uses it.
//!
//! It does not allocate. The caller provides its lists: vectors, or slices of a block
//! ([`SliceList`]). To save memory it stores only the start and the moves. Taking back a move
//! therefore replays the game from its start, and so does the search for repetitions. That is cheap:
//! a game has a few hundred moves, and a search comes between any two of them.
//!
//! Dice are rolled with a seed of the game ([`History::set_dice`]). The roll at a ply depends only on
//! the seed and the ply, not on what the players did, and is recorded as a move.

use core::fmt::{self, Write};
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};

use crate::capabilities::Repetition;
use crate::game::{Game, Turn};
use crate::rng::{Rng, derive_seed};

/// A game ends after this many times [`Game::max_plies`] moves, so that every game ends.
const LONGEST: usize = 4;

/// Makes the seeds of the dice different from those of the players.
const DICE: u64 = 0x6469_6365;

/// A list that a history stores moves or keys in.
pub trait List<T: Copy>: DerefMut<Target = [T]> {
    /// Adds an item; returns false if the list is full.
    fn push(&mut self, item: T) -> bool;
    /// Shortens the list to `len` items.
    fn truncate(&mut self, len: usize);
    /// Whether there is room for another item.
    fn has_room(&self) -> bool;
}

/// A list in a slice that the caller provides.
///
/// ```
/// use cairn_core::history::{List, SliceList};
/// use core::mem::MaybeUninit;
///
/// let mut places = [MaybeUninit::uninit(); 2];
/// let mut list = SliceList::new(&mut places);
/// assert!(list.push('a') && list.push('b') && !list.push('c'));
/// assert_eq!(*list, ['a', 'b']);
/// ```
pub struct SliceList<'b, T> {
    places: &'b mut [MaybeUninit<T>],
    len: usize,
}

impl<'b, T> SliceList<'b, T> {
    /// An empty list with room for `places.len()` items.
    pub fn new(places: &'b mut [MaybeUninit<T>]) -> Self {
        SliceList { places, len: 0 }
    }
}

impl<T> Deref for SliceList<'_, T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        // SAFETY: the first `len` places were written, and MaybeUninit has the layout of its item.
        unsafe { core::slice::from_raw_parts(self.places.as_ptr().cast(), self.len) }
    }
}

impl<T> DerefMut for SliceList<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above.
        unsafe { core::slice::from_raw_parts_mut(self.places.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Copy> List<T> for SliceList<'_, T> {
    fn push(&mut self, item: T) -> bool {
        let Some(place) = self.places.get_mut(self.len) else { return false };
        place.write(item);
        self.len += 1;
        true
    }
    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
    fn has_room(&self) -> bool {
        self.len < self.places.len()
    }
}

#[cfg(feature = "std")]
impl<T: Copy> List<T> for std::vec::Vec<T> {
    fn push(&mut self, item: T) -> bool {
        std::vec::Vec::push(self, item);
        true
    }
    fn truncate(&mut self, len: usize) {
        std::vec::Vec::truncate(self, len);
    }
    fn has_room(&self) -> bool {
        true
    }
}

/// The lists that a history needs. [`room`] says how long they must be.
#[derive(Clone, Debug, Default)]
pub struct Lists<M, K> {
    /// The moves of the game.
    pub moves: M,
    /// The legal moves that are not allowed now.
    pub excluded: M,
    /// Scratch space for repetition keys.
    pub keys: K,
}

/// The most items in the lists of a game from `start`: first of `moves`, then of each other list.
///
/// ```
/// use cairn_core::history::room;
/// use cairn_games::tictactoe::TicTacToe;
/// // This game has no rule about repetition, so it needs no room for excluded moves.
/// assert_eq!(room(&TicTacToe::default()), [36, 0]);
/// ```
pub fn room<G: Game>(start: &G) -> [usize; 2] {
    let forbidden = start.repetition() == Repetition::Forbidden;
    let legal = if forbidden { start.max_moves() } else { 0 };
    [longest(start), legal]
}

/// The most moves of a game.
pub(crate) fn longest<G: Game>(start: &G) -> usize {
    LONGEST.saturating_mul(start.max_plies())
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The game is over.
    Over,
    /// It is not a legal move of the position.
    Illegal,
    /// It is not legal, and the game says why ([`Game::why_illegal`]).
    Because(&'static str),
    /// It would repeat an earlier position.
    Repeats,
}

/// A game being played.
#[derive(Clone, Debug)]
pub struct History<G, M, K> {
    start: G,
    position: G,
    lists: Lists<M, K>,
    dice: Option<u64>,
    /// The position has occurred as often as ends the game.
    repeated: bool,
}

impl<G: Game, M: List<G::Move>, K: List<u64>> History<G, M, K> {
    /// A game that begins at `start`. The caller plays the moves of chance too, unless
    /// [`History::set_dice`] is called.
    pub fn new(start: G, mut lists: Lists<M, K>) -> Self {
        lists.moves.truncate(0);
        lists.excluded.truncate(0);
        History { start, position: start, lists, dice: None, repeated: false }
    }

    /// From now on the history rolls the dice: the roll at a ply depends on `seed` and the ply.
    pub fn set_dice(&mut self, seed: u64) {
        self.dice = Some(seed);
        self.roll();
    }

    /// Forgets the moves and begins again at `start`.
    pub fn restart(&mut self, start: G) {
        self.start = start;
        self.keep(0);
    }

    /// Begins at another `start` and plays the same moves from there.
    pub fn replay_from(&mut self, start: G) {
        self.start = start;
        self.keep(self.moves().len());
    }

    /// Ends the game and gives its lists back.
    pub fn into_lists(self) -> Lists<M, K> {
        self.lists
    }

    /// The first position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves so far, including those of chance.
    pub fn moves(&self) -> &[G::Move] {
        &self.lists.moves
    }

    /// The legal moves of the position that are not allowed, because they would repeat an earlier
    /// position of the game.
    pub fn excluded(&self) -> &[G::Move] {
        &self.lists.excluded
    }

    /// The moves that are allowed: legal and not excluded.
    pub fn allowed(&self) -> impl Iterator<Item = G::Move> {
        let moves = (!self.turn().is_over()).then(|| self.position.legal_moves());
        moves.into_iter().flatten().filter(|mv| !self.excluded().contains(mv))
    }

    /// Whose turn it is. A game that is too long, or in which every legal move would repeat a
    /// position, is over with the outcome [`Game::cutoff`]. So is one whose position has occurred as
    /// often as [`Repetition::Ends`] says.
    pub fn turn(&self) -> Turn {
        let turn = self.position.turn();
        let ends = || {
            let too_long = self.moves().len() >= LONGEST * self.start.max_plies();
            let stuck = !self.excluded().is_empty()
                && self.position.legal_moves().all(|mv| self.excluded().contains(&mv));
            self.repeated || too_long || stuck || !self.lists.moves.has_room()
        };
        if !turn.is_over() && ends() { Turn::Over(self.position.cutoff()) } else { turn }
    }

    /// Plays a move that is [allowed](History::allowed).
    pub fn play(&mut self, mv: G::Move) {
        debug_assert!(!self.excluded().contains(&mv));
        self.add(mv);
        self.apply_repetition();
        self.roll();
    }

    /// The allowed move that `text` names.
    pub fn read_move(&self, text: &str) -> Result<G::Move, MoveError> {
        if self.turn().is_over() {
            return Err(MoveError::Over);
        }
        let Some(mv) = self.position.parse_move(text) else {
            let why = self.position.why_illegal(text);
            return Err(why.map_or(MoveError::Illegal, MoveError::Because));
        };
        if self.excluded().contains(&mv) { Err(MoveError::Repeats) } else { Ok(mv) }
    }

    /// Says in one sentence why `text` cannot be played.
    pub fn write_error(&self, text: &str, error: MoveError, out: &mut dyn Write) -> fmt::Result {
        match error {
            MoveError::Over => write!(out, "'{text}' comes after the end of the game"),
            MoveError::Because(why) => write!(out, "{text} {why}"),
            MoveError::Repeats => write!(
                out,
                "'{text}' would repeat an earlier position of the game (superko): play elsewhere \
                 first"
            ),
            MoveError::Illegal => {
                const SHOWN: usize = 8;
                write!(out, "'{text}' is not a legal move here: there are ")?;
                for (index, mv) in self.allowed().take(SHOWN + 1).enumerate() {
                    out.write_str(if index > 0 { ", " } else { "" })?;
                    match index {
                        SHOWN => out.write_str("…")?,
                        _ => self.position.write_move(mv, out)?,
                    }
                }
                Ok(())
            }
        }
    }

    /// Takes the last move back; returns false if there is none. If the history rolls the dice, it
    /// takes back the last move of a player and the rolls after it.
    pub fn undo(&mut self) -> bool {
        let rolls = G::CHANCE && self.dice.is_some();
        let mut last = self.moves().len().checked_sub(1);
        if rolls {
            last = None;
            let mut index = 0;
            self.for_each_move(|position, _| {
                last = if position.turn() == Turn::Chance { last } else { Some(index) };
                index += 1;
            });
        }
        last.map(|last| self.keep(last)).is_some()
    }

    /// Calls `each` with every position before the current one and the move played there.
    pub fn for_each_move(&self, mut each: impl FnMut(&G, G::Move)) {
        let mut position = self.start;
        for &mv in self.moves() {
            each(&position, mv);
            position.play(mv);
        }
    }

    /// Calls `each` with the [`Game::repetition_key`] of every position before the current one, the
    /// oldest first; never if the game has no rule about repetition.
    pub fn for_each_earlier_key(&self, mut each: impl FnMut(u64)) {
        if matches!(self.start.repetition(), Repetition::Never | Repetition::Allowed) {
            return;
        }
        self.for_each_move(|position, _| {
            if let Some(key) = position.repetition_key() {
                each(key);
            }
        });
    }

    /// Writes the moves so far in the game's notation, separated by spaces.
    pub fn write_moves(&self, out: &mut dyn Write) -> fmt::Result {
        let (mut written, mut blank) = (Ok(()), "");
        self.for_each_move(|position, mv| {
            written = written.and_then(|()| out.write_str(blank));
            written = written.and_then(|()| position.write_move(mv, out));
            blank = " ";
        });
        written
    }

    /// Keeps the first `len` moves.
    fn keep(&mut self, len: usize) {
        self.lists.moves.truncate(len);
        // In place, because a position may be large and the stack small.
        self.position = self.start;
        for &mv in self.lists.moves.iter() {
            self.position.play(mv);
        }
        self.apply_repetition();
        self.roll();
    }

    fn add(&mut self, mv: G::Move) {
        if self.lists.moves.push(mv) {
            self.position.play(mv);
        }
    }

    /// Rolls the dice until it is a player's turn.
    fn roll(&mut self) {
        let Some(seed) = self.dice.filter(|_| G::CHANCE) else { return };
        while self.turn() == Turn::Chance {
            let ply = self.moves().len() as u64;
            let mut rng = Rng::new(derive_seed(derive_seed(seed, DICE), ply));
            self.add(self.position.chance_move(&mut rng));
            self.apply_repetition();
        }
    }

    /// Applies the game's rule on positions that occur again.
    fn apply_repetition(&mut self) {
        self.repeated = false;
        self.lists.excluded.truncate(0);
        match self.start.repetition() {
            Repetition::Never | Repetition::Allowed => {}
            Repetition::Forbidden => self.exclude(),
            Repetition::Ends(times) => self.repeated = self.occurrences() >= times.into(),
        }
    }

    /// How often the current position has occurred in the game.
    fn occurrences(&self) -> u32 {
        let Some(now) = self.position.repetition_key() else { return 1 };
        let mut times = 1;
        self.for_each_move(|position, _| {
            times += u32::from(position.repetition_key() == Some(now));
        });
        times
    }

    /// Finds the moves that would repeat an earlier position of the game. A move that does not change
    /// the [`Game::repetition_key`], like a pass, is never excluded.
    fn exclude(&mut self) {
        let Lists { moves, excluded, keys } = &mut self.lists;
        excluded.truncate(0);
        keys.truncate(0);
        let Some(now) = self.position.repetition_key() else { return };
        if self.position.turn().player().is_none() {
            return;
        }
        for mv in self.position.legal_moves() {
            let mut next = self.position;
            next.play(mv);
            if let Some(key) = next.repetition_key()
                && key != now
                && excluded.push(mv)
            {
                keys.push(key);
            }
        }
        // Collect the moves that repeat a position at the front of the list.
        let (mut earlier, mut found) = (self.start, 0);
        for &mv in moves.iter() {
            let key = earlier.repetition_key();
            while let Some(next) = keys[found..].iter().position(|&other| Some(other) == key) {
                excluded.swap(found + next, found);
                keys.swap(found + next, found);
                found += 1;
            }
            earlier.play(mv);
        }
        excluded.truncate(found);
    }
}

//! The game so far, in memory of fixed size: what undo and the rules about repetition need.

use core::mem::MaybeUninit;

use cairn_core::game::{Game, Outcome};

/// A game of so many times [`Game::max_plies`] ends there, so that every game ends: as in `cairn
/// play`.
const LONGEST: usize = 4;

/// Where the parts of a record stand.
pub struct Room<'b, M> {
    /// A place for each move of the longest game.
    pub moves: &'b mut [MaybeUninit<M>],
    /// A place for each legal move.
    pub excluded: &'b mut [MaybeUninit<M>],
    /// And for the key of the position that it leads to.
    pub next: &'b mut [MaybeUninit<u64>],
}

/// A game: where it started, what was played since, and the position now.
pub struct Record<'b, G: Game> {
    start: G,
    position: G,
    room: Room<'b, G::Move>,
    plies: usize,
    excluded: usize,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The game is over.
    Over,
    /// The position has no such move.
    Illegal,
    /// The move would repeat an earlier position.
    Repeats,
}

impl<'b, G: Game> Record<'b, G> {
    /// How many places [`Room`] needs: for moves, and for legal moves if repetition is forbidden.
    /// (No two legal moves of a position share a key: there are at most so many.)
    pub fn room(start: &G) -> [usize; 2] {
        const { assert!(G::UNIQUE_KEYS) };
        let legal = if start.repetition_key().is_some() { start.keys() } else { 0 };
        [LONGEST * start.max_plies(), legal]
    }

    /// A game from `start`.
    pub fn new(start: G, room: Room<'b, G::Move>) -> Self {
        let mut record = Record { start, position: start, room, plies: 0, excluded: 0 };
        record.restart(start);
        record
    }

    /// Forgets the moves and begins at `start`.
    pub fn restart(&mut self, start: G) {
        (self.start, self.position, self.plies) = (start, start, 0);
        self.exclude();
    }

    /// Where it began.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        // SAFETY: so many were written.
        unsafe { written(&self.room.moves[..self.plies]) }
    }

    /// Legal moves of the position that would repeat an earlier one.
    pub fn excluded(&self) -> &[G::Move] {
        // SAFETY: so many were written.
        unsafe { written(&self.room.excluded[..self.excluded]) }
    }

    /// The moves that may be played.
    pub fn allowed(&self) -> impl Iterator<Item = G::Move> {
        let going_on = self.outcome().is_none();
        let moves = going_on.then(|| self.position.legal_moves());
        moves.into_iter().flatten().filter(|mv| !self.excluded().contains(mv))
    }

    /// How the game ended, if it has: by its rules, or because it was too long or left no move that
    /// does not repeat a position; then it is worth [`Game::cutoff`].
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let too_long = self.plies == self.room.moves.len();
            let stuck = self.excluded > 0
                && self.position.legal_moves().all(|mv| self.excluded().contains(&mv));
            (too_long || stuck).then(|| self.position.cutoff())
        })
    }

    /// Plays the move that `text` names.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::Over);
        }
        let mv = self.position.parse_move(text).ok_or(MoveError::Illegal)?;
        if self.excluded().contains(&mv) {
            return Err(MoveError::Repeats);
        }
        self.room.moves[self.plies].write(mv);
        self.plies += 1;
        self.position.play(mv);
        self.exclude();
        Ok(())
    }

    /// Takes the last move back; false if there is none. A position cannot be unplayed: the game is
    /// played again from its start.
    pub fn undo(&mut self) -> bool {
        let Some(plies) = self.plies.checked_sub(1) else { return false };
        (self.position, self.plies) = (self.start, plies);
        for index in 0..plies {
            let mv = self.moves()[index];
            self.position.play(mv);
        }
        self.exclude();
        true
    }

    /// Finds out which moves would repeat an earlier position, as
    /// [`excluded_by_repetition`](cairn_core::game::excluded_by_repetition) does; but the earlier
    /// positions come from playing the game again, because keeping them all takes room.
    fn exclude(&mut self) {
        self.excluded = 0;
        let Some(now) = self.position.repetition_key() else { return };
        if self.position.outcome().is_some() {
            return;
        }
        let mut legal = 0;
        for mv in self.position.legal_moves() {
            let mut next = self.position;
            next.play(mv);
            let key = next.repetition_key().filter(|&key| key != now);
            if let (Some(key), Some(place)) = (key, self.room.excluded.get_mut(legal)) {
                place.write(mv);
                self.room.next[legal].write(key);
                legal += 1;
            }
        }
        // Moves that repeat a position gather at the front.
        let mut earlier = self.start;
        for ply in 0..self.plies {
            let key = earlier.repetition_key();
            for index in self.excluded..legal {
                // SAFETY: so many were written.
                if Some(unsafe { self.room.next[index].assume_init() }) == key {
                    self.room.excluded.swap(index, self.excluded);
                    self.room.next.swap(index, self.excluded);
                    self.excluded += 1;
                }
            }
            let mv = self.moves()[ply];
            earlier.play(mv);
        }
    }
}

/// # Safety
/// Every place was written.
unsafe fn written<T>(places: &[MaybeUninit<T>]) -> &[T] {
    // SAFETY: MaybeUninit has the layout of what it holds.
    unsafe { &*(places as *const [MaybeUninit<T>] as *const [T]) }
}

//! The game so far, in an array of fixed size: taking back and superko go through it from the start.

use cairn_core::Game;
use cairn_games::go::{Geometry, Go, GoMove};

use crate::reply::Fault;

/// A move of a record and who made it, in two bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played(u16);

const PLAYER: u32 = 15;
/// No board has so many points.
const PASS: u16 = 0x7fff;

/// Why a move is not played.
pub(crate) const ILLEGAL: Fault<'static> = Fault::Text("illegal move");

impl Played {
    fn new(player: usize, mv: GoMove) -> Self {
        Played((player as u16) << PLAYER | mv.point().map_or(PASS, |point| point as u16))
    }

    /// Who made it.
    pub fn player(self) -> usize {
        usize::from(self.0 >> PLAYER)
    }

    /// The move.
    pub fn mv(self) -> GoMove {
        match self.0 & PASS {
            PASS => GoMove::PASS,
            point => GoMove::at(point.into()),
        }
    }
}

/// A game: where it started, what was played since, and the position now.
pub struct Record<'a, B: Geometry> {
    start: Go<B>,
    position: Go<B>,
    moves: &'a mut [Played],
    len: usize,
}

impl<'a, B: Geometry> Record<'a, B> {
    /// A game that starts from `start`; `moves` has room for its moves.
    pub fn new(start: Go<B>, moves: &'a mut [Played]) -> Self {
        Record { start, position: start, moves, len: 0 }
    }

    /// Gives the room for moves back.
    pub fn into_moves(self) -> &'a mut [Played] {
        self.moves
    }

    /// Forgets all moves and starts from `start`.
    pub fn restart(&mut self, start: Go<B>) {
        (self.start, self.position, self.len) = (start, start, 0);
    }

    /// The same game under another komi, in half points.
    pub fn set_komi(&mut self, komi: i16) {
        self.start = self.start.with_komi(komi);
        self.position = self.position.with_komi(komi);
    }

    /// The position now.
    pub fn position(&self) -> &Go<B> {
        &self.position
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Played] {
        &self.moves[..self.len]
    }

    /// The room that no move has taken yet, for another game on the side.
    pub(crate) fn room(&mut self) -> &mut [Played] {
        &mut self.moves[self.len..]
    }

    /// The position with `player` to move, whoever's turn it is.
    pub fn position_for(&self, player: usize) -> Go<B> {
        self.position.continued_by(player)
    }

    /// Calls `each` with the legal moves of `position` that would repeat an earlier position of this
    /// game (positional superko), perhaps more than once.
    pub fn for_each_repetition(&self, position: &Go<B>, mut each: impl FnMut(GoMove)) {
        let mut earlier = self.start;
        for index in 0..self.len {
            if let Some(mv) = position.move_to_stones_of(&earlier) {
                each(mv);
            }
            earlier = after(earlier, self.moves[index]);
        }
    }

    /// Plays a move, if it is legal and there is room.
    pub fn play(&mut self, player: usize, mv: GoMove) -> Result<(), Fault<'static>> {
        let position = self.position_for(player);
        if let Some(point) = mv.point() {
            if !position.is_legal(point) {
                return Err(ILLEGAL);
            }
            let mut repeats = false;
            self.for_each_repetition(&position, |forbidden| repeats |= forbidden == mv);
            if repeats {
                return Err(ILLEGAL);
            }
        }
        if self.len == self.moves.len() {
            return Err(Fault::Text("the game is too long for this program's memory"));
        }
        self.moves[self.len] = Played::new(player, mv);
        self.position = after(self.position, self.moves[self.len]);
        self.len += 1;
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Result<(), Fault<'static>> {
        if self.len == 0 {
            return Err(Fault::Text("cannot undo"));
        }
        self.len -= 1;
        self.position = self.moves[..self.len].iter().fold(self.start, |at, &mv| after(at, mv));
        Ok(())
    }
}

fn after<B: Geometry>(position: Go<B>, played: Played) -> Go<B> {
    let mut next = position.continued_by(played.player());
    if position.passes() == 2 && played.mv() == GoMove::PASS {
        // One more pass leaves the game as ended as it was.
        next = position.continued_by(1 - played.player());
        play(&mut next, GoMove::PASS);
    }
    play(&mut next, played.mv());
    next
}

/// Plays a move: the rules are compiled once for all who come here, because a microcontroller's flash
/// is small.
#[inline(never)]
pub(crate) fn play<B: Geometry>(position: &mut Go<B>, mv: GoMove) {
    position.play(mv);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::go::{BLACK, GoAny, WHITE};

    #[test]
    fn two_bytes_hold_a_move() {
        for player in [BLACK, WHITE] {
            for mv in [GoMove::PASS, GoMove::at(0), GoMove::at(360)] {
                let played = Played::new(player, mv);
                assert_eq!((played.player(), played.mv()), (player, mv));
            }
        }
    }

    #[test]
    fn taking_back_returns_to_each_position_before() {
        let mut room = [Played::default(); 6];
        let mut record = Record::new(GoAny::new(3).unwrap(), &mut room);
        let mut before = [*record.position(); 6];
        let game = [(0, 4), (0, 1), (1, 0), (0, 3), (1, 8), (0, 0)];
        for (index, (player, point)) in game.into_iter().enumerate() {
            before[index] = *record.position();
            record.play(player, GoMove::at(point)).unwrap();
        }
        assert_eq!(record.play(WHITE, GoMove::PASS).unwrap_err().to_text(), Some("too long"));
        for position in before.iter().rev() {
            record.undo().unwrap();
            assert_eq!(record.position(), position);
        }
        assert_eq!(record.undo(), Err(Fault::Text("cannot undo")));
    }

    impl Fault<'_> {
        fn to_text(self) -> Option<&'static str> {
            match self {
                Fault::Text(text) if text.contains("too long") => Some("too long"),
                _ => None,
            }
        }
    }
}

//! A game with chance.

use cairn_core::{Game, Outcome, Turn};

/// A race to twelve. Before each move a die with the faces 1, 2 and 3 is rolled, 3 twice as often as
/// the others; after a 3 it is rolled once more. The player to move takes the sum, or leaves it to
/// the other one; who may not reach the end exactly loses two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    places: [u8; 2],
    /// What was rolled for this move; nothing yet is 0.
    rolled: u8,
    again: bool,
    ply: u8,
    /// All moves so far in one number, so that no two lines lead to one position.
    trail: u32,
}

impl Dice {
    const END: u8 = 12;

    /// The start, with a roll already made.
    pub fn rolled(roll: u8) -> Self {
        let mut game = Dice::default();
        game.play(roll);
        game
    }
}

impl Game for Dice {
    /// A face, 1 to 3; or 10 to take, 11 to leave, 12 to take one less.
    type Move = u8;
    const CHANCE: bool = true;

    fn keys(&self) -> usize {
        3
    }

    fn max_moves(&self) -> usize {
        3
    }

    fn max_plies(&self) -> usize {
        40
    }

    fn turn(&self) -> Turn {
        if let Some(winner) = self.places.iter().position(|&place| place == Self::END) {
            return Turn::Over(Outcome::win(winner));
        }
        match self.rolled == 0 || self.again {
            true => Turn::Chance,
            false => Turn::Player(self.ply as usize % 2),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        let chance = self.turn() == Turn::Chance;
        let (first, last) = if chance { (1, 3) } else { (10, 11 + u8::from(self.rolled > 1)) };
        first..=last
    }

    fn weight(&self, face: u8) -> u32 {
        if face == 3 { 2 } else { 1 }
    }

    fn play(&mut self, mv: u8) {
        self.trail = self.trail.wrapping_mul(13).wrapping_add(mv.into());
        if mv < 10 {
            self.again = mv == 3 && !self.again;
            self.rolled += mv;
            return;
        }
        let mover = self.ply as usize % 2;
        let (player, steps) = match mv {
            10 => (mover, self.rolled),
            11 => (1 - mover, self.rolled),
            _ => (mover, self.rolled - 1),
        };
        let place = &mut self.places[player];
        *place = match *place + steps {
            place if place <= Self::END => place,
            _ => place.saturating_sub(2),
        };
        (self.rolled, self.again, self.ply) = (0, false, self.ply.wrapping_add(1) % 2);
    }

    fn key(&self, mv: u8) -> usize {
        assert!(mv >= 10, "chance's moves are in no table");
        mv as usize - 10
    }
}

//! Games with more or fewer players, double moves, no natural end.

use cairn_core::{Game, Outcome, Turn};

/// Three players mark eight points in a row; two neighbours win. The player before the winner gets
/// a third of the win, so rewards are out of 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs {
    points: [u8; 8],
    ply: u8,
    winner: Option<u8>,
}

impl Game for Pairs {
    type Move = u8;

    fn players(&self) -> usize {
        3
    }

    fn denominator(&self) -> u32 {
        6
    }

    fn keys(&self) -> usize {
        8
    }

    fn max_plies(&self) -> usize {
        8
    }

    fn turn(&self) -> Turn {
        match (self.winner, self.ply) {
            (Some(winner), _) => {
                let mut rewards = [0; 3];
                rewards[winner as usize] = 6;
                rewards[(winner as usize + 2) % 3] = 2;
                Turn::Over(Outcome::new(&rewards))
            }
            (None, 8) => Turn::Over(Outcome::new(&[1, 2, 3])),
            (None, ply) => Turn::Player(ply as usize % 3),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        (0..8).filter(|&point| self.points[point as usize] == 0)
    }

    fn play(&mut self, mv: u8) {
        let (point, mark) = (mv as usize, self.ply % 3 + 1);
        self.points[point] = mark;
        let beside = |other: Option<usize>| other.and_then(|at| self.points.get(at)) == Some(&mark);
        if beside(point.checked_sub(1)) || beside(Some(point + 1)) {
            self.winner = Some(mark - 1);
        }
        self.ply += 1;
    }

    fn key(&self, mv: u8) -> usize {
        mv as usize
    }
}

/// Ten coins in a row; take one from either end, and one more at once after a coin divisible by
/// three. The larger sum wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Coins {
    left: u8,
    right: u8,
    sums: [u8; 2],
    player: u8,
}

impl Coins {
    const ROW: [u8; 10] = [2, 6, 1, 5, 3, 7, 4, 9, 8, 3];
}

impl Game for Coins {
    /// 0 for the left end, 1 for the right.
    type Move = u8;

    fn keys(&self) -> usize {
        Self::ROW.len()
    }

    fn max_plies(&self) -> usize {
        Self::ROW.len()
    }

    fn turn(&self) -> Turn {
        if self.left + self.right < 10 {
            return Turn::Player(self.player.into());
        }
        Turn::Over(match self.sums[0].cmp(&self.sums[1]) {
            std::cmp::Ordering::Greater => Outcome::win(0),
            std::cmp::Ordering::Less => Outcome::win(1),
            std::cmp::Ordering::Equal => Outcome::draw(),
        })
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        // With one coin left, both ends are the same coin.
        let last = self.left + self.right == 9;
        0..if last { 1 } else { 2 }
    }

    fn play(&mut self, end: u8) {
        let value = Self::ROW[self.key(end)];
        *(if end == 0 { &mut self.left } else { &mut self.right }) += 1;
        self.sums[self.player as usize] += value;
        if !value.is_multiple_of(3) {
            self.player = 1 - self.player;
        }
    }

    fn key(&self, end: u8) -> usize {
        if end == 0 { self.left as usize } else { 9 - self.right as usize }
    }
}

/// A rope on a line: each player pulls it by up to two, either way, and wins at his own end. It
/// may go on for ever, so lines are cut, and then the nearer end counts for a little more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tug {
    place: i8,
    ply: u8,
}

impl Tug {
    const END: i8 = 6;
}

impl Game for Tug {
    /// Two more than the pull.
    type Move = u8;

    fn denominator(&self) -> u32 {
        5
    }

    fn keys(&self) -> usize {
        5
    }

    fn max_plies(&self) -> usize {
        11
    }

    fn turn(&self) -> Turn {
        match self.place {
            place if place >= Self::END => Turn::Over(Outcome::win(0)),
            place if place <= -Self::END => Turn::Over(Outcome::win(1)),
            _ => Turn::Player(self.ply as usize % 2),
        }
    }

    fn cutoff(&self) -> Outcome {
        Outcome::new(if self.place > 0 { &[3, 2] } else { &[2, 3] })
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        [3, 0, 4, 1].into_iter()
    }

    fn playout_moves(&self) -> impl Iterator<Item = u8> {
        self.legal_moves().filter(|mv| *mv != 0)
    }

    fn play(&mut self, mv: u8) {
        self.place += mv as i8 - 2;
        self.ply = self.ply.wrapping_add(1);
    }

    fn key(&self, mv: u8) -> usize {
        mv as usize
    }
}

/// One player chooses five digits below four; each that equals the number of those before it that
/// were even is worth a fifth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ladder {
    even: u8,
    right: u8,
    ply: u8,
}

impl Game for Ladder {
    type Move = u8;

    fn players(&self) -> usize {
        1
    }

    fn denominator(&self) -> u32 {
        5
    }

    fn keys(&self) -> usize {
        4
    }

    fn max_plies(&self) -> usize {
        5
    }

    fn turn(&self) -> Turn {
        match self.ply {
            5 => Turn::Over(Outcome::new(&[self.right])),
            _ => Turn::Player(0),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        0..4
    }

    fn play(&mut self, mv: u8) {
        self.right += u8::from(mv == self.even);
        self.even += u8::from(mv.is_multiple_of(2));
        self.ply += 1;
    }

    fn key(&self, mv: u8) -> usize {
        mv as usize
    }
}

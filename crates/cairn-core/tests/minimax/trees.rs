//! Trees made of random numbers, as games.

use cairn_core::capabilities::{Capabilities, Forcing, Measure, Repetition};
use cairn_core::{Game, Outcome, Turn};

/// What a tree looks like. The same shape is always the same tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    pub seed: u64,
    /// The most plies.
    pub plies: u8,
    /// The most moves of a position, and whether all positions have that many.
    pub moves: u8,
    pub uniform: bool,
    /// Positions of a ply: fewer than the moves that lead to them, so that moves transpose. 0 is
    /// without transpositions.
    pub width: u8,
    /// Values are from `-values` to `values`.
    pub values: u8,
    /// Whether a player may have several turns in a row.
    pub turns: bool,
}

/// A position of such a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    pub shape: Shape,
    pub node: u64,
    pub ply: u8,
}

/// A number from numbers.
pub fn mix(mut a: u64, b: u64) -> u64 {
    a = (a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_add(0x6a09_e667_f3bc_c909);
    a = (a ^ a >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    a = (a ^ a >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    a ^ a >> 31
}

impl Tree {
    pub fn new(shape: Shape) -> Self {
        Tree { shape, node: shape.seed, ply: 0 }
    }

    fn random(&self, what: u64) -> u64 {
        mix(mix(self.node, self.shape.seed), mix(u64::from(self.ply), what))
    }

    /// The value of a leaf for player 0.
    pub fn value(&self) -> i16 {
        let values = u64::from(self.shape.values);
        (self.random(1) % (2 * values + 1)) as i16 - values as i16
    }

    fn player(&self) -> usize {
        match self.shape.turns && self.ply > 0 {
            true => (self.random(2) % 2) as usize,
            false => usize::from(self.ply % 2),
        }
    }

    fn is_leaf(&self) -> bool {
        let early = !self.shape.uniform && self.ply > 0 && self.random(3).is_multiple_of(8);
        self.ply == self.shape.plies || early
    }

    fn children(&self) -> u8 {
        match self.shape.uniform {
            true => self.shape.moves,
            false => 1 + (self.random(4) % u64::from(self.shape.moves)) as u8,
        }
    }

    fn for_player_to_move(&self) -> i16 {
        if self.player() == 0 { self.value() } else { -self.value() }
    }
}

impl Game for Tree {
    type Move = u8;

    fn keys(&self) -> usize {
        self.shape.moves.into()
    }

    fn max_plies(&self) -> usize {
        self.shape.plies.into()
    }

    fn turn(&self) -> Turn {
        if !self.is_leaf() {
            return Turn::Player(self.player());
        }
        Turn::Over(match self.value() {
            0 => Outcome::draw(),
            value => Outcome::win(usize::from(value < 0)),
        })
    }

    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        0..self.children()
    }

    fn play(&mut self, mv: u8) {
        let child = mix(self.node, u64::from(mv) + 1);
        self.ply += 1;
        self.node = match self.shape.width {
            0 => child,
            width => (child % u64::from(width)) << 8 | u64::from(self.ply),
        };
    }

    fn key(&self, mv: u8) -> usize {
        mv.into()
    }

    fn hash64(&self) -> u64 {
        mix(self.node, self.ply.into())
    }

    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    fn capabilities(&self) -> Capabilities<Self> {
        Capabilities {
            evaluation: Some(Measure { bound: 255, of: Self::for_player_to_move }),
            margin: Some(Measure { bound: 255, of: Self::value }),
            forcing: Some(Forcing {
                moves: |tree, each| {
                    let all = tree.random(5) % 4 == 0;
                    let odd = |mv: &u8| all || tree.random(6 + u64::from(*mv)) % 2 == 0;
                    tree.legal_moves().filter(odd).for_each(each);
                },
                threatened: |tree| tree.random(5) % 4 == 0,
            }),
            // A pass leads somewhere else in the tree: as misleading as a null move can be.
            pass: Some(|tree| {
                let mut after = *tree;
                after.play(99);
                (!tree.shape.turns && tree.random(7) % 4 > 0).then_some(after)
            }),
            order: Some(|tree, mv| (tree.random(40 + u64::from(mv)) % 5) as i16 - 2),
            ..Capabilities::NONE
        }
    }
}

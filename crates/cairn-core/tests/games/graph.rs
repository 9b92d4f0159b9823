//! A game that is nothing but a graph: numbered positions, a player or an outcome for each, and moves
//! between them. Solvers are compared on thousands of random ones.

use std::hash::{Hash, Hasher};

use cairn_core::capabilities::{Capabilities, Measure, Repetition};
use cairn_core::{Game, Outcome, Rng, Turn};

/// Twice the reward of a player: 0, 1 or 2.
type Twice = u8;

/// A graph, and the rules of its game.
#[derive(Debug)]
pub struct GraphRules {
    /// For each position the player to move, or what player 0 gets: a loss, a draw or a win.
    pub turns: Vec<Result<usize, Twice>>,
    /// For each position the positions after its moves.
    pub moves: Vec<Vec<u16>>,
    /// What each position is worth to player 0, for searches that evaluate.
    pub values: Vec<i16>,
    pub repetition: Repetition,
    /// What player 0 gets if the game goes round in circles.
    pub cutoff: Twice,
    pub max_plies: usize,
}

/// The shapes of random graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Every position is reached by one line.
    Tree,
    /// Several lines may lead to a position.
    Transpositions,
    /// Lines may come back to where they were.
    Circles,
}

impl GraphRules {
    /// A random graph of at most `size` positions. It lives as long as the tests.
    pub fn random(shape: Shape, size: u16, draws: bool, rng: &mut Rng) -> GraphRules {
        let mut turns = vec![Ok(0); size as usize];
        let mut moves = vec![Vec::new(); size as usize];
        let mut free = 1;
        for at in 0..size {
            let count = 1 + rng.below(4) as u16;
            let mut add = |to: u16| {
                if !moves[at as usize].contains(&to) {
                    moves[at as usize].push(to);
                }
            };
            for _ in 0..count {
                match shape {
                    Shape::Tree if free < size && (at == 0 || rng.below(4) > 0) => {
                        add(free);
                        free += 1;
                    }
                    Shape::Transpositions if at + 1 < size => {
                        let reach = (size - at - 1).min(8);
                        add(at + 1 + rng.below(reach.into()) as u16);
                    }
                    Shape::Circles if rng.below(6) > 0 => {
                        let to = rng.below(size.into()) as u16;
                        if to != at {
                            add(to);
                        }
                    }
                    _ => {}
                }
            }
            if at == 0 && moves[0].is_empty() {
                moves[0].push(1);
                free = free.max(2);
            }
            let outcome = if draws { rng.below(3) } else { 2 * rng.below(2) } as Twice;
            let ends = moves[at as usize].is_empty() || (at > 0 && rng.below(5) == 0);
            turns[at as usize] = if ends { Err(outcome) } else { Ok(rng.below(2) as usize) };
            if ends {
                moves[at as usize].clear();
            }
        }
        let values = (0..size).map(|_| rng.below(201) as i16 - 100).collect();
        let (repetition, cutoff) = (Repetition::Allowed, 1);
        GraphRules { turns, moves, values, repetition, cutoff, max_plies: 4 * size as usize }
    }

    /// The game from one of its positions. Its rules stay in memory.
    pub fn leak(self) -> Graph {
        Graph { rules: Box::leak(Box::new(self)), at: 0 }
    }
}

/// A position of the game.
#[derive(Clone, Copy, Debug)]
pub struct Graph {
    pub rules: &'static GraphRules,
    pub at: u16,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Graph {}

impl Hash for Graph {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

fn outcome(twice: Twice) -> Outcome {
    Outcome::new(&[twice, 2 - twice])
}

impl Graph {
    fn value(&self) -> i16 {
        let value = self.rules.values[self.at as usize];
        if self.turn() == Turn::Player(1) { -value } else { value }
    }
}

impl Game for Graph {
    /// The next position.
    type Move = u16;

    fn keys(&self) -> usize {
        self.rules.turns.len()
    }

    fn max_moves(&self) -> usize {
        4
    }

    fn max_plies(&self) -> usize {
        self.rules.max_plies
    }

    fn turn(&self) -> Turn {
        match self.rules.turns[self.at as usize] {
            Ok(player) => Turn::Player(player),
            Err(twice) => Turn::Over(outcome(twice)),
        }
    }

    fn legal_moves(&self) -> impl Iterator<Item = u16> {
        self.rules.moves[self.at as usize].iter().copied()
    }

    fn play(&mut self, mv: u16) {
        self.at = mv;
    }

    fn key(&self, mv: u16) -> usize {
        mv.into()
    }

    fn cutoff(&self) -> Outcome {
        outcome(self.rules.cutoff)
    }

    fn repetition(&self) -> Repetition {
        self.rules.repetition
    }

    fn repetition_key(&self) -> Option<u64> {
        match self.rules.repetition {
            Repetition::Never | Repetition::Allowed => None,
            _ => Some(self.at.into()),
        }
    }

    fn capabilities(&self) -> Capabilities<Self> {
        let evaluation = Some(Measure { bound: 100, of: Self::value });
        Capabilities { evaluation, ..Capabilities::NONE }
    }
}

//! Tallies, and the AMAF table of a node.

use std::collections::HashMap;

use cairn_core::mcts::AmafMode;

/// Visits, and the sum of their rewards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub visits: u32,
    pub reward: u32,
}

impl Tally {
    pub fn add(&mut self, reward: u32) {
        self.visits += 1;
        self.reward += reward;
    }

    /// The mean reward, 0 to 1, where `scale` is the reward of a sure winner.
    pub fn mean(self, scale: f32) -> f32 {
        self.reward as f32 / (self.visits as f32 * scale)
    }

    /// Half the visits, rounded down, and the nearest reward with the same mean.
    pub fn halve(&mut self) {
        let (visits, reward) = (u64::from(self.visits), u64::from(self.reward));
        let half = visits / 2;
        let nearest = (2 * reward * half + visits).checked_div(2 * visits).unwrap_or(0);
        *self = Tally { visits: half as u32, reward: nearest as u32 };
    }
}

/// A player and the key of a move that the player made.
pub type PlayerKey = (usize, usize);

/// What each player got.
pub type Rewards = [u32; 8];

/// A finished playout: its moves, with `None` for those of chance, and its rewards.
pub type Finished = (Vec<Option<PlayerKey>>, Rewards);

/// All moves as first: the AMAF table of a node.
pub struct AmafTable {
    /// By player and key; the modes read it in different ways.
    by_player: HashMap<PlayerKey, Tally>,
    /// By key alone.
    by_key: HashMap<usize, Tally>,
    /// How many playouts it has counted. `None` is a table that its node has had from the start and
    /// keeps: it has counted all of the node's.
    pub counted: Option<u32>,
}

impl AmafTable {
    pub fn new(counted: Option<u32>) -> Self {
        AmafTable { by_player: HashMap::new(), by_key: HashMap::new(), counted }
    }

    /// What it knows of `key` where `mover` is to move; `own` is to move at the table's node.
    pub fn get(&self, mode: AmafMode, own: usize, mover: usize, key: usize) -> Tally {
        let found = match mode {
            AmafMode::Both => self.by_player.get(&(mover, key)),
            AmafMode::Own | AmafMode::OwnAny => self.by_player.get(&(own, key)),
            AmafMode::Point => self.by_key.get(&key),
        };
        found.copied().unwrap_or_default()
    }

    /// Counts lines that were played from the table's node on, which is at `depth`.
    pub fn count(&mut self, finished: &[Finished], depth: usize, most: u32) {
        let playouts = finished.len() as u32;
        if self.counted.is_some_and(|counted| counted + playouts > most) {
            self.halve();
        }
        self.counted = self.counted.map(|counted| counted + playouts);
        for (line, rewards) in finished {
            self.count_moves(&line[depth..], rewards);
        }
    }

    fn count_moves(&mut self, moves: &[Option<PlayerKey>], rewards: &Rewards) {
        let moves: Vec<PlayerKey> = moves.iter().flatten().copied().collect();
        for (index, &(player, key)) in moves.iter().enumerate() {
            let before = &moves[..index];
            if !before.contains(&(player, key)) {
                self.by_player.entry((player, key)).or_default().add(rewards[player]);
            }
            if before.iter().all(|&(_, other)| other != key) {
                self.by_key.entry(key).or_default().add(rewards[player]);
            }
        }
    }

    pub fn halve(&mut self) {
        self.by_player.values_mut().for_each(Tally::halve);
        self.by_key.values_mut().for_each(Tally::halve);
        self.counted = self.counted.map(|counted| counted / 2);
    }
}

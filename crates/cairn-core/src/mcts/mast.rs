//! The move-average sampling technique (Finnsson and Björnsson, 2010): playouts prefer moves that
//! did well in earlier playouts of the game, in any position.

use super::ply::Ply;
use crate::game::{Game, MAX_PLAYERS, Rewards};

/// The mean reward of each player's moves by key, over all playouts of a game.
pub(crate) struct Mast<'a> {
    /// Means from 0 to 1, a row of `stride` for each player. A move not seen yet has 1, so that it is
    /// tried.
    pub means: &'a mut [f32],
    /// The weight of each mean in playouts. It may be a fraction, because it is reduced every turn.
    pub counts: &'a mut [f32],
    pub stride: usize,
}

impl Mast<'_> {
    /// Forgets everything.
    pub fn clear(&mut self, keys: usize) {
        self.counts.fill(0.0);
        for row in self.means.chunks_exact_mut(self.stride) {
            row[..keys].fill(1.0);
            row[keys..].fill(0.0);
        }
    }

    /// Copies another table.
    pub fn copy_from(&mut self, other: &Mast<'_>) {
        self.means.copy_from_slice(other.means);
        self.counts.copy_from_slice(other.counts);
    }

    /// Multiplies all weights by `factor`: once between two turns.
    pub fn decay(&mut self, factor: f32) {
        for (mean, count) in self.means.iter_mut().zip(self.counts.iter_mut()) {
            let seen = *count > 0.0;
            *count *= factor;
            if seen && *count == 0.0 {
                *mean = 1.0;
            }
        }
    }

    /// A player's means, by key.
    #[hot]
    pub fn row(&self, player: usize) -> &[f32] {
        &self.means[player * self.stride..][..self.stride]
    }

    /// Counts the moves of a playout.
    #[hot]
    pub fn count<G: Game>(&mut self, plies: &[Ply], won: &Rewards, denominator: u32) {
        let mut rewards = [0.0; MAX_PLAYERS];
        for (reward, &won) in rewards.iter_mut().zip(won) {
            *reward = f32::from(won) / denominator as f32;
        }
        for ply in plies.iter().filter_map(|ply| ply.by_player::<G>()) {
            let player = ply.player();
            let at = player * self.stride + ply.key();
            // At 2²⁴ the count stops growing, and old playouts slowly lose weight.
            let count = self.counts[at] + 1.0;
            self.counts[at] = count;
            self.means[at] += (rewards[player] - self.means[at]) / count;
        }
    }
}

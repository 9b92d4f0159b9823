//! Counts of games.

use super::{Outcomes, agresti_coull, half_points, rate};

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// Counts a game with this reward: more than half the denominator is a win, half a draw.
    pub fn count(&mut self, reward: u32, denominator: u32) {
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points(reward, denominator)] += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points; a draw is half a point.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points per game; one half if there was no game.
    pub fn rate(&self) -> f64 {
        rate(self)
    }

    /// The Agresti–Coull 95 % confidence interval of the rate. It counts a draw as half a win and half
    /// a loss, so with draws it is wider than [`mean_interval`](super::mean_interval).
    pub fn interval(&self) -> (f64, f64) {
        agresti_coull(self.points(), self.games().into())
    }
}

impl Outcomes for Score {
    fn counts(&self) -> impl AsRef<[u32]> {
        [self.losses, self.draws, self.wins]
    }
}

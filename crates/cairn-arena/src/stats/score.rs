//! Counts of games.

use super::{Outcomes, agresti_coull, half_points, rate};

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// Counts a game whose reward was `reward` of `denominator`: more than half is a win, half a
    /// draw.
    pub fn count(&mut self, reward: u32, denominator: u32) {
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points(reward, denominator)] += 1;
    }

    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, a draw counting half.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points per game, a draw counting half; one half if there was no game.
    pub fn rate(&self) -> f64 {
        rate(self)
    }

    /// The Agresti–Coull 95 % confidence interval of the rate. It takes a draw for half a win and
    /// half a loss, so with draws it is wider than [`mean_interval`](super::mean_interval).
    pub fn interval(&self) -> (f64, f64) {
        agresti_coull(self.points(), self.games().into())
    }
}

impl Outcomes for Score {
    fn counts(&self) -> impl AsRef<[u32]> {
        [self.losses, self.draws, self.wins]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_count_half() {
        let score = Score { wins: 3, draws: 4, losses: 3 };
        assert_eq!((score.games(), score.rate()), (10, 0.5));
        assert_eq!(Score { wins: 3, draws: 1, losses: 1 }.rate(), 0.7);
        assert_eq!(score.interval(), agresti_coull(5.0, 10.0));
        assert_eq!(Score::default().rate(), 0.5);
    }

    #[test]
    fn rewards_become_wins_draws_and_losses() {
        let mut score = Score::default();
        for (reward, denominator) in [(2, 2), (1, 2), (0, 2), (1, 1), (0, 1), (2, 3)] {
            score.count(reward, denominator);
        }
        assert_eq!(score, Score { wins: 3, draws: 1, losses: 2 });
    }
}

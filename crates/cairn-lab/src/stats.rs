//! What a number of games says.

/// The normal distribution's 97.5 % point: 95 % lie within so many standard deviations.
pub const Z95: f64 = 1.959_964;

/// The Agresti–Coull 95 % confidence interval of a rate that came out as `successes` of `trials`.
///
/// Add z² trials, half of them successes, and take the textbook interval: unlike that one, it is
/// never of zero width and covers what it promises for small numbers too (Agresti and Coull,
/// "Approximate is better than 'exact'", The American Statistician 52, 1998).
///
/// ```
/// let (low, high) = cairn_lab::agresti_coull(8.0, 10.0);
/// assert_eq!((format!("{low:.4}"), format!("{high:.4}")), ("0.4794".into(), "0.9541".into()));
/// ```
pub fn agresti_coull(successes: f64, trials: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let trials = trials + z2;
    let rate = (successes + z2 / 2.0) / trials;
    let half = Z95 * (rate * (1.0 - rate) / trials).sqrt();
    ((rate - half).max(0.0), (rate + half).min(1.0))
}

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
        match (2 * reward).cmp(&denominator) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }

    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points per game, a draw counting half; one half if there was no game.
    pub fn rate(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / f64::from(self.games()) }
    }

    /// The 95 % confidence interval of the rate.
    pub fn interval(&self) -> (f64, f64) {
        agresti_coull(self.points(), self.games().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: (f64, f64), low: f64, high: f64) {
        assert!((interval.0 - low).abs() < 5e-5, "{interval:?} should start at {low}");
        assert!((interval.1 - high).abs() < 5e-5, "{interval:?} should end at {high}");
    }

    /// By hand: 50 of 100 is 51.9207/103.8415 = 0.5 ± 1.959964·√(0.25/103.8415) = 0.0961685;
    /// 0 of 20 is 1.92073/23.8415 = 0.0805626 ± 0.1092470, cut at 0.
    #[test]
    fn the_interval_is_agresti_and_coulls() {
        close(agresti_coull(50.0, 100.0), 0.40383, 0.59617);
        close(agresti_coull(0.0, 20.0), 0.0, 0.18981);
        close(agresti_coull(20.0, 20.0), 0.81019, 1.0);
        close(agresti_coull(0.0, 0.0), 0.0, 1.0);
    }

    #[test]
    fn draws_count_half() {
        let score = Score { wins: 3, draws: 4, losses: 3 };
        assert_eq!((score.games(), score.rate()), (10, 0.5));
        assert_eq!(score.interval(), agresti_coull(5.0, 10.0));
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

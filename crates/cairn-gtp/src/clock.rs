//! Time settings, and how long a move may take.

/// How the time of a game is limited; all times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum System {
    /// Not at all.
    #[default]
    None,
    /// So much for the whole game.
    Absolute {
        /// The time.
        main: u64,
    },
    /// When the main time is used up: so many stones in each period.
    Canadian {
        /// The main time.
        main: u64,
        /// A period.
        period: u64,
        /// Stones to play in it.
        stones: u32,
    },
    /// When the main time is used up: so many periods, of which a move that is quicker uses none.
    ByoYomi {
        /// The main time.
        main: u64,
        /// A period.
        period: u64,
        /// How many there are.
        periods: u32,
    },
}

/// What a player has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Main time, or of the period under way.
    pub time: u64,
    /// 0 in main time; else the stones (Canadian) or periods (byo-yomi) left.
    pub stones: u32,
}

/// Both players' clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    system: System,
    left: [Left; 2],
}

/// Kept back from every move, for the way to the other side and the last playout.
const LAG: u64 = 150;
/// The share of the time left that is never planned with: a tenth.
const RESERVE: u64 = 10;
/// A game is not over as long as somebody moves: plan with at least so many moves of one's own, and
/// on large boards with a sixth of the points.
const LEAST_MOVES: u64 = 12;

/// The time in milliseconds that a move may take, when a player has `left` (a time and stones, as
/// [`Clock::set_left`]) under `system` and `empty` of the board's `points` are empty; `None` is as
/// long as you like.
///
/// It plans to use nine tenths of the main time over as many moves as a player makes on two thirds
/// of the empty points, but at least on a third of all points and never fewer than twelve. Periods
/// are used in full, less a margin for lag.
///
/// ```
/// use cairn_gtp::{System, budget};
/// let ten_minutes = System::Absolute { main: 600_000 };
/// let whole_game = budget(ten_minutes, (600_000, 0), 81, 81).unwrap();
/// assert!((15_000..25_000).contains(&whole_game)); // for each of 27 moves
/// ```
pub fn budget(system: System, left: (u64, u32), empty: usize, points: usize) -> Option<u64> {
    let (time, stones) = left;
    let less_lag = |time: u64| (time - time / RESERVE).saturating_sub(LAG).max(1);
    let moves = (empty as u64 / 3).max(points as u64 / 6).max(LEAST_MOVES);
    let share = || less_lag(time) / moves;
    let millis = match (system, stones) {
        (System::None, _) => return None,
        (System::Absolute { .. }, _) => share(),
        // What main time allows, or what the first period will, if that is more.
        (System::Canadian { period, stones, .. }, 0) => {
            share().max(less_lag(period) / u64::from(stones.max(1)))
        }
        (System::ByoYomi { period, .. }, 0) => share().max(less_lag(period)),
        (System::Canadian { .. }, stones) => less_lag(time) / u64::from(stones),
        (System::ByoYomi { .. }, _) => less_lag(time),
    };
    Some(millis.max(1))
}

impl Clock {
    /// Sets both clocks.
    pub fn set(&mut self, system: System) {
        let left = match system {
            System::None => Left::default(),
            System::Absolute { main } => Left { time: main, stones: 0 },
            System::Canadian { main: 0, period, stones } => Left { time: period, stones },
            System::ByoYomi { main: 0, period, periods } => Left { time: period, stones: periods },
            System::Canadian { main, .. } | System::ByoYomi { main, .. } => {
                Left { time: main, stones: 0 }
            }
        };
        *self = Clock { system, left: [left; 2] };
    }

    /// The standard's settings: main time, the length of a period and its stones.
    pub fn set_standard(&mut self, main: u64, period: u64, stones: u32) {
        self.set(match (period, stones) {
            (0, _) => System::Absolute { main },
            // The standard's way to say that there is no limit.
            (_, 0) => System::None,
            _ => System::Canadian { main, period, stones },
        });
    }

    /// Starts both clocks anew, for another game.
    pub fn reset(&mut self) {
        self.set(self.system);
    }

    /// Takes over what the other side says is left.
    pub fn set_left(&mut self, player: usize, time: u64, stones: u32) {
        self.left[player] = Left { time, stones };
        if self.system == System::None {
            // Somebody who never set the time keeps it all the same.
            let main = time;
            self.system = match stones {
                0 => System::Absolute { main },
                stones => System::Canadian { main: 0, period: time, stones },
            };
        }
    }

    /// What a player has left.
    pub fn left(&self, player: usize) -> Left {
        self.left[player]
    }

    /// The time for the next move, in milliseconds.
    pub fn budget(&self, player: usize, empty: usize, points: usize) -> Option<u64> {
        let Left { time, stones } = self.left[player];
        budget(self.system, (time, stones), empty, points)
    }

    /// Takes the time of a move from a player's clock, until the other side says better.
    pub fn spend(&mut self, player: usize, millis: u64) {
        let left = &mut self.left[player];
        match (self.system, left.stones) {
            (System::None, _) => {}
            (System::Canadian { period, stones, .. }, 0) if millis >= left.time => {
                // This move already counts in the first period.
                let over = millis - left.time;
                *left = Left { time: period.saturating_sub(over), stones };
                self.spend(player, 0);
            }
            (System::ByoYomi { period, periods, .. }, 0) if millis >= left.time => {
                *left = Left { time: period, stones: periods.max(1) };
            }
            (_, 0) => left.time = left.time.saturating_sub(millis),
            (System::Canadian { period, stones, .. }, 1) => {
                *left = Left { time: period, stones };
            }
            (System::ByoYomi { period, .. }, periods) => {
                let used = (millis / period.max(1)).min(u64::from(periods) - 1) as u32;
                left.stones = periods - used;
            }
            (_, stones) => {
                *left = Left { time: left.time.saturating_sub(millis), stones: stones - 1 };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSOLUTE: System = System::Absolute { main: 300_000 };

    /// A player who always uses the whole budget, and loses some time on the way, never runs out.
    #[test]
    fn absolute_time_lasts_for_a_game_of_any_length() {
        for (main, points) in [(300_000, 81usize), (60_000, 81), (15_000, 361), (1_800_000, 361)] {
            let system = System::Absolute { main };
            let mut time = main;
            for turn in 0..points {
                let empty = points.saturating_sub(2 * turn);
                let used = budget(system, (time, 0), empty, points).unwrap() + 5.min(time / 200);
                assert!(used < time, "{main}: turn {turn}, {time} left");
                time -= used;
                if turn == points / 3 {
                    assert!(time < main / 2, "{time} of {main} were not used by the middle");
                }
            }
            assert!(time < main / 8, "{time} of {main} were never used");
        }
    }

    #[test]
    fn the_middle_of_the_game_gets_the_most() {
        let of = |time, empty| budget(ABSOLUTE, (time, 0), empty, 81).unwrap();
        assert!(of(300_000, 361) < of(300_000, 81));
        assert!(of(150_000, 40) < of(300_000, 40));
        assert_eq!(of(300_000, 5), of(300_000, 0), "the end is planned with a sixth of the points");
        assert_eq!(of(0, 81), 1, "out of time: move at once");
    }

    #[test]
    fn periods_are_used_but_not_overrun() {
        let japanese = System::ByoYomi { main: 60_000, period: 30_000, periods: 5 };
        assert_eq!(budget(japanese, (30_000, 3), 50, 81), Some(26_850));
        assert_eq!(
            budget(japanese, (60_000, 0), 50, 81),
            Some(26_850),
            "main time is short: overtime"
        );
        let slow = System::ByoYomi { main: 3_600_000, period: 30_000, periods: 5 };
        assert!(budget(slow, (3_600_000, 0), 81, 81).unwrap() > 60_000);

        let canadian = System::Canadian { main: 0, period: 600_000, stones: 25 };
        for stones in 1..=25 {
            let each = budget(canadian, (24_000 * u64::from(stones), stones), 200, 361).unwrap();
            assert!((21_000..24_000).contains(&each), "{stones}: {each}");
        }
    }

    #[test]
    fn no_limit_is_no_limit() {
        assert_eq!(budget(System::None, (0, 0), 81, 81), None);
        let mut clock = Clock::default();
        clock.set_standard(0, 1_000, 0);
        assert_eq!(clock.budget(0, 81, 81), None);
        clock.set_standard(0, 0, 0);
        assert_eq!(clock.budget(0, 81, 81), Some(1), "absolute, and none");
    }

    #[test]
    fn a_clock_runs_by_itself() {
        let mut clock = Clock::default();
        clock.set_standard(10_000, 60_000, 3);
        clock.spend(0, 4_000);
        assert_eq!((clock.left(0), clock.left(1).time), (Left { time: 6_000, stones: 0 }, 10_000));
        clock.spend(0, 8_000);
        assert_eq!(clock.left(0), Left { time: 58_000, stones: 2 }, "two seconds of the period");
        clock.spend(0, 8_000);
        clock.spend(0, 8_000);
        assert_eq!(clock.left(0), Left { time: 60_000, stones: 3 }, "the next period");
        clock.set_left(0, 5_000, 1);
        assert_eq!(clock.left(0), Left { time: 5_000, stones: 1 });
        clock.reset();
        assert_eq!(clock.left(0), Left { time: 10_000, stones: 0 });

        clock.set(System::ByoYomi { main: 5_000, period: 10_000, periods: 3 });
        clock.spend(1, 6_000);
        assert_eq!(clock.left(1), Left { time: 10_000, stones: 3 });
        clock.spend(1, 9_999);
        assert_eq!(clock.left(1).stones, 3);
        clock.spend(1, 20_500);
        assert_eq!(clock.left(1).stones, 1);
    }

    #[test]
    fn a_time_that_was_never_set_is_still_kept() {
        let mut clock = Clock::default();
        clock.set_left(1, 30_000, 0);
        assert!(clock.budget(1, 81, 81).unwrap() < 2_000);
    }
}

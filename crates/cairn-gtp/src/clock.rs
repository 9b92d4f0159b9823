//! Time settings, and how long a move may take.

/// How the time of a game is limited; all times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// There is no limit.
    #[default]
    None,
    /// One time for the whole game.
    Absolute {
        /// The time.
        main: u64,
    },
    /// When the main time is used up, `stones` moves must be made in each period.
    Canadian {
        /// The main time.
        main: u64,
        /// A period.
        period: u64,
        /// Moves to make in it.
        stones: u32,
    },
    /// When the main time is used up, there are `periods` periods. A move that takes less than a
    /// period uses none.
    ByoYomi {
        /// The main time.
        main: u64,
        /// A period.
        period: u64,
        /// The number of periods.
        periods: u32,
    },
}

/// What a player has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLeft {
    /// Main time, or what is left of the current period.
    pub time: u64,
    /// 0 in main time, otherwise the stones (Canadian) or periods (byo-yomi) left.
    pub stones: u32,
}

/// Both players' clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    system: TimeSystem,
    left: [TimeLeft; 2],
}

/// Milliseconds kept back from every move, for the network and the last playouts.
const LAG: u64 = 150;
/// The time left divided by this is kept in reserve.
const RESERVE: u64 = 10;
/// The fewest moves to plan for: even a full board may need more moves.
const LEAST_MOVES: u64 = 12;

impl GameClock {
    /// Sets both clocks.
    pub fn set(&mut self, system: TimeSystem) {
        let left = match system {
            TimeSystem::None => TimeLeft::default(),
            TimeSystem::Absolute { main } => TimeLeft { time: main, stones: 0 },
            TimeSystem::Canadian { main: 0, period, stones } => TimeLeft { time: period, stones },
            TimeSystem::ByoYomi { main: 0, period, periods } => {
                TimeLeft { time: period, stones: periods }
            }
            TimeSystem::Canadian { main, .. } | TimeSystem::ByoYomi { main, .. } => {
                TimeLeft { time: main, stones: 0 }
            }
        };
        *self = GameClock { system, left: [left; 2] };
    }

    /// The standard's settings: main time, the length of a period and its stones.
    pub fn set_standard(&mut self, main: u64, period: u64, stones: u32) {
        self.set(match (period, stones) {
            (0, _) => TimeSystem::Absolute { main },
            // The standard's way to say that there is no limit.
            (_, 0) => TimeSystem::None,
            _ => TimeSystem::Canadian { main, period, stones },
        });
    }

    /// Sets both clocks back for another game.
    pub fn reset(&mut self) {
        self.set(self.system);
    }

    /// Sets what a player has left.
    pub fn set_left(&mut self, player: usize, time: u64, stones: u32) {
        self.left[player] = TimeLeft { time, stones };
        if self.system == TimeSystem::None {
            // The controller sent no time settings, but keeps the time.
            let main = time;
            self.system = match stones {
                0 => TimeSystem::Absolute { main },
                stones => TimeSystem::Canadian { main: 0, period: time, stones },
            };
        }
    }

    /// What a player has left.
    pub fn left(&self, player: usize) -> TimeLeft {
        self.left[player]
    }

    /// The time for a player's next move, in milliseconds, when `empty` of the board's `points` are
    /// empty; `None` if there is no limit.
    ///
    /// It plans to use nine tenths of the main time for the moves to come: a third of the empty points,
    /// but at least a sixth of all points and never fewer than twelve. Periods are used in full, less a
    /// margin for lag.
    ///
    /// ```
    /// use cairn_gtp::{GameClock, TimeSystem};
    /// let mut clock = GameClock::default();
    /// clock.set(TimeSystem::Absolute { main: 600_000 });
    /// let whole_game = clock.budget(0, 81, 81).unwrap();
    /// assert!((15_000..25_000).contains(&whole_game)); // for each of 27 moves
    /// ```
    pub fn budget(&self, player: usize, empty: usize, points: usize) -> Option<u64> {
        let TimeLeft { time, stones } = self.left[player];
        let less_lag = |time: u64| (time - time / RESERVE).saturating_sub(LAG).max(1);
        let moves = (empty as u64 / 3).max(points as u64 / 6).max(LEAST_MOVES);
        let share = || less_lag(time) / moves;
        let millis = match (self.system, stones) {
            (TimeSystem::None, _) => return None,
            (TimeSystem::Absolute { .. }, _) => share(),
            // What main time allows, or what the first period does, if that is more.
            (TimeSystem::Canadian { period, stones, .. }, 0) => {
                share().max(less_lag(period) / u64::from(stones.max(1)))
            }
            (TimeSystem::ByoYomi { period, .. }, 0) => share().max(less_lag(period)),
            (TimeSystem::Canadian { .. }, stones) => less_lag(time) / u64::from(stones),
            (TimeSystem::ByoYomi { .. }, _) => less_lag(time),
        };
        Some(millis.max(1))
    }

    /// Subtracts the time of a move from a player's clock, until the controller says what is left.
    pub fn spend(&mut self, player: usize, millis: u64) {
        let left = &mut self.left[player];
        match (self.system, left.stones) {
            (TimeSystem::None, _) => {}
            (TimeSystem::Canadian { period, stones, .. }, 0) if millis >= left.time => {
                // This move already counts in the first period.
                let over = millis - left.time;
                *left = TimeLeft { time: period.saturating_sub(over), stones };
                self.spend(player, 0);
            }
            (TimeSystem::ByoYomi { period, periods, .. }, 0) if millis >= left.time => {
                *left = TimeLeft { time: period, stones: periods.max(1) };
            }
            (_, 0) => left.time = left.time.saturating_sub(millis),
            (TimeSystem::Canadian { period, stones, .. }, 1) => {
                *left = TimeLeft { time: period, stones };
            }
            (TimeSystem::ByoYomi { period, .. }, periods) => {
                let used = (millis / period.max(1)).min(u64::from(periods) - 1) as u32;
                left.stones = periods - used;
            }
            (_, stones) => {
                *left = TimeLeft { time: left.time.saturating_sub(millis), stones: stones - 1 };
            }
        }
    }
}

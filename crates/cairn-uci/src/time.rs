//! How long a move may take.
//!
//! Two limits, in milliseconds. After the *soft* one no further iteration begins; the *hard* one stops
//! the search wherever it is. The soft limit is an even share of the time left, as if the game went on
//! for [`MOVES`] more moves, and three quarters of the increment. The hard one is three times that, for
//! an iteration that has just begun or finds that its move is bad; but never more than three quarters
//! of the time left, unless a move brings new time. The overhead, which is lost between the chess
//! program's clock and ours, is taken from the time left before anything else.
//!
//! An iteration takes about as long as all before it. So the search stops after an iteration when half
//! of the soft limit is gone if its best move has stayed the same for some iterations, and when all of
//! it is gone otherwise.

/// The moves to plan for if the chess program does not say how many there are to the next control.
const MOVES: u64 = 28;

/// The time left divided by this is never used.
const SPARE: u64 = 20;

/// The hard limit is this many times the soft one.
const STRETCH: u64 = 3;

/// An iteration that leaves the best move as it was for this many iterations counts as quiet.
const STABLE: u8 = 3;

/// The clock of the player to move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: u64,
    /// What each move adds.
    pub increment: u64,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// How long a move may take, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// No iteration begins after this.
    pub soft: Option<u64>,
    /// The search stops.
    pub hard: Option<u64>,
}

impl Budget {
    /// One fixed time, of which the overhead takes at most a tenth.
    pub fn fixed(millis: u64, overhead: u64) -> Self {
        Budget { soft: None, hard: Some((millis - overhead.min(millis / 10)).max(1)) }
    }

    /// A share of a clock, of which `overhead` is lost with every move.
    ///
    /// ```
    /// use cairn_uci::{Budget, Clock};
    /// let clock = Clock { left: 60_000, increment: 1_000, moves_to_go: None };
    /// let Budget { soft: Some(soft), hard: Some(hard) } = Budget::new(clock, 50) else { panic!() };
    /// assert!((2_500..3_500).contains(&soft) && (7_500..10_500).contains(&hard));
    /// ```
    pub fn new(clock: Clock, overhead: u64) -> Self {
        let usable = clock.left.saturating_sub(clock.left / SPARE + 1 + overhead);
        let moves = clock.moves_to_go.map_or(MOVES, |moves| u64::from(moves).clamp(1, MOVES));
        let most = if moves == 1 { usable } else { usable - usable / 4 };
        let soft = usable / moves + clock.increment / 4 * 3;
        let soft = soft.min(most).max(1);
        let hard = soft.saturating_mul(STRETCH).min(most).max(1);
        Budget { soft: Some(soft), hard: Some(hard) }
    }

    /// Whether to stop after an iteration, when the best move has been the same in the last `stable`
    /// iterations.
    pub fn is_enough(&self, elapsed: u64, stable: u8) -> bool {
        let part = |soft: u64| if stable >= STABLE { soft / 2 } else { soft };
        self.soft.is_some_and(|soft| elapsed >= part(soft))
    }

    /// Whether to stop anywhere.
    pub fn is_over(&self, elapsed: u64) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }
}

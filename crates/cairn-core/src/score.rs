//! Scores: what a position is worth to the player to move, for searches that compare and prove.

use core::fmt;

use crate::game::Outcome;

/// What a position is worth to the player to move: a proved win or loss with its distance, or a
/// number (an evaluation, a margin, 0 for a draw). The greater, the better.
///
/// ```
/// use cairn_core::score::Score;
/// assert!(Score::win_in(3) > Score::win_in(5), "a quick win is better");
/// assert!(Score::loss_in(6) > Score::loss_in(4), "a slow loss is better");
/// assert!(Score::win_in(3) > Score::number(250) && Score::number(250) > Score::DRAW);
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::win_in(3).one_ply_earlier(), Score::win_in(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i16);

/// The score of a player who has already won.
const WON: i16 = 32_000;

/// Scores above this are wins.
const NUMBERS: i16 = 30_000;

impl Score {
    /// Neither player is ahead.
    pub const DRAW: Score = Score(0);
    /// The player to move has won.
    pub const WON: Score = Score(WON);
    /// The player to move has lost.
    pub const LOST: Score = Score(-WON);
    /// The longest distance that a score can have.
    pub const MAX_DISTANCE: u16 = (WON - NUMBERS - 1) as u16;

    /// The player to move wins in this many plies. Distances above [`Score::MAX_DISTANCE`] count as
    /// that.
    pub const fn win_in(plies: u16) -> Score {
        let plies = if plies > Self::MAX_DISTANCE { Self::MAX_DISTANCE } else { plies };
        Score(WON - plies as i16)
    }

    /// The player to move loses in this many plies.
    pub const fn loss_in(plies: u16) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// A number from −30,000 to 30,000: greater ones are limited to that.
    pub const fn number(number: i16) -> Score {
        Score(if number > NUMBERS {
            NUMBERS
        } else if number < -NUMBERS {
            -NUMBERS
        } else {
            number
        })
    }

    /// What a finished game is worth to `player`, by the half of `denominator`: more is won, less is
    /// lost.
    pub const fn of(outcome: Outcome, player: usize, denominator: u32) -> Score {
        let twice = 2 * outcome.reward(player, denominator);
        if twice > denominator {
            Self::WON
        } else if twice < denominator {
            Self::LOST
        } else {
            Self::DRAW
        }
    }

    /// The plies to the end of a game that is proved to be won or lost.
    pub const fn distance(self) -> Option<u16> {
        if self.0.abs() > NUMBERS { Some((WON - self.0.abs()) as u16) } else { None }
    }

    /// Whether it is a proved win.
    pub const fn is_win(self) -> bool {
        self.0 > NUMBERS
    }

    /// Whether it is a proved loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -NUMBERS
    }

    /// The score as it was a ply earlier: wins and losses are a ply further away.
    pub const fn one_ply_earlier(self) -> Score {
        match self.distance() {
            Some(Self::MAX_DISTANCE) | None => self,
            Some(_) => Score(self.0 - self.0.signum()),
        }
    }

    /// The score as a number: wins are above 30,000, losses below −30,000.
    pub const fn get(self) -> i16 {
        self.0
    }

    /// The score that [`Score::get`] returned.
    pub const fn from_raw(raw: i16) -> Score {
        Score(raw)
    }
}

impl core::ops::Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

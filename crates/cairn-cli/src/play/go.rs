//! A turn in a game of Go: when an agent passes, when it gives up, and the score.
//!
//! It does as `cairn gtp`, but stones count as they stand here: nobody is asked which are dead, so
//! dead stones of the other player must be taken before the passes.

use cairn_core::Game;
use cairn_games::go::{BLACK, GoAny};
use cairn_games::goban::PointSet;
use cairn_gtp::{HOPELESS, LOST, STATUS_PLAYOUTS, Status, should_pass};
use cairn_lab::{AnyGame, GameHistory, go_position, move_text};

/// An agent's turn.
pub struct Turn {
    position: GoAny,
    /// The other one just passed.
    passed: bool,
    /// Nothing is decided yet, and a pass is more likely a mistake or a favour.
    early: bool,
}

/// An end that an agent sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveUp {
    Pass,
    Resign,
}

impl Turn {
    /// `None` if the game is not Go.
    pub fn new(game: &AnyGame, play: &GameHistory) -> Option<Self> {
        let position = go_position(game, play)?;
        let passed = position.passes() == 1;
        // Who passes twice means it, however early.
        let moves = play.moves_text();
        let insists = passed && moves.rsplit(' ').nth(2) == Some("pass");
        // A game may begin with stones.
        let stones = position.stones(0).count() + position.stones(1).count();
        let played = play.plies().max(stones as usize);
        let early = played < position.points() / 4 && !insists;
        Some(Turn { position, passed, early })
    }

    /// Whether to pass without a search: because that wins, or because all is settled and won.
    pub fn should_pass(&self, seed: u64) -> bool {
        let position = &self.position;
        let score = position.area_score();
        let won = if position.to_move() == BLACK { score > 0 } else { score < 0 };
        if self.early || !won {
            return false;
        }
        let stones = position.stones(0).count() + position.stones(1).count();
        // With fewer stones nothing is settled, and it is not worth looking.
        let enough = 3 * stones as usize >= position.points();
        let settled = || {
            let status = Status::new(position, STATUS_PLAYOUTS, seed);
            should_pass(position, &status, false, false)
        };
        self.passed || (enough && settled())
    }

    /// Whether to fight on after a search that found `value`; `lost` counts the turns before that
    /// looked lost.
    pub fn give_up(&self, value: f32, lost: &mut u8) -> Option<GiveUp> {
        if self.early {
            return None;
        }
        *lost = if value < LOST { lost.saturating_add(1) } else { 0 };
        match value {
            _ if self.passed && value < HOPELESS => Some(GiveUp::Pass),
            _ if *lost >= 2 => Some(GiveUp::Resign),
            _ => None,
        }
    }

    /// Whether a move fills no eye of one's own. When a game is decided all moves look alike to a
    /// search, but not to a person who looks on.
    pub fn is_sensible(&self, mv: &str) -> bool {
        let mut moves = self.position.playout_moves();
        mv == "pass" || moves.any(|playout| move_text(&self.position, playout) == mv)
    }
}

/// Black's lead in half points when two passes have ended a game of Go.
pub fn score(game: &AnyGame, play: &GameHistory) -> Option<i32> {
    let position = go_position(game, play).filter(|position| position.passes() == 2)?;
    Some(position.area_score())
}

//! Three Color Go: black, white and red in turn on one board, everyone against everyone.
//!
//! A move puts a stone on an empty point and then takes every chain of *both* other colours that has
//! no liberty left; suicide (no liberty even then) is not allowed. A player may always pass; three
//! passes in a row end the game. The score is area: a player's stones, and the empty points from which
//! only that player's stones are reached. There is no komi. The highest score wins; players who share
//! it share the reward: 6 for one winner, 3 for each of two, 2 for each of three.
//!
//! Ko: a lone stone that has just taken a lone stone may not be retaken at once by the owner of that
//! stone, if it is that owner's turn. (The third player may take it: that does not repeat anything.
//! And if the third player moves in between, the board has changed.) Whole games also have positional
//! superko, through [`Game::repetition_key`]. A playout that is longer than four times the number of
//! points is worth its area score.
//!
//! Playouts do not fill their own eyes and pass only when there is no other move. A move's key is its
//! point, with one more for pass. It need not say whose stone it is, because each table belongs to one
//! player.
//!
//! A position is written on one line: rows from the top as in [Go](crate::go) with `X` for black, `O`
//! for white and `#` for red, the side to move (`b`, `w` or `r`), the ko point or `-`, and the passes
//! just made: `9/9/9/3XO4/4#4/9/9/9/9 b - 0`.
//!
//! ```
//! use cairn_core::game::Game;
//! use cairn_games::three_color_go::ThreeColorGo;
//!
//! let mut position = ThreeColorGo::new(9).unwrap();
//! for text in ["A1", "B1", "A2"] {
//!     position.play(position.parse_move(text).unwrap());
//! }
//! assert_eq!(position.stone(0), None, "white and red have taken it together");
//! ```

use core::fmt::{self, Write};

use cairn_core::game::{Game, Outcome, Turn};

use crate::bits::PointSet;
use crate::goban::{Extra, Geometry, GoMove, Stones, game_with_pass};
use crate::rows::{Notation, end};

const PLAYERS: usize = 3;

/// A position of Three Color Go on a board of geometry `B`.
pub type ThreeColorGo<B> = Stones<B, <B as Geometry>::ThreeColours, PLAYERS, Nothing>;

/// Three Color Go needs nothing besides stones, ko and passes.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl<B> Extra<B> for Nothing {
    const NOTATION: Notation = Notation {
        pieces: "XO#",
        sides: "bwr",
        expected_pieces: "a row has X for black, O for white, # for red, numbers for empty places",
        expected_side: "after the rows comes the side to move: b, w or r",
    };

    fn start(_: B) -> Self {
        Nothing
    }
}

#[hot]
impl<B: Geometry> ThreeColorGo<B> {
    /// Each player's points.
    pub fn area_scores(&self) -> [u32; PLAYERS] {
        let empty = self.empty();
        let black = self.geometry.reach(self.stones(0), empty);
        let white = self.geometry.reach(self.stones(1), empty);
        let red = self.geometry.reach(self.stones(2), empty);
        [
            (black & !(white | red)).count(),
            (white & !(black | red)).count(),
            (red & !(black | white)).count(),
        ]
    }

    fn outcome_by_area(&self) -> Outcome {
        let scores = self.area_scores();
        let best = scores[0].max(scores[1]).max(scores[2]);
        let mut winners = 0;
        for score in scores {
            winners += u8::from(score == best);
        }
        let mut rewards = [0; PLAYERS];
        for player in 0..PLAYERS {
            if scores[player] == best {
                rewards[player] = 6 / winners;
            }
        }
        Outcome::new(&rewards)
    }
}

impl<B: Geometry> Game for ThreeColorGo<B> {
    game_with_pass!();

    #[hot]
    fn players(&self) -> usize {
        PLAYERS
    }

    #[hot]
    fn denominator(&self) -> u32 {
        6
    }

    #[hot]
    fn max_plies(&self) -> usize {
        4 * self.points()
    }

    #[hot]
    fn turn(&self) -> Turn {
        match self.passes() >= PLAYERS {
            true => Turn::Over(self.outcome_by_area()),
            false => Turn::Player(self.to_move()),
        }
    }

    #[hot]
    fn play(&mut self, mv: GoMove) {
        self.play_or_pass(mv);
    }

    fn player_name(&self, player: usize) -> &'static str {
        ["Black", "White", "Red"][player]
    }

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        self.write_board_and_ko(out)
    }

    fn parse_position(&self, text: &str) -> Result<Self, &'static str> {
        let (position, rest) = self.parse_board_and_ko(text)?;
        end(rest).map(|()| position)
    }
}

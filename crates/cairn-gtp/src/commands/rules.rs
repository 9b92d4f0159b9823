//! The rules of the game, for programs that show games they do not know (GoGui's `gogui-rules_*`).

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::{BLACK, Geometry};

use super::CommandResult;
use crate::host::Host;
use crate::reply::Call;
use crate::session::GtpSession;

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    /// Rows from the top: `X` is Black, `O` White.
    pub(super) fn rules_board<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let position = self.game.position();
        let size = position.size();
        for row in (0..size).rev() {
            for point in row * size..(row + 1) * size {
                let stone = position.stone(point).map_or('.', |player| ['X', 'O'][player]);
                let _ = call.out.write_str(if point > row * size { " " } else { "" });
                let _ = call.out.write_char(stone);
            }
            let _ = call.out.write_char('\n');
        }
        Ok(())
    }

    pub(super) fn rules_board_size<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let _ = write!(call.out, "{}", self.empty.size());
        Ok(())
    }

    pub(super) fn rules_side_to_move<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let black = self.game.position().to_move() == BLACK;
        self.text(call, if black { "black" } else { "white" })
    }

    /// No moves once the game is over.
    pub(super) fn rules_legal_moves<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let position = self.game.position();
        let mut blank = "";
        for mv in position.legal_moves() {
            if !position.turn().is_over() && !self.game.repeats(position.to_move(), mv) {
                let _ = call.out.write_str(blank);
                let _ = position.write_move(mv, &mut call.out);
                blank = " ";
            }
        }
        Ok(())
    }

    /// The score, if the game is over.
    pub(super) fn rules_final_result<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        if self.game.position().turn().is_over() {
            return self.final_score(call);
        }
        self.text(call, "unknown")
    }
}

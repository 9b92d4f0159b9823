//! The rules of the game, for programs that show games they do not know (GoGui's `gogui-rules_*`).

use core::fmt::Write;

use cairn_core::Game;
use cairn_games::go::{BLACK, Geometry};

use super::Answer;
use crate::args::Args;
use crate::host::Host;
use crate::reply::Reply;
use crate::session::Session;
use crate::think::Excluded;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    pub(super) fn rules_game_id<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let _ = out.write_str("Go");
        Ok(())
    }

    /// Rows from the top: `X` is Black, `O` White.
    pub(super) fn rules_board<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let position = self.record.position();
        let size = position.size();
        for row in (0..size).rev() {
            for point in row * size..(row + 1) * size {
                let stone = position.stone(point).map_or('.', |player| ['X', 'O'][player]);
                let _ = out.write_str(if point > row * size { " " } else { "" });
                let _ = out.write_char(stone);
            }
            let _ = out.write_char('\n');
        }
        Ok(())
    }

    pub(super) fn rules_board_size<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let _ = write!(out, "{}", self.empty.size());
        Ok(())
    }

    pub(super) fn rules_side_to_move<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let black = self.record.position().to_move() == BLACK;
        let _ = out.write_str(if black { "black" } else { "white" });
        Ok(())
    }

    /// None once the game is over.
    pub(super) fn rules_legal_moves<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let position = self.record.position();
        let mut repetitions = Excluded::new();
        self.record.for_each_repetition(position, |mv| repetitions.push(mv));
        let mut blank = "";
        for mv in position.legal_moves() {
            if !position.turn().is_over() && !repetitions.contains(mv) {
                let _ = out.write_str(blank);
                let _ = position.write_move(mv, out);
                blank = " ";
            }
        }
        Ok(())
    }

    /// The score, if the game is over.
    pub(super) fn rules_final_result<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        if self.record.position().turn().is_over() {
            return self.final_score(args, out);
        }
        let _ = out.write_str("unknown");
        Ok(())
    }
}

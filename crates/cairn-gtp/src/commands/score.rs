//! The end of a game: who has what.

use core::fmt::Write;

use cairn_core::rng::derive_seed;
use cairn_games::go::{BLACK, Geometry, WHITE};
use cairn_games::goban::{PointSet, Points};

use super::Answer;
use super::board::Half;
use crate::args::Args;
use crate::host::Host;
use crate::reply::{Fault, Reply};
use crate::session::Session;
use crate::status::Status;

/// So that playouts for the status are others than those of the turns.
const STATUS_SEED: u64 = u64::MAX;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    /// Who owns what in the position now, by at most so many playouts; the same for every question
    /// about it.
    pub(crate) fn status(&self, most: u16) -> Status {
        let seed = derive_seed(self.options.seed, STATUS_SEED);
        let playouts = self.options.status_playouts.min(most);
        Status::new(self.record.position(), playouts, seed)
    }

    pub(super) fn final_score<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let _ = match self.status(u16::MAX).score(self.record.position()) {
            0 => write!(out, "0"),
            score @ 1.. => write!(out, "B+{}", Half(score)),
            score => write!(out, "W+{}", Half(-score)),
        };
        Ok(())
    }

    pub(super) fn final_status_list<'c>(
        &mut self,
        args: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let position = *self.record.position();
        let all = position.stones(BLACK) | position.stones(WHITE);
        let mut stones = match args.word() {
            Some("dead") => self.status(u16::MAX).dead(&position),
            Some("alive") => all & !self.status(u16::MAX).dead(&position),
            // Under area scoring it makes no difference, so it is not told apart from alive.
            Some("seki") => B::Set::EMPTY,
            _ => return Err(Fault::Syntax("expected alive, seki or dead")),
        };
        while !stones.is_empty() {
            let chain = position.chain(stones.first());
            stones = stones & !chain;
            for (index, point) in Points(chain).enumerate() {
                let _ = out.write_str(if index > 0 { " " } else { "" });
                let _ = position.write_point(point, out);
            }
            let _ = out.write_char('\n');
        }
        Ok(())
    }
}

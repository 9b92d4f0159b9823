//! The end of a game: ownership, dead stones and the score.

use core::fmt::Write;

use cairn_core::Game;
use cairn_core::rng::derive_seed;
use cairn_games::bits::{PointSet, Points};
use cairn_games::go::conventions::{FinalStatus, Ownership, Score};
use cairn_games::go::{BLACK, Geometry, WHITE};

use super::CommandResult;
use crate::host::Host;
use crate::reply::{Call, GtpError, Reply};
use crate::search::HostWatch;
use crate::session::GtpSession;

/// Makes the seed of the ownership playouts different from the seeds of turns.
const OWNERSHIP_SEED: u64 = u64::MAX;

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    /// The ownership of the current position, by at most `max_playouts` playouts. It is the same every
    /// time.
    pub(crate) fn ownership(&self, max_playouts: u16) -> Ownership {
        let playouts = self.options.ownership_playouts.min(max_playouts);
        Ownership::new(self.game.position(), playouts, self.ownership_seed())
    }

    pub(crate) fn ownership_seed(&self) -> u64 {
        derive_seed(self.options.seed, OWNERSHIP_SEED)
    }

    /// Dead stones, seki and the score at the end. They are found once for each position, so that all
    /// commands agree.
    fn final_status(
        &mut self,
        out: &mut Reply<'_, H>,
    ) -> Result<(FinalStatus<B>, B::Set), GtpError<'static>> {
        let position = *self.game.position();
        let hash = position.hash64();
        if let Some((of, status, seki)) = self.final_status
            && of == hash
        {
            return Ok((status, seki));
        }
        let (playouts, seed) = (self.options.ownership_playouts, self.ownership_seed());
        let (status, ownership) = FinalStatus::new(&position, playouts, seed, |ownership| {
            self.begin_question();
            self.outdate_search();
            let search = self.prepare_player(out.host)?;
            let limit = search.settings().millis();
            let mut watch = HostWatch { out, until_input: false, analysis: None };
            Ok::<_, GtpError<'static>>(
                ownership.refined_by(&position, search, limit, seed, &mut watch),
            )
        })?;
        let seki = ownership.in_seki(&position, seed);
        self.final_status = Some((hash, status, seki));
        Ok((status, seki))
    }

    pub(super) fn final_score<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let score = self.final_status(&mut call.out)?.0.score;
        let _ = write!(call.out, "{}", Score(score));
        Ok(())
    }

    pub(super) fn final_status_list<'c>(&mut self, call: &mut Call<'c, H>) -> CommandResult<'c> {
        let word = call.args.word().filter(|word| ["alive", "dead", "seki"].contains(word));
        let word = word.ok_or(GtpError::Syntax("expected alive, seki or dead"))?;
        let (FinalStatus { dead, .. }, seki) = self.final_status(&mut call.out)?;
        let position = self.game.position();
        let mut stones = match word {
            "dead" => dead,
            "seki" => seki,
            _ => (position.stones(BLACK) | position.stones(WHITE)) & !(dead | seki),
        };
        while !stones.is_empty() {
            let chain = position.chain(stones.first());
            stones = stones & !chain;
            for (index, point) in Points(chain).enumerate() {
                let _ = call.out.write_str(if index > 0 { " " } else { "" });
                let _ = position.write_point(point, &mut call.out);
            }
            let _ = call.out.write_char('\n');
        }
        Ok(())
    }
}

//! The end of a game: who has what.

use core::fmt::Write;

use cairn_core::Game;
use cairn_core::rng::derive_seed;
use cairn_games::go::{BLACK, Geometry, HalfPoints, WHITE};
use cairn_games::goban::{PointSet, Points};

use super::Answer;
use super::genmove::fills_an_eye;
use crate::args::Args;
use crate::host::Host;
use crate::record::play;
use crate::reply::{Fault, Reply};
use crate::session::{Session, Verdict};
use crate::status::Status;

/// So that playouts for the status are others than those of the turns.
const STATUS_SEED: u64 = u64::MAX;

impl<B: Geometry, H: Host> Session<'_, B, H> {
    /// Who owns what in the position now, by at most so many playouts; the same for every question
    /// about it.
    pub(crate) fn status(&self, most: u16) -> Status {
        let playouts = self.options.status_playouts.min(most);
        Status::new(self.record.position(), playouts, self.status_seed())
    }

    fn status_seed(&self) -> u64 {
        derive_seed(self.options.seed, STATUS_SEED)
    }

    /// The same with more care, for the end of a game: the player searches what is left to fight
    /// over, and the playouts follow its tree. So that it has something to fight for even if the
    /// game is decided, it gets a komi with which the score is even. Each side begins once, since
    /// what is settled is so whoever begins; the two searches share the time of one move.
    fn careful_status(&mut self, host: &mut H) -> Result<Status, Fault<'static>> {
        let position = self.record.position();
        let quick = self.options.status_playouts;
        let other = position.continued_by(position.to_move() ^ 1);
        let mut status = self.status(u16::MAX) + Status::new(&other, quick, self.status_seed());
        if status.is_settled(position) {
            return Ok(status);
        }
        self.wake_player(host)?;
        self.begin_question();
        self.forget();
        let position = *self.record.position();
        let search = self.player.as_mut().expect("just woken");
        let limit = search.settings().time.map(|time| time.as_millis() as u64 / 2);
        let next = position.to_move();
        for (round, first) in [next, next ^ 1].into_iter().enumerate() {
            let position = position.continued_by(first);
            let seed = derive_seed(self.options.seed, STATUS_SEED - 1 - round as u64);
            // By whole points, so that draws stay as possible or impossible as they were.
            let even = f32::from(position.komi()) / 2.0 + libm::roundf(status.lead());
            let even = (2.0 * even) as i16;
            search.start(&position.with_komi(even), &[], seed);
            let begun = host.now();
            search.run(|| match (limit, begun, host.now()) {
                (Some(limit), Some(begun), Some(now)) => now.saturating_sub(begun) >= limit,
                _ => false,
            });
            let searched =
                Status::after(&position, self.options.status_playouts, seed, |at, rng| {
                    // Where nothing is left to do, the tree fills eyes: the line ends before.
                    let mut sensible = true;
                    search.sample_variation(rng, |mv| {
                        sensible = sensible && !fills_an_eye(at, mv);
                        if sensible {
                            play(at, mv);
                        }
                    });
                });
            status = if round == 0 { searched } else { status + searched };
        }
        Ok(status)
    }

    /// Who has what in the end, found once for a position: every question about it has the same
    /// answer.
    fn verdict(&mut self, host: &mut H) -> Result<Verdict<B>, Fault<'static>> {
        let position = *self.record.position();
        let asked = (position.hash64(), position.passes(), position.komi());
        if let Some(verdict) = self.verdict.filter(|verdict| verdict.asked == asked) {
            return Ok(verdict);
        }
        let status = self.careful_status(host)?;
        let seki = status.in_seki(&position, self.status_seed());
        let dead = status.dead(&position);
        let verdict = Verdict { asked, dead, seki, score: status.score_if_dead(&position, dead) };
        self.verdict = Some(verdict);
        Ok(verdict)
    }

    pub(super) fn final_score<'c>(
        &mut self,
        _: &mut Args<'c>,
        out: &mut Reply<'_, H>,
    ) -> Answer<'c> {
        let _ = match self.verdict(out.host)?.score {
            0 => write!(out, "0"),
            score @ 1.. => write!(out, "B+{}", HalfPoints(score)),
            score => write!(out, "W+{}", HalfPoints(-score)),
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
            Some("dead") => self.verdict(out.host)?.dead,
            Some("seki") => self.verdict(out.host)?.seki,
            Some("alive") => {
                let verdict = self.verdict(out.host)?;
                all & !(verdict.dead | verdict.seki)
            }
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

//! The search for one move, with a clock, reports and interruption.

use cairn_core::mcts::{MoveStats, Search, Watch};
use cairn_core::memory::Block;
use cairn_games::go::conventions::Excluded;
use cairn_games::go::{Geometry, Go, GoMove};

use crate::commands::analyze::AnalysisWriter;
use crate::host::Host;
use crate::reply::{GtpError, Reply};
use crate::session::{GoSearch, GtpSession};

/// How long to search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// Until the agent's own limits.
    Limits,
    /// The same, but not longer than this many milliseconds.
    Millis(u64),
    /// Until the next line of input or the agent's number of playouts, however long that takes.
    Input,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchResult {
    pub player: usize,
    pub best: Option<GoMove>,
    /// The best move's mean; one half if nothing is known.
    pub value: f32,
    pub millis: u64,
    /// Whether it covers all moves of the position as it is now.
    pub current: bool,
}

/// The host's clock and input, and an analysis that is written while the search runs.
pub(crate) struct HostWatch<'a, 'c, B: Geometry, H: Host> {
    pub out: &'a mut Reply<'c, H>,
    /// Whether a new line of input ends the search.
    pub until_input: bool,
    pub analysis: Option<(&'a mut AnalysisWriter, Go<B>)>,
}

impl<B: Geometry, H: Host> Watch<GoSearch<B, H>> for HostWatch<'_, '_, B, H> {
    fn now(&mut self) -> Option<u64> {
        self.out.host.now()
    }

    fn stop(&mut self, search: &mut GoSearch<B, H>, elapsed: Option<u64>) -> bool {
        let playouts = search.playouts();
        // Even if the next line comes at once, there is something to report.
        if self.until_input && playouts > 0 && self.out.host.input_waiting() {
            return true;
        }
        if let Some((writer, position)) = &mut self.analysis
            && writer.is_due(elapsed.unwrap_or(playouts))
        {
            search.flush_batch();
            writer.write(search, position, self.out);
        }
        false
    }
}

impl<B: Geometry, H: Host> GtpSession<'_, B, H> {
    /// Searches the position for `player`, without the moves in `excluded` and those that superko
    /// forbids; `analysis` writes what it finds.
    pub(crate) fn search(
        &mut self,
        player: usize,
        seed: u64,
        until: Until,
        excluded: Excluded<B>,
        analysis: Option<&mut AnalysisWriter>,
        out: &mut Reply<'_, H>,
    ) -> Result<SearchResult, GtpError<'static>> {
        self.prepare_player(out.host)?;
        let (game, search) = (&self.game, self.player.as_mut().expect("prepared"));
        let position = game.position().continued_by(player);
        let left_out = |mv| excluded.contains(mv) || game.repeats(player, mv);
        search.start_without(&position, Some(&left_out), seed);
        let limit = match (until, search.settings().millis()) {
            (Until::Input, _) => None,
            (Until::Limits, own) => own,
            (Until::Millis(millis), own) => Some(millis.min(own.unwrap_or(millis))),
        };
        let until_input = until == Until::Input;
        let analysis = analysis.map(|writer| (writer, position));
        let mut watch = HostWatch { out, until_input, analysis };
        let (_, millis) = search.run_clocked(limit, &mut watch);
        // The final result is written too, unless a new line of input ended an analysis that has
        // already written something.
        if let Some((writer, position)) = watch.analysis
            && (!until_input || search.is_done() || writer.has_written_nothing())
        {
            writer.write(search, &position, watch.out);
        }
        let best = search.best_move();
        let value = best.and_then(|best| search.value(best)).unwrap_or(0.5);
        let millis = millis.unwrap_or(0);
        let result = SearchResult { player, best, value, millis, current: excluded.is_empty() };
        self.last_search = Some(result);
        Ok(result)
    }

    /// Marks the last search as out of date, because the position or the tree changes.
    pub(crate) fn outdate_search(&mut self) {
        if let Some(result) = &mut self.last_search {
            result.current = false;
        }
    }

    /// The result of the last search if it is about this position with `player` to move, otherwise of
    /// a new one; and the search itself.
    pub(crate) fn current_search(
        &mut self,
        player: usize,
        out: &mut Reply<'_, H>,
    ) -> Result<(SearchResult, &mut GoSearch<B, H>), GtpError<'static>> {
        let result = match self.last_search {
            Some(result) if result.current && result.player == player => result,
            _ => {
                self.begin_question();
                self.search(player, self.turn_seed(), Until::Limits, Excluded::NONE, None, out)?
            }
        };
        Ok((result, self.prepare_player(out.host)?))
    }
}

/// Calls `each` with every allowed move of the root: [`Search::for_each_move`], compiled once for all
/// commands, because a microcontroller's flash is small.
#[inline(never)]
pub(crate) fn for_each_move<B: Geometry, W: Block>(
    search: &mut Search<Go<B>, W>,
    each: &mut dyn FnMut(MoveStats<GoMove>),
) {
    search.for_each_move(each);
}

//! A search at work: begun by `go`, continued a little at a time, ended by its limits or `stop`.
//!
//! With one line, the search deepens by itself, and each iteration is written when it is complete. With
//! `MultiPV`, every line is a search of its own without the moves of the lines before it, and all lines
//! are searched to one depth before the next. Such a search begins at depth 1 again, but finds what it
//! needs in the table, so that this costs a few hundred positions.

use cairn_core::memory::Block;
use cairn_core::minimax::Search;
use cairn_games::chess::Chess;

use crate::go::Go;
use crate::host::Host;
use crate::lines::{self, Cost, Line, Lines};
use crate::player::Purpose;
use crate::session::{UciSession, say};
use crate::strength::nodes_of;
use crate::time::Budget;

/// Positions that a search visits if there are only limits of time and no clock.
const WITHOUT_CLOCK: u64 = 20_000;

/// The fewest positions that a search visits if it takes that many to complete one iteration. A move
/// that was not searched at all may lose a piece.
const FEWEST: u64 = 2_000;

/// A forced move is played after this many iterations, which find a reply to think about.
const FORCED: u16 = 6;

/// Milliseconds between two reports of an iteration that takes long.
const REPORT: u64 = 1000;

/// A search that has been asked for.
pub(crate) struct Job {
    root: Chess,
    go: Go,
    nodes: Option<u64>,
    budget: Budget,
    /// Whether only `stop` ends it.
    waits: bool,
    /// Whether it thinks on the opponent's time: `ponderhit` starts its own.
    pondering: bool,
    /// Nothing is left to do until `stop` or `ponderhit`.
    idle: bool,
    /// When it began, and how long after that its own time did.
    begun: Option<u64>,
    own_time: u64,
    reported: u64,
    /// The positions that the last line of `info` named.
    counted: u64,
    /// How many lines to find, and what was found.
    wanted: usize,
    lines: Lines,
    /// The lines of this depth that are complete: all of them, when the search is over.
    at: usize,
    /// The depth to which the lines are searched now.
    target: u16,
    /// Whether a line of this depth can be searched deeper.
    open: bool,
    /// Positions of the searches before the one that is running.
    before: u64,
    /// The last iterations that had the same best move.
    stable: u8,
    /// Whether there is only one move.
    forced: bool,
}

impl Job {
    fn elapsed(&self, now: Option<u64>) -> Option<u64> {
        self.begun.and_then(|begun| Some(now?.saturating_sub(begun)))
    }

    /// Starts the search of the next line.
    fn start<B: Block>(&self, search: &mut Search<Chess, B>, earlier: &[u64]) {
        let taken = &self.lines[..self.at];
        let only = &self.go.only;
        let excluded = |mv| {
            !only.is_empty() && !only.contains(&mv) || taken.iter().any(|line| line.mv() == mv)
        };
        let some_are = !only.is_empty() || !taken.is_empty();
        search.start_without(&self.root, some_are.then_some(&excluded), earlier, 0);
    }

    /// Whether a depth or a mate that was asked for is reached.
    fn is_answered(&self) -> bool {
        let depth = self.go.depth.is_some_and(|depth| self.target > depth);
        depth || self.go.mate.is_some_and(|moves| self.mates_in(moves)) || self.is_without_mate()
    }

    /// Whether the best move is plain, so that more time would not change it: there is only one, or it
    /// was searched as deep as the mate that it leads to.
    fn is_plain(&self) -> bool {
        let decided = self.lines.first().and_then(|line| line.score.distance());
        self.forced && self.target > FORCED || decided.is_some_and(|plies| plies < self.target)
    }

    /// Whether the best line mates in at most this many moves.
    fn mates_in(&self, moves: u16) -> bool {
        let win = self.lines.first().map(|line| line.score).filter(|score| score.is_win());
        win.and_then(|win| win.distance()).is_some_and(|plies| plies < 2 * moves)
    }

    /// Whether every line has been searched far enough to see the mate that was asked for, and there
    /// is none.
    fn is_without_mate(&self) -> bool {
        let Some(moves) = self.go.mate else { return false };
        let searched = self.target >= 2 * moves || !self.open && !self.lines.is_empty();
        searched && !self.mates_in(moves)
    }
}

/// What the search knows of the line that it is searching.
fn current<B: Block>(search: &mut Search<Chess, B>) -> Option<Line> {
    let found = search.score()?;
    let mut moves = arrayvec::ArrayVec::new();
    search.principal_variation(lines::LINE, |mv| moves.push(mv));
    if let Some(plies) = found.score.distance() {
        lines::end_with_mate(&mut moves, plies.into(), search.root());
    }
    let selective = search.selective_depth();
    Some(Line { score: found.score, bound: found.bound, depth: found.depth, selective, moves })
}

impl<H: Host> UciSession<H> {
    /// Begins a search.
    pub(crate) fn begin(&mut self, go: Go, host: &mut H) {
        let purpose = if go.mate.is_some() { Purpose::Mate } else { Purpose::Play };
        if let Err(error) = self.prepare(purpose, host) {
            return say(host, format_args!("{error}"));
        }
        let root = self.board.to_search();
        let count = if go.only.is_empty() { root.moves().count() } else { go.only.len() };
        let (budget, begun) = (go.budget(root.to_move(), self.options.overhead), host.now());
        let waits = go.is_endless(budget);
        let mut nodes = go.nodes;
        if self.options.limited {
            let most = nodes_of(self.options.rating);
            nodes = Some(nodes.map_or(most, |nodes| nodes.min(most)));
        }
        if begun.is_none() && budget != Budget::default() && nodes.is_none() && go.depth.is_none() {
            nodes = Some(WITHOUT_CLOCK);
            say(
                host,
                format_args!("there is no clock here: the search visits {WITHOUT_CLOCK} positions"),
            );
        }
        let job = Job {
            root,
            nodes,
            budget,
            waits,
            pondering: go.ponder,
            idle: false,
            begun,
            own_time: 0,
            reported: 0,
            counted: 0,
            wanted: self.options.lines.min(count).max(1),
            lines: Lines::new(),
            at: 0,
            target: 1,
            open: false,
            before: 0,
            stable: 0,
            forced: count == 1,
            go,
        };
        let search = &mut self.player.as_mut().expect("prepared").search;
        job.start(search, &self.board.earlier);
        self.job = Some(job);
    }

    /// Goes on with the search for about a millisecond. Does nothing if [nothing is left to
    /// do](UciSession::is_thinking).
    pub fn think(&mut self, host: &mut H) {
        let (Some(job), Some(player)) = (&mut self.job, &mut self.player) else { return };
        if job.idle {
            return;
        }
        let search = &mut player.search;
        let depth = search.depth();
        let visited = job.before + search.nodes();
        let left = job.nodes.map_or(u64::MAX, |most| most.saturating_sub(visited));
        for _ in 0..left.min(H::NODES_PER_LOOK.into()) {
            if search.is_finished() || search.depth() != depth {
                break;
            }
            search.step();
        }
        let visited = job.before + search.nodes();
        let deepened = search.depth() > depth && search.depth() >= job.target;
        let elapsed = job.elapsed(host.now());
        let mut ended = job.nodes.is_some_and(|most| visited >= most);
        if let Some(elapsed) = elapsed
            && !job.pondering
            && (!job.lines.is_empty() || visited >= FEWEST)
        {
            ended |= job.budget.is_over(elapsed.saturating_sub(job.own_time));
        }
        if deepened || search.is_finished() {
            ended |= self.end_line(elapsed, host);
        } else if elapsed.is_some_and(|elapsed| elapsed >= job.reported + REPORT) {
            self.report(elapsed, host);
        }
        if ended {
            self.end_search(host);
        }
    }

    /// What the search has cost.
    fn cost(&mut self, elapsed: Option<u64>) -> Cost {
        let (Some(job), Some(player)) = (&self.job, &mut self.player) else {
            return Cost { nodes: 0, elapsed, table: 0 };
        };
        let nodes = job.before + player.search.nodes();
        Cost { nodes, elapsed, table: player.search.table_use() }
    }

    /// Writes down a line that is complete and goes on with the next. Returns whether the whole search
    /// is.
    fn end_line(&mut self, elapsed: Option<u64>, host: &mut H) -> bool {
        let cost = self.cost(elapsed);
        let (Some(job), Some(player)) = (&mut self.job, &mut self.player) else { return true };
        let search = &mut player.search;
        let Some(line) = current(search) else {
            let _ = lines::write_over(&job.root, host);
            return true;
        };
        if job.at == 0 {
            let same = job.lines.first().is_some_and(|last| last.mv() == line.mv());
            job.stable = if same { job.stable.saturating_add(1) } else { 0 };
            job.open = false;
        }
        job.open |= !search.is_finished();
        lines::insert(&mut job.lines, job.at, line, job.wanted);
        job.at += 1;
        let complete = job.at == job.wanted;
        if complete {
            for (index, line) in job.lines.iter().enumerate() {
                let _ = lines::write_line(line, index + 1, &job.root, cost, host);
            }
            host.flush();
            (job.reported, job.counted) = (elapsed.unwrap_or(0), cost.nodes);
            job.target = job.target.max(search.depth()) + 1;
            if !job.open || job.is_answered() {
                return true;
            }
            if let Some(elapsed) = elapsed
                && !job.pondering
                && job.budget.soft.is_some()
                && (job.is_plain() || job.budget.is_enough(elapsed, job.stable))
            {
                return true;
            }
            job.at = 0;
        }
        if job.wanted > 1 {
            job.before += search.nodes();
            // What was found stays in the table.
            search.end_turn();
            job.start(search, &self.board.earlier);
        }
        false
    }

    /// Writes how far the search is.
    fn report(&mut self, elapsed: Option<u64>, host: &mut H) {
        let cost = self.cost(elapsed);
        let (Some(job), Some(player)) = (&mut self.job, &mut self.player) else { return };
        (job.reported, job.counted) = (elapsed.unwrap_or(0), cost.nodes);
        let _ = match current(&mut player.search) {
            Some(line) if job.at == 0 && job.lines.first().is_none_or(|last| *last != line) => {
                lines::write_line(&line, 1, &job.root, cost, host)
            }
            _ => writeln!(host, "info {cost}"),
        };
        host.flush();
    }

    /// The search has reached a limit: it answers, or waits if it must.
    fn end_search(&mut self, host: &mut H) {
        match &mut self.job {
            Some(job) if job.waits || job.pondering => job.idle = true,
            _ => self.answer(host),
        }
    }

    /// `stop`: the best move so far.
    pub(crate) fn stop(&mut self, host: &mut H) {
        while let (Some(job), Some(player)) = (&self.job, &self.player) {
            let begun = !job.lines.is_empty() || job.before + player.search.nodes() >= FEWEST;
            if begun || job.idle {
                break;
            }
            self.think(host);
        }
        self.answer(host);
    }

    /// `ponderhit`: the opponent has played the expected move, and the clock runs.
    pub(crate) fn ponderhit(&mut self, host: &mut H) {
        let now = host.now();
        let Some(job) = self.job.as_mut().filter(|job| job.pondering) else {
            return say(host, format_args!("ponderhit: no search is pondering"));
        };
        job.pondering = false;
        // The opponent's time counts for whether it has thought enough, but not for when it must stop.
        let elapsed = job.elapsed(now).unwrap_or(0);
        job.own_time = elapsed;
        let enough = !job.lines.is_empty() && job.budget.is_enough(elapsed, job.stable);
        if job.idle && !job.waits || enough {
            self.answer(host);
        }
    }

    /// Answers `go`, if it has not been answered.
    fn answer(&mut self, host: &mut H) {
        let Some(now) = self.job.as_ref().map(|job| job.elapsed(host.now())) else { return };
        let cost = self.cost(now);
        let (Some(mut job), Some(player)) = (self.job.take(), &mut self.player) else { return };
        let search = &mut player.search;
        // The iteration that is running may know a better move.
        if job.at == 0
            && let Some(line) = current(search)
            && job.lines.first().is_none_or(|last| line.depth >= last.depth && *last != line)
        {
            let _ = lines::write_line(&line, 1, &job.root, cost, host);
            lines::insert(&mut job.lines, 0, line, job.wanted);
        } else if job.counted != cost.nodes {
            let _ = writeln!(host, "info {cost}");
        }
        if job.is_without_mate() {
            let moves = job.go.mate.unwrap_or(0);
            say(host, format_args!("there is no mate in {moves}"));
        }
        let best = job.lines.first().map(Line::mv).or_else(|| search.best_move());
        // A game that is drawn may go on all the same.
        let best = best.or_else(|| job.root.moves().next());
        let reply = job.lines.first().and_then(|line| line.moves.get(1).copied());
        let _ = lines::write_best(best, reply, &job.root, host);
        host.flush();
        search.end_turn();
    }

    /// Whether `go` has not been answered yet.
    pub fn is_searching(&self) -> bool {
        self.job.is_some()
    }

    /// Whether [`think`](UciSession::think) has something to do. If not, wait for input.
    pub fn is_thinking(&self) -> bool {
        self.job.as_ref().is_some_and(|job| !job.idle)
    }

    /// Called before what a running search does not allow: lets it end by itself if it will, unless the
    /// host wants it to stop, and stops it otherwise.
    pub(crate) fn settle(&mut self, host: &mut H) {
        while self.job.as_ref().is_some_and(|job| !job.idle && !job.waits && !job.pondering) {
            if host.wants_stop() {
                break;
            }
            self.think(host);
        }
        self.stop(host);
    }
}

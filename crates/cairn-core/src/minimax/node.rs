//! A position: what can be said of it at once, and what is said when its moves have been searched.

use super::engine::Engine;
use super::frame::{
    EXACT, Found, Frame, INFINITY, LOWER, NONE, Stage, UPPER, from_here, from_root,
};
use super::path::{Path, Rule};
use super::settings::Driver;
use super::table::{Entry, spread};
use crate::game::{Game, Outcome, Turn};
use crate::score::Score;

impl<G: Game> Engine<'_, G> {
    /// Visits the position at `ply`. `low` and `high` are the window of the player who moved before.
    /// Returns its value if that is known at once; otherwise the position gets a frame.
    #[hot]
    pub fn look(&mut self, ply: usize, low: i16, high: i16, depth: i16) -> Option<Found> {
        self.state.nodes += 1;
        self.state.selective = self.state.selective.max(ply as u16);
        self.line.clear(ply);
        let before = self.frames[ply - 1];
        let frame = &mut self.frames[ply];
        // Who moves after the end, or after a chance that the game did not admit to, does not matter.
        frame.opposed = true;
        // SAFETY: written before `look` is called.
        let position = unsafe { self.positions[ply].assume_init_ref() };
        let player = match position.turn() {
            Turn::Over(outcome) => return Some(self.ended(outcome, ply, 1 - before.player)),
            Turn::Chance => return Some(Found::new(0, 0)),
            Turn::Player(player) => player as u8,
        };
        let opposed = player != before.player;
        let (alpha, beta) = if opposed { (-high, -low) } else { (low, high) };
        let passed = before.asked == super::frame::Question::Null;
        *frame = Frame {
            depth,
            player,
            opposed,
            passed,
            first: self.state.top,
            end: self.state.top,
            best: -INFINITY,
            alpha,
            beta,
            best_move: NONE,
            table_move: NONE,
            since: NONE,
            proved: UPPER,
            all_moves: true,
            barrier: if passed { ply as u16 } else { before.barrier },
            ..Frame::default()
        };
        if self.plan.rule != Rule::Free
            && let Some(found) = self.repeats(ply)
        {
            return Some(found);
        }
        if ply >= self.plan.max_plies {
            return Some(Found::new(self.cutoff(ply), 0));
        }
        if self.plan.settings.driver != Driver::Minimax
            && let Some(found) = self.narrow(ply)
        {
            return Some(found);
        }
        self.frames[ply].floor = self.frames[ply].alpha;
        if depth >= 0
            && self.plan.table_len > 0
            && let Some(found) = self.recall(ply)
        {
            return Some(found);
        }
        if depth <= 0
            && let Some(found) = self.rest(ply)
        {
            return Some(found);
        }
        let frame = &mut self.frames[ply];
        if !frame.quiet {
            let null = self.plan.settings.null && self.plan.capabilities.pass.is_some();
            frame.stage = if null { Stage::Null } else { Stage::TableMove };
        }
        if self.plan.rule != Rule::Free {
            let key = self.position(ply).repetition_key().unwrap_or(0);
            self.path.enter(ply, key);
        }
        None
    }

    /// The value of a finished game for `player`.
    #[hot]
    fn ended(&self, outcome: Outcome, ply: usize, player: u8) -> Found {
        let position = self.position(ply);
        let value = match self.plan.capabilities.margin {
            Some(margin) if !self.plan.distances => {
                let value = Score::number((margin.of)(position)).get();
                if player == 0 { value } else { -value }
            }
            _ => {
                let score = Score::of(outcome, player.into(), self.plan.denominator);
                from_root(score.get(), ply)
            }
        };
        // A counter that the hash leaves out: on other paths the game may go on.
        let counted = self.plan.capabilities.clock.is_some_and(|clock| clock(position) == 0);
        Found { since: if counted { 0 } else { NONE }, ..Found::new(value, EXACT) }
    }

    /// What [`Game::cutoff`] is worth to the player to move at `ply`.
    pub fn cutoff(&self, ply: usize) -> i16 {
        if !self.plan.distances {
            return 0;
        }
        let player = self.frames[ply].player;
        let outcome = self.position(ply).cutoff();
        from_root(Score::of(outcome, player.into(), self.plan.denominator).get(), ply)
    }

    /// Writes down what repetition needs to know of the position at `ply`, and says what the game is
    /// worth if a repetition ends it.
    #[hot]
    fn repeats(&mut self, ply: usize) -> Option<Found> {
        let before = self.frames[ply - 1].before;
        if self.plan.rule == Rule::Forbidden {
            let key = self.path.keys[self.path.earlier + ply - 1];
            self.frames[ply].before = before.wrapping_add(Path::part(key));
            return None;
        }
        let key = self.position(ply).repetition_key()?;
        let since = self.path.ends(ply, key, self.frames[ply].barrier.into())?;
        let value = self.cutoff(ply);
        // Only a draw is proved by going round in circles: see the module.
        let proved = if value == 0 && self.plan.distances { EXACT } else { 0 };
        Some(Found { since, ..Found::new(value, proved) })
    }

    /// Narrows the window by what a position can be worth at best and at worst.
    #[hot]
    fn narrow(&mut self, ply: usize) -> Option<Found> {
        if !self.plan.distances {
            return None;
        }
        let (mut lowest, mut highest) = (Score::LOST.get(), Score::WON.get());
        if let Some(bounds) = self.plan.capabilities.bounds {
            let (low, high) = bounds(self.position(ply));
            (lowest, highest) = (from_root(low.get(), ply), from_root(high.get(), ply));
            if lowest == highest {
                return Some(Found::new(lowest, EXACT));
            }
        }
        // SSS* visits the leaves that Stockman's visits only if nothing else cuts them off.
        if self.plan.settings.driver != Driver::Sss {
            // Where every move is forbidden, the game is over at once.
            let plies = u16::from(self.plan.rule != Rule::Forbidden);
            lowest = lowest.max(from_root(Score::loss_in(plies).get(), ply));
            highest = highest.min(from_root(Score::win_in(plies).get(), ply));
        }
        let frame = &mut self.frames[ply];
        if lowest >= frame.beta {
            return Some(Found::new(lowest, LOWER));
        }
        if highest <= frame.alpha {
            return Some(Found::new(highest, UPPER));
        }
        frame.beta = frame.beta.min(highest);
        if lowest > frame.alpha {
            frame.alpha = lowest;
            (frame.best, frame.proved) = (lowest, EXACT);
        }
        None
    }

    /// What the table calls a position; `before` stands for the positions before it on the path.
    #[hot]
    pub fn key(&self, position: &G, before: u64) -> u64 {
        let key = spread(position.hash64()) ^ self.state.salt;
        match self.plan.rule == Rule::Forbidden && self.plan.settings.strict {
            true => spread(key ^ before),
            false => key,
        }
    }

    /// What the table says of the position at `ply`.
    #[hot]
    fn recall(&mut self, ply: usize) -> Option<Found> {
        let key = self.key(self.position(ply), self.frames[ply].before);
        let frame = &mut self.frames[ply];
        frame.key = key;
        let entry = *self.table.find(frame.key)?;
        if self.plan.settings.ordering {
            frame.table_move = entry.best;
        }
        if entry.is_evaluated() {
            (frame.evaluated, frame.evaluation) = (true, entry.evaluation);
        }
        let value = from_root(entry.value, ply);
        let current = self.plan.capabilities.evaluation.is_some()
            || entry.evaluation == self.state.pass.depth as i16;
        let deep = if current && entry.depth >= frame.depth { entry.bound() } else { 0 };
        let known = deep | entry.proved();
        let found = Found::new(value, entry.proved());
        let usable = known == EXACT
            || known & LOWER != 0 && value >= frame.beta
            || known & UPPER != 0 && value <= frame.alpha;
        if !usable {
            return None;
        }
        if let Some(clock) = self.plan.capabilities.clock {
            // The counter must not end the game before the win, or within what was searched.
            let reach = match Score::from_raw(entry.value).distance() {
                Some(plies) => plies,
                None => entry.depth.max(0) as u16,
            };
            if reach >= clock(self.position(ply)) {
                return None;
            }
        }
        Some(found)
    }

    /// The depth limit: the evaluation, or the beginning of quiescence.
    #[hot]
    fn rest(&mut self, ply: usize) -> Option<Found> {
        let limit = -(self.plan.quiescence as i16);
        let forcing = self.plan.capabilities.forcing.filter(|_| self.frames[ply].depth > limit);
        let Some(forcing) = forcing else {
            // Without an evaluation, only the end of the game counts: until then it is a draw.
            let Some(value) = self.evaluate(ply) else { return Some(Found::new(0, 0)) };
            return Some(self.settle(ply, value));
        };
        let threatened = (forcing.threatened)(self.position(ply));
        let frame = &mut self.frames[ply];
        (frame.quiet, frame.all_moves) = (true, threatened);
        (frame.threatened, frame.asked_threat) = (threatened, true);
        // A threatened player's list has all moves, and so the table's.
        frame.stage = Stage::TableMove;
        if !threatened {
            frame.stage = Stage::List;
            frame.table_move = NONE;
            let value = self.evaluate(ply).expect("quiescence needs an evaluation");
            let frame = &mut self.frames[ply];
            if value >= frame.beta {
                return Some(self.settle(ply, value));
            }
            if value > frame.best {
                (frame.best, frame.proved) = (value, frame.proved & UPPER);
            }
            frame.alpha = frame.alpha.max(value);
        }
        None
    }

    /// The value of a position that is not searched; the table keeps it at the depth limit.
    #[hot]
    fn settle(&mut self, ply: usize, value: i16) -> Found {
        let frame = &self.frames[ply];
        if frame.depth == 0 && self.plan.table_len > 0 {
            let bound = if frame.quiet { LOWER } else { EXACT };
            self.table.store(frame.key, Entry::new(value, 0, bound, 0).with_evaluation(value));
        }
        Found::new(value, 0)
    }

    /// The static evaluation of the position at `ply`; `None` if the game has none.
    #[hot]
    pub fn evaluate(&mut self, ply: usize) -> Option<i16> {
        let evaluation = self.plan.capabilities.evaluation?;
        if !self.frames[ply].evaluated {
            let value = Score::number((evaluation.of)(self.position(ply))).get();
            let frame = &mut self.frames[ply];
            (frame.evaluated, frame.evaluation) = (true, value);
        }
        Some(self.frames[ply].evaluation)
    }

    /// The value of the position at `ply` when all that was asked is done. The table keeps it.
    #[hot]
    pub fn finish(&mut self, ply: usize) -> Found {
        let frame = self.frames[ply];
        self.state.top = frame.first;
        if self.plan.rule != Rule::Free && ply > 0 {
            self.path.leave(ply);
        }
        let mut bound = frame.bound();
        let mut found = Found { value: frame.best, proved: frame.proved, since: frame.since };
        let stuck = frame.skipped && frame.tried == 0 && frame.all_moves;
        if stuck || frame.best == -INFINITY {
            // Every move repeats a position: the game is over. (Or a game says that it is not over,
            // and has no moves.)
            let value = if stuck { self.cutoff(ply) } else { 0 };
            let proved = if stuck && self.plan.distances { EXACT } else { 0 };
            found = Found::new(value, proved);
            bound = EXACT;
        } else if bound == LOWER || !frame.all_moves {
            found.proved &= LOWER;
        }
        // What depends on a repetition of a position before this one holds on this path only.
        let path_only = found.since < ply as u16 || found.since == 0;
        if frame.depth >= 0 && self.plan.table_len > 0 && !(ply == 0 && self.state.excludes) {
            let strict = self.plan.settings.strict;
            let mut entry = match path_only {
                true if strict => Entry::new(0, frame.depth, 0, 0),
                true => Entry::new(from_here(found.value, ply), frame.depth, bound, 0),
                false if self.plan.rule == Rule::Forbidden && !strict => {
                    Entry::new(from_here(found.value, ply), frame.depth, bound, 0)
                }
                false => Entry::new(from_here(found.value, ply), frame.depth, bound, found.proved),
            };
            if bound & LOWER != 0 && (frame.all_moves || !frame.quiet) {
                entry.best = frame.best_move;
            }
            if frame.evaluated {
                entry = entry.with_evaluation(frame.evaluation);
            } else if self.plan.capabilities.evaluation.is_none() {
                // What is only a draw because the search stopped there counts in its iteration only.
                // Otherwise it could be handed on for ever in a game that goes round in circles.
                entry.evaluation = self.state.pass.depth as i16;
            }
            self.table.store(frame.key, entry);
        }
        if !path_only {
            found.since = NONE;
        }
        found
    }
}

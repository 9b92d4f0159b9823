//! Passes and iterations: with which windows the root is searched, and how deep.
//!
//! A *pass* searches the root once with one window. An *iteration* is as many passes as it takes to
//! know the value at one depth: one with an open window, a few where an aspiration window was too
//! small, many for MTD(f) and SSS*. What an iteration found orders the moves of the next.

use super::engine::{Engine, State};
use super::frame::{
    EXACT, Found, Frame, INFINITY, LOWER, NONE, RootMove, Stage, UPPER, from_here, is_decided,
};
use super::path::Rule;
use super::settings::Driver;
use crate::game::{Game, Turn};
use crate::score::Score;

/// How much wider a window gets when it was too small; after this many times it is open.
const WIDER: i32 = 4;
const WIDENINGS: u8 = 4;

/// The pass that is running, and what the passes before it found.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Pass {
    pub depth: u16,
    /// The window.
    low: i16,
    high: i16,
    /// What the value is known to be at least and at most in this iteration, and whether that is
    /// proved.
    lower: i16,
    upper: i16,
    proved: u8,
    /// Half the width of an aspiration window, and how often it was made wider.
    half: i32,
    widenings: u8,
    pub best: Best,
}

/// The best move so far, and what it is worth.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Best {
    /// Its place in the list of the root's moves.
    pub root_move: u16,
    pub value: i16,
    /// Which bounds the value is; 0 before anything is known.
    pub bound: u8,
    pub proved: u8,
    /// The depth of the iteration that found it, and of the last that was completed.
    pub iteration: u16,
    pub completed: u16,
}

impl<G: Game> Engine<'_, G> {
    /// Begins a search at the position that was written for ply 0.
    pub fn begin_search(&mut self, excluded: Option<&dyn Fn(G::Move) -> bool>, earlier: &[u64]) {
        let position = *self.position(0);
        let tracked = self.plan.rule != Rule::Free;
        let (mut salt, mut before) = (0, 0);
        if tracked {
            let room = usize::from(self.plan.settings.earlier);
            self.state.earlier = self.path.start(earlier, room) as u16;
            match self.plan.rule {
                Rule::Ends(_) => salt = self.path.salt(),
                _ => before = self.path.salt(),
            }
            self.path.enter(0, position.repetition_key().unwrap_or(0));
        }
        self.state.salt = salt;
        self.line.lengths.fill(0);
        let player = position.turn().player().unwrap_or(0) as u8;
        self.frames[0] = Frame { player, before, ..Frame::default() };
        let is_turn = matches!(position.turn(), Turn::Player(_));
        self.state.roots = 0;
        if is_turn {
            self.list_root(excluded);
        }
        if self.state.roots == 0 {
            self.state.finished = true;
            return;
        }
        let limit = self.plan.depth;
        let first = match self.plan.settings.deepening {
            0 => limit,
            plies => plies.min(limit),
        };
        self.begin_iteration(first);
    }

    fn begin_iteration(&mut self, depth: u16) {
        let settings = &self.plan.settings;
        let last = self.state.pass.best;
        let known = last.bound != 0;
        let guess = if known { i32::from(last.value) } else { 0 };
        let (low, high) = match settings.driver {
            Driver::Mtdf => (guess - 1, guess),
            Driver::Sss => (i32::from(INFINITY) - 1, i32::from(INFINITY)),
            Driver::AlphaBeta | Driver::Pvs
                if settings.aspiration > 0 && known && !is_decided(last.value) =>
            {
                let half = i32::from(settings.aspiration);
                (guess - half, guess + half)
            }
            _ => (-i32::from(INFINITY), i32::from(INFINITY)),
        };
        self.state.pass = Pass {
            depth,
            low: limited(low),
            high: limited(high),
            lower: -INFINITY,
            upper: INFINITY,
            proved: 0,
            half: settings.aspiration.into(),
            widenings: 0,
            best: last,
        };
    }

    /// Visits the root, with the window of the pass.
    pub fn begin_pass(&mut self) {
        let Pass { depth, low, high, .. } = self.state.pass;
        self.state.nodes += 1;
        (self.state.ply, self.state.top, self.state.running) = (0, 0, true);
        let Frame { player, before, .. } = self.frames[0];
        let table = self.plan.table_len > 0;
        let key = if table { self.key(self.position(0), before) } else { 0 };
        self.frames[0] = Frame {
            key,
            player,
            before,
            depth: depth as i16,
            floor: low,
            alpha: low,
            beta: high,
            best: -INFINITY,
            best_move: NONE,
            table_move: NONE,
            since: NONE,
            proved: UPPER,
            stage: Stage::Moves,
            all_moves: true,
            has_list: true,
            listed: true,
            ..Frame::default()
        };
    }

    /// Writes down what a move of the root is worth. `alpha` is what a better one had to exceed.
    pub fn accept_root(&mut self, found: Found, alpha: i16) {
        let place = self.frames[0].next as usize - 1;
        let (depth, beta) = (self.state.pass.depth, self.frames[0].beta);
        let nodes = (self.state.nodes - self.state.begun).min(u32::MAX.into()) as u32;
        let at = self.order[place];
        let open = self.plan.settings.driver == Driver::Minimax;
        let entry: &mut RootMove<_> = self.root_move(place);
        entry.nodes = entry.nodes.saturating_add(nodes);
        (entry.value, entry.depth, entry.proved) = (found.value, depth, found.proved);
        entry.bound = match found.value {
            value if open || value > alpha && value < beta => EXACT,
            value if value >= beta => LOWER,
            _ => UPPER,
        };
        let bound = entry.bound;
        if found.value > alpha {
            let best = &mut self.state.pass.best;
            (best.root_move, best.value, best.bound) = (at, found.value, bound & LOWER);
            (best.proved, best.iteration) = (found.proved & LOWER, depth);
        }
    }

    /// Ends a pass whose root has this value.
    pub fn end_pass(&mut self, found: Found) {
        self.state.running = false;
        let Pass { low, high, .. } = self.state.pass;
        let value = found.value;
        self.best_to_front();
        let pass = &mut self.state.pass;
        match self.plan.settings.driver {
            Driver::Minimax => self.end_iteration(value, found.proved),
            Driver::AlphaBeta | Driver::Pvs => {
                let (low_was_open, high_was_open) = (low == -INFINITY, high == INFINITY);
                let too_low = value <= low && !low_was_open;
                let too_high = value >= high && !high_was_open;
                if !too_low && !too_high {
                    return self.end_iteration(value, found.proved);
                }
                if too_low && pass.best.bound & LOWER != 0 && value < pass.best.value {
                    // The best move is not what it seemed; nothing better is known.
                    (pass.best.value, pass.best.bound) = (value, UPPER);
                    (pass.best.proved, pass.best.iteration) = (found.proved & UPPER, pass.depth);
                }
                pass.half *= WIDER;
                pass.widenings += 1;
                let open = pass.widenings >= WIDENINGS || is_decided(value);
                match (too_low, open) {
                    (true, true) => pass.low = -INFINITY,
                    (true, false) => pass.low = limited(i32::from(value) - pass.half),
                    (false, true) => pass.high = INFINITY,
                    (false, false) => pass.high = limited(i32::from(value) + pass.half),
                }
            }
            Driver::Mtdf | Driver::Sss => {
                if value >= high {
                    pass.lower = value;
                    pass.proved = pass.proved & UPPER | found.proved & LOWER;
                } else {
                    pass.upper = value;
                    pass.proved = pass.proved & LOWER | found.proved & UPPER;
                }
                if pass.lower >= pass.upper
                    || self.plan.settings.driver == Driver::Sss && value >= high
                {
                    let proved = if pass.lower == pass.upper { pass.proved } else { found.proved };
                    return self.end_iteration(value, proved);
                }
                pass.high = if value == pass.lower { value + 1 } else { value };
                pass.low = pass.high - 1;
            }
        }
    }

    /// The value at the iteration's depth is known.
    fn end_iteration(&mut self, value: i16, proved: u8) {
        let depth = self.state.pass.depth;
        let best = &mut self.state.pass.best;
        (best.value, best.bound, best.proved) = (value, EXACT, proved);
        (best.iteration, best.completed) = (depth, depth);
        let limit = self.plan.depth;
        if best.certainty(self.state.unsound) == Certainty::Exact || depth >= limit {
            self.state.finished = true;
            return;
        }
        self.begin_iteration((depth + self.plan.settings.deepening).min(limit));
    }

    /// The best move of the root is tried first from now on.
    fn best_to_front(&mut self) {
        if !self.plan.settings.ordering || self.state.pass.best.bound == 0 {
            return;
        }
        let best = self.state.pass.best.root_move;
        let order = &mut self.order[..usize::from(self.state.roots)];
        if let Some(place) = order.iter().position(|&other| other == best) {
            order[..=place].rotate_right(1);
        }
    }
}

/// A value for a window.
fn limited(value: i32) -> i16 {
    value.clamp((-INFINITY).into(), INFINITY.into()) as i16
}

/// How sure a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// It depends on evaluations or on what was left out.
    Estimate,
    /// It is proved who wins, and that it takes at most as many plies as the score says. A quicker
    /// win is possible.
    Outcome,
    /// It is proved: the value of the game, with the distance to its end or the margin.
    Exact,
}

impl Best {
    /// How sure the value is. `unsound` is whether anything was left out that a search to the full
    /// depth might find.
    pub fn certainty(&self, unsound: bool) -> Certainty {
        if self.bound == EXACT && self.proved == EXACT {
            return Certainty::Exact;
        }
        let score = Score::from_raw(from_here(self.value, 0));
        let won = score.is_win() && self.proved & LOWER != 0;
        let lost = score.is_loss() && self.proved & UPPER != 0;
        if !won && !lost {
            return Certainty::Estimate;
        }
        // A search of every line to this depth would have found a quicker win.
        let seen = score.distance().is_some_and(|plies| plies <= self.completed);
        match self.bound == EXACT && self.iteration == self.completed && seen && !unsound {
            true => Certainty::Exact,
            false => Certainty::Outcome,
        }
    }
}

impl State {
    /// Forgets a search, but not what the table and its ages are for.
    pub fn reset(&mut self, unsound: bool) {
        *self = State { ages: self.ages, unsound, ..State::default() };
    }
}

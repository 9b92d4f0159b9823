//! The engine: the path from the root on a stack of frames, one position at a time.
//!
//! [`Engine::visit`] is a recursive alpha-beta turned inside out. Each position on the path has a
//! [`Frame`]. [`Engine::next`] asks the deepest frame for its next move and plays it; `open` looks at
//! the new position and either knows its value at once or gives it a frame of its own. A value goes
//! back to the frame before in [`Engine::receive`]. So the search can stop after any position.

use core::mem::MaybeUninit;

use super::driver::Pass;
use super::frame::{
    EXACT, Found, Frame, INFINITY, LOWER, Listed, NONE, Ply, Question, RootMove, Stage, UPPER,
    is_decided,
};
use super::line::Line;
use super::path::{Path, Rule};
use super::plan::Plan;
use super::settings::Driver;
use super::table::{Ages, Table};
use crate::game::Game;
use crate::simd::multiversion;

/// A null move needs this much depth, and is searched this much less deep, and a quarter of the depth.
const NULL_DEPTH: i16 = 2;
const NULL_REDUCTION: i16 = 2;

/// Reductions need this much depth, and this many moves before.
const REDUCTION_DEPTH: i16 = 3;
const REDUCTION_TRIED: u16 = 3;

/// What a search remembers besides its block.
#[derive(Clone, Default)]
pub(crate) struct State {
    /// The deepest ply on the path, if a pass is running.
    pub ply: u16,
    pub running: bool,
    /// Whether nothing is left to search.
    pub finished: bool,
    /// The first free place on the stack of moves.
    pub top: u32,
    pub nodes: u64,
    /// The deepest ply that was visited.
    pub selective: u16,
    /// Whether something was cut off that a search to this depth without null moves and reductions
    /// might find.
    pub unsound: bool,
    /// The moves of the root, and whether some are left out.
    pub roots: u16,
    pub excludes: bool,
    /// The nodes when the move of the root that is being searched was begun.
    pub begun: u64,
    /// See [`Path`].
    pub earlier: u16,
    pub salt: u64,
    pub ages: Ages,
    pub pass: Pass,
}

/// A search at work: its block, borrowed in parts.
pub(crate) struct Engine<'a, G: Game> {
    pub plan: &'a Plan<G>,
    pub state: &'a mut State,
    pub positions: &'a mut [MaybeUninit<G>],
    pub frames: &'a mut [Frame],
    pub plies: &'a mut [MaybeUninit<Ply<G::Move>>],
    pub moves: &'a mut [MaybeUninit<Listed<G::Move>>],
    pub root: &'a mut [MaybeUninit<RootMove<G::Move>>],
    /// The moves of the root in the order in which they are tried.
    pub order: &'a mut [u16],
    pub history: &'a mut [i16],
    pub table: Table<'a>,
    pub path: Path<'a>,
    pub line: Line<'a, G::Move>,
    pub priors: &'a mut [f32],
}

/// What became of a frame's next move.
enum Next {
    /// Its position has a value.
    Known(Found),
    /// Its position has a frame.
    Opened,
    /// There was none.
    Finished,
}

multiversion! {
    /// Visits at most `limit` positions.
    pub(crate) fn visit_many<G: Game>(engine: &mut Engine<'_, G>, limit: u32) = visit_many_inline::<G>;
}

#[hot]
fn visit_many_inline<G: Game>(engine: &mut Engine<'_, G>, limit: u32) {
    for _ in 0..limit {
        if engine.state.finished {
            break;
        }
        engine.visit();
    }
}

impl<G: Game> Engine<'_, G> {
    #[hot]
    pub fn position(&self, ply: usize) -> &G {
        // SAFETY: the positions of all plies were written when the search started.
        unsafe { self.positions[ply].assume_init_ref() }
    }

    #[hot]
    pub fn ply(&mut self, ply: usize) -> &mut Ply<G::Move> {
        // SAFETY: as above.
        unsafe { self.plies[ply].assume_init_mut() }
    }

    /// Visits one position, or ends a pass.
    #[hot]
    fn visit(&mut self) {
        if !self.state.running {
            return self.begin_pass();
        }
        loop {
            let ply = usize::from(self.state.ply);
            match self.next(ply) {
                Next::Opened => {
                    self.state.ply += 1;
                    return;
                }
                Next::Known(found) => return self.receive(ply, found),
                Next::Finished => {
                    let found = self.finish(ply);
                    if ply == 0 {
                        return self.end_pass(found);
                    }
                    self.state.ply -= 1;
                    self.receive(ply - 1, found);
                }
            }
        }
    }

    /// Plays the next move of the position at `ply`.
    #[hot]
    fn next(&mut self, ply: usize) -> Next {
        loop {
            let frame = &mut self.frames[ply];
            let (mv, number, may_reduce) = match frame.stage {
                Stage::Finished => return Next::Finished,
                Stage::Null => {
                    frame.stage = Stage::TableMove;
                    if self.pass(ply) {
                        break;
                    }
                    continue;
                }
                Stage::Again => {
                    frame.stage = if frame.has_list { Stage::Moves } else { Stage::List };
                    let mv = self.ply(ply).current.expect("a move that was searched");
                    self.play(ply, mv);
                    break;
                }
                Stage::TableMove => {
                    frame.stage = Stage::List;
                    let number = frame.table_move;
                    let nth = || self.position(ply).legal_moves().nth(number.into());
                    match if number == NONE { None } else { nth() } {
                        Some(mv) => (mv, number, false),
                        None => {
                            self.frames[ply].table_move = NONE;
                            continue;
                        }
                    }
                }
                Stage::List => {
                    frame.stage = Stage::Moves;
                    self.list(ply);
                    continue;
                }
                Stage::Moves => match self.pick(ply) {
                    None => return Next::Finished,
                    Some((_, number, _)) if number == self.frames[ply].table_move => continue,
                    Some(move_to_try) => move_to_try,
                },
            };
            if self.play(ply, mv) {
                self.ask(ply, mv, number, may_reduce);
                break;
            }
        }
        self.open(ply)
    }

    /// Makes the position after a move the one at the next ply. False if a rule about repetition
    /// forbids the move.
    #[hot]
    fn play(&mut self, ply: usize, mv: G::Move) -> bool {
        self.positions[ply + 1] = self.positions[ply];
        // SAFETY: it was just written.
        let child = unsafe { self.positions[ply + 1].assume_init_mut() };
        child.play(mv);
        if self.plan.rule == Rule::Forbidden
            && let Some(key) = child.repetition_key()
            && self.path.forbids(ply, key)
        {
            self.frames[ply].skipped = true;
            return false;
        }
        true
    }

    /// Makes the position after a pass the one at the next ply. False if a null move is not allowed.
    #[hot]
    fn pass(&mut self, ply: usize) -> bool {
        let Some(pass) = self.plan.capabilities.pass else { return false };
        let frame = &self.frames[ply];
        let narrow = i32::from(frame.beta) - i32::from(frame.alpha) == 1;
        if !narrow || frame.passed || frame.depth < NULL_DEPTH || is_decided(frame.beta) {
            return false;
        }
        if self.evaluate(ply).is_none_or(|value| value < self.frames[ply].beta) {
            return false;
        }
        let Some(after) = pass(self.position(ply)) else { return false };
        self.positions[ply + 1].write(after);
        self.frames[ply].asked = Question::Null;
        true
    }

    /// Decides what to ask about a move.
    #[hot]
    fn ask(&mut self, ply: usize, mv: G::Move, number: u16, may_reduce: bool) {
        self.ply(ply).current = Some(mv);
        self.frames[ply].current = number;
        let reduced = may_reduce && self.may_reduce(ply, mv);
        let frame = &mut self.frames[ply];
        frame.asked = match reduced {
            true => Question::Reduced,
            false => frame.unreduced(self.plan.settings.driver),
        };
    }

    /// Whether a move that is not among the best by its rank may be searched less deep.
    #[hot]
    fn may_reduce(&mut self, ply: usize, mv: G::Move) -> bool {
        let frame = &self.frames[ply];
        if frame.quiet || frame.depth < REDUCTION_DEPTH || frame.tried < REDUCTION_TRIED {
            return false;
        }
        if self.ply(ply).killers.contains(&Some(mv)) {
            return false;
        }
        let Some(forcing) = self.plan.capabilities.forcing else { return true };
        if !self.frames[ply].asked_threat {
            let threatened = (forcing.threatened)(self.position(ply));
            let frame = &mut self.frames[ply];
            (frame.asked_threat, frame.threatened) = (true, threatened);
        }
        let child = self.position(ply + 1);
        !self.frames[ply].threatened && (child.turn().is_over() || !(forcing.threatened)(child))
    }

    /// Visits the position after the move that was played at `ply`, with the window and the depth
    /// that the question asks for.
    #[hot]
    fn open(&mut self, ply: usize) -> Next {
        let Frame { alpha, beta, depth, tried, .. } = self.frames[ply];
        let (low, high, depth) = match self.frames[ply].asked {
            Question::Null => (beta - 1, beta, depth - 1 - NULL_REDUCTION - depth / 4),
            Question::Reduced => {
                let logs = (depth.ilog2() * tried.ilog2() / 4) as i16;
                let wide = i32::from(beta) - i32::from(alpha) > 1;
                let less = (1 + logs - i16::from(wide)).clamp(1, depth - 2);
                (alpha, alpha + 1, depth - 1 - less)
            }
            Question::Better => (alpha, alpha + 1, depth - 1),
            Question::Worth if self.plan.settings.driver == Driver::Minimax => {
                (-INFINITY, INFINITY, depth - 1)
            }
            Question::Worth => (alpha, beta, depth - 1),
        };
        match self.look(ply + 1, low, high, depth) {
            Some(found) => Next::Known(found),
            None => Next::Opened,
        }
    }

    /// Counts the value of the position after the move that was searched at `ply`.
    #[hot]
    fn receive(&mut self, ply: usize, found: Found) {
        let found = if self.frames[ply + 1].opposed { found.negated() } else { found };
        let frame = &mut self.frames[ply];
        match frame.asked {
            Question::Null => {
                if found.value >= frame.beta {
                    // Only that it is good enough, and that is not proved.
                    frame.best = frame.beta;
                    (frame.proved, frame.since) = (0, found.since);
                    frame.stage = Stage::Finished;
                    self.state.unsound = true;
                }
                return;
            }
            Question::Reduced => {
                if found.value > frame.alpha {
                    frame.asked = frame.unreduced(self.plan.settings.driver);
                    frame.stage = Stage::Again;
                    return;
                }
                self.state.unsound |= found.proved & UPPER == 0;
            }
            Question::Better => {
                if found.value > frame.alpha && found.value < frame.beta {
                    frame.asked = Question::Worth;
                    frame.stage = Stage::Again;
                    return;
                }
            }
            Question::Worth => {}
        }
        self.accept(ply, found);
    }

    /// Compares the value of a move with the best so far.
    #[hot]
    fn accept(&mut self, ply: usize, found: Found) {
        let frame = &mut self.frames[ply];
        let (value, alpha) = (found.value, frame.alpha);
        frame.tried += 1;
        frame.since = frame.since.min(found.since);
        frame.proved &= found.proved | LOWER;
        if value > frame.best {
            frame.best = value;
            frame.proved = frame.proved & UPPER | found.proved & LOWER;
            frame.best_move = frame.current;
        }
        if value > alpha {
            frame.alpha = value;
            let refutes = value >= frame.beta;
            if refutes {
                // The other moves, and what their values depend on, do not matter.
                frame.since = found.since;
                frame.stage = Stage::Finished;
                if !frame.quiet {
                    self.refuted(ply);
                }
            }
            let frame = &self.frames[ply];
            if ply == 0 || !refutes && i32::from(frame.beta) - i32::from(alpha) > 1 {
                let mv = self.ply(ply).current.expect("a move that was searched");
                self.line.set(ply, mv);
            }
        }
        if ply == 0 {
            self.accept_root(found, alpha);
        }
    }
}

impl Frame {
    /// What to ask about a move that is searched to the full depth.
    #[hot]
    fn unreduced(&self, driver: Driver) -> Question {
        let wide = i32::from(self.beta) - i32::from(self.alpha) > 1;
        match driver == Driver::Pvs && wide && self.tried > 0 {
            true => Question::Better,
            false => Question::Worth,
        }
    }

    /// Which bounds of the position's value the best value is, when all that was asked is done.
    #[hot]
    pub fn bound(&self) -> u8 {
        match self.best {
            best if best >= self.beta => LOWER,
            best if best <= self.floor => UPPER,
            _ => EXACT,
        }
    }
}

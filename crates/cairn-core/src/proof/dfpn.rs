//! df-pn: proof-number search, depth first.
//!
//! Every position of the current line has a [`Frame`] with two limits and the numbers of its children.
//! It is left when one of its numbers reaches its limit: then another part of the tree is more
//! promising. Its numbers go to its parent's frame and to the table.
//!
//! Where lines can go round in circles, the numbers of two positions could push each other up for ever
//! through the table: each is part of the other's sum, on another line. So an unsolved entry has the
//! least depth at which its position was searched, and is used only at that depth or above (compare
//! Kishimoto and Müller 2008). Deeper down, what is found is stored for its line only.
//!
//! The search ends, whatever the table forgets. A child is searched until one of its numbers exceeds
//! what its parent's frame says. After many visits of its children (`PATIENCE`), a frame no longer lets
//! their numbers fall. So each visit raises one of finitely many numbers, and a line has finitely many
//! frames.

use super::numbers::{DEAD, INFINITE, Pair, Total, UNKNOWN, add, is_solved, is_stuck, solved};
use super::rules::{FREE, Judged, Rules, Seen, Trail, identity, mix};
use super::search::Search;
use super::settings;
use super::table::{Entry, Table};
use crate::capabilities::Repetition;
use crate::game::Game;
use crate::memory::{Block, Zeroable};

/// The visits of children after which their numbers only grow.
const PATIENCE: u32 = 4096;

/// Separates the keys of lines from the keys of positions.
const LINE: u64 = 0x6c69_6e65_6c69_6e65;

/// A position of the current line.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Frame {
    /// What the position is.
    key: u64,
    /// The line to it, itself included.
    line: u64,
    limits: Pair,
    /// Its children's places.
    first: u32,
    pub count: u32,
    /// Visits of its children.
    visits: u32,
    /// Expansions from here on.
    work: u32,
    /// The child that is searched: an index among its children.
    current: u16,
    /// What its result depends on at least.
    dep: u16,
    pub side: u8,
    /// Whether its result is known without children, and is a proof; else a disproof, else unknown.
    decided: u8,
}

// SAFETY: integers.
unsafe impl Zeroable for Frame {}

const OPEN: u8 = 0;
const PROVED: u8 = 1;
const DISPROVED: u8 = 2;
const NO_ROOM: u8 = 3;

/// A move of a position on the current line.
#[derive(Clone, Copy)]
pub(crate) struct Child<M> {
    key: u64,
    pub numbers: Pair,
    pub mv: M,
    /// If it is solved: the topmost position of the line that the result depends on.
    dep: u16,
    /// Its number among the legal moves.
    pub number: u16,
}

/// What a search in the table must expect.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Some entries are for one line only.
    lines: bool,
    /// Positions may recur.
    circles: bool,
}

/// What the search keeps outside its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StackState {
    /// How many frames there are.
    pub len: usize,
    known: Known,
    /// The root's move that was refuted last.
    pub refuted: Option<u16>,
    /// Table entries in use, and how many were replaced.
    pub used: u32,
    pub replaced: u64,
}

/// The result of a frame.
struct FrameTotal {
    numbers: Pair,
    /// The best child's index.
    best: usize,
    /// The least number of the other children, on the frame's own side.
    second: u32,
    dep: u16,
    /// What weak sums add.
    others: u32,
}

/// The key under which results are stored that are true on one line only. It starts with the position,
/// so that it is different from those of all other positions of the same line.
pub(crate) fn line_key(parent: u64, key: u64) -> u64 {
    mix(parent.rotate_left(23) ^ mix(key ^ LINE))
}

/// The part of the block that df-pn works in.
pub(super) struct Stack<'a, G: Game> {
    positions: &'a mut [core::mem::MaybeUninit<G>],
    trail: Trail<'a>,
    excluded: &'a [u32],
    frames: &'a mut [Frame],
    children: &'a mut [core::mem::MaybeUninit<Child<G::Move>>],
    table: Table<'a>,
}

impl<G: Game> Stack<'_, G> {
    fn position(&self, depth: usize) -> &G {
        // SAFETY: all positions of the current line were written when their frames were made.
        unsafe { self.positions[depth].assume_init_ref() }
    }

    fn children(&mut self, depth: usize) -> &mut [Child<G::Move>] {
        let Frame { first, count, .. } = self.frames[depth];
        let places = &mut self.children[first as usize..(first + count) as usize];
        // SAFETY: `expand` wrote the places that it counted, and MaybeUninit has its content's layout.
        unsafe { &mut *(core::ptr::from_mut(places) as *mut [Child<G::Move>]) }
    }

    /// What is known of a position `depth` plies below the root: in general, or on this line.
    fn look_up(&mut self, key: u64, line: u64, depth: usize, known: Known) -> Option<Entry> {
        let general = self.table.get(key).filter(|entry| {
            is_solved(entry.numbers) || !known.circles || usize::from(entry.dep) >= depth
        });
        match general {
            Some(entry) if is_solved(entry.numbers) => Some(entry),
            _ if known.lines => self.table.get(line_key(line, key)).or(general),
            _ => general,
        }
    }

    fn total(&mut self, depth: usize, weak: bool) -> FrameTotal {
        let Frame { side, decided, dep: least_dep, .. } = self.frames[depth];
        let side = usize::from(side);
        match decided {
            OPEN => {}
            NO_ROOM => {
                return FrameTotal {
                    numbers: UNKNOWN,
                    best: 0,
                    second: INFINITE,
                    dep: FREE,
                    others: 0,
                };
            }
            _ => {
                let numbers = solved(decided == PROVED);
                return FrameTotal { numbers, best: 0, second: INFINITE, dep: 0, others: 0 };
            }
        }
        let mut total = Total::new(side, weak);
        let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
        // Dependencies if the player to move succeeds, and if he fails.
        let (mut success, mut failure) = (0, FREE);
        for (index, child) in self.children(depth).iter().enumerate() {
            total.add(child.numbers);
            let own = child.numbers[side];
            if own < least || index == 0 {
                (best, least, second) = (index, own, least);
            } else {
                second = second.min(own);
            }
            match own {
                // The witness that depends on least.
                0 => {
                    if child.dep > success {
                        best = index;
                    }
                    success = success.max(child.dep);
                }
                INFINITE => failure = failure.min(child.dep),
                _ => {}
            }
        }
        let dep = if least == 0 { success } else { failure };
        FrameTotal {
            numbers: total.numbers(),
            best,
            second,
            dep: dep.min(least_dep),
            others: total.others(),
        }
    }

    /// Makes the frame of the position at `depth`, which is written already.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        depth: usize,
        mut frame: Frame,
        rules: &Rules,
        seen: &mut Seen,
        known: Known,
    ) {
        let position = *self.position(depth);
        if let Some(key) = self.trail.keys.get_mut(depth) {
            *key = rules.line.key(&position);
        }
        frame.dep = if depth == 0 { FREE } else { rules.least_dep() };
        (frame.count, frame.decided, frame.visits, frame.current, frame.work) = (0, OPEN, 0, 0, 1);
        let side = usize::from(frame.side);
        for (number, mv) in position.legal_moves().enumerate() {
            if depth == 0 && super::search::is_excluded(self.excluded, number) {
                continue;
            }
            let mut next = position;
            next.play(mv);
            let (numbers, dep, key) = match rules.judge(&next, depth + 1, &self.trail, seen) {
                Judged::Forbidden => continue,
                Judged::Leaf(numbers, dep) => (numbers, dep, 0),
                Judged::Open(child_side) => {
                    let key = identity(&next);
                    match self.look_up(key, frame.line, depth + 1, known) {
                        Some(entry) => (entry.numbers, entry.dep, key),
                        None => (rules.first_numbers(&next, child_side), FREE, key),
                    }
                }
            };
            let Some(place) = self.children.get_mut((frame.first + frame.count) as usize) else {
                seen.obstacles.memory = true;
                frame.decided = NO_ROOM;
                self.frames[depth] = frame;
                return;
            };
            let number = number as u16;
            place.write(Child { key, numbers, mv, dep, number });
            frame.count += 1;
            if numbers[side] == 0 && dep == FREE {
                break;
            }
        }
        if frame.count == 0 {
            let reached = rules.stuck(&position, seen)[0] == 0;
            frame.decided = if reached { PROVED } else { DISPROVED };
        }
        self.frames[depth] = frame;
    }
}

impl<G: Game, B: Block> Search<G, B> {
    #[allow(clippy::type_complexity)]
    pub(super) fn stack(&mut self) -> (Stack<'_, G>, &mut StackState, &Rules, &mut Seen) {
        let base = self.block.words().as_mut_ptr();
        let plan = &self.plan;
        // SAFETY: the block is the search's own and was zeroed; each region is borrowed once.
        let stack = unsafe {
            Stack {
                positions: plan.positions.of(base),
                trail: Trail {
                    keys: plan.keys.of(base),
                    earlier: &plan.earlier.of(base)[..self.earlier],
                },
                excluded: plan.excluded.of(base),
                frames: plan.frames.of(base),
                children: plan.children.of(base),
                table: Table(plan.table.of(base)),
            }
        };
        (stack, &mut self.stack, &self.rules, &mut self.seen)
    }

    /// Begins at the root, whose position is written.
    pub(super) fn begin_dfpn(&mut self, keep_proved: bool) {
        let (mut stack, state, rules, seen) = self.stack();
        let cleared = if state.used > 0 { stack.table.clear(keep_proved) } else { 0 };
        *state = StackState { len: 1, used: cleared, refuted: None, ..*state };
        state.known.lines &= keep_proved;
        state.known.circles = rules.line.repetition != Repetition::Never;
        let key = identity(stack.position(0));
        let frame = Frame {
            key,
            line: line_key(0, key),
            limits: [INFINITE; 2],
            first: 0,
            count: 0,
            visits: 0,
            work: 0,
            current: 0,
            dep: FREE,
            side: 0,
            decided: OPEN,
        };
        stack.expand(0, frame, rules, seen, state.known);
        self.expansions += 1;
    }

    pub(super) fn dfpn_numbers(&mut self) -> Pair {
        let weak = self.settings.weak;
        self.stack().0.total(0, weak).numbers
    }

    /// Leaves the frames that are done and expands the next position. Returns whether the root's
    /// numbers may have changed.
    pub(super) fn step_dfpn(&mut self, table: settings::Table) -> bool {
        let weak = self.settings.weak;
        let (mut stack, state, rules, seen) = self.stack();
        let mut at_root = false;
        let expanded = loop {
            let depth = state.len - 1;
            at_root |= depth == 0;
            let total = stack.total(depth, weak);
            let frame = stack.frames[depth];
            let numbers = total.numbers;
            let ended = is_solved(numbers)
                || is_stuck(numbers)
                || numbers[0] >= frame.limits[0]
                || numbers[1] >= frame.limits[1];
            if ended && depth == 0 {
                break false;
            }
            if ended {
                state.store(&mut stack, depth, &total);
                state.len -= 1;
                stack.return_to_parent(depth - 1, numbers, total.dep, frame.work);
                if depth == 1 && numbers == solved(false) {
                    let current = usize::from(stack.frames[0].current);
                    state.refuted = Some(stack.children(0)[current].number);
                }
                continue;
            }
            if stack.go_down(depth, &total, weak, table.epsilon, state.known) {
                stack.expand(depth + 1, stack.frames[depth + 1], rules, seen, state.known);
                state.len += 1;
                break true;
            }
            // The table knows the child. Its parent goes on in the next step.
            break false;
        };
        self.expansions += u64::from(expanded);
        at_root
    }
}

impl StackState {
    /// Stores the result of a frame.
    fn store<G: Game>(&mut self, stack: &mut Stack<'_, G>, depth: usize, total: &FrameTotal) {
        let frame = stack.frames[depth];
        let numbers = total.numbers;
        let best = match frame.decided {
            OPEN => stack.children(depth)[total.best].number,
            NO_ROOM => return,
            _ => 0,
        };
        let plies = depth as u16;
        // The table has the least depth at which a position was searched.
        let before = stack.table.get(frame.key).filter(|entry| !is_solved(entry.numbers));
        let least = before.map_or(FREE, |entry| entry.dep);
        let general = match is_solved(numbers) {
            true => usize::from(total.dep) >= depth,
            // A number that is unreachable here may be reachable where more plies are left.
            false => {
                let circles = self.known.circles;
                numbers[0] < DEAD && numbers[1] < DEAD && (!circles || plies <= least)
            }
        };
        let (key, dep) = match general {
            true if is_solved(numbers) => (frame.key, FREE),
            true => (frame.key, plies.min(least)),
            false => (line_key(stack.frames[depth - 1].line, frame.key), total.dep),
        };
        self.known.lines |= !general;
        let (filled, replaced) = stack.table.put(Entry::new(key, numbers, frame.work, dep, best));
        self.used += u32::from(filled);
        self.replaced += u64::from(replaced);
    }
}

impl<G: Game> Stack<'_, G> {
    /// Tells a frame what became of its current child.
    fn return_to_parent(&mut self, depth: usize, numbers: Pair, dep: u16, work: u32) {
        let frame = &mut self.frames[depth];
        frame.work = frame.work.saturating_add(work);
        self.update(depth, numbers, dep);
    }

    fn update(&mut self, depth: usize, mut numbers: Pair, dep: u16) {
        let frame = &mut self.frames[depth];
        frame.visits = frame.visits.saturating_add(1);
        let (visits, current) = (frame.visits, usize::from(frame.current));
        let child = &mut self.children(depth)[current];
        if visits > PATIENCE && !is_solved(numbers) {
            numbers = [0, 1].map(|side| numbers[side].max(child.numbers[side]));
        }
        // A result that depends on nothing above the child is true everywhere.
        let dep = if usize::from(dep) > depth { FREE } else { dep };
        (child.numbers, child.dep) = (numbers, dep);
    }

    /// Prepares the frame of the best child, with its limits and position; it is not expanded yet.
    /// Returns false if the table knows the child well enough.
    fn go_down(
        &mut self,
        depth: usize,
        total: &FrameTotal,
        weak: bool,
        epsilon: u16,
        known: Known,
    ) -> bool {
        let frame = self.frames[depth];
        let side = usize::from(frame.side);
        let child = self.children(depth)[total.best];
        let mut limits = [INFINITE; 2];
        limits[side] = frame.limits[side].min(just_above(total.second, epsilon));
        let other = frame.limits[1 - side];
        if other < DEAD {
            limits[1 - side] = match weak {
                true => other - total.others,
                false => other - total.numbers[1 - side] + child.numbers[1 - side],
            };
        }
        self.frames[depth].current = total.best as u16;
        if let Some(entry) = self.look_up(child.key, frame.line, depth + 1, known)
            && (is_solved(entry.numbers)
                || is_stuck(entry.numbers)
                || (0..2).any(|side| entry.numbers[side] >= limits[side]))
        {
            self.update(depth, entry.numbers, entry.dep);
            return false;
        }
        let mut next = *self.position(depth);
        next.play(child.mv);
        let to_move = next.turn().player();
        let same = to_move == self.position(depth).turn().player();
        self.positions[depth + 1].write(next);
        self.frames[depth + 1] = Frame {
            key: child.key,
            line: line_key(frame.line, child.key),
            limits,
            first: frame.first + frame.count,
            side: if same { frame.side } else { 1 - frame.side },
            ..frame
        };
        true
    }

    /// The moves of the root.
    pub(super) fn root_children(&mut self) -> &[Child<G::Move>] {
        match self.frames[0].decided {
            OPEN => self.children(0),
            _ => &[],
        }
    }

    /// The best move of a position below the root, if the table knows it: its number. `line` is the line
    /// to the position before.
    pub(super) fn best_in_table(&mut self, key: u64, line: u64) -> Option<u16> {
        let known = Known { lines: true, circles: false };
        self.look_up(key, line, 0, known).map(|entry| entry.best)
    }
}

/// The limit of the best child: its sibling's number, and a little more.
fn just_above(second: u32, epsilon: u16) -> u32 {
    let more = (u64::from(second) * u64::from(epsilon) / 100).clamp(1, u64::from(DEAD)) as u32;
    match add(second, more) {
        limit if limit >= DEAD || second >= DEAD || limit == second => INFINITE,
        limit => limit,
    }
}

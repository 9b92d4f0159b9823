//! Which move is tried next.
//!
//! The table's move comes first, before the others are listed. Then a list is made on the stack of
//! moves, with a rank for each, and every call takes the move with the highest rank of those that are
//! left. A rank is the game's own order, or its prior; of moves that are equal in that, killers come
//! first and then those that history prefers; of equals again, the first in the game's order.

use core::mem::MaybeUninit;

use super::engine::Engine;
use super::frame::{Listed, NONE, Ply, RootMove, is_decided};
use super::plan::Plan;
use crate::game::Game;

/// The ranks of killers: above all history.
const KILLERS: [i32; 2] = [30_000, 29_000];

/// What history counts up to.
const MOST: i32 = 16_000;

/// What a unit of the game's order is worth against killers and history.
const ORDER: i32 = 1 << 16;

/// The lists of the moves of all positions on the path, one after the other.
type Stack<M> = [MaybeUninit<Listed<M>>];

/// What the rank of a move is made of.
struct Ranking<'a, G: Game> {
    plan: &'a Plan<G>,
    position: &'a G,
    ply: &'a Ply<G::Move>,
    /// Of the player to move.
    history: &'a [i16],
    priors: &'a [f32],
}

impl<G: Game> Ranking<'_, G> {
    #[hot]
    fn rank(&self, mv: G::Move) -> i32 {
        let settings = &self.plan.settings;
        if !settings.ordering {
            return 0;
        }
        let mut rank = match self.plan.capabilities.order {
            Some(order) => i32::from(order(self.position, mv)) * ORDER,
            None if self.priors.is_empty() => 0,
            None => {
                let prior = self.priors[self.position.key(mv)].clamp(0.0, 1.0);
                (prior * 20_000.0) as i32 * ORDER
            }
        };
        if settings.killers
            && let Some(at) = self.ply.killers.iter().position(|&killer| killer == Some(mv))
        {
            rank += KILLERS[at];
        } else if !self.history.is_empty() {
            rank += i32::from(self.history[self.position.key(mv)]);
        }
        rank
    }
}

/// The part of the history table for a player; empty without one.
#[hot]
fn of_player(history: &[i16], player: u8) -> &[i16] {
    let half = history.len() / 2;
    &history[usize::from(player) * half..][..half]
}

impl<G: Game> Engine<'_, G> {
    /// What ranks moves at `ply`, and the stack for their list.
    #[hot]
    fn ranking(&mut self, ply: usize) -> (Ranking<'_, G>, &mut Stack<G::Move>) {
        // SAFETY: positions and plies were written when the search started.
        let (position, about) =
            unsafe { (self.positions[ply].assume_init_ref(), self.plies[ply].assume_init_ref()) };
        if !self.priors.is_empty() {
            self.priors.fill(0.5);
            position.priors(self.priors);
        }
        let history = of_player(self.history, self.frames[ply].player);
        let ranking =
            Ranking { plan: self.plan, position, ply: about, history, priors: self.priors };
        (ranking, self.moves)
    }

    /// Lists the moves of the position at `ply` on the stack, if there is room for them.
    #[hot]
    pub fn list(&mut self, ply: usize) {
        let quiet = self.frames[ply].quiet;
        let forcing = self.plan.capabilities.forcing.filter(|_| quiet);
        let first = self.state.top as usize;
        let (ranking, stack) = self.ranking(ply);
        let mut end = first;
        let mut room = true;
        let mut add = |mv| {
            let number = (end - first) as u16;
            match stack.get_mut(end) {
                Some(place) => {
                    place.write(Listed { mv, number, rank: ranking.rank(mv) });
                    end += 1;
                }
                None => room = false,
            }
        };
        match forcing {
            Some(forcing) => (forcing.moves)(ranking.position, &mut add),
            None => ranking.position.legal_moves().for_each(add),
        }
        let end = if room { end as u32 } else { first as u32 };
        let frame = &mut self.frames[ply];
        (frame.has_list, frame.listed) = (true, room);
        (frame.next, frame.end) = (if room { frame.first } else { 0 }, end);
        self.state.top = end;
    }

    /// The next move of the position at `ply`, its number, and whether it may be searched less deep.
    #[hot]
    pub fn pick(&mut self, ply: usize) -> Option<(G::Move, u16, bool)> {
        if ply == 0 {
            return self.pick_root();
        }
        let settings = &self.plan.settings;
        let reductions = settings.reductions;
        let frame = &mut self.frames[ply];
        let next = frame.next as usize;
        frame.next += 1;
        if !frame.listed {
            let mv = self.nth_move(ply, next)?;
            return Some((mv, next as u16, reductions));
        }
        let list = &mut self.moves[next..frame.end as usize];
        let (first, rest) = list.split_first_mut()?;
        // SAFETY: the moves of the list were written.
        let first = unsafe { first.assume_init_mut() };
        if settings.ordering {
            let mut best = (first.rank, first.number);
            let mut chosen = None;
            for (at, other) in rest.iter().enumerate() {
                // SAFETY: as above.
                let other = unsafe { other.assume_init_ref() };
                if other.rank > best.0 || other.rank == best.0 && other.number < best.1 {
                    (best, chosen) = ((other.rank, other.number), Some(at));
                }
            }
            if let Some(at) = chosen {
                // SAFETY: as above.
                core::mem::swap(first, unsafe { rest[at].assume_init_mut() });
            }
            let frame = &self.frames[ply];
            if frame.quiet && !frame.all_moves && first.rank <= -ORDER / 2 {
                // The game calls this and all others bad.
                return None;
            }
        }
        let known =
            self.plan.capabilities.order.is_some() && self.plan.capabilities.forcing.is_some();
        Some((first.mv, first.number, reductions && !(known && first.rank >= ORDER / 2)))
    }

    /// A move of a position whose moves were not listed.
    fn nth_move(&self, ply: usize, number: usize) -> Option<G::Move> {
        let position = self.position(ply);
        match self.plan.capabilities.forcing {
            Some(forcing) if self.frames[ply].quiet => {
                let (mut at, mut found) = (0, None);
                (forcing.moves)(position, &mut |mv| {
                    found = if at == number { Some(mv) } else { found };
                    at += 1;
                });
                found
            }
            _ => position.legal_moves().nth(number),
        }
    }

    /// Remembers that the move being searched at `ply` refuted the one before.
    #[hot]
    pub fn refuted(&mut self, ply: usize) {
        let plan = self.plan;
        let settings = &plan.settings;
        let mv = self.ply(ply).current.expect("a move that was searched");
        if !settings.ordering || !(settings.killers || settings.history) {
            return;
        }
        // Where the game knows forcing moves, its own order is enough for them.
        if let (Some(order), Some(_)) = (plan.capabilities.order, plan.capabilities.forcing)
            && order(self.position(ply), mv) > 0
        {
            return;
        }
        if settings.killers {
            let killers = &mut self.ply(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if self.history.is_empty() {
            return;
        }
        let frame = self.frames[ply];
        let bonus = (i32::from(frame.depth) * i32::from(frame.depth)).min(400);
        let half = self.history.len() / 2 * usize::from(frame.player);
        let count = |history: &mut [i16], key: usize, bonus: i32| {
            let entry = &mut history[half + key];
            let old = i32::from(*entry);
            *entry = (old + bonus * 32 - old * bonus.abs() * 32 / MOST) as i16;
        };
        // SAFETY: positions were written when the search started.
        let position = unsafe { self.positions[ply].assume_init_ref() };
        count(self.history, position.key(mv), bonus);
        if !frame.has_list || !frame.listed || ply == 0 {
            return;
        }
        for tried in &self.moves[frame.first as usize..frame.next as usize] {
            // SAFETY: the moves of the list were written.
            let tried = unsafe { tried.assume_init_ref() }.mv;
            if tried != mv {
                count(self.history, position.key(tried), -bonus);
            }
        }
    }

    /// The move of the root at a place in the order of trying.
    #[hot]
    pub fn root_move(&mut self, place: usize) -> &mut RootMove<G::Move> {
        let at = usize::from(self.order[place]);
        // SAFETY: the moves of the root were written when the search started.
        unsafe { self.root[at].assume_init_mut() }
    }

    #[hot]
    fn pick_root(&mut self) -> Option<(G::Move, u16, bool)> {
        let place = self.frames[0].next;
        if place >= u32::from(self.state.roots) {
            return None;
        }
        self.frames[0].next += 1;
        self.state.begun = self.state.nodes;
        let reductions = self.plan.settings.reductions && !is_decided(self.frames[0].best);
        let mv = *self.root_move(place as usize);
        Some((mv.mv, mv.number, reductions))
    }

    /// Writes down the moves of the root, without those that `excluded` names.
    pub fn list_root(&mut self, excluded: Option<&dyn Fn(G::Move) -> bool>) {
        let position = *self.position(0);
        let (mut count, mut left_out) = (0, false);
        for (number, mv) in position.legal_moves().enumerate() {
            if excluded.is_some_and(|excluded| excluded(mv)) {
                left_out = true;
                continue;
            }
            let rank = self.ranking(0).0.rank(mv);
            // A game with more legal moves than its `max_moves` must not panic here.
            let Some(place) = self.root.get_mut(count) else { break };
            let number = (number as u16).min(NONE - 1);
            let (value, bound, proved, depth, nodes) = (0, 0, 0, 0, 0);
            place.write(RootMove { mv, rank, number, value, bound, proved, depth, nodes });
            // Behind the moves that rank as high.
            let mut at = count;
            self.order[at] = count as u16;
            while at > 0 && self.root_move(at - 1).rank < rank {
                self.order.swap(at - 1, at);
                at -= 1;
            }
            count += 1;
        }
        (self.state.roots, self.state.excludes) = (count as u16, left_out);
    }
}

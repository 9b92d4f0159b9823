//! What Go adds to a player: when to pass and to resign, dead stones and the score.

use core::convert::Infallible;
use core::fmt::{self, Write};

use cairn_core::Game;
use cairn_core::mcts::MoveStats;
use cairn_core::rng::derive_seed;
use cairn_erased::AnyMove;
use cairn_games::go::conventions::{
    Counting, Excluded, GiveUp, OWNERSHIP_PLAYOUTS, Ownership, RESIGN_BELOW, TurnContext,
};
use cairn_games::go::{GoAny, GoMove};
use cairn_games::goban::Points;

use crate::player::GamePlayer;

/// What to do in a turn.
pub enum Choice {
    /// Play this move.
    Move(AnyMove),
    /// Give up.
    Resign,
}

impl GamePlayer {
    /// What to do after a search: in Go what people do, in other games the best move. `None` if the
    /// game is over.
    pub fn choose(&mut self) -> Option<Choice> {
        let mut best = self.best_move()?;
        let Some(position) = self.position().to_go() else { return Some(Choice::Move(best)) };
        let mut eyes = Excluded::NONE;
        eyes.add_eyes(&position);
        let sensible = |mv: AnyMove| !eyes.contains(mv.unpack());
        let (take_best, mut visits, mut value) = (sensible(best), 0, 0.5);
        self.for_each_move(&mut |MoveStats { mv, visits: found, mean, .. }| {
            if found > visits && if take_best { mv == best } else { sensible(mv) } {
                (best, visits, value) = (mv, found, mean);
            }
        });
        let moves = self.history.moves();
        let passed = [1, 3].map(|back| {
            moves
                .len()
                .checked_sub(back)
                .is_some_and(|at| moves[at].unpack::<GoMove>() == GoMove::PASS)
        });
        let turn = TurnContext::new(&position, moves.len(), passed, Counting::WithoutDead);
        let seed = self.turn_seed();
        let ownership = |most: u16| Ownership::new(&position, most.min(OWNERSHIP_PLAYOUTS), seed);
        let reply = |_| Ok::<_, Infallible>(self.reply_to_pass(seed));
        let Ok(goes_on) = turn.before_search(&position, None, eyes, ownership, reply);
        if goes_on.is_none() {
            return Some(Choice::Move(self.pass()));
        }
        let lost_turns = &mut self.lost_turns[position.to_move()];
        Some(match turn.give_up(value, Some(RESIGN_BELOW), lost_turns) {
            Some(GiveUp::Resign) => Choice::Resign,
            Some(GiveUp::Pass) => Choice::Move(self.pass()),
            None => Choice::Move(best),
        })
    }

    fn pass(&self) -> AnyMove {
        self.position().parse_move("pass").expect("a pass is legal")
    }

    /// What the other player's best move is worth after a pass, by a quarter of the playouts so far.
    fn reply_to_pass(&mut self, seed: u64) -> f32 {
        let (mut passed, playouts) = (*self.position(), self.search.playouts() / 4);
        passed.play(self.pass());
        self.end_search();
        self.search.start(&passed, &[], seed);
        self.search.run_playouts(playouts as u32);
        self.search.flush_batch();
        let (best, mut value) = (self.search.best_move(), 0.5);
        self.search.for_each_move(&mut |stats| {
            if Some(stats.mv) == best && stats.visits > 0 {
                value = stats.mean;
            }
        });
        value
    }

    /// Writes the dead stones and returns black's lead in half points without them; `None` if the game
    /// is not Go.
    pub fn score(&self, dead: &mut dyn Write) -> Option<i32> {
        let position = self.position().to_go()?;
        let seed = derive_seed(self.seed, u64::MAX);
        let ownership = Ownership::of_both_sides(&position, OWNERSHIP_PLAYOUTS, seed);
        let stones = ownership.dead(&position);
        // Writing to the caller's buffer does not fail.
        let _ = write_points(&position, Points(stones), dead);
        Some(ownership.score_if_dead(&position, stones))
    }
}

fn write_points(
    position: &GoAny,
    points: impl Iterator<Item = usize>,
    out: &mut dyn Write,
) -> fmt::Result {
    for (index, point) in points.enumerate() {
        out.write_str(if index > 0 { " " } else { "" })?;
        position.write_point(point, out)?;
    }
    Ok(())
}

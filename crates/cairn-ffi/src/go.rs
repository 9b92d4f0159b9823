//! What Go adds to a player: when to pass and to resign, dead stones and the score.

use core::convert::Infallible;
use core::fmt::{self, Write};

use cairn_core::Game;
use cairn_core::rng::derive_seed;
use cairn_erased::AnyMove;
use cairn_games::bits::Points;
use cairn_games::go::conventions::{
    Action, Counting, Excluded, FinalStatus, OWNERSHIP_PLAYOUTS, Ownership, RESIGN_BELOW,
    TurnContext, TurnHost,
};
use cairn_games::go::{GoAny, GoMove};
use cairn_games::goban::AnySize;

use crate::player::GamePlayer;

impl GamePlayer {
    /// Writes what to do after a search: in Go what people do, in other games the best move; nothing
    /// if the game is over.
    pub fn write_choice(&mut self, out: &mut dyn Write) -> fmt::Result {
        let Some(mut best) = self.best_move() else { return Ok(()) };
        let Some(position) = self.position().to_go() else { return self.write_best(out) };
        // The caller's search included moves that fill an eye. A turn never plays one.
        let mut eyes = Excluded::NONE;
        eyes.add_eyes(&position);
        if eyes.contains(best.unpack()) {
            best = self.most_visited(|mv| !eyes.contains(mv.unpack())).unwrap_or(best);
        }
        let value = self.search.value(best).unwrap_or(0.5);
        let is_pass = |mv: AnyMove| mv.unpack::<GoMove>() == GoMove::PASS;
        let counting = Counting::WithoutDead;
        let turn = TurnContext::new(&position, self.history.moves(), is_pass, counting);
        let (player, resign) = (position.to_move(), Some(RESIGN_BELOW));
        let mut lost_turns = self.lost_turns[player];
        let mut host = Searched { player: self, position: &position, value };
        let Ok(action) = turn.choose(&position, eyes, None, resign, &mut lost_turns, &mut host);
        self.lost_turns[player] = lost_turns;
        match action {
            Action::Best => self.position().write_move(best, out),
            Action::Pass => self.position().write_move(self.pass(), out),
            Action::Resign => out.write_str("resign"),
        }
    }

    /// The most visited of the moves that `allowed` allows.
    fn most_visited(&mut self, allowed: impl Fn(AnyMove) -> bool) -> Option<AnyMove> {
        let mut most = None;
        self.search.for_each_move(&mut |stats| {
            if allowed(stats.mv) && most.is_none_or(|(visits, _)| visits < stats.visits) {
                most = Some((stats.visits, stats.mv));
            }
        });
        most.map(|(_, mv)| mv)
    }

    fn pass(&self) -> AnyMove {
        self.position().parse_move("pass").expect("a pass is legal")
    }

    /// What the other player's best move is worth after a pass, by a quarter of the playouts so far.
    fn reply_to_pass(&mut self) -> f32 {
        let seed = self.turn_seed();
        let (mut passed, playouts) = (*self.position(), self.search.steps() / 4);
        passed.play(self.pass());
        self.end_search();
        self.search.start(&passed, &[], &[], seed);
        self.search.run_steps(playouts as u32);
        self.search.flush_batch();
        let best = self.search.best_move();
        best.and_then(|best| self.search.value(best)).unwrap_or(0.5)
    }

    /// Writes the dead stones and returns black's lead in half points without them; `None` if the game
    /// is not Go.
    pub fn score(&self, dead: &mut dyn Write) -> Option<i32> {
        let position = self.position().to_go()?;
        let seed = derive_seed(self.seed, u64::MAX);
        // If the playouts leave a doubt, no search follows: nothing would limit its time, it would end the
        // caller's search, and its code would make the WebAssembly module too large.
        let doubtful = Ok::<_, Infallible>;
        let Ok((status, _)) = FinalStatus::new(&position, OWNERSHIP_PLAYOUTS, seed, doubtful);
        let mut blank = "";
        for point in Points(status.dead) {
            // Writing to the caller's buffer does not fail.
            let _ = dead.write_str(blank).and_then(|()| position.write_point(point, dead));
            blank = " ";
        }
        Some(status.score)
    }
}

/// A turn after the search of its position.
struct Searched<'a> {
    player: &'a mut GamePlayer,
    position: &'a GoAny,
    value: f32,
}

impl TurnHost<AnySize> for Searched<'_> {
    type Error = Infallible;

    fn ownership(&mut self, most: u16) -> Ownership {
        Ownership::new(self.position, most.min(OWNERSHIP_PLAYOUTS), self.player.turn_seed())
    }

    fn reply(&mut self, _: Option<u64>) -> Result<f32, Infallible> {
        Ok(self.player.reply_to_pass())
    }

    fn search(&mut self, _: Excluded<AnySize>) -> Result<f32, Infallible> {
        Ok(self.value)
    }
}

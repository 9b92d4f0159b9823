//! One game in the terminal, turn by turn.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_core::rng::derive_seed;
use cairn_games::go::conventions::GiveUp;
use cairn_lab::{AnyGame, Decision, GameHistory, Player, SavedGame};

use super::go::GoTurn;
use super::history::History;
use super::saving::Saving;
use super::{HUMAN, board, score, turn};
use crate::output::{bad_input, counted, flowed, plain};
use crate::progress::spinning;
use crate::stop;

/// What happens next.
pub enum Next {
    /// Somebody else's turn, perhaps.
    Go,
    /// A person is asked.
    Ask,
    /// The end.
    Leave,
}

pub(super) enum Seat {
    Human,
    Agent(Player),
}

/// A game, who plays it, and how it went.
pub struct Session<'a> {
    /// At the position where this one began.
    pub(super) game: &'a AnyGame,
    pub(super) saved: SavedGame,
    pub(super) play: GameHistory,
    pub(super) seats: Vec<Seat>,
    /// Gives hints; made when it is first asked.
    pub(super) adviser: Option<Player>,
    pub(super) history: History,
    pub(super) seed: u64,
    pub(super) saving: Option<Saving>,
    /// The files that 'save' has written.
    pub(super) copies: Vec<PathBuf>,
    /// Why the last 'save' failed, if it did.
    pub(super) copy_error: Option<String>,
    pub(super) stop: &'static AtomicBool,
    /// Who resigned.
    pub(super) resigned: Option<usize>,
    /// How many of an agent's last turns looked lost, by seat.
    pub(super) lost_turns: Vec<u8>,
    /// The end was told.
    told: bool,
}

impl<'a> Session<'a> {
    /// A game that is saved nowhere yet.
    pub fn new(game: &'a AnyGame, saved: SavedGame, seed: u64) -> anyhow::Result<Self> {
        let mut play = game.history_after(None, &saved.moves).map_err(bad_input)?;
        play.set_dice(seed);
        let mut seats = Vec::new();
        for name in &saved.players {
            seats.push(match name.as_str() {
                HUMAN => Seat::Human,
                spec => Seat::Agent(game.player(spec).map_err(bad_input)?),
            });
        }
        let resigned = match &saved.resigned {
            None => None,
            Some(name) => Some(seat_of(name, &play, seats.len())?),
        };
        let stop = stop::on_ctrl_c()?;
        let (adviser, history) = (None, History::default());
        let lost_turns = vec![0; seats.len()];
        Ok(Session {
            game,
            saved,
            play,
            seats,
            adviser,
            history,
            seed,
            saving: None,
            copies: Vec::new(),
            copy_error: None,
            stop,
            resigned,
            lost_turns,
            told: false,
        })
    }

    /// Whether somebody pressed Ctrl-C and nobody has heeded it.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whose turn it is, by name.
    pub fn mover(&self) -> &'static str {
        self.play.player_name(self.seat())
    }

    /// Whose turn it is.
    fn seat(&self) -> usize {
        self.play.mover().unwrap_or(0)
    }

    /// Shows the board.
    pub fn show(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "\n{}", board::draw(self.game, &self.play))?;
        Ok(())
    }

    /// What a person is asked with: whose turn it is, and what of it has been typed.
    pub fn prompt(&self) -> String {
        let mover = if self.is_over() { "" } else { self.mover() };
        match turn::starts(&self.play).last() {
            Some(&start) if turn::is_open(&self.play) => {
                format!("{mover} {}> ", turn::text_since(&self.play, start))
            }
            _ => format!("{mover}> "),
        }
    }

    /// Whether a person takes part.
    pub(super) fn has_human(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    /// How many turns were played.
    pub(super) fn turns(&self) -> usize {
        turn::starts(&self.play).len()
    }

    /// Whether the game has ended, by its rules or because somebody resigned.
    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.play.outcome().is_some()
    }

    /// Lets an agent move, or says that a person is to be asked.
    pub fn turn(&mut self, out: &mut dyn Write) -> anyhow::Result<Next> {
        if self.is_over() {
            if !std::mem::replace(&mut self.told, true) {
                self.tell_end(out)?;
                self.tell_what_is_left(out)?;
            }
            // A person may look back, undo or save; agents among themselves are done.
            return Ok(if self.has_human() { Next::Ask } else { Next::Leave });
        }
        self.told = false;
        match self.seats[self.seat()] {
            Seat::Human => Ok(Next::Ask),
            Seat::Agent(_) => self.agent_turn(out),
        }
    }

    /// All moves of an agent's turn, shown as one.
    fn agent_turn(&mut self, out: &mut dyn Write) -> anyhow::Result<Next> {
        let (seat, name, start) = (self.seat(), self.mover(), self.play.plies());
        let (mut playouts, mut time) = (0, Duration::ZERO);
        let value = loop {
            let go = GoTurn::new(self.game, &self.play);
            let seed = derive_seed(self.seed, self.play.plies() as u64);
            if go.as_ref().is_some_and(|go| go.should_pass(seed)) {
                return self.pass(out);
            }
            let Some((mv, value, found)) = self.search(seat, seed, go.as_ref()) else {
                return Ok(Next::Leave);
            };
            if let (Some(go), Some(value)) = (&go, value) {
                match go.give_up(value, &mut self.lost_turns[seat]) {
                    None => {}
                    Some(GiveUp::Pass) => return self.pass(out),
                    Some(GiveUp::Resign) => {
                        self.resign(out)?;
                        self.tell_what_is_left(out)?;
                        return Ok(Next::Go);
                    }
                }
            }
            (playouts, time) = (playouts + found.playouts, time + found.time);
            self.play.play_text(&mv)?;
            if !turn::is_open(&self.play) {
                break value.map(f64::from);
            }
        };
        let first = value.map(|value| if seat == 0 { value } else { 1.0 - value });
        self.history.set(self.turns(), first);
        self.autosave(out)?;
        self.show(out)?;
        let moves = turn::text_since(&self.play, start);
        let chance = value.map(|value| format!(", chance {:.0} %", 100.0 * value));
        let playouts = counted(playouts, "playout");
        // How long a fixed number of playouts takes is nobody's concern.
        let time = match &self.seats[seat] {
            Seat::Agent(player) if player.summary().settings.time.is_some() => {
                format!(" in {:.1} s", time.as_secs_f64())
            }
            _ => String::new(),
        };
        let chance = chance.unwrap_or_default();
        let does = if moves == "pass" { "passes".into() } else { format!("plays {moves}") };
        let rolled = turn::rolled_before(&self.play, start);
        let rolled = rolled.map(|number| format!(" rolls {number} and")).unwrap_or_default();
        writeln!(out, "{name}{rolled} {does}{chance} ({playouts}{time})")?;
        self.tell_capture(out)?;
        self.show_history(out)?;
        Ok(Next::Go)
    }

    /// An agent's next move, what it thinks of it, and what the search took. Of moves that look
    /// alike a person would not choose one that is not sensible.
    fn search(
        &mut self,
        seat: usize,
        seed: u64,
        go: Option<&GoTurn>,
    ) -> Option<(String, Option<f32>, Decision)> {
        let message = format!("{} is thinking (Ctrl-C: move now)", self.mover());
        let Seat::Agent(player) = &mut self.seats[seat] else { return None };
        let found = think(player, &self.play, seed, message, self.stop);
        let mv = self.play.move_text(found.mv?);
        let moves = player.moves_text(&self.play);
        let sensible = |mv: &str| go.is_none_or(|go| go.is_sensible(mv));
        let best = match sensible(&mv) {
            true => moves.into_iter().find(|stats| stats.mv == mv),
            false => {
                let others = moves.into_iter().filter(|stats| sensible(&stats.mv));
                others.max_by_key(|stats| stats.visits)
            }
        };
        let mv = best.as_ref().map_or(mv, |best| best.mv.clone());
        Some((mv, best.filter(|best| best.visits > 0).map(|best| best.mean), found))
    }

    /// An agent passes in Go, because it need not or cannot do better.
    fn pass(&mut self, out: &mut dyn Write) -> anyhow::Result<Next> {
        let name = self.mover();
        self.play.play_text("pass")?;
        self.history.set(self.turns(), None);
        self.autosave(out)?;
        self.show(out)?;
        // A newcomer may not know what that means.
        let human = !self.is_over() && matches!(self.seats[self.seat()], Seat::Human);
        let then = if human { " If you pass too, the game is over." } else { "" };
        writeln!(out, "{name} passes.{then}")?;
        Ok(Next::Go)
    }

    /// Whoever is to move gives up.
    pub(super) fn resign(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{} resigns.", self.mover())?;
        (self.resigned, self.told) = (Some(self.seat()), true);
        self.autosave(out)
    }

    /// Says how it ended.
    fn tell_end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(seat) = self.resigned {
            writeln!(out, "The game is over: {} resigned.", self.play.player_name(seat))?;
        }
        let Some(outcome) = self.play.outcome() else { return Ok(()) };
        let seats = 0..self.seats.len();
        let rewards = outcome.rewards(self.play.denominator());
        let best = seats.clone().map(|seat| rewards[seat]).max().unwrap_or(0);
        let winners: Vec<_> = seats.filter(|&seat| rewards[seat] == best).collect();
        let score = score::describe(self.game, &self.play).unwrap_or_default();
        let how = match winners[..] {
            [winner] => format!("{} wins", self.play.player_name(winner)),
            _ => "a draw".into(),
        };
        writeln!(out, "{}", flowed(&format!("The game is over: {how}{score}."), 0))?;
        Ok(())
    }

    /// Says what a person can do after the end.
    fn tell_what_is_left(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.has_human() {
            writeln!(out, "'undo' takes your last turn back, 'quit' leaves.")?;
        }
        Ok(())
    }

    /// In Awari, what the last turn has captured: it cannot be seen on the board.
    pub(super) fn tell_capture(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(capture) = score::last_capture(self.game, &self.play) {
            writeln!(out, "{capture}")?;
        }
        Ok(())
    }

    fn show_history(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // With more than two players one line cannot tell it.
        if self.seats.len() == 2
            && let Some(line) = self.history.line()
        {
            writeln!(out, "{}'s chances {line}", self.play.player_name(0))?;
        }
        Ok(())
    }
}

/// The seat of the player whom the game calls so.
fn seat_of(name: &str, play: &GameHistory, seats: usize) -> anyhow::Result<usize> {
    let names: Vec<_> = (0..seats).map(|seat| play.player_name(seat)).collect();
    names.iter().position(|other| *other == name).ok_or_else(|| {
        let (name, names) = (plain(name), names.join(" or "));
        bad_input(format_args!("'{name}' cannot have resigned: it is {names}"))
    })
}

/// Searches, and shows meanwhile that it does: on stderr, and only if that is a terminal. After Ctrl-C
/// the game goes on with what was found by then.
pub(super) fn think(
    player: &mut Player,
    play: &GameHistory,
    seed: u64,
    message: String,
    stop: &AtomicBool,
) -> Decision {
    let found =
        spinning(message, || player.choose(play, seed, &mut || stop.load(Ordering::Relaxed)));
    if !found.complete {
        stop::again();
    }
    found
}

//! A game in the terminal, turn by turn.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_core::rng::derive_seed;
use cairn_games::go::conventions::Action;
use cairn_lab::{AnyGame, AnyMove, Decision, GameHistory, Player, SavedGame};

use super::chances::WinChances;
use super::saving::Saving;
use super::{HUMAN, board, score, turn};
use crate::output::{bad_input, counted, printable, write_wrapped};
use crate::progress::with_spinner;
use crate::stop;

/// What happens next.
pub enum NextStep {
    /// Take the next turn.
    Go,
    /// Ask a person.
    Ask,
    /// Leave the program.
    Leave,
}

pub(super) enum Seat {
    Human,
    Agent(Box<Player>),
}

/// An agent's next move.
pub(super) struct Found {
    mv: AnyMove,
    /// Its estimated chance of winning.
    pub(super) value: Option<f32>,
    decision: Decision,
}

/// A game with its players.
pub struct TerminalGame<'a> {
    /// The game, at the starting position of this one.
    pub(super) game: &'a AnyGame,
    pub(super) saved: SavedGame,
    pub(super) history: GameHistory,
    pub(super) seats: Vec<Seat>,
    /// Gives hints; made when it is first needed.
    pub(super) adviser: Option<Player>,
    pub(super) chances: WinChances,
    pub(super) seed: u64,
    pub(super) saving: Option<Saving>,
    /// The files that 'save' wrote.
    pub(super) copies: Vec<PathBuf>,
    /// Why the last 'save' failed, if it did.
    pub(super) copy_error: Option<String>,
    pub(super) stop: &'static AtomicBool,
    /// The player who resigned.
    pub(super) resigned: Option<usize>,
    /// For each seat, how many turns in a row looked lost to the agent.
    pub(super) lost_turns: Vec<u8>,
    /// Whether the end of the game has been shown.
    end_shown: bool,
}

impl<'a> TerminalGame<'a> {
    /// A game that is not saved yet.
    pub fn new(game: &'a AnyGame, saved: SavedGame, seed: u64) -> anyhow::Result<Self> {
        let mut history = game.history_after(None, &saved.moves).map_err(bad_input)?;
        history.set_dice(seed);
        let mut seats = Vec::new();
        for name in &saved.players {
            seats.push(match name.as_str() {
                HUMAN => Seat::Human,
                spec => Seat::Agent(Box::new(game.player(spec).map_err(bad_input)?)),
            });
        }
        let resigned = match &saved.resigned {
            None => None,
            Some(name) => Some(seat_of(name, &history, seats.len())?),
        };
        let stop = stop::on_ctrl_c()?;
        let lost_turns = vec![0; seats.len()];
        Ok(TerminalGame {
            game,
            saved,
            history,
            seats,
            adviser: None,
            chances: WinChances::default(),
            seed,
            saving: None,
            copies: Vec::new(),
            copy_error: None,
            stop,
            resigned,
            lost_turns,
            end_shown: false,
        })
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The name of the player to move.
    pub fn mover(&self) -> &'static str {
        self.history.player_name(self.seat())
    }

    /// The seat of the player to move.
    fn seat(&self) -> usize {
        self.history.mover().unwrap_or(0)
    }

    /// Shows the board.
    pub fn show(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "\n{}", board::draw(self.game, &self.history))?;
        Ok(())
    }

    /// The prompt: the player to move, and the parts of the turn typed so far.
    pub fn prompt(&self) -> String {
        let mover = if self.is_over() { "" } else { self.mover() };
        match turn::starts(&self.history).last() {
            Some(&start) if turn::is_open(&self.history) => {
                format!("{mover} {}> ", turn::text_since(&self.history, start))
            }
            _ => format!("{mover}> "),
        }
    }

    /// Whether a person plays.
    pub(super) fn has_human(&self) -> bool {
        self.seats.iter().any(|seat| matches!(seat, Seat::Human))
    }

    /// How many turns have been played.
    pub(super) fn turns(&self) -> usize {
        turn::starts(&self.history).len()
    }

    /// Whether the game has ended, by its rules or by resignation.
    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.history.outcome().is_some()
    }

    /// Plays an agent's turn, or returns that a person must be asked.
    pub fn turn(&mut self, out: &mut dyn Write) -> anyhow::Result<NextStep> {
        if self.is_over() {
            if !std::mem::replace(&mut self.end_shown, true) {
                self.show_end(out)?;
                self.show_options(out)?;
            }
            // A person may still undo or save; a game between agents ends the program.
            return Ok(if self.has_human() { NextStep::Ask } else { NextStep::Leave });
        }
        self.end_shown = false;
        match self.seats[self.seat()] {
            Seat::Human => Ok(NextStep::Ask),
            Seat::Agent(_) => self.agent_turn(out),
        }
    }

    /// Plays all moves of an agent's turn and shows them as one.
    fn agent_turn(&mut self, out: &mut dyn Write) -> anyhow::Result<NextStep> {
        let (seat, name, start) = (self.seat(), self.mover(), self.history.plies());
        let (mut playouts, mut time) = (0, Duration::ZERO);
        let value = loop {
            let seed = derive_seed(self.seed, self.history.plies() as u64);
            let (action, found) = match self.history.position().to_go() {
                Some(position) => self.go_turn(&position, seat, seed),
                None => (Action::Best, self.search(seat, seed, &[])),
            };
            match action {
                Action::Best => {}
                Action::Pass => return self.pass(out),
                Action::Resign => {
                    self.resign(out)?;
                    self.show_options(out)?;
                    return Ok(NextStep::Go);
                }
            }
            let Some(Found { mv, value, decision }) = found else {
                return Ok(NextStep::Leave);
            };
            (playouts, time) = (playouts + decision.playouts, time + decision.time);
            self.history.play(mv);
            if !turn::is_open(&self.history) {
                break value.map(f64::from);
            }
        };
        let first = value.map(|value| if seat == 0 { value } else { 1.0 - value });
        self.chances.set(self.turns(), first);
        self.autosave(out)?;
        self.show(out)?;
        let moves = turn::text_since(&self.history, start);
        let chance = value.map(|value| format!(", chance {:.0} %", 100.0 * value));
        // Show the time only if the agent has a time limit, and a score only if it has one.
        let (mut unit, mut spent, mut score) = ("playout", String::new(), String::new());
        if let Seat::Agent(player) = &mut self.seats[seat] {
            let settings = player.summary().settings;
            if settings.time().is_some() {
                spent = format!(" in {:.1} s", time.as_secs_f64());
            }
            if settings.playouts().is_none() {
                unit = "position";
                score = player.report().score().map_or(score, |score| format!(", {score}"));
            }
        }
        let (playouts, time) = (counted(playouts, unit), spent);
        let chance = chance.unwrap_or_default();
        let does = if moves == "pass" { "passes".into() } else { format!("plays {moves}") };
        let rolled = turn::rolled_before(&self.history, start);
        let rolled = rolled.map(|number| format!(" rolls {number} and")).unwrap_or_default();
        writeln!(out, "{name}{rolled} {does}{score}{chance} ({playouts}{time})")?;
        self.show_capture(out)?;
        self.show_chances(out)?;
        Ok(NextStep::Go)
    }

    /// An agent's next move.
    pub(super) fn search(&mut self, seat: usize, seed: u64, excluded: &[AnyMove]) -> Option<Found> {
        let (message, history) = (self.thinking(), &self.history);
        let Seat::Agent(player) = &mut self.seats[seat] else { return None };
        let decision = search_with_spinner(message, self.stop, |stop| {
            player.choose_without(history, excluded, seed, stop)
        });
        let mv = decision.mv?;
        Some(Found { mv, value: player.value(mv), decision })
    }

    pub(super) fn thinking(&self) -> String {
        format!("{} is thinking (Ctrl-C: move now)", self.mover())
    }

    /// An agent passes in Go.
    fn pass(&mut self, out: &mut dyn Write) -> anyhow::Result<NextStep> {
        let name = self.mover();
        self.history.play_text("pass")?;
        self.chances.set(self.turns(), None);
        self.autosave(out)?;
        self.show(out)?;
        // A newcomer may not know what a pass means.
        let human = !self.is_over() && matches!(self.seats[self.seat()], Seat::Human);
        let then = if human { " If you pass too, the game is over." } else { "" };
        writeln!(out, "{name} passes.{then}")?;
        Ok(NextStep::Go)
    }

    /// The player to move resigns.
    pub(super) fn resign(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{} resigns.", self.mover())?;
        (self.resigned, self.end_shown) = (Some(self.seat()), true);
        self.autosave(out)
    }

    /// Shows how the game ended.
    fn show_end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(seat) = self.resigned {
            writeln!(out, "The game is over: {} resigned.", self.history.player_name(seat))?;
        }
        let Some(outcome) = self.history.outcome() else { return Ok(()) };
        let seats = 0..self.seats.len();
        let rewards = outcome.rewards(self.history.denominator());
        let best = seats.clone().map(|seat| rewards[seat]).max().unwrap_or(0);
        let winners: Vec<_> = seats.filter(|&seat| rewards[seat] == best).collect();
        let score = score::describe(&self.history).unwrap_or_default();
        let how = match winners[..] {
            [winner] => format!("{} wins", self.history.player_name(winner)),
            _ => "a draw".into(),
        };
        Ok(write_wrapped(out, &format!("The game is over: {how}{score}."), 0)?)
    }

    /// Shows what a person can do after the end.
    fn show_options(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.has_human() {
            writeln!(out, "'undo' takes your last turn back, 'quit' leaves.")?;
        }
        Ok(())
    }

    /// In Awari, shows what the last turn captured, which the board does not show.
    pub(super) fn show_capture(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(capture) = score::last_capture(&self.history) {
            writeln!(out, "{capture}")?;
        }
        Ok(())
    }

    fn show_chances(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // One line can only show the chances of two players.
        if self.seats.len() == 2
            && let Some(line) = self.chances.line()
        {
            writeln!(out, "{}'s chances {line}", self.history.player_name(0))?;
        }
        Ok(())
    }
}

/// The seat of the player with this name.
fn seat_of(name: &str, history: &GameHistory, seats: usize) -> anyhow::Result<usize> {
    let names: Vec<_> = (0..seats).map(|seat| history.player_name(seat)).collect();
    names.iter().position(|other| *other == name).ok_or_else(|| {
        let (name, names) = (printable(name), names.join(" or "));
        bad_input(format_args!("'{name}' cannot have resigned: the players are {names}"))
    })
}

/// Searches with a spinner on stderr, if that is a terminal. After Ctrl-C the game goes on with the
/// best move so far.
pub(super) fn search_with_spinner(
    message: String,
    stop: &AtomicBool,
    search: impl FnOnce(&mut dyn FnMut() -> bool) -> Decision,
) -> Decision {
    let found = with_spinner(message, || search(&mut || stop.load(Ordering::Relaxed)));
    if !found.complete {
        stop::reset();
    }
    found
}

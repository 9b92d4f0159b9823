//! One game in the terminal, turn by turn.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn_core::rng::derive_seed;
use cairn_lab::{AnyGame, AnyPlay, AnyPlayer, SavedGame};

use super::history::History;
use super::saving::Saving;
use super::{HUMAN, OPPONENT};
use crate::output::{bad_input, grouped, plain};
use crate::stop;

const HELP: &str = "\
  a move       in the game's notation ('moves' lists them)
  hint         what an agent would play here, and its other ideas
  undo         take back your last move
  moves        every move you may play
  board        show the board again
  agent SPEC   another opponent from now on
  save FILE    save the game
  resign       give up
  quit         leave (the game can be continued: it says how)";

/// What can be typed after the end, too.
const ALWAYS: [&str; 7] = ["help", "?", "quit", "exit", "board", "undo", "save"];

/// What happens next.
pub enum Next {
    /// Somebody else's turn, perhaps.
    Go,
    /// A person is asked.
    Ask,
    /// The end.
    Leave,
}

enum Seat {
    Human,
    Agent(Box<dyn AnyPlayer>),
}

/// A game, who plays it, and how it went.
pub struct Session<'a> {
    /// At the position where this one began.
    pub(super) game: &'a AnyGame,
    pub(super) saved: SavedGame,
    pub(super) play: Box<dyn AnyPlay>,
    seats: Vec<Seat>,
    /// Gives hints; made when it is first asked.
    adviser: Option<Box<dyn AnyPlayer>>,
    history: History,
    seed: u64,
    pub(super) saving: Option<Saving>,
    stop: &'static AtomicBool,
    /// Somebody resigned.
    pub(super) over: bool,
    /// The end was told.
    told: bool,
}

impl<'a> Session<'a> {
    /// A game that is saved nowhere yet.
    pub fn new(game: &'a AnyGame, saved: SavedGame, seed: u64) -> anyhow::Result<Self> {
        let play = game.play_to(None, &saved.moves).map_err(bad_input)?;
        let mut seats = Vec::new();
        for name in &saved.players {
            seats.push(match name.as_str() {
                HUMAN => Seat::Human,
                spec => Seat::Agent(game.player(spec).map_err(bad_input)?),
            });
        }
        let stop = stop::on_ctrl_c()?;
        let (adviser, history) = (None, History::default());
        Ok(Session {
            game,
            saved,
            play,
            seats,
            adviser,
            history,
            seed,
            saving: None,
            stop,
            over: false,
            told: false,
        })
    }

    /// Whether somebody pressed Ctrl-C and nobody has heeded it.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whose turn it is, by name.
    pub fn mover(&self) -> &'static str {
        self.play.player_name(self.play.to_move())
    }

    /// Shows the board.
    pub fn show(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.play.drawing() {
            Some(board) => writeln!(out, "\n{}", board.trim_end())?,
            None => writeln!(out, "\nmoves so far: {}", self.play.moves_text())?,
        }
        Ok(())
    }

    /// Lets an agent move, or says that a person is to be asked.
    pub fn turn(&mut self, out: &mut dyn Write) -> anyhow::Result<Next> {
        if self.over {
            return Ok(Next::Leave);
        }
        if let Some(outcome) = self.play.outcome() {
            // A person may look back, undo or save; agents among themselves are done.
            let human = self.seats.iter().any(|seat| matches!(seat, Seat::Human));
            let next = if human { Next::Ask } else { Next::Leave };
            if std::mem::replace(&mut self.told, true) {
                return Ok(next);
            }
            let reward = |player: usize| outcome.reward(player);
            let best = (0..self.seats.len()).map(reward).max().unwrap_or(0);
            let winners: Vec<_> =
                (0..self.seats.len()).filter(|&player| reward(player) == best).collect();
            match winners[..] {
                [winner] => {
                    writeln!(out, "The game is over: {} wins.", self.play.player_name(winner))?
                }
                _ => writeln!(out, "The game is over: a draw.")?,
            }
            return Ok(next);
        }
        self.told = false;
        let seat = self.play.to_move();
        let name = self.mover();
        let seed = derive_seed(self.seed, self.play.plies() as u64);
        let Seat::Agent(player) = &mut self.seats[seat] else {
            return Ok(Next::Ask);
        };
        let stop = self.stop;
        let found = player.choose(&*self.play, seed, &mut || stop.load(Ordering::Relaxed));
        if !found.complete {
            stop::again();
        }
        let Some(mv) = found.mv else { return Ok(Next::Leave) };
        let best = player.moves(&*self.play).into_iter().find(|stats| stats.mv == mv);
        let value = best.filter(|best| best.visits > 0).map(|best| f64::from(best.mean));
        self.play.play_text(&mv)?;
        self.history
            .set(self.play.plies(), value.map(|value| if seat == 0 { value } else { 1.0 - value }));
        self.autosave(out)?;
        self.show(out)?;
        let chance =
            value.map(|value| format!(", chance {:.0} %", 100.0 * value)).unwrap_or_default();
        writeln!(
            out,
            "{name} plays {mv}{chance} ({} playouts in {:.1} s)",
            grouped(found.playouts),
            found.time.as_secs_f64()
        )?;
        self.show_history(out)?;
        Ok(Next::Go)
    }

    fn show_history(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // With more than two players one line cannot tell it.
        if self.seats.len() == 2
            && let Some(line) = self.history.line()
        {
            writeln!(out, "{} {line}", self.play.player_name(0))?;
        }
        Ok(())
    }

    /// Does what a person typed.
    pub fn answer(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            _ if self.play.outcome().is_some() && !ALWAYS.contains(&word) => {
                writeln!(out, "the game is over: undo, board, save FILE or quit")?;
            }
            "help" | "?" => writeln!(out, "{HELP}")?,
            "quit" | "exit" => return Ok(Next::Leave),
            "board" => self.show(out)?,
            "moves" => writeln!(out, "{}", wrapped(&self.play.legal_moves()))?,
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "agent" => self.change_agent(rest.trim(), out)?,
            "save" if rest.trim().is_empty() => writeln!(out, "save needs a file: save game.txt")?,
            "save" => match self.write(Path::new(rest.trim())) {
                Ok(()) => {
                    writeln!(out, "saved; 'cairn play --load {}' goes on", plain(rest.trim()))?
                }
                Err(error) => writeln!(out, "{error:#}")?,
            },
            "resign" if self.play.outcome().is_none() => {
                writeln!(out, "{} resigns.", self.mover())?;
                self.over = true;
                return Ok(Next::Leave);
            }
            _ => match self.play.play_text(line) {
                Ok(()) => {
                    self.history.set(self.play.plies(), None);
                    self.autosave(out)?;
                    if !self.seats.iter().any(|seat| matches!(seat, Seat::Agent(_))) {
                        self.show(out)?;
                    }
                }
                Err(error) => writeln!(out, "{error} ('help' says what else you can type)")?,
            },
        }
        Ok(Next::Go)
    }

    /// Back to the last turn of a person, and that turn too.
    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.play.undo() {
            writeln!(out, "there is nothing to take back")?;
            return Ok(());
        }
        while matches!(self.seats[self.play.to_move()], Seat::Agent(_)) && self.play.undo() {}
        self.over = false;
        self.history.cut(self.play.plies());
        self.autosave(out)?;
        self.show(out)
    }

    fn hint(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.play.outcome().is_some() {
            writeln!(out, "the game is over")?;
            return Ok(());
        }
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => {
                let agent = self.saved.players.iter().rfind(|name| *name != HUMAN);
                let spec = agent.map_or(OPPONENT, String::as_str);
                none.insert(self.game.player(spec).map_err(bad_input)?)
            }
        };
        let stop = self.stop;
        let seed = derive_seed(self.seed, u64::MAX - self.play.plies() as u64);
        adviser.new_game();
        let found = adviser.choose(&*self.play, seed, &mut || stop.load(Ordering::Relaxed));
        if !found.complete {
            stop::again();
        }
        let mut moves = adviser.moves(&*self.play);
        moves.sort_by_key(|stats| std::cmp::Reverse(stats.visits));
        for stats in moves.iter().take(5).filter(|stats| stats.visits > 0) {
            let (visits, chance) = (grouped(stats.visits.into()), 100.0 * stats.mean);
            writeln!(out, "  {:8} {visits:>9} visits, chance {chance:.0} %", stats.mv)?;
        }
        Ok(())
    }

    fn change_agent(&mut self, spec: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        for seat in 0..self.seats.len() {
            if matches!(self.seats[seat], Seat::Human) {
                continue;
            }
            match self.game.player(spec) {
                Ok(player) => {
                    self.seats[seat] = Seat::Agent(player);
                    self.saved.players[seat] = spec.into();
                    writeln!(out, "{} is {} now", self.play.player_name(seat), plain(spec))?;
                }
                Err(error) => {
                    writeln!(out, "{}", plain(&error.to_string()))?;
                    return Ok(());
                }
            }
        }
        self.adviser = None;
        Ok(())
    }
}

/// Words in lines of at most 78 columns.
fn wrapped(words: &[String]) -> String {
    let mut text = String::from(" ");
    let mut column = 1;
    for word in words {
        let width = word.chars().count() + 1;
        if column + width > 78 {
            text.push_str("\n ");
            column = 1;
        }
        text.push(' ');
        text.push_str(word);
        column += width;
    }
    text
}

//! One game in the terminal, turn by turn.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_core::rng::derive_seed;
use cairn_games::go::HalfPoints;
use cairn_lab::{AnyDecision, AnyGame, AnyPlay, AnyPlayer, SavedGame};
use indicatif::ProgressBar;

use super::go::{self, GiveUp};
use super::history::History;
use super::saving::Saving;
use super::{HUMAN, OPPONENT};
use crate::output::{bad_input, grouped, plain};
use crate::stop;

const HELP: &str = "  a move       in the game's notation ('moves' lists them), or a turn's steps
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

/// What has nothing after it.
const ALONE: [&str; 9] = ["help", "?", "quit", "exit", "board", "moves", "hint", "undo", "resign"];

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
    /// The files that 'save' has written.
    pub(super) copies: Vec<PathBuf>,
    stop: &'static AtomicBool,
    /// Who resigned.
    pub(super) resigned: Option<usize>,
    /// How many of an agent's last turns looked lost, by seat.
    lost_turns: Vec<u8>,
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
        let resigned = match &saved.resigned {
            None => None,
            Some(name) => Some(seat_of(name, &*play, seats.len())?),
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

    /// Whether the game has ended, by its rules or because somebody resigned.
    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.play.outcome().is_some()
    }

    /// Lets an agent move, or says that a person is to be asked.
    pub fn turn(&mut self, out: &mut dyn Write) -> anyhow::Result<Next> {
        if self.is_over() {
            if !std::mem::replace(&mut self.told, true) {
                self.tell_end(out)?;
            }
            // A person may look back, undo or save; agents among themselves are done.
            let human = self.seats.iter().any(|seat| matches!(seat, Seat::Human));
            return Ok(if human { Next::Ask } else { Next::Leave });
        }
        self.told = false;
        let seat = self.play.to_move();
        let name = self.mover();
        let seed = derive_seed(self.seed, self.play.plies() as u64);
        let Seat::Agent(player) = &mut self.seats[seat] else {
            return Ok(Next::Ask);
        };
        let go = go::Turn::new(self.game, &*self.play);
        if go.as_ref().is_some_and(|go| go.should_pass(seed)) {
            return self.pass(out);
        }
        let message = format!("{name} is thinking (Ctrl-C: move now)");
        let found = think(&mut **player, &*self.play, seed, message, self.stop);
        let Some(mv) = found.mv else { return Ok(Next::Leave) };
        let moves = player.moves(&*self.play);
        let sensible = |mv: &str| go.as_ref().is_none_or(|go| go.is_sensible(mv));
        let best = match sensible(&mv) {
            true => moves.into_iter().find(|stats| stats.mv == mv),
            false => {
                let others = moves.into_iter().filter(|stats| sensible(&stats.mv));
                others.max_by_key(|stats| stats.visits)
            }
        };
        let mv = best.as_ref().map_or(mv, |best| best.mv.clone());
        let value = best.filter(|best| best.visits > 0).map(|best| best.mean);
        if let (Some(go), Some(value)) = (&go, value) {
            match go.give_up(value, &mut self.lost_turns[seat]) {
                None => {}
                Some(GiveUp::Pass) => return self.pass(out),
                Some(GiveUp::Resign) => {
                    self.resign(out)?;
                    return Ok(Next::Go);
                }
            }
        }
        let value = value.map(f64::from);
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

    /// An agent passes in Go, because it need not or cannot do better.
    fn pass(&mut self, out: &mut dyn Write) -> anyhow::Result<Next> {
        let name = self.mover();
        self.play.play_text("pass")?;
        self.history.set(self.play.plies(), None);
        self.autosave(out)?;
        self.show(out)?;
        writeln!(out, "{name} passes.")?;
        Ok(Next::Go)
    }

    /// Whoever is to move gives up.
    fn resign(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{} resigns.", self.mover())?;
        (self.resigned, self.told) = (Some(self.play.to_move()), true);
        self.autosave(out)
    }

    /// Says how it ended.
    fn tell_end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        if let Some(seat) = self.resigned {
            writeln!(out, "The game is over: {} resigned.", self.play.player_name(seat))?;
        }
        let Some(outcome) = self.play.outcome() else { return Ok(()) };
        let seats = 0..self.seats.len();
        let best = seats.clone().map(|player| outcome.reward(player)).max().unwrap_or(0);
        let winners: Vec<_> = seats.filter(|&player| outcome.reward(player) == best).collect();
        let [winner] = winners[..] else {
            writeln!(out, "The game is over: a draw.")?;
            return Ok(());
        };
        write!(out, "The game is over: {} wins", self.play.player_name(winner))?;
        match go::score(self.game, &*self.play) {
            Some(score) => {
                let (points, s) =
                    (HalfPoints(score.abs()), if score.abs() == 2 { "" } else { "s" });
                writeln!(out, " by {points} point{s}, all stones counted as they stand.")?;
            }
            None => writeln!(out, ".")?,
        }
        Ok(())
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
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            word if self.is_over() && !ALWAYS.contains(&word) => {
                writeln!(out, "the game is over: undo, board, save FILE or quit")?;
            }
            word if ALONE.contains(&word) && !rest.is_empty() => {
                writeln!(out, "'{word}' stands alone: what is '{}'?", plain(rest))?;
            }
            "help" | "?" => writeln!(out, "{HELP}")?,
            "quit" | "exit" => return Ok(Next::Leave),
            "board" => self.show(out)?,
            "moves" => writeln!(out, "{}", wrapped(&self.play.legal_moves()))?,
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "agent" => self.change_agent(rest, out)?,
            "save" if rest.is_empty() => writeln!(out, "save needs a file: save game.txt")?,
            "save" => match self.save_copy(Path::new(rest)) {
                Ok(()) => writeln!(out, "saved; 'cairn play --load {}' goes on", plain(rest))?,
                Err(error) => writeln!(out, "{}", plain(&format!("{error:#}")))?,
            },
            "resign" => {
                self.resign(out)?;
                return Ok(Next::Leave);
            }
            _ => self.play_line(line, out)?,
        }
        Ok(Next::Go)
    }

    /// Plays a person's move, or all the steps of a turn that has several; nothing if one of them is
    /// wrong.
    fn play_line(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let (seat, name) = (self.play.to_move(), self.mover());
        let mut play = self.play.copy();
        for step in line.split_whitespace() {
            if play.plies() > self.play.plies() && play.to_move() != seat {
                let rest = plain(step);
                writeln!(out, "{name}'s turn ends before {rest}: one turn at a time")?;
                return Ok(());
            }
            if let Err(error) = play.play_text(step) {
                writeln!(out, "{error} ('help' says what else you can type)")?;
                return Ok(());
            }
        }
        self.play = play;
        self.history.set(self.play.plies(), None);
        self.autosave(out)?;
        if !self.seats.iter().any(|seat| matches!(seat, Seat::Agent(_))) {
            self.show(out)?;
        }
        if line.eq_ignore_ascii_case("pass") {
            writeln!(out, "{name} passes.")?;
        }
        Ok(())
    }

    /// Back to the last turn of a person, and that turn too; or just a person's resignation.
    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.resigned.take_if(|seat| matches!(self.seats[*seat], Seat::Human)).is_some() {
            self.autosave(out)?;
            return self.show(out);
        }
        if !self.play.undo() {
            writeln!(out, "there is nothing to take back")?;
            return Ok(());
        }
        while matches!(self.seats[self.play.to_move()], Seat::Agent(_)) && self.play.undo() {}
        self.resigned = None;
        self.lost_turns.fill(0);
        self.history.cut(self.play.plies());
        self.autosave(out)?;
        self.show(out)
    }

    fn hint(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => {
                let agent = self.saved.players.iter().rfind(|name| *name != HUMAN);
                let spec = agent.map_or(OPPONENT, String::as_str);
                none.insert(self.game.player(spec).map_err(bad_input)?)
            }
        };
        let seed = derive_seed(self.seed, u64::MAX - self.play.plies() as u64);
        adviser.new_game();
        let message = "thinking (Ctrl-C: answer now)".into();
        think(&mut **adviser, &*self.play, seed, message, self.stop);
        let mut moves = adviser.moves(&*self.play);
        moves.sort_by_key(|stats| std::cmp::Reverse(stats.visits));
        for stats in moves.iter().take(5).filter(|stats| stats.visits > 0) {
            let (visits, chance) = (grouped(stats.visits.into()), 100.0 * stats.mean);
            writeln!(out, "  {:8} {visits:>9} visits, chance {chance:.0} %", stats.mv)?;
        }
        Ok(())
    }

    fn change_agent(&mut self, spec: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.seats.iter().any(|seat| matches!(seat, Seat::Agent(_))) {
            writeln!(out, "people play here, no agent: 'cairn play human SPEC' has one")?;
            return Ok(());
        }
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

/// The seat of the player whom the game calls so.
fn seat_of(name: &str, play: &dyn AnyPlay, seats: usize) -> anyhow::Result<usize> {
    let names: Vec<_> = (0..seats).map(|seat| play.player_name(seat)).collect();
    names.iter().position(|other| *other == name).ok_or_else(|| {
        let (name, names) = (plain(name), names.join(" or "));
        bad_input(format_args!("'{name}' cannot have resigned: it is {names}"))
    })
}

/// Searches, and shows meanwhile that it does: on stderr, and only if that is a terminal. After Ctrl-C
/// the game goes on with what was found by then.
fn think(
    player: &mut dyn AnyPlayer,
    play: &dyn AnyPlay,
    seed: u64,
    message: String,
    stop: &AtomicBool,
) -> AnyDecision {
    let spinner = ProgressBar::new_spinner().with_message(message);
    spinner.enable_steady_tick(Duration::from_millis(200));
    let found = player.choose(play, seed, &mut || stop.load(Ordering::Relaxed));
    spinner.finish_and_clear();
    if !found.complete {
        stop::again();
    }
    found
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

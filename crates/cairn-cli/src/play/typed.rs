//! What a person types: moves and commands.

use std::io::Write;
use std::path::Path;

use cairn_core::rng::derive_seed;
use cairn_lab::MoveReport;

use super::terminal_game::{NextStep, Seat, TerminalGame, search_with_spinner};
use super::{HUMAN, opponent, turn};
use crate::output::{bad_input, counted, few_nodes, info, printable, write_wrapped};

const HELP: &str = "  a move       in the game's notation: see 'rules' and 'moves'
  rules        how the game is played
  hint         what an agent would play here, with other good moves
  undo         take back your last turn
  moves        all legal moves
  board        show the board again; the last turn is in brackets
  agent SPEC   change the opponent
  save FILE    save the game
  resign       give up
  quit         leave (it shows how to continue the game)
The line of bars is the first player's chance of winning after each turn.";

/// Commands that also work after the end of the game.
const ALWAYS: [&str; 8] = ["help", "?", "rules", "quit", "exit", "board", "undo", "save"];

/// Commands without an argument.
const WITHOUT_ARGUMENT: [&str; 10] =
    ["help", "?", "rules", "quit", "exit", "board", "moves", "hint", "undo", "resign"];

impl TerminalGame<'_> {
    /// Executes a line that a person typed.
    pub fn answer(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<NextStep> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            word if self.is_over() && !ALWAYS.contains(&word) => {
                writeln!(out, "the game is over: undo, board, save FILE or quit")?;
            }
            word if WITHOUT_ARGUMENT.contains(&word) && !rest.is_empty() => {
                writeln!(out, "'{word}' takes no argument: type it without '{}'", printable(rest))?;
            }
            "help" | "?" => self.help(out)?,
            "rules" => match info(self.game).rules_for(&self.saved.game) {
                Some(rules) => write!(out, "{rules}")?,
                None => {
                    writeln!(out, "this game has no written rules: 'moves' lists the legal moves")?
                }
            },
            "quit" | "exit" => return Ok(NextStep::Leave),
            "board" => self.show(out)?,
            "moves" => self.list_moves(out)?,
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "agent" => self.change_agent(rest, out)?,
            "save" if rest.is_empty() => {
                writeln!(out, "save needs a file name, such as: save game.txt")?
            }
            "save" => match self.save_copy(Path::new(rest)) {
                Ok(()) => {
                    writeln!(out, "saved; continue with 'cairn play --load {}'", printable(rest))?
                }
                Err(error) => writeln!(out, "{}", printable(&format!("{error:#}")))?,
            },
            "resign" => {
                self.resign(out)?;
                return Ok(NextStep::Leave);
            }
            _ => self.play_line(line, out)?,
        }
        Ok(NextStep::Go)
    }

    /// Plays a person's turn, or its first parts; nothing if a part of it is wrong.
    fn play_line(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let name = self.mover();
        match turn::read(&self.history, line) {
            Ok(history) => self.history = history,
            Err(error) => {
                write_wrapped(out, &printable(&error), 2)?;
                // It may have been meant as a command.
                if error.contains("is not a legal move") {
                    writeln!(out, "'help' lists the commands")?;
                }
                return Ok(());
            }
        }
        self.chances.set(self.turns(), None);
        self.autosave(out)?;
        if turn::is_open(&self.history) {
            return self.show_next_parts(out);
        }
        // After an agent's turn the board is shown anyway.
        let agents = self.seats.iter().any(|seat| matches!(seat, Seat::Agent(_)));
        if !agents || self.is_over() {
            self.show(out)?;
        }
        if line.eq_ignore_ascii_case("pass") {
            writeln!(out, "{name} passes.")?;
        }
        self.show_capture(out)
    }

    /// Shows the commands and the agents that play.
    fn help(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{HELP}")?;
        for (seat, agent) in self.saved.players.iter().enumerate() {
            if agent != HUMAN {
                let name = self.history.player_name(seat);
                writeln!(out, "{name} is the agent {}", printable(agent))?;
            }
        }
        Ok(())
    }

    /// Lists the legal moves.
    fn list_moves(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let moves = self.history.legal_moves();
        write_wrapped(out, &format!("  {}", moves.join(" ")), 2)?;
        let goes_on = |mv: &String| {
            let mut after = self.history.clone();
            after.play_text(mv).is_ok() && turn::is_open(&after)
        };
        if moves.iter().any(goes_on) {
            writeln!(out, "A turn has several parts: type the first to see how it can continue.")?;
        }
        Ok(())
    }

    /// Shows which moves can continue the turn.
    fn show_next_parts(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        const SHOWN: usize = 8;
        let moves = self.history.legal_moves();
        let more = if moves.len() > SHOWN { ", …" } else { "" };
        let some = moves[..moves.len().min(SHOWN)].join(", ");
        let next = format!("next: {some}{more}; 'undo' takes the turn back");
        Ok(write_wrapped(out, &next, 2)?)
    }

    /// Takes back a person's resignation, or everything since a person's last turn began.
    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.resigned.take_if(|seat| matches!(self.seats[*seat], Seat::Human)).is_some() {
            self.autosave(out)?;
            return self.show(out);
        }
        let movers = self.history.movers();
        let by_human = |start: &&usize| {
            movers[**start].is_some_and(|seat| matches!(self.seats[seat], Seat::Human))
        };
        let Some(&start) = turn::starts(&self.history).iter().rfind(by_human) else {
            writeln!(out, "there is nothing to take back: you have not moved yet")?;
            return Ok(());
        };
        while self.history.plies() > start && self.history.undo() {}
        self.resigned = None;
        self.lost_turns.fill(0);
        self.chances.truncate(self.turns());
        self.autosave(out)?;
        self.show(out)
    }

    /// Shows the best moves of an agent's search, the first as a whole turn.
    fn hint(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => {
                let agent = self.saved.players.iter().rfind(|name| *name != HUMAN);
                let spec = agent.map_or_else(|| opponent(self.game), String::clone);
                none.insert(self.game.player(&spec).map_err(bad_input)?)
            }
        };
        adviser.new_game();
        let mut best = self.history.clone();
        let mut ideas = Vec::new();
        while best.plies() == self.history.plies() || turn::is_open(&best) {
            let seed = derive_seed(self.seed, u64::MAX - best.plies() as u64);
            let message = "thinking (Ctrl-C: answer now)".into();
            let found =
                search_with_spinner(message, self.stop, |stop| adviser.choose(&best, seed, stop));
            if ideas.is_empty() {
                ideas = adviser.moves_text(&best);
            }
            match found.mv {
                Some(mv) => best.play(mv),
                None => break,
            }
        }
        let whole = turn::text_since(&best, self.history.plies());
        // By visits; with scores, the best move first and the others by value.
        ideas.sort_by(|a, b| {
            let better = b.value.unwrap_or(0.0).total_cmp(&a.value.unwrap_or(0.0));
            let best = |stats: &MoveReport<String>| whole.starts_with(&stats.mv);
            match a.score.or(b.score) {
                None => b.visits.cmp(&a.visits),
                Some(_) => best(b).cmp(&best(a)).then(better),
            }
        });
        let known = |stats: &&MoveReport<String>| stats.visits > 0 || stats.score.is_some();
        for (index, stats) in ideas.iter().take(5).filter(known).enumerate() {
            let mut after = self.history.clone();
            after.play_text(&stats.mv)?;
            let text = match turn::is_open(&after) {
                _ if index == 0 && whole.starts_with(&stats.mv) => whole.clone(),
                true => format!("{} …", stats.mv),
                false => stats.mv.clone(),
            };
            let chance = 100.0 * stats.value.unwrap_or_default();
            match stats.score {
                Some(score) => writeln!(out, "  {text:12} {score}, chance {chance:.0} %")?,
                None => {
                    let visits = counted(stats.visits.into(), "visit");
                    writeln!(out, "  {text:12} {visits:>13}, chance {chance:.0} %")?;
                }
            }
        }
        Ok(())
    }

    fn change_agent(&mut self, spec: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.seats.iter().any(|seat| matches!(seat, Seat::Agent(_))) {
            writeln!(out, "only people play this game: start one with 'cairn play human SPEC'")?;
            return Ok(());
        }
        for seat in 0..self.seats.len() {
            if matches!(self.seats[seat], Seat::Human) {
                continue;
            }
            match self.game.player(spec) {
                Ok(player) => {
                    if let Some(warning) = few_nodes(self.game, spec) {
                        write_wrapped(out, &format!("warning: {warning}"), 2)?;
                    }
                    self.seats[seat] = Seat::Agent(Box::new(player));
                    self.saved.players[seat] = spec.into();
                    writeln!(out, "{} is {} now", self.history.player_name(seat), printable(spec))?;
                }
                Err(error) => {
                    return Ok(write_wrapped(out, &printable(&error.to_string()), 2)?);
                }
            }
        }
        self.adviser = None;
        Ok(())
    }
}

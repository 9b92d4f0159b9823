//! What a person types: moves and commands.

use std::io::Write;
use std::path::Path;

use cairn_core::rng::derive_seed;

use super::session::{Next, Seat, Session, think};
use super::{HUMAN, opponent, turn};
use crate::output::{bad_input, counted, few_nodes, flowed, info, plain};

const HELP: &str = "  a move       in the game's notation: 'rules' says how, 'moves' lists them
  rules        how the game is played
  hint         what an agent would play here, and its other ideas
  undo         take back your last turn
  moves        every move you may play
  board        show the board again; the last turn is in brackets
  agent SPEC   another opponent from now on
  save FILE    save the game
  resign       give up
  quit         leave (the game can be continued: it says how)
The line of bars is the first player's chance of winning after each turn.";

/// What can be typed after the end, too.
const ALWAYS: [&str; 8] = ["help", "?", "rules", "quit", "exit", "board", "undo", "save"];

/// What has nothing after it.
const ALONE: [&str; 10] =
    ["help", "?", "rules", "quit", "exit", "board", "moves", "hint", "undo", "resign"];

impl Session<'_> {
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
                writeln!(out, "'{word}' takes nothing after it: what is '{}'?", plain(rest))?;
            }
            "help" | "?" => self.help(out)?,
            "rules" => match info(self.game).rules_for(&self.saved.game) {
                Some(rules) => write!(out, "{rules}")?,
                None => writeln!(out, "nobody has written down the rules: 'moves' lists moves")?,
            },
            "quit" | "exit" => return Ok(Next::Leave),
            "board" => self.show(out)?,
            "moves" => self.list_moves(out)?,
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

    /// Plays a person's turn, or the beginning of one; nothing if a part of it is wrong.
    fn play_line(&mut self, line: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let name = self.mover();
        match turn::read(&self.play, line) {
            Ok(play) => self.play = play,
            Err(error) => {
                writeln!(out, "{}", flowed(&plain(&error), 2))?;
                // It may have been meant for a command.
                if error.contains("is not a legal move") {
                    writeln!(out, "'help' says what else you can type")?;
                }
                return Ok(());
            }
        }
        self.history.set(self.turns(), None);
        self.autosave(out)?;
        if turn::is_open(&self.play) {
            return self.ask_for_the_rest(out);
        }
        // An agent shows the board when it has moved too.
        let agents = self.seats.iter().any(|seat| matches!(seat, Seat::Agent(_)));
        if !agents || self.is_over() {
            self.show(out)?;
        }
        if line.eq_ignore_ascii_case("pass") {
            writeln!(out, "{name} passes.")?;
        }
        self.tell_capture(out)?;
        Ok(())
    }

    /// What can be typed, and which agents play.
    fn help(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{HELP}")?;
        for (seat, agent) in self.saved.players.iter().enumerate() {
            if agent != HUMAN {
                let name = self.play.player_name(seat);
                writeln!(out, "{name} is the agent {}", plain(agent))?;
            }
        }
        Ok(())
    }

    /// Every move; where a turn has several, how to see the others.
    fn list_moves(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let moves = self.play.legal_moves();
        writeln!(out, "{}", wrapped(&moves))?;
        let goes_on = |mv: &String| {
            let mut after = self.play.clone();
            after.play_text(mv).is_ok() && turn::is_open(&after)
        };
        if moves.iter().any(goes_on) {
            writeln!(out, "A turn has more than one part: type one to see how it can go on.")?;
        }
        Ok(())
    }

    /// Says which moves can come next in a turn that has begun.
    fn ask_for_the_rest(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        const SHOWN: usize = 8;
        let moves = self.play.legal_moves();
        let more = if moves.len() > SHOWN { ", …" } else { "" };
        let some = moves[..moves.len().min(SHOWN)].join(", ");
        let next = format!("next: {some}{more}; 'undo' takes the turn back");
        writeln!(out, "{}", flowed(&next, 2))?;
        Ok(())
    }

    /// Back to where a person's last turn began; or just a person's resignation.
    fn undo(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.resigned.take_if(|seat| matches!(self.seats[*seat], Seat::Human)).is_some() {
            self.autosave(out)?;
            return self.show(out);
        }
        let movers = self.play.movers();
        let by_human = |start: &&usize| {
            movers[**start].is_some_and(|seat| matches!(self.seats[seat], Seat::Human))
        };
        let Some(&start) = turn::starts(&self.play).iter().rfind(by_human) else {
            writeln!(out, "you have not moved yet: there is nothing to take back")?;
            return Ok(());
        };
        while self.play.plies() > start && self.play.undo() {}
        self.resigned = None;
        self.lost_turns.fill(0);
        self.history.cut(self.turns());
        self.autosave(out)?;
        self.show(out)
    }

    /// What an agent thinks of the moves; the best one as a whole turn.
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
        let mut best = self.play.clone();
        let mut ideas = Vec::new();
        while best.plies() == self.play.plies() || turn::is_open(&best) {
            let seed = derive_seed(self.seed, u64::MAX - best.plies() as u64);
            let message = "thinking (Ctrl-C: answer now)".into();
            let found = think(adviser, &best, seed, message, self.stop);
            if ideas.is_empty() {
                ideas = adviser.moves_text(&best);
            }
            match found.mv {
                Some(mv) => best.play(mv),
                None => break,
            }
        }
        let whole = turn::text_since(&best, self.play.plies());
        ideas.sort_by_key(|stats| std::cmp::Reverse(stats.visits));
        for (index, stats) in ideas.iter().take(5).filter(|stats| stats.visits > 0).enumerate() {
            let mut after = self.play.clone();
            after.play_text(&stats.mv)?;
            let text = match turn::is_open(&after) {
                _ if index == 0 && whole.starts_with(&stats.mv) => whole.clone(),
                true => format!("{} …", stats.mv),
                false => stats.mv.clone(),
            };
            let (visits, chance) = (counted(stats.visits.into(), "visit"), 100.0 * stats.mean);
            writeln!(out, "  {text:12} {visits:>13}, chance {chance:.0} %")?;
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
                    if let Some(warning) = few_nodes(self.game, spec) {
                        writeln!(out, "{}", flowed(&format!("warning: {warning}"), 2))?;
                    }
                    self.seats[seat] = Seat::Agent(player);
                    self.saved.players[seat] = spec.into();
                    writeln!(out, "{} is {} now", self.play.player_name(seat), plain(spec))?;
                }
                Err(error) => {
                    writeln!(out, "{}", flowed(&plain(&error.to_string()), 2))?;
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

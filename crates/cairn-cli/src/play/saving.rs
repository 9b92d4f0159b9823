//! Saving the game: after every turn, or with the command 'save'.

use std::io::Write;
use std::path::{Path, PathBuf};

use cairn_games::go::BLACK;
use cairn_games::go::conventions::Score;
use cairn_lab::SavedGame;
use cairn_lab::sgf::{self, SgfInfo};

use super::terminal_game::TerminalGame;
use super::{go, is_sgf};
use crate::output::{bad_input, printable};

const EXISTS: &str = "this file exists: choose another name, or continue the game with --load";

/// The file that is written after every move.
pub struct Saving {
    path: PathBuf,
    /// Whether it has the current state of the game.
    current: bool,
    /// Why the last attempt failed.
    error: Option<String>,
}

impl TerminalGame<'_> {
    /// Saves the game to this file after every turn from now on. Checks at once that it can be written.
    pub fn save_to(&mut self, path: &Path) -> anyhow::Result<()> {
        let refused = |error: &dyn std::fmt::Display| {
            bad_input(format_args!("--save {}: {error}", path.display()))
        };
        if is_sgf(path) {
            self.text(path).map_err(|error| {
                refused(&format_args!("{error}; choose another name, such as game.txt"))
            })?;
        }
        if path.is_dir() {
            return Err(refused(&"this is a directory: name a file"));
        }
        if path.exists() {
            return Err(refused(&EXISTS));
        }
        cairn_lab::check_writable(path).map_err(|error| refused(&error))?;
        self.saving = Some(Saving { path: path.into(), current: false, error: None });
        Ok(())
    }

    /// Saves to the file that the game was loaded from.
    pub fn continue_file(&mut self, path: &Path) {
        self.saving = Some(Saving { path: path.into(), current: true, error: None });
    }

    fn saved(&self) -> SavedGame {
        let resigned = self.resigned.map(|seat| self.history.player_name(seat).into());
        SavedGame { moves: self.history.moves_text(), resigned, ..self.saved.clone() }
    }

    /// The text for a file with this name.
    fn text(&self, path: &Path) -> anyhow::Result<String> {
        if is_sgf(path) { self.record() } else { Ok(self.saved().to_text()) }
    }

    /// Writes the game to a file.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        cairn_lab::replace_file(path, self.text(path)?.as_bytes())
            .map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
    }

    /// Saves the game to a file that a person named. An error is kept for the exit code.
    pub fn save_copy(&mut self, path: &Path) -> anyhow::Result<()> {
        let saved = self.try_save_copy(path);
        self.copy_error = saved.as_ref().err().map(|error| printable(&format!("{error:#}")));
        saved
    }

    /// Overwrites only files of this game.
    fn try_save_copy(&mut self, path: &Path) -> anyhow::Result<()> {
        let own = self.saving.as_ref().is_some_and(|saving| saving.path == path);
        if path.exists() && !own && !self.copies.iter().any(|copy| copy == path) {
            anyhow::bail!("{}: this file exists: choose another name", path.display());
        }
        self.write(path)?;
        self.copies.push(path.into());
        Ok(())
    }

    /// The game in SGF.
    fn record(&self) -> anyhow::Result<String> {
        let players: [&str; 2] =
            std::array::from_fn(|seat| self.saved.players.get(seat).map_or("", String::as_str));
        let result = self.result();
        let info = SgfInfo { players, result: &result, comment: "" };
        let position = self.saved.position.as_deref();
        Ok(sgf::write(&self.saved.game, position, &self.history.moves_text(), &info)?)
    }

    /// The result in SGF; empty if the game is not over.
    fn result(&self) -> String {
        let winner = |black: bool| if black { 'B' } else { 'W' };
        if let Some(player) = self.resigned {
            return format!("{}+R", winner(player != BLACK));
        }
        let Some(outcome) = self.history.outcome() else { return String::new() };
        let [black, white, ..] = outcome.rewards(self.history.denominator());
        match go::score(&self.history) {
            _ if black == white => "0".into(),
            Some(score) => Score(score).to_string(),
            None => format!("{}+", winner(black > white)),
        }
    }

    /// Saves the game if it has a file. A full disk does not end the game: it says when saving fails,
    /// and when it works again.
    pub fn autosave(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Some(saving) = &self.saving else { return Ok(()) };
        let error = self.write(&saving.path).err().map(|error| printable(&error.to_string()));
        match (&saving.error, &error) {
            (None, Some(error)) => {
                writeln!(out, "not saved: {error}; it will be tried again after every turn")?;
            }
            (Some(_), None) => writeln!(out, "saved again")?,
            _ => {}
        }
        if let Some(saving) = &mut self.saving {
            (saving.current, saving.error) = (error.is_none(), error.clone());
        }
        Ok(())
    }

    /// Why the last attempt to save failed, if it did.
    pub fn unsaved(&self) -> Option<&str> {
        let saving = self.saving.as_ref().and_then(|saving| saving.error.as_deref());
        saving.or(self.copy_error.as_deref())
    }

    /// Says how to continue the game later.
    pub fn farewell(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let moves = self.history.moves_text();
        match &self.saving {
            Some(Saving { path, current: true, .. }) => {
                writeln!(out, "saved: cairn play --load {}", path.display())?;
            }
            _ if !self.is_over() && !moves.is_empty() => {
                let players: Vec<_> =
                    self.saved.players.iter().map(|name| format!("'{name}'")).collect();
                let (players, game) = (players.join(" "), &self.saved.game);
                let position = self.saved.position.as_ref();
                let position = position.map(|text| format!(" --position \"{text}\""));
                let position = position.unwrap_or_default();
                writeln!(
                    out,
                    "to continue: cairn play {players} --game {game}{position} --moves \"{moves}\""
                )?;
            }
            _ => {}
        }
        Ok(())
    }
}

//! Game records as SGF files.

use std::path::Path;

use anyhow::Context;
use cairn_lab::sgf::{self, SgfInfo};
use cairn_lab::{GameRecord, Pairing};

use crate::output::bad_input;

/// Checks that the game can be written in SGF.
pub fn check_sgf(game: &str) -> anyhow::Result<()> {
    sgf::write(game, None, "", &SgfInfo::default()).map(drop).map_err(bad_input)
}

/// Checks that no records of an earlier match would be overwritten.
pub fn check_no_records(directory: &Path) -> anyhow::Result<()> {
    if directory.exists() && !directory.is_dir() {
        return Err(bad_input(format_args!(
            "--sgf {}: this is not a directory: name one",
            directory.display()
        )));
    }
    let first = directory.join(file_name(1, 0));
    if first.exists() {
        let text = "it has records of other games: name a new directory";
        return Err(bad_input(format_args!("--sgf {}: {text}", directory.display())));
    }
    Ok(())
}

/// The name of a game's file.
fn file_name(pairing: usize, game: u32) -> String {
    format!("{pairing:04}-game-{game:04}.sgf")
}

/// Writes a file for each game: `0001-game-0000.sgf` is the first pairing's first.
pub struct SgfWriter<'a> {
    directory: &'a Path,
    pairings: usize,
    last: Option<Pairing>,
}

impl<'a> SgfWriter<'a> {
    /// A writer to this directory, which is created if necessary.
    pub fn new(directory: &'a Path) -> anyhow::Result<Self> {
        cairn_lab::make_directory(directory).with_context(|| directory.display().to_string())?;
        Ok(SgfWriter { directory, pairings: 0, last: None })
    }

    /// Writes a game. The games of a pairing must follow each other.
    pub fn write(&mut self, pairing: &Pairing, game: &GameRecord) -> anyhow::Result<()> {
        if self.last.as_ref() != Some(pairing) {
            self.pairings += 1;
            self.last = Some(pairing.clone());
        }
        let matchup = pairing.matchup().map_err(bad_input)?;
        let text = sgf::write_game(&matchup, game).map_err(bad_input)?;
        let path = self.directory.join(file_name(self.pairings, game.number));
        cairn_lab::replace_file(&path, text.as_bytes()).with_context(|| path.display().to_string())
    }
}

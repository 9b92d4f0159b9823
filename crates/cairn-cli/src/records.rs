//! Game records as files.

use std::fs;
use std::path::Path;

use anyhow::Context;
use cairn_lab::sgf::{self, About};
use cairn_lab::{Pairing, Record};

use crate::output::bad_input;

/// Whether games of this kind can be written in SGF.
pub fn check_sgf(game: &str) -> anyhow::Result<()> {
    sgf::write(game, None, "", &About::default()).map(drop).map_err(bad_input)
}

/// Whether nothing would be written over: records of another match are games somebody played.
pub fn check_no_records(directory: &Path) -> anyhow::Result<()> {
    if directory.exists() && !directory.is_dir() {
        return Err(bad_input(format_args!("--sgf {}: this is no directory", directory.display())));
    }
    let first = directory.join(name(1, 0));
    if first.exists() {
        let text = "there are records of other games: name a new directory";
        return Err(bad_input(format_args!("--sgf {}: {text}", directory.display())));
    }
    Ok(())
}

/// What a game's file is called.
fn name(pairing: usize, game: u32) -> String {
    format!("{pairing:04}-game-{game:04}.sgf")
}

/// Writes a file for each game: `0001-game-0000.sgf` is the first pairing's first.
pub fn write_sgf<'a>(
    directory: &Path,
    games: impl Iterator<Item = (&'a Pairing, &'a Record)>,
) -> anyhow::Result<usize> {
    fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    let (mut pairings, mut last, mut written) = (0, None, 0);
    for (pairing, game) in games {
        if last != Some(pairing) {
            pairings += 1;
            last = Some(pairing);
        }
        let text = sgf::write_record(pairing, game).map_err(bad_input)?;
        let path = directory.join(name(pairings, game.number));
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        written += 1;
    }
    Ok(written)
}

//! Loading a game: saved by this program, or an SGF record by any program.

use std::path::Path;

use cairn_games::go::{BLACK, DEFAULT_KOMI};
use cairn_lab::sgf::{self, SgfInfo, SgfRecord};
use cairn_lab::{AnyGame, SavedGame};

use super::{HUMAN, is_sgf, opponent};
use crate::output::read_file;

/// The contents of a file.
pub struct Loaded {
    pub saved: SavedGame,
    /// Whether the file has nothing else, so that it can be overwritten without loss.
    pub own: bool,
}

impl Loaded {
    /// Reads a file; an error says what is wrong with it.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = read_file(path).map_err(|error| error.to_string())?;
        // Old records are in Latin-1, but what matters in them is the same in UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        if !is_sgf(path) {
            let saved = SavedGame::from_text(&text).map_err(|error| error.to_string())?;
            return Ok(Loaded { saved, own: true });
        }
        let record = SgfRecord::parse(&text).map_err(|error| error.to_string())?;
        let (position, moves) = record.game().map_err(|error| error.to_string())?;
        let komi = f64::from(record.komi.unwrap_or(DEFAULT_KOMI)) / 2.0;
        let game = format!("go:size={},komi={komi}", record.size);
        let players = players_of(&record, &game);
        let name = |seat| if seat == BLACK { "Black" } else { "White" };
        let resigned = record.resigned.map(|seat| name(seat).into());
        let saved = SavedGame { game, position, players, moves, resigned };
        Ok(Loaded { own: is_own(&saved, &text), saved })
    }
}

/// The players: those that the record names, if they are `human` or an agent's spec. If only one is,
/// the other is its opponent; if none is, nobody.
fn players_of(record: &SgfRecord, game: &str) -> Vec<String> {
    let Ok(game) = AnyGame::new(game) else { return vec![] };
    let is_known = |name: &&str| *name == HUMAN || game.summary(name).is_ok();
    let known = |seat: usize| record.players[seat].as_deref().filter(is_known);
    let opponent = opponent(&game);
    let against = |name: &str| if name == HUMAN { opponent.as_str() } else { HUMAN };
    let players = match [known(0), known(1)] {
        [Some(black), Some(white)] => vec![black, white],
        [Some(black), None] => vec![black, against(black)],
        [None, Some(white)] => vec![against(white), white],
        [None, None] => vec![],
    };
    players.into_iter().map(String::from).collect()
}

/// Whether writing the game again gives the same record, except for version and result.
fn is_own(saved: &SavedGame, text: &str) -> bool {
    let SavedGame { game, position, players, moves, resigned: _ } = saved;
    let [black, white] = &players[..] else { return false };
    let info = SgfInfo { players: [black, white], ..SgfInfo::default() };
    let again = sgf::write(game, position.as_deref(), moves, &info);
    again.is_ok_and(|again| lasting(&again) == lasting(text))
}

/// A record without the program's version and the result.
fn lasting(record: &str) -> String {
    let mut text = record.to_owned();
    for (begin, keep) in [("AP[Cairn:", 9), ("RE[", 0)] {
        if let Some(at) = text.find(begin)
            && let Some(length) = text[at..].find(']')
        {
            text.replace_range(at + keep..=at + length, "");
        }
    }
    text
}

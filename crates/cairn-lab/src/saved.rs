//! A saved game: which game, who plays, the moves so far.

use serde::{Deserialize, Serialize};

/// A game that can be continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The game's spec.
    pub game: String,
    /// The starting position in the game's notation, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// For each seat `human` or an agent's spec.
    pub players: Vec<String>,
    /// The moves so far, separated by blanks.
    pub moves: String,
    /// The player who resigned, by the game's name for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<String>,
}

/// The text is not a saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a saved game: {0}")]
pub struct SavedGameError(String);

impl SavedGame {
    /// The game as TOML.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("texts and lists of texts are TOML")
    }

    /// Reads what [`SavedGame::to_text`] wrote.
    pub fn from_text(text: &str) -> Result<Self, SavedGameError> {
        let one_line = |message: &str| message.lines().collect::<Vec<_>>().join("; ");
        toml::from_str(text).map_err(|error| SavedGameError(one_line(error.message())))
    }
}

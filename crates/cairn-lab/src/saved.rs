//! A game that was put aside: which game, who plays, the moves so far.

use serde::{Deserialize, Serialize};

/// What it takes to go on with a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The game's spec.
    pub game: String,
    /// Where it began, in the game's notation, if not at the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who plays: `human` or an agent's spec, a seat each.
    pub players: Vec<String>,
    /// The moves so far, separated by blanks.
    pub moves: String,
    /// Who gave up, by the name the game has for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<String>,
}

/// A file that holds no saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no saved game: {0}")]
pub struct NotSaved(String);

impl SavedGame {
    /// As it stands in a file: TOML.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("texts and lists of texts are TOML")
    }

    /// Reads what [`SavedGame::to_text`] wrote.
    pub fn from_text(text: &str) -> Result<Self, NotSaved> {
        let one_line = |message: &str| message.lines().collect::<Vec<_>>().join("; ");
        toml::from_str(text).map_err(|error| NotSaved(one_line(error.message())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_read() {
        let mut game = SavedGame {
            game: "go:size=5".into(),
            position: None,
            players: vec!["human".into(), "grave:playouts=100".into()],
            moves: "C3 D2".into(),
            resigned: None,
        };
        assert_eq!(SavedGame::from_text(&game.to_text()), Ok(game.clone()));
        game.position = Some("a \"quoted\" one".into());
        game.resigned = Some("White".into());
        assert_eq!(SavedGame::from_text(&game.to_text()), Ok(game));
        assert!(
            SavedGame::from_text("game = \"go9\"").unwrap_err().to_string().contains("players")
        );
    }
}

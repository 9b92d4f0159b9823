//! The rules of every game in plain English, for people who have never played it.
//!
//! A text has paragraphs: what the game is about in two lines, who has which pieces, then the rules,
//! and how to type a move: 12 to 30 lines of at most 78 characters. The first words in single quotes are
//! a legal first move. The texts are a function and not a field of [`GameInfo`], so that programs that do
//! not show them do not contain them.

use crate::registry::{GameInfo, MISERE, Options};

impl GameInfo {
    /// The rules, about half a page; `None` if there is no text.
    pub fn rules(&self) -> Option<&'static str> {
        Some(match self.name {
            "tictactoe" => include_str!("../rules/tictactoe.txt"),
            "go9" | "go" => include_str!("../rules/go.txt"),
            "hex" => include_str!("../rules/hex.txt"),
            "havannah" => include_str!("../rules/havannah.txt"),
            "domineering" => include_str!("../rules/domineering.txt"),
            "amazons" => include_str!("../rules/amazons.txt"),
            "connect4" => include_str!("../rules/connect4.txt"),
            "othello" => include_str!("../rules/othello.txt"),
            "breakthrough" => include_str!("../rules/breakthrough.txt"),
            "knightthrough" => include_str!("../rules/knightthrough.txt"),
            "loa" => include_str!("../rules/loa.txt"),
            "atarigo" => include_str!("../rules/atarigo.txt"),
            "nogo" => include_str!("../rules/nogo.txt"),
            "threecolorgo" => include_str!("../rules/threecolorgo.txt"),
            "awari" => include_str!("../rules/awari.txt"),
            "morris" => include_str!("../rules/morris.txt"),
            "draughts" => include_str!("../rules/draughts.txt"),
            "einstein" => include_str!("../rules/einstein.txt"),
            "chess" => include_str!("../rules/chess.txt"),
            _ => return None,
        })
    }

    /// The rules with the options of `spec`: what wins in Breakthrough loses with `misere=yes`, so that
    /// has a text of its own. Other options change only sizes and points.
    ///
    /// ```
    /// use cairn_games::registry::GAMES;
    ///
    /// let game = GAMES.iter().find(|game| game.name == "breakthrough").unwrap();
    /// assert_eq!(game.rules_for("breakthrough:columns=6"), game.rules());
    /// assert!(game.rules_for("breakthrough:misere=yes").unwrap().contains("loses at once"));
    /// ```
    pub fn rules_for(&self, spec: &str) -> Option<&'static str> {
        let misere = Options::of(spec).1.get(&MISERE).is_ok_and(|misere| misere == 1);
        match self.name {
            "breakthrough" if misere => Some(include_str!("../rules/breakthrough_misere.txt")),
            "knightthrough" if misere => Some(include_str!("../rules/knightthrough_misere.txt")),
            _ => self.rules(),
        }
    }
}

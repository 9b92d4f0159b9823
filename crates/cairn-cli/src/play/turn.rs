//! Turns of several moves: in Amazons a queen, where it goes and where it shoots; in Nine Men's
//! Morris a mill and the man it takes. All moves that one player makes in a row are one turn.

use cairn_core::history::MoveError;
use cairn_lab::{GameHistory, PlayTextError};

/// Where each turn begins: the number of moves before it.
pub fn starts(history: &GameHistory) -> Vec<usize> {
    let movers = history.movers();
    let begins = |ply: &usize| {
        let before = ply.checked_sub(1).and_then(|before| movers[before]);
        movers[*ply].is_some() && before != movers[*ply]
    };
    (0..movers.len()).filter(begins).collect()
}

/// Whether the player to move is in the middle of a turn.
pub fn is_open(history: &GameHistory) -> bool {
    history.mover().is_some() && history.movers().last() == Some(&history.mover())
}

/// The players' moves from `start` on as one text: `d1-d7/g7`.
pub fn text_since(history: &GameHistory, start: usize) -> String {
    let (moves, movers) = (history.moves_text(), history.movers());
    let moves = moves.split_whitespace().zip(movers).skip(start);
    moves.filter(|(_, mover)| mover.is_some()).map(|(mv, _)| mv).collect()
}

/// The roll of the dice just before the move with index `ply`.
pub fn rolled_before(history: &GameHistory, ply: usize) -> Option<String> {
    let before = ply.checked_sub(1).filter(|&before| history.movers()[before].is_none())?;
    history.moves_text().split_whitespace().nth(before).map(String::from)
}

/// The game before its last turn, which may be unfinished.
pub fn before_last(history: &GameHistory) -> Option<GameHistory> {
    let start = *starts(history).last()?;
    let mut before = history.clone();
    while before.plies() > start && before.undo() {}
    Some(before)
}

/// An example of a legal turn, from the middle of the list of moves.
pub fn example(history: &GameHistory) -> Option<String> {
    let (mut after, start) = (history.clone(), history.plies());
    while after.plies() == start || is_open(&after) {
        let moves = after.legal_moves();
        after.play_text(moves.get(moves.len().checked_sub(1)? / 2)?).ok()?;
    }
    Some(text_since(&after, start))
}

/// The game after a typed turn, or its first parts. The moves are separated by blanks or joined:
/// `d1 d7 g7`, `d1-d7/g7`.
pub fn read(history: &GameHistory, line: &str) -> Result<GameHistory, String> {
    let mut after = history.clone();
    for word in line.split_whitespace() {
        if after.plies() > history.plies() && !is_open(&after) {
            let name = history.player_name(history.mover().unwrap_or(0));
            let word = crate::output::printable(word);
            return Err(format!("{name}'s turn ends before {word}: type one turn at a time"));
        }
        after = read_word(&after, word).map_err(|(_, error)| described(&error))?;
    }
    Ok(after)
}

/// The message about a move, without the sign before a square (`/d9`).
fn described(error: &PlayTextError) -> String {
    let text = error.to_string();
    match error.reason {
        MoveError::Because(_) => text.trim_start_matches(['-', '/']).to_owned(),
        _ => text,
    }
}

/// The game after a word: one move, or several joined. An error is about the move that is furthest in
/// the word; it has the length of the rest of the word there.
fn read_word(history: &GameHistory, word: &str) -> Result<GameHistory, (usize, PlayTextError)> {
    let mut whole = history.clone();
    let mut error = match whole.play_text(word) {
        Ok(()) => return Ok(whole),
        Err(error) => (word.len(), error),
    };
    // Try the longest first, so that a11 is not read as a1.
    for (end, _) in word.char_indices().skip(1).collect::<Vec<_>>().into_iter().rev() {
        let mut first = history.clone();
        match first.play_text(&word[..end]) {
            Ok(()) if is_open(&first) => match read_word(&first, &word[end..]) {
                Ok(after) => return Ok(after),
                Err(further) if further.0 < error.0 => error = further,
                Err(_) => {}
            },
            // The game may explain what is wrong with the first part of c1-d1.
            Err(why @ PlayTextError { reason: MoveError::Because(_), .. })
                if error.1.reason == MoveError::Illegal
                    && !word[end..].starts_with(char::is_alphanumeric) =>
            {
                error = (word.len(), why);
            }
            _ => {}
        }
    }
    Err(error)
}

//! Draws the board with the last turn marked, and counts captures.

use cairn_games::bits::PointSet;
use cairn_games::go::{BLACK, WHITE};
use cairn_games::goban::GoMove;
use cairn_lab::{AnyGame, GameHistory};

use super::score::three_color_go;
use super::turn;

/// An empty square.
const EMPTY: char = '.';

/// An arrow of Amazons.
const ARROW: char = '#';

/// The position with the last turn marked, or the moves so far if the game has no drawing.
pub fn draw(game: &AnyGame, history: &GameHistory) -> String {
    let Some(after) = history.drawing() else {
        return format!("moves so far: {}", history.moves_text());
    };
    let mut text = match turn::before_last(history) {
        None => after,
        Some(before) => {
            let last = turn::text_since(history, before.plies());
            mark(&before.drawing().unwrap_or_default(), &after, &last)
        }
    };
    if let Some(captures) = captures(game, history) {
        text.push_str(&captures);
    }
    text.trim_end().to_owned()
}

/// Marks what a turn put on the board in brackets: squares that were empty before, or an arrow where
/// an amazon was. If there are none, squares that have another piece now. In a game without pieces,
/// the name of the move, if it occurs once in the drawing (the houses of Awari).
fn mark(before: &str, after: &str, turn: &str) -> String {
    let old: Vec<Vec<char>> = before.lines().map(|line| line.chars().collect()).collect();
    let new: Vec<Vec<char>> = after.lines().map(|line| line.chars().collect()).collect();
    let was = |row: usize, column: usize| old.get(row).and_then(|line| line.get(column)).copied();
    // A piece is a single character that is neither a digit nor part of a word, or a letter and a digit.
    let is_piece = |line: &[char], column: usize| {
        let joins = |at: Option<&char>| at.is_some_and(|c| c.is_alphanumeric());
        let before = column.checked_sub(1).and_then(|column| line.get(column));
        let c = line[column];
        let after = line.get(column + 1 + usize::from(is_numbered(line, column)));
        let part_of_word = joins(before) || joins(after);
        !(c == EMPTY || c.is_ascii_digit() || c.is_whitespace() || part_of_word)
    };
    let changed = |from_empty: bool| {
        let mut found = Vec::new();
        for (row, line) in new.iter().enumerate() {
            for column in 0..line.len() {
                let Some(old) = was(row, column) else { continue };
                let arrow = line[column] == ARROW && old.is_alphabetic();
                let matters = if from_empty { old == EMPTY || arrow } else { old.is_alphabetic() };
                let next = column + 1;
                let differs = old != line[column]
                    || (is_numbered(line, column) && was(row, next) != line.get(next).copied());
                if matters && differs && is_piece(line, column) {
                    found.push((row, column));
                }
            }
        }
        found
    };
    let mut marked = changed(true);
    if marked.is_empty() {
        marked = changed(false);
    }
    if marked.is_empty() && turn.chars().count() == 1 {
        let name = turn.chars().next();
        let names = new.iter().enumerate().flat_map(|(row, line)| {
            let is_name =
                move |&column: &usize| Some(line[column]) == name && is_piece(line, column);
            (0..line.len()).filter(is_name).map(move |column| (row, column))
        });
        marked = names.collect();
        marked.truncate(if marked.len() == 1 { 1 } else { 0 });
    }
    bracketed(new, &marked)
}

/// Whether the piece here is a letter and a digit, as in EinStein würfelt nicht.
fn is_numbered(line: &[char], column: usize) -> bool {
    line[column].is_alphabetic() && line.get(column + 1).is_some_and(char::is_ascii_digit)
}

/// The lines with brackets around the marked squares; neighbours share a pair.
fn bracketed(mut lines: Vec<Vec<char>>, marked: &[(usize, usize)]) -> String {
    for &(row, column) in marked {
        let line = &mut lines[row];
        let width = if is_numbered(line, column) { 2 } else { 1 };
        let joined = |at: usize| marked.contains(&(row, at));
        if let Some(before) = column.checked_sub(1)
            && !column.checked_sub(2).is_some_and(joined)
        {
            line[before] = '(';
        }
        if !joined(column + 2) {
            match line.get_mut(column + width) {
                Some(after) => *after = ')',
                None => line.push(')'),
            }
        }
    }
    lines.into_iter().flat_map(|line| line.into_iter().chain(['\n'])).collect()
}

/// The stones of each player in a game of Go.
fn stones(history: &GameHistory) -> Option<Vec<u32>> {
    if let Some(position) = history.position().to_go() {
        return Some([BLACK, WHITE].map(|player| position.stones(player).count()).into());
    }
    three_color_go(history).map(|(stones, _)| stones.into())
}

/// The captured stones in a game of Go, if there are any.
fn captures(game: &AnyGame, history: &GameHistory) -> Option<String> {
    let mut lost = stones(&game.history())?;
    for (mv, mover) in history.moves().iter().zip(history.movers()) {
        if mv.unpack::<GoMove>() != GoMove::PASS {
            lost[mover.unwrap_or(0)] += 1;
        }
    }
    for (lost, left) in lost.iter_mut().zip(stones(history)?) {
        *lost -= left;
    }
    let name = |seat| history.player_name(seat);
    match lost[..] {
        _ if lost.iter().all(|&stones| stones == 0) => None,
        [black, white] => Some(format!("captured: by {} {white}, by {} {black}", name(0), name(1))),
        _ => {
            let each =
                lost.iter().enumerate().map(|(seat, stones)| format!("{} {stones}", name(seat)));
            Some(format!("stones lost: {}", each.collect::<Vec<_>>().join(", ")))
        }
    }
}

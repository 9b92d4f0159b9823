//! Draws the board with the last turn marked, and counts captures.

use cairn_lab::{AnyGame, GameHistory};

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
                let Some(was) = was(row, column) else { continue };
                let arrow = line[column] == ARROW && was.is_alphabetic();
                let matters = if from_empty { was == EMPTY || arrow } else { was.is_alphabetic() };
                let differs = was != line[column]
                    || (is_numbered(line, column) && self::differs(&old[row], line, column + 1));
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

fn differs(old: &[char], new: &[char], column: usize) -> bool {
    old.get(column) != new.get(column)
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
    let mut text = String::new();
    for line in lines {
        text.extend(line);
        text.push('\n');
    }
    text
}

/// The captured stones in a game of Go, if there are any.
fn captures(game: &AnyGame, history: &GameHistory) -> Option<String> {
    let symbols = match game.name() {
        "go9" | "go" => &['X', 'O'][..],
        "threecolorgo" => &['X', 'O', '#'],
        _ => return None,
    };
    let count = |history: &GameHistory, symbol: char| {
        history.position_text().map_or(0, |text| text.matches(symbol).count())
    };
    let (start, moves, movers) = (game.history(), history.moves_text(), history.movers());
    let stones = moves.split_whitespace().zip(movers).filter(|(mv, _)| *mv != "pass");
    let played: Vec<_> = stones.filter_map(|(_, mover)| mover).collect();
    let lost = |seat: usize| {
        let put = played.iter().filter(|&&mover| mover == seat).count();
        (count(&start, symbols[seat]) + put).saturating_sub(count(history, symbols[seat]))
    };
    let lost: Vec<usize> = (0..symbols.len()).map(lost).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(game: &str, moves: &str) -> String {
        let game = AnyGame::new(game).unwrap();
        draw(&game, &game.history_after(None, moves).unwrap())
    }

    #[test]
    fn the_last_turn_is_marked() {
        for (game, moves, line) in [
            ("tictactoe", "b2 c3", "3 . .(O)"),
            ("go:size=5", "C3 D4", " 4 . . .(O). 4"),
            ("hex:size=4", "b2 c3", "   3 . .(O). 3"),
            ("havannah:base=3", "a1 c3", " 3 . .(X). ."),
            ("domineering", "a1-a2 c1-d1", " 1 # .(# #). . . ."),
            ("amazons:size=6", "b1 b4 d4", " 4 .(W).(#). ."),
            ("connect4", "4 4", "2 . . .(O). . ."),
            // What it turns is not marked.
            ("othello", "f5", "5 . . . X X(X). ."),
            ("breakthrough", "a2-a3", "3(W). . . . . . ."),
            ("loa", "b1-b3", "3 O(X). . . . . O"),
            // A capture on an occupied square.
            ("loa", "c1xa3", "3(X). . . . . . O"),
            ("morris", "a1 d2", "2 |  .----(B)----.  |"),
            ("awari", "C", "   A  B (C) D  E  F   captured by South: 0"),
            ("awari", "C a", "   f  e  d  c  b (a)  captured by North: 0"),
            ("einstein", "123456 123456 5 d2-c3", "3 B6 . (W5).  W6"),
            // What chance did after a turn is not marked, nor is what it dealt before.
            ("einstein", "123456 123456 5 d2-c3 2", "3 B6 . (W5).  W6"),
            ("einstein", "123456 123456 5 d2-c3 2 b5-b4", "4 B4(B2).  .  . "),
        ] {
            let text = drawn(game, moves);
            assert!(text.lines().any(|found| found == line), "{game} {moves}:\n{text}");
            assert_eq!(text.matches('(').count(), text.matches(')').count());
        }
        for (game, moves) in [("go9", ""), ("go9", "E5 pass")] {
            assert!(!drawn(game, moves).contains('('), "nothing was put: {game} {moves}");
        }
        // The whole turn: the queen and the arrow.
        assert_eq!(drawn("amazons:size=6", "b1 b4 d4").matches('(').count(), 2);
        // Also where the amazon came from.
        let back = drawn("amazons:size=6", "b1 b4 b1");
        assert!(back.contains(" 1 .(#). . W .\n") && back.contains(" 4 .(W). "), "{back}");
        assert!(drawn("morris", "a1 b2 a4 b4 a7 xb4").contains("7(W)---"), "not the man taken");
    }

    #[test]
    fn captures_discs_seeds_and_men_are_counted() {
        let taken = drawn("go:size=5", "A1 A2 B2 B1 C1");
        assert!(taken.ends_with("captured: by Black 0, by White 1"), "{taken}");
        assert!(!drawn("go:size=5", "A1 A2").contains("captured"));
        let three = drawn("threecolorgo:size=5", "A1 B1 A2");
        assert!(three.ends_with("stones lost: Black 1, White 0, Red 0"), "{three}");
        assert!(drawn("othello", "f5").ends_with("discs: Black 4, White 1"));
        let men = drawn("morris", "a1 b2 a4 b4 a7 xb4");
        assert!(men.ends_with("men: White 9, Black 8 (in hand: White 6, Black 7)"), "{men}");
    }
}

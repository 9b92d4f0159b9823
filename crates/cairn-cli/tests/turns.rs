//! Turns in `cairn play`: how they are typed, how the board shows the last, and the score at the end.

use assert_cmd::Command;

/// What a game between people shows after the greeting, with these arguments and lines typed.
fn play(game: &str, args: &[&str], typed: &str) -> String {
    let people = if game.starts_with("three") { 3 } else { 2 };
    let output = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .arg("play")
        .args(&["human"; 3][..people])
        .args(["--game", game])
        .args(args)
        .write_stdin(typed)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let out = String::from_utf8(output.stdout).unwrap();
    out.split_once("'hint' and 'rules'.\n\n").expect("a greeting").1.into()
}

/// The board after these moves.
fn drawn(game: &str, moves: &str) -> String {
    play(game, &["--moves", moves], "").split("\nto continue").next().unwrap().into()
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
        ("chess", "e2e4 d7d5", " 5 . . .(p). . . ."),
        ("chess", "e2e4 d7d5 exd5", " 5 . . .(P). . . ."),
        ("draughts", "11-15", "13 .   .  (b)  .   16"),
        ("morris", "a1 d2", "2 |  .----(B)----.  |"),
        ("awari", "C", "   A  B (C) D  E  F   captured by South: 0"),
        ("awari", "C a", "   f  e  d  c  b (a)  captured by North: 0"),
        // Moves of chance are not marked, whether after a turn or before the first.
        ("einstein", "123456 123456 5 d2-c3", "3 B6 . (W5).  W6"),
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
    for (game, moves, line) in [
        ("go:size=5", "A1 A2 B2 B1 C1", "captured: by Black 0, by White 1"),
        ("threecolorgo:size=5", "A1 B1 A2", "stones lost: Black 1, White 0, Red 0"),
        ("othello", "f5", "discs: Black 4, White 1"),
        ("morris", "a1 b2 a4 b4 a7 xb4", "men: White 9, Black 8 (in hand: White 6, Black 7)"),
    ] {
        let text = drawn(game, moves);
        assert!(text.lines().any(|found| found == line), "{game} {moves}:\n{text}");
    }
    assert!(!drawn("go:size=5", "A1 A2").contains("captured"));
}

#[test]
fn the_end_has_a_score() {
    for (game, position, says) in [
        (
            "awari",
            "0,0,0,0,0,4/0,0,0,0,0,0 20-24 N 0",
            "a draw. South has 24 seeds, North 24, captured or on their own side.",
        ),
        (
            "awari",
            "0,3,0,0,0,2/0,9,0,0,0,0 9-25 S 0",
            "North wins. South has captured 9 seeds, North 25.",
        ),
        (
            "threecolorgo:size=3",
            "XX1/XO1/1## b - 3",
            "Black wins. Black has 3 points, White 1, Red 2.",
        ),
        (
            "go:size=3",
            "XX1/XXX/3 b - 2 0.5",
            "Black wins by 8.5 points, all stones counted as they are.",
        ),
        ("tictactoe", "XXX/OO./...", "X wins."),
    ] {
        let text = play(game, &["--position", position], "").replace('\n', " ");
        assert!(text.contains(&format!("The game is over: {says} ")), "{game}: {text}");
    }
}

#[test]
fn a_turn_is_typed_in_one_word_or_several() {
    for line in ["a4-a6/d9", "a4 a6 d9", "a4 -a6 /d9", "a4a6 d9", "A4-A6/D9", "a4-a6\n/d9"] {
        let out = play("amazons", &[], line);
        assert!(out.contains("\nBlack> \n") && out.contains("--moves \"a4 -a6 /d9\""), "{out}");
    }
    for (game, moves, line, error) in [
        ("amazons", "", "a4-a6/a6", "a6 is occupied: choose an empty place\n"),
        ("amazons", "", "a4-b6", "b6 is out of reach"),
        ("amazons", "", "a4-a6/d9 a7", "White's turn ends before a7"),
        ("amazons", "", "a5", "a5 has none of your amazons"),
        ("amazons", "", "a5-a6/d9", "a5 has none of your amazons"),
        ("morris", "a1 b2 a4 b4", "a1", "a1 is occupied: choose an empty point\n"),
    ] {
        let out = play(game, &["--moves", moves], line);
        assert!(out.contains(&format!("White> {line}\n{error}")), "{out}");
    }
    // On a board of eleven a1 and a11 begin alike.
    let large = play("amazons:size=11", &["--moves", "a4 a1 b1 a8"], "a11/b11");
    assert!(large.contains("--moves \"a4 -a1 /b1 a8 -a11 /b11\""), "{large}");
    // A mill and what it takes are one turn.
    let mill = play("morris", &["--moves", "a1 b2 a4 b4"], "a7xb4\nundo");
    assert!(mill.contains("\nBlack> undo\n"), "{mill}");
    assert!(mill.contains("--moves \"a1 b2 a4 b4\""), "{mill}");
}

//! The messages about moves that cannot be played.

use cairn_core::Game;
use cairn_games::registry::{GameInfo, Visitor, with_game};

/// What is wrong with the last of some moves.
struct Last<'a>(&'a str);

impl Visitor for Last<'_> {
    type Output = Option<&'static str>;

    fn visit<G: Game + Send + Sync>(self, _: &'static GameInfo, start: G) -> Self::Output {
        let mut position = start;
        let mut moves = self.0.split(' ').peekable();
        while let Some(text) = moves.next() {
            let mv = position.parse_move(text);
            if moves.peek().is_none() {
                assert_eq!(mv, None, "{text} is legal");
                return position.why_illegal(text);
            }
            position.play(mv.unwrap_or_else(|| panic!("{text} of {}", self.0)));
        }
        None
    }
}

#[test]
fn illegal_moves_are_explained() {
    for (game, moves, says) in [
        ("tictactoe", "b2 B2", "is occupied"),
        ("tictactoe", "b2 b4", ""),
        ("go9", "E5 e5", "is occupied"),
        ("go9", "A2 pass B1 A1", "is suicide"),
        ("go:size=4", "B1 C1 A2 D2 B3 C3 C2 B2 C2", "takes back the ko"),
        ("go9", "K10", ""),
        ("atarigo", "A2 J9 B1 A1", "is suicide"),
        ("atarigo", "pass", "is not allowed in this game"),
        ("nogo", "A2 J9 B1 A1", "captures or has no liberty"),
        ("nogo", "A1 A2 E5 B1", "captures or has no liberty"),
        ("threecolorgo", "A1 A1", "is occupied"),
        ("hex", "f6 f6", "is occupied"),
        ("hex", "z9", ""),
        ("havannah", "e5 E5", "is occupied"),
        ("domineering", "d4-d5 d5-e5", "is occupied"),
        ("domineering", "d4-e4", "is not one square above the other"),
        ("domineering", "d4-d5 a1-a2", "is not two squares side by side"),
        ("amazons", "a7", "has none of your amazons"),
        ("amazons:size=4", "b1 a2", "is occupied"),
        ("amazons", "d1 e3", "is out of reach: an amazon"),
        ("amazons", "d1 d7 /d10", "is occupied"),
        ("amazons", "d1 d7 e9", "is out of reach: an arrow"),
        ("connect4", "4 4 4 4 4 4 4", "is full"),
        ("connect4", "8", ""),
        ("othello", "a1", "encloses no disc"),
        ("othello", "d4", "is occupied"),
        ("othello", "pass", "is not allowed while you have a move"),
        ("breakthrough", "a7-a6", "does not start on one of your pieces"),
        ("breakthrough", "a1-a2", "ends on one of your pieces"),
        ("breakthrough", "a2-a4", "is not possible: a piece goes one square ahead"),
        ("knightthrough", "a2-a3", "is not the step of a knight"),
        ("loa", "a2-c2", "does not start on one of your pieces"),
        ("loa", "b1-b2", "is not as many squares"),
        ("awari", "A a A", "is empty"),
        ("chess", "e2e4 e4e5", "does not start on one of your pieces"),
        ("chess", "e1g1", "is castling, but there are pieces"),
        ("chess", "Nf4", ""),
        ("draughts", "15-18", "does not start on one of your pieces"),
        ("draughts", "7-11", "ends on a square that is not empty"),
        ("draughts", "11-18", "is not possible: a man goes one square"),
        ("draughts", "11-15 22-18 12-16", "is not a capture"),
        ("draughts", "11-15 22-18 15x22 24-20", "is not a capture"),
        ("draughts", "11-15 22-18 33-1", ""),
        ("morris", "a1 a1", "is occupied"),
        ("morris", "a1 b2 a4 b4 a7 a4", "has none of the other player's men"),
        ("morris", "a1 b2 a4 b4 a7 b4", "needs an x before it"),
    ] {
        let why = with_game(game, Last(moves)).unwrap().unwrap_or("");
        assert!(
            why.starts_with(says) && why.is_empty() == says.is_empty(),
            "{game}: {moves}: {why}"
        );
    }
}

//! Games for tests.

use cairn_lab::{Conditions, GameRecord, GameStatus, Openings, Pairing};

/// Some games that may have been played: of every four one is done, lost, drawn and won in turn; the
/// others failed after three moves.
pub fn sample(games: u32) -> (Pairing, Vec<GameRecord>) {
    let conditions = Conditions { seed: u64::MAX, openings: Openings::None };
    let pairing = Pairing::new("tictactoe", "uct:playouts=5", "mc:playouts=5", &conditions)
        .expect("a pairing");
    let ends = ["a1 a2 b1 b2 c3 c2", "a1 b2 c3 b1 b3 a3 c1 c2 a2", "a1 a2 b1 b2 c1"];
    let record = |number: u32| {
        let done = number.is_multiple_of(4);
        let moves = if done { ends[number as usize % 3] } else { "a1 b2 c3" };
        GameRecord {
            number,
            seat: number as usize % 2,
            status: GameStatus::NAMES[number as usize % 4].0,
            reward: if done { number % 3 } else { 0 },
            denominator: 2,
            opening: 0,
            plies: moves.split(' ').count(),
            moves: moves.into(),
            playouts: [35, 20],
            seconds: f64::from(number) / 64.0,
            program: if number == 1 { String::new() } else { "0.1.0+test".into() },
        }
    };
    (pairing, (0..games).map(record).collect())
}

//! Sequential tests over the games of a match.

use cairn_arena::{GameRecord, GameStatus, SequentialTest, Sprt, SprtVerdict};
use cairn_core::Rng;

/// A game that A won in five moves.
fn won(number: u32) -> GameRecord {
    GameRecord {
        number,
        seat: 0,
        status: GameStatus::Done,
        reward: 2,
        denominator: 2,
        opening: 0,
        plies: 5,
        moves: "a1 a2 b1 b2 c1".into(),
        playouts: [35, 20],
        seconds: 0.25,
        program: String::new(),
    }
}

/// A wins two of three.
fn games(count: u32) -> Vec<GameRecord> {
    let mut rng = Rng::new(1);
    let mut games: Vec<_> = (0..count).map(won).collect();
    for game in &mut games {
        game.reward = if rng.below(3) < 2 { 2 } else { 0 };
    }
    games
}

fn tested(games: &[GameRecord]) -> (u32, SprtVerdict, f64) {
    let mut test = SequentialTest::new(Sprt::new(0.0, 40.0));
    let mut more = true;
    games.iter().for_each(|game| more = test.add(game));
    assert_eq!(more, test.verdict() == SprtVerdict::Continue);
    (test.games(), test.verdict(), test.llr())
}

#[test]
fn it_ends_with_a_verdict() {
    let games = games(2000);
    let (counted, verdict, llr) = tested(&games);
    assert_eq!(verdict, SprtVerdict::H1);
    assert!(counted < 2000 && counted.is_multiple_of(2));
    assert_eq!(tested(&games[..counted as usize]), (counted, verdict, llr));
}

#[test]
fn games_after_a_gap_do_not_count() {
    for missing in [20, 21] {
        let mut games = games(2000);
        games.remove(missing);
        assert_eq!(tested(&games), tested(&games[..20]));
    }
}

#[test]
fn a_round_with_a_failure_does_not_count() {
    let mut games = games(40);
    let before = tested(&games[..20]);
    games[20].status = GameStatus::Crash;
    assert_eq!(tested(&games[..22]), (before.0 + 2, before.1, before.2));
}

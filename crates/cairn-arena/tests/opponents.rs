//! Games between players that may fail.

use std::time::Duration;

use cairn_arena::{AnyGame, Conditions, GameRecord, GameStatus, Openings, Opponents, Score};
use cairn_core::game::{Game, Outcome, Turn};

fn opponents(game: &AnyGame) -> Opponents {
    game.opponents("uct:playouts=200", "uct:playouts=200").unwrap()
}

fn play(game: &AnyGame, limit: Option<Duration>) -> GameRecord {
    let conditions = Conditions { seed: 1, openings: Openings::None };
    let mut opponents = opponents(game);
    let mut again = || opponents.play(&conditions, 1, limit, &|| false).unwrap().unwrap();
    let record = again();
    assert!(record.same_game(&again()), "they can play on");
    record
}

fn tictactoe() -> AnyGame {
    AnyGame::new("tictactoe").unwrap()
}

#[test]
fn a_record_has_the_game() {
    let record = play(&tictactoe(), None);
    assert_eq!((record.status, record.seat, record.opening), (GameStatus::Done, 1, 0));
    assert_eq!(record.moves.split(' ').count(), record.plies);
    let [a, others] = record.playouts;
    assert_eq!(a + others, 200 * record.plies as u64);
    assert_eq!(others / 200, (record.plies as u64).div_ceil(2));
}

#[test]
fn a_stopped_game_leaves_no_record() {
    let conditions = Conditions { seed: 1, openings: Openings::None };
    assert!(opponents(&tictactoe()).play(&conditions, 0, None, &|| true).unwrap().is_none());
}

#[test]
fn a_game_that_takes_too_long_is_not_a_loss() {
    let record = play(&tictactoe(), Some(Duration::ZERO));
    assert_eq!((record.status, record.plies), (GameStatus::Timeout, 0));
    let mut score = Score::default();
    record.count(&mut score);
    assert_eq!(score.games(), 0);
}

/// What is wrong after three moves: nothing; the searches, the rules or the notation panic; or the
/// player has no legal move.
#[derive(Clone, Copy, Hash, PartialEq, Eq)]
enum Defect {
    Nothing,
    Search,
    Rules,
    Notation,
    NoMove,
}

#[derive(Clone, Copy, Hash, PartialEq, Eq)]
struct Broken {
    ply: usize,
    defect: Defect,
}

impl Game for Broken {
    type Move = u8;
    fn keys(&self) -> usize {
        1
    }
    fn max_plies(&self) -> usize {
        9
    }
    fn turn(&self) -> Turn {
        // Only playouts go on beyond ply 3.
        if self.ply > 3 { Turn::Over(Outcome::draw()) } else { Turn::Player(self.ply % 2) }
    }
    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        let moves = if self.ply == 3 && self.defect == Defect::NoMove { 0 } else { 1 };
        0..moves
    }
    fn random_playout_move(&self, _: &mut cairn_core::Rng) -> u8 {
        0
    }
    fn play(&mut self, _: u8) {
        self.ply += 1;
    }
    fn key(&self, _: u8) -> usize {
        assert!(self.ply < 3 || self.defect != Defect::Search, "broken on purpose");
        0
    }
    fn write_move(&self, _: u8, _: &mut dyn std::fmt::Write) -> std::fmt::Result {
        assert!(self.defect != Defect::Notation, "broken on purpose");
        Ok(())
    }
    fn repetition_key(&self) -> Option<u64> {
        // Called in real games only, not by searches.
        assert!(self.ply < 3 || self.defect != Defect::Rules, "broken on purpose");
        Some(self.ply as u64)
    }
}

#[test]
fn broken_games_are_seen() {
    // The panics are expected, and so is what they print.
    let game = |defect| AnyGame::of("broken", &Broken { ply: 0, defect });
    let broken = |defect| play(&game(defect), None);
    assert_eq!(broken(Defect::Search).status, GameStatus::Crash);
    assert_eq!(broken(Defect::Rules).status, GameStatus::Crash);
    let record = broken(Defect::Notation);
    assert_eq!((record.status, record.reward, record.moves.as_str()), (GameStatus::Crash, 0, ""));
    let record = broken(Defect::NoMove);
    assert_eq!((record.status, record.plies), (GameStatus::Illegal, 3));
    let conditions = Conditions { seed: 1, openings: Openings::Random(4) };
    let mut opponents = opponents(&game(Defect::Rules));
    let record = opponents.play(&conditions, 0, None, &|| false).unwrap().unwrap();
    assert_eq!((record.status, record.plies), (GameStatus::Crash, 0), "already in its opening");
}

#[test]
fn b_searches_its_own_version() {
    let start = |defect| Broken { ply: 0, defect };
    let game = AnyGame::of("broken", &start(Defect::Nothing));
    assert_eq!(play(&game, None).status, GameStatus::Done);
    // A has the first move of game 0 and the second of game 1. Every search of B panics.
    let game = game.with_version_for_b(&start(Defect::Search));
    let conditions = Conditions { seed: 1, openings: Openings::None };
    let mut opponents = opponents(&game);
    for (number, plies) in [(0, 1), (1, 0)] {
        let record = opponents.play(&conditions, number, None, &|| false).unwrap().unwrap();
        assert_eq!((record.status, record.plies), (GameStatus::Crash, plies));
    }
}

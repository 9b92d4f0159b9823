//! Many games: the same with any number of threads, and a match can end early.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::ThreadId;

use cairn_arena::{
    AnyGame, Conditions, GameRecord, MatchResult, Matchup, Openings, Score, StopSignal, Tournament,
    TournamentError,
};
use cairn_core::game::{Game, Outcome, Turn};

fn matchup(game: &str, a: &str, b: &str) -> Matchup {
    Matchup {
        game: AnyGame::new(game).unwrap(),
        agents: [a.into(), b.into()],
        conditions: Conditions { seed: 3, openings: Openings::None },
    }
}

fn play(
    matchup: &Matchup,
    threads: usize,
    games: u32,
    stop: &dyn StopSignal,
    progress: impl FnMut(&GameRecord, Score) -> bool,
) -> Result<MatchResult, TournamentError> {
    let matchups = std::slice::from_ref(matchup);
    let tournament = Tournament { matchups, threads, limit: None, stop, warn: &|_| {} };
    tournament.play_match(games, progress)
}

fn games(matchup: &Matchup, threads: usize) -> Vec<GameRecord> {
    let mut games: Vec<GameRecord> = Vec::new();
    let result = play(matchup, threads, 12, &AtomicBool::new(false), |game, score| {
        assert_eq!(game.number as usize, games.len(), "in order");
        games.push(GameRecord { seconds: 0.0, ..game.clone() });
        score.games() as usize == games.len()
    });
    let result = result.unwrap();
    assert!(result.complete && result.failed == 0);
    assert_eq!(result.score.games() as usize, games.len());
    games
}

#[test]
fn the_games_do_not_depend_on_the_number_of_threads() {
    let two_levels = "graver2:nodes=20,top=20,second=10,playout=mast";
    let matchup = matchup("go:size=4", two_levels, "uct:playouts=100,playout=mast");
    let played = games(&matchup, 1);
    assert_eq!(played, games(&matchup, 3));
    assert_eq!(played.len(), 12);
    assert_ne!(played[0].moves, played[2].moves, "each game has a seed of its own");
}

#[test]
fn both_games_of_a_round_have_its_opening() {
    let mut matchup = matchup("go:size=4", "uct:playouts=20", "mc:playouts=20");
    matchup.conditions.openings = Openings::Random(3);
    let opening = |game: &GameRecord| {
        assert_eq!(game.opening, 3);
        game.moves.split(' ').take(3).map(String::from).collect::<Vec<_>>()
    };
    let openings: Vec<_> = games(&matchup, 1).iter().map(opening).collect();
    assert!(openings.chunks(2).all(|round| round[0] == round[1]));
    assert!(openings.iter().any(|other| *other != openings[0]));
    matchup.conditions.openings = Openings::List(vec!["Z9".into()]);
    let error = play(&matchup, 1, 12, &AtomicBool::new(false), |_, _| true).unwrap_err();
    assert!(error.to_string().starts_with("opening 'Z9'"), "{error}");
}

#[test]
fn the_stronger_agent_wins_from_both_seats() {
    let games = games(&matchup("tictactoe", "uct:playouts=500", "mc:playouts=1"), 1);
    for seat in 0..2 {
        let rewards = games.iter().filter(|game| game.seat == seat).map(|game| game.reward);
        assert!(rewards.sum::<u32>() >= 9, "{games:?}");
    }
}

/// Like Ctrl-C in Python, which only the main thread hears of.
struct CallerOnly(ThreadId, AtomicBool);

impl StopSignal for CallerOnly {
    fn is_set(&self) -> bool {
        self.1.fetch_or(std::thread::current().id() == self.0, Ordering::Relaxed)
    }
}

#[test]
fn the_callers_thread_asks_while_others_play() {
    let matchup = matchup("go9", "uct:time=60s", "uct:time=60s");
    let stop = CallerOnly(std::thread::current().id(), AtomicBool::new(false));
    let result = play(&matchup, 2, 2, &stop, |_, _| true).unwrap();
    assert!(!result.complete && result.time.as_secs() < 30);
}

#[test]
fn a_stopped_match_keeps_its_finished_games() {
    let matchup = matchup("tictactoe", "uct:playouts=50", "mc:playouts=50");
    let stop = AtomicBool::new(false);
    let progress = |_: &GameRecord, _| {
        stop.store(true, Ordering::Relaxed);
        true
    };
    let result = play(&matchup, 1, 12, &stop, progress).unwrap();
    assert!(result.score.games() > 0);
    assert_eq!(result.complete, result.score.games() == 12);
}

/// Games that other threads played beyond it do not count.
#[test]
fn a_match_ends_where_progress_says() {
    let matchup = matchup("tictactoe", "uct:playouts=5", "mc:playouts=5");
    for threads in [1, 3] {
        let stop = AtomicBool::new(false);
        let enough = play(&matchup, threads, 200, &stop, |game, _| game.number < 6).unwrap();
        assert_eq!((enough.score.games(), enough.complete), (7, false));
    }
}

/// A game of one move. The second search waits until the match is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Slow(bool);

static SEARCHES: AtomicU32 = AtomicU32::new(0);
static STOP: AtomicBool = AtomicBool::new(false);

impl Game for Slow {
    type Move = u8;
    fn keys(&self) -> usize {
        1
    }
    fn max_plies(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.0 { Turn::Over(Outcome::win(0)) } else { Turn::Player(0) }
    }
    fn legal_moves(&self) -> impl Iterator<Item = u8> {
        0..1
    }
    fn play(&mut self, _: u8) {
        self.0 = true;
    }
    fn key(&self, _: u8) -> usize {
        0
    }
    fn random_playout_move(&self, _: &mut cairn_core::Rng) -> u8 {
        match SEARCHES.fetch_add(1, Ordering::Relaxed) {
            1 => {
                while !STOP.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
            }
            // Before the other thread is too far ahead of the waiting game.
            50 => STOP.store(true, Ordering::Relaxed),
            _ => {}
        }
        0
    }
}

#[test]
fn games_after_one_that_was_stopped_count() {
    let matchup = Matchup {
        game: AnyGame::of("slow", &Slow(false)),
        agents: ["mc:playouts=9".into(), "mc:playouts=9".into()],
        conditions: Conditions { seed: 1, openings: Openings::None },
    };
    let mut numbers = Vec::new();
    let result = play(&matchup, 2, 100, &STOP, |game, _| {
        numbers.push(game.number);
        true
    });
    let result = result.unwrap();
    assert!(!result.complete && result.score.games() as usize == numbers.len());
    assert!(numbers.len() > 10 && numbers.is_sorted(), "{numbers:?}");
    let gaps = numbers.windows(2).filter(|pair| pair[1] > pair[0] + 1).count();
    assert_eq!(gaps + usize::from(numbers[0] > 0), 1, "one is missing: {numbers:?}");
}

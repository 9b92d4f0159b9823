//! A search with a clock ends for the right reason, at the right time.

mod games;

use std::time::Duration;

use cairn_core::mcts::{Ended, Search, Settings, Watch};
use cairn_core::memory::Word;
use games::TicTacToe;
use games::agents::{POLICIES, UNIFORM, boxed, moves, one};

type Boxed = Search<TicTacToe, &'static mut [Word]>;

/// A clock that goes on by a millisecond at each look, and a list of what `stop` was given.
#[derive(Default)]
struct Script {
    clock: Option<u64>,
    stop_at: Option<u64>,
    seen: Vec<(u64, Option<u64>)>,
}

impl Watch<Boxed> for Script {
    fn now(&mut self) -> Option<u64> {
        self.clock = Some(self.clock? + 1);
        self.clock
    }

    fn stop(&mut self, search: &mut Boxed, elapsed: Option<u64>) -> bool {
        self.seen.push((search.playouts(), elapsed));
        self.stop_at.is_some_and(|playouts| search.playouts() >= playouts)
    }
}

fn run(playouts: u32, limit: Option<u64>, script: &mut Script) -> (Boxed, Ended, Option<u64>) {
    let mut search = boxed(one(POLICIES[1], UNIFORM, 100, playouts), &TicTacToe::default());
    search.start(&TicTacToe::default(), &[], 1);
    let (ended, elapsed) = search.run_clocked(limit, script);
    (search, ended, elapsed)
}

#[test]
fn it_runs_all_playouts_if_nothing_ends_it() {
    let mut script = Script { clock: Some(1000), ..Script::default() };
    let (mut search, ended, elapsed) = run(20, None, &mut script);
    assert_eq!((ended, elapsed, search.playouts()), (Ended::Done, Some(3), 20));
    assert_eq!(script.seen, [(0, Some(0)), (8, Some(1)), (16, Some(2))]);
    let mut plain = boxed(*search.settings(), &TicTacToe::default());
    plain.start(&TicTacToe::default(), &[], 1);
    plain.run(|| false);
    assert_eq!(moves(&mut search), moves(&mut plain));
}

#[test]
fn the_limit_ends_it() {
    for (limit, playouts) in [(0, 8), (1, 8), (2, 16), (10, 80)] {
        let mut script = Script { clock: Some(5), ..Script::default() };
        let (search, ended, elapsed) = run(1000, Some(limit), &mut script);
        assert_eq!((ended, elapsed), (Ended::Time, Some(limit.max(1))));
        assert_eq!(search.playouts(), playouts);
    }
}

#[test]
fn the_caller_ends_it() {
    for (stop_at, playouts) in [(0, 0), (1, 8), (8, 8), (9, 16)] {
        let mut script = Script { stop_at: Some(stop_at), ..Script::default() };
        let (mut search, ended, elapsed) = run(1000, None, &mut script);
        assert_eq!((ended, elapsed, search.playouts()), (Ended::Stopped, None, playouts));
        assert!(search.best_move().is_some());
    }
}

#[test]
fn without_a_clock_a_limit_ends_nothing() {
    let mut script = Script::default();
    let (_, ended, elapsed) = run(20, Some(1), &mut script);
    assert_eq!((ended, elapsed), (Ended::Done, None));
    assert_eq!(script.seen, [(0, None), (8, None), (16, None)]);
}

/// A page searches in slices, so that it can draw between them.
#[test]
fn a_search_in_slices_is_the_same_search() {
    let mut script = Script { clock: Some(0), ..Script::default() };
    let (mut sliced, mut ended, _) = run(100, Some(2), &mut script);
    let mut slices = 1;
    while ended != Ended::Done {
        (ended, _) = sliced.run_clocked(Some(2), &mut script);
        slices += 1;
    }
    let (mut whole, ..) = run(100, None, &mut Script::default());
    assert_eq!((slices, moves(&mut sliced)), (7, moves(&mut whole)));
}

#[test]
fn limits_are_whole_milliseconds() {
    let millis = |time| {
        let settings = one(POLICIES[1], UNIFORM, 100, 100);
        Settings { time, ..settings }.millis()
    };
    assert_eq!(millis(None), None);
    assert_eq!(millis(Some(Duration::from_micros(1))), Some(1));
    assert_eq!(millis(Some(Duration::from_millis(1500))), Some(1500));
    assert_eq!(millis(Some(Duration::from_micros(2_999_500))), Some(3000));
    assert_eq!(millis(Some(Duration::from_secs(36_000_000))), Some(36_000_000_000));
}

//! Time settings, and how long a move may take.

use cairn_gtp::{GameClock, TimeLeft, TimeSystem};

const ABSOLUTE: TimeSystem = TimeSystem::Absolute { main: 300_000 };

/// The budget of a player who has this time and these stones left.
fn budget(system: TimeSystem, left: (u64, u32), empty: usize, points: usize) -> Option<u64> {
    let mut clock = GameClock::default();
    clock.set(system);
    clock.set_left(0, left.0, left.1);
    clock.budget(0, empty, points)
}

/// A player who always uses the whole budget, and loses some time on the way, never runs out.
#[test]
fn absolute_time_lasts_for_a_game_of_any_length() {
    for (main, points) in [(300_000, 81usize), (60_000, 81), (15_000, 361), (1_800_000, 361)] {
        let system = TimeSystem::Absolute { main };
        let mut time = main;
        for turn in 0..points {
            let empty = points.saturating_sub(2 * turn);
            let used = budget(system, (time, 0), empty, points).unwrap() + 5.min(time / 200);
            assert!(used < time, "{main}: turn {turn}, {time} left");
            time -= used;
            if turn == points / 3 {
                assert!(time < main / 2, "{time} of {main} were not used by the middle");
            }
        }
        assert!(time < main / 8, "{time} of {main} were never used");
    }
}

#[test]
fn the_middle_of_the_game_gets_the_most() {
    let of = |time, empty| budget(ABSOLUTE, (time, 0), empty, 81).unwrap();
    assert!(of(300_000, 361) < of(300_000, 81));
    assert!(of(150_000, 40) < of(300_000, 40));
    assert_eq!(of(300_000, 5), of(300_000, 0), "the end is planned with a sixth of the points");
    assert_eq!(of(0, 81), 1, "out of time: move at once");
}

#[test]
fn periods_are_used_but_not_overrun() {
    let japanese = TimeSystem::ByoYomi { main: 60_000, period: 30_000, periods: 5 };
    assert_eq!(budget(japanese, (30_000, 3), 50, 81), Some(26_850));
    assert_eq!(budget(japanese, (60_000, 0), 50, 81), Some(26_850), "main time is short: overtime");
    let slow = TimeSystem::ByoYomi { main: 3_600_000, period: 30_000, periods: 5 };
    assert!(budget(slow, (3_600_000, 0), 81, 81).unwrap() > 60_000);

    let canadian = TimeSystem::Canadian { main: 0, period: 600_000, stones: 25 };
    for stones in 1..=25 {
        let each = budget(canadian, (24_000 * u64::from(stones), stones), 200, 361).unwrap();
        assert!((21_000..24_000).contains(&each), "{stones}: {each}");
    }
}

#[test]
fn no_limit_is_no_limit() {
    let mut clock = GameClock::default();
    assert_eq!(clock.budget(0, 81, 81), None);
    clock.set_standard(0, 1_000, 0);
    assert_eq!(clock.budget(0, 81, 81), None);
    clock.set_standard(0, 0, 0);
    assert_eq!(clock.budget(0, 81, 81), Some(1), "absolute, and no time");
}

#[test]
fn a_clock_runs_between_two_settings() {
    let mut clock = GameClock::default();
    clock.set_standard(10_000, 60_000, 3);
    clock.spend(0, 4_000);
    assert_eq!((clock.left(0), clock.left(1).time), (TimeLeft { time: 6_000, stones: 0 }, 10_000));
    clock.spend(0, 8_000);
    assert_eq!(clock.left(0), TimeLeft { time: 58_000, stones: 2 }, "two seconds of the period");
    clock.spend(0, 8_000);
    clock.spend(0, 8_000);
    assert_eq!(clock.left(0), TimeLeft { time: 60_000, stones: 3 }, "the next period");
    clock.set_left(0, 5_000, 1);
    assert_eq!(clock.left(0), TimeLeft { time: 5_000, stones: 1 });
    clock.reset();
    assert_eq!(clock.left(0), TimeLeft { time: 10_000, stones: 0 });

    clock.set(TimeSystem::ByoYomi { main: 5_000, period: 10_000, periods: 3 });
    clock.spend(1, 6_000);
    assert_eq!(clock.left(1), TimeLeft { time: 10_000, stones: 3 });
    clock.spend(1, 9_999);
    assert_eq!(clock.left(1).stones, 3);
    clock.spend(1, 20_500);
    assert_eq!(clock.left(1).stones, 1);
}

#[test]
fn a_time_that_was_never_set_is_still_kept() {
    let mut clock = GameClock::default();
    clock.set_left(1, 30_000, 0);
    assert!(clock.budget(1, 81, 81).unwrap() < 2_000);
}
